// The datasets that an event of another name makes stale. They are listed here, so that no sender forgets them.

import type { EventName, EventPayload } from '../src-shared/desk/contract.ts'
import type { ReadableDataset } from '../src-shared/desk/datasets.ts'
import type { IntentKind } from '../src-shared/desk/intents.ts'
import type { Change } from '../src-shared/desk/values/changes.ts'

type Implied = { readonly [Name in EventName]?: (payload: EventPayload<Name>) => Change }

/** Tables that are written in the same transaction as an intent of this kind. */
const WITH_INTENT: Readonly<Record<IntentKind, readonly ReadableDataset[]>> = {
  publish: ['articles'],
  schedule: ['articles'],
  unschedule: ['articles'],
  unpublish: ['articles'],
  discover: ['credits'],
  findPeople: ['credits'],
  // A draft lists the intents that it became, and comes back when they are cancelled.
  queue: ['templates'],
  unqueue: [],
}

const everywhere =
  (...datasets: readonly ReadableDataset[]) =>
  (): Change => ({ brandIds: 'all', datasets })

const IMPLIED: Implied = {
  'intents.changed': ({ brandId, kind }) => ({
    brandIds: [brandId],
    datasets: ['intents', ...WITH_INTENT[kind]],
  }),
  // How a pair ended is part of its freshness: `freshAsOf` and errors.
  'sync.progress': ({ pair }) =>
    pair === undefined
      ? { brandIds: 'all', datasets: ['sync'] }
      : {
          brandIds: [pair.brandId],
          datasets: pair.state === 'queued' || pair.state === 'running' ? ['sync'] : ['sync', pair.dataset],
        },
  'webhooks.received': ({ delivery }) => ({ brandIds: [delivery.brandId], datasets: ['deliveries'] }),
  'connectors.progress': everywhere('applies'),
  'research.auditProgress': everywhere('audits'),
  'reports.progress': everywhere('reportRuns'),
  'settings.changed': everywhere('settings'),
  'service.profileChanged': everywhere('profile'),
  'desk.notice': everywhere('notices'),
  'desk.clockChanged': everywhere('clock'),
  'team.changed': everywhere('team'),
}

/** The `changed` that an event implies; null: none. */
export const impliedChange = <Name extends EventName>(name: Name, payload: EventPayload<Name>): Change | null =>
  IMPLIED[name]?.(payload) ?? null

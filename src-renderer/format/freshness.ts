// When rows count as old. An outbox moves by the hour, rankings by the day; the rest changes by the week.

import type { Dataset } from '../../src-shared/desk/sync.ts'
import { HOUR_MS } from '../../src-shared/service/durations.ts'

export type Freshness = 'fresh' | 'stale' | 'very stale' | 'never'

const LIMITS_HOURS: Record<Dataset, { readonly fresh: number; readonly stale: number }> = {
  rankings: { fresh: 26, stale: 72 },
  history: { fresh: 26, stale: 72 },
  tracked: { fresh: 48, stale: 168 },
  clusters: { fresh: 48, stale: 168 },
  prospects: { fresh: 48, stale: 168 },
  contacts: { fresh: 48, stale: 168 },
  outbox: { fresh: 4, stale: 26 },
  mailboxes: { fresh: 48, stale: 168 },
  connectors: { fresh: 26, stale: 168 },
  visibility: { fresh: 48, stale: 168 },
}

export const freshnessOf = (fetchedAt: string | null, nowMs: number, dataset: Dataset = 'rankings'): Freshness => {
  if (fetchedAt === null) return 'never'
  const ageHours = (nowMs - Date.parse(fetchedAt)) / HOUR_MS
  const { fresh, stale } = LIMITS_HOURS[dataset]
  return ageHours <= fresh ? 'fresh' : ageHours <= stale ? 'stale' : 'very stale'
}

export const DATASET_TITLES: Record<Dataset, string> = {
  rankings: 'Rankings',
  history: 'History',
  tracked: 'Tracked',
  clusters: 'Clusters',
  prospects: 'Prospects',
  contacts: 'Contacts',
  outbox: 'Outbox',
  mailboxes: 'Mailboxes',
  connectors: 'Permissions',
  visibility: 'AI tracking',
}

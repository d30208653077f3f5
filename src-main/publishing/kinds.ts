// How the journal sends the four kinds of publishing, and reads the outcome of each article from the reply.
import { z } from 'zod'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { IntentItemState } from '../../src-shared/desk/intents.ts'
import { keptOf, moveOf, originOf, setAgainOf } from '../../src-shared/desk/moves.ts'
import { ProviderSchema } from '../../src-shared/service/cms.ts'
import type { Clock } from '../base/clock.ts'
import { type BatchGroup, defineKind, type JournalKind } from '../journal/kind.ts'
import type { IntentDetails } from '../journal/public.ts'
import type { ItemOutcome } from '../journal/rules/model.ts'
import type { Store } from '../store/store.ts'
import { readReply } from './rules/read-reply.ts'
import type { PublishingKind } from './rules/read-result.ts'
import { whyNotSent } from './rules/unscheduling.ts'

export type { PublishingKind } from './rules/read-result.ts'

export type KindsDeps = { readonly store: Store; readonly clock: Clock }

const ARTICLES_PER_CALL = 100
const EndsSchema = z.array(z.string())

const providerOf = (details: IntentDetails) => ProviderSchema.parse(details.provider)
const statusOf = (details: IntentDetails): 'draft' | 'publish' => (details.status === 'draft' ? 'draft' : 'publish')
const slugsOf = ({ items }: BatchGroup): string[] => items.map(({ refId }) => refId)
const publishAtOf = (details: IntentDetails): string => String(details.publishAt)

/** Throws `invalid`, field `publishAt`. */
export const assertFuture = (publishAt: string, nowMs: number): void => {
  if (Date.parse(publishAt) > nowMs) return
  throw new DeskError('invalid', 'The time to publish at has passed. Choose a later one.', {
    issues: [{ path: 'publishAt', message: 'must be in the future' }],
  })
}

/** Why what comes after an unschedule is not sent; null: its article is unscheduled. */
const blockOf = (out: IntentItemState | null): string | null => {
  if (out === 'confirmed') return null
  if (out === 'unknown')
    return 'It is unknown whether the article was taken off its old time, so it was not scheduled again. Decide on that first.'
  return 'The article was not taken off its old time, so it was not scheduled again. It keeps its old time.'
}

const noSchedule = ({ label, details }: { readonly label: string; readonly details: IntentDetails }): string =>
  `"${label}" has no schedule on ${providerOf(details)} now`

/** What an unschedule ended is set again only after the service confirmed that it is gone: nothing is scheduled twice. */
const createScheduleCheck =
  ({ store, clock }: KindsDeps): JournalKind['itemsToSkip'] =>
  async ({ brandId, details, items }) => {
    const moveId = originOf({ details })
    if (moveId === null) return []
    const checked = items.map(async ({ item, label }): Promise<ItemOutcome[]> => {
      const out = await store.read('intents.unscheduleOfMove', { brandId, moveId, slug: label })
      const reason = blockOf(out)
      // A schedule that was to be set again and never ended is as it was.
      const isAsBefore = setAgainOf({ details }) !== null && out !== 'unknown'
      if (reason !== null) return [{ item, state: isAsBefore ? 'cancelled' : 'failed', reason, result: {} }]
      if (Date.parse(publishAtOf(details)) > clock.now()) return []
      const late = `${noSchedule({ label, details })}: its time passed before it could be set again.`
      return [{ item, state: 'failed', reason: late, result: {} }]
    })
    return (await Promise.all(checked)).flat()
  }

/** An unschedule ends nothing that its action does not name. */
const createUnscheduleCheck =
  ({ store, clock }: KindsDeps): JournalKind['itemsToSkip'] =>
  async ({ brandId, details, items }) => {
    const ends = EndsSchema.safeParse(details.ends)
    // Of before decision 72.
    if (!ends.success) return []
    const nowMs = clock.now()
    const schedules = await store.read('articles.schedules', { brandId, slugs: items.map(({ refId }) => refId), nowMs })
    const named = { ends: ends.data, kept: keptOf({ details }), move: moveOf({ details }), nowMs }
    return items.flatMap(({ item, refId }): ItemOutcome[] => {
      const reason = whyNotSent(refId, schedules, named)
      return reason === null ? [] : [{ item, state: 'failed', reason, result: {} }]
    })
  }

/** A failure that leaves an article without the schedule that it had. */
const explainSchedule: JournalKind['explain'] = (outcome, details) => {
  const label = setAgainOf({ details }) ?? moveOf({ details })?.articleSlug
  const { state, reason } = outcome
  if (label === undefined || (state !== 'failed' && state !== 'unknown')) return outcome
  const lost =
    state === 'failed'
      ? noSchedule({ label, details })
      : `It is unknown whether "${label}" is scheduled on ${providerOf(details)} again`
  return { ...outcome, reason: reason === null ? `${lost}.` : `${lost}: ${reason}` }
}

const assertOneAlone: JournalKind['assertMayRetry'] = async ({ details }) => {
  if (originOf({ details }) === null) return
  throw new DeskError(
    'conflict',
    moveOf({ details }) === null
      ? 'This also set schedules on other providers again. Unschedule the article again on the calendar.'
      : 'This was half of a move. Move the article again on the calendar.',
  )
}

const CMS_KINDS = {
  publish: defineKind({
    operation: 'cms.publish',
    itemsPerBatch: ARTICLES_PER_CALL,
    request: ({ details, items }) => ({
      body: {
        articleSlug: items[0].refId,
        provider: providerOf(details),
        status: statusOf(details),
        items: items.map(({ refId }) => ({ articleSlug: refId })),
      },
    }),
    outcomes: (reply, { items }) => readReply('publish', reply, items),
  }),
  schedule: defineKind({
    operation: 'cms.schedule',
    itemsPerBatch: 1,
    request: ({ details, items }) => ({
      body: {
        articleSlug: items[0].refId,
        provider: providerOf(details),
        publishAt: publishAtOf(details),
        status: statusOf(details),
      },
    }),
    outcomes: (reply, { items }) => readReply('schedule', reply, items),
    assertPossible: (details, nowMs) => assertFuture(publishAtOf(details), nowMs),
  }),
  unschedule: defineKind({
    operation: 'cms.unschedule',
    itemsPerBatch: ARTICLES_PER_CALL,
    request: (group) => ({ body: { articleSlugs: slugsOf(group) } }),
    outcomes: (reply, { items }) => readReply('unschedule', reply, items),
  }),
  unpublish: defineKind({
    operation: 'cms.unpublish',
    itemsPerBatch: ARTICLES_PER_CALL,
    request: (group) => ({ body: { articleSlugs: slugsOf(group), provider: providerOf(group.details) } }),
    outcomes: (reply, { items }) => readReply('unpublish', reply, items),
  }),
} satisfies Record<PublishingKind, JournalKind>

export const createPublishingKinds = (deps: KindsDeps): Record<PublishingKind, JournalKind> => ({
  ...CMS_KINDS,
  schedule: { ...CMS_KINDS.schedule, explain: explainSchedule, itemsToSkip: createScheduleCheck(deps) },
  unschedule: {
    ...CMS_KINDS.unschedule,
    itemsToSkip: createUnscheduleCheck(deps),
    skipReads: ['article'],
    assertMayRetry: assertOneAlone,
  },
})

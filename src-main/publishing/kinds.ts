// How the journal sends the four kinds of publishing, and reads the outcome of each article from the reply.
import type { z } from 'zod'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { IntentState } from '../../src-shared/desk/intents.ts'
import { moveOf } from '../../src-shared/desk/moves.ts'
import { type CmsReplySchema, ProviderSchema } from '../../src-shared/service/cms.ts'
import { type BatchGroup, defineKind, type JournalKind } from '../journal/kind.ts'
import type { IntentDetails } from '../journal/public.ts'
import type { ItemOutcome } from '../journal/rules/model.ts'
import type { Store } from '../store/store.ts'

type CmsReply = z.output<typeof CmsReplySchema>
type CmsResult = NonNullable<CmsReply['results']>[number]
export type PublishingKind = 'publish' | 'schedule' | 'unschedule' | 'unpublish'

const ARTICLES_PER_CALL = 100
/** CMS statuses that mean failure. */
const FAILING = /fail|error|reject|denied|refus|invalid|not[ _-]?found/i

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 500) : undefined

const failureText = (result: CmsResult): string =>
  textOf(result.error) ?? textOf(result.message) ?? textOf(result.reason) ?? `The service says: ${result.status}.`

const fieldsOf = ({ postId, postUrl, status }: CmsResult): ItemOutcome['result'] => ({
  ...(postId == null ? {} : { postId }),
  ...(postUrl == null ? {} : { postUrl }),
  ...(status == null ? {} : { status }),
})

const hasFailed = (result: CmsResult): boolean =>
  result.success === false || FAILING.test(result.status ?? '') || textOf(result.error) !== undefined

const outcomeOf = (item: number, result: CmsResult | undefined, reply: CmsReply): ItemOutcome => {
  if (result === undefined) {
    const text = textOf(reply.error) ?? textOf(reply.message)
    return { item, state: 'failed', reason: text ?? "The service's results do not include it.", result: {} }
  }
  const isFailed = hasFailed(result) || (!reply.success && reply.succeeded === 0)
  return isFailed
    ? { item, state: 'failed', reason: failureText(result), result: fieldsOf(result) }
    : { item, state: 'confirmed', reason: null, result: fieldsOf(result) }
}

/** A reply without results counts for all articles; if only some failed, it does not say which. */
const outcomeOfAll = (reply: CmsReply, count: number): Omit<ItemOutcome, 'item'> => {
  const { success, failed = 0, succeeded = success === false ? 0 : count - failed } = reply
  if (success !== false && failed === 0 && succeeded >= count) return { state: 'confirmed', reason: null, result: {} }
  if (succeeded > 0) return { state: 'unknown', reason: 'The service did not say which articles failed.', result: {} }
  const text = textOf(reply.error) ?? textOf(reply.message)
  return { state: 'failed', reason: text ?? 'The service reports that it did nothing.', result: {} }
}

/** One outcome per item, by its slug. An item without a result failed. */
export const outcomesOf = (reply: CmsReply, items: BatchGroup['items']): ItemOutcome[] => {
  const { results } = reply
  if (results === undefined) return items.map(({ item }) => ({ item, ...outcomeOfAll(reply, items.length) }))
  const bySlug = new Map(results.map((result) => [result.articleSlug, result]))
  return items.map(({ item, refId }) => outcomeOf(item, bySlug.get(refId), reply))
}

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

/** Why the schedule of a move is not sent; null: its article is off its old time. */
const blockOf = (out: IntentState | undefined): string | null => {
  if (out === 'confirmed') return null
  if (out === 'unknown')
    return 'It is unknown whether the article was taken off its old time, so it was not scheduled again. Decide on that first.'
  return 'The article was not taken off its old time, so it was not scheduled again. It keeps its old time.'
}

/** A move sets the new time only after the service confirmed that the old one is gone: nothing is scheduled twice. */
const createMoveCheck =
  (store: Store): JournalKind['itemsToSkip'] =>
  async ({ brandId, details, items }) => {
    const move = moveOf({ details })
    if (move === null) return []
    const parts = await store.read('intents.move', { brandId, moveId: move.id })
    const reason = blockOf(parts.find(({ kind }) => kind === 'unschedule')?.state)
    return reason === null ? [] : items.map(({ item }) => ({ item, state: 'failed' as const, reason, result: {} }))
  }

const assertNoMove: JournalKind['assertMayRetry'] = async ({ details }) => {
  if (moveOf({ details }) === null) return
  throw new DeskError('conflict', 'This was half of a move. Move the article again on the calendar.')
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
    outcomes: (reply, { items }) => outcomesOf(reply, items),
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
    outcomes: (reply, { items }) => outcomesOf(reply, items),
    assertPossible: (details, nowMs) => assertFuture(publishAtOf(details), nowMs),
  }),
  unschedule: defineKind({
    operation: 'cms.unschedule',
    itemsPerBatch: ARTICLES_PER_CALL,
    request: (group) => ({ body: { articleSlugs: slugsOf(group) } }),
    outcomes: (reply, { items }) => outcomesOf(reply, items),
  }),
  unpublish: defineKind({
    operation: 'cms.unpublish',
    itemsPerBatch: ARTICLES_PER_CALL,
    request: (group) => ({ body: { articleSlugs: slugsOf(group), provider: providerOf(group.details) } }),
    outcomes: (reply, { items }) => outcomesOf(reply, items),
  }),
} satisfies Record<PublishingKind, JournalKind>

export const createPublishingKinds = (store: Store): Record<PublishingKind, JournalKind> => ({
  ...CMS_KINDS,
  schedule: { ...CMS_KINDS.schedule, itemsToSkip: createMoveCheck(store) },
  unschedule: { ...CMS_KINDS.unschedule, assertMayRetry: assertNoMove },
})

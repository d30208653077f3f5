// How the journal sends the four kinds of publishing, and reads the outcome of each article from the reply.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { IntentState } from '../../src-shared/desk/intents.ts'
import { moveOf } from '../../src-shared/desk/moves.ts'
import { ProviderSchema } from '../../src-shared/service/cms.ts'
import { type BatchGroup, defineKind, type JournalKind } from '../journal/kind.ts'
import type { IntentDetails } from '../journal/public.ts'
import type { Store } from '../store/store.ts'
import { readReply } from './rules/read-reply.ts'
import type { PublishingKind } from './rules/read-result.ts'

export type { PublishingKind } from './rules/read-result.ts'

const ARTICLES_PER_CALL = 100

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

export const createPublishingKinds = (store: Store): Record<PublishingKind, JournalKind> => ({
  ...CMS_KINDS,
  schedule: { ...CMS_KINDS.schedule, itemsToSkip: createMoveCheck(store) },
  unschedule: { ...CMS_KINDS.unschedule, assertMayRetry: assertNoMove },
})

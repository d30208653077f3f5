// Outcomes of unsending pitches: gone from the outbox, already sent, or still there.
import type { BatchResult } from '../../journal/kind.ts'
import type { ItemOutcome } from '../../journal/rules/model.ts'

export type TakenBack = {
  readonly item: number
  readonly conversationId: string
  /** Whether the desk had seen it in the outbox. */
  readonly wasKnown: boolean
  /** The service's count and its outbox disagreed once: its absence from the outbox proves nothing. */
  readonly isDisputed: boolean
}

/** Conversations in the outbox now; true: still waiting. */
export type ListedConversations = ReadonlyMap<string, boolean>

const GONE_OUT = 'It was sent or left the queue: it cannot be unsent.'
const STILL_THERE = 'It is still in the queue: unsend it again.'
const NEVER_SEEN = 'It is not in the outbox.'
const DISPUTED = 'It is not in the outbox, but the service did not count it as removed: it may have been sent.'

const disputed = (item: number): ItemOutcome => {
  return { item, state: 'unknown', reason: DISPUTED, result: { isDisputed: true } }
}

const outcomeOf = (
  { item, conversationId, wasKnown, isDisputed }: TakenBack,
  listed: ListedConversations,
): ItemOutcome => {
  const isWaiting = listed.get(conversationId)
  if (isWaiting === undefined && isDisputed) return disputed(item)
  if (isWaiting === undefined)
    return wasKnown
      ? { item, state: 'confirmed', reason: null, result: { as: 'removed' } }
      : { item, state: 'skipped', reason: NEVER_SEEN, result: {} }
  return isWaiting
    ? { item, state: 'failed', reason: STILL_THERE, result: {} }
    : { item, state: 'skipped', reason: GONE_OUT, result: {} }
}

/** By the outbox alone. Unsending twice is harmless, so a pitch that is still there may be retried. */
export const reconcileUnqueued = (items: readonly TakenBack[], listed: ListedConversations): ItemOutcome[] =>
  items.map((one) => outcomeOf(one, listed))

/** `listed` is null if the reply says that all were removed. */
export const unqueueOutcomes = (
  { removed, skipped }: { readonly removed: number; readonly skipped: number },
  items: readonly TakenBack[],
  listed: ListedConversations | null,
): BatchResult => {
  if (listed === null)
    return {
      outcomes: items.map(({ item }) => ({ item, state: 'confirmed', reason: null, result: { as: 'removed' } })),
      problem: null,
    }
  const outcomes = reconcileUnqueued(items, listed)
  const counts = `${removed} removed and ${skipped} skipped of ${items.length}`
  const found = outcomes.filter(({ state }) => state === 'confirmed').length
  if (found === removed && removed + skipped === items.length) return { outcomes, problem: null }
  const problem =
    removed + skipped === items.length
      ? `The service says ${counts}; ${found} of them left its outbox. Check the outbox.`
      : `The service's counts do not add up: ${counts}. Check the outbox.`
  if (found === removed) return { outcomes, problem }
  const isListed = new Set(items.flatMap(({ item, conversationId }) => (listed.has(conversationId) ? [item] : [])))
  return { outcomes: outcomes.map((one) => (isListed.has(one.item) ? one : disputed(one.item))), problem }
}

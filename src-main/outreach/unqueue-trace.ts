// What became of pitches that were to be taken back: gone from the outbox, gone out, or still there.
import type { CallResult } from '../journal/kind.ts'
import type { ItemOutcome } from '../journal/states.ts'

export type TakenBack = {
  readonly item: number
  readonly conversationId: string
  /** Whether the desk had seen it in the outbox. */
  readonly wasKnown: boolean
}

/** Conversations of the outbox as it is now; true: still waiting. */
export type ListedConversations = ReadonlyMap<string, boolean>

const GONE_OUT = 'It has gone out: it cannot be taken back.'
const STILL_THERE = 'It is still in the queue: take it back again.'
const NEVER_SEEN = 'It is not in the outbox.'

const outcomeOf = ({ item, conversationId, wasKnown }: TakenBack, listed: ListedConversations): ItemOutcome => {
  const isWaiting = listed.get(conversationId)
  if (isWaiting === undefined)
    return wasKnown
      ? { item, state: 'confirmed', reason: null, result: { as: 'removed' } }
      : { item, state: 'skipped', reason: NEVER_SEEN, result: {} }
  return isWaiting
    ? { item, state: 'failed', reason: STILL_THERE, result: {} }
    : { item, state: 'skipped', reason: GONE_OUT, result: {} }
}

/** By the outbox alone. Taking back twice changes nothing, so that what is still there may simply go again. */
export const reconcileUnqueued = (items: readonly TakenBack[], listed: ListedConversations): ItemOutcome[] =>
  items.map((one) => outcomeOf(one, listed))

/** `listed` is null where the reply says that all of them were taken back. */
export const unqueueOutcomes = (
  { removed, skipped }: { readonly removed: number; readonly skipped: number },
  items: readonly TakenBack[],
  listed: ListedConversations | null,
): CallResult => {
  if (listed === null)
    return {
      outcomes: items.map(({ item }) => ({ item, state: 'confirmed', reason: null, result: { as: 'removed' } })),
      problem: null,
    }
  const outcomes = reconcileUnqueued(items, listed)
  const isWhole = removed + skipped === items.length
  const problem = isWhole
    ? null
    : `The service's counts do not add up: ${removed} removed and ${skipped} skipped of ${items.length}. Look at the outbox.`
  return { outcomes, problem }
}

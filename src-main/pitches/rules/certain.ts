// What a queue reply alone makes certain. By rules 1 and 3 of the interface each item ends in one of three ways: queued
// with a conversation ID of its own, updated, or skipped. The reply counts the ways and lists the new IDs in no stated
// order. Items that no rule skips cannot be told apart by it, so all of them share one answer:
//   none of them skipped, none updated    queued; with its ID where there is one ID
//   none of them skipped, none queued     updated
//   none of them skipped                  confirmed, but not whether queued or updated
//   all of them skipped                   skipped
//   anything else                         open
// Counts that contradict each other or the rules make nothing certain. test/main/pitches/certain.test.ts compares this
// with all assignments of outcomes to items that a reply allows.

export type QueueCounts = {
  readonly queued: number
  readonly queuedConversationIds: readonly string[]
  readonly updated: number
  readonly skipped: number
}

/** `as` is null if the reply does not tell queued from updated; `conversationId` is null if it does not tell which. */
export type Certain =
  | { readonly state: 'confirmed'; readonly as: 'queued' | 'updated' | null; readonly conversationId: string | null }
  | { readonly state: 'skipped' }

const SKIPPED: Certain = { state: 'skipped' }

/** The answer that all items share which no rule skips; `skippedLeft`: how many of them were skipped. */
const sharedAnswer = ({ queued, queuedConversationIds, updated }: QueueCounts, skippedLeft: number): Certain | null => {
  if (skippedLeft > 0) return queued + updated === 0 ? SKIPPED : null
  const as = updated === 0 ? 'queued' : queued === 0 ? 'updated' : null
  const isOnlyOne = as === 'queued' && queued === 1
  return { state: 'confirmed', as, conversationId: isOnlyOne ? (queuedConversationIds[0] ?? null) : null }
}

/** For each item sent what is certain; null: open. `skippedByRule` says of each whether a rule skips it. */
export const certainOutcomes = (reply: QueueCounts, skippedByRule: readonly boolean[]): readonly (Certain | null)[] => {
  const { queued, updated, skipped } = reply
  const skippedLeft = skipped - skippedByRule.filter(Boolean).length
  const isContradiction =
    queued + updated + skipped !== skippedByRule.length ||
    new Set(reply.queuedConversationIds).size !== queued ||
    skippedLeft < 0
  if (isContradiction) return skippedByRule.map(() => null)
  const shared = sharedAnswer(reply, skippedLeft)
  return skippedByRule.map((isSkipped) => (isSkipped ? SKIPPED : shared))
}

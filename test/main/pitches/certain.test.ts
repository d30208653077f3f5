// Compared with a model by brute force: all assignments of outcomes, and of new conversations to queued items, that a
// reply allows. What is certain of an item is what all of them agree on, no less and no more.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Certain, certainOutcomes, type QueueCounts } from '../../../src-main/pitches/rules/certain.ts'

type Way = { readonly way: 'queued'; readonly id: string } | { readonly way: 'updated' | 'skipped' }

/** Every way that the items can have ended by the reply, each as one list. */
const assignments = (reply: QueueCounts, skippedByRule: readonly boolean[]): Way[][] => {
  const [isSkipped, ...rest] = skippedByRule
  const ids = [...new Set(reply.queuedConversationIds)]
  if (isSkipped === undefined) {
    const isUsedUp = reply.queued === 0 && reply.updated === 0 && reply.skipped === 0 && ids.length === 0
    return isUsedUp ? [[]] : []
  }
  const goOn = (first: Way, left: QueueCounts) => assignments(left, rest).map((ways) => [first, ...ways])
  const skipped = reply.skipped > 0 ? goOn({ way: 'skipped' }, { ...reply, skipped: reply.skipped - 1 }) : []
  if (isSkipped) return skipped
  const updated = reply.updated > 0 ? goOn({ way: 'updated' }, { ...reply, updated: reply.updated - 1 }) : []
  const queued = ids.flatMap((id) => {
    const left = { ...reply, queued: reply.queued - 1, queuedConversationIds: ids.filter((one) => one !== id) }
    return reply.queued > 0 ? goOn({ way: 'queued', id }, left) : []
  })
  return [...skipped, ...updated, ...queued]
}

/** The one value of all of them; null where they differ. */
const agreed = <Value>(values: readonly Value[]): Value | null =>
  new Set(values).size === 1 ? (values[0] ?? null) : null

const byBruteForce = (reply: QueueCounts, skippedByRule: readonly boolean[]): (Certain | null)[] => {
  const all = assignments(reply, skippedByRule)
  return skippedByRule.map((_, index) => {
    const ways = all.flatMap((ways) => ways[index] ?? [])
    const state = agreed(ways.map(({ way }) => (way === 'skipped' ? 'skipped' : 'confirmed')))
    if (state !== 'confirmed') return state === null ? null : { state }
    const as = agreed(ways.flatMap(({ way }) => (way === 'skipped' ? [] : [way])))
    return { state, as, conversationId: agreed(ways.map((one) => (one.way === 'queued' ? one.id : null))) }
  })
}

const count = fc.integer({ min: 0, max: 3 })
const anyReply = fc.record({
  queued: count,
  updated: count,
  skipped: count,
  queuedConversationIds: fc.array(fc.constantFrom('c1', 'c2', 'c3'), { maxLength: 4 }),
})
/** Replies that mostly add up: what a service says of the items it got. */
const fittingReply = fc
  .array(fc.record({ way: fc.constantFrom('queued', 'updated', 'skipped'), byRule: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((items) => {
    const ways = items.map(({ way, byRule }) => (byRule ? 'skipped' : way))
    const countOf = (way: string) => ways.filter((one) => one === way).length
    const queuedConversationIds = Array.from({ length: countOf('queued') }, (_, index) => `c${index}`)
    const counts = { queued: countOf('queued'), updated: countOf('updated'), skipped: countOf('skipped') }
    return { reply: { ...counts, queuedConversationIds }, skippedByRule: items.map(({ byRule }) => byRule) }
  })

test('a reply makes certain exactly what all assignments that it allows agree on', () => {
  fc.assert(
    fc.property(fittingReply, ({ reply, skippedByRule }) => {
      expect(certainOutcomes(reply, skippedByRule)).toEqual(byBruteForce(reply, skippedByRule))
    }),
    { numRuns: 2000 },
  )
})

test('a reply with any counts makes certain exactly what all assignments that it allows agree on', () => {
  fc.assert(
    fc.property(anyReply, fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }), (reply, skippedByRule) => {
      expect(certainOutcomes(reply, skippedByRule)).toEqual(byBruteForce(reply, skippedByRule))
    }),
    { numRuns: 3000 },
  )
})

const reply = (queued: number, updated: number, skipped: number, ids = queued): QueueCounts => ({
  queued,
  updated,
  skipped,
  queuedConversationIds: Array.from({ length: ids }, (_, index) => `c${index}`),
})
const QUEUED = { state: 'confirmed', as: 'queued', conversationId: null }

test.each([
  ['all queued: which conversation is whose stays open', reply(2, 0, 0), [false, false], [QUEUED, QUEUED]],
  ['the only one queued has the only conversation', reply(1, 0, 0), [false], [{ ...QUEUED, conversationId: 'c0' }]],
  [
    'as many skipped as the rules skip: the rest is queued',
    reply(1, 0, 1),
    [true, false],
    [{ state: 'skipped' }, { ...QUEUED, conversationId: 'c0' }],
  ],
  ['one more skipped than the rules skip', reply(1, 0, 2), [true, false, false], [{ state: 'skipped' }, null, null]],
  ['fewer conversations than queued', reply(2, 0, 0, 1), [false, false], [null, null]],
  ['counts that are not the items sent', reply(1, 0, 0), [false, false], [null, null]],
  ['a pitch queued that a rule skips', reply(2, 0, 0), [true, false], [null, null]],
])('%s', (_, counts, skippedByRule, expected) => {
  expect(certainOutcomes(counts, skippedByRule)).toEqual(expected)
})

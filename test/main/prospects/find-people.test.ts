import fc from 'fast-check'
import { expect, test } from 'vitest'
import { likelySkip } from '../../../src-main/credits/rules/find-people-skips.ts'
import type { BatchGroup } from '../../../src-main/journal/kind.ts'
import { outcomesOf } from '../../../src-main/prospects/find-people.ts'

const groupOf = (ids: readonly string[], payloads: Record<string, BatchGroup['items'][number]['payload']> = {}) => {
  const [first, ...rest] = ids.map((id, item) => ({ item, label: id, refId: id, payload: payloads[id] ?? {} }))
  if (first === undefined) throw new Error('A call has an item.')
  return { brandId: 'b', details: {}, items: [first, ...rest] } as const
}

const replyOf = (enqueuedProspectIds: string[], skipped: number, creditsCharged: number, more: object = {}) => ({
  enqueuedCount: enqueuedProspectIds.length,
  enqueuedProspectIds,
  skipped,
  creditsCharged,
  ...more,
})

test('enqueued sites are confirmed with their share; a skipped one has its likely reason', () => {
  const group = groupOf(['a', 'b', 'c'], { a: { domain: 'a.test' }, b: { skip: 'It already links to the brand.' } })
  expect(outcomesOf(replyOf(['a'], 2, 5), group)).toEqual([
    { item: 0, state: 'confirmed', reason: null, result: { domain: 'a.test', creditsCharged: 5 } },
    { item: 1, state: 'skipped', reason: 'It already links to the brand.', result: {} },
    { item: 2, state: 'skipped', reason: 'The service skipped it and did not say why.', result: {} },
  ])
  const words = outcomesOf(replyOf(['a'], 2, 5, { message: 'two are known' }), group)
  expect(words[2]).toMatchObject({ state: 'skipped', reason: 'two are known' })
})

test('counts that do not add up leave sites unknown that the reply does not name', () => {
  const group = groupOf(['a', 'b', 'c'])
  const states = (reply: Parameters<typeof outcomesOf>[0]) => outcomesOf(reply, group).map(({ state }) => state)
  expect(states(replyOf(['a'], 1, 5))).toEqual(['confirmed', 'unknown', 'unknown'])
  expect(states({ ...replyOf(['a'], 2, 10), enqueuedCount: 2 })).toEqual(['confirmed', 'unknown', 'unknown'])
  expect(states(replyOf(['a', 'another brand’s'], 1, 10))).toEqual(['confirmed', 'unknown', 'unknown'])
})

test('shares of the items add up to any charge of the service', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(ids, fc.nat(50), fc.nat(1000), (all, cut, charged) => {
      const enqueued = all.slice(0, cut)
      const outcomes = outcomesOf(replyOf(enqueued, all.length - enqueued.length, charged), groupOf(all))
      const sum = outcomes.reduce((total, { result }) => total + Number(result.creditsCharged ?? 0), 0)
      expect(sum).toBe(charged)
      expect(outcomes.filter(({ state }) => state === 'confirmed')).toHaveLength(enqueued.length)
      expect(outcomes.map(({ item }) => item)).toEqual(all.map((_, item) => item))
    }),
  )
})

test.each([
  [{ status: 'finding_people' }, 'already searching it for people'],
  [{ status: 'linked' }, 'already links to the brand'],
  [{ status: 'new', linkStatus: 'already linked' }, 'already links to the brand'],
  [{ status: 'new', hasBacklink: true }, 'already links to the brand'],
  [{ status: 'new', opportunity: 'self-serve' }, 'self-serve'],
  [{ status: 'new', opportunityType: 'Creator platform' }, 'Creator platforms'],
  [{ status: 'new', isSelfServe: true }, 'self-serve'],
])('%j would be skipped', (fields, words) => {
  expect(likelySkip({ id: 'p', ...fields })).toContain(words)
})

test.each([
  { status: 'new' },
  { status: 'contacted', title: 'Self-serve and linked already', url: 'https://linked.test/self-serve' },
  { status: 'new', opportunity: 'broken link' },
  { status: 'new', opportunity: 'unlinked mention' },
  { status: 'new', hasBacklink: false },
])('%j would be searched', (fields) => {
  expect(likelySkip({ id: 'p', ...fields })).toBeNull()
})

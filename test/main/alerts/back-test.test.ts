// What a back-test says of brands whose days it does not have.
import { expect, test } from 'vitest'
import { type BackTestDeps, createBackTest } from '../../../src-main/alerts/back-test.ts'
import { dayFromNumber } from '../../../src-main/base/clock.ts'
import { AlertRuleDraftSchema } from '../../../src-shared/desk/alerts.ts'

const TODAY = 20_000

/** A desk with one brand, whose last day of rankings is so many days ago. */
const littleHistoryWith = async (daysAgo: number): Promise<number> => {
  const points = Array.from({ length: 60 }, (_, at) => ({
    ...{ day: dayFromNumber(TODAY - daysAgo - 59 + at), clicks: 5, isWhole: true },
  }))
  const backTest = createBackTest({
    store: { read: async (name: string) => (name === 'alerts.ofKeywords' ? [] : points) },
    clock: { now: () => TODAY * 86_400_000, monotonicMs: () => 0 },
    brands: { list: () => [{ id: 'acme', name: 'Acme', tags: [] }] },
    emit: () => undefined,
    closing: new AbortController().signal,
  } as unknown as BackTestDeps) // what it reads
  const rule = AlertRuleDraftSchema.parse({ name: 'x', condition: { kind: 'lost-top-3' } })
  return (await backTest.run(rule, 60)).brandsWithLittleHistory
}

test('a brand whose days are older than those that are tested has little history of them', async () => {
  expect(await littleHistoryWith(1)).toBe(0)
  expect(await littleHistoryWith(30)).toBe(0)
  expect(await littleHistoryWith(31)).toBe(1)
  expect(await littleHistoryWith(90)).toBe(1)
})

// Which days before and after an article are compared, at the border of each rule.
import { expect, test } from 'vitest'
import { createOutingBook, type PlacedOuting } from '../../../src-main/impact/rules/outing.ts'
import { windowsOf } from '../../../src-main/impact/rules/windows.ts'
import { toSums } from '../../../src-main/rankings/rules/keyword-series.ts'

const FIRST_DAY = 1000
type Options = {
  readonly day?: number
  readonly endDay?: number
  /** Other articles on the page. */
  readonly others?: readonly number[]
  readonly length?: number
  readonly unknown?: readonly number[]
}

/** `before` and `after` as days of the series, or the reason and the days after. */
const windows = ({ day = 60, endDay, others = [], length = 120, unknown = [] }: Options = {}) => {
  const outing = (of: number, end?: number): PlacedOuting => ({
    ...{ slug: 'tea', title: null, pages: new Set([7]), day: FIRST_DAY + of },
    endDay: end === undefined ? null : FIRST_DAY + end,
  })
  const own = outing(day, endDay)
  const knownSums = toSums(Float64Array.from({ length: length + 1 }, (_, at) => (unknown.includes(at) ? 0 : 1)))
  const book = createOutingBook([own, ...others.map((of) => outing(of))])
  const found = windowsOf({ firstDay: FIRST_DAY, length, knownSums }, own, book)
  if ('reason' in found) return [found.reason, found.daysAfter]
  const { before, after } = found.windows
  return [before.from, before.until, after.from, after.until]
}
const OTHER = expect.arrayContaining(['other-article'])

test('four weeks before an article are compared with four weeks after it has settled', () => {
  expect(windows()).toEqual([32, 60, 64, 92])
  expect(windows({ day: 34, length: 72 })).toEqual([6, 34, 38, 66])
  expect(windows({ day: 20, length: 45 })).toEqual([6, 20, 24, 45])
})

test('changes within four days of one another are one, in whatever order they are known', () => {
  expect(windows({ others: [66, 63, 54, 57] })).toEqual([26, 54, 70, 98])
  expect(windows({ endDay: 63 })).toEqual([32, 60, 67, 95])
  expect(windows({ others: [64] })).toEqual(['other-article', 28])
})

test('two weeks without another change are enough on both sides, a day less is not', () => {
  expect(windows({ others: [78] })).toEqual([32, 60, 64, 78])
  expect(windows({ others: [77] })).toEqual(['other-article', 28])
  expect(windows({ endDay: 77 })).toEqual(['unpublished', 28])
  expect(windows({ others: [42] })).toEqual([46, 60, 64, 92])
  expect(windows({ others: [43] })).toEqual(OTHER)
})

test('two weeks of days have to be there before and after', () => {
  expect(windows({ length: 78 })).toEqual([32, 60, 64, 78])
  expect(windows({ length: 77 })).toEqual(['days-to-come', 13])
  expect(windows({ length: 61 })).toEqual(['days-to-come', 0])
  expect(windows({ day: 14 })).toEqual([0, 14, 18, 46])
  expect(windows({ day: 13 })).toEqual(['no-history', 28])
})

test('three of four days of each window have to be cached', () => {
  const days = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)
  for (const from of [32, 53, 64, 85]) {
    expect(windows({ unknown: days(from, 7) })).toEqual([32, 60, 64, 92])
    expect(windows({ unknown: [...days(from, 7), from === 32 || from === 64 ? from + 7 : from - 1] })).toEqual([
      'days-missing',
      28,
    ])
  }
  // The days between settle.
  expect(windows({ unknown: days(60, 4) })).toEqual([32, 60, 64, 92])
})

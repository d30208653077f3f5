// Rates of clicks and the bands around what is expected, by numbers that can be worked out by hand.
import { expect, test } from 'vitest'
import {
  bandOf,
  bandScores,
  deviationOf,
  driftOf,
  type Score,
  scoresOf,
  thinned,
} from '../../../src-main/opportunities/rules/band.ts'
import type { BinSums } from '../../../src-main/opportunities/rules/click-sums.ts'
import { drawn, keywordSpread, placeIn, rateAt, worthOf } from '../../../src-main/opportunities/rules/rates.ts'

const NONE = { sum: 0, count: 0 }
const sums = (of: Partial<Record<keyof BinSums, readonly number[]>>) => of as unknown as BinSums // what is read of them

test('a rate is that of a point, between two on their line, and unknown far beyond the first and the last', () => {
  const rates = [0.3, 0.2, 0.1]
  const at = (position: number) => rateAt([1, 2, 4].map(Math.log), rates, position)
  expect([0.5, 1, 2, 4].map(at)).toEqual([0.3, 0.3, 0.2, 0.1])
  expect(at(Math.sqrt(8))).toBeCloseTo(0.2 * Math.SQRT1_2, 9)
  expect([at(6.2), at(6.4)]).toEqual([0.1, null])
  expect([1.3, 1.25].map((position) => rateAt([Math.log(2)], [0.2], position))).toEqual([0.2, null])
  expect(rateAt([0, 1], [0.2, 0], Math.exp(0.5))).toBeCloseTo(0.1, 9)
  expect(rateAt([], [], 1)).toBeNull()
})

test('what a group is worth grows with its clicks, and less where keywords differ', () => {
  const worth = (impressions: number, rate: number, keywords = 0) =>
    worthOf(sums({ impressions: [impressions], squares: [400] }), 0, rate, keywords)
  expect(worth(100, 0.1)).toBeCloseTo(100 / 9, 9)
  expect(worth(100, 0.1, 0.5)).toBeCloseTo(100 / 11, 9)
  expect([worth(0, 0.1), worth(100, 0)]).toEqual([0, 0])
  expect(placeIn(sums({ logs: [6], impressions: [3] }), 0)).toBe(2)
  expect(placeIn(sums({ logs: [6], impressions: [0.5] }), 0)).toBe(6)
})

test('few measured differences are drawn to what is usual, and none is nearly zero', () => {
  expect(drawn({ sum: 30, count: 5 }, { value: 2, count: 5 })).toBe(4)
  expect(drawn({ sum: -100, count: 5 }, { value: 2, count: 5 })).toBe(0.1)
  expect(keywordSpread({ sum: 30, count: 30 }, 0)).toBe(0.5)
  expect(driftOf(NONE, NONE)).toBeCloseTo(0.03, 9)
  expect(driftOf({ sum: 40, count: 40 }, NONE)).toBeCloseTo(0.515, 9)
  expect(driftOf(NONE, { sum: 8.8, count: 40 })).toBeCloseTo(0.125, 9)
  expect(driftOf({ sum: -9, count: 1 }, NONE)).toBe(0.001)
})

test('an error counts in deviations, and many are thinned evenly', () => {
  expect(deviationOf(0, 3)).toBe(0.5)
  expect(deviationOf(4, 3)).toBeCloseTo(Math.sqrt(3.25), 9)
  const tried = [
    [1, 4, 3],
    [-2, 0, 0],
  ] as const
  const [first, second] = scoresOf({ tried, drift: NONE }, NONE)
  expect(first).toEqual([-4, 0])
  expect(second).toEqual([expect.closeTo(1 / Math.sqrt(3.28), 9), 4])
  const ten = Array.from({ length: 10 }, (_, at) => at + 1)
  expect([thinned(ten, 10), thinned(ten, 3)]).toEqual([ten, [4, 7, 10]])
})

test('without past errors a band is that of a normal distribution, and never below nothing', () => {
  const scores = bandScores([], [])
  for (const clicks of [0, 1, 5, 10_000]) {
    expect(scores(clicks).low).toBeCloseTo(-1.645, 9)
    expect(scores(clicks).high).toBeCloseTo(1.645, 9)
  }
  const band = bandOf({ clicks: 100, own: 0, shared: 0 }, scores)
  expect(band.low).toBeCloseTo((10 - 1.645 / 2) ** 2, 6)
  expect(band.high).toBeCloseTo((10 + 1.645 / 2) ** 2, 6)
  expect(bandOf({ clicks: 0.25, own: 0, shared: 0 }, scores).low).toBe(0)
})

test('past errors count most for keywords with about as many clicks, and between two amounts in part', () => {
  const own = Array.from({ length: 2000 }, (_, at): Score => [at % 2 === 0 ? -3 : 3, 100])
  const scores = bandScores(own, [])
  const about = (most: number) => ({ low: expect.closeTo(-most, 6), high: expect.closeTo(most, 6) })
  for (const clicks of [10, 30, 100, 1000, 50_000]) expect(scores(clicks)).toEqual(about(3))
  for (const clicks of [1, 3]) expect(scores(clicks)).toEqual(about(1.645))
  // Half of the way from 3 to 10.
  expect(scores(Math.sqrt(30))).toEqual(about((3 + 1.645) / 2))
  // A hundred errors of the agency replace the normal distribution, fewer do so in part.
  const agency = Array.from({ length: 100 }, (_, index): Score => [index % 2 === 0 ? -5 : 5, 1])
  for (const errors of [agency, [...agency, ...agency]]) expect(bandScores([], errors)(1)).toEqual({ low: -5, high: 5 })
  expect(bandScores([], agency.slice(0, 10))(1).low).toBe(-1.645)
  // Where their keywords have far more clicks, a little of it is left.
  const far = agency.map(([score]): Score => [score, 1e12])
  expect(bandScores([], far)(1)).toEqual(about(1.645))
})

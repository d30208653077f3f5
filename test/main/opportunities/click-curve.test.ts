import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agencyOf, type BrandSums } from '../../../src-main/opportunities/rules/agency-clicks.ts'
import { clickCurve } from '../../../src-main/opportunities/rules/click-curve.ts'
import type { ClickRow } from '../../../src-main/opportunities/rules/click-row.ts'
import { sumsOf } from '../../../src-main/opportunities/rules/click-sums.ts'
import { falling } from '../../../src-main/opportunities/rules/monotone.ts'
import { BINS, binOf, placesOfBin } from '../../../src-main/opportunities/rules/position-bins.ts'

const row = (keyword: number, position: number | null, clicks: number, impressions = 1000): ClickRow => ({
  keyword,
  isBranded: false,
  now: { clicks, impressions, position },
  before: null,
})
/** So many keywords at each of the first ten places, with this CTR at the first; half of them do better, half worse. */
const brandWith = (first: number, keywords: number): ClickRow[] =>
  Array.from({ length: keywords * 10 }, (_, at) => {
    const position = 1 + (at % 10)
    return row(at, position, Math.round(((1000 * first) / position) * (at % 20 < 10 ? 0.6 : 1.4)))
  })
const known = (rows: readonly ClickRow[]): BrandSums => ({ sums: sumsOf(rows), errors: null })
const curveIn = (rows: readonly ClickRow[], others: readonly (readonly ClickRow[])[]) => {
  const brands = [rows, ...others].map(known)
  return clickCurve(sumsOf(rows).now.plain, agencyOf(brands).plain)
}

test('the groups of positions follow each other from the first place to the hundredth', () => {
  const spans = Array.from({ length: BINS }, (_, bin) => placesOfBin(bin))
  expect(spans.map(([from]) => from).slice(1)).toEqual(spans.map(([, to]) => to + 1).slice(0, -1))
  expect([spans[0], spans.at(-1)]).toEqual([
    [1, 1],
    [51, 100],
  ])
  for (const [bin, places] of spans.entries()) expect(places.map(binOf)).toEqual([bin, bin])
  expect([0, 10.4, 10.5, 100.6, 300].map(binOf)).toEqual([0, 9, 10, BINS - 1, BINS - 1])
})

test('values that never rise are as close to the given ones as any', () => {
  expect(falling([3, 1, 2, 0], [1, 1, 1, 1])).toEqual([3, 1.5, 1.5, 0])
  expect(falling([1, 2, 3], [1, 1, 2])).toEqual([2.25, 2.25, 2.25])
  expect(falling([], [])).toEqual([])
  const value = fc.double({ min: 0, max: 1, noNaN: true })
  const weight = fc.double({ min: 0.1, max: 9, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.tuple(value, weight), { minLength: 1, maxLength: 12 }), fc.array(value), (pairs, other) => {
      const [values, weights] = [pairs.map(([one]) => one), pairs.map(([, one]) => one)]
      const found = falling(values, weights)
      const errorOf = (list: readonly number[]) =>
        values.reduce((sum, one, at) => sum + (weights[at] ?? 0) * (one - (list[at] ?? 0)) ** 2, 0)
      for (const [at, one] of found.entries()) expect(one).toBeLessThanOrEqual((found[at - 1] ?? 2) + 1e-12)
      const rival = values.map((_, at) => other[at] ?? 0).toSorted((one, next) => next - one)
      expect(errorOf(found)).toBeLessThanOrEqual(errorOf(rival) + 1e-9)
    }),
  )
})

test('a brand with many keywords keeps its own curve, one with few is drawn to the agency', () => {
  const others = Array.from({ length: 6 }, (_, at) => brandWith(0.28 + 0.01 * (at % 3), 20))
  const many = curveIn(brandWith(0.12, 40), others).points
  const one = curveIn([row(0, 1, 12, 100)], others).points
  expect(many[0]?.ctr).toBeGreaterThan(0.11)
  expect(many[0]?.ctr).toBeLessThan(0.14)
  expect(one[0]?.ctr).toBeGreaterThan(0.15)
  expect(one[0]?.ctr).toBeLessThan(one[0]?.agencyCtr ?? 0)
  // What one keyword cannot say is in the width.
  const widthOf = (points: typeof one) => (points[0]?.high ?? 0) - (points[0]?.low ?? 0)
  expect(widthOf(one)).toBeGreaterThan(3 * widthOf(many))
  // The level of one keyword moves the whole curve a little, also where it has no keyword.
  expect(one[4]?.ctr).toBeLessThan(one[4]?.agencyCtr ?? 0)
})

test('a curve never rises, and lies within its interval', () => {
  const rows = [1, 2, 3, 4, 5].flatMap((position) =>
    Array.from({ length: 12 }, (_, at) => row(position * 100 + at, position, position === 3 ? 300 : 200 / position)),
  )
  const { points } = curveIn(rows, [])
  for (const [at, { ctr, low, high }] of points.entries()) {
    expect(ctr).toBeLessThanOrEqual((points[at - 1]?.ctr ?? 1) + 1e-12)
    expect(low).toBeLessThan(ctr)
    expect(high).toBeGreaterThan(ctr)
  }
})

test('a curve has no figure where no brand ranks, and none at all without positions', () => {
  const curve = curveIn(brandWith(0.2, 5), [])
  expect(curve.at(1)).toBeGreaterThan(0.1)
  expect(curve.at(40)).toBeNull()
  const none = curveIn([row(0, null, 0, 0)], [])
  expect(none.points).toEqual([])
  expect(none.at(1)).toBeNull()
})

test('a brand without clicks expects none, beside an agency next to none', () => {
  const silent = Array.from({ length: 60 }, (_, at) => row(at, 1 + (at % 10), 0))
  expect(curveIn(silent, []).points.every(({ ctr }) => ctr < 0.001)).toBe(true)
  const beside = curveIn(silent, [brandWith(0.3, 20), brandWith(0.25, 20)])
  expect(beside.at(1)).toBeLessThan(0.02)
})

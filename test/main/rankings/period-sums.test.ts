// Sums over days that have the same keywords, fewer, others, or none, against the plain way.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DayRow, packDay } from '../../../src-main/rankings/rules/packed-day.ts'
import { sumDays } from '../../../src-main/rankings/rules/period-sums.ts'

type Sum = { clicks: number; impressions: number; shown: number; weighted: number; places: number[] }

const plainly = (days: readonly (readonly DayRow[])[]) => {
  const sums = new Map<number, Sum>()
  for (const { keyword, position, clicks, impressions } of days.flat()) {
    const sum = sums.get(keyword) ?? { clicks: 0, impressions: 0, shown: 0, weighted: 0, places: [] }
    sums.set(keyword, sum)
    sum.clicks += clicks
    sum.impressions += impressions
    if (position === null) continue
    sum.shown += impressions
    sum.weighted += position * impressions
    sum.places.push(position)
  }
  return [...sums]
    .toSorted(([one], [other]) => one - other)
    .map(([keyword, { clicks, impressions, shown, weighted, places }]) => {
      const plain = places.reduce((sum, position) => sum + position, 0) / places.length
      const position = places.length === 0 ? null : Math.round(shown === 0 ? plain : weighted / shown)
      return { keyword, position, clicks, impressions }
    })
}

const rowArbitrary = fc.record({
  keyword: fc.integer({ min: 1, max: 12 }),
  position: fc.oneof(fc.constant(null), fc.integer({ min: 1000, max: 100_000 })),
  clicks: fc.nat({ max: 300 }),
  impressions: fc.oneof(fc.constant(0), fc.nat({ max: 70_000 })),
  page: fc.constant(0),
})
/** Days of some keywords, and days of all up to a number, which lie side by side. */
const dayArbitrary = fc.oneof(
  fc.uniqueArray(rowArbitrary, { selector: ({ keyword }) => keyword, maxLength: 8 }),
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.array(rowArbitrary, { maxLength: 8 }))
    .map(([first, rows]) => rows.map((row, at) => ({ ...row, keyword: first + at }))),
)

test('sumDays adds up each keyword as one walk over all rows does', () => {
  fc.assert(
    fc.property(fc.array(dayArbitrary, { maxLength: 6 }), (days) => {
      const upwards = days.map((rows) => rows.toSorted((one, other) => one.keyword - other.keyword))
      const { keywords, positions, clicks, impressions } = sumDays(upwards.map(packDay))
      const rows = Array.from(keywords, (keyword, at) => ({
        keyword,
        position: Number.isNaN(positions[at]) ? null : positions[at],
        clicks: clicks[at],
        impressions: impressions[at],
      }))
      expect(rows).toEqual(plainly(days))
    }),
    { numRuns: 1000, seed: 7 },
  )
})

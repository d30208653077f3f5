import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDayReader, createPlaces } from '../../../src-main/rankings/rules/day-columns.ts'
import { packDay, unpackDay } from '../../../src-main/rankings/rules/packed-day.ts'

/** As wide as each width of a column, and too wide for whole numbers. */
const numberArbitrary = fc.oneof(
  ...[0, 1, 255, 65_535, 2 ** 24 - 1, 2 ** 32 - 1].map((max) => fc.nat({ max: Math.min(max, 2 ** 31 - 1) })),
  fc.constantFrom(2 ** 32 - 1, 2 ** 32, 2 ** 40, 0.5),
)
const dayArbitrary = fc
  .uniqueArray(fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: 4_000_000 })), { maxLength: 40 })
  .chain((keywords) =>
    fc.tuple(
      ...keywords
        .toSorted((one, other) => one - other)
        .map((keyword) =>
          fc.record({
            keyword: fc.constant(keyword),
            position: fc.option(fc.nat({ max: 20_000_000 })),
            clicks: numberArbitrary,
            impressions: numberArbitrary,
            page: fc.nat({ max: 70_000 }),
          }),
        ),
    ),
  )

/** Another day of the same keywords, and days that differ from it in each, in one, and in how many there are. */
const neighboursOf = <Row extends { keyword: number; clicks: number }>(rows: readonly Row[]): Row[][] => [
  rows.map((row) => ({ ...row, clicks: 7 })),
  rows.map((row) => ({ ...row, keyword: row.keyword + 1 })),
  rows.map((row, at) => ({ ...row, keyword: row.keyword + (at === rows.length - 1 ? 2 : 1) })),
  rows.slice(0, -1),
]

test('a day read by columns has the rows that it has unpacked, whatever was read before', () => {
  const read = createDayReader()
  const check = (rows: Parameters<typeof packDay>[0]) => {
    const data = packDay(rows)
    const { count, keywords, column } = read(data)
    const [positions, clicks, impressions, pages] = [
      column('positions'),
      column('clicks'),
      column('impressions'),
      column('pages'),
    ]
    const found = Array.from({ length: count }, (_, row) => ({
      keyword: keywords[row],
      position: positions[row] === 0 ? null : (positions[row] ?? 0) - 1,
      clicks: clicks[row],
      impressions: impressions[row],
      page: pages[row],
    }))
    expect(found).toEqual(unpackDay(data))
  }
  fc.assert(
    fc.property(dayArbitrary, (rows) => {
      for (const day of [rows, ...neighboursOf(rows)]) check(day)
    }),
  )
})

test('a keyword has the same place on every day, also where others came before it', () => {
  const { keywords, placeOf } = createPlaces()
  const placesOf = (day: readonly number[]) => {
    let place = -1
    return day.map((keyword) => {
      place = placeOf(keyword, place)
      return place
    })
  }
  expect(placesOf([3, 5, 9])).toEqual([0, 1, 2])
  expect(placesOf([3, 5, 9])).toEqual([0, 1, 2])
  expect(placesOf([1, 5, 7, 9])).toEqual([3, 1, 4, 2])
  expect(placesOf([])).toEqual([])
  expect(keywords).toEqual([3, 5, 9, 1, 7])
})

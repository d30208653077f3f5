import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DayRow, findRow, packDay, unpackDay } from '../../../src-main/rankings/rules/packed-day.ts'

const value = fc.oneof(
  fc.constantFrom(0, 1, 255, 256, 65_535, 65_536, 2 ** 24 - 1, 2 ** 24, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1),
  fc.nat(50_000),
  fc.constantFrom(0.5, -3, 1e300),
)
const row = fc.record({
  keyword: fc.oneof(fc.nat(2000), fc.nat(2 ** 31)),
  position: fc.oneof(fc.constant(null), fc.nat(100_000), fc.constantFrom(0, 2 ** 24, 2 ** 40)),
  clicks: value,
  impressions: value,
  page: fc.nat(70_000),
})
const byKeyword = (one: DayRow, other: DayRow) => one.keyword - other.keyword
const day = fc
  .uniqueArray(row, { selector: ({ keyword }) => keyword, maxLength: 300 })
  .map((rows) => rows.sort(byKeyword))

test('packed day gives back each row, whole or one by one, whatever its values', () => {
  fc.assert(
    fc.property(day, fc.nat(2000), (rows, other) => {
      const data = packDay(rows)
      expect(unpackDay(data)).toEqual(rows)
      for (const one of rows) expect(findRow(data, one.keyword)).toEqual(one)
      expect(findRow(data, other)).toEqual(rows.find(({ keyword }) => keyword === other))
    }),
  )
})

test('packed day takes at most 10 bytes a keyword for what a brand commonly has', () => {
  const rows = Array.from({ length: 1000 }, (_, keyword) => ({
    keyword: 40_000 + keyword,
    position: keyword % 10 === 0 ? null : 1000 + keyword * 99,
    clicks: (keyword * 7) % 900,
    impressions: (keyword * 31) % 20_000,
    page: 60_000 + (keyword % 200),
  }))
  expect(packDay(rows).byteLength / rows.length).toBeLessThan(10)
})

test('packed day of another format is refused', () => {
  const data = packDay([])
  data[0] = 9
  expect(() => unpackDay(data)).toThrow('unknown format 9')
})

import { expect, test } from 'vitest'
import { forecastOf, KNOWN_DAYS_MIN } from '../../../src-main/rankings/rules/forecast.ts'
import { backTest, backTestTable } from '../../support/forecast-back-test.ts'

const shareOf = ({ inside, count }: { inside: number; count: number }) => inside / count

test('the 80% band holds 75 to 85% of the days that came, in each of eleven kinds of series and each week ahead', () => {
  const found = backTest({ seed: 5, series: 40, knownDays: [60, 120] })
  process.stdout.write(`${backTestTable(found)}\n`)
  expect(found.all.count).toBeGreaterThan(24_000)
  const kinds = Array.from(found.by).filter(([kind]) => !/(ahead|known days)$/.test(kind))
  expect(kinds).toHaveLength(11)
  for (const [kind, held] of [...kinds, ['all', found.all] as const]) {
    expect(shareOf(held), kind).toBeGreaterThanOrEqual(0.75)
    expect(shareOf(held), kind).toBeLessThanOrEqual(0.85)
  }
  const weeks = Array.from(found.by).filter(([kind]) => kind.endsWith('ahead'))
  expect(weeks).toHaveLength(4)
  for (const [, week] of weeks) expect(Math.abs(shareOf(week) - 0.8)).toBeLessThan(0.07)
  // The same measure refuses a band that is a fifth narrower, and one that is a quarter wider.
  expect(shareOf(found.narrow)).toBeLessThan(0.75)
  expect(shareOf(found.wide)).toBeGreaterThan(0.85)
})

const days = (count: number, of: (day: number) => number | null) => Array.from({ length: count }, (_, at) => of(at))
const weekly = (day: number): number => [100, 110, 120, 115, 105, 40, 30][day % 7] ?? 0

test('the middle follows the weekdays, and a trend fades', () => {
  const { points } = forecastOf(days(140, weekly), 'count', 14)
  for (const [ahead, { value }] of (points ?? []).entries())
    expect(Math.abs(value / weekly(140 + ahead) - 1)).toBeLessThan(0.2)
  const climbing =
    forecastOf(
      days(140, (day) => 100 * 1.01 ** day),
      'count',
      90,
    ).points ?? []
  const last = climbing.at(-1)?.value ?? 0
  expect(climbing[0]?.value).toBeGreaterThan(100 * 1.01 ** 130)
  expect(last).toBeLessThan(100 * 1.01 ** 229)
})

test('clicks are never below 0 and positions never above the first place', () => {
  const few =
    forecastOf(
      days(90, (day) => (day % 3 === 0 ? 1 : 0)),
      'count',
      90,
    ).points ?? []
  const top =
    forecastOf(
      days(90, (day) => 1 + (day % 4) / 10),
      'position',
      90,
    ).points ?? []
  expect(few.map(({ low }) => low).every((low) => low >= 0)).toBe(true)
  expect(top.map(({ low }) => low).every((low) => low >= 1)).toBe(true)
  for (const { value, low, high } of [...few, ...top]) {
    expect(low).toBeLessThanOrEqual(value)
    expect(high).toBeGreaterThanOrEqual(value)
  }
})

test('a band is wider on the side on which the past was further away', () => {
  const { points } = forecastOf(
    days(150, (day) => ((day * 7919) % 5 === 0 ? 400 : 100 + ((day * 31) % 7))),
    'count',
    7,
  )
  const [first] = points ?? []
  expect((first?.high ?? 0) - (first?.value ?? 0)).toBeGreaterThan(2 * ((first?.value ?? 0) - (first?.low ?? 0)))
})

test('too few known days give no forecast, and days that are missing are no zeros', () => {
  expect(forecastOf(days(KNOWN_DAYS_MIN - 1, weekly), 'count', 28)).toEqual({
    points: null,
    tooFew: { known: KNOWN_DAYS_MIN - 1, of: KNOWN_DAYS_MIN - 1 },
  })
  expect(
    forecastOf(
      days(120, (day) => (day % 2 === 0 || day === 119 ? 5 : null)),
      'count',
      28,
    ).points,
  ).toBe(null)
  const gaps = forecastOf(
    days(121, (day) => (day % 5 === 1 ? null : weekly(day))),
    'count',
    7,
  )
  for (const [ahead, { value }] of (gaps.points ?? []).entries())
    expect(Math.abs(value / weekly(121 + ahead) - 1)).toBeLessThan(0.3)
})

test('a forecast reaches two thirds of the known days, and tells how it did once there is enough history', () => {
  expect(forecastOf(days(45, weekly), 'count', 90)).toMatchObject({ held: null })
  expect(forecastOf(days(45, weekly), 'count', 90).points).toHaveLength(30)
  const calm = forecastOf(
    days(150, (day) => weekly(day) + ((day * 31) % 9)),
    'count',
    28,
  )
  expect(calm).toMatchObject({ held: { weeks: 8, share: expect.any(Number) } })
})

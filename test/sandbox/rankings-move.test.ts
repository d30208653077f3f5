import { expect, it } from 'vitest'
import { seedBrand } from '../../src-sandbox/seed/brands.ts'
import { dayNumber } from '../../src-sandbox/seed/days.ts'
import { seedKeywords } from '../../src-sandbox/seed/keywords.ts'
import { brandDay, totalsOver } from '../../src-sandbox/seed/rankings.ts'
import { sliceShare } from '../../src-sandbox/seed/slices.ts'

const LAST_DAY = dayNumber('2026-03-10')
const DAYS = 84

/** Position (0: none), clicks, impressions and leading page of each keyword, day by day. */
const history = (index: number) => {
  const brand = seedBrand(1, index)
  return seedKeywords(brand, 300).map((keyword) =>
    Array.from({ length: DAYS }, (_, at) => {
      const day = brandDay(brand.seed, brand.industry, LAST_DAY - DAYS + 1 + at)
      const { clicks, impressions, weightedPosition, pages } = totalsOver(keyword, [day], sliceShare(keyword, {}))
      const position = impressions === 0 ? 0 : weightedPosition / impressions
      const most = Math.max(...pages.map((page) => page.impressions))
      return { day: day.day, position, clicks, impressions, page: pages.findIndex((page) => page.impressions === most) }
    }),
  )
}

it('moves as real rankings do: small steps by day, larger ones by month, entries, drop-outs and pages that change', () => {
  const keywords = history(3)
  const steps = keywords.flatMap((days) =>
    days.slice(1).flatMap((day, at) => {
      const before = days[at]?.position ?? 0
      return before > 0 && day.position > 0 ? [Math.abs(Math.log(day.position / before))] : []
    }),
  )
  const months = keywords.flatMap((days) => {
    const [first, last] = [days[0]?.position ?? 0, days[56]?.position ?? 0]
    return first > 0 && last > 0 ? [Math.abs(Math.log(last / first))] : []
  })
  const mean = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0) / numbers.length
  expect(mean(steps)).toBeGreaterThan(0.01)
  expect(mean(months)).toBeGreaterThan(2 * mean(steps))
  const changes = (from: boolean) =>
    keywords.filter((days) =>
      days.slice(1).some((day, at) => from === (days[at]?.position === 0) && from === day.position > 0),
    )
  expect(changes(true).length).toBeGreaterThan(10)
  expect(changes(false).length).toBeGreaterThan(10)
  const ranked = keywords.map((days) => days.filter(({ position }) => position > 0).map(({ page }) => page))
  expect(ranked.filter((pages) => new Set(pages).size > 1).length).toBeGreaterThan(5)
})

it('clicks follow the position and the day of the week', () => {
  const days = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((index) => history(index).flat())
  const ctr = (from: number, to: number) => {
    const within = days.filter(({ position }) => position >= from && position < to)
    const total = (field: 'clicks' | 'impressions') => within.reduce((sum, day) => sum + day[field], 0)
    return total('clicks') / total('impressions')
  }
  const curve = [ctr(1, 1.5), ctr(2, 3), ctr(4, 6), ctr(8, 12), ctr(20, 40)]
  expect(curve).toEqual(curve.toSorted((left, right) => right - left))
  expect(curve[0]).toBeGreaterThan(0.15)
  expect(curve.at(-1)).toBeLessThan(0.02)
  const office =
    [...Array(20).keys()].find((index) => ['law', 'finance'].includes(seedBrand(1, index).industry.id)) ?? 0
  const byWeekday = Map.groupBy(history(office).flat(), ({ day }) => (day + 4) % 7)
  const impressions = (weekday: number) => (byWeekday.get(weekday) ?? []).reduce((sum, day) => sum + day.impressions, 0)
  expect(impressions(0)).toBeLessThan(0.7 * impressions(2))
})

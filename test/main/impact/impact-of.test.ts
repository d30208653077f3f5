import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createImpactOf } from '../../../src-main/impact/rules/impact-of.ts'
import { createOutingBook, type PlacedOuting } from '../../../src-main/impact/rules/outing.ts'
import { windowsOf } from '../../../src-main/impact/rules/windows.ts'
import { type BrandSeries, sumOver } from '../../../src-main/rankings/rules/keyword-series.ts'
import { SETTLING_DAYS } from '../../../src-shared/desk/values/impact-days.ts'
import { createRandom } from '../../support/random.ts'
import { type SeededDays, seriesOf } from '../../support/seeded-series.ts'

const LENGTH = 90
const PAGES = 14

/** Pages with one keyword each, of about 40 clicks a day; `clicksOn` changes them. */
const daysOf = (clicksOn: (page: number, at: number, usual: number) => number, length = LENGTH): SeededDays => {
  const random = createRandom(3)
  return {
    firstDay: 20_000,
    length,
    addresses: new Map(),
    keywords: Array.from({ length: PAGES }, (_, index) => {
      const clicks = Float64Array.from({ length }, (_each, at) =>
        Math.round(clicksOn(index + 1, at, (30 + 2 * index) * (0.85 + 0.3 * random()))),
      )
      const impressions = clicks.map((value) => 20 * value)
      // Position 5 throughout.
      const positions = impressions.map((value) => 5000 * value)
      return { clicks, impressions, positions, pages: new Uint32Array(length).fill(index + 1) }
    }),
  }
}
const outing = (at: number, page = 1, endAt: number | null = null): PlacedOuting => ({
  slug: `page-${page}`,
  title: null,
  day: 20_000 + at,
  endDay: endAt === null ? null : 20_000 + endAt,
  pages: new Set([page]),
})
const impact = (days: SeededDays, one = outing(50), others: readonly PlacedOuting[] = [], unknown?: Set<number>) =>
  createImpactOf(seriesOf(days, unknown), [one, ...others])(one)

const plain = daysOf((_page, _at, usual) => usual)

test('a page that doubles is up, one that halves is down, one that does as the others is neither', () => {
  const by = (factor: number) => impact(daysOf((page, at, usual) => (page === 1 && at >= 50 ? factor * usual : usual)))
  expect([by(2).verdict, by(0.5).verdict, impact(plain).verdict]).toEqual(['up', 'down', 'no-change'])
  expect(by(2).comparison?.difference.effect).toBeGreaterThan(0.85)
  expect(by(2).comparison?.difference.effect).toBeLessThan(1.15)
  const { difference } = by(2).comparison ?? {}
  expect(difference?.low).toBeLessThan(difference?.effect ?? 0)
  expect(difference?.high).toBeGreaterThan(difference?.effect ?? 0)
})

test('impressions and positions are compared as clicks are; a page that was not seen before has no change of position', () => {
  const { comparison } = impact(daysOf((page, at, usual) => (page === 1 && at >= 50 ? 2 * usual : usual)))
  expect(comparison?.measure('impressions')?.difference.effect).toBeCloseTo(1, 0)
  expect(comparison?.measure('impressions')?.difference.low).toBeGreaterThan(0)
  expect(comparison?.measure('position')?.difference.effect).toBeCloseTo(0)
  expect(comparison?.measure('clicks')?.difference).toEqual(comparison?.difference)
  const fresh = impact(daysOf((page, at, usual) => (page === 1 && at < 50 ? 0 : usual))).comparison
  expect(fresh?.measure('position')).toBe(null)
  expect(fresh?.measure('impressions')?.difference.effect).toBeGreaterThan(10)
})

test('what all pages do is no effect', () => {
  const before = impact(plain).comparison
  fc.assert(
    fc.property(fc.constantFrom(2, 3, 5), (factor) => {
      const all = impact(daysOf((_page, at, usual) => Math.round(usual) * (at >= 50 ? factor : 1)))
      expect(all.verdict).toBe('no-change')
      expect(all.comparison?.controlChange).toBeCloseTo(factor * (1 + (before?.controlChange ?? 0)) - 1, 1)
    }),
  )
})

test('windows are whole weeks without settling days, and hold no other change of the page', () => {
  const series = seriesOf(plain)
  const place = fc.integer({ min: 0, max: LENGTH - 1 })
  fc.assert(
    fc.property(place, fc.array(fc.tuple(place, fc.boolean()), { maxLength: 4 }), (at, others) => {
      const one = outing(at)
      const all = [one, ...others.map(([other, isSame]) => outing(other, isSame ? 1 : 2))]
      const found = windowsOf(series, one, createOutingBook(all))
      if ('reason' in found) return
      const { before, after } = found.windows
      for (const span of [before, after]) {
        expect([14, 21, 28]).toContain(span.until - span.from)
        expect(span.from).toBeGreaterThanOrEqual(0)
        expect(span.until).toBeLessThanOrEqual(LENGTH)
        const inside = all.filter(
          ({ day, pages }) => pages.has(1) && day - 20_000 >= span.from && day - 20_000 < span.until,
        )
        expect(inside).toEqual([])
      }
      expect(after.from).toBeGreaterThanOrEqual(at + SETTLING_DAYS)
      expect(before.until).toBeLessThanOrEqual(at)
    }),
  )
})

test('an article without enough days says which are missing', () => {
  const reason = (...given: Parameters<typeof impact>) => impact(...given).reason
  expect(reason(plain, outing(80))).toBe('days-to-come')
  expect(reason(plain, outing(10))).toBe('no-history')
  expect(reason(plain, outing(50, 1, 60))).toBe('unpublished')
  expect(reason(plain, outing(50), [outing(62)])).toBe('other-article')
  expect(reason(plain, outing(50), [outing(40)])).toBe('other-article')
  expect(reason(plain, outing(50, 99))).toBe('no-page')
  const gap = new Set(Array.from({ length: 12 }, (_, at) => 30 + at))
  expect(reason(plain, outing(50), [], gap)).toBe('days-missing')
  expect(reason(plain, outing(50), [], new Set([30, 31, 60]))).toBe(null)
})

test('a day that is not cached counts neither as clicks nor as a day', () => {
  const gone = new Set([25, 33, 57, 71])
  const [all, some] = [impact(plain), impact(plain, outing(50), [], gone)]
  const perDay = ({ clicks, comparison }: typeof all, series: BrandSeries) =>
    (clicks?.after ?? 0) / sumOver(series.knownSums, comparison?.windows.after ?? { from: 0, until: 0 })
  const [usual, with4] = [perDay(all, seriesOf(plain)), perDay(some, seriesOf(plain, gone))]
  expect(with4 / usual).toBeGreaterThan(0.95)
  expect(with4 / usual).toBeLessThan(1.05)
})

test('pages with an article are no controls, and with too few others nothing is measured', () => {
  const others = [2, 3, 4].map((page) => outing(55, page))
  const controls = impact(plain, outing(50), others).comparison?.controls.map(({ page }) => page) ?? []
  expect(controls.toSorted((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
  const most = Array.from({ length: 7 }, (_, index) => outing(55, index + 2))
  expect(impact(plain, outing(50), most)).toMatchObject({ verdict: 'not-measured', reason: 'few-pages' })
})

test('a page with few clicks gets no verdict but its detectable size', () => {
  const few = impact(daysOf((page, at, usual) => (page === 1 ? (at % 9 === 0 ? 1 : 0) : usual)))
  expect(few).toMatchObject({ verdict: 'no-change', reason: 'few-clicks' })
  expect(few.comparison?.difference.detectable).toBeGreaterThan(1)
})

test('a page that did not rank before is compared by the keywords of the days after', () => {
  const days = daysOf((_page, at, usual) => (at >= 50 && _page === 2 ? 2.5 * usual : usual))
  // Its keyword was that of page 2 until the article took it over.
  const taken = days.keywords[1]
  if (taken === undefined) throw new Error('There are pages.')
  taken.pages.fill(77, 50)
  const found = impact(days, outing(50, 77))
  expect(found).toMatchObject({ isNewPage: true, page: 77, verdict: 'up' })
  expect(found.keywords).toHaveLength(1)
  expect(found.comparison?.controls.map(({ page }) => page)).not.toContain(2)
})

test('the impact of thousands of articles looks at each of them a few times, however many there are', () => {
  let looks = 0
  const articles = Array.from({ length: 3000 }, (_, index): PlacedOuting => {
    const pages = new Set<number>(index === 0 ? [1] : [])
    return {
      ...outing(50, index + 1),
      get pages() {
        looks += 1
        return pages
      },
    }
  })
  const impactOf = createImpactOf(seriesOf(plain), articles)
  const verdicts = articles.map((one) => impactOf(one).verdict)
  expect(new Set(verdicts)).toEqual(new Set(['no-change', 'not-measured']))
  expect(looks / articles.length).toBeLessThan(10)
})

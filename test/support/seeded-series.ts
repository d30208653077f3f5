// A brand of the sandbox by keyword and day, as the cache gives it, without a desk between: for tests of many brands.
import { type BrandSeries, type KeywordSeries, toSums } from '../../src-main/rankings/rules/keyword-series.ts'
import { seedBrand } from '../../src-sandbox/seed/brands.ts'
import { seedKeywords } from '../../src-sandbox/seed/keywords.ts'
import { brandDay, totalsOver } from '../../src-sandbox/seed/rankings.ts'
import type { Lifts } from '../../src-sandbox/state/lifts.ts'

const WHOLE = { part: 1, lnShift: 0, salt: 0 }

export type SeededDays = {
  readonly firstDay: number
  readonly length: number
  readonly keywords: readonly {
    clicks: Float64Array
    impressions: Float64Array
    /** Times impressions, in thousandths. */
    positions: Float64Array
    pages: Uint32Array
  }[]
  /** Addresses by number, from 1 on. */
  readonly addresses: ReadonlyMap<number, string>
}

type SeedOptions = {
  readonly keywords: number
  readonly firstDay: number
  readonly length: number
  readonly conflicts?: number
  readonly lifts?: Lifts
}

/** Days of brand number `index` of a seed. The page of a keyword is the one seen most often, as in the cache. */
export const seededDays = (
  seed: number,
  index: number,
  { keywords, firstDay, length, conflicts = 0, lifts }: SeedOptions,
): SeededDays => {
  const brand = seedBrand(seed, index)
  const days = Array.from({ length }, (_, at) => brandDay(brand.seed, brand.industry, firstDay + at))
  const numbers = new Map<string, number>()
  const numberOf = (address: string): number => {
    const known = numbers.get(address) ?? numbers.size + 1
    numbers.set(address, known)
    return known
  }
  const rows = seedKeywords(brand, keywords, conflicts).map((keyword) => {
    const row = {
      clicks: new Float64Array(length),
      impressions: new Float64Array(length),
      positions: new Float64Array(length),
      pages: new Uint32Array(length),
    }
    const lifted = lifts?.daysOf(brand.teamId, keyword, days) ?? days
    for (const [at, day] of lifted.entries()) {
      const totals = totalsOver(keyword, [day], WHOLE)
      row.clicks[at] = totals.clicks
      row.impressions[at] = totals.impressions
      row.positions[at] = Math.round(1000 * totals.weightedPosition)
      const most = Math.max(...totals.pages.map(({ impressions }) => impressions))
      const top = keyword.pages[totals.pages.findIndex(({ impressions }) => impressions === most)]
      if (most > 0 && top !== undefined) row.pages[at] = numberOf(top)
    }
    return row
  })
  return { firstDay, length, keywords: rows, addresses: new Map(Array.from(numbers, ([text, no]) => [no, text])) }
}

const sumsOfDays = (values: Float64Array): Float64Array => {
  const sums = new Float64Array(values.length + 1)
  sums.set(values)
  return toSums(sums)
}

/** As the comparison takes them; `unknown` days are not cached. */
export const seriesOf = (days: SeededDays, unknown: ReadonlySet<number> = new Set()): BrandSeries => {
  const known = Float64Array.from({ length: days.length }, (_, at) => (unknown.has(at) ? 0 : 1))
  const keywords: KeywordSeries[] = days.keywords.map(({ clicks, impressions, positions, pages }, keyword) => ({
    keyword,
    pages: pages.map((page, at) => page * (known[at] ?? 0)),
    clickSums: sumsOfDays(clicks.map((value, at) => value * (known[at] ?? 0))),
    impressionSums: sumsOfDays(impressions.map((value, at) => value * (known[at] ?? 0))),
    positionSums: sumsOfDays(positions.map((value, at) => value * (known[at] ?? 0))),
  }))
  return { firstDay: days.firstDay, length: days.length, knownSums: sumsOfDays(known), keywords }
}

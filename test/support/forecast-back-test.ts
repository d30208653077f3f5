// The back-test of forecasts: many series are cut at a day, forecast from what came before it, and compared with what came.
import { type BandPoint, forecastOf } from '../../src-main/rankings/rules/forecast.ts'
import { seedBrand } from '../../src-sandbox/seed/brands.ts'
import { seedKeywords } from '../../src-sandbox/seed/keywords.ts'
import { brandDay, totalsOver } from '../../src-sandbox/seed/rankings.ts'
import { SERIES_SHAPES, simulatedSeries } from './forecast-series.ts'

const AHEAD_DAYS = 28
const WHOLE = { part: 1, lnShift: 0, salt: 0 }
const FIRST_DAY = 20_400
const MEASURES = ['clicks', 'impressions', 'position'] as const

/** What the keywords of a brand of the sandbox add up to, day by day. */
const sandboxBrand = (seed: number, index: number, days: number) => {
  const brand = seedBrand(seed, index)
  const keywords = seedKeywords(brand, 40)
  return Array.from({ length: days }, (_, at) => {
    const day = brandDay(brand.seed, brand.industry, FIRST_DAY + at)
    const found = keywords.map((keyword) => totalsOver(keyword, [day], WHOLE)).filter((one) => one.impressions > 0)
    const sum = (of: (one: (typeof found)[number]) => number) => found.reduce((total, one) => total + of(one), 0)
    return {
      clicks: sum(({ clicks }) => clicks),
      impressions: sum(({ impressions }) => impressions),
      position: found.length === 0 ? null : sum((one) => one.weightedPosition / one.impressions) / found.length,
    }
  })
}

type Tally = { inside: number; count: number }
const none = (): Tally => ({ inside: 0, count: 0 })
const add = (tally: Tally, isIn: boolean): void => {
  tally.count += 1
  if (isIn) tally.inside += 1
}
/** How many of the actual values lay in the band, by kind of series, by days known and by week ahead. */
export type BackTest = {
  readonly all: Tally
  readonly by: ReadonlyMap<string, Tally>
  /** The same for a band that is a fifth narrower, and one that is a quarter wider. */
  readonly narrow: Tally
  readonly wide: Tally
}

type BackTestOptions = {
  readonly seed: number
  /** Series of each kind, for each number of known days. */
  readonly series: number
  readonly knownDays: readonly number[]
}

/** Whether it lies in a band that is `width` times as wide. */
const isInside = (actual: number, { value, low, high }: BandPoint, width: number): boolean => {
  const [log, middle] = [Math.log1p(actual), Math.log1p(value)]
  const [under, over] = [middle - Math.log1p(low), Math.log1p(high) - middle]
  return log >= middle - width * under - 1e-9 && log <= middle + width * over + 1e-9
}

export const backTest = ({ seed, series, knownDays }: BackTestOptions): BackTest => {
  const by = new Map<string, Tally>()
  const [all, narrow, wide] = [none(), none(), none()]
  const judge = (kind: string, values: readonly (number | null)[], known: number) => {
    const { points } = forecastOf(values.slice(0, known), kind.includes('position') ? 'position' : 'count', AHEAD_DAYS)
    for (const [ahead, point] of (points ?? []).entries()) {
      const actual = values[known + ahead] ?? null
      if (actual === null) continue
      const keys = [kind, `${known} known days`, `week ${Math.floor(ahead / 7) + 1} ahead`]
      for (const key of keys) if (!by.has(key)) by.set(key, none())
      for (const tally of [all, ...keys.flatMap((key) => by.get(key) ?? [])]) add(tally, isInside(actual, point, 1))
      add(narrow, isInside(actual, point, 0.8))
      add(wide, isInside(actual, point, 1.25))
    }
  }
  for (const known of knownDays) {
    for (const shape of SERIES_SHAPES)
      for (let one = 0; one < series; one += 1)
        judge(shape, simulatedSeries(shape, seed * 1_000_003 + one * 7919 + known, known + AHEAD_DAYS), known)
    for (let one = 0; one < series; one += 1) {
      const days = sandboxBrand(seed + (one % 5), one, known + AHEAD_DAYS)
      for (const measure of MEASURES)
        judge(
          `sandbox ${measure}`,
          days.map((day) => day[measure]),
          known,
        )
    }
  }
  return { all, by, narrow, wide }
}

const percent = ({ inside, count }: Tally): string => `${((100 * inside) / count).toFixed(1)}%`

export const backTestTable = ({ all, by }: BackTest): string =>
  [...Array.from(by, ([kind, tally]) => `${kind}: ${percent(tally)}`), `all ${all.count} days: ${percent(all)}`].join(
    '\n',
  )

// Articles without and with an effect, on days and pages of the sandbox drawn at random: how often the verdict is wrong.
import { createImpactOf } from '../../src-main/impact/rules/impact-of.ts'
import type { PlacedOuting } from '../../src-main/impact/rules/outing.ts'
import { keywordsByPage } from '../../src-main/impact/rules/page-clicks.ts'
import { SETTLING_DAYS } from '../../src-shared/desk/values/impact-days.ts'
import { createRandom, type Random } from './random.ts'
import { type SeededDays, seededDays, seriesOf } from './seeded-series.ts'

/** A bell curve with its tails (Box and Muller). */
const gauss = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/**
 * More noise than the sandbox has, keyword by keyword: a walk that forgets a tenth of itself each day (about 28% up and
 * down), a week of its own (up to 25%), and single days of 60% more or less.
 */
const addNoise = ({ keywords }: SeededDays, random: Random): void => {
  for (const { clicks } of keywords) {
    let walk = 0
    const [week, start] = [0.25 * random(), 7 * random()]
    for (const [at, value] of clicks.entries()) {
      walk = 0.9 * walk + 0.12 * gauss(random)
      const usual = value * Math.exp(walk + week * Math.sin((2 * Math.PI * (at + start)) / 7))
      clicks[at] = Math.floor(usual * Math.max(0, 1 + 0.6 * gauss(random)) + random())
    }
  }
}

export type TrialOptions = {
  readonly trials: number
  readonly seed: number
  /** Days of history of a brand. */
  readonly length: number
  readonly keywords: number
  readonly isNoisy?: boolean
  /** Articles of one brand, each a trial of its own. */
  readonly articlesOfBrand?: number
}
type Count = { runs: number; found: number }
export type Trials = {
  /** Without an effect: `found` are false verdicts. */
  readonly none: Count
  /** The same, of which one on day 14, 21 or 28 is counted. */
  readonly noneEver: Count
  /** The same for the intervals of impressions and positions: `found` do not hold "no effect". */
  readonly impressions: Count
  readonly position: Count
  /** Planted effects by their size against the smallest detectable one, from the logarithm of both. */
  readonly below: Count
  readonly at: Count
  readonly above: Count
  /** The smallest detectable change of each run, sorted. */
  readonly detectable: number[]
  readonly fewClicks: number
  readonly other: number
}

const RUN_DAYS = 28 + SETTLING_DAYS + 28

/** The page's clicks times `factor` from the day of publishing on. */
const withLift = (days: SeededDays, keywords: ReadonlySet<number>, from: number, factor: number, random: Random) => ({
  ...days,
  keywords: days.keywords.map((row, index) =>
    keywords.has(index)
      ? { ...row, clicks: row.clicks.map((value, at) => (at < from ? value : Math.floor(value * factor + random()))) }
      : row,
  ),
})

const cutAt = (days: SeededDays, length: number): SeededDays => ({
  ...days,
  length,
  keywords: days.keywords.map(({ clicks, impressions, positions, pages }) => ({
    clicks: clicks.slice(0, length),
    impressions: impressions.slice(0, length),
    positions: positions.slice(0, length),
    pages: pages.slice(0, length),
  })),
})

export const runTrials = (options: TrialOptions): Trials => {
  const { trials, seed, length, keywords, isNoisy = false, articlesOfBrand = 10 } = options
  const random = createRandom(seed)
  const count = (): Count => ({ runs: 0, found: 0 })
  const effects = { below: count(), at: count(), above: count() }
  const result = { none: count(), noneEver: count(), impressions: count(), position: count(), ...effects }
  const detectable: number[] = []
  let [fewClicks, other] = [0, 0]
  for (let brand = 0; result.none.runs < trials; brand += 1) {
    const firstDay = 20_000 + Math.floor(random() * 700)
    const days = seededDays(seed + brand, brand % 40, { keywords, firstDay, length })
    if (isNoisy) addNoise(days, random)
    const addresses = [...days.addresses.keys()]
    for (let article = 0; article < articlesOfBrand && result.none.runs < trials; article += 1) {
      const at = 28 + Math.floor(random() * (length - RUN_DAYS + 1))
      const page = addresses[Math.floor(random() * addresses.length)] ?? 0
      const outing: PlacedOuting = {
        slug: 'any',
        title: null,
        day: firstDay + at,
        endDay: null,
        pages: new Set([page]),
      }
      const verdictOf = (of: SeededDays) => createImpactOf(seriesOf(of), [outing])(outing)
      const weeks = [14, 21, 28].map((daysAfter) => verdictOf(cutAt(days, at + SETTLING_DAYS + daysAfter)))
      const one = weeks[Math.floor(random() * 3)]
      if (one?.comparison == null) {
        other += 1
        continue
      }
      if (one.reason === 'few-clicks') {
        fewClicks += 1
        continue
      }
      const isVerdict = ({ verdict }: typeof one): boolean => verdict === 'up' || verdict === 'down'
      result.none.runs += 1
      if (isVerdict(one)) result.none.found += 1
      result.noneEver.runs += 1
      if (weeks.some(isVerdict)) result.noneEver.found += 1
      for (const of of ['impressions', 'position'] as const) {
        const difference = one.comparison.measure(of)?.difference
        if (difference === undefined) continue
        result[of].runs += 1
        if (difference.low > 0 || difference.high < 0) result[of].found += 1
      }
      const smallest = one.comparison.difference.detectable
      detectable.push(smallest)
      const size = 0.2 + 1.8 * random()
      const { before, after } = one.comparison.windows
      const own = new Set(
        (keywordsByPage(seriesOf(days), one.isNewPage ? [after] : [before, after]).get(page) ?? []).map(
          ({ keyword }) => keyword,
        ),
      )
      const factor = Math.exp(size * Math.log1p(smallest))
      const lifted = verdictOf(withLift(cutAt(days, at + SETTLING_DAYS + one.daysAfter), own, at, factor, random))
      const counts = [size < 1 ? result.below : result.above, ...(Math.abs(size - 1) < 0.15 ? [result.at] : [])]
      for (const of of counts) {
        of.runs += 1
        if (lifted.verdict === 'up') of.found += 1
      }
    }
  }
  return { ...result, detectable: detectable.sort((a, b) => a - b), fewClicks, other }
}

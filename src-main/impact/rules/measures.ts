// The same comparison for clicks, impressions and positions: how a page changed, against untouched pages in the same days,
// and what chance does (chance.ts).
import { type BrandSeries, type KeywordSeries, sumOver } from '../../rankings/public.ts'
import { averageOf, type Chance, chanceOf, type Difference, differenceOf, type Run, varianceOf } from './chance.ts'
import { type BeforeAfter, sumsOf } from './page-clicks.ts'
import type { Windows } from './windows.ts'

export type Measure = 'clicks' | 'impressions' | 'position'

/** Untouched pages that a comparison needs. */
export const CONTROLS_MIN = 8

/** The keywords of a page in the windows of a comparison. */
export type Compared = { readonly keywords: readonly KeywordSeries[]; readonly windows: Windows }

export type Measured = {
  readonly difference: Difference
  readonly chance: Chance
  /** How the untouched pages changed, as a share. */
  readonly controlChange: number
  /** How much each untouched page weighs in that; 1 in all. */
  readonly weights: readonly number[]
}

/** Keeps the logarithm of no clicks finite. */
const HALF = 0.5

const scarcityOf = ({ before, after }: BeforeAfter): number => 1 / (before + HALF) + 1 / (after + HALF)

const countsRun = ({ knownSums }: BrandSeries, { before, after }: BeforeAfter, windows: Windows): Run => {
  const days = { before: sumOver(knownSums, windows.before), after: sumOver(knownSums, windows.after) }
  const ratio = Math.log((after + HALF) / days.after / ((before + HALF) / days.before))
  return { ratio, scarcity: scarcityOf({ before, after }) }
}

/** Average positions, impressions weighing; null where it did not rank. */
export const positionsIn = ({ keywords, windows }: Compared): Record<keyof BeforeAfter, number | null> => {
  const [positions, impressions] = [
    sumsOf(keywords, 'positionSums', windows),
    sumsOf(keywords, 'impressionSums', windows),
  ]
  const mean = (sum: number, count: number) => (count === 0 ? null : sum / count / 1000)
  return { before: mean(positions.before, impressions.before), after: mean(positions.after, impressions.after) }
}

/** Null where it ranked in only one of the windows: then its position did not change, it came or went. */
const runOf = (series: BrandSeries, measure: Measure, one: Compared): Run | null => {
  const { keywords, windows } = one
  if (measure === 'clicks') return countsRun(series, sumsOf(keywords, 'clickSums', windows), windows)
  const impressions = sumsOf(keywords, 'impressionSums', windows)
  if (measure === 'impressions') return countsRun(series, impressions, windows)
  const { before, after } = positionsIn(one)
  if (before === null || after === null) return null
  return { ratio: Math.log(after / before), scarcity: scarcityOf(impressions) }
}

/**
 * How a page changed against others. `placebos`: untouched pages by their days, those of the page's own days first. Null with
 * too few of these.
 */
export const measured = (
  series: BrandSeries,
  measure: Measure,
  { own, placebos }: { readonly own: Compared; readonly placebos: readonly (readonly Compared[])[] },
): Measured | null => {
  const run = runOf(series, measure, own)
  const [runs = [], ...earlier] = placebos.map((group) => group.flatMap((one) => runOf(series, measure, one) ?? []))
  if (run === null || runs.length < CONTROLS_MIN) return null
  const chance = chanceOf([runs, ...earlier.filter((group) => group.length >= CONTROLS_MIN)])
  const { average, weights } = averageOf(runs, chance.spread)
  return {
    difference: differenceOf(run, average, chance),
    chance,
    controlChange: Math.expm1(average),
    weights: runs.map((one) => 1 / varianceOf(chance.spread, one) / weights),
  }
}

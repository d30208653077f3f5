// Rankings with known truth: keywords whose positions are noise, and among them a few real drops, to measure how well
// a rule tells one from the other. Each day of a keyword is a pure function of (seed, keyword, day).
//
// The noise, with the sizes that rank trackers and search consoles commonly show:
// - Usual positions run from 1 to 75, half of them beyond 17. Brands of 1,000 keywords.
// - A day's jitter is a bell curve of 0.2 + 7% of the position, times a restlessness of the keyword (a third more or
//   less, seldom double); one day in 50 is an outlier of three times that.
// - All keywords of a brand share a shift of 1.5% a day and 2% at weekends; each wanders 5% over 20 to 60 days.
// - Impressions are heavy-tailed (log-normal, median 74 a day at the top), fewer at worse positions and at weekends;
//   a day without impressions has no row, and 1 to 7% of the others are missing too, more at worse positions.
// - Clicks follow the click curve of the sandbox's other rankings.
// - A drop: one keyword in 200 falls on one of the days and stays down, by 3 × (1 + position / 12) places, half
//   of them by between 70% and 140% of that.
import { weekdayOf } from '../../src-sandbox/seed/days.ts'
import { bell, hash, unit } from '../../src-sandbox/seed/hash.ts'

export type KnownDropsOptions = {
  readonly seed: number
  readonly firstDay: number
  readonly days: number
  /** The day, counted from the first, on which the drops happen. */
  readonly dropAt: number
}
/** `position` 0: no row on that day. */
export type KnownDays = { readonly positions: number[]; readonly clicks: number[]; readonly impressions: number[] }

const DROP_SHARE = 0.005
const BRAND_KEYWORDS = 1000
const LN_DEEPEST = Math.log(75)
const MAX_POSITION = 100

/** A bell curve with its tails (Box and Muller). */
const gauss = (first: number, second: number, third = 0): number =>
  Math.sqrt(-2 * Math.log(1 - unit(first, second, third))) * Math.cos(2 * Math.PI * unit(second, third, first))

const isWeekend = (day: number): boolean => weekdayOf(day) % 6 === 0

const keywordSeed = (seed: number, index: number): number => hash(seed, index, 0xd409)

/** Whether keyword number `index` has a real drop. */
export const isKnownDrop = (seed: number, index: number): boolean => unit(keywordSeed(seed, index), 1) < DROP_SHARE

/** The days of keyword number `index`. */
export const knownDaysOf = (options: KnownDropsOptions, index: number): KnownDays => {
  const keyword = keywordSeed(options.seed, index)
  const brand = hash(options.seed, Math.floor(index / BRAND_KEYWORDS), 0xb4)
  const usual = Math.exp(LN_DEEPEST * unit(keyword, 2) ** 0.6)
  const restlessness = Math.exp(0.33 * gauss(keyword, 3))
  const volume = Math.exp(4.3 + 1.3 * gauss(keyword, 4))
  const size = 3 * Math.exp(0.5 * gauss(keyword, 5)) * (1 + usual / 12)
  const waveDays = 20 + (hash(keyword, 6) % 41)
  const fall = isKnownDrop(options.seed, index) ? size : 0
  const result: KnownDays = { positions: [], clicks: [], impressions: [] }
  for (let at = 0; at < options.days; at += 1) {
    const day = options.firstDay + at
    const site = 1 + 0.015 * gauss(brand, 7, day) + (isWeekend(day) ? 0.02 : 0)
    const wave = 1 + 0.05 * Math.sin((2 * Math.PI * day) / waveDays + 7 * unit(keyword, 8))
    const middle = usual * site * wave + (at >= options.dropAt ? fall : 0)
    const outlier = unit(keyword, 9, day) < 0.02 ? 3 : 1
    const jitter = (0.2 + 0.07 * middle) * restlessness * outlier * gauss(keyword, 10, day)
    const position = Math.max(1, middle + jitter)
    const seen = volume / (1 + (position / 14) ** 2)
    const searches = seen * (isWeekend(day) ? 0.75 : 1) * (1 + 0.3 * bell(keyword, 11, day))
    const impressions = Math.floor(searches + unit(keyword, 12, day))
    const isMissing =
      position > MAX_POSITION || impressions === 0 || unit(keyword, 13, day) < 0.01 + (0.06 * middle) / 75
    const clicks = Math.floor(impressions * 0.28 * position ** -1.15 + unit(keyword, 14, day))
    result.positions.push(isMissing ? 0 : Math.round(position * 100) / 100)
    result.impressions.push(isMissing ? 0 : impressions)
    result.clicks.push(isMissing ? 0 : Math.min(clicks, impressions))
  }
  return result
}

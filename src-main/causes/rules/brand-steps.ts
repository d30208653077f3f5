// How all keywords of a brand moved from one week to the next, day by day. A change at the search engine shows as a step on
// the same days over unrelated brands; drifts of one site, which take weeks, are taken out.
import { sumOver } from '../../rankings/public.ts'
import type { BrandSums } from './brand-sums.ts'

const WEEK = 7
const RECENT = 3
/** The same change so many days earlier is what the site drifts by. */
const DRIFT_LAG = 4
const CLIP = 0.7
const KEYWORDS_MIN = 10
const MAD_TO_DEVIATION = 1.4826
const HISTORY_MIN = 14

/** Mean change of the logarithm of the positions of the last 3 days against the same weekdays before; NaN: not known. */
const changeOn = ({ keywords, knownSums }: BrandSums, day: number): number => {
  const now = { from: day - RECENT + 1, until: day + 1 }
  const before = { from: now.from - WEEK, until: now.until - WEEK }
  if (before.from < 0 || sumOver(knownSums, now) < 2 || sumOver(knownSums, before) < 2) return Number.NaN
  let sum = 0
  let count = 0
  for (const { ln, ranked } of keywords) {
    const [daysNow, daysBefore] = [sumOver(ranked, now), sumOver(ranked, before)]
    if (daysNow < 2 && daysBefore < 2) continue
    if (daysNow < 2 || daysBefore < 2) {
      if (daysNow + daysBefore > 2) continue // it came or went in the middle of one of the spans
      sum += daysNow === 0 ? CLIP : -CLIP
    } else {
      const change = sumOver(ln, now) / daysNow - sumOver(ln, before) / daysBefore
      sum += Math.max(-CLIP, Math.min(CLIP, change))
    }
    count += 1
  }
  return count < KEYWORDS_MIN ? Number.NaN : sum / count
}

/** By day of the series; above 0 is worse, NaN is not known. */
export const brandSteps = (brand: BrandSums): Float64Array => {
  const changes = Float64Array.from({ length: brand.length }, (_, day) => changeOn(brand, day))
  // The smaller of both: where the positions only stopped to get better, nothing fell.
  return changes.map((change, day) => Math.min(change, change - (changes[day - DRIFT_LAG] ?? Number.NaN)))
}

/** What a step of this brand commonly is, as a standard deviation; NaN with too few days. */
export const commonStep = (steps: ArrayLike<number>, until = steps.length): number => {
  const sizes: number[] = []
  for (let day = 0; day < until; day += 1) {
    const step = steps[day] ?? Number.NaN
    if (!Number.isNaN(step)) sizes.push(Math.abs(step))
  }
  if (sizes.length < HISTORY_MIN) return Number.NaN
  sizes.sort((one, other) => one - other)
  return (sizes[sizes.length >> 1] ?? 0) * MAD_TO_DEVIATION
}

// How all keywords of a brand moved from one week to the next, day by day. A change at the search engine shows as a step on
// the same days over unrelated brands; drifts of one site, which take weeks, are taken out.
import { sumOver } from '../../rankings/public.ts'
import type { PositionSums } from './brand-sums.ts'

const WEEK = 7
const RECENT = 3
/** The same change so many days earlier is what the site drifts by. */
const DRIFT_LAG = 4
const CLIP = 0.7
const KEYWORDS_MIN = 10
const MAD_TO_DEVIATION = 1.4826
const HISTORY_MIN = 14

const isKnownOn = ({ knownSums }: PositionSums, day: number): boolean => {
  const now = { from: day - RECENT + 1, until: day + 1 }
  const before = { from: now.from - WEEK, until: now.until - WEEK }
  return before.from >= 0 && sumOver(knownSums, now) >= 2 && sumOver(knownSums, before) >= 2
}

/** Mean change of the logarithm of the positions of the last 3 days against the same weekdays before; NaN: not known. */
const changesOf = (brand: PositionSums): Float64Array => {
  const { length, size, ln, ranked } = brand
  const sums = new Float64Array(length)
  const counts = new Uint32Array(length)
  const days = Array.from({ length }, (_, day) => day).filter((day) => isKnownOn(brand, day))
  for (let row = 0; row < size; row += 1) {
    const at = row * (length + 1)
    for (const day of days) {
      const until = at + day + 1
      const from = until - RECENT
      const now = (ranked[until] ?? 0) - (ranked[from] ?? 0)
      const before = (ranked[until - WEEK] ?? 0) - (ranked[from - WEEK] ?? 0)
      let change = 0
      if (now < 2 || before < 2) {
        // Seen in neither, or it came or went in the middle of one of the spans.
        if ((now < 2 && before < 2) || now + before > 2) continue
        change = now === 0 ? CLIP : -CLIP
      } else {
        const mean = ((ln[until - WEEK] ?? 0) - (ln[from - WEEK] ?? 0)) / before
        change = Math.max(-CLIP, Math.min(CLIP, ((ln[until] ?? 0) - (ln[from] ?? 0)) / now - mean))
      }
      sums[day] = (sums[day] ?? 0) + change
      counts[day] = (counts[day] ?? 0) + 1
    }
  }
  return sums.map((sum, day) => ((counts[day] ?? 0) < KEYWORDS_MIN ? Number.NaN : sum / (counts[day] ?? 1)))
}

/** By day of the series; above 0 is worse, NaN is not known. */
export const brandSteps = (brand: PositionSums): Float64Array => {
  const changes = changesOf(brand)
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

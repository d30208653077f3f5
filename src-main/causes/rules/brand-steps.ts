// How all keywords of a brand moved from one day to the next. A change at the search engine shows as a step on the same days
// over unrelated brands; drifts of one site, which take weeks, and its usual week are taken out.
import type { PositionSums } from './brand-sums.ts'

const WEEK = 7
/** A few keywords that leap say little about the brand. */
const CLIP = 0.35
const KEYWORDS_MIN = 10
/** Over longer gaps nobody can say on which day it moved. */
const GAP_DAYS = 3
const WEEKS_MIN = 3
const HISTORY_MIN = 14
const MAD_TO_DEVIATION = 1.4826

/**
 * Mean change of the logarithm of the positions against the whole day before, by day of the series: above 0 is worse. After
 * days that are not whole it is the change over all of them, and theirs is 0; NaN is not known.
 */
export const dayChanges = ({ length, size, ln, ranked, knownSums }: PositionSums): Float64Array => {
  const whole: number[] = []
  for (let day = 0; day < length; day += 1) if ((knownSums[day + 1] ?? 0) > (knownSums[day] ?? 0)) whole.push(day)
  const sums = new Float64Array(length)
  const counts = new Uint32Array(length)
  const before = new Float64Array(size).fill(Number.NaN)
  for (const day of whole) {
    const [at, next] = [day * size, (day + 1) * size]
    let [sum, count] = [0, 0]
    for (let row = 0; row < size; row += 1) {
      const isRanked = (ranked[next + row] ?? 0) > (ranked[at + row] ?? 0)
      const now = isRanked ? (ln[next + row] ?? 0) - (ln[at + row] ?? 0) : Number.NaN
      const change = now - (before[row] ?? 0)
      before[row] = now
      if (Number.isNaN(change)) continue
      sum += change > CLIP ? CLIP : change < -CLIP ? -CLIP : change
      count += 1
    }
    sums[day] = sum
    counts[day] = count
  }
  const changes = new Float64Array(length).fill(Number.NaN)
  for (const [index, day] of whole.entries()) {
    const last = whole[index - 1]
    if (last === undefined || day - last > GAP_DAYS || (counts[day] ?? 0) < KEYWORDS_MIN) continue
    changes.fill(0, last + 1, day)
    changes[day] = (sums[day] ?? 0) / (counts[day] ?? 1)
  }
  return changes
}

/** Without what it does on that weekday in most of the other weeks. */
const withoutWeek = (steps: Float64Array): Float64Array => {
  const left = steps.slice()
  for (let weekday = 0; weekday < WEEK; weekday += 1) {
    const sorted: number[] = []
    for (let day = weekday; day < steps.length; day += WEEK) {
      const step = steps[day] ?? Number.NaN
      if (!Number.isNaN(step)) sorted.push(step)
    }
    sorted.sort((one, other) => one - other)
    const middle = (sorted.length - 1) >> 1
    if (sorted.length <= WEEKS_MIN) continue
    for (let day = weekday; day < steps.length; day += WEEK) {
      const step = steps[day] ?? Number.NaN
      const usual = sorted[step <= (sorted[middle] ?? 0) ? middle + 1 : middle] ?? 0
      left[day] = step - Math.max(0, usual)
    }
  }
  return left
}

/** Over the last `days` days up to each one, without what the week before drifted by; above 0 is worse, NaN is not known. */
export const stepsOver = (changes: ArrayLike<number>, days: number): Float64Array => {
  const { length } = changes
  const steps = new Float64Array(length).fill(Number.NaN)
  let known = 0
  let [moved, week] = [0, 0]
  for (let day = 0; day < length; day += 1) {
    const change = changes[day] ?? Number.NaN
    if (Number.isNaN(change)) {
      known = 0
      moved = 0
      week = 0
      continue
    }
    known += 1
    moved += change
    if (known > days) {
      const left = changes[day - days] ?? 0
      moved -= left
      week += left
      if (known > days + WEEK) week -= changes[day - days - WEEK] ?? 0
    }
    // The smaller of both: where the positions only stopped to get better, nothing fell.
    if (known >= days + WEEK) steps[day] = Math.min(moved, moved - (days / WEEK) * week)
  }
  return withoutWeek(steps)
}

/** What such a step commonly is, as a standard deviation; NaN with too few days. */
export const commonStep = (steps: Float64Array): number => {
  const sizes: number[] = []
  for (const step of steps) if (!Number.isNaN(step)) sizes.push(Math.abs(step))
  if (sizes.length < HISTORY_MIN) return Number.NaN
  return (sizes.sort((one, other) => one - other)[sizes.length >> 1] ?? 0) * MAD_TO_DEVIATION
}

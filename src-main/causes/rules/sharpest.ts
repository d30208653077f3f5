// The day on which keywords fell together: that of the sharpest step of their mean. A drop that begins days before or after
// it only happens to be near.
import type { BrandSums } from './brand-sums.ts'
import type { Drop } from './drops.ts'

const SIDE_DAYS = 3
/** The first day of a drop is often seen late, and seldom early. */
const LOOK = { before: 7, after: 3 } as const
/** Of its fall, a keyword makes this part on the day on which the others fell. */
const OWN_SHARE = 0.4
/** One that came or went. */
const GONE = 1

/** NaN: it was not seen around that day. */
const stepOf = ({ ln, ranked, length, size }: BrandSums, row: number, day: number): number => {
  const onset = day * size + row
  const from = onset - Math.min(day, SIDE_DAYS) * size
  const until = onset + Math.min(length - day, SIDE_DAYS) * size
  const at = ln[onset] ?? 0
  const daysBefore = (ranked[onset] ?? 0) - (ranked[from] ?? 0)
  const daysAfter = (ranked[until] ?? 0) - (ranked[onset] ?? 0)
  if (daysBefore === 0 || daysAfter === 0)
    return daysBefore === daysAfter ? Number.NaN : daysBefore === 0 ? -GONE : GONE
  const step = ((ln[until] ?? 0) - at) / daysAfter - (at - (ln[from] ?? 0)) / daysBefore
  return Math.max(-GONE, Math.min(GONE, step))
}

/** Of all keywords on a day; NaN: not seen around it. */
export type Steps = {
  readonly on: (day: number) => Float64Array
  /** Of the days around this one the sharpest of these keywords, or of all; -1: none of them was seen. */
  readonly sharpest: (rows: Iterable<number> | 'all', near: number) => number
}

/** Of a drop, what is needed to tell on which day others fell with it. */
type DropSteps = { readonly steps: Steps; readonly drop: Drop }

const meanOf = (steps: Float64Array): number => {
  let sum = 0
  let count = 0
  for (let row = 0; row < steps.length; row += 1) {
    const step = steps[row] ?? Number.NaN
    if (Number.isNaN(step)) continue
    sum += step
    count += 1
  }
  return sum / count
}

const meanOfRows = (steps: Float64Array, rows: Iterable<number>): number => {
  let sum = 0
  let count = 0
  for (const row of rows) {
    const step = steps[row] ?? Number.NaN
    if (Number.isNaN(step)) continue
    sum += step
    count += 1
  }
  return sum / count
}

const meanStep = (steps: Float64Array, rows: Iterable<number> | 'all'): number =>
  rows === 'all' ? meanOf(steps) : meanOfRows(steps, rows)

/** Worked out once for each day, and once for each list of keywords. */
export const createSteps = (brand: BrandSums): Steps => {
  const { length, size } = brand
  const byDay: Float64Array[] = []
  const on = (day: number): Float64Array => {
    const known = byDay[day]
    if (known !== undefined) return known
    const steps = new Float64Array(size)
    for (let row = 0; row < size; row += 1) steps[row] = stepOf(brand, row, day)
    byDay[day] = steps
    return steps
  }
  const known = new Map<Iterable<number> | 'all', { readonly means: number[]; readonly sharpest: number[] }>()
  return {
    on,
    sharpest: (rows, near) => {
      const of = known.get(rows) ?? { means: [], sharpest: [] }
      known.set(rows, of)
      const { means, sharpest } = of
      const found = sharpest[near]
      if (found !== undefined) return found
      let [best, most] = [-1, Number.NEGATIVE_INFINITY]
      for (let day = Math.max(1, near - LOOK.before); day <= Math.min(length - 1, near + LOOK.after); day += 1) {
        const step = means[day] ?? meanStep(on(day), rows)
        means[day] = step
        if (step > most) [best, most] = [day, step]
      }
      sharpest[near] = best
      return best
    },
  }
}

/** Whether the drop is of that day: a good part of its fall was made then. Of pages and brands it is. */
export const fellOn = ({ steps, drop }: DropSteps, day: number): boolean => {
  if (drop.of !== 'keyword') return Math.abs(day - drop.onset) <= LOOK.after
  if (drop.kind === 'clicks') return false
  const fall = drop.before === null || drop.now === null ? GONE : Math.log(drop.now / drop.before)
  return (steps.on(day)[drop.index] ?? 0) >= OWN_SHARE * Math.min(GONE, fall)
}

/** The day around the drop on which the brand's keywords fell together, as a place in the series. */
export const siteDay = ({ steps, drop }: DropSteps): number => steps.sharpest('all', drop.onset)

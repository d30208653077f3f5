// The day on which keywords fell together: that of the sharpest step of their mean. A drop that begins days before or after
// it only happens to be near.
import { sumOver } from '../../rankings/public.ts'
import type { BrandSums, KeywordSums } from './brand-sums.ts'
import type { Situation } from './situation.ts'

const SIDE_DAYS = 3
/** The first day of a drop is often seen late, and seldom early. */
const LOOK = { before: 7, after: 3 } as const
/** Of its fall, a keyword makes this part on the day on which the others fell. */
const OWN_SHARE = 0.4
/** One that came or went. */
const GONE = 1

const stepOf = ({ ln, ranked }: KeywordSums, day: number, length: number): number | null => {
  const before = { from: Math.max(0, day - SIDE_DAYS), until: day }
  const after = { from: day, until: Math.min(length, day + SIDE_DAYS) }
  const [daysBefore, daysAfter] = [sumOver(ranked, before), sumOver(ranked, after)]
  if (daysBefore === 0 && daysAfter === 0) return null
  if (daysBefore === 0) return -GONE
  if (daysAfter === 0) return GONE
  return Math.max(-GONE, Math.min(GONE, sumOver(ln, after) / daysAfter - sumOver(ln, before) / daysBefore))
}

/** Of the days around this one; -1: none of the keywords was seen. */
export const sharpestDay = ({ keywords, length }: BrandSums, indices: Iterable<number>, near: number): number => {
  const members = [...indices]
  let [best, most] = [-1, Number.NEGATIVE_INFINITY]
  for (let day = Math.max(1, near - LOOK.before); day <= Math.min(length - 1, near + LOOK.after); day += 1) {
    let [sum, count] = [0, 0]
    for (const index of members) {
      const one = keywords[index]
      const step = one === undefined ? null : stepOf(one, day, length)
      if (step === null) continue
      sum += step
      count += 1
    }
    if (count > 0 && sum / count > most) [best, most] = [day, sum / count]
  }
  return best
}

/** Whether the drop is of that day: a good part of its fall was made then. Of pages and brands it is. */
export const fellOn = ({ brand, drop, one }: Situation, day: number): boolean => {
  if (drop.of !== 'keyword') return Math.abs(day - drop.onset) <= LOOK.after
  const step = stepOf(one, day, brand.length)
  if (step === null || drop.kind === 'clicks') return false
  const fall = drop.before === null || drop.now === null ? GONE : Math.log(drop.now / drop.before)
  return step >= OWN_SHARE * Math.min(GONE, fall)
}

import { sharpestDay } from './sharpest.ts'
import type { Situation } from './situation.ts'

const known = new WeakMap<Situation['shifts'], number>()

/** The day on which the brand's keywords fell together, as a place in the series. */
export const siteDay = ({ brand, falls, drop, shifts }: Situation): number => {
  const day = known.get(shifts) ?? sharpestDay(brand, falls.all, drop.onset)
  known.set(shifts, day)
  return day
}

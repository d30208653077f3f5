import { addDays } from '../../charts/days.ts'

const COMPARED_DAYS = 28

export type DayPair = { readonly day: string; readonly compareDay: string }

/** The newest day against the one 28 days before, or the oldest cached one since; null with fewer than two days. */
export const dayPairOf = (days: readonly string[]): DayPair | null => {
  const day = days.at(-1)
  if (day === undefined) return null
  const aim = addDays(day, -COMPARED_DAYS)
  const compareDay = days.find((each) => each >= aim)
  return compareDay === undefined || compareDay === day ? null : { day, compareDay }
}

import { addDays } from '../../charts/days.ts'

type Day = { readonly day: string; readonly brands: number }
export type DayPair = { readonly from: string; readonly to: string }

const USUAL_DISTANCE_DAYS = 7

/** Up to the last day that was over when it was read; all days where there are no two to compare. */
export const wholeDays = (days: readonly Day[], newestWholeDay: string | null): readonly Day[] => {
  const whole = days.filter(({ day }) => newestWholeDay !== null && day <= newestWholeDay)
  return whole.length > 1 ? whole : days
}

/** The newest day that most brands have, against the cached day nearest to a week before. Days come newest first. */
export const usualDays = (days: readonly Day[]): DayPair | null => {
  const most = Math.max(0, ...days.map((each) => each.brands))
  const newest = days.find((each) => each.brands * 2 > most)
  const earlier = newest === undefined ? [] : days.filter((each) => each.day < newest.day)
  if (newest === undefined || earlier.length === 0) return null
  const aim = addDays(newest.day, -USUAL_DISTANCE_DAYS)
  const from = earlier.find((each) => each.day <= aim) ?? earlier.at(-1)
  return from === undefined ? null : { from: from.day, to: newest.day }
}

/** The newest day that most brands have, against the cached day before it. */
export const newestDays = (days: readonly Day[]): DayPair | null => {
  const to = usualDays(days)?.to
  const from = days.find(({ day }) => to !== undefined && day < to)?.day
  return to === undefined || from === undefined ? null : { from, to }
}

/** What was chosen as long as those days are still there, else the usual ones of those that were over. */
export const chosenDays = (
  days: readonly Day[],
  chosen: Partial<DayPair>,
  whole: readonly Day[] = days,
): DayPair | null => {
  const usual = usualDays(whole)
  if (usual === null) return null
  const has = (day: string | undefined): day is string => days.some((each) => each.day === day)
  const to = has(chosen.to) ? chosen.to : usual.to
  const from = has(chosen.from) && chosen.from < to ? chosen.from : days.find((each) => each.day < to)?.day
  if (from === undefined) return usual
  return { from: has(chosen.from) && chosen.from < to ? chosen.from : usual.from < to ? usual.from : from, to }
}

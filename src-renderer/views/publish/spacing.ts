// Days for articles that are published one after the other.
import { addDays } from '../../charts/days.ts'

export type Spacing = {
  /** `YYYY-MM-DD`. */
  readonly first: string
  /** Days from one article to the next, at least 1. */
  readonly everyDays: number
  /** A Saturday or Sunday becomes the Monday after it. */
  readonly isWeekdaysOnly: boolean
}

const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

const toWeekday = (day: string): string => {
  if (weekday(day) === 6) return addDays(day, 2)
  return weekday(day) === 0 ? addDays(day, 1) : day
}

/** One day for each of `count` articles, in order and each later than the one before. */
export const spacedDays = (count: number, { first, everyDays, isWeekdaysOnly }: Spacing): string[] => {
  const days: string[] = []
  let day = first
  for (let index = 0; index < count; index += 1) {
    if (isWeekdaysOnly) day = toWeekday(day)
    days.push(day)
    day = addDays(day, everyDays)
  }
  return days
}

// Whether a rule is muted, and which days it has to look at.

import type { AlertRule } from '../../../src-shared/desk/alerts.ts'
import { type AlertKind, isKeywordKind } from '../../../src-shared/desk/values/alert-kinds.ts'

/** `today` is a day in UTC. */
export const isMuted = ({ mutedUntil }: Pick<AlertRule, 'mutedUntil'>, today: string): boolean =>
  mutedUntil !== null && (mutedUntil === 'always' || mutedUntil > today)

/** Whether a rule waits for days of rankings; the others look at what happened on a day of the calendar. */
export const isOfRankings = (kind: AlertKind): boolean => isKeywordKind(kind) || kind === 'clicks-down'

/** Days that come later than this are not looked at any more. */
export const LATE_DAYS = 7

export type Due = {
  /** To evaluate now, oldest first. */
  readonly days: readonly number[]
  /** To remember as evaluated. */
  readonly evaluated: readonly number[]
  /** Alerts of earlier days are no news. */
  readonly newFrom: number
  /** The rule has not looked at this brand before. */
  readonly isFirstLook: boolean
}

const newsFrom = (evaluated: readonly number[] | undefined, newest: number, today: number): number =>
  Math.max(evaluated === undefined ? newest : 0, today - LATE_DAYS)

/**
 * Whole days of rankings that were not evaluated yet, and those after them: a day that comes late may change what they
 * find. A rule that is new looks at the last days as well, so that its list shows what it is like.
 */
export const dueRankDays = (
  whole: readonly number[],
  evaluated: readonly number[] | undefined,
  today: number,
): Due | null => {
  const newest = Math.max(...whole)
  const recent = whole.filter((day) => day > newest - LATE_DAYS).toSorted((one, other) => one - other)
  const first = recent.find((day) => evaluated?.includes(day) !== true)
  if (first === undefined) return null
  return {
    days: recent.filter((day) => day >= first),
    evaluated: recent,
    newFrom: newsFrom(evaluated, newest, today),
    isFirstLook: evaluated === undefined,
  }
}

/** From the last evaluated day on, which may not have been over. After the clock was set back: today. */
export const dueCalendarDays = (evaluated: readonly number[] | undefined, today: number): Due => {
  const last = evaluated === undefined ? 0 : Math.min(Math.max(...evaluated), today)
  const first = Math.max(last, today - LATE_DAYS + 1)
  const days = Array.from({ length: today - first + 1 }, (_, index) => first + index)
  return {
    days,
    evaluated: [today],
    newFrom: newsFrom(evaluated, today, today),
    isFirstLook: evaluated === undefined,
  }
}

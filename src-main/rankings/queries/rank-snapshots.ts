// What rows are read of: days, or periods that were summed up from days or fetched whole. Both have one list of
// snapshots by slice and one table of rows by keyword, so that one SQL serves both under other names. The rows of days are
// unpacked into theirs (day-rows.ts).
import type { Period } from '../../../src-shared/desk/values/period.ts'
import { dayFromNumber, dayNumber } from '../../base/clock.ts'

export type Snapshots = {
  readonly rows: 'day_row' | 'rank_sum'
  readonly list: 'rank_day' | 'rank_period'
  /** The column that numbers the snapshots of a slice. */
  readonly key: 'day' | 'period'
}
export const DAYS: Snapshots = { rows: 'day_row', list: 'rank_day', key: 'day' }
export const PERIODS: Snapshots = { rows: 'rank_sum', list: 'rank_period', key: 'period' }

/** No period is longer than this many days. */
const LENGTHS = 1024

/** A period as one number: its first day and its length. */
export const periodNumber = ({ from, to }: Period): number =>
  dayNumber(from) * LENGTHS + (dayNumber(to) - dayNumber(from) + 1)

export const periodFromNumber = (number: number): Period => {
  const first = Math.floor(number / LENGTHS)
  return { from: dayFromNumber(first), to: dayFromNumber(first + (number % LENGTHS) - 1) }
}

/** Which rows a query shows: without day and period, those of the review window. */
export type When = {
  readonly day?: string | undefined
  readonly compareDay?: string | undefined
  readonly period?: Period | undefined
  readonly comparePeriod?: Period | undefined
}
export type Shown = {
  readonly of: Snapshots
  readonly now: number
  readonly before: number | undefined
  /** The days that are shown. */
  readonly firstDay: number
  readonly lastDay: number
}

/** Null: the review window. */
export const shownOf = ({ day, compareDay, period, comparePeriod }: When): Shown | null => {
  const numberOf = <Value>(value: Value | undefined, of: (value: Value) => number) =>
    value === undefined ? undefined : of(value)
  if (period !== undefined) {
    const before = numberOf(comparePeriod, periodNumber)
    const [firstDay, lastDay] = [dayNumber(period.from), dayNumber(period.to)]
    return { of: PERIODS, now: periodNumber(period), before, firstDay, lastDay }
  }
  if (day === undefined) return null
  const now = dayNumber(day)
  return { of: DAYS, now, before: numberOf(compareDay, dayNumber), firstDay: now, lastDay: now }
}

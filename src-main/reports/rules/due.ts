// When a schedule makes drafts. A month is due on its day of the next month; the desk that was off then makes it once it runs.
import { addMonths, monthOf } from '../../../src-shared/desk/report-period.ts'
import { localDay, toDay } from '../../base/clock.ts'
import type { StoredSchedule } from '../queries/schedules.ts'

/**
 * A day has come once it has begun both where the desk is and in UTC, by which rankings count their days: drafts are made
 * neither on the last evening of a month nor before its last day is over.
 */
export const scheduleDay = (nowMs: number, zone?: string): string => {
  const [utc, local] = [toDay(nowMs), localDay(nowMs, zone)]
  return local < utc ? local : utc
}

type Timing = Pick<StoredSchedule, 'isOn' | 'dayOfMonth' | 'lastMonth'>

/** The month to make drafts of now; null: none is due. A schedule that is new waits for its day. */
export const dueMonth = ({ isOn, dayOfMonth, lastMonth }: Timing, today: string): string | null => {
  const hasCome = Number(today.slice(8)) >= dayOfMonth
  if (!isOn || (lastMonth === null && !hasCome)) return null
  const due = addMonths(monthOf(today), hasCome ? -1 : -2)
  return lastMonth !== null && lastMonth >= due ? null : due
}

/** The next day on which it makes drafts; null while it is off. */
export const nextDayOf = (schedule: Timing, today: string): string | null => {
  if (!schedule.isOn) return null
  if (dueMonth(schedule, today) !== null) return today
  const { dayOfMonth, lastMonth } = schedule
  const isMade = lastMonth !== null && lastMonth >= addMonths(monthOf(today), -1)
  return `${addMonths(monthOf(today), isMade ? 1 : 0)}-${String(dayOfMonth).padStart(2, '0')}`
}

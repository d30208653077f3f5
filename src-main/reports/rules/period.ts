// The days that a person or a schedule asked for.
import type { Period } from '../../../src-shared/desk/period.ts'
import { addMonths, isMonth, monthOf, monthPeriod } from '../../../src-shared/desk/report-period.ts'
import type { ReportPeriod } from '../../../src-shared/desk/reports.ts'
import { dayFromNumber, dayNumber } from '../../base/clock.ts'

/** `newestDay`: the last whole day that the brands have; without one, yesterday. */
export const resolvePeriod = (
  period: ReportPeriod,
  { today, newestDay }: { readonly today: string; readonly newestDay: string | null },
): Period => {
  if (period === 'last-month') return monthPeriod(addMonths(monthOf(today), -1))
  if ('month' in period) return monthPeriod(period.month)
  if (!('days' in period)) return period
  const to = newestDay ?? dayFromNumber(dayNumber(today) - 1)
  return { from: dayFromNumber(dayNumber(to) - period.days + 1), to }
}

/** Names the folder of a run: `2026-10`, or the days. */
export const folderOf = (period: Period): string =>
  isMonth(period) ? monthOf(period.from) : `${period.from}_${period.to}`

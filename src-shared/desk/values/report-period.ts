// Which days a report is of, and which it is compared with: the desk makes reports of them, the window says what it has.
import { DAY_MS } from '../../service/durations.ts'
import type { ReportTemplateToSave } from '../reports.ts'
import { type Period, periodDays } from './period.ts'

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

export const monthOf = (day: string): string => day.slice(0, 7)

/** `2026-10` and so many months more or less. */
export const addMonths = (month: string, months: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

export const monthPeriod = (month: string): Period => ({
  from: `${month}-01`,
  to: dayAfter(`${addMonths(month, 1)}-01`, -1),
})

export const isMonth = ({ from, to }: Period): boolean => {
  const whole = monthPeriod(monthOf(from))
  return whole.from === from && whole.to === to
}

/** The same day a year earlier; the 29th of February is the 28th. */
const yearBefore = (day: string): string => {
  const year = Number(day.slice(0, 4)) - 1
  return day.slice(5) === '02-29' ? `${year}-02-28` : `${year}${day.slice(4)}`
}

/** The month before a month; else as many days that end the day before. */
export const comparedWith = (period: Period, compare: ReportTemplateToSave['compare']): Period => {
  const { from, to } = period
  if (compare === 'lastYear')
    return isMonth(period) ? monthPeriod(monthOf(yearBefore(from))) : { from: yearBefore(from), to: yearBefore(to) }
  if (isMonth(period)) return monthPeriod(addMonths(monthOf(from), -1))
  const days = periodDays(period)
  return { from: dayAfter(from, -days), to: dayAfter(to, -days) }
}

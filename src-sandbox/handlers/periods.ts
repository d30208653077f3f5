import type { ParsedRequestOf } from '../../src-shared/service/operations.ts'
import { dayNumber } from '../seed/days.ts'
import { ServiceError } from '../service-error.ts'

export type TopKeywordsQuery = ParsedRequestOf<'rankTracking.topKeywords'>['query']

/** Days as whole numbers since 1970, both ends included. */
export type Period = { readonly from: number; readonly to: number }

const DEFAULT_DAYS = 28

/**
 * The days that a top-keywords call asks for: dates before the legacy counts, the last 28 days without either.
 * `previous` is the period just before, of the same length or of `previousDays`; only with `compare`.
 */
export const periodsOf = (query: TopKeywordsQuery, today: number): { current: Period; previous?: Period } => {
  const current = currentPeriod(query, today)
  if (current.from > current.to) throw new ServiceError(400, 'startDate: is after endDate')
  if (query.compare !== true) return { current }
  const length = query.previousDays ?? current.to - current.from + 1
  return { current, previous: { from: current.from - length, to: current.from - 1 } }
}

const currentPeriod = (query: TopKeywordsQuery, today: number): Period => {
  const days = query.days ?? query.currentDays ?? DEFAULT_DAYS
  const to = query.endDate === undefined ? today : dayNumber(query.endDate)
  const from = query.startDate === undefined ? to - days + 1 : dayNumber(query.startDate)
  return { from, to }
}

/** The days of a period that have data: not in the future, not before the history begins. */
export const daysWithData = ({ from, to }: Period, today: number, historyDays: number): number[] => {
  const first = Math.max(from, today - historyDays + 1)
  const count = Math.max(0, Math.min(to, today) - first + 1)
  return Array.from({ length: count }, (_, index) => first + index)
}

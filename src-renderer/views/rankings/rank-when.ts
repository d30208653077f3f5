// The period that is shown and the one it is compared with: for the desk, in words, and as days.
import { FIGURES } from '../../../src-shared/desk/values/figures.ts'
import { type Period, PeriodSchema, periodDays } from '../../../src-shared/desk/values/period.ts'
import { addDays } from '../../charts/days.ts'
import type { RankInput } from '../../data/rank-rows.ts'
import { plural } from '../../format/numbers.ts'
import { periodText, versusText } from '../../format/periods.ts'
import { formatShortDay } from '../../format/time.ts'
import { NO_FILTERS, type RankFilters, useRankFilters } from '../../state/filters/rankings.ts'

export type WhenFilters = Pick<RankFilters, 'period' | 'from' | 'to' | 'versus' | 'compareFrom' | 'compareTo'>
type When = Pick<RankInput, 'day' | 'compareDay' | 'period' | 'comparePeriod' | 'asOfDay'>

export const NO_WHEN: WhenFilters = {
  period: NO_FILTERS.period,
  from: NO_FILTERS.from,
  to: NO_FILTERS.to,
  versus: NO_FILTERS.versus,
  compareFrom: NO_FILTERS.compareFrom,
  compareTo: NO_FILTERS.compareTo,
}

/** A period with both ends, the first not after the last; else null. */
const whole = (from: string | null, to: string | null): Period | null => {
  const read = PeriodSchema.safeParse({ from, to })
  return read.success ? read.data : null
}

export const customPeriod = ({ from, to }: WhenFilters): Period | null => whole(from, to)
export const customComparison = ({ compareFrom, compareTo }: WhenFilters): Period | null =>
  whole(compareFrom, compareTo)

/** Whether the view shows the last 28 days vs the 28 before, which the service sums up itself. */
export const isUsualWhen = (filters: WhenFilters): boolean => JSON.stringify(whenOf(filters)) === '{}'

/** As of an earlier day; a day that was chosen itself stays. */
export const whenAsOfDay = (filters: WhenFilters, asOfDay: string | undefined): When => {
  const when = whenOf(filters)
  return asOfDay === undefined || when.day !== undefined ? when : { ...when, asOfDay }
}

const isOneDay = ({ from, to }: Period): boolean => from === to

/** Single days are read from the history itself; whatever is not filled in yet counts as not chosen. */
export const whenOf = (filters: WhenFilters): When => {
  const { versus } = filters
  const custom = filters.period === 'custom' ? customPeriod(filters) : null
  const other = versus === 'custom' ? customComparison(filters) : null
  const compare = versus === 'none' ? {} : { comparePeriod: other ?? ('previous' as const) }
  if (custom === null) {
    const days = filters.period === 'custom' ? 28 : Number(filters.period)
    return days === 28 && 'comparePeriod' in compare && other === null ? {} : { period: { days }, ...compare }
  }
  if (!isOneDay(custom) || (other !== null && !isOneDay(other))) return { period: custom, ...compare }
  if (versus === 'none') return { day: custom.from }
  return { day: custom.from, compareDay: other?.from ?? addDays(custom.from, -1) }
}

export const whenLabel = (filters: WhenFilters): string => {
  const custom = filters.period === 'custom' ? customPeriod(filters) : null
  const other = filters.versus === 'custom' ? customComparison(filters) : null
  const name = custom === null ? `${filters.period === 'custom' ? 28 : filters.period} days` : periodText(custom)
  if (filters.versus === 'none') return name
  return other === null ? `${name} vs previous` : `${name} vs ${periodText(other)}`
}

/** Both periods as days, where `lastDay` is the newest whole day that is cached. */
export const periodsOf = (
  filters: WhenFilters,
  lastDay: string,
): { readonly now: Period; readonly before: Period | null } => {
  const custom = filters.period === 'custom' ? customPeriod(filters) : null
  const days = filters.period === 'custom' ? 28 : Number(filters.period)
  const now = custom ?? { from: addDays(lastDay, 1 - days), to: lastDay }
  if (filters.versus === 'none') return { now, before: null }
  const length = periodDays(now)
  const previous = { from: addDays(now.from, -length), to: addDays(now.from, -1) }
  return { now, before: (filters.versus === 'custom' ? customComparison(filters) : null) ?? previous }
}

/** What the changes in a list with these filters are against. */
export const versusOf = (filters: WhenFilters): string => {
  const when = whenOf(filters)
  if (when.day !== undefined) return when.compareDay === undefined ? '' : `vs ${formatShortDay(when.compareDay)}`
  const { comparePeriod, period } = when
  if (comparePeriod !== undefined && comparePeriod !== 'previous') return versusText(comparePeriod)
  if (period === undefined) return FIGURES.clicks.vs
  return `vs previous ${plural('days' in period ? period.days : periodDays(period), 'day')}`
}

const known = new WeakMap<WhenFilters, string>()

/** The same of the list that is shown: hundreds of cells ask. */
export const shownVersus = (): string => {
  const filters = useRankFilters.getState()
  const text = known.get(filters) ?? versusOf(filters)
  known.set(filters, text)
  return text
}

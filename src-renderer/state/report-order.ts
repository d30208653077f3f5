// The report that is being ordered, in each scope its own, so that a look elsewhere loses nothing.
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { Period } from '../../src-shared/desk/period.ts'
import type { ReportFormat } from '../../src-shared/desk/report-names.ts'
import { addMonths, monthPeriod } from '../../src-shared/desk/report-period.ts'
import type { ReportBrands, ReportPeriod } from '../../src-shared/desk/reports.ts'
import type { Scope } from './location.ts'
import { createScopedStore } from './scoped-store.ts'

export type PeriodMode = 'last-month' | 'month' | 'days'

export type ReportOrder = {
  /** Null: the first template. */
  readonly templateId: string | null
  readonly brands: ReportBrands
  readonly periodMode: PeriodMode
  /** Such as `2026-10`; null: last month. */
  readonly month: string | null
  readonly from: string
  readonly to: string
  readonly formats: readonly ReportFormat[]
  readonly asZip: boolean
  readonly isReviewed: boolean
}

export const NEW_ORDER: ReportOrder = {
  templateId: null,
  brands: 'all',
  periodMode: 'last-month',
  month: null,
  from: '',
  to: '',
  formats: ['pdf'],
  asZip: false,
  isReviewed: true,
}

export const orders = createScopedStore<ReportOrder>(NEW_ORDER)
export const useOrder = (): ReportOrder => orders.use((order) => order)
export const setOrder = (change: Partial<ReportOrder>): void => orders.here().set(change)

export const isChosen = (brands: ReportBrands): boolean =>
  brands === 'all' || ('tags' in brands ? brands.tags : brands.brandIds).length > 0

/** The brands that are meant; null: none is chosen yet. With one brand in view, that one. */
export const orderedBrands = (brands: ReportBrands, scope: Scope): ReportBrands | null =>
  scope !== 'all' ? { brandIds: [scope] } : isChosen(brands) ? brands : null

/** What the desk is asked for; null: the days are not chosen yet, or the last comes before the first. */
const orderedPeriod = ({ periodMode, month, from, to }: ReportOrder): ReportPeriod | null => {
  if (periodMode === 'last-month') return 'last-month'
  if (periodMode === 'month') return month === null ? 'last-month' : { month }
  return from === '' || to === '' || from > to ? null : { from, to }
}

/** The days that are meant, for what is said about them; null: not chosen yet. */
export const orderedDays = (order: ReportOrder, today: string): Period | null => {
  const period = orderedPeriod(order)
  if (period === null) return null
  if (period === 'last-month') return monthPeriod(addMonths(today.slice(0, 7), -1))
  return 'month' in period ? monthPeriod(period.month) : 'from' in period ? period : null
}

/** The input of the call; null: something is not chosen yet. */
export const orderInput = (
  order: ReportOrder,
  scope: Scope,
  templateId: string,
): CallInput<'reports.create'> | null => {
  const brands = orderedBrands(order.brands, scope)
  const period = orderedPeriod(order)
  if (brands === null || period === null || order.formats.length === 0 || templateId === '') return null
  return { brands, templateId, period, formats: [...order.formats], asZip: order.asZip, review: order.isReviewed }
}

import type { Brand } from '../../../src-shared/desk/brands.ts'
import type { TotalRow } from './total-columns.tsx'

/** A row for every brand in scope, also for brands that were never charged. */
export const totalsOf = (
  brands: readonly Pick<Brand, 'id'>[],
  totals: readonly TotalRow[],
  scope: string,
): TotalRow[] => {
  const known = new Map(totals.map((total) => [total.brandId, total]))
  return brands
    .filter(({ id }) => scope === 'all' || id === scope)
    .map(({ id }) => known.get(id) ?? { brandId: id, spentThisMonth: 0, mayComeBack: 0, monthlyBudget: null })
}

export type Sums = {
  readonly spent: number
  readonly back: number
  readonly budget: number | null
  readonly isAnySet: boolean
  readonly over: number
}

/** Sums over all rows; the budget is null unless every brand has one. */
export const sumsOf = (totals: readonly TotalRow[]): Sums => ({
  spent: totals.reduce((sum, { spentThisMonth }) => sum + spentThisMonth, 0),
  back: totals.reduce((sum, { mayComeBack }) => sum + mayComeBack, 0),
  budget: totals.reduce<number | null>(
    (sum, { monthlyBudget }) => (sum === null || monthlyBudget === null ? null : sum + monthlyBudget),
    0,
  ),
  isAnySet: totals.some(({ monthlyBudget }) => monthlyBudget !== null),
  over: totals.filter(({ spentThisMonth, monthlyBudget }) => monthlyBudget !== null && spentThisMonth > monthlyBudget)
    .length,
})

import type { Brand } from '../../../src-shared/desk/brands.ts'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'

export type TotalRow = CallOutput<'outreach.ledger'>['totals'][number]

/** The row of every brand in scope of which the desk says the total: over all brands, none of the demo. */
export const totalsOf = (
  brands: readonly Pick<Brand, 'id'>[],
  totals: readonly TotalRow[],
  scope: string,
): TotalRow[] => {
  const known = new Map(totals.map((total) => [total.brandId, total]))
  return brands.filter(({ id }) => scope === 'all' || id === scope).flatMap(({ id }) => known.get(id) ?? [])
}

/** Credits left of a budget this month, after what running actions may take; 0 if it is exceeded. */
export const leftOf = (
  monthlyBudget: number,
  { spentThisMonth, underWay }: Pick<TotalRow, 'spentThisMonth' | 'underWay'>,
): number => Math.max(0, monthlyBudget - spentThisMonth - underWay)

/** Days of this month that are left in UTC, with today. */
export const daysLeft = (nowMs: number): number => {
  const now = new Date(nowMs)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate() - now.getUTCDate() + 1
}

export type Sums = {
  readonly spent: number
  readonly back: number
  readonly budget: number | null
  readonly isAnySet: boolean
  /** What the brands with a budget may still spend this month; a brand over its budget has 0. Null: none has one. */
  readonly left: number | null
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
  left: totals.reduce<number | null>(
    (sum, total) => (total.monthlyBudget === null ? sum : (sum ?? 0) + leftOf(total.monthlyBudget, total)),
    null,
  ),
  isAnySet: totals.some(({ monthlyBudget }) => monthlyBudget !== null),
  over: totals.filter(({ spentThisMonth, monthlyBudget }) => monthlyBudget !== null && spentThisMonth > monthlyBudget)
    .length,
})

import { formatWhole } from '../../format/numbers.ts'
import { brandName } from '../../state/brands.ts'
import { brandColumn, centred, numberColumn, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { BudgetCell } from './budget-cell.tsx'
import { leftOf, type TotalRow } from './credit-totals.ts'
import css from './credits.module.css'

/** Percentage of the budget that was spent; null: no budget is set. */
export const shareSpent = ({ spentThisMonth, monthlyBudget }: TotalRow): number | null =>
  monthlyBudget === null
    ? null
    : monthlyBudget === 0
      ? spentThisMonth > 0
        ? 100
        : 0
      : (spentThisMonth / monthlyBudget) * 100

const Share = ({ row }: { readonly row: TotalRow }) => {
  const share = shareSpent(row)
  if (share === null) return '—'
  return (
    <span className={share >= 100 ? css.over : undefined}>
      <progress className={css.share} value={Math.min(100, share)} max={100} aria-hidden />
      {Math.round(share)}%
    </span>
  )
}

/** The value of a row that a sort field names. */
export const totalField = (row: TotalRow, field: string): number | string | null => {
  if (field === 'spent') return row.spentThisMonth
  if (field === 'back') return row.mayComeBack
  if (field === 'budget') return row.monthlyBudget
  if (field === 'left') return row.monthlyBudget === null ? null : leftOf(row.monthlyBudget, row)
  return field === 'share' ? shareSpent(row) : brandName(row.brandId)
}

export const TOTAL_COLUMNS: readonly DataColumn<TotalRow>[] = [
  { ...brandColumn(240), grows: true, sortField: 'brand' },
  numberColumn('spent', {
    header: 'This month',
    about: 'Charged since the first of this month (UTC), less reported refunds',
    widthPx: 120,
    text: (row) => String(row.spentThisMonth),
    cell: (row) => formatWhole(row.spentThisMonth),
  }),
  numberColumn('back', {
    header: 'Possible refund',
    widthPx: 120,
    text: (row) => String(row.mayComeBack),
    cell: (row) => (row.mayComeBack === 0 ? <SoftText>—</SoftText> : formatWhole(row.mayComeBack)),
  }),
  numberColumn('budget', {
    header: 'Monthly budget',
    about: 'Over the budget, a paid action asks again. Press to edit.',
    widthPx: 150,
    text: (row) => (row.monthlyBudget === null ? '' : String(row.monthlyBudget)),
    cell: (row) => centred(<BudgetCell budget={row} />),
  }),
  numberColumn('left', {
    header: 'Left',
    about: 'Of this month’s budget, less the most that running actions may take',
    widthPx: 100,
    text: (row) => (row.monthlyBudget === null ? '' : String(leftOf(row.monthlyBudget, row))),
    cell: (row) => (row.monthlyBudget === null ? <SoftText>—</SoftText> : formatWhole(leftOf(row.monthlyBudget, row))),
  }),
  numberColumn('share', {
    header: 'Share of budget',
    widthPx: 150,
    text: (row) => {
      const share = shareSpent(row)
      return share === null ? '' : `${Math.round(share)}%`
    },
    cell: (row) => <Share row={row} />,
  }),
]
export const TOTAL_SORTING = [{ id: 'spent', desc: true }] as const

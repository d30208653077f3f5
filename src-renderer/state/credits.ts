// Credit budgets by brand. Changes are saved at once and can be undone.
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import { ask } from '../data/desk.ts'
import { isolate } from '../format/isolate.ts'
import { formatWhole, plural } from '../format/numbers.ts'
import { brandName } from './brands.ts'
import { orNotify } from './notices.ts'
import { notifyWithUndo } from './undo.tsx'

export type CreditTotal = CallOutput<'outreach.ledger'>['totals'][number]
export type Budget = Pick<CreditTotal, 'brandId' | 'monthlyBudget'>

/** Grouped by budget. */
const sameBudgets = (budgets: readonly Budget[]) => [...Map.groupBy(budgets, ({ monthlyBudget }) => monthlyBudget)]

const BRANDS_PER_CALL = 1000

const take = async (budgets: readonly Budget[]): Promise<boolean> => {
  let saved = 0
  for (const [monthlyBudget, some] of sameBudgets(budgets))
    for (let from = 0; from < some.length; from += BRANDS_PER_CALL) {
      const brandIds = some.slice(from, from + BRANDS_PER_CALL).map(({ brandId }) => brandId)
      const title = saved === 0 ? 'The budget was not saved' : `The budget was saved for ${plural(saved, 'brand')} only`
      const reply = await orNotify(title, ask('outreach.setBudget', { brandIds, monthlyBudget }))
      if (!reply.ok) return false
      saved += brandIds.length
    }
  return true
}

/** Sets one budget for these brands; null: none. */
export const setBudget = async (before: readonly Budget[], monthlyBudget: number | null): Promise<void> => {
  const [first] = before
  if (first === undefined || !(await take(before.map(({ brandId }) => ({ brandId, monthlyBudget }))))) return
  const whose = before.length === 1 ? isolate(brandName(first.brandId)) : plural(before.length, 'brand')
  const what = monthlyBudget === null ? 'no budget' : `monthly budget ${plural(monthlyBudget, 'credit')}`
  notifyWithUndo(`${whose}: ${what}`, () => void take(before))
}

export const budgetLabel = (monthlyBudget: number | null): string =>
  monthlyBudget === null ? 'none' : formatWhole(monthlyBudget)

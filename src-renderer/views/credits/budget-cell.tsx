import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { isolate } from '../../format/isolate.ts'
import { saveOrCancel } from '../../parts/fields/edit-in-place.ts'
import { brandName } from '../../state/brands.ts'
import { type Budget, budgetLabel, setBudget } from '../../state/credits.ts'
import css from './credits.module.css'

const BUDGET_MAX = 10_000_000

/** The typed budget; null: none. */
export const typedBudget = (value: string | number): number | null =>
  value === '' || Number.isNaN(Number(value)) ? null : Math.min(BUDGET_MAX, Math.max(0, Math.round(Number(value))))

type EditorProps = { readonly budget: Budget; readonly onDone: () => void }

const Editor = ({ budget, onDone }: EditorProps) => {
  const [value, setValue] = useState<string | number>(budget.monthlyBudget ?? '')
  const save = () => {
    const next = typedBudget(value)
    onDone()
    if (next !== budget.monthlyBudget) void setBudget([budget], next)
  }
  return (
    <NumberInput
      autoFocus
      w={110}
      aria-label={`Monthly budget of ${isolate(brandName(budget.brandId))}`}
      placeholder="none"
      hideControls
      allowNegative={false}
      allowDecimal={false}
      thousandSeparator=","
      max={BUDGET_MAX}
      value={value}
      onChange={setValue}
      onBlur={save}
      onKeyDown={saveOrCancel(save, onDone)}
    />
  )
}

/** A brand's budget, edited in place: Enter saves it, Escape cancels. */
export const BudgetCell = ({ budget }: { readonly budget: Budget }) => {
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <Editor budget={budget} onDone={() => setEditing(false)} />
  return (
    <button
      type="button"
      className={css.budget}
      aria-label={`Budget of ${isolate(brandName(budget.brandId))}: ${budgetLabel(budget.monthlyBudget)}. Edit`}
      onClick={() => setEditing(true)}
    >
      {budgetLabel(budget.monthlyBudget)}
    </button>
  )
}

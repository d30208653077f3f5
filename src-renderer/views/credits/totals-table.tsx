import { Button, Group, NumberInput } from '@mantine/core'
import { IconCoin } from '@tabler/icons-react'
import { useState } from 'react'
import { localQuery, sortRows } from '../../data/block-query.ts'
import { plural } from '../../format/numbers.ts'
import { setBudget } from '../../state/credits.ts'
import { setScope } from '../../state/location.ts'
import { DataTable } from '../../table/data-table.tsx'
import { useTable } from '../../table/use-table.ts'
import { NoBrandYet } from '../../table/view-empty.tsx'
import { typedBudget } from './budget-cell.tsx'
import type { TotalRow } from './credit-totals.ts'
import { TOTAL_COLUMNS, TOTAL_SORTING, totalField } from './total-columns.tsx'

const ROW_NOUNS = ['brand', 'brands'] as const

type SameProps = { readonly count: number; readonly onSet: (monthlyBudget: number | null) => void }

const SameBudget = ({ count, onSet }: SameProps) => {
  const [value, setValue] = useState<string | number>('')
  return (
    <Group
      component="form"
      gap={6}
      onSubmit={(event) => {
        event.preventDefault()
        onSet(typedBudget(value))
      }}
    >
      <NumberInput
        w={110}
        aria-label="Monthly budget for the selected brands"
        placeholder="none"
        hideControls
        allowNegative={false}
        allowDecimal={false}
        value={value}
        onChange={setValue}
      />
      <Button type="submit" variant="default" size="compact-xs">
        Set budget for {plural(count, 'brand')}
      </Button>
    </Group>
  )
}

/** What each brand spent, and its budget. */
export const TotalsTable = ({ totals }: { readonly totals: readonly TotalRow[] }) => {
  const table = useTable<TotalRow>({
    view: 'credits.brands',
    columns: TOTAL_COLUMNS,
    sorting: TOTAL_SORTING,
    query: (sort) => {
      const rows = sortRows(totals, sort, totalField)
      return localQuery({
        key: JSON.stringify(rows),
        scope: 'all',
        calls: [],
        source: { list: 'budgets', input: { brandIds: 'all' } },
        load: async () => ({ ok: true as const, value: { rows, freshAsOf: null } }),
      })
    },
  })
  const { picks, picked } = table
  const setAll = async (monthlyBudget: number | null) => {
    const rows = (await picks.current?.rows()) ?? []
    picks.current?.clear()
    await setBudget(rows, monthlyBudget)
  }
  return (
    <DataTable
      {...table.grid}
      label="Credits by brand"
      rowNouns={ROW_NOUNS}
      onOpen={(row) => setScope(row.brandId)}
      barStart={picked === 0 ? null : <SameBudget count={picked} onSet={(next) => void setAll(next)} />}
      empty={<NoBrandYet icon={<IconCoin size={22} />} />}
    />
  )
}

import { SegmentedControl } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useDesk } from '../../data/use-desk.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { useBrands } from '../../state/brands.ts'
import { budgetWords } from '../../state/credits.ts'
import { brandIdsOf, setParams, useParams, useScope } from '../../state/location.ts'
import type { DataTableHandle } from '../../table/data-table.tsx'
import { SearchInput } from '../../table/search-input.tsx'
import pageCss from '../../table/table-page.module.css'
import { Facts, TablePage } from '../../table/table-page.tsx'
import { BudgetCell } from './budget-cell.tsx'
import { type Sums, sumsOf, totalsOf } from './credit-totals.ts'
import css from './credits.module.css'
import { LedgerTable } from './ledger-table.tsx'
import type { TotalRow } from './total-columns.tsx'
import { TotalsTable } from './totals-table.tsx'

const NO_TOTALS: readonly TotalRow[] = []

const Summary = ({ sums, only }: { readonly sums: Sums; readonly only: TotalRow | undefined }) => (
  <div className={css.summary}>
    <Facts
      perRow={3}
      facts={[
        { name: 'Charged this month', value: formatWhole(sums.spent) },
        { name: 'May come back', value: formatWhole(sums.back) },
        {
          name: 'Budget a month',
          value:
            only === undefined ? (
              sums.budget === null ? (
                sums.isAnySet ? (
                  'not all set'
                ) : (
                  'none set'
                )
              ) : (
                budgetWords(sums.budget)
              )
            ) : (
              <BudgetCell budget={only} />
            ),
          change:
            sums.over === 0 ? null : (
              <span className={css.over}>
                {only === undefined ? `${plural(sums.over, 'brand')} past the budget` : 'past the budget'}
              </span>
            ),
        },
      ]}
    />
  </div>
)

/** What paid acts have cost over all brands, and what each brand may spend. */
export const CreditsView = () => {
  const scope = useScope()
  const brands = useBrands((state) => state.list)
  const { by } = useParams()
  const [search, setSearch] = useState('')
  const value = useDesk('outreach.ledger', { brandIds: brandIdsOf(scope), limit: 1 }).value
  const totals = useMemo(() => totalsOf(brands, value?.totals ?? NO_TOTALS, scope), [brands, value, scope])
  const input = useRef<HTMLInputElement>(null)
  const table = useRef<DataTableHandle>(null)
  const focusRows = useCallback(() => table.current?.focus(), [])
  const isByBrand = by === 'brand' && scope === 'all'
  return (
    <TablePage
      title="Credits"
      note={<span className={css.note}>AI credits, as the service charged them; the month is UTC’s</span>}
      top={
        <>
          <Summary sums={sumsOf(totals)} only={scope === 'all' ? undefined : totals[0]} />
          <div className={pageCss.filters}>
            {scope === 'all' ? (
              <SegmentedControl
                aria-label="Show"
                data={[
                  { value: 'charges', label: 'Charges' },
                  { value: 'brand', label: 'Brands and budgets' },
                ]}
                value={isByBrand ? 'brand' : 'charges'}
                onChange={(next) => setParams({ by: next === 'brand' ? 'brand' : '' })}
              />
            ) : null}
            {isByBrand ? null : (
              <SearchInput
                inputRef={input}
                label="Filter by what was charged"
                placeholder="Filter charges"
                icon={<IconSearch size={14} aria-hidden />}
                value={search}
                onChange={setSearch}
                onDone={focusRows}
              />
            )}
          </div>
        </>
      }
      table={
        isByBrand ? (
          <TotalsTable totals={totals} />
        ) : (
          <LedgerTable ref={table} scope={scope} search={search} onClear={() => setSearch('')} />
        )
      }
    />
  )
}

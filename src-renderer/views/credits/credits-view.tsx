import { Box, SegmentedControl, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { LedgerRow } from '../../../src-shared/desk/outreach-care.ts'
import { NO_ROWS, pageQuery } from '../../data/page-query.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { useBrands } from '../../state/brands.ts'
import { budgetLabel } from '../../state/credits.ts'
import { brandIdsOf, setParams, useParams, useScope } from '../../state/location.ts'
import { SearchInput } from '../../table/search-input.tsx'
import pageCss from '../../table/table-page.module.css'
import { Facts, TablePage } from '../../table/table-page.tsx'
import { useTable } from '../../table/use-table.ts'
import { BudgetCell } from './budget-cell.tsx'
import { type Sums, sumsOf, totalsOf } from './credit-totals.ts'
import { LEDGER_COLUMNS } from './ledger-columns.tsx'
import { LedgerTable } from './ledger-table.tsx'
import type { TotalRow } from './total-columns.tsx'
import { TotalsTable } from './totals-table.tsx'

const NO_TOTALS: readonly TotalRow[] = []

const Summary = ({ sums, only }: { readonly sums: Sums; readonly only: TotalRow | undefined }) => (
  <Box flex="none" maw={640} px="md" pb="sm">
    <Facts
      perRow={3}
      facts={[
        { name: 'Charged this month', value: formatWhole(sums.spent) },
        { name: 'Possible refund', value: formatWhole(sums.back) },
        {
          name: 'Monthly budget',
          value:
            only !== undefined ? (
              <Box ml={-7}>
                <BudgetCell budget={only} />
              </Box>
            ) : sums.budget !== null ? (
              budgetLabel(sums.budget)
            ) : sums.isAnySet ? (
              'some not set'
            ) : (
              'none set'
            ),
          change:
            sums.over === 0 ? null : (
              <span className="bad">
                {only === undefined ? `${plural(sums.over, 'brand')} over budget` : 'over budget'}
              </span>
            ),
        },
      ]}
    />
  </Box>
)

/** What paid actions cost over all brands, and the budget of each brand. */
export const CreditsView = () => {
  const scope = useScope()
  const brands = useBrands((state) => state.list)
  const { by } = useParams()
  const [search, setSearch] = useState('')
  const brandIds = brandIdsOf(scope)
  const isByBrand = by === 'brand' && scope === 'all'
  const value = useDesk('outreach.ledger', { brandIds, limit: 1 }).value
  const totals = useMemo(() => totalsOf(brands, value?.totals ?? NO_TOTALS, scope), [brands, value, scope])
  const charges = useTable<LedgerRow>({
    view: 'credits',
    columns: LEDGER_COLUMNS,
    query: () => (isByBrand ? NO_ROWS : pageQuery('outreach.ledger', { input: { brandIds }, search })),
  })
  return (
    <TablePage
      title="Credits"
      note={
        <Text c="dimmed" size="xs">
          AI credits as the service charged them. Months in UTC.
        </Text>
      }
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
                label="Filter by item"
                placeholder="Filter charges"
                value={search}
                onChange={setSearch}
                onDone={charges.focus}
              />
            )}
          </div>
        </>
      }
      table={
        isByBrand ? (
          <TotalsTable totals={totals} />
        ) : (
          <LedgerTable table={charges} search={search} onClear={() => setSearch('')} />
        )
      }
    />
  )
}

import { Box, SegmentedControl, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { LedgerRow } from '../../../src-shared/desk/outreach-care.ts'
import { NO_ROWS, pageQuery } from '../../data/page-query.ts'
import { useDesk } from '../../data/use-desk.ts'
import { joinParts } from '../../format/join-parts.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useBrands } from '../../state/brands.ts'
import { budgetLabel } from '../../state/credits.ts'
import { brandIdsOf, setParams, useParams, useScope } from '../../state/location.ts'
import { brandColumn, InstantCell, OpenText, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { SearchInput } from '../../table/search-input.tsx'
import { SidePanel } from '../../table/side-panel.tsx'
import pageCss from '../../table/table-page.module.css'
import { Facts, TablePage } from '../../table/table-page.tsx'
import { useOpenedRow } from '../../table/use-opened.ts'
import { useTable } from '../../table/use-table.ts'
import { IntentPanel } from '../intents/intents-view.tsx'
import { BudgetCell } from './budget-cell.tsx'
import { daysLeft, type Sums, sumsOf, type TotalRow, totalsOf } from './credit-totals.ts'
import { LedgerTable } from './ledger-table.tsx'
import { TotalsTable } from './totals-table.tsx'

const ACTION_LABELS: Record<LedgerRow['action'], string> = {
  discover: 'Discovery',
  findPeople: 'People search',
  audit: 'Audit',
}

const REFUNDS = [
  ['refunded', 'refunded'],
  ['expectedBack', 'expected'],
  ['mayComeBack', 'possible'],
] as const

/** `10 refunded, 5 expected`. */
const refundText = (row: LedgerRow): string =>
  REFUNDS.flatMap(([field, word]) => (row[field] === 0 ? [] : [`${formatWhole(row[field])} ${word}`])).join(', ')

/** The accepted price of a charge above it; null: the charge is within. */
const exceeded = ({ charged, accepted }: LedgerRow): number | null =>
  charged !== null && charged > accepted ? accepted : null

const About = ({ row }: { readonly row: LedgerRow }) => {
  const accepted = exceeded(row)
  if (accepted === null) return row.about
  return (
    <>
      <span className="bad">{formatWhole(accepted)} accepted</span> · {row.about}
    </>
  )
}

const Charged = ({ row }: { readonly row: LedgerRow }) => {
  if (row.charged === null) return <SoftText>not known</SoftText>
  return <span className={exceeded(row) === null ? undefined : 'bad'}>{formatWhole(row.charged)}</span>
}

const columns: readonly DataColumn<LedgerRow>[] = [
  { id: 'at', header: 'When', widthPx: 172, text: (row) => row.at, cell: (row) => <InstantCell instant={row.at} /> },
  brandColumn(176),
  {
    id: 'action',
    header: 'What',
    widthPx: 120,
    isLesser: true, // the item says it as well
    text: (row) => ACTION_LABELS[row.action],
    cell: (row) => <OpenText>{ACTION_LABELS[row.action]}</OpenText>,
  },
  {
    id: 'about',
    header: 'Item',
    widthPx: 216,
    grows: true,
    text: (row) => row.about,
    cell: (row) => <About row={row} />,
  },
  {
    id: 'charged',
    header: 'Charged',
    about: 'AI credits, as reported by the service',
    widthPx: 80,
    align: 'end',
    text: (row) => (row.charged === null ? '' : String(row.charged)),
    cell: (row) => <Charged row={row} />,
  },
  {
    id: 'refund',
    header: 'Refund',
    about:
      'Possible: while the search runs, 5 for each site with nobody new. Expected: sites with nobody new × 5, until the service reports the refund. Refunded: as it reported; this counts back towards the budget of the month of the charge.',
    widthPx: 150,
    align: 'end',
    text: refundText,
    cell: (row) => <SoftText>{refundText(row)}</SoftText>,
  },
]
const LEDGER_COLUMNS = { one: columns.filter(({ id }) => id !== 'brand'), all: columns }

const NO_TOTALS: readonly TotalRow[] = []

const leftLabel = ({ left }: Sums, nowMs: number): string =>
  left === null ? '' : `${plural(daysLeft(nowMs), 'day')} to go`

type SummaryProps = { readonly sums: Sums; readonly only: TotalRow | undefined }

/** What was spent this month and what is left of the budget. */
const Summary = ({ sums, only }: SummaryProps) => {
  const nowMs = useNow()
  return (
    <Box flex="none" px="md" pb="sm">
      <Facts
        perRow={4}
        facts={[
          { name: 'Spent this month', value: formatWhole(sums.spent) },
          {
            name: 'Left this month',
            value: sums.left === null ? 'no budget set' : formatWhole(sums.left),
            change: <span className="soft">{leftLabel(sums, nowMs)}</span>,
          },
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
}

type ChargeProps = { readonly row: LedgerRow; readonly onClose: () => void }

/** The action of a charge; a charge without one says what it was for. */
const ChargePanel = ({ row, onClose }: ChargeProps) => {
  const charge = joinParts([row.charged === null ? 'charge not known' : plural(row.charged, 'credit'), refundText(row)])
  if (row.intentId !== null)
    return <IntentPanel key={row.id} id={row.intentId} note={`· ${charge}`} onClose={onClose} />
  return (
    <SidePanel title={row.about} note={<BrandBadge brandId={row.brandId} />} onClose={onClose}>
      {charge}
    </SidePanel>
  )
}

/** What paid actions cost over all brands, and the budget of each brand. */
export const CreditsView = () => {
  const scope = useScope()
  const brands = useBrands((state) => state.list)
  const { by } = useParams()
  const [search, setSearch] = useState('')
  const brandIds = brandIdsOf(scope)
  const isByBrand = by === 'brand' && scope === 'all'
  const { value, error, reload } = useDesk('outreach.ledger', { brandIds, limit: 1 })
  const totals = useMemo(() => totalsOf(brands, value?.totals ?? NO_TOTALS, scope), [brands, value, scope])
  const charges = useTable<LedgerRow>({
    view: 'credits',
    columns: LEDGER_COLUMNS,
    query: () => (isByBrand ? NO_ROWS : pageQuery('outreach.ledger', { input: { brandIds }, search })),
  })
  const opened = useOpenedRow<LedgerRow>()
  const close = () => {
    if (opened.shown === null) return false
    opened.close()
    charges.focus()
    return true
  }
  return (
    <TablePage
      note={
        <Text c="dimmed" size="xs">
          AI credits as the service charged them. Months in UTC.
        </Text>
      }
      top={
        <>
          {/* Beside the charges their table says it. */}
          <ErrorNotice title="The budgets could not be loaded" error={isByBrand ? error : null} onRetry={reload} />
          {value === undefined ? null : (
            <Summary sums={sumsOf(totals)} only={scope === 'all' ? undefined : totals[0]} />
          )}
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
          value === undefined ? null : (
            <TotalsTable totals={totals} />
          )
        ) : (
          <LedgerTable table={charges} opened={opened} search={search} onClear={() => setSearch('')} onClose={close} />
        )
      }
      side={isByBrand || opened.shown === null ? null : <ChargePanel row={opened.shown} onClose={close} />}
    />
  )
}

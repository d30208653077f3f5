import { Button, SegmentedControl, Select } from '@mantine/core'
import { IconArrowsSort, IconCalendarOff } from '@tabler/icons-react'
import { POSITION_MOVE_MIN } from '../../../src-shared/desk/position-move.ts'
import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/slice.ts'
import { sortRows } from '../../data/desk-query.ts'
import { NO_ROWS } from '../../data/page-query.ts'
import { MOVERS_MAX, moverQuery } from '../../data/rank-rows.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatDay } from '../../format/time.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FreshnessLabel } from '../../parts/freshness-label.tsx'
import { useBrand, useBrands } from '../../state/brands.ts'
import { type MoverKind, useMoverFilters } from '../../state/list-filters.ts'
import { brandIdsOf, type Scope, useScope } from '../../state/location.ts'
import { runSync } from '../../state/sync.ts'
import css from '../../table/table-page.module.css'
import { TableView } from '../../table/table-view.tsx'
import { useTable } from '../../table/use-table.ts'
import { NoBrandYet } from '../../table/view-empty.tsx'
import { KeywordDetail } from './keyword-detail.tsx'
import { chosenDays, type DayPair } from './mover-days.ts'
import { MOVER_COLUMNS, moverField } from './movers-columns.tsx'
import { useOpenedKeyword } from './use-opened-keyword.ts'

type MoversEmptyProps = {
  readonly scope: Scope
  /** Days that are cached. */
  readonly days: number
  /** Whether two of them are compared. */
  readonly isPaired: boolean
}

/** Why nothing moved: nothing did, or there are no two days to compare. */
const MoversEmpty = ({ scope, days, isPaired }: MoversEmptyProps) => {
  const hasBrands = useBrands((state) => state.list.length > 0)
  const who = useBrand(scope)?.name ?? 'all brands'
  if (!hasBrands) return <NoBrandYet icon={<IconArrowsSort size={22} />} />
  if (isPaired)
    return (
      <EmptyState icon={<IconArrowsSort size={22} />} title="No movers">
        No keyword of {who} moved by {POSITION_MOVE_MIN} positions or more between these days.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<IconCalendarOff size={22} />}
      title="Two days are needed"
      action={
        <Button onClick={() => void runSync({ brandIds: brandIdsOf(scope), datasets: ['rankings', 'history'] })}>
          Sync the days of {who}
        </Button>
      }
    >
      Movers compare two days, and {days === 0 ? 'none is' : 'only one is'} cached yet.
    </EmptyState>
  )
}

const KINDS = [
  { value: 'any', label: 'All' },
  { value: 'up', label: 'Climbed' },
  { value: 'down', label: 'Fell' },
  { value: 'new', label: 'New' },
  { value: 'lost', label: 'Lost' },
] as const satisfies readonly { value: MoverKind; label: string }[]

const ROW_NOUNS = ['mover', 'movers'] as const

const useMovers = () => {
  const brandIds = brandIdsOf(useScope())
  const { kind, ...chosen } = useMoverFilters()
  const { value } = useDesk('rankings.days', { brandIds })
  const days = value?.days ?? []
  const pair = value === undefined ? null : chosenDays(days, chosen)
  const table = useTable<Mover>({
    view: 'movers',
    columns: MOVER_COLUMNS,
    query: (sort) =>
      pair === null
        ? NO_ROWS
        : moverQuery({
            input: { brandIds, ...pair, kind },
            order: JSON.stringify(sort),
            arrange: (rows) => (sort.length === 0 ? rows : sortRows(rows, sort, moverField)),
          }),
  })
  return { table, kind, days, pair, isAsking: value === undefined }
}

type DaysBarProps = {
  readonly days: readonly { day: string; brands: number }[]
  readonly pair: DayPair | null
  readonly kind: MoverKind
}

const DaysBar = ({ days, pair, kind }: DaysBarProps) => {
  const options = days.map(({ day }) => ({ value: day, label: formatDay(day) }))
  return (
    <div className={css.filters}>
      <SegmentedControl
        aria-label="Kind of move"
        data={[...KINDS]}
        value={kind}
        onChange={(next) => useMoverFilters.setState({ kind: next as MoverKind })} // one of KINDS
      />
      <Select
        aria-label="From day"
        leftSection="From"
        leftSectionWidth={46}
        w={160}
        searchable
        allowDeselect={false}
        disabled={pair === null}
        data={options.filter((day) => pair !== null && day.value < pair.to)}
        value={pair?.from ?? null}
        onChange={(from) => from !== null && useMoverFilters.setState({ from })}
      />
      <Select
        aria-label="To day"
        leftSection="to"
        leftSectionWidth={30}
        w={144}
        searchable
        allowDeselect={false}
        disabled={pair === null}
        data={options}
        value={pair?.to ?? null}
        onChange={(to) => to !== null && useMoverFilters.setState({ to })}
      />
    </div>
  )
}

export const MoversView = () => {
  const { table, kind, days, pair, isAsking } = useMovers()
  return (
    <TableView
      table={table}
      title="Movers"
      rowNouns={ROW_NOUNS}
      note={pair === null ? null : <FreshnessLabel asOf={table.asOf} />}
      top={<DaysBar days={days} pair={pair} kind={kind} />}
      opened={useOpenedKeyword()}
      side={({ brandId, keyword }, close) => (
        <KeywordDetail brandId={brandId} keyword={keyword} row={null} slice={DEFAULT_SLICE} onClose={close} />
      )}
      barStart={table.grid.blocks.snapshot.total === MOVERS_MAX ? <span>the {MOVERS_MAX} largest moves</span> : null}
      empty={isAsking ? null : <MoversEmpty scope={table.scope} days={days.length} isPaired={pair !== null} />}
    />
  )
}

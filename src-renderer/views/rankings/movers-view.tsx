import { SegmentedControl, Select } from '@mantine/core'
import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/slice.ts'
import { sortRows } from '../../data/desk-query.ts'
import { NO_ROWS } from '../../data/page-query.ts'
import { MOVERS_MAX, moverQuery } from '../../data/rank-rows.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatDay } from '../../format/time.ts'
import { FreshnessLabel } from '../../parts/freshness-label.tsx'
import { type MoverKind, useMoverFilters } from '../../state/list-filters.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import css from '../../table/table-page.module.css'
import { TableView } from '../../table/table-view.tsx'
import { useTable } from '../../table/use-table.ts'
import { KeywordDetail } from './keyword-detail.tsx'
import { chosenDays, type DayPair } from './mover-days.ts'
import { MOVER_COLUMNS, moverField } from './movers-columns.tsx'
import { MoversEmpty } from './movers-empty.tsx'
import { useOpenedKeyword } from './use-opened-keyword.ts'

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

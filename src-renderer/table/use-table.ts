// What every table of the desk's rows needs: its layout, its rows, its selection and the way back to its keyboard.
import { useCallback, useMemo, useRef, useState } from 'react'
import type { EventName } from '../../src-shared/desk/contract.ts'
import type { BlockQuery } from '../data/block-cache.ts'
import { useBlocks, useRefreshOnChange } from '../data/use-blocks.ts'
import { useRefreshOnEvent } from '../data/use-refresh-on-event.ts'
import { useBrand } from '../state/brands.ts'
import { brandIdsOf, useScope } from '../state/location.ts'
import type { DataColumn, SortKey } from './column.ts'
import type { DataTableHandle } from './data-table.tsx'
import type { TableLayout } from './layout.ts'
import type { TablePicks } from './picked-rows.ts'
import { toSortKeys } from './sorting.ts'
import { useLayout } from './use-layout.ts'

type Columns<Row> = readonly DataColumn<Row>[]
type TableOptions<Row> = {
  /** Names the layout and the saved views. */
  readonly view: string
  /** A table with other columns over all brands keeps that layout apart. */
  readonly columns: Columns<Row> | { readonly one: Columns<Row>; readonly all: Columns<Row> }
  readonly sorting?: TableLayout['sorting']
  readonly query: (sort: readonly SortKey[]) => BlockQuery<Row>
  /** Whether the rows change when a sync changes the cache. */
  readonly isSynced?: boolean
  /** Events after which the rows are asked for again. */
  readonly events?: readonly EventName[]
}

const UNSORTED: TableLayout['sorting'] = []
const NO_EVENTS: readonly EventName[] = []

export const useTable = <Row>({ view, columns: of, query: ask, ...options }: TableOptions<Row>) => {
  const { sorting = UNSORTED, isSynced = false, events = NO_EVENTS } = options
  const scope = useScope()
  const who = useBrand(scope)?.name ?? 'all brands'
  const columns = 'one' in of ? (scope === 'all' ? of.all : of.one) : of
  const kept = 'one' in of && scope === 'all' ? `${view}.all` : view
  const { layout, setLayout, start } = useLayout({ view: kept, columns, sorting })
  const sort = useMemo(() => toSortKeys(columns, [...layout.sorting]), [columns, layout.sorting])
  const asked = ask(sort)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the query written out
  const query = useMemo(() => asked, [asked.key])
  const blocks = useBlocks(query)
  const ref = useRef<DataTableHandle>(null)
  const picks = useRef<TablePicks<Row>>(null)
  const [picked, onPicked] = useState(0)
  const isHeld = picked > 0
  useRefreshOnChange(blocks.cache, isSynced ? brandIdsOf(scope) : [], isHeld)
  useRefreshOnEvent(blocks.cache, { events, isHeld })
  return {
    view,
    scope,
    /** The brand's name, or `all brands`. */
    who,
    sort,
    asOf: blocks.snapshot.asOf,
    refresh: blocks.cache.refresh,
    /** How many rows are selected. */
    picked,
    picks,
    /** Leads the keyboard back to the rows. */
    focus: useCallback(() => ref.current?.focus(), []),
    /** What the grid takes. */
    grid: { ref, picks, columns, layout, startLayout: start, onLayout: setLayout, blocks, query, onPicked },
  }
}

export type Table<Row> = ReturnType<typeof useTable<Row>>

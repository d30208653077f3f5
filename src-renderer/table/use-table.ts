// What every table of the desk's rows needs: its layout, its rows, its selection and the way back to its keyboard.
import { useCallback, useMemo, useRef, useState } from 'react'
import type { BlockQuery } from '../data/block-query.ts'
import { useBlocks, useRefreshOnChange } from '../data/use-blocks.ts'
import { useBrand, useBrands } from '../state/brands.ts'
import { useScope } from '../state/location.ts'
import { setPreference, usePreference } from '../state/settings.ts'
import { BRAND_COLUMN_ID } from './cells.tsx'
import type { DataColumn, SortKey } from './column.ts'
import type { DataTableHandle } from './data-table.tsx'
import { brandWidthPx, readLayout, startLayout, type TableLayout, writeLayout } from './layout.ts'
import type { TablePicks } from './picked-rows.ts'
import { toSortKeys } from './sorting.ts'

type Options<Row> = {
  readonly view: string
  readonly columns: readonly DataColumn<Row>[]
  readonly sorting: TableLayout['sorting']
}

/** The table's columns, widths and sorting, as the user left them. One table may show two layouts in turn. */
const useLayout = <Row>({ view, columns, sorting }: Options<Row>) => {
  const key = `table.${view}`
  const start = useMemo(() => startLayout(columns, sorting), [columns, sorting])
  const kept = usePreference(key)
  const layout = useMemo(() => readLayout(columns, kept, start), [columns, kept, start])
  const setLayout = useCallback((next: TableLayout) => setPreference(key, writeLayout(next)), [key])
  return { layout, setLayout, start }
}

type Columns<Row> = readonly DataColumn<Row>[]
/** With room for the longest name of a brand, where the columns name it. */
const useFitted = <Row>(columns: Columns<Row>): Columns<Row> => {
  const names = useBrands(({ list }) => list)
  return useMemo(() => {
    const hasBrands = columns.some(({ id }) => id === BRAND_COLUMN_ID)
    if (!hasBrands) return columns
    const fitPx = brandWidthPx(names.map(({ name }) => name))
    return columns.map((column) => (column.id === BRAND_COLUMN_ID ? { ...column, fitPx } : column))
  }, [columns, names])
}

type TableOptions<Row> = {
  /** Names the layout and the saved views. */
  readonly view: string
  /** A table with other columns over all brands keeps that layout apart. */
  readonly columns: Columns<Row> | { readonly one: Columns<Row>; readonly all: Columns<Row> }
  readonly sorting?: TableLayout['sorting']
  readonly query: (sort: readonly SortKey[]) => BlockQuery<Row>
}

const UNSORTED: TableLayout['sorting'] = []

export const useTable = <Row>({ view, columns: of, query: ask, sorting = UNSORTED }: TableOptions<Row>) => {
  const scope = useScope()
  const who = useBrand(scope)?.name ?? 'all brands'
  const columns = useFitted('one' in of ? (scope === 'all' ? of.all : of.one) : of)
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
  useRefreshOnChange(blocks.cache)
  return {
    view,
    scope,
    /** The brand's name, or `all brands`. */
    who,
    sort,
    freshAsOf: blocks.snapshot.freshAsOf,
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

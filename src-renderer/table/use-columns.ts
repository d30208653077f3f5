// The column model of react-table: order, visibility, widths and sorting. Rows never enter it: they come in blocks
// from the desk, already sorted and filtered, and are painted by `table-body.tsx`.
import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  type ReactTable,
  rowSortingFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { DataColumn } from './column.ts'
import { MIN_WIDTH_PX, type TableLayout } from './layout.ts'
import { MAX_SORT_KEYS } from './sorting.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSortingFeature,
})
type NoRow = Record<string, never>
const NO_ROWS: NoRow[] = []
const isMultiSortEvent = (event: unknown): boolean =>
  typeof event === 'object' && event !== null && 'shiftKey' in event && event.shiftKey === true

export type ColumnModel<Row> = {
  readonly table: ReactTable<typeof features, NoRow>
  /** Columns on show, in order. */
  readonly visible: readonly DataColumn<Row>[]
}

type Options<Row> = {
  readonly columns: readonly DataColumn<Row>[]
  readonly layout: TableLayout
  /** Hidden by the layout, or for want of room. */
  readonly hidden: readonly string[]
  readonly onLayout: (layout: TableLayout) => void
}

export const useColumns = <Row>({ columns, layout, hidden: hiddenIds, onLayout }: Options<Row>): ColumnModel<Row> => {
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        accessorFn: () => '',
        size: column.widthPx,
        minSize: MIN_WIDTH_PX,
        enableSorting: column.sortField !== undefined,
        sortDescFirst: column.isDescendingFirst ?? false,
      })),
    [columns],
  )
  const hidden = useMemo(() => Object.fromEntries(hiddenIds.map((id) => [id, false])), [hiddenIds])
  const state = {
    columnOrder: [...layout.order],
    columnVisibility: hidden,
    columnSizing: layout.widths,
    sorting: [...layout.sorting],
  }
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    state,
    manualSorting: true,
    enableSortingRemoval: true,
    maxMultiSortColCount: MAX_SORT_KEYS,
    isMultiSortEvent,
    columnResizeMode: 'onChange',
    onColumnOrderChange: (change) => onLayout({ ...layout, order: functionalUpdate(change, state.columnOrder) }),
    onColumnSizingChange: (change) => onLayout({ ...layout, widths: functionalUpdate(change, state.columnSizing) }),
    onColumnVisibilityChange: (change: Updater<Record<string, boolean>>) => {
      const shown = functionalUpdate(change, state.columnVisibility)
      onLayout({ ...layout, hidden: Object.keys(shown).filter((id) => shown[id] === false), isChosen: true })
    },
    onSortingChange: (change) => onLayout({ ...layout, sorting: functionalUpdate(change, state.sorting) }),
  })
  const visible = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return layout.order.flatMap((id) => {
      const column = byId.get(id)
      return column === undefined || hiddenIds.includes(id) ? [] : [column]
    })
  }, [columns, layout.order, hiddenIds])
  return { table, visible }
}

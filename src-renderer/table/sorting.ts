import type { SortingState } from '@tanstack/react-table'
import type { DataColumn, SortKey } from './column.ts'

/** The most sort keys that the desk takes. */
export const MAX_SORT_KEYS = 3

/** The table's sorting (by column) as the desk's (by field). */
export const toSortKeys = <Row>(columns: readonly DataColumn<Row>[], sorting: SortingState): SortKey[] =>
  sorting.slice(0, MAX_SORT_KEYS).flatMap(({ id, desc }): SortKey[] => {
    const by = columns.find((column) => column.id === id)?.sortField
    return by === undefined ? [] : [{ by, direction: desc ? 'desc' : 'asc' }]
  })

import { useCallback, useMemo } from 'react'
import { setPreference, usePreference } from '../state/preferences.ts'
import type { DataColumn } from './column.ts'
import { readLayout, startLayout, type TableLayout, writeLayout } from './layout.ts'

type Options<Row> = {
  readonly view: string
  readonly columns: readonly DataColumn<Row>[]
  readonly sorting: TableLayout['sorting']
}

/** The table's columns, widths and sorting, as the user left them. One table may show two layouts in turn. */
export const useLayout = <Row>({ view, columns, sorting }: Options<Row>) => {
  const key = `table.${view}`
  const start = useMemo(() => startLayout(columns, sorting), [columns, sorting])
  const kept = usePreference(key)
  const layout = useMemo(() => readLayout(columns, kept, start), [columns, kept, start])
  const setLayout = useCallback((next: TableLayout) => setPreference(key, writeLayout(next)), [key])
  return { layout, setLayout, start }
}

import { useCallback, useMemo, useState } from 'react'
import type { DataColumn } from './column.ts'
import { readLayout, startLayout, type TableLayout } from './layout.ts'

const slotOf = (view: string): string => `agency-desk.table.${view}`

const readSlot = (view: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(slotOf(view)) ?? 'null')
  } catch {
    return null
  }
}

const writeSlot = (view: string, layout: TableLayout): void => {
  try {
    localStorage.setItem(slotOf(view), JSON.stringify(layout))
  } catch {
    // Without storage the arrangement lives as long as the page.
  }
}

type Options<Row> = {
  readonly view: string
  readonly columns: readonly DataColumn<Row>[]
  readonly sorting: TableLayout['sorting']
}

/** The table's arrangement, as it was left on this machine. */
export const useLayout = <Row>({ view, columns, sorting }: Options<Row>) => {
  const start = useMemo(() => startLayout(columns, sorting), [columns, sorting])
  // By view, as one table may show two arrangements in turn (one brand, all brands).
  const [changed, setChanged] = useState<Readonly<Record<string, TableLayout>>>({})
  const stored = useMemo(() => readSlot(view), [view])
  const kept = changed[view] ?? stored
  const layout = useMemo(() => readLayout(columns, kept, start), [columns, kept, start])
  const setLayout = useCallback(
    (next: TableLayout) => {
      writeSlot(view, next)
      setChanged((all) => ({ ...all, [view]: next }))
    },
    [view],
  )
  return { layout, setLayout, start }
}

// Copying through the browser's own copy event: it needs no clipboard permission, so it works in every shell.
import { type RefObject, useEffect, useRef } from 'react'
import { notify } from '../store/notices.ts'
import type { BlockCache, BlockQuery } from './block-cache.ts'
import type { DataColumn } from './column.ts'
import { NO_SELECTION, type Selection, selectedCount } from './selection.ts'
import { toTsv } from './tsv.ts'

/** The most rows that go to the clipboard; an export takes them all. */
export const COPY_MAX = 10_000
const FETCH_SIZE = 500

type CopyOptions<Row> = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly cache: BlockCache<Row>
  readonly query: BlockQuery<Row>
  readonly columns: readonly DataColumn<Row>[]
  readonly selection: Selection
  readonly active: number
}

/** Rows already at hand; null where one is missing. */
const rowsAtHand = <Row>(cache: BlockCache<Row>, selection: Selection): Row[] | null => {
  const rows: Row[] = []
  for (const [first, last] of selection) {
    for (let index = first; index <= last; index += 1) {
      const row = cache.row(index)
      if (row === undefined) return null
      rows.push(row)
    }
  }
  return rows
}

const fetchRows = async <Row>(query: BlockQuery<Row>, selection: Selection): Promise<Row[] | null> => {
  const rows: Row[] = []
  for (const [first, last] of selection) {
    for (let offset = first; offset <= last; offset += FETCH_SIZE) {
      const limit = Math.min(FETCH_SIZE, last - offset + 1)
      const reply = await query.fetch({ offset, limit, cursor: null, isDetailed: false })
      if (!reply.ok) return null
      rows.push(...reply.value.rows)
    }
  }
  return rows
}

export const useCopy = <Row>(options: CopyOptions<Row>): void => {
  const latest = useRef(options)
  latest.current = options
  const ready = useRef<string | null>(null)
  const { scroller } = options

  useEffect(() => {
    const say = (count: number) => notify({ title: count === 1 ? '1 row copied' : `${count} rows copied` })
    const copyLater = async (selection: Selection) => {
      const { query, columns } = latest.current
      const rows = await fetchRows(query, selection)
      if (rows === null)
        return notify({ title: 'Nothing was copied', message: 'Some rows could not be read.', tone: 'warning' })
      ready.current = toTsv(columns, rows)
      // Fires the copy event below once more, now with everything at hand.
      if (document.execCommand('copy')) say(rows.length)
      else notify({ title: 'Press copy once more', message: 'The rows are ready now.' })
    }
    const copy = (event: ClipboardEvent) => {
      const isOurs = document.activeElement === scroller.current && `${window.getSelection()}` === ''
      if (!isOurs || event.clipboardData === null) return
      event.preventDefault()
      if (ready.current !== null) {
        event.clipboardData.setData('text/plain', ready.current)
        ready.current = null
        return
      }
      const { cache, columns, selection, active } = latest.current
      const wanted: Selection = selection === NO_SELECTION || selection.length === 0 ? [[active, active]] : selection
      const count = selectedCount(wanted)
      if (count > COPY_MAX)
        return notify({
          title: `${COPY_MAX} rows at most are copied`,
          message: 'Export takes all of them.',
          tone: 'warning',
        })
      const rows = rowsAtHand(cache, wanted)
      if (rows === null) return void copyLater(wanted)
      event.clipboardData.setData('text/plain', toTsv(columns, rows))
      say(rows.length)
    }
    document.addEventListener('copy', copy)
    return () => document.removeEventListener('copy', copy)
  }, [scroller])
}

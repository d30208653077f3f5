// Copying through the browser's own copy event: it needs no clipboard permission, so it works in every shell.
import { type RefObject, useEffect, useRef } from 'react'
import type { BlockCache, BlockQuery } from '../data/block-cache.ts'
import { notify } from '../state/notices.ts'
import type { DataColumn } from './column.ts'
import { fetchRows, rowsAtHand } from './picked-rows.ts'
import { NO_SELECTION, type Selection, selectedCount } from './selection.ts'
import { toTsv } from './tsv.ts'

/** The most rows that go to the clipboard; an export takes them all. */
export const COPY_MAX = 10_000

type CopyOptions<Row> = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly cache: BlockCache<Row>
  readonly query: BlockQuery<Row>
  readonly columns: readonly DataColumn<Row>[]
  readonly selection: Selection
  readonly active: number
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
      // Fires the copy event below a second time, now with everything at hand.
      if (document.execCommand('copy')) say(rows.length)
      else notify({ title: 'Press copy again', message: 'The rows are ready now.' })
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
          title: `Copy takes at most ${COPY_MAX} rows`,
          message: 'Use Export for all rows.',
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

// Copying through the browser's own copy event: it needs no clipboard permission, so it works in every shell.
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { COPY_MAX, NAMED_MAX } from '../../src-shared/desk/values/export-lists.ts'
import type { BlockCache } from '../data/block-cache.ts'
import { plural } from '../format/numbers.ts'
import { notify } from '../state/notices.ts'
import type { DataColumn } from './column.ts'
import { NO_SELECTION, type Selection, selectedCount } from './selection.ts'

// A tab or a line break inside a value would move the cells after it, so they become spaces. A value that a spreadsheet
// would run as a formula gets a leading apostrophe; plain numbers, also negative ones, stay numbers.
const FORMULA_START = /^[=+\-@]/
const PLAIN_NUMBER = /^[+-]?\d+(?:[.,]\d+)*%?$/
const BREAKS = /[\t\r\n\p{Cc}]+/gu

export const tsvCell = (value: string): string => {
  const flat = value.replace(BREAKS, ' ')
  return FORMULA_START.test(flat.trimStart()) && !PLAIN_NUMBER.test(flat) ? `'${flat}` : flat
}

/** Rows as a spreadsheet takes them from the clipboard: a header line, then one line a row. */
export const toTsv = <Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string =>
  [
    columns.map((column) => tsvCell(column.name ?? column.header)).join('\t'),
    ...rows.map((row) => columns.map((column) => tsvCell(column.text(row))).join('\t')),
  ].join('\n')

type CopyOptions<Row> = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly cache: BlockCache<Row>
  readonly columns: readonly DataColumn<Row>[]
  readonly selection: Selection
  readonly active: number
  /** The selected rows, or the active one. */
  readonly rows: () => Promise<readonly Row[] | null>
}

const tooMany = () =>
  notify({
    title: `Copy takes at most ${plural(COPY_MAX, 'row')}`,
    message: 'Use Export for all rows.',
    tone: 'warning',
  })

/** Copies the rows with the columns on show: by Ctrl+C while the table has the focus, or by what it returns. */
export const useCopy = <Row>(options: CopyOptions<Row>): (() => void) => {
  const latest = useRef(options)
  latest.current = options
  const ready = useRef<string | null>(null)
  const { scroller } = options

  const copyRows = useCallback(async () => {
    const { rows: read, columns, selection } = latest.current
    if (selectedCount(selection) > COPY_MAX) return tooMany()
    if (selectedCount(selection) > NAMED_MAX) notify({ title: `Reading ${plural(selectedCount(selection), 'row')} …` })
    const rows = await read()
    if (rows === null)
      return notify({ title: 'Nothing was copied', message: 'Some rows could not be read.', tone: 'warning' })
    ready.current = toTsv(columns, rows)
    // Fires the copy event below, now with everything at hand.
    scroller.current?.focus({ preventScroll: true })
    if (document.execCommand('copy')) notify({ title: `${plural(rows.length, 'row')} copied` })
    else notify({ title: 'Press copy again', message: 'The rows are ready now.' })
  }, [scroller])

  useEffect(() => {
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
      const row = selection === NO_SELECTION || selection.length === 0 ? cache.row(active) : undefined
      if (row === undefined) return void copyRows()
      event.clipboardData.setData('text/plain', toTsv(columns, [row]))
      notify({ title: '1 row copied' })
    }
    document.addEventListener('copy', copy)
    return () => document.removeEventListener('copy', copy)
  }, [scroller, copyRows])

  return useCallback(() => void copyRows(), [copyRows])
}

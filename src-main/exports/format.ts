import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from '../base/escape-formula.ts'
import type { Cell, ExportList, Facts } from './list.ts'

export type Headers = 'words' | 'machine'

/** How one file is written: what comes first, each part of rows, and the end. */
export type Format = {
  readonly head: string
  readonly rows: (rows: readonly object[], isFirst: boolean) => string
  readonly end: string
}

type TableOptions = { readonly list: ExportList; readonly facts: Facts; readonly headers: Headers }

const textOf = (cell: Cell, headers: Headers): string | number | null => {
  if (typeof cell === 'boolean') return headers === 'machine' ? String(cell) : cell ? 'yes' : 'no'
  return typeof cell === 'string' ? escapeFormula(cell) : (cell ?? null)
}

const tableOf = (
  { list, facts, headers }: TableOptions,
  lineOf: (cells: readonly (string | number | null)[]) => string,
) => ({
  head: lineOf(list.heads.map(({ key, header }) => (headers === 'machine' ? key : header))),
  rows: (rows: readonly object[]) =>
    rows.map((row) => lineOf(list.cells(row, facts).map((cell) => textOf(cell, headers)))).join(''),
  end: '',
})

export const csvFormat = (options: TableOptions & { readonly hasByteOrderMark: boolean }): Format => {
  const table = tableOf(options, (cells) => stringify([[...cells]]))
  return { ...table, head: `${options.hasByteOrderMark ? '\ufeff' : ''}${table.head}` }
}

const BREAKS = /[\t\r\n\p{Cc}]+/gu

/** A tab or line break inside a value would move the cells after it: they become spaces. */
export const tsvFormat = (options: TableOptions): Format =>
  tableOf(options, (cells) => `${cells.map((cell) => String(cell ?? '').replace(BREAKS, ' ')).join('\t')}\n`)

/** One JSON object; its rows are those of the call, one a line. */
export const jsonFormat = (head: object): Format => ({
  head: `${JSON.stringify(head).slice(0, -1)},"rows":[`,
  rows: (rows, isFirst) => {
    const text = rows.map((row) => JSON.stringify(row)).join(',\n')
    return text === '' ? '' : `${isFirst ? '\n' : ',\n'}${text}`
  },
  end: '\n]}\n',
})

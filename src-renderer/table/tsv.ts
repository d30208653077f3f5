import type { DataColumn } from './column.ts'

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

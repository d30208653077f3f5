// A table whose columns are known only when it is there: the result of a query.
import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from '../base/escape-formula.ts'
import { type ExportFile, writeExport } from './export-file.ts'

type Table = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
  readonly hasByteOrderMark: boolean
}

const ROWS_OF_A_PART = 1_000

const lines = (rows: Table['rows']): string =>
  stringify(rows.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell))))

async function* textOf({ columns, rows, hasByteOrderMark }: Table): AsyncGenerator<string> {
  yield `${hasByteOrderMark ? '\ufeff' : ''}${lines([columns])}`
  for (let at = 0; at < rows.length; at += ROWS_OF_A_PART) yield lines(rows.slice(at, at + ROWS_OF_A_PART))
}

/** Writes it as CSV with formula cells escaped. */
export const writeTable = (file: ExportFile, table: Table) => writeExport(file, textOf(table))

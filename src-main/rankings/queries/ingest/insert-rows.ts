import type { Database } from 'better-sqlite3'
import { prepared } from '../../../store/db.ts'

/** Rows of one INSERT statement: fewer crossings into SQLite, the same order. */
const CHUNK = 32

const insertOf = (into: string, columns: number, rows: number): string =>
  `INSERT INTO ${into} VALUES ${Array(rows)
    .fill(`(${Array(columns).fill('?').join(', ')})`)
    .join(', ')}`

/**
 * Inserts rows that are given as one flat list of values. `into` is the table with its columns. Give them in key order,
 * which keeps the pages of the table full.
 */
export const insertRows = (
  cache: Database,
  { into, columns, values }: { into: string; columns: number; values: readonly (string | number | null)[] },
): void => {
  const step = CHUNK * columns
  const whole = values.length - (values.length % step)
  const many = prepared(cache, insertOf(into, columns, CHUNK))
  for (let from = 0; from < whole; from += step) many.run(values.slice(from, from + step))
  const one = prepared(cache, insertOf(into, columns, 1))
  for (let from = whole; from < values.length; from += columns) one.run(values.slice(from, from + columns))
}

// Many rows in one statement: fewer crossings into SQLite. Values are passed as arguments: better-sqlite3 reads these faster
// than one array. A list that does not fit, or an id that is not there, throws: nothing of it is stored then.
import type { Database, Statement } from 'better-sqlite3'
import { prepared } from '../../../store/db.ts'

const ROWS = 32

type Values = readonly (string | number | null)[]

const listOf = (columns: number, rows: number): string =>
  Array(rows)
    .fill(`(${Array(columns).fill('?').join(', ')})`)
    .join(', ')

/** Runs a statement of 32 rows as often as it fits, then one of a single row. `values`: of all rows, one after the other. */
const runAll = (values: Values, columns: number, statementOf: (rows: number) => Statement<unknown[]>): void => {
  let changes = 0
  const runBy = (rows: number, from: number): number => {
    const [statement, step] = [statementOf(rows), rows * columns]
    let at = from
    for (; at + step <= values.length; at += step) changes += statement.run(...values.slice(at, at + step)).changes
    return at
  }
  runBy(1, runBy(ROWS, 0))
  if (changes * columns !== values.length)
    throw new Error(`${changes} rows were written of ${values.length} values, ${columns} a row.`)
}

/**
 * Inserts rows that are given as one flat list of values. `into` is the table with its columns. Give them in key order,
 * which keeps the pages of the table full.
 */
export const insertRows = (
  cache: Database,
  { into, columns, values }: { into: string; columns: number; values: Values },
): void => runAll(values, columns, (rows) => prepared(cache, `INSERT INTO ${into} VALUES ${listOf(columns, rows)}`))

/** Writes over rows of a table, each given as its new values and its `id`, which comes once, all in one flat list. */
export const updateRows = (
  cache: Database,
  { table, columns, values }: { table: string; columns: readonly string[]; values: Values },
): void => {
  const count = columns.length + 1
  const taken = columns.map((_, at) => `given.column${at + 1}`)
  runAll(values, count, (rows) =>
    prepared(
      cache,
      `UPDATE ${table} SET (${columns.join(', ')}) = (${taken.join(', ')})
       FROM (VALUES ${listOf(count, rows)}) AS given WHERE ${table}.id = given.column${count}`,
    ),
  )
}

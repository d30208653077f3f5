// Puts rows that PostgreSQL holds into the mirror, in one local transaction together with the number of the commit to which
// they belong: the mirror goes from one moment of the team to another, never to one between them.
import type { Database } from 'better-sqlite3'
import { prepared } from '../db.ts'
import { type Place, savePlace } from './mirror-state.ts'

/** What the mirror needs to know of a table. */
export type KeyedTable = {
  readonly name: string
  readonly key: readonly string[]
  /** The column that tells the team's rows, 1, from this desk's own in the same table. */
  readonly isSharedIf?: string | undefined
  /** Columns that the desk has alone. */
  readonly own?: readonly string[] | undefined
}

export type Value = string | number | null | Uint8Array
/** The values of a row's key, in the order of the key's columns. */
export type Key = readonly (string | number)[]
export type Row = Readonly<Record<string, Value>>

/** For each table the keys of rows that are no more, and rows as they are now: as `agency_desk.write` takes them. */
export type Changes = Readonly<
  Record<string, { readonly gone?: readonly Key[] | undefined; readonly rows?: readonly Row[] | undefined }>
>

export const columnsOf = (core: Database, table: string): ReadonlySet<string> =>
  new Set(
    prepared<{ name: string }>(core, 'SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => name),
  )

export const whereKey = ({ key }: KeyedTable): string => key.map((column) => `${column} = ?`).join(' AND ')

const keyIn = (row: Row, { key }: KeyedTable): unknown[] => key.map((column) => row[column])

/** The row with the columns that the desk has alone, as they are here. */
const withOwn = (core: Database, row: Row, table: KeyedTable): Row => {
  const { name, own = [] } = table
  if (own.length === 0) return row
  const here = prepared<Row>(core, `SELECT ${own.join(', ')} FROM ${name} WHERE ${whereKey(table)}`)
  return { ...here.get(...keyIn(row, table)), ...row }
}

/** What PostgreSQL has alone is left out. */
const insertInto = (core: Database, table: string, rows: readonly Row[]): void => {
  const known = columnsOf(core, table)
  for (const row of rows) {
    const names = Object.keys(row).filter((name) => known.has(name))
    const places = names.map(() => '?').join(', ')
    const insert = prepared(core, `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`)
    insert.run(...names.map((name) => row[name]))
  }
}

/** In a transaction of the caller. */
export const changeRows = (core: Database, tables: readonly KeyedTable[], changes: Changes): void => {
  const parts = Object.entries(changes).map(([name, { gone = [], rows = [] }]) => {
    const table = tables.find((one) => one.name === name)
    if (table === undefined) throw new Error(`The team has no table "${name}".`)
    return { table, gone, rows: rows.map((row) => withOwn(core, row, table)) }
  })
  // All are deleted before any is inserted: two rows may exchange a value that only one may have.
  for (const { table, gone, rows } of parts) {
    const remove = `DELETE FROM ${table.name} WHERE ${whereKey(table)}`
    const removeAny = prepared(core, remove)
    for (const row of rows) removeAny.run(...keyIn(row, table))
    const ofTeam = table.isSharedIf === undefined ? '' : ` AND ${table.isSharedIf} = 1`
    const removeShared = prepared(core, remove + ofTeam)
    for (const key of gone) removeShared.run(...key)
  }
  for (const { table, rows } of parts) insertInto(core, table.name, rows)
}

/** One local transaction in which rows may come before what they refer to, and go without what refers to them. */
export const inMirror = <Result>(core: Database, work: () => Result): Result => {
  if (core.inTransaction) throw new Error('The mirror changes in a transaction of its own.')
  core.pragma('foreign_keys = OFF')
  try {
    return core.transaction(work).immediate()
  } finally {
    core.pragma('foreign_keys = ON')
  }
}

/** `at` is left out where the mirror does not move: rows of this desk alone. */
export const applyRows = (core: Database, tables: readonly KeyedTable[], changes: Changes, at?: Place): void =>
  inMirror(core, () => {
    changeRows(core, tables, changes)
    if (at !== undefined) savePlace(core, at)
  })

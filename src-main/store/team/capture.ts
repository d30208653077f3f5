// Which rows of core.db a write function changed: triggers on this one connection note their keys, and the rows are read
// once the function is done. The triggers are made of the tables as they are in the file, so none can be forgotten. They
// exist in a team only, and hold for the connection that runs write functions only.
import type { Database } from 'better-sqlite3'
import { prepared } from '../db.ts'
import { type Key, type KeyedTable, type Row, whereKey } from './apply.ts'
import type { NamedTable } from './shared-tables.ts'

export type CapturedTable = KeyedTable & {
  /** Null: the desk's own. */
  readonly shared: NamedTable | null
  readonly columns: readonly string[]
}

/** A changed row. `isNew`: there was none of this key before. */
export type Captured = {
  readonly table: CapturedTable
  readonly key: Key
  readonly row: Row | null
  readonly isNew: boolean
  readonly isShared: boolean
}

type Column = { readonly name: string; readonly pk: number }

const captured = (core: Database, name: string, shared: NamedTable | null): CapturedTable => {
  const columns = core.pragma(`table_info(${name})`) as Column[] // as SQLite documents it
  const ofTable = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  const own = ofTable.length > 0 ? ofTable.map((column) => column.name) : ['rowid']
  return { name, key: shared?.key ?? own, columns: columns.map((column) => column.name), shared }
}

/** What triggers of the file write: they fire again where the rows that were captured are applied. */
const byTriggers = (core: Database): string[] =>
  prepared<string>(core, "SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
    .pluck()
    .all()
    .flatMap((sql) => [...sql.matchAll(/INSERT INTO (\w+)/g)].map(([, name = '']) => name))

/** All tables of core.db, as rooms declare them or by their own key. */
export const capturedTables = (core: Database, shared: readonly NamedTable[]): CapturedTable[] => {
  const written = new Set(byTriggers(core))
  return core
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .filter(({ name }) => !written.has(name))
    .map(({ name }) => captured(core, name, shared.find((table) => table.name === name) ?? null))
}

/** Keys have two columns at most. */
const keyOf = ({ name, key }: CapturedTable, row: 'old' | 'new'): string => {
  const [first, second, third] = key
  if (first === undefined || third !== undefined) throw new Error(`The key of "${name}" is not of one or two columns.`)
  return `${row}.${first}, ${second === undefined ? 'NULL' : `${row}.${second}`}`
}

const triggersOf = (table: CapturedTable, no: number): string => {
  const { name, key, columns, shared } = table
  const note = (row: 'old' | 'new', was: 0 | 1, where = ''): string => {
    const isShared = shared === null ? '0' : shared.isSharedIf === undefined ? '1' : `${row}.${shared.isSharedIf}`
    return `INSERT INTO noted SELECT ${no}, ${keyOf(table, row)}, ${was}, ${isShared} ${where};`
  }
  const differs = (names: readonly string[]) => names.map((one) => `old.${one} IS NOT new.${one}`).join(' OR ')
  return `
    CREATE TEMP TRIGGER note_insert_${name} AFTER INSERT ON main.${name} BEGIN ${note('new', 0)} END;
    CREATE TEMP TRIGGER note_delete_${name} AFTER DELETE ON main.${name} BEGIN ${note('old', 1)} END;
    CREATE TEMP TRIGGER note_update_${name} AFTER UPDATE ON main.${name} WHEN ${differs(columns)} BEGIN
      ${note('old', 1)}
      ${note('new', 0, `WHERE ${differs([...key, ...(shared?.isSharedIf === undefined ? [] : [shared.isSharedIf])])}`)}
    END;`
}

type Noted = {
  readonly k0: string | number
  readonly k1: string | number | null
  readonly was: 0 | 1
  readonly isShared: 0 | 1
}

const BY_TABLE = 'SELECT DISTINCT tbl FROM noted ORDER BY tbl'
const OF_TABLE = 'SELECT k0, k1, max(was) AS was, max(is_shared) AS isShared FROM noted WHERE tbl = ? GROUP BY k0, k1'

/** Makes the connection note what it changes. `forget` drops what it noted. */
export const createCapture = (core: Database, shared: readonly NamedTable[]) => {
  const tables = capturedTables(core, shared)
  // Otherwise a row that is replaced would be deleted without a trigger.
  core.pragma('recursive_triggers = ON')
  core.exec('CREATE TEMP TABLE noted (tbl INTEGER, k0, k1, was INTEGER, is_shared INTEGER)')
  for (const [no, table] of tables.entries()) core.exec(triggersOf(table, no))

  const rowsOf = (table: CapturedTable, no: number): Captured[] => {
    const find = prepared<Row>(core, `SELECT * FROM ${table.name} WHERE ${whereKey(table)}`)
    return prepared<Noted>(core, OF_TABLE)
      .all(no)
      .map(({ k0, k1, was, isShared }) => {
        const key = k1 === null ? [k0] : [k0, k1]
        return { table, key, row: find.get(...key) ?? null, isNew: was === 0, isShared: isShared === 1 }
      })
  }

  return {
    tables,
    /** The rows as they are now; call it within the transaction. */
    changed: (): Captured[] =>
      prepared<{ tbl: number }>(core, BY_TABLE)
        .all()
        .flatMap(({ tbl }) => rowsOf(tables[tbl] as CapturedTable, tbl)), // numbered above
    forget: (): void => void prepared(core, 'DELETE FROM noted').run(),
  }
}

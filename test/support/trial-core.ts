// A core.db with the newest schema, and rows of any values for its tables.
import Database from 'better-sqlite3'
import { migrate } from '../../src-main/store/migrate.ts'
import { tables } from '../../src-main/tables.ts'

export const trialCore = (): Database.Database => {
  const core = new Database(':memory:')
  core.pragma('foreign_keys = ON')
  migrate(core, tables.migrations.core)
  return core
}

type Column = { readonly name: string; readonly type: string }

/** A row that the table takes; another one for another number. */
export const anyRow = (core: Database.Database, table: string, no: number): Record<string, string | number> => {
  const columns = core.pragma(`table_info(${table})`) as Column[] // as SQLite documents it
  return Object.fromEntries(
    columns.map(({ name, type }) => [name, name === 'is_shared' ? 1 : type === 'TEXT' ? `"${name} ${no}"` : no]),
  )
}

export const insertSql = (table: string, row: object, or = ''): string => {
  const names = Object.keys(row)
  return `INSERT ${or} INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`
}

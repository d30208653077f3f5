// Rows of the team as PostgreSQL has them, with the columns of core.db, in parts that fit into memory.
import type { Database } from 'better-sqlite3'
import { prepared } from '../db.ts'
import type { TeamSession } from './client.ts'
import type { ServerRow } from './row-rules.ts'
import type { NamedTable } from './shared-tables.ts'

/**
 * For a transaction that catches up. The server keeps its plans for the connection, and those of tables that were small read
 * them whole later.
 */
export const BY_KEYS = 'SET LOCAL enable_seqscan = off; SET LOCAL jit = off'

type Column = { readonly name: string; readonly type: string }

const columnsIn = (core: Database, table: string): Column[] =>
  prepared<Column>(core, 'SELECT name, type FROM pragma_table_info(?)').all(table)

/** What the desk has alone is not asked for. */
export const sharedColumns = (core: Database, { name, own = [] }: NamedTable): string[] =>
  columnsIn(core, name).flatMap((column) => (own.includes(column.name) ? [] : column.name))

export const selectFrom = (core: Database, table: NamedTable): string =>
  `SELECT ${sharedColumns(core, table).map((column) => `t."${column}"`)} FROM agency_desk.${table.name} t`

export const bytesIn = (rows: readonly ServerRow[]): number => {
  let bytes = 0
  for (const row of rows) for (const value of Object.values(row)) bytes += typeof value === 'string' ? value.length : 8
  return bytes
}

/** Of one message. */
const PART_BYTES = 4_000_000
const FIRST_PART = 100
const LARGEST_PART = 5000

/** The next part, by how large the last one was: a row may have 30 bytes or 300,000. */
const nextSize = (size: number, rows: readonly ServerRow[]): number => {
  const bytes = bytesIn(rows) / Math.max(rows.length, 1)
  return Math.max(10, Math.min(LARGEST_PART, size * 8, Math.floor(PART_BYTES / Math.max(bytes, 1))))
}

const TYPES: Readonly<Record<string, string>> = { INTEGER: 'bigint', TEXT: 'text' }

/**
 * The keys are plain columns first: PostgreSQL uses no index of a table with rules for rows where the condition itself
 * takes a list apart, and reads the whole table.
 */
const byKeys = (core: Database, table: NamedTable): string => {
  const types = new Map(columnsIn(core, table.name).map(({ name, type }) => [name, TYPES[type]]))
  const parts = table.key.map((column, at) => `(e.key ->> ${at})::${types.get(column)} AS part_${at}`)
  const keys = `SELECT ${parts.join(', ')} FROM jsonb_array_elements($1::jsonb) AS e (key) OFFSET 0`
  const conditions = table.key.map((column, at) => `t."${column}" = k.part_${at}`)
  return `${selectFrom(core, table)} JOIN (${keys}) k ON ${conditions.join(' AND ')}`
}

/** The rows of these keys, each as JSON, that are there, and that this person may see. */
export async function* fetchByKeys(
  session: TeamSession,
  core: Database,
  table: NamedTable,
  keys: readonly string[],
): AsyncGenerator<readonly ServerRow[]> {
  const sql = byKeys(core, table)
  let size = FIRST_PART
  for (let from = 0; from < keys.length; ) {
    const rows = await session.query<ServerRow>(sql, [`[${keys.slice(from, from + size)}]`], `rows of ${table.name}`)
    from += size
    size = nextSize(size, rows)
    yield rows
  }
}

/** All rows of a statement, within a transaction. */
export async function* fetchAll(
  session: TeamSession,
  sql: string,
  values: readonly unknown[] = [],
): AsyncGenerator<readonly ServerRow[]> {
  await session.query(`DECLARE rows_of_desk NO SCROLL CURSOR FOR ${sql}`, values)
  let size = FIRST_PART
  for (;;) {
    const rows = await session.query<ServerRow>(`FETCH ${size} FROM rows_of_desk`)
    if (rows.length > 0) yield rows
    if (rows.length < size) break
    size = nextSize(size, rows)
  }
  await session.query('CLOSE rows_of_desk')
}

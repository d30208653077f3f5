// The rows of a table here and in PostgreSQL as one number each, to compare them. A value is written as JSON writes it: the
// texts that SQLite and PostgreSQL make of a row differ.
import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { TeamSession } from './client.ts'
import { keyText, restNumber } from './row-rules.ts'
import type { NamedTable } from './shared-tables.ts'

/** A bigint: what no number holds; it differs from all that is here. */
type Value = string | number | bigint | null
export type StoredRow = Readonly<Record<string, Value>>
/** `skipped`: rows that are not in it. */
export type RowSum = { readonly rows: number; readonly skipped: number; readonly sha256: string }
export type SummedTable = {
  readonly name: string
  readonly key: readonly string[]
  readonly columns: readonly string[]
}

/** PostgreSQL stores no U+0000. */
export const storable = (value: Value): Value =>
  typeof value === 'string' ? value.replaceAll('\u0000', '\ufffd') : typeof value === 'bigint' ? `${value}` : value

const FETCHED_ROWS = 1000

/** With the columns that both sides have. */
export const summedTable = (core: Database, { name, key, own = [] }: NamedTable): SummedTable => {
  const columns = core.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(name)
  return { name, key, columns: columns.filter((column) => !own.includes(column)) }
}

/** `without`: keys as `keyText` writes them. */
const createSum = ({ key, columns }: SummedTable, without: readonly string[] = []) => {
  const hash = createHash('sha256')
  const left = new Set(without)
  let rows = 0
  let skipped = 0
  return {
    add: (row: StoredRow): void => {
      if (left.size > 0 && left.has(keyText(key.map((column) => row[column])))) {
        skipped += 1
        return
      }
      rows += 1
      hash.update(`${JSON.stringify(columns.map((column) => storable(row[column] ?? null)))}\n`)
    },
    end: (): RowSum => ({ rows, skipped, sha256: hash.digest('hex') }),
  }
}

const selectFrom = (from: string, { key, columns }: SummedTable): string =>
  `SELECT ${columns.join(', ')} FROM ${from} ORDER BY ${key.join(', ')}`

/** The rows in the order of their keys, with what they come to at the end. */
export function* summedRows(
  core: Database,
  table: SummedTable,
  where: string,
  without?: readonly string[],
): Generator<StoredRow, RowSum> {
  const sum = createSum(table, without)
  for (const row of core.prepare<[], StoredRow>(selectFrom(`${table.name} WHERE ${where}`, table)).iterate()) {
    sum.add(row)
    yield row
  }
  return sum.end()
}

/** The team's rows: not the drafts of this desk alone, and not what skipped rows still forbid. */
export const sumHere = (core: Database, table: SummedTable, skipped: readonly string[] = []): RowSum => {
  const without = [...skipped, ...skipped.map((key) => keyText([restNumber(key)]))]
  const rows = summedRows(core, table, table.columns.includes('is_shared') ? 'is_shared = 1' : 'true', without)
  for (;;) {
    const next = rows.next()
    if (next.done === true) return next.value
  }
}

/** What this person sees of the table without the skipped rows, within a transaction of the caller. */
export const sumThere = async (
  session: TeamSession,
  table: SummedTable,
  skipped: readonly string[] = [],
): Promise<RowSum> => {
  const sum = createSum(table, skipped)
  await session.query(`DECLARE summed NO SCROLL CURSOR FOR ${selectFrom(`agency_desk.${table.name}`, table)}`)
  for (;;) {
    const rows = await session.query<StoredRow>(`FETCH ${FETCHED_ROWS} FROM summed`)
    for (const row of rows) sum.add(row)
    if (rows.length < FETCHED_ROWS) break
  }
  await session.query('CLOSE summed')
  return sum.end()
}

export const isSameSum = (a: RowSum | undefined, b: RowSum | undefined): boolean =>
  a !== undefined && a.rows === b?.rows && a.sha256 === b.sha256

// What a person changed while the team could not be reached: suppressions, marks and the basket. It is in the mirror at once, and
// goes to PostgreSQL before the mirror catches up, in a turn of its own: a suppression is added if nobody did, of the rest
// the last one holds. What is not allowed any more is dropped, and the mirror takes what the team has.
import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { prepared } from '../db.ts'
import type { Changes, Key, Row } from './apply.ts'
import { serverError, type TeamClient, type TeamSession } from './client.ts'
import { BY_KEYS, fetchByKeys } from './fetch-rows.ts'
import type { Mirror } from './mirror.ts'
import { highestNumberAt } from './numbers.ts'
import { type ServerRow, keyText as textOfKey } from './row-rules.ts'
import type { NamedTable } from './shared-tables.ts'

const KEEP = `INSERT INTO offline_change (tbl, key, row, at_ms) VALUES (?, ?, ?, ?)
  ON CONFLICT (tbl, key) DO UPDATE SET row = excluded.row, at_ms = excluded.at_ms`

/** Within the transaction that puts these rows into core.db. */
export const keepForLater = (core: Database, shared: readonly NamedTable[], changes: Changes, nowMs: number): void => {
  const keep = prepared(core, KEEP)
  for (const [name, { gone = [], rows = [] }] of Object.entries(changes)) {
    const key = shared.find((table) => table.name === name)?.key ?? []
    for (const one of gone) keep.run(name, JSON.stringify(one), null, nowMs)
    for (const row of rows) keep.run(name, JSON.stringify(key.map((column) => row[column])), JSON.stringify(row), nowMs)
  }
}

type Kept = { readonly tbl: string; readonly key: string; readonly row: string | null }

/** Still to be sent. */
export const keptChanges = (core: Database): readonly Kept[] =>
  core.prepare<[], Kept>('SELECT tbl, key, row FROM offline_change ORDER BY at_ms, tbl, key').all()

/** The same changes have the same id: they are stored once, however often the answer is lost. */
const idOf = (kept: readonly Kept[]): string => {
  const hash = createHash('sha256').update(JSON.stringify(kept)).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

type Part = { readonly gone: Key[]; readonly rows: Row[] }

const partOf = (kept: readonly Kept[], name: string): Part => {
  const own = kept.filter(({ tbl }) => tbl === name)
  return {
    gone: own.flatMap(({ key, row }) => (row === null ? [JSON.parse(key) as Key] : [])), // as `keepForLater` wrote it
    rows: own.flatMap(({ row }) => (row === null ? [] : [JSON.parse(row) as Row])), // as above
  }
}

const keyText = ({ key }: NamedTable, row: ServerRow): string => textOfKey(key.map((column) => row[column]))

const rowsThere = async (session: TeamSession, core: Database, table: NamedTable, rows: readonly Row[]) => {
  const keys = rows.map((row) => keyText(table, row))
  const found = new Map<string, ServerRow>()
  for await (const part of fetchByKeys(session, core, table, keys))
    for (const row of part) found.set(keyText(table, row), row)
  return found
}

/** The column of which each value is there once, besides the key. */
const uniqueColumn = (core: Database, { name }: NamedTable): string | undefined =>
  core
    .prepare<[string], string>(
      "SELECT info.name FROM pragma_index_list(?) list JOIN pragma_index_info(list.name) info WHERE list.origin = 'u'",
    )
    .pluck()
    .get(name)

const NOW = 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs"'

/** Rows that nobody added meanwhile, each with a number that is free. */
const addable = async (
  session: TeamSession,
  core: Database,
  table: NamedTable,
  rows: readonly Row[],
): Promise<Row[]> => {
  const unique = uniqueColumn(core, table)
  const [number = ''] = table.key
  const known = new Set<unknown>()
  if (unique !== undefined) {
    const sql = `SELECT "${unique}" AS value FROM agency_desk.${table.name} WHERE "${unique}" = ANY ($1)`
    for (const { value } of await session.query(sql, [rows.map((row) => row[unique])])) known.add(value)
  }
  const there = await rowsThere(session, core, table, rows)
  const [server] = await session.query<{ nowMs: number }>(NOW)
  const highest = highestNumberAt(server?.nowMs ?? 0)
  const [newest] = await session.query<{ no: number | null }>(
    `SELECT max("${number}") AS no FROM agency_desk.${table.name} WHERE "${number}" < $1`,
    [highest],
  )
  let last = newest?.no ?? 0
  return rows
    .filter((row) => unique === undefined || !known.has(row[unique]))
    .map((row) => {
      // A clock that was ahead gave a number that the team does not take.
      if (!there.has(keyText(table, row)) && Number(row[number]) <= highest) return row
      last += 1
      return { ...row, [number]: last }
    })
}

/** A row is signed by who made it there, and by this person who changed it. */
const signed = async (
  session: TeamSession,
  core: Database,
  table: NamedTable,
  rows: readonly Row[],
  login: string,
): Promise<Row[]> => {
  const there = await rowsThere(session, core, table, rows)
  return rows.map((row) => {
    if (row.made_by === undefined) return row
    const known = there.get(keyText(table, row))
    return {
      ...row,
      made_by: (known?.made_by as string | null | undefined) ?? login,
      changed_by: known === undefined ? null : login,
    }
  })
}

const BRANDS = 'SELECT id FROM agency_desk.brand'
const WRITE = "SELECT agency_desk.write($1, $2, '[]', $3, 'offline changes') AS no"

type Turn = { readonly head: number; readonly login: string }

/** Stores what is allowed; returns how many changes are not. */
const sendIn = async (session: TeamSession, { core, shared }: Mirror, kept: readonly Kept[]): Promise<number> => {
  const [turn] = await session.query<Turn>('SELECT agency_desk.begin_turn() AS head, session_user::text AS login')
  const { head = 0, login = '' } = turn ?? {}
  const brands = new Set((await session.query<{ id: string }>(BRANDS)).map(({ id }) => id))
  const changes: Record<string, Part> = {}
  let dropped = 0
  for (const table of shared) {
    const { gone, rows } = partOf(kept, table.name)
    if (gone.length + rows.length === 0) continue
    const at = table.brand === null ? -1 : table.key.indexOf(table.brand)
    const isVisible = (brand: unknown) => table.brand === null || brands.has(String(brand))
    const allowed = rows.filter((row) => isVisible(row[table.brand ?? '']))
    const allowedGone = gone.filter((key) => isVisible(key[at]))
    dropped += rows.length + gone.length - allowed.length - allowedGone.length
    const isAdded = table.merge === 'add'
    const fit = isAdded ? await addable(session, core, table, allowed) : allowed
    const part = { gone: isAdded ? [] : allowedGone, rows: await signed(session, core, table, fit, login) }
    if (part.gone.length + part.rows.length > 0) changes[table.name] = part
  }
  if (Object.keys(changes).length > 0) await session.query(WRITE, [idOf(kept), head, JSON.stringify(changes)])
  return dropped
}

export type Sent = {
  /** The mirror has to take these rows as the team has them now. */
  readonly keys: readonly { readonly tbl: string; readonly key: string }[]
  /** How many were not allowed. */
  readonly dropped: number
}

/** The role of the person, or a rule of the team. All else may end otherwise the next time. */
const isNotAllowed = (error: unknown): boolean =>
  /^(42501|23...|AD00[67]|AD01[01])$/.test(serverError(error)?.code ?? '')

/** Sends what was kept; rejects if the connection is lost, and then it is sent again. */
export const sendKept = async (client: TeamClient, mirror: Mirror): Promise<Sent> => {
  const kept = keptChanges(mirror.core)
  if (kept.length === 0) return { keys: [], dropped: 0 }
  try {
    return {
      keys: kept,
      dropped: await client.transaction((session) => sendIn(session, mirror, kept), `BEGIN; ${BY_KEYS}`),
    }
  } catch (error) {
    if (!isNotAllowed(error)) throw error
    return { keys: kept, dropped: kept.length }
  }
}

/** Within the transaction that brings these rows as the team has them. */
export const forgetKept = (core: Database, { keys }: Sent): void => {
  const forget = prepared(core, 'DELETE FROM offline_change WHERE tbl = ? AND key = ?')
  for (const { tbl, key } of keys) forget.run(tbl, key)
}

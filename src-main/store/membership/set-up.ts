// Sets up a team in a database: its schema, this person as admin, and the rows that this desk shares, all in one transaction
// of PostgreSQL. The rows are read back and compared before the commit, so a team holds all of them or does not exist.
import type { Database } from 'better-sqlite3'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { OwnRows } from '../../../src-shared/desk/team.ts'
import type { SentRequest } from '../tables.ts'
import {
  isSameSum,
  type RowSum,
  type StoredRow,
  storable,
  summedRows,
  summedTable,
  sumThere,
} from '../team/checksum.ts'
import { serverError, type TeamSession } from '../team/client.ts'
import { migrateTeam, type TeamClient } from '../team/migrate.ts'
import type { NamedTable } from '../team/shared-tables.ts'
import { isShared } from './own-rows.ts'
import { bringSlots } from './sent-requests.ts'

/** Small enough for one message and for the server's memory. */
const BATCH_ROWS = 1000
const BATCH_CHARACTERS = 4_000_000

/** The steps of the schema, each of which would begin a transaction of its own. */
const insideTransaction = (session: TeamSession): TeamClient => {
  const words: Readonly<Record<string, string>> = {
    BEGIN: 'SAVEPOINT step',
    COMMIT: 'RELEASE SAVEPOINT step',
    ROLLBACK: 'ROLLBACK TO SAVEPOINT step',
  }
  return { query: async (sql, values) => ({ rows: await session.query(words[sql] ?? sql, values) }) }
}

const assertNoTeam = async (session: TeamSession): Promise<void> => {
  const [found] = await session.query<{ exists: boolean }>(
    "SELECT to_regclass('agency_desk.schema_step') IS NOT NULL AS exists",
  )
  if (found?.exists === true)
    throw new DeskError('conflict', 'This database holds a team already. Join it with `desk team join`.')
}

const asOwner = async (session: TeamSession): Promise<void> => {
  await session.query("SELECT set_config('role', agency_desk.role_of_team('owner'), true)")
}

/** The person who sets up the team is its first admin. */
const addFirstAdmin = async (session: TeamSession, name: string): Promise<void> => {
  await session.query('SET LOCAL ROLE NONE')
  await session.query("SELECT agency_desk.add_person(session_user, $1, 'admin', true, '{}')", [name])
  await asOwner(session)
}

const asJson = (row: StoredRow): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, storable(value)])))

const put = async (session: TeamSession, { name }: NamedTable, rows: readonly string[]): Promise<void> => {
  try {
    await session.query(`SELECT agency_desk.put_${name}($1::jsonb)`, [`[${rows.join(',')}]`])
  } catch (error) {
    if (serverError(error)?.code.startsWith('23') !== true) throw error
    throw new DeskError('storage', `The team was not set up: PostgreSQL refused a row of ${name}. Nothing was changed.`)
  }
}

/** Sends the rows of a table in the order of their keys. */
const sendTable = async (
  { session, core }: { readonly session: TeamSession; readonly core: Database },
  table: NamedTable,
  onRows: (rows: number) => void,
): Promise<RowSum> => {
  const rows = summedRows(core, summedTable(core, table), isShared(table))
  try {
    for (;;) {
      const batch: string[] = []
      let characters = 0
      let next = rows.next()
      while (next.done !== true) {
        const text = asJson(next.value)
        batch.push(text)
        characters += text.length
        if (batch.length === BATCH_ROWS || characters > BATCH_CHARACTERS) break
        next = rows.next()
      }
      if (batch.length > 0) await put(session, table, batch)
      onRows(batch.length)
      if (next.done === true) return next.value
    }
  } finally {
    // core.db cannot be closed while it is read.
    rows.return({ rows: 0, skipped: 0, sha256: '' })
  }
}

export type SetUpOptions = {
  readonly core: Database
  readonly tables: readonly NamedTable[]
  /** What the service still counts. */
  readonly sent: (nowMs: number) => readonly SentRequest[]
  /** Of the person. */
  readonly name: string
  readonly deskId: string
  readonly deskName: string
  readonly nowMs: () => number
  readonly onProgress: (step: 'copy' | 'compare', done: number) => void
  /** Called when all is there and right, before the commit. Where it throws, nothing is kept. */
  readonly beforeCommit: (team: NewTeam) => void
}

export type NewTeam = {
  readonly teamId: string
  readonly login: string
  readonly deskNo: number
  readonly copied: OwnRows
}

/** Within a transaction of the caller. */
export const setUpTeam = async (session: TeamSession, options: SetUpOptions): Promise<NewTeam> => {
  const { core, tables, name, deskId, deskName, nowMs, onProgress } = options
  await assertNoTeam(session)
  await migrateTeam(insideTransaction(session), { mayCreate: true })
  await addFirstAdmin(session, name)
  const filled = tables.filter(({ isTeamOnly }) => isTeamOnly !== true)
  let done = 0
  const sums = new Map<string, RowSum>()
  for (const table of filled) {
    const onRows = (rows: number) => {
      done += rows
      onProgress('copy', done)
    }
    sums.set(table.name, await sendTable({ session, core }, table, onRows))
  }
  done = 0
  for (const table of filled) {
    const there = await sumThere(session, summedTable(core, table))
    const here = sums.get(table.name)
    if (!isSameSum(here, there))
      throw new DeskError(
        'storage',
        `The team was not set up: the rows of ${table.name} differ in PostgreSQL (${here?.rows} here, ${there.rows} there). Nothing was changed.`,
      )
    done += there.rows
    onProgress('compare', done)
  }
  // Every desk begins with a copy of all rows: nobody will ask what changed before.
  await session.query('DELETE FROM agency_desk.change')
  // Whether these are what was queued, a desk checks before it sends: one that is not is no reason to have no team.
  await session.query('DELETE FROM agency_desk.intent_origin')
  const [head] = await session.query<{ id: string }>('SELECT team_id::text AS id FROM agency_desk.head')
  await session.query('SET LOCAL ROLE NONE')
  const [desk] = await session.query<{ no: number; login: string }>(
    'SELECT agency_desk.join_desk($1, $2, 0) AS no, session_user::text AS login',
    [deskId, deskName],
  )
  await bringSlots(session, options.sent(nowMs()))
  const copied = [...sums].map(([table, { rows }]) => ({ table, rows })).filter(({ rows }) => rows > 0)
  const team = {
    teamId: head?.id ?? '',
    login: desk?.login ?? '',
    deskNo: desk?.no ?? 0,
    copied: { total: copied.reduce((sum, { rows }) => sum + rows, 0), tables: copied },
  }
  options.beforeCommit(team)
  return team
}

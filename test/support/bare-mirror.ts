// One desk's mirror of a team, without the rest of a desk: a core.db, a connection as a person, and what brings it up to date.
import Database from 'better-sqlite3'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { copyCore } from '../../src-main/store/backup.ts'
import { migrate } from '../../src-main/store/migrate.ts'
import type { StoreNotice } from '../../src-main/store/rpc.ts'
import { createCatchUp } from '../../src-main/store/team/catch-up.ts'
import type { TeamSession } from '../../src-main/store/team/client.ts'
import { sharedColumns } from '../../src-main/store/team/fetch-rows.ts'
import type { Mirror } from '../../src-main/store/team/mirror.ts'
import { placeIn } from '../../src-main/store/team/mirror-state.ts'
import { openSession } from '../../src-main/store/team/session.ts'
import type { Mirrored } from '../../src-main/store/team/state.ts'
import { tables } from '../../src-main/tables.ts'
import { accessOf } from './team-access.ts'
import { tempHome } from './temp-home.ts'

export type TestMirror = Mirror & {
  /** By the same connection, or within a turn of the caller. */
  readonly catchUp: (session?: TeamSession) => Promise<void>
  /** What the rooms would be told, in turn. */
  readonly told: Mirrored[]
  /** What the person would be told, in turn. */
  readonly notices: StoreNotice[]
  readonly position: () => number | undefined
  /** The first values of the rows that a statement selects. */
  readonly column: (sql: string) => unknown[]
  /** The same connection to PostgreSQL. */
  readonly session: Awaited<ReturnType<typeof openSession>>
}

export const openMirror = async (person: pg.Client, path = ':memory:'): Promise<TestMirror> => {
  const core = new Database(path)
  onTestFinished(() => void core.close())
  if (path !== ':memory:') core.pragma('journal_mode = WAL')
  migrate(core, tables.migrations.core)
  const session = await openSession(accessOf(person), 0)
  onTestFinished(() => session.close())
  const { brandRows, team } = tables
  const mirror = { teamId: session.teamId, core, shared: team.tables, brandRows }
  const told: Mirrored[] = []
  const notices: StoreNotice[] = []
  const { backupsFolder: folder } = tempHome()
  const catchUp = createCatchUp({
    ...mirror,
    onMirrored: (one) => told.push(one),
    heard: () => undefined,
    onNotice: (one) => notices.push(one),
    backUp: () => copyCore(core, { folder, takenAtMs: Date.now(), reason: 'other-history' }).path,
  })
  return {
    ...mirror,
    session,
    told,
    notices,
    catchUp: (given = session) => catchUp(given),
    position: () => placeIn(core, mirror.teamId)?.position,
    column: (sql) => core.prepare(sql).pluck().all(),
  }
}

type Rows = Readonly<Record<string, readonly unknown[]>>

/** All shared rows of the mirror, and what that person sees of them in PostgreSQL. */
export const bothSides = async ({ core, shared }: Mirror, person: pg.Client): Promise<{ here: Rows; there: Rows }> => {
  const here: Record<string, unknown[]> = {}
  const there: Record<string, unknown[]> = {}
  for (const table of shared) {
    const columns = sharedColumns(core, table)
    const list = columns.map((column) => `"${column}"`)
    const order = table.key.map((column) => `"${column}"`)
    const only = table.isSharedIf === undefined ? '' : `WHERE ${table.isSharedIf} = 1`
    here[table.name] = core.prepare(`SELECT ${list} FROM ${table.name} ${only} ORDER BY ${order}`).raw().all()
    const text = `SELECT ${list} FROM agency_desk.${table.name} ORDER BY ${order}`
    there[table.name] = (await person.query({ text, rowMode: 'array' })).rows
  }
  return { here, there }
}

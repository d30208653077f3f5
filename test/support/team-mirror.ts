// A desk's mirror and its writer without the threads around them: write functions of rooms, as they run in a team.
import Database from 'better-sqlite3'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { applyPragmas, applyWriterPragmas } from '../../src-main/store/connection.ts'
import type { WritableDb } from '../../src-main/store/db.ts'
import { migrate } from '../../src-main/store/migrate.ts'
import type { AsOf } from '../../src-main/store/store.ts'
import { type Changes, changeRows, inMirror, type Row } from '../../src-main/store/team/apply.ts'
import type { TeamSession } from '../../src-main/store/team/client.ts'
import { createConnection } from '../../src-main/store/team/connection.ts'
import { placeIn, savePlace, saveWholePlace } from '../../src-main/store/team/mirror-state.ts'
import { createTeamWriter } from '../../src-main/store/team/writer.ts'
import { tables } from '../../src-main/tables.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { accessOf } from './team-access.ts'
import { tempHome } from './temp-home.ts'

const TEAM = 'a team'
const shared = tables.team.tables

const openCore = (path: string): Database.Database => {
  const db = new Database(path)
  applyPragmas(db, 'core', 'core-writer')
  applyWriterPragmas(db, 'core')
  onTestFinished(() => void db.close())
  return db
}

const ownOf = (name: string): string =>
  shared.find((table) => table.name === name)?.isSharedIf === undefined ? '' : ' WHERE is_shared = 1'

/** All rows of the team at one moment: slow and simple. */
const copyAll = async (session: TeamSession, mirror: Database.Database): Promise<void> => {
  const [head] = await session.query<{ no: number; id: string | null }>(
    'SELECT no, (SELECT id::text FROM agency_desk.commit WHERE commit.no = head.no) AS id FROM agency_desk.head',
  )
  const changes: Record<string, { rows: readonly Row[] }> = {}
  for (const { name } of shared) changes[name] = { rows: await session.query<Row>(`SELECT * FROM agency_desk.${name}`) }
  inMirror(mirror, () => {
    for (const { name } of shared) mirror.exec(`DELETE FROM ${name}${ownOf(name)}`)
    changeRows(mirror, shared, changes)
    savePlace(mirror, { position: head?.no ?? 0, tag: head?.id ?? null })
  })
}

type Options = { readonly port?: number; readonly nowMs?: () => number }

export const teamMirror = async (person: pg.Client, { port, nowMs = Date.now }: Options = {}) => {
  const { coreFile } = tempHome()
  const core = openCore(coreFile)
  migrate(core, tables.migrations.core)
  const mirror = openCore(coreFile)
  saveWholePlace(mirror, TEAM, { position: 0, tag: null })
  const kept: Changes[] = []
  const connection = createConnection({
    access: accessOf(person, port === undefined ? {} : { port }),
    position: () => 0,
    onState: () => undefined,
    onWake: () => undefined,
  })
  onTestFinished(() => connection.close())
  /** Called before a write is sent. */
  let beforeSend = async (): Promise<void> => undefined
  let isOffline = false
  const connected = async (withinMs: number) => {
    await beforeSend()
    if (isOffline) throw new DeskError('network', 'There is no network.')
    return connection.connected(withinMs)
  }
  const write = createTeamWriter({
    teamId: TEAM,
    core,
    mirror,
    shared,
    refusals: tables.team.refusals,
    reach: () => connected(10_000),
    connected: connection.connected,
    catchUp: (session) => copyAll(session, mirror),
    signer: () => ({ login: person.user ?? '', nowMs: nowMs() }),
    waits: (name, why) => new DeskError('network', `${name} waits: ${(why as Error).message}`), // as thrown above
    keepForLater: (changes) => void kept.push(changes),
  })
  const run = (name: string, args: unknown): unknown => {
    const query = tables.writes.core[name]
    if (query === undefined) throw new Error(`There is no write "${name}".`)
    return query({ core, deskNo: 1 } as unknown as WritableDb, args as never) // these need no other file
  }
  await copyAll(await connection.connected(10_000), mirror)
  return {
    kept,
    connection,
    position: () => placeIn(mirror, TEAM)?.position,
    catchUp: async () => copyAll(await connection.connected(10_000), mirror),
    rows: (table: string) => core.prepare<[], Row>(`SELECT * FROM ${table}`).all(),
    setOffline: (value: boolean) => {
      isOffline = value
    },
    setBeforeSend: (action: () => Promise<void>) => {
      beforeSend = action
    },
    /** A write function of a room. */
    write: (name: string, args: unknown, asOf?: AsOf) => write({ name, run: () => run(name, args), asOf }),
    /** Any work. */
    writeBy: (work: (core: Database.Database) => unknown) => write({ name: 'a test', run: () => work(core) }),
  }
}

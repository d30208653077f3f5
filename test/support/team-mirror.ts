// A desk's mirror and its writer without the threads around them: write functions of rooms, as they run in a team.
import Database from 'better-sqlite3'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { ARRIVAL_INSERT } from '../../src-main/store/arrival.ts'
import { applyPragmas, applyWriterPragmas } from '../../src-main/store/connection.ts'
import type { WritableDb } from '../../src-main/store/db.ts'
import { migrate } from '../../src-main/store/migrate.ts'
import { loadReplySchemas } from '../../src-main/store/parse-reply.ts'
import type { ReadPosition } from '../../src-main/store/store.ts'
import type { Changes, Row } from '../../src-main/store/team/apply.ts'
import { createCatchUp } from '../../src-main/store/team/catch-up.ts'
import { createConnection } from '../../src-main/store/team/connection.ts'
import { placeIn } from '../../src-main/store/team/mirror-state.ts'
import type { Write } from '../../src-main/store/team/sending.ts'
import type { Outcome } from '../../src-main/store/team/trial.ts'
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

type Options = {
  readonly port?: number
  readonly nowMs?: () => number
  /** Two desks of one team have two numbers. */
  readonly deskNo?: number
  readonly onSigned?: (nowMs: number) => void
  readonly arrivals?: readonly (readonly unknown[])[]
  /** Of an earlier one, as after a start of the desk. */
  readonly coreFile?: string
}

/** A write function that needs no other file than core.db and, where it is given, inbox.db. */
export const runWrite = (
  core: Database.Database,
  name: string,
  args: unknown,
  { inbox, deskNo = 1 }: { readonly inbox?: Database.Database; readonly deskNo?: number | undefined } = {},
): unknown => {
  const query = tables.writes.core[name]
  if (query === undefined) throw new Error(`There is no write "${name}".`)
  return query({ core, inbox, deskNo } as unknown as WritableDb, args as never) // as said above
}

/** The inbox.db of a desk that received these. */
export const openInbox = (core: Database.Database, arrivals: readonly (readonly unknown[])[]): Database.Database => {
  const inbox = new Database(':memory:')
  onTestFinished(() => void inbox.close())
  inbox.exec(core.prepare<[], string>("SELECT sql FROM sqlite_schema WHERE name = 'arrival'").pluck().get() ?? '')
  for (const values of arrivals) inbox.prepare(ARRIVAL_INSERT).run(...values)
  return inbox
}

export const teamMirror = async (
  person: pg.Client,
  {
    port,
    nowMs = Date.now,
    onSigned = () => undefined,
    coreFile = tempHome().coreFile,
    arrivals = [],
    deskNo,
  }: Options = {},
) => {
  const core = openCore(coreFile)
  migrate(core, tables.migrations.core)
  const mirror = openCore(coreFile)
  const inbox = openInbox(core, arrivals)
  await loadReplySchemas()
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
  const catchUp = createCatchUp({
    teamId: TEAM,
    core: mirror,
    shared,
    brandRows: tables.brandRows,
    onMirrored: () => undefined,
    heard: () => undefined,
    onNotice: () => undefined,
    backUp: () => coreFile,
  })
  const writeAll = createTeamWriter({
    teamId: TEAM,
    core,
    mirror,
    shared,
    refusals: tables.team.refusals,
    reach: () => connected(10_000),
    connected: connection.connected,
    catchUp,
    signer: () => {
      const signer = { login: person.user ?? '', nowMs: nowMs() }
      onSigned(signer.nowMs)
      return signer
    },
    waits: (name, why) => new DeskError('network', `${name} waits: ${(why as Error).message}`), // as thrown above
    keepForLater: (changes) => void kept.push(changes),
  })
  /** Those of one call wait together. */
  const writeTogether = async (works: readonly Omit<Write, 'done'>[]): Promise<Outcome[]> => {
    const outcomes: Outcome[] = []
    await writeAll(works.map((work) => ({ ...work, done: (outcome) => outcomes.push(outcome) })))
    return outcomes
  }
  const write = async (work: Omit<Write, 'done'>): Promise<unknown> => {
    const [outcome = { error: new Error('There is no outcome.') }] = await writeTogether([work])
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
  await catchUp(await connection.connected(10_000))
  return {
    coreFile,
    kept,
    connection,
    position: () => placeIn(mirror, TEAM)?.position,
    catchUp: async () => catchUp(await connection.connected(10_000)),
    rows: (table: string) => core.prepare<[], Row>(`SELECT * FROM ${table}`).all(),
    setOffline: (value: boolean) => {
      isOffline = value
    },
    setBeforeSend: (action: () => Promise<void>) => {
      beforeSend = action
    },
    /** A write function of a room. */
    write: (name: string, args: unknown, readPosition?: ReadPosition) =>
      write({ name, run: () => runWrite(core, name, args, { inbox, deskNo }), readPosition }),
    /** The same under a name of its own in the team's list of commits. */
    writeAs: (as: string, name: string, args: unknown) =>
      write({ name: as, run: () => runWrite(core, name, args, { inbox, deskNo }) }),
    /** A write function of a room, as a work. */
    workOf: (name: string, args: unknown) => () => runWrite(core, name, args, { inbox, deskNo }),
    /** Any works, in this order; each waits behind the one before it. */
    writeTogether: (works: readonly ((core: Database.Database) => unknown)[]) =>
      writeTogether(works.map((work, no) => ({ name: `test ${no}`, run: () => work(core) }))),
    /** Any work. */
    writeBy: (work: (core: Database.Database) => unknown, readPosition?: ReadPosition) =>
      write({ name: 'a test', run: () => work(core), readPosition }),
  }
}

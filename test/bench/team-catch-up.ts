// A desk that was away while colleagues changed 100,000 rows: how long its copy takes to be current again by the numbers of the
// changes, and by a whole copy, against reading the same rows and storing them with nothing else.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { openFile } from '../../src-main/store/sqlite-file.ts'
import { createCatchUp } from '../../src-main/store/team/catch-up.ts'
import { migrateTeam } from '../../src-main/store/team/migrate.ts'
import { openSession } from '../../src-main/store/team/session.ts'
import { tables } from '../../src-main/tables.ts'
import { postgresHere } from '../support/postgres-programs.ts'
import { createPostgres, type PostgresServer } from '../support/postgres-server.ts'
import { type Bench, type BenchRow, judge } from './bench.ts'

const CHANGES = 100_000
const COMMITS = 1000
const LOGIN = 'bench_person'

const connect = async (server: PostgresServer): Promise<pg.Client> => {
  const owner = new pg.Client({ ...server.address, database: 'postgres' })
  await owner.connect()
  return owner
}

const createTeam = async (owner: pg.Client, { host, port }: PostgresServer['address']) => {
  await migrateTeam(owner, { mayCreate: true })
  const role = (await owner.query("SELECT agency_desk.role_of_team('writer') AS name")).rows[0]?.name
  await owner.query(`CREATE ROLE ${LOGIN} LOGIN PASSWORD 'p'; GRANT ${role} TO ${LOGIN}`)
  await owner.query(`INSERT INTO agency_desk.person VALUES ('${LOGIN}', 'Bench', 'writer', 1)`)
  await owner.query("INSERT INTO agency_desk.brand VALUES (1, 'acme', 'Acme', 'acme', 'red', '[]', NULL, 0, 1)")
  const url = `postgres://${LOGIN}@${host}:${port}/postgres`
  return { url, password: 'p', deskId: randomUUID(), deskName: 'bench', deskNo: 0, teamId: '' }
}

/** As colleagues do: many commits of a hundred rows. */
const change = async (owner: pg.Client): Promise<void> => {
  const part = CHANGES / COMMITS
  const insert = `INSERT INTO agency_desk.prospect_mark (brand_id, prospect_id, tags, note)
    SELECT 'acme', no::text, '["warm"]', 'A note of about sixty characters, as people write them: ' || no
    FROM generate_series($1::int, $2::int) no`
  for (let from = 0; from < CHANGES; from += part) await owner.query(insert, [from, from + part - 1])
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

/** One statement there, one transaction here. */
const copyPlainly = async (owner: pg.Client, path: string): Promise<void> => {
  const { rows } = await owner.query({ text: 'SELECT * FROM agency_desk.prospect_mark', rowMode: 'array' })
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.exec(
    'CREATE TABLE mark (b TEXT, p TEXT, t TEXT, g TEXT, n TEXT, m TEXT, c TEXT, a INTEGER, PRIMARY KEY (b, p)) WITHOUT ROWID',
  )
  const insert = db.prepare('INSERT INTO mark VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  db.transaction(() => {
    for (const row of rows) insert.run(row)
  })()
  db.close()
}

const measure = async (): Promise<BenchRow[]> => {
  const programs = postgresHere().at(-1)
  if (programs === undefined) throw new Error('This bench needs a PostgreSQL.')
  const server = await createPostgres(programs)
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-bench-'))
  await server.start()
  try {
    const owner = await connect(server)
    const access = await createTeam(owner, server.address)
    const core = openFile(join(folder, 'core.db'), 'core', {
      migrations: tables.migrations.core,
      onMigrated: () => undefined,
    })
    const session = await openSession(access, 0)
    const { brandRows, team } = tables
    const mirror = { teamId: session.teamId, core, shared: team.tables, brandRows }
    const catchUp = createCatchUp({
      ...mirror,
      onMirrored: () => undefined,
      heard: () => undefined,
      onNotice: () => undefined,
      backUp: () => '',
    })
    await catchUp(session)
    await change(owner)
    const byNumber = await secondsOf(() => catchUp(session))
    core.exec('DELETE FROM mirror_state')
    const whole = await secondsOf(() => catchUp(session))
    const plain = await secondsOf(() => copyPlainly(owner, join(folder, 'plain.db')))
    const rows = core.prepare('SELECT count(*) FROM prospect_mark').pluck().get()
    if (rows !== CHANGES) throw new Error(`The copy has ${rows} of ${CHANGES} rows.`)
    await session.close()
    await owner.end()
    core.close()
    const row = (name: string, seconds: number, atMost: number) =>
      judge({
        name,
        against: 'reading and storing the same rows with nothing else',
        ratio: seconds / plain,
        atMost,
        measured: { changes: CHANGES, commits: COMMITS, seconds, plainSeconds: plain, postgres: programs.version },
      })
    return [
      row('catch-up of 100,000 changes by number, seconds', byNumber, 10),
      row('whole copy of 100,000 rows, seconds', whole, 5),
    ]
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Only when it is asked for. */
export const teamCatchUpBench: Bench = { name: 'team-catch-up', run: measure }

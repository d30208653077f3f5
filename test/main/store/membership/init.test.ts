// A desk's rows become those of a new team, all or none, on a real server.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { listBackups } from '../../../../src-main/store/backups.ts'
import type { WritableDb } from '../../../../src-main/store/db.ts'
import type { JobContext } from '../../../../src-main/store/membership/context.ts'
import { membershipJobs } from '../../../../src-main/store/membership/jobs.ts'
import { readTeamFile } from '../../../../src-main/store/team/team-files.ts'
import { closedFolder } from '../../../support/closed-folder.ts'
import { describePostgres, testDatabase } from '../../../support/postgres.ts'
import { one } from '../../../support/team-database.ts'
import { addTeamRows } from '../../../support/team-rows.ts'

const loginOf = (client: pg.Client) => ({
  url: `postgres://${client.user}@${client.host}:${client.port}/${client.database}`,
  password: String(client.password),
})

const schemasIn = (client: pg.Client): Promise<number> =>
  one(client, "SELECT count(*) FROM pg_namespace WHERE nspname = 'agency_desk'")

const insertIntent = (db: WritableDb, brandId: string, no: number, state: string) =>
  db.core
    .prepare(
      `INSERT INTO intent (no, id, brand_id, kind, state, created_at_ms, is_paused, details, waiting, in_flight, confirmed,
         failed, skipped, unknown, cancelled) VALUES (?, ?, ?, 'queue', ?, 1, 0, '{}', 0, 0, 0, 0, 0, 1, 0)`,
    )
    .run(no, `i${no}`, brandId, state)

const insertUnknownPitch = (db: WritableDb, brandId: string, no: number) => {
  insertIntent(db, brandId, no, 'unknown')
  db.core
    .prepare(
      `INSERT INTO intent_item (intent_no, item, call_no, subject, state, result, contact_id)
       VALUES (?, 0, 0, 'editor@example.com', 'unknown', '{}', 'contact-1')`,
    )
    .run(no)
}

describePostgres('a new team', (programs) => {
  test('has every row of the desk but those of the demo, and the person as its admin', async () => {
    const owner = await (await testDatabase(programs, 'nothing')).connect()
    let acme = ''
    const desk = closedFolder((db) => {
      acme = addTeamRows(db, 'Acme')
      addTeamRows(db, 'Ember Outdoor', { isDemo: true })
      db.core
        .prepare(
          "INSERT INTO template (id, kind, brand_id, name, subject, body, recipients, updated_at_ms, intent_ids, is_shared) VALUES ('mine', 'draft', NULL, 'd', 's', 'b', '[]', 1, '[]', 0)",
        )
        .run()
    })
    const checked = await membershipJobs.check(desk.context, loginOf(owner))
    expect(checked).toMatchObject({ team: null, obstacles: [], demoBrands: 1, isEncrypted: false, login: 'postgres' })

    const { file, copied } = await membershipJobs.init(desk.context, {
      ...loginOf(owner),
      name: 'Ann Lee',
      deskName: 'office',
    })
    expect(copied.total).toBeGreaterThan(checked.ownRows.total - 1)
    expect(file).toMatchObject({ login: 'postgres', deskNo: 1, deskName: 'office' })
    expect(readTeamFile(desk.home)).toEqual(file)
    expect(readFileSync(join(desk.home, 'team.json'), 'utf8')).not.toContain(loginOf(owner).password)
    expect(await one(owner, 'SELECT array_agg(id) FROM agency_desk.brand')).toEqual([acme])
    expect(await one(owner, 'SELECT array_agg(id) FROM agency_desk.template')).not.toContain('mine')
    expect(await one(owner, "SELECT name || ' ' || role FROM agency_desk.person")).toBe('Ann Lee admin')
    for (const { table, rows } of copied.tables)
      expect([table, await one(owner, `SELECT count(*) FROM agency_desk.${table}`)]).toEqual([table, rows])
    expect(listBackups(desk.backupsFolder)).toHaveLength(1)
    expect(desk.progress.map(({ step }) => step)).toEqual(
      expect.arrayContaining(['check', 'backup', 'copy', 'compare']),
    )

    const again = closedFolder(() => undefined)
    const second = { ...loginOf(owner), name: 'Bob' }
    await expect(membershipJobs.init(again.context, second)).rejects.toThrow(/holds a team already/)
    expect(readTeamFile(again.home)).toBeNull()
  })

  test('counts what the desk sent in its last minute, by its age on the clock of the desk, and nothing of the demo', async () => {
    const owner = await (await testDatabase(programs, 'nothing')).connect()
    const clockAheadMs = 3_600_000
    const desk = closedFolder((db) => {
      const insert = db.core.prepare('INSERT INTO limiter_window (bucket, at_ms) VALUES (?, ?)')
      const nowMs = Date.now() + clockAheadMs
      insert.run('service:mark outreach.queue', nowMs - 30_000)
      insert.run('service:mark outreach.queue', nowMs - 3_000_000)
      insert.run('account:service outreach.queue', nowMs)
      insert.run('demo:mark outreach.queue', nowMs)
    })
    await membershipJobs.init(desk.context, { ...loginOf(owner), name: 'Ann Lee', clockAheadMs })
    const { rows } = await owner.query<{ bucket: string; seconds: string }>(
      'SELECT bucket, extract(epoch FROM free_at - clock_timestamp()) AS seconds FROM agency_desk.limiter_slot ORDER BY bucket',
    )
    // A team that counts by key does not know of which key a request of the account was.
    expect(rows.map(({ bucket }) => bucket)).toEqual(['any outreach.queue', 'service:mark outreach.queue'])
    const seconds = Number(rows[1]?.seconds)
    expect(seconds).toBeGreaterThan(5)
    expect(seconds).toBeLessThanOrEqual(31.1)
  })

  test.each<[string, (db: WritableDb, brandId: string) => unknown, RegExp]>([
    ['an action waits', (db, brandId) => insertIntent(db, brandId, 5, 'held'), /1 action waits to be sent/],
    ['an audit runs', (db) => db.core.exec("UPDATE audit SET state = 'running'"), /1 audit runs/],
    [
      'permissions are applied',
      (db) => db.core.exec("INSERT INTO connector_apply (id, begun_at_ms) VALUES ('a', 1)"),
      /Permissions are being applied/,
    ],
    [
      'a contact has two open pitches',
      (db, brandId) => {
        insertUnknownPitch(db, brandId, 6)
        insertUnknownPitch(db, brandId, 7)
      },
      /editor@example.com of Acme \(2\)/,
    ],
  ])('is refused while %s, and nothing is changed', async (_what, fill, message) => {
    const owner = await (await testDatabase(programs, 'nothing')).connect()
    const desk = closedFolder((db) => fill(db, addTeamRows(db, 'Acme')))
    const before = desk.rows()
    expect((await membershipJobs.check(desk.context, loginOf(owner))).obstacles.join()).toMatch(message)
    const failing = membershipJobs.init(desk.context, { ...loginOf(owner), name: 'Ann Lee' })
    await expect(failing).rejects.toThrow(message)
    expect(desk.rows()).toEqual(before)
    expect([readTeamFile(desk.home), await schemasIn(owner)]).toEqual([null, 0])
  })

  test('is not there at all where a step fails, and the desk is as it was', async () => {
    const database = await testDatabase(programs, 'nothing')
    const owner = await database.connect()
    const desk = closedFolder((db) => addTeamRows(db, 'Acme'))
    const before = desk.rows()
    const assertNothingLeft = async (failing: Promise<unknown>, message: RegExp) => {
      await expect(failing).rejects.toThrow(message)
      expect(desk.rows()).toEqual(before)
      expect([readTeamFile(desk.home), await schemasIn(owner)]).toEqual([null, 0])
    }
    const init = (context = desk.context) => membershipJobs.init(context, { ...loginOf(owner), name: 'Ann Lee' })

    // The backup cannot be written.
    rmSync(desk.backupsFolder, { recursive: true })
    writeFileSync(desk.backupsFolder, '')
    await assertNothingLeft(init(), /backups/)
    rmSync(desk.backupsFolder)

    // team.json cannot be written.
    const inTheWay = join(desk.home, 'team.json.writing')
    mkdirSync(inTheWay)
    await assertNothingLeft(init(), /team\.json|EISDIR|directory/i)
    rmSync(inTheWay, { recursive: true })

    // The connection is lost while rows are copied.
    const end = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = $2'
    let ended: Promise<unknown> | undefined
    const cutting: JobContext = {
      ...desk.context,
      onProgress: ({ step }) => {
        if (step === 'copy') ended ??= owner.query(end, ['Agency Desk', database.name])
      },
    }
    await assertNothingLeft(init(cutting), /connection to the team's database was lost. Nothing was stored/)
    await ended

    // PostgreSQL refuses a row: its brand is unknown.
    const core = new Database(desk.coreFile)
    core.exec("UPDATE outreach_pace SET brand_id = 'gone'")
    core.close()
    await expect(init()).rejects.toThrow(/refused a row of outreach_pace/)
    expect([readTeamFile(desk.home), await schemasIn(owner)]).toEqual([null, 0])
  })

  test('takes what a skipped suppression of an earlier team forbids', async () => {
    const owner = await (await testDatabase(programs, 'nothing')).connect()
    const desk = closedFolder((db) => {
      addTeamRows(db, 'Acme')
      // As the copy of a team keeps a row that it skips.
      const insert = db.core.prepare(
        "INSERT INTO suppression (no, kind, value, reason, created_at_ms) VALUES (?, 'address', ?, '', 0)",
      )
      insert.run(-9_007_199_254_740_991, 'a@b.example')
      insert.run(-7, 'c@d.example')
    })
    await membershipJobs.leave(desk.context, { access: null })
    await membershipJobs.init(desk.context, { ...loginOf(owner), name: 'Ann Lee' })
    const forbidden = `SELECT array_agg(value ORDER BY value) FROM agency_desk.suppression WHERE no > 0`
    expect(await one(owner, forbidden)).toEqual(expect.arrayContaining(['a@b.example', 'c@d.example']))
  })

  test('is not there where a row differs after it was read back', async () => {
    const owner = await (await testDatabase(programs, 'nothing')).connect()
    await owner.query(`
      CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.reason := 'other'; RETURN NEW; END $$;
      CREATE FUNCTION add_spoil() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
        IF to_regclass('agency_desk.suppression') IS NOT NULL AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'spoil')
        THEN CREATE TRIGGER spoil BEFORE INSERT ON agency_desk.suppression FOR EACH ROW EXECUTE FUNCTION public.spoil();
        END IF; END $$;
      CREATE EVENT TRIGGER spoiling ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION add_spoil()`)
    const desk = closedFolder((db) => addTeamRows(db, 'Acme'))
    const failing = membershipJobs.init(desk.context, { ...loginOf(owner), name: 'Ann Lee' })
    await expect(failing).rejects.toThrow(/the rows of suppression differ/)
    expect([readTeamFile(desk.home), await schemasIn(owner)]).toEqual([null, 0])
  })
})

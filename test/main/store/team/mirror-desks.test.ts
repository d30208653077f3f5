// Whole stores of several desks on one PostgreSQL: whatever happens to a desk, its file or the server, all end with the rows of
// the team, and with nothing that their person may not see.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../../src-main/base/clock.ts'
import { listBackups } from '../../../../src-main/store/backups.ts'
import { sumHere, summedTable, sumThere } from '../../../../src-main/store/team/checksum.ts'
import { openSession } from '../../../../src-main/store/team/session.ts'
import type { Mirrored, TeamAccess } from '../../../../src-main/store/team/state.ts'
import { tables } from '../../../../src-main/tables.ts'
import { createTeamStatus } from '../../../../src-main/team/status.ts'
import { jsonBody } from '../../../support/json-body.ts'
import { describePostgres, testDatabase } from '../../../support/postgres.ts'
import { spoilPages } from '../../../support/store-file.ts'
import { accessOf } from '../../../support/team-access.ts'
import { brandRow, headOf, suppressionRow, teamDatabase, write } from '../../../support/team-database.ts'
import { tempHome } from '../../../support/temp-home.ts'
import { tempStore } from '../../../support/temp-store.ts'

const mark = (brandId: string, prospectId: string, note: string) => ({
  brandId,
  prospectIds: [prospectId],
  addTags: [],
  removeTags: [],
  note,
})
const entry = (value: string) => ({ entries: [{ kind: 'address' as const, value, reason: '' }], atMs: 1 })

/** The desk of a person: its store can be closed and opened again. */
const deskOf = async (person: pg.Client) => {
  const first = accessOf(person)
  const joined = await openSession(first, 0)
  await joined.close()
  const access: TeamAccess = { ...first, teamId: joined.teamId, deskNo: joined.deskNo }
  const home = tempHome()
  const mirrored: Mirrored[] = []
  const open = async () => {
    const { store, notices } = await tempStore({ ...home, team: access })
    store.team?.onMirrored((one) => mirrored.push(one))
    return Object.assign(store, { notices })
  }
  /** What each shared table comes to in this desk's file, and for its person in PostgreSQL. */
  const sums = async () => {
    const core = new Database(home.coreFile, { readonly: true })
    const session = { query: async <Row>(sql: string) => (await person.query(sql)).rows as Row[] } // as selected
    await person.query('BEGIN')
    try {
      const all = tables.team.tables.map((table) => summedTable(core, table))
      const here = all.map((table) => ({ table: table.name, ...sumHere(core, table) }))
      const there: typeof here = []
      for (const table of all) there.push({ table: table.name, ...(await sumThere(session, table)) })
      return { here, there }
    } finally {
      await person.query('COMMIT')
      core.close()
    }
  }
  const expectSame = () =>
    expect
      .poll(async () => {
        const { here, there } = await sums()
        return here.filter((sum, at) => sum.sha256 !== there[at]?.sha256).map(({ table }) => table)
      })
      .toEqual([])
  return { home, access, open, mirrored, expectSame }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

const tracesIn = (folder: string, text: string): string[] =>
  filesIn(folder).flatMap((path) => (readFileSync(path).includes(text) ? path.slice(folder.length) : []))

/** SQLSTATE object_in_use. */
const IN_USE = '55006'

describePostgres('desks of a team', (programs) => {
  test('have equal rows after all wrote, one of them closed in between', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const desks: Awaited<ReturnType<typeof deskOf>>[] = []
    for (const name of ['ann', 'ben', 'cleo']) desks.push(await deskOf(await team.person(name)))
    const stores = await Promise.all(desks.map((desk) => desk.open()))
    const [ann, ben, cleo] = stores
    if (ann === undefined || ben === undefined || cleo === undefined) throw new Error('Three desks.')
    await Promise.all(
      stores.flatMap((store, at) =>
        [0, 1, 2, 3].flatMap((nth) => [
          store.write('prospects.mark', mark('acme', `p${nth}`, `${at}`)),
          store.write('suppressions.add', entry(`p${nth}@x.test`)),
        ]),
      ),
    )
    for (const desk of desks) await desk.expectSame()
    await cleo.close()
    await ann.write('prospects.mark', mark('bolt', 'p1', 'while cleo was away'))
    const again = await desks[2]?.open()
    await desks[2]?.expectSame()
    expect(desks[2]?.mirrored.at(-1)?.isFresh).toBe(false)
    await ben.write('prospects.mark', mark('bolt', 'p1', 'ben'))
    await again?.write('prospects.mark', mark('bolt', 'p1', 'cleo, later'))
    for (const desk of desks) await desk.expectSame()
    expect(
      await team.owner.query('SELECT note FROM agency_desk.prospect_mark WHERE brand_id = $1', ['bolt']),
    ).toMatchObject({
      rows: [{ note: 'cleo, later' }],
    })
  })

  test('come back by themselves after the server ended their connection', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await deskOf(await team.person('ann'))
    const ben = await team.person('ben')
    const store = await ann.open()
    await ann.expectSame()
    await team.owner.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'Agency Desk' AND datname = current_database()",
    )
    await write(ben, { suppression: { rows: [suppressionRow(1, 'a@x')] } })
    await ann.expectSame()
    expect(store.team?.state()).toMatchObject({ connection: 'connected', position: await headOf(team.owner) })
  })

  test('say so where somebody dropped a table of the team', async () => {
    const database = await testDatabase(programs, 'team')
    const team = await teamDatabase(programs, ['acme'], database)
    const ann = await deskOf(await team.person('ann'))
    const store = await ann.open()
    await ann.expectSame()
    await team.owner.query('DROP TABLE agency_desk.prospect_mark CASCADE')
    await expect(store.write('prospects.mark', mark('acme', 'p1', 'a note'))).rejects.toMatchObject({
      kind: 'storage',
      message: expect.stringContaining('is missing: somebody changed it outside of Agency Desk'),
    })
    const brands = await store.read('brands.list', {})
    await team.owner.query("DROP TABLE agency_desk.commit_rows CASCADE; SELECT pg_notify('agency_desk', '1000000')")
    await expect.poll(() => store.team?.state().connection).toBe('refused')
    expect(store.team?.state().error).toMatchObject({ kind: 'storage', message: expect.stringContaining('is missing') })
    expect(await store.read('brands.list', {})).toEqual(brands)
  })

  test('have nothing left of a brand that their person lost, while they run and while they were closed', async () => {
    const team = await teamDatabase(programs, ['acme'])
    for (const id of ['secret-bolt', 'secret-cord']) await write(team.owner, { brand: { rows: [brandRow(id)] } })
    const person = await team.person('ann', { brands: ['acme', 'secret-bolt', 'secret-cord'] })
    const ann = await deskOf(person)
    const store = await ann.open()
    await ann.expectSame()
    for (const brandId of ['acme', 'secret-bolt', 'secret-cord']) {
      await store.write('prospects.mark', mark(brandId, 'p1', `note of ${brandId}`))
      const body = jsonBody({ items: [`keyword of ${brandId}`] })
      await store.write('tracked.ingest', { brandId, batch: 1, body, fetchedAtMs: 1 })
    }
    await store.write('core.backup', { takenAtMs: Date.now() })
    expect(tracesIn(ann.home.home, 'secret-bolt').length).toBeGreaterThan(2)
    const lose = (id: string) =>
      team.owner.query('DELETE FROM agency_desk.person_brand WHERE login = $1 AND brand_id = $2', [person.user, id])
    await lose('secret-bolt')
    await expect.poll(() => ann.mirrored.at(-1)?.lostBrandIds).toEqual(['secret-bolt'])
    await expect.poll(() => store.read('settings.get', { key: 'brands.removing' })).toBeNull()
    await store.close()
    expect(tracesIn(ann.home.home, 'secret-bolt')).toEqual([])
    expect(tracesIn(ann.home.home, 'secret-cord').length).toBeGreaterThan(2)
    await lose('secret-cord')
    const again = await ann.open()
    await expect.poll(() => ann.mirrored.at(-1)?.lostBrandIds).toEqual(['secret-cord'])
    await expect.poll(() => again.read('settings.get', { key: 'brands.removing' })).toBeNull()
    await again.close()
    expect(tracesIn(ann.home.home, 'secret-cord')).toEqual([])
    expect(tracesIn(ann.home.home, 'note of acme').length).toBeGreaterThan(0)
  })

  test('have nothing left of the team for a person who was removed', async () => {
    const team = await teamDatabase(programs, ['secret-acme'])
    const eve = await team.person('eve', { role: 'admin' })
    const person = await team.person('ann')
    const ann = await deskOf(person)
    const store = await ann.open()
    await ann.expectSame()
    await store.write('prospects.mark', mark('secret-acme', 'p1', 'a note'))
    await eve.query('SELECT agency_desk.remove_person($1)', [person.user])
    await expect.poll(() => store.team?.state().connection).toBe('refused')
    await expect.poll(() => ann.mirrored.at(-1)?.lostBrandIds).toEqual(['secret-acme'])
    await expect.poll(() => store.read('settings.get', { key: 'brands.removing' })).toBeNull()
    await store.close()
    expect(tracesIn(ann.home.home, 'secret-acme')).toEqual([])
  })

  test('have the rows of the team again, when the file was deleted, or damaged while the desk ran', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await deskOf(await team.person('ann'))
    const store = await ann.open()
    await store.write('prospects.mark', mark('acme', 'p1', 'a note'))
    await ann.expectSame()
    spoilPages(ann.home.coreFile, 0)
    await store.repair()
    await ann.expectSame()
    expect(store.notices.map(({ what }) => what)).toContain('core-lost')
    await store.write('prospects.mark', mark('acme', 'p2', 'another'))
    await store.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(ann.home.coreFile + suffix, { force: true })
    const again = await ann.open()
    await ann.expectSame()
    expect(again.notices.map(({ what }) => what)).toContain('core-lost')
    await again.write('prospects.mark', mark('acme', 'p3', 'third'))
    await ann.expectSame()
  })

  test('are copied whole again, where a row differs that no check of the file finds', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await deskOf(await team.person('ann'))
    const store = await ann.open()
    await store.write('prospects.mark', mark('acme', 'p1', 'a note'))
    const core = new Database(ann.home.coreFile)
    core.exec("UPDATE prospect_mark SET note = 'b note'")
    core.close()
    const { handlers, close } = createTeamStatus({
      store,
      access: ann.access,
      clock: systemClock,
      emit: () => undefined,
      settingChanges: () => Promise.resolve([]),
    })
    expect(await handlers['team.checkMirror']({})).toMatchObject({ isSame: false })
    await ann.expectSame()
    expect(await handlers['team.checkMirror']({})).toMatchObject({ isSame: true })
    close()
  })

  test('take the rows of a server that was restored from an older copy, though its numbers go on', async () => {
    const database = await testDatabase(programs, 'team')
    const team = await teamDatabase(programs, ['acme'], database)
    const person = await team.person('ann')
    const ann = await deskOf(person)
    const store = await ann.open()
    await store.write('prospects.mark', mark('acme', 'p1', 'in the copy'))
    const { host, port, password } = team.owner
    const server = new pg.Client({ host, port, user: 'postgres', password: String(password), database: 'postgres' })
    await server.connect()
    onTestFinished(() => server.end())
    const endSessions = () =>
      server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database.name])
    /** Nobody may be connected to a database that is copied or renamed; a session that began just before is not listed yet. */
    const alone = async (...statements: string[]) => {
      await server.query(`ALTER DATABASE ${database.name} ALLOW_CONNECTIONS false`)
      for (const statement of statements) {
        await endSessions()
        await server.query(statement).catch(async (error: { code?: string }) => {
          if (error.code !== IN_USE) throw error
          await endSessions()
          await server.query(statement)
        })
      }
      await server.query(`ALTER DATABASE ${database.name} ALLOW_CONNECTIONS true`)
    }
    const copy = `${database.name}_copy`
    await alone(`CREATE DATABASE ${copy} TEMPLATE ${database.name} STRATEGY file_copy`)
    await expect.poll(() => store.team?.state().connection).toBe('connected')
    await store.write('prospects.mark', mark('acme', 'p2', 'lost with the server'))
    const lost = await headOf(await database.connect())
    // The desk is back only when the number that it knows is one of the other history.
    await server.query(`ALTER ROLE "${person.user}" CONNECTION LIMIT 0`)
    await alone(
      `ALTER DATABASE ${database.name} RENAME TO ${database.name}_old`,
      `ALTER DATABASE ${copy} RENAME TO ${database.name}`,
      `DROP DATABASE ${database.name}_old WITH (FORCE)`,
    )
    const owner = await database.connect()
    for (const value of ['a@x', 'b@x', 'c@x']) {
      const no = (await headOf(owner)) + 1
      await write(owner, { suppression: { rows: [suppressionRow(no, value)] } })
    }
    expect(await headOf(owner)).toBeGreaterThan(lost)
    const copies = ann.mirrored.length
    await server.query(`ALTER ROLE "${person.user}" CONNECTION LIMIT -1`)
    const listed = async () => (await store.read('suppressions.page', { limit: 10, offset: 0 })).rows
    await expect.poll(listed).toHaveLength(3)
    // Its event comes a moment after the rows can be read.
    await expect.poll(() => ann.mirrored.slice(copies).map(({ isFresh }) => isFresh)).toEqual([true])
    const core = new Database(ann.home.coreFile, { readonly: true })
    expect(core.prepare('SELECT prospect_id FROM prospect_mark').pluck().all()).toEqual(['p1'])
    core.close()
    // What the desk had is kept, and its person knows where.
    const [backup] = listBackups(ann.home.backupsFolder)
    const kept = new Database(backup?.path ?? '', { readonly: true })
    expect(kept.prepare('SELECT prospect_id FROM prospect_mark ORDER BY 1').pluck().all()).toEqual(['p1', 'p2'])
    kept.close()
    const [notice] = store.notices.filter(({ what }) => what === 'other-history')
    expect(notice?.message).toContain(basename(backup?.path ?? 'no backup'))
  })
})

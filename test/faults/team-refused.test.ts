// What a desk says where it cannot join a team or cannot write there, and that nothing is half done afterwards, on the desk
// and in the database.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type DeskProcess, startDeskProcess } from '../support/desk-process.ts'
import { startOldPostgres, startPlainServer } from '../support/fake-postgres.ts'
import { describePostgres } from '../support/postgres.ts'
import { column, headOf, one, PASSWORD } from '../support/team-database.ts'
import { openTeamServer, untilTeam } from '../support/team-server.ts'
import { tempHome } from '../support/temp-home.ts'

const errorOf = (reply: Awaited<ReturnType<DeskProcess['call']>>): string =>
  reply.ok ? 'no error' : `${reply.error.kind}: ${reply.error.message}`

const startAlone = async () => {
  const { home } = tempHome()
  const desk = await startDeskProcess({ home })
  onTestFinished(async () => void (await desk.stop('SIGKILL')))
  await desk.value('outreach.saveTemplate', { name: 'Own', brandId: null, subject: 'S', body: 'B' })
  return { home, desk }
}

const brandOf = { brandId: 'acme', tags: ['full'] }
const tagsOf = (client: pg.Client) => one<string>(client, "SELECT tags FROM agency_desk.brand WHERE id = 'acme'")

describePostgres('a desk', (programs) => {
  test('says why it cannot join, and stays as it was', { timeout: 180_000 }, async () => {
    const { team, urlOf, addPerson, server } = await openTeamServer(programs, ['acme'])
    const login = await addPerson('Ann')
    const url = urlOf(login)
    const { home, desk } = await startAlone()
    const old = await startOldPostgres('14.12', PASSWORD)
    const plain = await startPlainServer()
    const join_ = async (more: { url?: string; password?: string }) =>
      errorOf(await desk.call('team.join', { url, password: PASSWORD, sessionOnly: true, discardRows: 1, ...more }))
    const desksBefore = await one(team.owner, 'SELECT count(*) FROM agency_desk.desk')
    const same = async (): Promise<void> => {
      expect(await desk.value('team.status', {})).toEqual({ team: null })
      expect(existsSync(join(home, 'team.json'))).toBe(false)
      const { rows } = await desk.value('outreach.templates', {}).then((found) => ({ rows: JSON.stringify(found) }))
      expect(rows).toContain('"Own"')
    }

    expect(await join_({ url: 'postgres://' })).toMatch(/^invalid: /)
    expect(await join_({ password: 'wrong' })).toMatch(/^forbidden: .*refused the login or its password/)
    expect(await join_({ url: urlOf('nobody') })).toMatch(/^forbidden: .*refused the login or its password/)
    expect(await join_({ url: url.replace(/team$/, 'absent') })).toMatch(/^invalid: There is no database of that name/)
    expect(await join_({ url: `postgres://${login}@127.0.0.1:1/team` })).toMatch(/^network: Nothing answers/)
    expect(await join_({ url: `postgres://${login}@127.0.0.1:${old}/team` })).toMatch(
      /^invalid: .*PostgreSQL 14\.12.*needs version 15/,
    )
    const encrypted = `postgres://${login}@127.0.0.1:${plain.port}/team?sslmode=verify-full`
    expect(await join_({ url: encrypted })).toMatch(/^invalid: .*offers no TLS, so the password was not sent/)
    expect(plain.heard().includes(PASSWORD)).toBe(false)
    await same()

    const step = "INSERT INTO agency_desk.schema_step (no, name, landed) VALUES (9999, 'later', 'x')"
    await team.owner.query(step)
    expect(await join_({})).toMatch(/^storage: .*newer/)
    await team.owner.query('DELETE FROM agency_desk.schema_step WHERE no = 9999')
    await team.owner.query('ALTER TABLE agency_desk.suppression RENAME TO suppression_away')
    expect(await join_({})).toMatch(/^storage: A part of the team's database is missing/)
    await team.owner.query('ALTER TABLE agency_desk.suppression_away RENAME TO suppression')
    await same()
    expect(await one(team.owner, 'SELECT count(*) FROM agency_desk.template')).toBe(0)
    // A desk that failed late may have got its number; it holds nothing.
    expect(Number(await one(team.owner, 'SELECT count(*) FROM agency_desk.desk')) - Number(desksBefore)).toBeLessThan(3)

    // The same desk joins where nothing is in its way.
    expect(await join_({})).toBe('no error')
    expect((await desk.value('team.status', {})).team?.url).not.toContain(PASSWORD)
    expect(server.log()).not.toContain(PASSWORD)
  })

  test('stores nothing while the disk of the database is full, says so, and goes on afterwards', {
    timeout: 180_000,
  }, async () => {
    const { team, joinDesk } = await openTeamServer(programs, ['acme'])
    const { desk } = await joinDesk('Ann', 'admin')
    await untilTeam(desk, ({ connection }) => connection === 'connected')
    const before = await headOf(team.owner)
    // As the server answers where a file cannot grow.
    await team.owner.query(`CREATE FUNCTION agency_desk.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER zz_full BEFORE UPDATE ON agency_desk.brand FOR EACH ROW EXECUTE FUNCTION agency_desk.full_disk()`)
    expect(errorOf(await desk.call('brands.update', brandOf))).toMatch(
      /^storage: The disk of the team's database is full/,
    )
    expect(await headOf(team.owner)).toBe(before)
    expect(await tagsOf(team.owner)).toBe('[]')
    expect((await desk.value('brands.list', {})).brands.map(({ tags }) => tags)).toEqual([[]])
    await team.owner.query('DROP TRIGGER zz_full ON agency_desk.brand')
    expect(errorOf(await desk.call('brands.update', brandOf))).toBe('no error')
    expect(await headOf(team.owner)).toBe(before + 1)
    expect((await desk.value('team.checkMirror', {})).isSame).toBe(true)
  })

  test('stores nothing where a table of the team was dropped, says so, and reads on', {
    timeout: 180_000,
  }, async () => {
    const { team, joinDesk } = await openTeamServer(programs, ['acme'])
    const { desk } = await joinDesk('Ann', 'admin')
    await untilTeam(desk, ({ connection }) => connection === 'connected')
    const before = await headOf(team.owner)
    await team.owner.query('DROP TABLE agency_desk.template CASCADE')
    const template = { name: 'T', brandId: 'acme', subject: 'S', body: 'B' }
    expect(errorOf(await desk.call('outreach.saveTemplate', template))).toMatch(
      /^storage: A part of the team's database/,
    )
    expect(await headOf(team.owner)).toBe(before)
    expect((await desk.value('brands.list', {})).brands).toHaveLength(1)
    expect(JSON.stringify(await desk.value('outreach.templates', {}))).not.toContain('"T"')
    expect(errorOf(await desk.call('brands.update', brandOf))).toBe('no error')
    expect(await column(team.owner, 'SELECT tags FROM agency_desk.brand')).toEqual(['["full"]'])
  })
})

// The schema of a team: what landed stays as it is, and nobody's desk changes a schema that it does not know.
import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { migrateTeam } from '../../../../src-main/store/team/migrate.ts'
import type { TeamMigration } from '../../../../src-main/store/team/migration.ts'
import { teamMigrations } from '../../../../src-main/store/team/migrations/index.ts'
import { describePostgres, testDatabase } from '../../../support/postgres.ts'
import { column, one, teamDatabase } from '../../../support/team-database.ts'

const hashOf = ({ sql }: TeamMigration): string =>
  createHash('sha256').update(sql.replaceAll(/\s+/g, ' ').trim()).digest('hex').slice(0, 16)

test.each(teamMigrations)('migration $name has its released SQL', (step) => {
  const hash = hashOf(step)
  const advice = `New: give it  landed: '${hash}'.  Edited after it landed: undo the edit, and add a new migration.`
  expect(step.landed, advice).toBe(hash)
})

const later: TeamMigration = {
  name: 'later',
  landed: 'of-later',
  sql: 'CREATE TABLE later (of_role text DEFAULT current_user); INSERT INTO later DEFAULT VALUES',
}
const newer = [...teamMigrations, later]
const LANDED = 'SELECT landed FROM agency_desk.schema_step ORDER BY no'

describePostgres('the schema of a team', (programs) => {
  test('is made once, when two admins make it at the same time', async () => {
    const database = await testDatabase(programs, 'nothing')
    const [first, other] = [await database.connect(), await database.connect()]
    await expect(migrateTeam(first)).rejects.toThrow('This database holds no team.')
    await Promise.all([first, other].map((client) => migrateTeam(client, { mayCreate: true })))
    expect(await column(first, LANDED)).toEqual(teamMigrations.map(({ landed }) => landed))
    const before = await one(first, 'SELECT team_id FROM agency_desk.head')
    await migrateTeam(other, { mayCreate: true })
    expect(await one(first, 'SELECT team_id FROM agency_desk.head')).toBe(before)
  })

  test('is made by a person who owns the database and may create roles, without being a superuser', async () => {
    const database = await testDatabase(programs, 'nothing')
    const server = await database.connect()
    const login = `founder_${randomUUID().slice(0, 8)}`
    await server.query(`CREATE ROLE ${login} LOGIN CREATEROLE PASSWORD 'p'`)
    await server.query(`ALTER DATABASE ${database.name} OWNER TO ${login}`)
    const founder = await database.connect({ user: login, password: 'p' })
    await migrateTeam(founder, { mayCreate: true })
    await migrateTeam(founder, { migrations: newer })
    expect(await column(founder, LANDED)).toHaveLength(newer.length)
  })

  test('refuses a program that is older, or knows other steps', async () => {
    const { owner } = await teamDatabase(programs, [], await testDatabase(programs, 'team'))
    await migrateTeam(owner, { migrations: newer })
    await expect(migrateTeam(owner)).rejects.toThrow('was set up by a newer Agency Desk')
    const edited = [{ ...later, landed: 'edited' }, ...newer.slice(1)]
    await expect(migrateTeam(owner, { migrations: edited })).rejects.toThrow('has another step 1 than this program')
  })

  test('is updated by an admin, who gets no right of its owner, and by nobody else', async () => {
    const team = await teamDatabase(programs, [], await testDatabase(programs, 'team'))
    const sender = await team.person('sam', { role: 'sender' })
    await expect(migrateTeam(sender, { migrations: newer })).rejects.toThrow('Ask an admin to update the team')
    const admin = await team.person('ada', { role: 'admin' })
    await expect(admin.query('DROP TABLE agency_desk.change')).rejects.toThrow('must be owner')
    await migrateTeam(admin, { migrations: newer })
    expect(await one(team.owner, 'SELECT of_role FROM agency_desk.later')).toMatch(/^ad_[0-9a-f]{8}_owner$/)
    expect(await one(admin, 'SELECT current_user = session_user')).toBe(true)
    await migrateTeam(sender, { migrations: newer })
  })

  test('stays whole, when a step fails', async () => {
    const { owner } = await teamDatabase(programs)
    const broken: TeamMigration = { ...later, sql: 'CREATE TABLE half (no bigint); SELECT nothing()' }
    await expect(migrateTeam(owner, { migrations: [...teamMigrations, broken] })).rejects.toThrow('nothing()')
    expect(await one(owner, "SELECT to_regclass('agency_desk.half')")).toBeNull()
    expect(await column(owner, LANDED)).toHaveLength(teamMigrations.length)
  })
})

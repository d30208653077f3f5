// What an admin does with people: the rows and the rights on the server change together, for the next statement.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { migrateTeam } from '../../../../src-main/store/team/migrate.ts'
import { teamMigrations } from '../../../../src-main/store/team/migrations/index.ts'
import { scramVerifier } from '../../../../src-main/team/rules/scram.ts'
import { describePostgres, testDatabase } from '../../../support/postgres.ts'
import type { PostgresPrograms } from '../../../support/postgres-programs.ts'
import {
  brandRow,
  column,
  one,
  PASSWORD,
  pitch,
  refusalOf,
  teamDatabase,
  write,
} from '../../../support/team-database.ts'

const ADD = 'SELECT agency_desk.add_person($1, $2, $3, $4, $5, $6)'
const newLogin = (name: string): string => `${name}_${randomUUID().slice(0, 8)}`

const add = async (admin: pg.Client, login: string, values: { role?: string; password?: string | null } = {}) => {
  const { role = 'writer', password = PASSWORD } = values
  const verifier = password === null ? null : await scramVerifier(password)
  return admin.query(ADD, [login, 'A name', role, true, [], verifier])
}

const call = <Value>(client: pg.Client, name: string, ...args: unknown[]): Promise<Value> =>
  one(client, `SELECT agency_desk.${name}(${args.map((_, at) => `$${at + 1}`).join(', ')})`, args)

const roleIn = (client: pg.Client): Promise<string[]> =>
  column(
    client,
    `SELECT part FROM unnest(ARRAY['reader', 'writer', 'sender', 'admin', 'owner']) part
      WHERE pg_has_role(session_user, agency_desk.role_of_team(part), 'MEMBER')`,
  )

const isOpen = async (client: pg.Client): Promise<boolean> =>
  client.query('SELECT 1').then(
    () => true,
    () => false,
  )

const detailOf = (statement: Promise<unknown>): Promise<string> =>
  statement.then(
    () => 'not refused',
    ({ constraint, detail }) => `${constraint}: ${detail}`,
  )

const MAKES_PEOPLE = "EXECUTE format('CREATE ROLE %I NOLOGIN CREATEROLE', people);"

/** A team that was founded by a login which may create roles and owns the database, and is no superuser. */
const founded = async (programs: PostgresPrograms, { mayMakeLogins = true } = {}) => {
  const database = await testDatabase(programs, 'nothing')
  const server = await database.connect()
  const login = newLogin('founder')
  await server.query(`CREATE ROLE ${login} LOGIN CREATEROLE PASSWORD '${PASSWORD}'`)
  await server.query(`ALTER DATABASE ${database.name} OWNER TO ${login}`)
  const loginAs = (user: string, password = PASSWORD) => database.connect({ user, password })
  const founder = await loginAs(login)
  // A server that lets nobody make a role that makes logins.
  const without = teamMigrations.map((step) => ({
    ...step,
    sql: step.sql.replace(MAKES_PEOPLE, 'RAISE insufficient_privilege;'),
  }))
  expect(without[0]?.sql).not.toBe(teamMigrations[0]?.sql)
  await migrateTeam(founder, { mayCreate: true, migrations: mayMakeLogins ? teamMigrations : without })
  if (!mayMakeLogins) await server.query(`ALTER ROLE ${login} NOCREATEROLE`)
  return { server, founder, login, loginAs }
}

describePostgres('an admin of a team', (programs) => {
  test('adds people who log in with their password and do what their role allows', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const admin = await team.person('ada', { role: 'admin' })
    const login = newLogin('Walt.O-x')
    await add(admin, login)
    const walt = await team.connect({ user: login, password: PASSWORD })
    expect(await column(walt, 'SELECT id FROM agency_desk.brand')).toEqual(['acme'])
    expect(await roleIn(walt)).toEqual(['reader', 'writer'])
    expect(await one(walt, 'SELECT name FROM agency_desk.commit ORDER BY no DESC LIMIT 1')).toBe('people.add')
    expect(await one(walt, 'SELECT person FROM agency_desk.commit ORDER BY no DESC LIMIT 1')).toBe(admin.user)
    await expect(team.connect({ user: login, password: 'another-one' })).rejects.toThrow(
      'password authentication failed',
    )
    expect(await refusalOf(add(admin, login))).toBe('already_of_the_team')
    expect(await refusalOf(add(admin, newLogin('x'), { role: 'owner' }))).toBe('no_such_role')
    const bare = newLogin('bare')
    expect(await refusalOf(admin.query(ADD, [bare, 'A name', 'writer', true, [], 'a-password']))).toBe('not_a_verifier')
    expect(await refusalOf(add(admin, bare, { password: null }))).toBe('login_needs_password')
    expect(await one(team.owner, 'SELECT count(*) FROM pg_roles WHERE rolname = $1', [bare])).toBe(0)
  })

  test('is the only one who does, and never changes the own role', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [sender, admin] = [await team.person('sue'), await team.person('ada', { role: 'admin' })]
    await expect(add(sender, newLogin('x'))).rejects.toThrow('permission denied')
    await expect(call(sender, 'set_approval', ['acme'], true)).rejects.toThrow('permission denied')
    await expect(call(sender, 'make_login', 'x', null)).rejects.toThrow('permission denied')
    await expect(call(admin, 'set_group', sender.user, 'admin')).rejects.toThrow('permission denied')
    await expect(admin.query("UPDATE agency_desk.person SET role = 'reader'")).rejects.toThrow('permission denied')
    expect(await refusalOf(call(admin, 'set_role', admin.user, 'reader'))).toBe('not_yourself')
    expect(await refusalOf(call(admin, 'remove_person', admin.user))).toBe('not_yourself')
    expect(await refusalOf(call(admin, 'set_role', 'nobody', 'reader'))).toBe('no_such_person')
  })

  test('gives another role, which holds from the next statement on, and ends sessions of who was admin', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [ada, ben, walt] = [
      await team.person('ada', { role: 'admin' }),
      await team.person('ben', { role: 'admin' }),
      await team.person('walt', { role: 'writer' }),
    ]
    expect(await refusalOf(call(walt, 'claim_next', ['acme'], 60))).toContain('permission denied')
    await call(ada, 'set_role', walt.user, 'sender')
    expect(await refusalOf(walt.query("SELECT agency_desk.claim_next('{acme}', 60)"))).toBe('not refused')
    await ben.query(`SELECT set_config('role', agency_desk.role_of_team('owner'), false)`)
    await call(ada, 'set_role', ben.user, 'reader')
    expect(await isOpen(ben)).toBe(false)
    const again = await team.connect({ user: ben.user ?? '', password: PASSWORD })
    expect(await roleIn(again)).toEqual(['reader'])
    expect(await one(ada, 'SELECT role FROM agency_desk.person WHERE login = $1', [ben.user])).toBe('reader')
  })

  test('removes a person: sessions end, the login is locked, an admin can no longer become the owner', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [ada, gus] = [await team.person('ada', { role: 'admin' }), await team.person('gus', { role: 'admin' })]
    const owner = await team.desk(gus)
    await owner.query(`SELECT set_config('role', agency_desk.role_of_team('owner'), false)`)
    expect(await call(ada, 'remove_person', gus.user)).toEqual([])
    expect([await isOpen(gus), await isOpen(owner)]).toEqual([false, false])
    await expect(team.connect({ user: gus.user ?? '', password: PASSWORD })).rejects.toThrow('not permitted to log in')
    const groups = 'SELECT count(*) FROM agency_desk.groups_of($1)'
    expect(await one(team.owner, groups, [gus.user])).toBe(0)
    expect(
      await one(ada, 'SELECT removed_at_ms IS NOT NULL FROM agency_desk.person WHERE login = $1', [gus.user]),
    ).toBe(true)
    // Added again, with another password.
    await add(ada, gus.user ?? '', { role: 'reader', password: 'another-one' })
    const again = await team.connect({ user: gus.user ?? '', password: 'another-one' })
    expect(await roleIn(again)).toEqual(['reader'])
  })

  test('who is removed while they remove the other is refused: one of the two stays', async () => {
    const team = await teamDatabase(programs)
    const [ada, ben] = [await team.person('ada', { role: 'admin' }), await team.person('ben', { role: 'admin' })]
    await Promise.allSettled([call(ada, 'remove_person', ben.user), call(ben, 'remove_person', ada.user)])
    expect(await one(team.owner, 'SELECT count(*) FROM agency_desk.person WHERE removed_at_ms IS NULL')).toBe(1)
  })

  test('says who sees which brand, and which brand needs approval', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const [admin, walt] = [await team.person('ada', { role: 'admin' }), await team.person('walt', { role: 'writer' })]
    const seen = () => column(walt, 'SELECT id FROM agency_desk.brand ORDER BY 1')
    await call(admin, 'set_brands', walt.user, false, ['bolt'])
    expect(await seen()).toEqual(['bolt'])
    await call(admin, 'set_brands', walt.user, false, ['acme'])
    expect(await seen()).toEqual(['acme'])
    await call(admin, 'set_brands', walt.user, true, [])
    expect(await seen()).toEqual(['acme', 'bolt'])
    await call(admin, 'set_approval', ['acme'], true)
    expect(await refusalOf(write(walt, pitch(1, 'acme', 'c')))).toBe('needs_approval')
    expect(await refusalOf(write(walt, pitch(2, 'bolt', 'c')))).toBe('not refused')
    await call(admin, 'set_approval', ['acme'], false)
    expect(await refusalOf(write(walt, pitch(1, 'acme', 'c')))).toBe('not refused')
    await call(admin, 'set_brands', admin.user, false, ['bolt'])
    expect(await refusalOf(call(admin, 'set_approval', ['acme'], true))).toBe('no_such_brand')
  })
})

describePostgres('a brand that a person adds', (programs) => {
  test('is theirs, if they see some brands only, and never hidden from them', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const sam = await team.person('sam', { brands: ['acme'] })
    const row = brandRow('new')
    const seen = { person_brand: { rows: [{ login: sam.user, brand_id: 'new' }] } }
    expect(await refusalOf(write(sam, { brand: { rows: [row] } }))).toBe('brand_not_seen')
    expect(await refusalOf(write(sam, { brand: { rows: [row] }, ...seen }))).toBe('not refused')
    expect(await column(sam, 'SELECT id FROM agency_desk.brand ORDER BY 1')).toEqual(['acme', 'new'])
    const bolt = { person_brand: { rows: [{ login: sam.user, brand_id: 'bolt' }] } }
    expect(await refusalOf(write(sam, bolt))).toContain('row-level security')
    const other = await team.person('ann')
    const forOther = { person_brand: { rows: [{ login: other.user, brand_id: 'more' }] } }
    expect(await refusalOf(write(sam, { brand: { rows: [brandRow('more')] }, ...forOther }))).toContain(
      'row-level security',
    )
    expect(await refusalOf(write(other, { brand: { rows: [brandRow('of-all')] } }))).toBe('not refused')
  })
})

describePostgres('who founded a team without being a superuser', (programs) => {
  test('is its first admin, adds people, and removes them', async () => {
    const { founder, login, loginAs } = await founded(programs)
    await add(founder, login, { role: 'admin', password: null })
    const [ada, walt] = [newLogin('ada'), newLogin('walt')]
    await add(founder, ada, { role: 'admin' })
    const admin = await loginAs(ada)
    await add(admin, walt)
    const writer = await loginAs(walt)
    expect(await roleIn(writer)).toEqual(['reader', 'writer'])
    expect(await call(admin, 'remove_person', walt)).toEqual([])
    expect(await isOpen(writer)).toBe(false)
    expect(await call(founder, 'remove_person', ada)).toEqual([])
    await expect(loginAs(ada)).rejects.toThrow('not permitted to log in')
  })

  test('owns the team until the server takes that back: nobody removes them, or changes what they may do', async () => {
    const { server, founder, login, loginAs } = await founded(programs)
    await add(founder, login, { role: 'admin', password: null })
    const ada = newLogin('ada')
    await add(founder, ada, { role: 'admin' })
    const admin = await loginAs(ada)
    const [owners, people] = await column<string>(
      server,
      "SELECT agency_desk.role_of_team(part) FROM unnest(ARRAY['owner', 'people']) part",
    )
    const before = await one(server, 'SELECT no FROM agency_desk.head')
    for (const attempt of [
      call(admin, 'remove_person', login),
      call(admin, 'set_role', login, 'reader'),
      call(admin, 'set_brands', login, false, []),
    ])
      expect(await detailOf(attempt)).toMatch(
        new RegExp(`^founder_stays: REVOKE ${owners} FROM ${login}.*;\nREVOKE ${people} FROM ${login}.*;$`),
      )
    expect(await one(server, 'SELECT no FROM agency_desk.head')).toBe(before)
    expect(await one(server, 'SELECT removed_at_ms FROM agency_desk.person WHERE login = $1', [login])).toBeNull()

    const [, statements = ''] = (await detailOf(call(admin, 'remove_person', login))).split('founder_stays: ')
    await server.query(statements)
    for (const statement of await call<string[]>(admin, 'remove_person', login)) await server.query(statement)
    expect(await refusalOf(founder.query('SELECT * FROM agency_desk.brand'))).toMatch(
      /not_of_the_team|permission denied|terminated/,
    )
    await add(admin, newLogin('bea'))
  })

  test('does not give admins the right to change other roles of the server', async () => {
    const { server, founder, login, loginAs } = await founded(programs)
    await add(founder, login, { role: 'admin', password: null })
    const [ada, theirs] = [newLogin('ada'), newLogin('theirs')]
    await add(founder, ada, { role: 'admin' })
    await server.query(`CREATE ROLE ${theirs} LOGIN PASSWORD 'p'`)
    const admin = await loginAs(ada)
    expect(await refusalOf(add(admin, theirs))).toBe('login_exists')
    await add(admin, theirs, { password: null })
    await admin.query(`SELECT set_config('role', agency_desk.role_of_team('owner'), false)`)
    await expect(admin.query(`ALTER ROLE ${theirs} PASSWORD 'mine'`)).rejects.toThrow('permission denied')
    await expect(admin.query('CREATE ROLE more')).rejects.toThrow('permission denied')
    expect(await refusalOf(call(admin, 'make_login', theirs, await scramVerifier('mine-all-mine')))).toBe(
      'login_exists',
    )
    await loginAs(theirs, 'p')
  })

  test('gets the statements to run by hand where the server lets nobody make logins', async () => {
    const { server, founder, login, loginAs } = await founded(programs, { mayMakeLogins: false })
    const options = Number.parseInt(programs.version, 10) < 16 ? '' : ' WITH INHERIT TRUE, SET TRUE'
    const admins = await one<string>(server, "SELECT agency_desk.role_of_team('admin')")
    expect(await detailOf(add(founder, login, { role: 'admin', password: null }))).toBe(
      `server_refused: GRANT ${admins} TO ${login}${options};`,
    )
    await server.query(`GRANT ${admins} TO ${login}${options}`)
    expect(await detailOf(add(founder, login, { role: 'admin', password: null }))).toBe('not refused')
    const writers = await one<string>(server, "SELECT agency_desk.role_of_team('writer')")
    const walt = newLogin('walt')
    expect(await detailOf(add(founder, walt))).toBe(
      `server_refused: CREATE ROLE ${walt} LOGIN;\nGRANT ${writers} TO ${walt}${options};`,
    )
    await server.query(`CREATE ROLE ${walt} LOGIN PASSWORD 'p'; GRANT ${writers} TO ${walt}`)
    await add(founder, walt, { password: null })
    const writer = await loginAs(walt, 'p')
    expect(await roleIn(writer)).toEqual(['reader', 'writer'])
    expect(await detailOf(call(founder, 'set_role', walt, 'sender'))).toMatch(
      new RegExp(`^server_refused: REVOKE ${writers} FROM ${walt}.*;\nGRANT .*_sender TO ${walt}${options};$`),
    )
    const todo = await call<string[]>(founder, 'remove_person', walt)
    expect(await refusalOf(writer.query('SELECT * FROM agency_desk.person'))).toBe('not_of_the_team')
    for (const statement of todo) await server.query(statement)
    expect(await refusalOf(writer.query('SELECT * FROM agency_desk.brand'))).toContain('permission denied')
    await expect(loginAs(walt, 'p')).rejects.toThrow('not permitted to log in')
  })
})

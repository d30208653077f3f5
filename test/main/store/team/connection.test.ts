// A desk's connection to its team, on a real server: what it refuses and in which words, when it comes back by itself.
import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type ConnectionState, createConnection } from '../../../../src-main/store/team/connection.ts'
import { failureOf } from '../../../../src-main/store/team/connection-errors.ts'
import { migrateTeam } from '../../../../src-main/store/team/migrate.ts'
import type { TeamAccess } from '../../../../src-main/store/team/state.ts'
import { certificatesFor } from '../../../support/certificates.ts'
import { startOldPostgres, startPlainServer, startPooler } from '../../../support/fake-postgres.ts'
import { describePostgres, testDatabase } from '../../../support/postgres.ts'
import { createPostgres } from '../../../support/postgres-server.ts'
import { accessOf } from '../../../support/team-access.ts'
import { headOf, one, suppressionRow, teamDatabase, write } from '../../../support/team-database.ts'

const open = (access: TeamAccess, position = 0) => {
  const states: ConnectionState['connection'][] = []
  let wakes = 0
  let removals = 0
  const connection = createConnection({
    access,
    position: () => position,
    onState: (state) => states.push(state.connection),
    onWake: () => {
      wakes += 1
    },
    onRemoved: () => {
      removals += 1
    },
  })
  onTestFinished(() => connection.close())
  return { ...connection, states, wakes: () => wakes, removals: () => removals }
}

/** The sentence with which the desk ends up without a connection. */
const refusalOf = async (access: TeamAccess): Promise<{ state: string; kind: string; message: string }> => {
  const { state } = open(access)
  await expect.poll(() => state().error).not.toBeNull()
  const { connection, error } = state()
  return { state: connection, kind: error?.kind ?? '', message: error?.message ?? '' }
}

const nowhere = (url: string): TeamAccess => ({
  url,
  password: 'p',
  deskId: randomUUID(),
  deskName: 'a desk',
  deskNo: 0,
  teamId: '',
})

describe('without a server, a desk', () => {
  test('says that a host is unknown, and tries again', async () => {
    expect(await refusalOf(nowhere('postgres://ann@nowhere.invalid/team'))).toMatchObject({
      state: 'offline',
      kind: 'network',
      message: expect.stringContaining('was not found by its name'),
    })
  })

  test('says that nothing answers at an address, and tries again', async () => {
    expect(await refusalOf(nowhere('postgres://ann@127.0.0.1:1/team'))).toMatchObject({
      state: 'offline',
      kind: 'network',
      message: expect.stringContaining('Nothing answers'),
    })
  })

  test('says that there is no socket, and tries again', async () => {
    expect(await refusalOf(nowhere('postgres://ann@%2Fnowhere/team'))).toMatchObject({
      state: 'offline',
      message: expect.stringContaining('no socket of PostgreSQL'),
    })
  })

  test('does not take an error of its own file for one of the network', () => {
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    expect(failureOf(full).error).toMatchObject({
      kind: 'storage',
      message: expect.stringContaining('disk is full (SQLITE_FULL)'),
    })
    expect(failureOf(new Error('Connection terminated unexpectedly')).error.kind).toBe('network')
    expect(failureOf(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })).error.kind).toBe('network')
  })

  test('refuses a wrong address', async () => {
    expect(await refusalOf(nowhere('mysql://ann@127.0.0.1/team'))).toMatchObject({ state: 'refused', kind: 'invalid' })
  })

  test('sends neither login nor password to a server without TLS', async () => {
    const { port, heard } = await startPlainServer()
    expect(await refusalOf(nowhere(`postgres://ann@0.0.0.0:${port}/team`))).toMatchObject({
      state: 'refused',
      kind: 'invalid',
      message: expect.stringContaining('offers no TLS, so the password was not sent'),
    })
    expect(heard()).toHaveLength(8)
  })

  test('refuses PostgreSQL 14', async () => {
    const port = await startOldPostgres('14.19', 'p')
    expect(await refusalOf(nowhere(`postgres://ann@127.0.0.1:${port}/team`))).toEqual({
      state: 'refused',
      kind: 'invalid',
      message: "The team's database runs PostgreSQL 14.19. Agency Desk needs version 15 or newer.",
    })
  })
})

describePostgres('the connection of a desk', (programs) => {
  test('is one of its person and its desk, makes its plans once, and has limits on what it may hold up', async () => {
    const team = await teamDatabase(programs)
    const ann = await team.person('ann', { role: 'writer' })
    const { connected, state, wakes } = open(accessOf(ann, { deskName: 'laptop' }))
    const session = await connected(10_000)
    expect(state()).toMatchObject({ connection: 'connected', role: 'writer', login: ann.user, error: null })
    expect(state().serverVersion).toContain(programs.version.split('.')[0])
    expect(await one(team.owner, 'SELECT name FROM agency_desk.desk WHERE no = $1', [state().deskNo])).toBe('laptop')
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'plan_cache_mode']
    const shown = await Promise.all(names.map((name) => session.query<Record<string, string>>(`SHOW ${name}`)))
    expect(shown.map(([row]) => Object.values(row ?? {})[0])).toEqual(['15s', '5s', '10s', 'force_generic_plan'])
    expect(wakes()).toBe(1)
  })

  test('hears of the commits of colleagues, and of its own ones, which others may follow that are not named', async () => {
    const team = await teamDatabase(programs)
    const ann = await team.person('ann')
    const head = await headOf(team.owner)
    const { connected, wakes } = open(accessOf(ann), head + 1)
    await connected(10_000)
    await write(ann, { suppression: { rows: [suppressionRow(1, 'a@x')] } })
    await expect.poll(wakes).toBe(2)
  })

  test('looks every half a minute by itself, in case a notice was lost', async () => {
    const team = await teamDatabase(programs)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { connected, wakes } = open(accessOf(await team.person('ann')))
    await connected(10_000)
    vi.advanceTimersByTime(29_000)
    expect(wakes()).toBe(1)
    vi.advanceTimersByTime(1000)
    await expect.poll(wakes).toBe(2)
  })

  test('asks nothing else while a transaction is open, and undoes one that fails', async () => {
    const team = await teamDatabase(programs)
    const { connected } = open(accessOf(await team.person('ann')))
    const session = await connected(10_000)
    const order: string[] = []
    const failing = session.transaction(async ({ query }) => {
      await query('SELECT 1')
      order.push('in the transaction')
      await query('SELECT 1 / 0')
    })
    const after = session.query<{ no: number }>('SELECT 5 AS no').then(([row]) => order.push(`then ${row?.no}`))
    await expect(failing).rejects.toThrow('division by zero')
    await after
    expect(order).toEqual(['in the transaction', 'then 5'])
  })

  test('is refused with a sentence, and not tried again, for a wrong password, an unknown database or none of a team', async () => {
    const team = await teamDatabase(programs)
    const ann = await team.person('ann')
    const access = accessOf(ann)
    expect(await refusalOf({ ...access, password: 'wrong' })).toMatchObject({
      state: 'refused',
      kind: 'forbidden',
      message: expect.stringContaining('refused the login or its password'),
    })
    expect(await refusalOf({ ...access, password: '' })).toMatchObject({ state: 'refused', kind: 'keychain' })
    expect(await refusalOf({ ...access, url: `${access.url}x` })).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('no database of that name'),
    })
    const empty = await testDatabase(programs, 'nothing')
    expect(await refusalOf({ ...access, url: access.url.replace(/[^/]+$/, empty.name) })).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('holds no team'),
    })
    const asked = open({ ...access, password: 'wrong' })
    await expect(asked.connected(10_000)).rejects.toMatchObject({ kind: 'forbidden' })
    expect(asked.states).toEqual(['refused'])
  })

  test('is refused where another team is, where the desk is not known, and where it is of another person', async () => {
    const team = await teamDatabase(programs)
    const ann = await team.person('ann')
    const access = accessOf(ann)
    expect(await refusalOf({ ...access, teamId: randomUUID() })).toMatchObject({
      state: 'refused',
      kind: 'conflict',
      message: expect.stringContaining('another team'),
    })
    expect(await refusalOf({ ...access, deskNo: 999 })).toMatchObject({
      state: 'refused',
      kind: 'conflict',
      message: expect.stringContaining('does not know this desk'),
    })
    const bob = accessOf(await team.person('bob'), { deskId: access.deskId })
    await expect(open(access).connected(10_000)).resolves.toBeDefined()
    expect(await refusalOf(bob)).toMatchObject({ state: 'refused', kind: 'forbidden' })
  })

  test('is refused where the address leads to another machine without TLS', async () => {
    const team = await teamDatabase(programs)
    const ann = await team.person('ann')
    expect(await refusalOf(accessOf(ann, { host: '0.0.0.0' }))).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('offers no TLS'),
    })
  })

  test('is refused where a pooler shares connections between transactions', async () => {
    const team = await teamDatabase(programs)
    const port = await startPooler(team.owner, 'p')
    expect(await refusalOf(nowhere(`postgres://ann@127.0.0.1:${port}/team`))).toMatchObject({
      state: 'refused',
      kind: 'invalid',
      message: expect.stringContaining('leads to a pooler'),
    })
  })

  test('waits where the server has no free connection', async () => {
    const team = await teamDatabase(programs)
    const ann = await team.person('ann')
    await team.owner.query(`ALTER ROLE "${ann.user}" CONNECTION LIMIT 1`)
    const { connected, state } = open(accessOf(ann))
    await expect.poll(() => state().error?.message).toContain('no free connection')
    expect(state().connection).toBe('offline')
    await team.owner.query(`ALTER ROLE "${ann.user}" CONNECTION LIMIT -1`)
    await connected(20_000)
    expect(state()).toMatchObject({ connection: 'connected', error: null })
  })

  test('is refused by a newer schema, and by one from before the first release', async () => {
    const database = await testDatabase(programs, 'team')
    const team = await teamDatabase(programs, [], database)
    const ann = await team.person('ann')
    await team.owner.query("INSERT INTO agency_desk.schema_step (no, name, landed) VALUES (99, 'later', 'x')")
    expect(await refusalOf(accessOf(ann))).toMatchObject({
      state: 'refused',
      kind: 'storage',
      message: expect.stringContaining('was set up by a newer Agency Desk'),
    })
    await team.owner.query("UPDATE agency_desk.schema_step SET landed = '3c79c13084ba0ce9' WHERE no = 1")
    expect(await refusalOf(accessOf(ann))).toMatchObject({
      state: 'refused',
      kind: 'storage',
      message: expect.stringContaining('made by a test version before Agency Desk 0.1.0'),
    })
  })

  test('ends for a person who is removed, with the next statement and at the next try', async () => {
    const team = await teamDatabase(programs)
    const ann = await team.person('ann')
    const { connected, state, removals } = open(accessOf(ann))
    const session = await connected(10_000)
    await team.owner.query('UPDATE agency_desk.person SET removed_at_ms = 1 WHERE login = $1', [ann.user])
    await expect(session.query('SELECT no FROM agency_desk.head')).rejects.toThrow('not of the team')
    expect(state()).toMatchObject({ connection: 'refused', error: { kind: 'forbidden' } })
    expect(state().error?.message).toContain('not in this team any more')
    await expect.poll(removals).toBe(1)
    await team.owner.query(`ALTER ROLE "${ann.user}" NOLOGIN`)
    expect(await refusalOf(accessOf(ann))).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('not in this team any more'),
    })
  })

  test('asks again why it was refused, where rights were taken before the login', async () => {
    const team = await teamDatabase(programs)
    const ann = await team.person('ann')
    const { connected, failed, state, removals } = open(accessOf(ann))
    const session = await connected(10_000)
    await team.owner.query('SELECT agency_desk.set_group($1, NULL), agency_desk.lock_login($1)', [ann.user])
    // As a catch-up tells it.
    const refused = await session.query('SELECT no FROM agency_desk.head').catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: '42501' })
    failed(refused)
    await expect.poll(removals).toBe(1)
    expect(state().error?.message).toContain('not in this team any more')
  })

  test('asks again why it was refused, where the removal ended while the desk was connecting', async () => {
    const team = await teamDatabase(programs)
    const ann = await team.person('ann')
    // The desk waits for this lock between the question whether its person was removed and the first that needs rights.
    await team.owner.query('BEGIN')
    await team.owner.query('LOCK TABLE agency_desk.desk IN EXCLUSIVE MODE')
    const { state, removals } = open(accessOf(ann))
    const other = await team.connect()
    const isWaiting = () =>
      one<boolean>(
        other,
        `SELECT EXISTS (SELECT FROM pg_stat_activity
          WHERE usename = $1 AND wait_event_type = 'Lock' AND query LIKE '%join_desk%')`,
        [ann.user],
      )
    await expect.poll(isWaiting).toBe(true)
    await team.owner.query('UPDATE agency_desk.person SET removed_at_ms = 1 WHERE login = $1', [ann.user])
    await team.owner.query('SELECT agency_desk.set_group($1, NULL), agency_desk.lock_login($1)', [ann.user])
    await team.owner.query('COMMIT')
    await expect.poll(removals).toBe(1)
    expect(state().error?.message).toContain('not in this team any more')
  })

  test('is refused for a person whom the team does not know, which is no removal', async () => {
    const team = await teamDatabase(programs)
    const ann = await team.person('ann')
    const { connected, state, removals } = open(accessOf(ann))
    const session = await connected(10_000)
    await team.owner.query('DELETE FROM agency_desk.person WHERE login = $1', [ann.user])
    await expect(session.query('SELECT no FROM agency_desk.head')).rejects.toThrow('not of the team')
    await expect.poll(() => state().error?.message).toContain('The team does not know you')
    expect([state().connection, removals()]).toEqual(['refused', 0])
  })

  test('is refused where somebody dropped a table of the team', async () => {
    const database = await testDatabase(programs, 'team')
    const team = await teamDatabase(programs, [], database)
    const ann = await team.person('ann')
    await team.owner.query('DROP TABLE agency_desk.desk CASCADE')
    expect(await refusalOf(accessOf(ann))).toMatchObject({
      state: 'refused',
      kind: 'storage',
      message: expect.stringContaining('A part of the team’s database is missing'.replace('’', "'")),
    })
  })

  test('is refused where somebody dropped the index that allows one open pitch', async () => {
    const database = await testDatabase(programs, 'team')
    const team = await teamDatabase(programs, [], database)
    const ann = await team.person('ann')
    await team.owner.query('DROP INDEX agency_desk.intent_item_open_pitch')
    expect(await refusalOf(accessOf(ann))).toMatchObject({
      state: 'refused',
      kind: 'storage',
      message: expect.stringContaining("A part of the team's database is missing"),
    })
  })

  test('says what the server refuses for want of space, and that nothing was stored', async () => {
    const team = await teamDatabase(programs)
    const session = await open(accessOf(await team.person('ann'))).connected(10_000)
    const full = session.query("DO $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$")
    const { error, isRefusal } = failureOf(await full.catch((reason: unknown) => reason))
    expect([error.kind, isRefusal, error.message]).toEqual([
      'storage',
      false,
      "The disk of the team's database is full. Nothing was stored. Ask an admin to free some space.",
    ])
  })

  test('repeats an error of the server that no sentence is made for, without secrets', async () => {
    const team = await teamDatabase(programs)
    const session = await open(accessOf(await team.person('ann'))).connected(10_000)
    const failing = session.query("SELECT jsonb_array_elements('1')")
    const known = failureOf(await failing.catch((reason: unknown) => reason))
    expect([known.error.kind, known.isRefusal, known.error.message]).toEqual([
      'storage',
      false,
      "The team's database refused this. It says: cannot extract elements from a scalar (22023). Nothing was stored.",
    ])
    const telling = session.query("DO $$ BEGIN RAISE EXCEPTION 'sk_live_123 of postgres://ann:pw@h/t'; END $$")
    const { error } = failureOf(await telling.catch((reason: unknown) => reason))
    expect(error.message).toContain('sk_… of postgres://ann:…@h/t')
  })

  test('needs a certificate that fits, and comes back after the server was away', async () => {
    const { authority, key, certificate } = certificatesFor('127.0.0.1')
    const server = await createPostgres(programs, { isDurable: false, tls: { key, certificate } })
    onTestFinished(() => server.remove())
    await server.start()
    const { port, user, password } = server.address
    const url = (query: string) => `postgres://${user}@127.0.0.1:${port}/postgres?sslmode=verify-full${query}`
    const access = { ...nowhere(url(`&sslrootcert=${authority}`)), password }
    expect(await refusalOf({ ...access, url: url('') })).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('its certificate is not trusted'),
    })
    const otherName = access.url.replace('127.0.0.1', 'localhost')
    expect(await refusalOf({ ...access, url: otherName })).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('its certificate is not trusted'),
    })
    expect(await refusalOf(access)).toMatchObject({ message: expect.stringContaining('holds no team') })

    const { default: pg } = await import('pg')
    const client = new pg.Client({ ...server.address, database: 'postgres' })
    await client.connect()
    await migrateTeam(client, { mayCreate: true })
    const person = { login: user, name: user, role: 'admin', all_brands: 1, removed_at_ms: null }
    await write(client, { person: { rows: [person] } })
    await client.end()
    const { connected, state, states, wakes } = open(access)
    await connected(10_000)
    client.on('error', () => undefined)
    await server.stop('immediate')
    await expect.poll(() => state().connection).toBe('offline')
    await server.start()
    await connected(20_000)
    expect(states.filter((one, index) => one !== states[index - 1])).toEqual(['connected', 'offline', 'connected'])
    await expect.poll(wakes).toBe(2)
  })
})

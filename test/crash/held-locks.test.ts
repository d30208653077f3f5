// A person with a low role opens a transaction with a program of their own and keeps a lock that colleagues need. The session
// is ended by the desk that waits for it, and who does it again and again may only read.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { describePostgres } from '../support/postgres.ts'
import {
  headOf,
  one,
  pitch,
  refusalOf,
  suppressionRow,
  type TeamDatabase,
  teamDatabase,
  write,
} from '../support/team-database.ts'
import { teamMirror } from '../support/team-mirror.ts'

const LIMITER = "pg_advisory_lock(hashtextextended('agency_desk limiter service:key outreach.queue', 0))"
const TAKE = "SELECT agency_desk.take_slots('service:key outreach.queue', 60, 1, 30000)"

const isEnded = (client: pg.Client) =>
  client.query('SELECT 1').then(
    () => false,
    () => true,
  )

/** A desk of a sender, and a colleague at a program of their own. */
const deskAgainst = async (team: TeamDatabase, role: 'reader' | 'writer' | 'sender' | 'admin') => {
  const desk = await teamMirror(await team.person('sue'))
  const colleague = await team.person('walt', { role })
  return { desk, colleague }
}

const suppress = (desk: Awaited<ReturnType<typeof teamMirror>>, value: string) =>
  desk.writeBy((core) =>
    core
      .prepare("INSERT INTO suppression (no, kind, value, reason, created_at_ms) VALUES (?, 'address', ?, '', 1)")
      .run(Math.floor(Math.random() * 1e9), value),
  )

type Desk = Awaited<ReturnType<typeof teamMirror>>
type Attack = {
  readonly role: 'reader' | 'writer' | 'sender'
  readonly keep: readonly string[]
  readonly needs: (desk: Desk) => unknown
}

const TURN = ['BEGIN', 'SELECT agency_desk.begin_turn()']
const stored = (desk: Desk) => suppress(desk, 'a@example.com')
const ATTACKS: Readonly<Record<string, Attack>> = {
  'begins a turn and does nothing': { role: 'writer', keep: TURN, needs: stored },
  'begins a turn and sleeps': { role: 'writer', keep: [...TURN, 'SELECT pg_sleep(60)'], needs: stored },
  'sets limits of their own': {
    role: 'writer',
    keep: ['SET idle_in_transaction_session_timeout = 0', ...TURN, 'SET LOCAL lock_timeout = 0'],
    needs: stored,
  },
  'locks a whole table': {
    role: 'sender',
    keep: ['BEGIN', 'LOCK TABLE agency_desk.suppression IN ACCESS EXCLUSIVE MODE'],
    needs: stored,
  },
  'takes the lock of the limiter of a key': {
    role: 'reader',
    keep: [`SELECT ${LIMITER}`],
    needs: async (desk) => (await desk.connection.connected(1000)).query(TAKE),
  },
}

/** Null: the desk that needed the lock got it, in time, and the session of the colleague is over. */
const resultOf = async (team: TeamDatabase, { role, keep, needs }: Attack): Promise<string | null> => {
  const { desk, colleague } = await deskAgainst(team, role)
  const last = keep.at(-1) ?? ''
  for (const sql of keep.slice(0, -1)) await colleague.query(sql)
  const kept = colleague.query(last).catch(() => undefined)
  if (!last.includes('sleep')) await kept
  const startedAt = performance.now()
  try {
    await needs(desk)
  } catch (error) {
    return `after ${Math.round((performance.now() - startedAt) / 1000)} s: ${(error as Error).message}`
  }
  if (performance.now() - startedAt > 25_000) return 'too late'
  await kept
  return (await isEnded(colleague)) ? null : 'the session goes on'
}

describePostgres('a lock that is kept', (programs) => {
  test('stops no colleague for long, and ends the session of who keeps it', async () => {
    const results = Object.entries(ATTACKS).map(async ([who, attack]) => {
      return [who, await resultOf(await teamDatabase(programs), attack)]
    })
    const expected = Object.keys(ATTACKS).map((who) => [who, null])
    expect(await Promise.all(results)).toEqual(expected)
  })

  test('by an admin stays: a migration may take its time', async () => {
    const team = await teamDatabase(programs)
    const { desk, colleague } = await deskAgainst(team, 'admin')
    await colleague.query('BEGIN')
    await colleague.query('SELECT agency_desk.begin_turn()')
    await expect(stored(desk)).rejects.toThrow('took too long to answer')
    expect(await isEnded(colleague)).toBe(false)
  })

  test('for the third time within an hour makes its person a reader, until an admin gives the role back', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const admin = await team.person('ada', { role: 'admin' })
    // Who waits may do less than a sender, and what the colleague queued is held with the role.
    const desk = await teamMirror(await team.person('sue', { role: 'writer' }))
    const colleague = await team.person('walt', { role: 'writer' })
    await write(colleague, pitch(1, 'acme', 'c1'))
    await desk.catchUp()
    await team.owner.query(
      `INSERT INTO agency_desk.ended_session (login, at)
       SELECT $1, clock_timestamp() - ago * interval '1 minute' FROM unnest('{10,20,70}'::int[]) ago`,
      [colleague.user],
    )
    const role = () => one(team.owner, 'SELECT role FROM agency_desk.person WHERE login = $1', [colleague.user])
    await colleague.query('BEGIN')
    await colleague.query('SELECT agency_desk.begin_turn()')
    await suppress(desk, 'a@example.com')
    await expect.poll(role).toBe('reader')
    expect(await one(team.owner, 'SELECT is_paused FROM agency_desk.intent')).toBe(1)
    const again = await team.connect({ user: colleague.user ?? '', password: 'a-password' })
    expect(await refusalOf(again.query('SELECT agency_desk.begin_turn()'))).toContain('permission denied')
    await admin.query("SELECT agency_desk.set_role($1, 'writer')", [colleague.user])
    await again.query('SELECT agency_desk.begin_turn()')
  })

  test('is ended for who waits for it, and for nobody else', async () => {
    const team = await teamDatabase(programs)
    const [sue, rita] = [await team.person('sue'), await team.person('rita', { role: 'reader' })]
    const head = await headOf(team.owner)
    const end = (client: pg.Client, pid: number) => one(client, 'SELECT agency_desk.end_blockers($1)', [pid])
    const pidOf = (client: pg.Client) => one<number>(client, 'SELECT pg_backend_pid()')
    await sue.query('BEGIN')
    await sue.query('SELECT agency_desk.begin_turn()')
    // Not blocked, and not a session of this person.
    const other = await team.desk(rita)
    expect(await end(rita, await pidOf(other))).toEqual([])
    expect(await end(rita, await pidOf(sue))).toEqual([])
    await write(sue, { suppression: { rows: [suppressionRow(1, 'a@x')] } })
    await sue.query('COMMIT')
    expect(await headOf(team.owner)).toBe(head + 1)
  })

  test('counts against nobody whose transactions are short, although somebody waits behind each of them', async () => {
    const team = await teamDatabase(programs)
    const [sue, walt] = [await team.person('sue'), await team.person('walt', { role: 'writer' })]
    const watching = await team.desk(walt)
    const isOver = { value: false }
    const work = async () => {
      while (!isOver.value) await sue.query('BEGIN; SELECT agency_desk.begin_turn(); SELECT pg_sleep(0.3); COMMIT')
    }
    const wait = async () => {
      while (!isOver.value) await walt.query('SELECT agency_desk.begin_turn()')
    }
    const pid = await one<number>(walt, 'SELECT pg_backend_pid()')
    const both = Promise.allSettled([work(), wait()])
    expect(await one(watching, 'SELECT agency_desk.end_blockers($1)', [pid])).toEqual([])
    isOver.value = true
    expect((await both).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await isEnded(sue)).toBe(false)
  })
})

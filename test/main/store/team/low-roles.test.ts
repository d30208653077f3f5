// What a person with a low role can do to the others with a program of their own: every number that stops somebody is bounded,
// and what a person holds ends with their removal.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { describePostgres } from '../../../support/postgres.ts'
import {
  column,
  intentRow,
  itemRow,
  one,
  pitch,
  refusalOf,
  teamDatabase,
  write,
} from '../../../support/team-database.ts'

const KEY = 'service:mark-of-a-key outreach.queue'
/** By the rule, or by PostgreSQL itself for what is no time at all. */
const REFUSED = /^out_of_bounds$|interval out of range/
const YEARS_30 = 30 * 365 * 86_400

const take = async (client: pg.Client, bucket = KEY): Promise<{ slots: number[]; wait_ms: number }> => {
  const { rows } = await client.query('SELECT slots, wait_ms FROM agency_desk.take_slots($1, 60, 1, 30000)', [bucket])
  return rows[0]
}
const refused = (client: pg.Client, sql: string, values: unknown[] = []) => refusalOf(client.query(sql, values))
const pause = (client: pg.Client, ms: number | string, bucket = KEY) =>
  refused(client, 'SELECT agency_desk.pause_bucket($1, $2)', [bucket, ms])
const claim = (client: pg.Client, seconds: number | string = 60): Promise<number[]> =>
  column(client, "SELECT intent_no FROM agency_desk.claim_next('{acme}', $1)", [seconds])
const removed = (admin: pg.Client, gone: pg.Client) => {
  gone.on('error', () => undefined) // the server ends the session
  return admin.query('SELECT agency_desk.remove_person($1)', [gone.user])
}

describePostgres('a person with a low role', (programs) => {
  test('pauses no key that their desk sends nothing with, not for long, and not all keys', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const [sue, rita] = [await team.person('sue'), await team.person('rita', { role: 'reader', brands: ['bolt'] })]
    expect(await pause(rita, 99_999_999_999_999)).toBe('out_of_bounds')
    expect(await pause(rita, 60_000)).toBe('not_sent_here')
    for (const bucket of ['any', 'any outreach.queue']) expect(await pause(rita, 60_000, bucket)).toBe('out_of_bounds')
    expect((await take(sue)).slots).toHaveLength(1)
    await take(rita, 'service:another prospects.list')
    for (const ms of [900_001, -1])
      expect(await pause(rita, ms, 'service:another prospects.list')).toBe('out_of_bounds')
    expect(await pause(rita, 900_000, 'service:another prospects.list')).toBe('not refused')
    // The service may ask a sender to wait for up to a day.
    expect(await pause(sue, 86_400_000)).toBe('not refused')
    expect(await pause(sue, 86_400_001)).toBe('out_of_bounds')
  })

  test('takes no slots for years, of all keys, or by the million', async () => {
    const team = await teamDatabase(programs)
    const rita = await team.person('rita', { role: 'reader' })
    const ask = (values: unknown[]) => refused(rita, 'SELECT agency_desk.take_slots($1, $2, $3, $4)', values)
    expect(await ask([KEY, 60, 60, 99_999_999_999_999])).toBe('out_of_bounds')
    expect(await ask([KEY, 60, 60, -60_100])).toBe('out_of_bounds')
    expect(await ask([KEY, 1_000_000_000, 1, 1_000])).toBe('out_of_bounds')
    expect(await ask([KEY, 60, -1, 1_000])).toBe('out_of_bounds')
    expect(await ask(['any outreach.queue', 60, 60, 1_000])).toBe('out_of_bounds')
    expect(await ask(['k'.repeat(1_000), 60, 60, 1_000])).toBe('out_of_bounds')
    expect(await ask([null, 60, 60, 1_000])).toBe('out_of_bounds')
    expect(await one(team.owner, 'SELECT count(*) FROM agency_desk.limiter_slot')).toBe(0)
    const many = await rita.query("SELECT slots FROM agency_desk.take_slots('key op', 100000, 100000, 1000)")
    expect(many.rows[0].slots).toHaveLength(1_000)
  })

  test('brings no requests of the future, and not by the million', async () => {
    const team = await teamDatabase(programs)
    const [sue, rita] = [await team.person('sue'), await team.person('rita', { role: 'reader' })]
    const bring = (buckets: string[], ages: number[]) =>
      refused(rita, 'SELECT agency_desk.bring_slots($1, $2)', [buckets, ages])
    expect(await bring(['any'], [-99_999_999_999_999])).toBe('out_of_bounds')
    expect(await bring([KEY], [-99_999_999_999_999])).toBe('out_of_bounds')
    expect(await bring([KEY, KEY], [0])).toBe('out_of_bounds')
    const many = Array.from({ length: 20_001 }, () => 0)
    expect(
      await bring(
        many.map(() => KEY),
        many,
      ),
    ).toBe('out_of_bounds')
    expect((await take(sue)).slots).toHaveLength(1)
    expect(await bring(['any'], [0])).toBe('not refused')
    expect((await take(sue)).wait_ms).toBeLessThanOrEqual(60_100)
  })

  test('brings requests a few times a day, from whichever desk', async () => {
    const team = await teamDatabase(programs)
    const [ada, rita] = [await team.person('ada', { role: 'admin' }), await team.person('rita', { role: 'reader' })]
    const bring = (client: pg.Client) =>
      refused(client, "SELECT agency_desk.bring_slots('{any outreach.queue}', '{0}')")
    for (let nth = 0; nth < 20; nth += 1) expect(await bring(rita)).toBe('not refused')
    for (const client of [rita, await team.desk(rita)]) expect(await bring(client)).toBe('brought_too_often')
    expect(await bring(ada)).toBe('not refused')
    await team.owner.query("UPDATE agency_desk.limiter_brought SET at = at - interval '1 day'")
    expect(await bring(rita)).toBe('not refused')
  })

  test('hears no mark of a key that their desk sends nothing with', async () => {
    const team = await teamDatabase(programs)
    const [sue, rita] = [await team.person('sue'), await team.person('rita', { role: 'reader' })]
    await take(sue)
    await take(sue, 'service:shared outreach.queue')
    await take(rita, 'service:shared outreach.queue')
    const buckets = await column(rita, 'SELECT bucket FROM agency_desk.slots_in_use() ORDER BY bucket')
    expect(buckets).toEqual(['any outreach.queue', 'service:shared outreach.queue', 'service:shared outreach.queue'])
  })

  test('claims an intent and a fetch for minutes, not for years', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const sue = await team.person('sue')
    await write(sue, pitch(1, 'acme', 'c1'))
    const attempts = [YEARS_30, 601, 'NaN', 'Infinity']
    const asked = (sql: string, values: readonly unknown[]) => refused(sue, `SELECT agency_desk.${sql}`, [...values])
    for (const seconds of attempts) {
      expect(await asked("claim_next('{acme}', $1)", [seconds])).toMatch(REFUSED)
      expect(await asked("claim_fetch('acme', 'contacts', 'all', 60, $1, true)", [seconds])).toMatch(REFUSED)
    }
    expect(await claim(sue, 600)).toEqual([1])
    const token = await one(sue, "SELECT token FROM agency_desk.claim_fetch('acme', 'contacts', 'all', 60, 600, true)")
    for (const seconds of attempts) {
      expect(await asked('renew(1, $1)', [seconds])).toMatch(REFUSED)
      expect(await asked('renew_fetch($1, $2)', [token, seconds])).toMatch(REFUSED)
    }
    expect(await one(sue, 'SELECT agency_desk.renew(1, 600)')).toBeInstanceOf(Date)
    expect(await one(sue, 'SELECT agency_desk.renew_fetch($1, 600)', [token])).toBe(true)
  })

  test('renews no claim of a brand that was taken from them', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const [ada, sam] = [await team.person('ada', { role: 'admin' }), await team.person('sam', { brands: ['acme'] })]
    await write(sam, pitch(1, 'acme', 'c1'))
    expect(await claim(sam)).toEqual([1])
    const token = await one(sam, "SELECT token FROM agency_desk.claim_fetch('acme', 'contacts', 'all', 60, 60, true)")
    await ada.query("SELECT agency_desk.set_brands($1, false, '{bolt}')", [sam.user])
    expect(await one(sam, 'SELECT agency_desk.renew(1, 60)')).toBeNull()
    expect(await one(sam, 'SELECT agency_desk.renew_fetch($1, 60)', [token])).toBe(false)
  })

  test('dates no fetch into the future, and makes no room for days that never come', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const walt = await team.person('walt', { role: 'writer' })
    const token = await one(walt, "SELECT token FROM agency_desk.claim_fetch('acme', 'contacts', 'all', 60, 60, true)")
    const store = (ms: number) => refused(walt, 'SELECT agency_desk.store_fetch($1, $2, $3)', [token, ms, 1])
    expect(await store(Date.now() + 1e12)).toBe('out_of_bounds')
    expect(await store(Date.now())).toBe('not refused')
    const day = (ms: number) =>
      refused(walt, "INSERT INTO agency_desk.day VALUES ('acme', 'all', '2026-03-01', $1, '{}', '')", [ms])
    await walt.query("SELECT agency_desk.ensure_month('2026-03-01')")
    expect(await day(Date.now() + 1e12)).toBe('out_of_bounds')
    expect(await day(Date.now())).toBe('not refused')
    for (const never of ['5195-01-01', '1899-01-01', 'infinity'])
      expect(await refused(walt, 'SELECT agency_desk.ensure_month($1)', [never])).toBe('out_of_bounds')
  })
})

describePostgres('a reader', (programs) => {
  test('adds a thousand desks at most, with names that a list can show', async () => {
    const team = await teamDatabase(programs)
    const rita = await team.person('rita', { role: 'reader' })
    const join = (name: string, position = 0) =>
      refused(rita, 'SELECT agency_desk.join_desk(gen_random_uuid(), $1, $2)', [name, position])
    expect(await join('n'.repeat(301))).toBe('out_of_bounds')
    expect(await join('office', -1)).toBe('out_of_bounds')
    expect(await refused(rita, 'SELECT agency_desk.seen(-1)')).toBe('out_of_bounds')
    const many = "SELECT agency_desk.join_desk(gen_random_uuid(), 'desk', 0) FROM generate_series(1, $1::int)"
    expect(await refused(rita, many, [1_000])).toBe('out_of_bounds')
    expect(await refused(rita, many, [999])).toBe('not refused')
    expect(await join('office')).toBe('out_of_bounds')
  })
})

describePostgres('the removal of a person', (programs) => {
  test('ends their claims: what waits goes on, what was in flight is lost', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [ada, sue] = [await team.person('ada', { role: 'admin' }), await team.person('sue')]
    await write(ada, pitch(1, 'acme', 'c1'))
    expect(await claim(sue)).toEqual([1])
    await sue.query("SELECT agency_desk.claim_fetch('acme', 'contacts', 'all', 60, 60, true)")
    expect(await claim(ada)).toEqual([])
    await removed(ada, sue)
    expect(await claim(ada)).toEqual([1])
    const fetch = "SELECT answer FROM agency_desk.claim_fetch('acme', 'contacts', 'all', 60, 60, true)"
    expect(await one(ada, fetch)).toBe('fetch')

    await ada.query('SELECT agency_desk.give_back(1)')
    const ben = await team.person('ben')
    await claim(ben)
    const item = itemRow(1, 'c1', { state: 'in_flight' })
    await write(ben, {
      intent: { rows: [intentRow(1, 'acme', { state: 'in_flight', waiting: 0, in_flight: 1 })] },
      intent_item: { rows: [item] },
    })
    await removed(ada, ben)
    const again = write(ada, { intent_item: { rows: [{ ...item, state: 'waiting' }] } })
    expect(await refusalOf(again)).toBe('never_ready_again')
    const { rows } = await ada.query("SELECT intent_no, is_lost FROM agency_desk.claim_next('{acme}', 60)")
    expect(rows).toEqual([{ intent_no: 1, is_lost: true }])
  })

  test('ends their pauses, leaves those of others, and frees their slots a minute later', async () => {
    const team = await teamDatabase(programs)
    const [ada, sue, ben] = [
      await team.person('ada', { role: 'admin' }),
      await team.person('sue'),
      await team.person('ben'),
    ]
    const slots = 'SELECT slots FROM agency_desk.take_slots($1, 60, 60, 600000)'
    await sue.query(slots, ['key op'])
    await Promise.all([take(sue), take(ben)])
    await pause(ben, 20_000)
    await pause(sue, 86_400_000)
    await sue.query("SELECT agency_desk.bring_slots('{any}', '{0}')")
    expect((await take(ada)).wait_ms).toBeGreaterThan(86_000_000)
    await removed(ada, sue)
    const wait = (await take(ada)).wait_ms
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(20_000)
    expect((await take(ada, 'key op')).wait_ms).toBeLessThanOrEqual(60_100)
  })
})

describePostgres('an admin', (programs) => {
  test('removes a person who locks what a removal needs', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [ada, walt] = [await team.person('ada', { role: 'admin' }), await team.person('walt', { role: 'writer' })]
    await walt.query('BEGIN')
    await walt.query('SELECT agency_desk.begin_turn()')
    await ada.query("SET lock_timeout = '2s'")
    await removed(ada, walt)
    expect(await write(ada, pitch(1, 'acme', 'c1'))).toEqual(expect.any(Number))
  })
})

describePostgres('a pause', (programs) => {
  test('is listed to an admin without the mark of its key, and lifted by an admin alone', async () => {
    const team = await teamDatabase(programs)
    const [ada, sue, ben] = [
      await team.person('ada', { role: 'admin' }),
      await team.person('sue'),
      await team.person('ben'),
    ]
    for (const client of [sue, ben]) {
      await take(client)
      await take(client, 'service:another prospects.list')
    }
    await pause(ben, 20_000)
    await pause(sue, 86_400_000)
    await pause(sue, 60_000, 'service:another prospects.list')
    await sue.query("SELECT agency_desk.bring_slots('{any}', '{0}')")
    const list = () => ada.query("SELECT * FROM agency_desk.pauses() ORDER BY operation <> 'outreach.queue', operation")
    const paused = { no: expect.any(Number), operation: 'outreach.queue', until: expect.any(Date), login: sue.user }
    expect((await list()).rows).toEqual([
      paused,
      { ...paused, operation: '' },
      { ...paused, operation: 'prospects.list' },
    ])
    const [first, ofAll] = (await list()).rows
    for (const sql of ['SELECT * FROM agency_desk.pauses()', `SELECT agency_desk.lift_pause(${first.no})`])
      expect(await refused(sue, sql)).toContain('permission denied')

    // All desks' pauses of the same key and operation.
    await ada.query('SELECT agency_desk.lift_pause($1)', [first.no])
    expect((await list()).rows).toHaveLength(2)
    expect((await take(ada)).wait_ms).toBeLessThanOrEqual(60_100)
    await ada.query('SELECT agency_desk.lift_pause($1)', [ofAll.no])
    expect((await take(ada)).slots).toHaveLength(1)
    expect((await take(ada, 'service:another prospects.list')).slots).toEqual([])
  })
})

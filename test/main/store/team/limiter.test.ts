// The slots of one key's limit, shared by all desks.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { describePostgres } from '../../../support/postgres.ts'
import { one, teamDatabase } from '../../../support/team-database.ts'

type Taken = { readonly slots: number[]; readonly wait_ms: number }
type Known = {
  readonly ended?: readonly number[]
  readonly agoMs?: readonly number[]
  readonly unused?: readonly number[]
}

const take = async (client: pg.Client, wanted: number, { ended = [], agoMs = [], unused = [] }: Known = {}) => {
  const sql = "SELECT slots, wait_ms FROM agency_desk.take_slots('key op', 10, $1, 30000, $2, $3, $4)"
  const { rows } = await client.query<Taken>(sql, [wanted, ended, agoMs, unused])
  const { slots = [], wait_ms = -1 } = rows[0] ?? {}
  return { slots: slots.map(Number), waitMs: wait_ms }
}

describePostgres('limiter slots of a team', (programs) => {
  test('are never more than the limit, with six desks taking', async () => {
    const team = await teamDatabase(programs)
    const first = await team.person('ann')
    const desks = [first, ...(await Promise.all(Array.from({ length: 5 }, () => team.desk(first))))]
    const taken = (await Promise.all(desks.map((desk) => take(desk, 4)))).flatMap(({ slots }) => slots)
    expect(taken).toHaveLength(10)
    expect(new Set(taken).size).toBe(10)
    const { slots, waitMs } = await take(first, 1)
    expect(slots).toEqual([])
    // Nobody said when the requests ended: 30 seconds for each, and the window.
    expect(waitMs).toBeGreaterThan(80_000)
    expect(waitMs).toBeLessThanOrEqual(90_100)
  })

  test('are free 60.1 seconds after their request ended, and at once if they were not used', async () => {
    const team = await teamDatabase(programs)
    const [first, second] = [await team.person('ann'), await team.person('ben')]
    const { slots } = await take(first, 10)
    // The slots of another desk are not this one's to end.
    expect((await take(second, 1, { unused: slots })).slots).toEqual([])
    const after = await take(first, 4, { unused: slots.slice(0, 2), ended: slots.slice(2, 4), agoMs: [0, 0] })
    expect(after.slots).toHaveLength(2)
    const { waitMs } = await take(second, 1)
    expect(waitMs).toBeGreaterThan(50_000)
    expect(waitMs).toBeLessThanOrEqual(60_100)
    await team.owner.query("UPDATE agency_desk.limiter_slot SET taken_at = taken_at - interval '90 s'")
    expect(
      (await take(first, 8, { ended: slots.slice(4), agoMs: slots.slice(4).map(() => 60_200) })).slots,
    ).toHaveLength(6)
    // Not before it was taken, whatever a desk says.
    expect((await take(second, 8, { ended: slots.slice(4), agoMs: slots.slice(4).map(() => 1e9) })).slots).toEqual([])
  })

  test('rest for all desks, when the service asks one to wait', async () => {
    const team = await teamDatabase(programs)
    const [first, second] = [await team.person('ann'), await team.person('ben')]
    await take(first, 1)
    await first.query("SELECT agency_desk.pause_bucket('key op', 20000)")
    const { slots, waitMs } = await take(second, 1)
    expect(slots).toEqual([])
    expect(waitMs).toBeGreaterThan(10_000)
    expect(waitMs).toBeLessThanOrEqual(20_000)
    await team.owner.query("UPDATE agency_desk.limiter_pause SET until = clock_timestamp() - interval '1 ms'")
    expect((await take(second, 1)).slots).toHaveLength(1)
    // A reader's desk counts as well.
    expect((await take(await team.person('rita', { role: 'reader' }), 1)).slots).toHaveLength(1)
    expect(await one(team.owner, 'SELECT count(*) FROM agency_desk.limiter_slot')).toBe(3)
  })

  test('that a desk brings count from when it sent them, also for another key where the key is not known', async () => {
    const team = await teamDatabase(programs)
    const [first, second] = [await team.person('ann'), await team.person('rita', { role: 'reader' })]
    const bring = (buckets: string[], ages: number[]) =>
      second.query('SELECT agency_desk.bring_slots($1, $2)', [buckets, ages])
    await bring(['key op', 'key op', 'other op', 'any op', 'any elsewhere'], [30_000, 59_000, 0, 40_000, 0])
    expect((await take(first, 10)).slots).toHaveLength(7)
    const { waitMs } = await take(first, 1)
    expect(waitMs).toBeGreaterThan(0)
    expect(waitMs).toBeLessThanOrEqual(1_100)
    await bring(['any'], [20_000])
    const all = await take(first, 1)
    expect(all.slots).toEqual([])
    expect(all.waitMs).toBeGreaterThan(30_000)
    expect(all.waitMs).toBeLessThanOrEqual(40_100)
  })

  test('are what a desk that leaves takes along, with their ages', async () => {
    const team = await teamDatabase(programs)
    const [first, second] = [await team.person('ann'), await team.person('ben')]
    const { slots } = await take(first, 3)
    await team.owner.query("UPDATE agency_desk.limiter_slot SET taken_at = taken_at - interval '90 s'")
    await take(second, 1)
    await take(first, 1, { ended: slots.slice(0, 2), agoMs: [20_000, 61_000] })
    const { rows } = await second.query<{ bucket: string; ms_ago: string }>(
      'SELECT * FROM agency_desk.slots_in_use() ORDER BY ms_ago',
    )
    expect(rows.map(({ bucket }) => bucket)).toEqual(['key op', 'key op', 'key op', 'key op'])
    // Nobody said when three of them ended.
    expect(rows.slice(0, 3).map(({ ms_ago }) => Number(ms_ago))).toEqual([0, 0, 0])
    expect(Number(rows[3]?.ms_ago)).toBeGreaterThanOrEqual(20_000)
    expect(Number(rows[3]?.ms_ago)).toBeLessThan(30_000)
  })

  test('are refused to a program that counts by brand', async () => {
    const team = await teamDatabase(programs)
    const ann = await team.person('ann')
    const asked = ann.query("SELECT agency_desk.take_slots('brand:b1 op', 10, 1, 30000)")
    await expect(asked).rejects.toThrow('updated by a newer Agency Desk')
  })
})

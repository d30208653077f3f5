// Desks tell that they are there; what no desk needs any more is deleted, and nothing else.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { describePostgres } from '../../../support/postgres.ts'
import {
  column,
  headOf,
  markRow,
  one,
  pitch,
  refusalOf,
  type TeamDatabase,
  teamDatabase,
  write,
} from '../../../support/team-database.ts'

const DAYS_AGO = (days: number) => `now() - interval '${days} days'`

const gc = async (client: pg.Client, days: number, most = 2000): Promise<Record<string, number>> => {
  const { rows } = await client.query<{ tbl: string; deleted: number }>('SELECT * FROM agency_desk.gc($1, $2)', [
    days,
    most,
  ])
  return Object.fromEntries(rows.map(({ tbl, deleted }) => [tbl, deleted]))
}

const kept = (team: TeamDatabase): Promise<number[]> =>
  column(team.owner, 'SELECT no FROM agency_desk.commit ORDER BY 1')

const seenAt = (team: TeamDatabase, client: pg.Client, position: number, days = 0) =>
  team.owner.query(`UPDATE agency_desk.desk SET position = $1, last_seen = ${DAYS_AGO(days)} WHERE login = $2`, [
    position,
    client.user,
  ])

/** Ten old commits, and nothing newer. */
const oldTeam = async (programs: Parameters<typeof teamDatabase>[0]) => {
  const team = await teamDatabase(programs, ['acme'])
  const [ann, ben] = [await team.person('ann'), await team.person('ben')]
  for (let nth = 0; nth < 10; nth += 1) await write(ann, { prospect_mark: { rows: [markRow('acme', 'p', `${nth}`)] } })
  await team.owner.query(`UPDATE agency_desk.commit SET at = ${DAYS_AGO(40)}`)
  return { team, ann, ben, head: await headOf(team.owner) }
}

describePostgres('the upkeep of a team', (programs) => {
  test('deletes old commits and their changes, but none that a desk which was seen has to read', async () => {
    const { team, ann, ben, head } = await oldTeam(programs)
    await seenAt(team, ann, head)
    await seenAt(team, ben, head - 3, 29)
    const { change, commit } = await gc(ann, 30)
    expect(await kept(team)).toEqual([head - 3, head - 2, head - 1, head])
    expect([change, commit]).toEqual([head - 4, head - 4])
    expect(await one(team.owner, 'SELECT min(commit_no) FROM agency_desk.change')).toBe(head - 3)
    expect((await gc(ann, 30)).commit).toBe(0)
    await seenAt(team, ben, head - 3, 31)
    await gc(ann, 30)
    expect(await kept(team)).toEqual([head])
    // A write that was made before what is left has to catch up; one at the newest does not.
    const mark = { prospect_mark: { rows: [markRow('acme', 'q')] } }
    expect(await write(ben, mark, { position: head - 3 })).toBeNull()
    expect(await write(ann, mark, { position: head })).toBe(head + 1)
  })

  test('deletes nothing that is newer, and so much at a time', async () => {
    const { team, ann, ben, head } = await oldTeam(programs)
    for (const client of [ann, ben]) await seenAt(team, client, head)
    expect((await gc(ann, 41)).commit).toBe(0)
    expect((await gc(ann, 30, 4)).commit).toBe(4)
    await team.owner.query('UPDATE agency_desk.commit SET at = now() WHERE no = $1', [head - 2])
    await gc(ann, 30)
    expect(await kept(team)).toEqual([head - 2, head - 1, head])
    expect(await refusalOf(gc(await team.person('walt', { role: 'writer' }), 30))).toContain('permission denied')
  })

  test('deletes slots and claims that ended, and leaves those that are in use', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const ann = await team.person('ann')
    for (const bucket of ['old', 'new']) await ann.query('SELECT agency_desk.take_slots($1, 10, 2, 1000)', [bucket])
    for (const [no, brand] of [[1, 'acme'] as const, [2, 'bolt'] as const]) {
      await write(ann, pitch(no, brand, 'c'))
      await ann.query('SELECT agency_desk.claim_next($1, 60)', [[brand]])
    }
    await team.owner.query(`UPDATE agency_desk.limiter_slot SET free_at = ${DAYS_AGO(1)} WHERE bucket = 'old'`)
    await team.owner.query(`UPDATE agency_desk.claim SET until = ${DAYS_AGO(1)} WHERE brand_id = 'acme'`)
    expect(await gc(ann, 30)).toMatchObject({ limiter_slot: 2, claim: 1 })
    expect(await column(team.owner, 'SELECT DISTINCT bucket FROM agency_desk.limiter_slot')).toEqual(['new'])
    expect(await column(team.owner, 'SELECT brand_id FROM agency_desk.claim')).toEqual(['bolt'])
  })

  test('knows when each desk was seen, how far it is, and which keys it holds', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const [ann, sam] = [await team.person('ann'), await team.person('sam', { role: 'reader', brands: ['acme'] })]
    await team.owner.query(`UPDATE agency_desk.desk SET last_seen = ${DAYS_AGO(3)}`)
    expect(await one(ann, 'SELECT agency_desk.seen(2)')).toBe(await headOf(ann))
    await ann.query("SELECT agency_desk.hold_keys('{acme,bolt}')")
    await sam.query("SELECT agency_desk.hold_keys('{acme,bolt,gone}')")
    const desks = `SELECT name, position, last_seen > now() - interval '1 minute' AS is_seen,
        ARRAY(SELECT brand_id FROM agency_desk.desk_key WHERE desk_no = no ORDER BY 1) AS keys
      FROM agency_desk.desk ORDER BY no`
    const annsDesk = { name: 'desk of ann', position: 2, is_seen: true }
    const samsDesk = { name: 'desk of sam', position: 0, is_seen: false, keys: ['acme'] }
    expect((await ann.query(desks)).rows).toEqual([{ ...annsDesk, keys: ['acme', 'bolt'] }, samsDesk])
    expect((await sam.query(desks)).rows).toEqual([{ ...annsDesk, keys: ['acme'] }, samsDesk])
    await ann.query("SELECT agency_desk.hold_keys('{bolt}')")
    expect((await ann.query(desks)).rows[0]).toEqual({ ...annsDesk, keys: ['bolt'] })
  })
})

// What a team has from before the checks of today, and programs of before them: neither stops a removal, nor each other.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { describePostgres } from '../../../support/postgres.ts'
import { column, one, pitch, suppressionRow, teamDatabase, write } from '../../../support/team-database.ts'
import { teamMirror } from '../../../support/team-mirror.ts'

/** As it could be stored before. */
const byHand = async (owner: pg.Client, sql: string): Promise<void> => {
  await owner.query('BEGIN; SET LOCAL session_replication_role = replica')
  const checks = await column<string>(
    owner,
    "SELECT conname FROM pg_constraint WHERE conrelid = 'agency_desk.intent'::regclass AND conname = 'fits_cancelled'",
  )
  expect(checks).toHaveLength(1)
  const def = await one<string>(
    owner,
    "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'agency_desk.intent'::regclass AND conname = 'fits_cancelled'",
  )
  await owner.query('ALTER TABLE agency_desk.intent DROP CONSTRAINT fits_cancelled')
  await owner.query(sql)
  await owner.query(`ALTER TABLE agency_desk.intent ADD CONSTRAINT fits_cancelled ${def}`)
  await owner.query('COMMIT')
}

describePostgres('a team with older rows', (programs) => {
  test('removes a person whose unsent intent no check would take: it cannot be sent', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ada = await team.person('ada', { role: 'admin' })
    const walt = await team.person('walt', { role: 'writer' })
    await write(walt, pitch(1, 'acme', 'c1'))
    await write(walt, pitch(2, 'acme', 'c2'))
    await byHand(team.owner, 'UPDATE agency_desk.intent SET cancelled = -1 WHERE no = 1')
    await ada.query('SELECT agency_desk.remove_person($1)', [walt.user])
    expect(await column(team.owner, 'SELECT intent_no FROM agency_desk.intent_stopped ORDER BY 1')).toEqual([1, 2])
    expect(await column(team.owner, 'SELECT is_paused FROM agency_desk.intent ORDER BY no')).toEqual([0, 1])
  })

  test('takes a change of an intent from a desk that does not know its hash', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const sue = await team.person('sue')
    await write(sue, pitch(1, 'acme', 'c1'))
    const [row] = (await team.owner.query('SELECT * FROM agency_desk.intent')).rows
    const { hash: _, accepted: __, ...older } = row
    await sue.query('SELECT agency_desk.begin_turn()')
    await sue.query('SELECT agency_desk.put_intent($1)', [JSON.stringify([{ ...older, state: 'cancelled' }])])
    expect(await column(team.owner, 'SELECT state FROM agency_desk.intent WHERE hash IS NOT NULL')).toEqual([
      'cancelled',
    ])
  })

  test('is copied whole by a desk that waited for a lock in the middle of its copy', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const sue = await team.person('sue')
    await write(sue, { suppression: { rows: [suppressionRow(1, 'a@x.example')] } })
    const desk = await teamMirror(sue)
    await desk.writeBy((core) => core.prepare('DELETE FROM mirror_state').run())
    await team.owner.query('BEGIN; LOCK TABLE agency_desk.alert_rule IN ACCESS EXCLUSIVE MODE')
    const copied = desk.catchUp()
    // After five seconds the copy begins again.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    await write(sue, { suppression: { rows: [suppressionRow(2, 'b@x.example')] } })
    await new Promise((resolve) => setTimeout(resolve, 3_500))
    await team.owner.query('COMMIT')
    await copied
    expect(desk.rows('bad_row')).toEqual([])
    expect(desk.rows('brand')).toHaveLength(1)
    expect(desk.rows('suppression').map(({ no }) => no)).toEqual([1, 2])
  })
})

// What a person changes without a connection is in the mirror at once, and in the team as soon as there is one.
import { expect, test } from 'vitest'
import { applyRows, type Changes } from '../../../../src-main/store/team/apply.ts'
import { keepForLater } from '../../../../src-main/store/team/offline-changes.ts'
import { bothSides, openMirror, type TestMirror } from '../../../support/bare-mirror.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { column, headOf, markRow, suppressionRow, teamDatabase, write } from '../../../support/team-database.ts'

/** As the writer does while there is no connection. */
const changeOffline = ({ core, shared }: TestMirror, changes: Changes): void => {
  applyRows(core, shared, changes)
  keepForLater(core, shared, changes, Date.now())
}

const NOTES =
  "SELECT prospect_id || ' ' || note || ' ' || coalesce(made_by, '') FROM agency_desk.prospect_mark ORDER BY 1"

describePostgres('changes made without a connection', (programs) => {
  test('are sent before the mirror catches up: suppressions once, of marks the last one', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    const bob = await team.person('bob')
    await write(bob, { prospect_mark: { rows: [markRow('acme', '1', 'of bob'), markRow('acme', '3', 'of bob')] } })
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    const signed = (id: string, note: string) => ({
      ...markRow('acme', id, note),
      made_by: ann.user ?? '',
      changed_by: null,
    })
    changeOffline(mirror, {
      suppression: { rows: [suppressionRow(5, 'a@x'), suppressionRow(6, 'b@x'), suppressionRow(7, 'c@x')] },
      prospect_mark: { rows: [signed('1', 'of ann'), signed('2', 'of ann')], gone: [['acme', '3']] },
    })
    // A colleague meanwhile: the same suppression under another number, another one under the same number, and a mark.
    await write(bob, { suppression: { rows: [suppressionRow(9, 'a@x'), suppressionRow(7, 'd@x')] } })
    await write(bob, { prospect_mark: { rows: [markRow('acme', '1', 'of bob, later')] } })
    await mirror.catchUp()
    const { here, there } = await bothSides(mirror, ann)
    expect(here).toEqual(there)
    expect(await column(team.owner, 'SELECT value FROM agency_desk.suppression ORDER BY 1')).toEqual([
      'a@x',
      'b@x',
      'c@x',
      'd@x',
    ])
    expect(await column(team.owner, NOTES)).toEqual([`1 of ann ${bob.user}`, `2 of ann ${ann.user}`])
    expect(mirror.column('SELECT count(*) FROM offline_change')).toEqual([0])
    expect(mirror.notices).toEqual([])
  })

  test('of rows that a colleague removed meanwhile are signed by who brings them back', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    const bob = await team.person('bob')
    await write(bob, { prospect_mark: { rows: [markRow('acme', '1', 'of bob')] } })
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    const edited = { ...markRow('acme', '1', 'edited'), made_by: bob.user ?? '', changed_by: ann.user ?? '' }
    changeOffline(mirror, { prospect_mark: { rows: [edited] } })
    await write(bob, { prospect_mark: { gone: [['acme', '1']] } })
    await mirror.catchUp()
    expect(await column(team.owner, NOTES)).toEqual([`1 edited ${ann.user}`])
    const { here, there } = await bothSides(mirror, ann)
    expect(here).toEqual(there)
  })

  test('are stored once, when the answer is lost', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    changeOffline(mirror, { suppression: { rows: [suppressionRow(5, 'a@x')] } })
    const kept = mirror.core.prepare('SELECT * FROM offline_change').all()
    await mirror.catchUp()
    const head = await headOf(team.owner)
    // As after a stop of the desk between PostgreSQL's commit and its own.
    mirror.core.prepare('DELETE FROM offline_change').run()
    for (const row of kept) mirror.core.prepare('INSERT INTO offline_change VALUES (@tbl, @key, @row, @at_ms)').run(row)
    await mirror.catchUp()
    expect(await headOf(team.owner)).toBe(head)
    expect(mirror.column('SELECT count(*) FROM offline_change')).toEqual([0])
  })

  test('stay until they are sent, if the connection is lost again', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const mirror = await openMirror(await team.person('ann'))
    await mirror.catchUp()
    changeOffline(mirror, { suppression: { rows: [suppressionRow(5, 'a@x')] } })
    mirror.session.destroy()
    await expect(mirror.catchUp()).rejects.toThrow()
    expect(mirror.column('SELECT count(*) FROM offline_change')).toEqual([1])
    expect(mirror.column('SELECT value FROM suppression')).toEqual(['a@x'])
  })

  test('are dropped and counted, where the person lost the brand or the right meanwhile; the rest is stored', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const ann = await team.person('ann', { brands: ['acme', 'bolt'] })
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    changeOffline(mirror, { prospect_mark: { rows: [markRow('acme', '1'), markRow('bolt', '1')] } })
    await team.owner.query("DELETE FROM agency_desk.person_brand WHERE brand_id = 'bolt'")
    await mirror.catchUp()
    expect(mirror.notices.at(-1)?.message).toMatch(/^1 change that you made/)
    expect(await column(team.owner, 'SELECT brand_id FROM agency_desk.prospect_mark')).toEqual(['acme'])
    expect(mirror.column('SELECT brand_id FROM prospect_mark')).toEqual(['acme'])

    changeOffline(mirror, { prospect_mark: { rows: [markRow('acme', '2')], gone: [['acme', '1']] } })
    const admin = await team.person('eve', { role: 'admin' })
    await admin.query("SELECT agency_desk.set_role($1, 'reader')", [ann.user])
    await mirror.catchUp()
    expect(mirror.notices.at(-1)?.message).toMatch(/^2 changes that you made/)
    expect(mirror.column('SELECT prospect_id FROM prospect_mark')).toEqual(['1'])
    expect(mirror.column('SELECT count(*) FROM offline_change')).toEqual([0])
  })

  test('of the same row leave its last state', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const mirror = await openMirror(await team.person('ann'))
    await mirror.catchUp()
    changeOffline(mirror, { prospect_mark: { rows: [markRow('acme', '1', 'first')] } })
    changeOffline(mirror, { prospect_mark: { gone: [['acme', '1']] } })
    changeOffline(mirror, { prospect_mark: { rows: [markRow('acme', '1', 'last')] } })
    await mirror.catchUp()
    expect(await column(team.owner, 'SELECT note FROM agency_desk.prospect_mark')).toEqual(['last'])
  })
})

// A write in a team on a real PostgreSQL: it is there and in the mirror with the same values, or nowhere.
import type { Database } from 'better-sqlite3'
import { expect, test } from 'vitest'
import { startPgProxy } from '../../../support/pg-proxy.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { column, headOf, markRow, suppressionRow, teamDatabase, write } from '../../../support/team-database.ts'
import { teamMirror } from '../../../support/team-mirror.ts'

const pace = (atMs: number) => ({ brandId: 'b1', spacingMs: 1, atMs })

describePostgres('a write in a team', (programs) => {
  test('is in PostgreSQL and in the mirror with the same values, signed', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const person = await team.person('ann')
    const ann = await teamMirror(person, { nowMs: () => Date.UTC(2026, 10, 22) })
    await ann.write('outreach.savePace', { brandId: 'b1', spacingMs: 0.1 + 0.2, atMs: 5 })
    await ann.write('suppressions.add', { entries: [{ kind: 'address', value: 'a\0@b.c', reason: '' }], atMs: 1 })
    expect(ann.position()).toBe(await headOf(team.owner))
    for (const table of ['outreach_pace', 'suppression']) {
      const { rows } = await team.owner.query(`SELECT * FROM agency_desk.${table}`)
      expect(ann.rows(table)).toEqual(rows)
    }
    expect(ann.rows('outreach_pace')).toMatchObject([{ spacing_ms: 0.1 + 0.2 }])
    expect(ann.rows('suppression')).toMatchObject([{ value: 'a\uFFFD@b.c', made_by: person.user }])
  })

  test('runs again on what a colleague changed meanwhile', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const [ann, ben] = [await teamMirror(await team.person('ann')), await teamMirror(await team.person('ben'))]
    await ann.writeBy((core) => core.prepare("INSERT INTO outreach_pace VALUES ('b1', 1, 1)").run())
    const double = (desk: typeof ann) =>
      desk.writeBy((core) => {
        const { spacing } = core.prepare('SELECT spacing_ms AS spacing FROM outreach_pace').get() as { spacing: number }
        core.prepare('UPDATE outreach_pace SET spacing_ms = ?').run(spacing * 2)
        return spacing
      })
    await ben.catchUp()
    expect(await double(ann)).toBe(1)
    expect(await double(ben)).toBe(2)
    await ann.catchUp()
    expect(ann.rows('outreach_pace')).toEqual([{ brand_id: 'b1', spacing_ms: 4, at_ms: 1 }])
  })

  test('runs while nobody else writes, if colleagues were faster three times', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const ann = await teamMirror(await team.person('ann'))
    let times = 0
    ann.setBeforeSend(async () => {
      times += 1
      await write(team.owner, { prospect_mark: { rows: [markRow('b1', `p${times}`)] } })
    })
    const marks = await ann.writeBy((core) => {
      const { count } = core.prepare('SELECT count(*) AS count FROM prospect_mark').get() as { count: number }
      core.prepare("INSERT INTO outreach_pace VALUES ('b1', ?, 1)").run(count)
      return count
    })
    expect(times).toBe(4)
    expect(marks).toBe(4)
    expect(ann.rows('outreach_pace')).toEqual([{ brand_id: 'b1', spacing_ms: 4, at_ms: 1 }])
    expect(ann.position()).toBe(await headOf(team.owner))
  })

  test('chooses another name where a colleague took it', async () => {
    const team = await teamDatabase(programs)
    const ann = await teamMirror(await team.person('ann', { role: 'admin' }))
    const ben = await teamMirror(await team.person('ben', { role: 'admin' }))
    await ann.writeBy((core) => core.exec(insertBrand('b1', 'acme')))
    await ben.writeBy((core) => {
      const isTaken = core.prepare("SELECT 1 FROM brand WHERE slug = 'acme'").get() !== undefined
      core.exec(insertBrand('b2', isTaken ? 'acme-2' : 'acme'))
    })
    await ann.catchUp()
    expect(ann.rows('brand').map(({ slug }) => slug)).toEqual(['acme', 'acme-2'])
  })

  test('that PostgreSQL refuses leaves the mirror as it is, and says why', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const ann = await teamMirror(await team.person('ann', { role: 'writer' }))
    await write(team.owner, { suppression: { rows: [suppressionRow(1, 'a@b.c')] } })
    await ann.catchUp()
    await expect(ann.write('suppressions.remove', { values: ['a@b.c'] })).rejects.toMatchObject({
      kind: 'forbidden',
      message: 'Your role in the team does not allow this. Ask an admin of the team.',
    })
    expect(ann.rows('suppression')).toHaveLength(1)
  })

  test('that deletes nothing needs no right to delete', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const ann = await teamMirror(await team.person('ann'))
    const intent = { id: 'i1', kind: 'queue', brandId: 'b1', details: {}, holdMs: 0, items: [{ label: 'c', batch: 0 }] }
    await ann.write('intents.insert', { intents: [intent], atMs: 1 })
    expect(await column(team.owner, 'SELECT id FROM agency_desk.intent')).toEqual(['i1'])
  })

  test('of a reader is refused', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const ann = await teamMirror(await team.person('ann', { role: 'reader' }))
    await expect(ann.write('outreach.savePace', pace(1))).rejects.toMatchObject({ kind: 'forbidden' })
    expect(ann.rows('outreach_pace')).toEqual([])
  })

  test('of this desk alone asks nobody', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const ann = await teamMirror(await team.person('ann'))
    const head = await headOf(team.owner)
    ann.setOffline(true)
    await ann.writeBy((core) => core.prepare("INSERT INTO setting VALUES ('mine', '1')").run())
    expect(ann.rows('setting')).toContainEqual({ key: 'mine', value: '1' })
    expect(await headOf(team.owner)).toBe(head)
  })

  test('without a connection is kept for later where no colleague can contradict it, else refused', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const ann = await teamMirror(await team.person('ann'))
    ann.setOffline(true)
    await ann.write('suppressions.add', { entries: [{ kind: 'address', value: 'a@b.c', reason: '' }], atMs: 1 })
    expect(ann.kept).toMatchObject([{ suppression: { rows: [{ value: 'a@b.c' }] } }])
    await expect(ann.write('suppressions.remove', { values: ['a@b.c'] })).rejects.toMatchObject({
      kind: 'network',
      message: 'suppressions.remove waits: There is no network.',
    })
    expect(ann.rows('suppression')).toHaveLength(1)
  })

  test('that depends on what the caller read before is refused once a colleague has changed that', async () => {
    const team = await teamDatabase(programs, ['b1', 'b2'])
    const ann = await teamMirror(await team.person('ann'))
    const readPosition = { position: ann.position() ?? 0, tables: ['suppression', 'credit'] }
    await write(team.owner, { prospect_mark: { rows: [markRow('b2', 'p1')] } })
    await ann.write('outreach.savePace', pace(1), readPosition)
    await write(team.owner, { suppression: { rows: [suppressionRow(1, 'a@b.c')] } })
    await expect(ann.write('outreach.savePace', pace(2), readPosition)).rejects.toMatchObject({ kind: 'conflict' })
    await ann.catchUp()
    await expect(ann.write('outreach.savePace', pace(3), readPosition)).rejects.toMatchObject({ kind: 'conflict' })
    expect(ann.rows('outreach_pace')).toMatchObject([{ at_ms: 1 }])
  })

  test('whose session the server ends is asked for on a new one, and done once', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const ann = await teamMirror(await team.person('ann'))
    const other = await team.connect()
    await other.query('BEGIN')
    await other.query('SELECT FROM agency_desk.head FOR UPDATE')
    const done = ann.write('outreach.savePace', pace(1))
    const waiting = `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'Agency Desk' AND wait_event_type = 'Lock'`
    await expect.poll(() => column(team.owner, waiting)).toHaveLength(1)
    const [pid] = await column<number>(team.owner, waiting)
    await team.owner.query('SELECT pg_terminate_backend($1)', [pid])
    // The desk may be back before anybody sees that it was gone.
    const isThere = () => column(team.owner, 'SELECT pid FROM pg_stat_activity WHERE pid = $1', [pid])
    await expect.poll(isThere).toEqual([])
    await other.query('ROLLBACK')
    await done
    expect(ann.rows('outreach_pace')).toMatchObject([{ at_ms: 1 }])
    expect(
      await column(team.owner, "SELECT name FROM agency_desk.commit WHERE name = 'outreach.savePace'"),
    ).toHaveLength(1)
  })

  test.each(['agency_desk.begin_turn()', 'AS changed'])(
    'that loses its connection at %s is not stored, and says so',
    async (text) => {
      const team = await teamDatabase(programs, ['b1'])
      const person = await team.person('ann')
      const proxy = await startPgProxy(person)
      const ann = await teamMirror(person, { port: proxy.port })
      let times = 0
      ann.setBeforeSend(async () => {
        times += 1
        await write(team.owner, { prospect_mark: { rows: [markRow('b1', `p${times}`)] } })
      })
      proxy.cutAt(text, 'before the statement')
      const marked = { position: ann.position() ?? 0, tables: ['suppression'] }
      const readsMarks = (core: Database) => {
        core.prepare("INSERT INTO outreach_pace SELECT 'b1', count(*), 1 FROM prospect_mark").run()
      }
      await expect(ann.writeBy(readsMarks, marked)).rejects.toMatchObject({
        kind: 'network',
        message: "The connection to the team's database was lost. Nothing was stored. Try again.",
      })
      expect(proxy.cuts()).toBe(1)
      expect(await column(team.owner, 'SELECT brand_id FROM agency_desk.outreach_pace')).toEqual([])
    },
  )

  test('that changes nothing answers what holds for the team now', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const ann = await teamMirror(await team.person('ann'))
    await write(team.owner, { suppression: { rows: [suppressionRow(1, 'a@b.c')] } })
    const entries = [{ kind: 'address', value: 'a@b.c', reason: '' }]
    expect(await ann.write('suppressions.add', { entries, atMs: 1 })).toEqual({ added: 0, already: 1 })
  })
})

const insertBrand = (id: string, slug: string): string =>
  `INSERT INTO brand (id, name, slug, colour, tags, demo, created_at_ms) VALUES ('${id}', 'Acme', '${slug}', 'red', '[]', 0, 1)`

// A mirror comes from any moment of its team to the newest one: by the changes since, or by a whole copy.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { forgetTeam } from '../../../../src-main/store/team/desk-thread.ts'
import { keepForLater } from '../../../../src-main/store/team/offline-changes.ts'
import { bothSides, openMirror, type TestMirror } from '../../../support/bare-mirror.ts'
import { describePostgres } from '../../../support/postgres.ts'
import {
  brandRow,
  headOf,
  intentRow,
  itemRow,
  markRow,
  one,
  pitch,
  suppressionRow,
  teamDatabase,
  write,
} from '../../../support/team-database.ts'

const expectSame = async (mirror: TestMirror, person: pg.Client): Promise<void> => {
  const { here, there } = await bothSides(mirror, person)
  expect(here).toEqual(there)
}

describePostgres('a mirror', (programs) => {
  test('has every shared table after its first copy, at the number of that moment', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const ann = await team.person('ann')
    await write(ann, { ...pitch(1, 'acme', 'c1'), suppression: { rows: [suppressionRow(1, 'a@x')] } })
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    await expectSame(mirror, ann)
    expect(mirror.column('SELECT id FROM brand ORDER BY id')).toEqual(['acme', 'bolt'])
    expect(mirror.position()).toBe(await headOf(team.owner))
    expect(mirror.told).toMatchObject([{ isFresh: true, position: await headOf(team.owner), lostBrandIds: [] }])
  })

  test('takes what others wrote, changed and deleted, and says which brands and intents', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const ann = await team.person('ann')
    const bob = await team.person('bob')
    await write(ann, { prospect_mark: { rows: [markRow('acme', '1'), markRow('bolt', '1')] } })
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    await write(bob, { prospect_mark: { rows: [markRow('acme', '2', 'new')], gone: [['bolt', '1']] } })
    await write(bob, { prospect_mark: { rows: [markRow('acme', '2', 'newer')] } })
    await write(bob, pitch(7, 'acme', 'c1'))
    await mirror.catchUp()
    await expectSame(mirror, ann)
    const told = mirror.told.at(-1)
    expect(told).toMatchObject({ isFresh: false, numbers: { intent: [7] }, position: await headOf(team.owner) })
    expect(told?.tables).toEqual({
      prospect_mark: expect.arrayContaining(['acme', 'bolt']),
      intent: ['acme'],
      intent_item: ['acme'],
    })
    await mirror.catchUp()
    expect(mirror.told).toHaveLength(2)
  })

  test('goes from one moment to another, also where rows exchange a value that only one may have', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const ann = await team.person('ann')
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    const slugs = async (acme: string, bolt: string) => {
      await team.owner.query("UPDATE agency_desk.brand SET slug = id || '-on-the-way'")
      await team.owner.query('UPDATE agency_desk.brand SET slug = $1 WHERE id = $2', [acme, 'acme'])
      await team.owner.query('UPDATE agency_desk.brand SET slug = $1 WHERE id = $2', [bolt, 'bolt'])
    }
    await slugs('bolt', 'acme')
    await mirror.catchUp()
    expect(mirror.column('SELECT slug FROM brand ORDER BY id')).toEqual(['bolt', 'acme'])
    expect(mirror.told).toHaveLength(2)
  })

  test('leaves the rows of the desk alone: drafts, keys, settings', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    const mirror = await openMirror(ann)
    const draft = `INSERT INTO template (id, kind, name, subject, body, recipients, updated_at_ms, is_shared)
      VALUES ('mine', 'draft', 'mine', '', '', '[]', 1, 0), ('old', 'template', 'old', '', '', '[]', 1, 1)`
    mirror.core.exec(`${draft}; INSERT INTO brand_here (brand_id, key_state, pinned) VALUES ('acme', 'valid', 1);
      INSERT INTO setting VALUES ('settings', '{}')`)
    await mirror.catchUp()
    expect(mirror.column('SELECT id FROM template')).toEqual(['mine'])
    expect(mirror.column('SELECT brand_id FROM brand_here')).toEqual(['acme'])
    expect(mirror.column("SELECT key FROM setting WHERE key = 'settings'")).toEqual(['settings'])
  })

  test('keeps numbers, texts and nulls exactly', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    const pace = { brand_id: 'acme', spacing_ms: 0.1 + 0.2, at_ms: 1_795_000_000_123 }
    const note = 'naïve 👩‍🚀 "quoted" \\ back\n\ttab'
    await write(ann, { outreach_pace: { rows: [pace] }, prospect_mark: { rows: [markRow('acme', 'ü', note)] } })
    await mirror.catchUp()
    expect(mirror.core.prepare('SELECT * FROM outreach_pace').get()).toEqual(pace)
    expect(mirror.core.prepare('SELECT prospect_id, note, triage FROM prospect_mark').get()).toEqual({
      prospect_id: 'ü',
      note,
      triage: null,
    })
    await expectSame(mirror, ann)
  })

  test('is copied whole where changes were deleted meanwhile, where the history is another one, and where it is ahead', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    const mark = (id: string) => write(ann, { prospect_mark: { rows: [markRow('acme', id)] } })
    await mark('1')
    await mark('2')
    await team.owner.query('DELETE FROM agency_desk.change WHERE commit_no <= $1', [await headOf(team.owner)])
    await team.owner.query('DELETE FROM agency_desk.commit WHERE no < $1', [await headOf(team.owner)])
    await mirror.catchUp()
    expect(mirror.told.map(({ isFresh }) => isFresh)).toEqual([true, true])
    await mark('3')
    await mirror.catchUp()
    expect(mirror.told.at(-1)?.isFresh).toBe(false)
    // A replica that took over had not received the last commit; another one has its number now.
    await team.owner.query('UPDATE agency_desk.commit SET id = gen_random_uuid() WHERE no = $1', [mirror.position()])
    await mirror.catchUp()
    expect(mirror.told.at(-1)?.isFresh).toBe(true)
    mirror.core.exec('UPDATE mirror_state SET position = position + 10')
    await mirror.catchUp()
    expect(mirror.told.at(-1)?.isFresh).toBe(true)
    await expectSame(mirror, ann)
  })

  test('is copied whole where a row of the team does not fit into it', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    // Never so by a desk: the mirror differs from what its position says.
    mirror.core.exec(
      "INSERT INTO suppression (no, kind, value, reason, created_at_ms) VALUES (99, 'address', 'a@x', '', 1)",
    )
    await write(ann, { suppression: { rows: [suppressionRow(1, 'a@x')] } })
    await mirror.catchUp()
    expect(mirror.told.map(({ isFresh }) => isFresh)).toEqual([true, true])
    await expectSame(mirror, ann)
  })

  test('stays as it was if the connection is lost on the way', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    const before = await bothSides(mirror, ann)
    await write(ann, { prospect_mark: { rows: [markRow('acme', '1')] } })
    mirror.session.destroy()
    await expect(mirror.catchUp()).rejects.toThrow()
    expect((await bothSides(mirror, ann)).here).toEqual(before.here)
    expect(mirror.told).toHaveLength(1)
  })

  test('comes up to date within a turn, in which nobody else writes', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    await write(ann, { prospect_mark: { rows: [markRow('acme', '1')] } })
    await mirror.session.transaction(async (session) => {
      await session.query('SELECT agency_desk.begin_turn()')
      await mirror.catchUp(session)
      expect(mirror.position()).toBe(await headOf(team.owner))
    })
    await expectSame(mirror, ann)
    await team.owner.query('UPDATE agency_desk.commit SET id = gen_random_uuid()')
    const turn = mirror.session.transaction((session) => mirror.catchUp(session))
    await expect(turn).rejects.toMatchObject({ kind: 'network' })
  })

  test('gets all of a brand that its person sees from now on, and loses all of one that is not visible any more', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt', 'cord'])
    const ann = await team.person('ann', { brands: ['acme', 'bolt'] })
    for (const [no, brand] of ['acme', 'bolt', 'cord'].entries())
      await write(team.owner, {
        prospect_mark: { rows: [markRow(brand, '1')] },
        intent: { rows: [intentRow(no + 1, brand)] },
        intent_item: { rows: [itemRow(no + 1, `c-${brand}`)] },
      })
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    expect(mirror.column('SELECT id FROM brand ORDER BY id')).toEqual(['acme', 'bolt'])
    await expectSame(mirror, ann)
    mirror.core.exec("INSERT INTO brand_here (brand_id, key_state, pinned) VALUES ('bolt', 'valid', 1)")
    await team.owner.query('DELETE FROM agency_desk.person_brand WHERE login = $1 AND brand_id = $2', [
      ann.user,
      'bolt',
    ])
    await team.owner.query('INSERT INTO agency_desk.person_brand VALUES ($1, $2)', [ann.user, 'cord'])
    await write(team.owner, { prospect_mark: { rows: [markRow('cord', '2'), markRow('bolt', '2')] } })
    await mirror.catchUp()
    await expectSame(mirror, ann)
    expect(mirror.column('SELECT id FROM brand ORDER BY id')).toEqual(['acme', 'cord'])
    expect(mirror.column('SELECT subject FROM intent_item ORDER BY subject')).toEqual(['c-acme', 'c-cord'])
    expect(mirror.column('SELECT brand_id FROM brand_here')).toEqual([])
    expect(mirror.told.at(-1)).toMatchObject({ isFresh: false, lostBrandIds: ['bolt'] })
    expect(mirror.column("SELECT value FROM setting WHERE key = 'brands.removing'")).toEqual(['["bolt"]'])
    // Given back before the rest of it was removed: then nothing of it is to be deleted.
    await team.owner.query('INSERT INTO agency_desk.person_brand VALUES ($1, $2)', [ann.user, 'bolt'])
    await mirror.catchUp()
    await expectSame(mirror, ann)
    expect(mirror.column("SELECT value FROM setting WHERE key = 'brands.removing'")).toEqual([])
  })

  test('loses a brand that a colleague removed, and gets one that a colleague added', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const ann = await team.person('ann')
    await write(ann, pitch(1, 'bolt', 'c1'))
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    await team.owner.query("DELETE FROM agency_desk.brand WHERE id = 'bolt'")
    await write(ann, { brand: { rows: [brandRow('cord')] }, prospect_mark: { rows: [markRow('cord', '1')] } })
    await mirror.catchUp()
    await expectSame(mirror, ann)
    expect(mirror.column('SELECT id FROM brand ORDER BY id')).toEqual(['acme', 'cord'])
    expect(mirror.told.at(-1)).toMatchObject({ isFresh: false, lostBrandIds: ['bolt'] })
  })

  test('that was away while a brand was lost finds out by its whole copy', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const ann = await team.person('ann', { brands: ['acme', 'bolt'] })
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    await team.owner.query("DELETE FROM agency_desk.person_brand WHERE brand_id = 'bolt'")
    await team.owner.query('DELETE FROM agency_desk.change; DELETE FROM agency_desk.commit')
    await mirror.catchUp()
    expect(mirror.told.at(-1)).toMatchObject({ isFresh: true, lostBrandIds: ['bolt'] })
    expect(mirror.column("SELECT value FROM setting WHERE key = 'brands.removing'")).toEqual(['["bolt"]'])
  })

  test('deletes a brand that a restored server does not know from itself alone', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const bolt = { brand: { rows: [brandRow('bolt')] } }
    await write(team.owner, bolt)
    for (const [person, lost] of [
      [await team.person('ann'), []],
      [await team.person('ben', { brands: ['acme', 'bolt'] }), ['bolt']],
    ] as const) {
      if (lost.length > 0) {
        await write(team.owner, bolt)
        await team.owner.query("INSERT INTO agency_desk.person_brand VALUES ($1, 'bolt') ON CONFLICT DO NOTHING", [
          person.user,
        ])
      }
      const mirror = await openMirror(person)
      await mirror.catchUp()
      await team.owner.query("DELETE FROM agency_desk.brand WHERE id = 'bolt'")
      mirror.core.exec('UPDATE mirror_state SET position = position + 10')
      await mirror.catchUp()
      await expectSame(mirror, person)
      expect(mirror.told.at(-1)).toMatchObject({ isFresh: true, lostBrandIds: lost })
      expect(mirror.column("SELECT value FROM setting WHERE key = 'brands.removing'")).toHaveLength(lost.length)
    }
  })

  test('keeps nothing of the team for a person who was removed', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    await write(ann, { ...pitch(1, 'acme', 'c1'), suppression: { rows: [suppressionRow(1, 'a@x')] } })
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    mirror.core.exec("INSERT INTO setting VALUES ('settings', '{}')")
    keepForLater(mirror.core, mirror.shared, { suppression: { rows: [suppressionRow(2, 'b@x')] } }, 1)
    const { mirrored, dropped } = forgetTeam(mirror)
    expect([mirrored.lostBrandIds, dropped]).toEqual([['acme'], 1])
    const { here } = await bothSides(mirror, ann)
    expect(Object.values(here).flat()).toEqual([])
    expect(mirror.column("SELECT value FROM setting WHERE key IN ('settings', 'brands.removing')")).toEqual([
      '["acme"]',
      '{}',
    ])
    await mirror.catchUp()
    await expectSame(mirror, ann)
  })

  test('tells the team how far it has come', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const mirror = await openMirror(await team.person('ann'))
    await mirror.catchUp()
    await mirror.catchUp()
    const { deskNo } = mirror.session
    expect(await one(team.owner, 'SELECT position FROM agency_desk.desk WHERE no = $1', [deskNo])).toBe(
      mirror.position(),
    )
  })
})

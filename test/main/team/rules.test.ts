// Rules of a team in the writes of rooms: the desk follows them, and PostgreSQL refuses what does not.
import type pg from 'pg'
import { expect, test } from 'vitest'
import type { NewIntent } from '../../../src-main/journal/queries/intents.ts'
import { describePostgres } from '../../support/postgres.ts'
import { column, one, teamDatabase } from '../../support/team-database.ts'
import { teamMirror } from '../../support/team-mirror.ts'
import { newBrand } from '../../support/temp-store.ts'

type Mirror = Awaited<ReturnType<typeof teamMirror>>

const saidOf = (write: Promise<unknown>): Promise<string> =>
  write.then(
    () => 'not refused',
    ({ message }) => message,
  )

const approve = (admin: pg.Client, needs: boolean) =>
  admin.query("SELECT agency_desk.set_approval('{acme}', $1)", [needs])

const queue = (mirror: Mirror, id: string, by: string | undefined) => {
  const items = [{ batch: 0, label: 'contact', refId: id }]
  const intent: NewIntent = {
    id,
    kind: 'publish',
    brandId: 'acme',
    details: { provider: 'webhook' },
    holdMs: 0,
    by,
    items,
  }
  return mirror.write('intents.insert', { intents: [intent], atMs: 1 })
}
const apply = (mirror: Mirror, id: string, type: 'release' | 'resume' | 'cancel') =>
  mirror.write('intents.apply', { id, event: { type }, atMs: Date.now() })

describePostgres('a brand that needs approval', (programs) => {
  test('holds what a writer queues until a sender releases it; the writer may only cancel it', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [ada, walt, sue] = [
      await team.person('ada', { role: 'admin' }),
      await team.person('walt', { role: 'writer' }),
      await team.person('sue'),
    ]
    await approve(ada, true)
    const [ofWalt, ofSue] = [await teamMirror(walt), await teamMirror(sue)]
    for (const id of ['i1', 'i2']) await queue(ofWalt, id, walt.user)
    const refusal = 'This brand needs approval: a sender or an admin releases what you queued.'
    expect(await saidOf(apply(ofWalt, 'i1', 'release'))).toBe(refusal)
    expect(await saidOf(apply(ofWalt, 'i1', 'resume'))).toBe(refusal)
    expect(await saidOf(apply(ofWalt, 'i2', 'cancel'))).toBe('not refused')
    await ofSue.catchUp()
    await apply(ofSue, 'i1', 'release')
    const states = 'SELECT state, made_by, changed_by, reason FROM agency_desk.intent ORDER BY no'
    expect((await team.owner.query(states)).rows).toEqual([
      { state: 'ready', made_by: walt.user, changed_by: sue.user, reason: null },
      { state: 'cancelled', made_by: walt.user, changed_by: walt.user, reason: null },
    ])
    expect(await column(team.owner, 'SELECT person FROM agency_desk.intent_act ORDER BY no')).toEqual([
      walt.user,
      sue.user,
    ])
    await queue(ofSue, 'i3', sue.user)
    expect(await one(team.owner, "SELECT state FROM agency_desk.intent WHERE id = 'i3'")).toBe('ready')
  })

  test('lets the writer release it once the rule is gone, which is no approval', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [ada, walt] = [await team.person('ada', { role: 'admin' }), await team.person('walt', { role: 'writer' })]
    await approve(ada, true)
    const mirror = await teamMirror(walt)
    for (const id of ['i1', 'i2']) await queue(mirror, id, walt.user)
    await approve(ada, false)
    await mirror.catchUp()
    expect(await saidOf(apply(mirror, 'i1', 'release'))).toBe('not refused')
    expect(await saidOf(apply(mirror, 'i2', 'resume'))).toBe('not refused')
    expect(await column(team.owner, 'SELECT act FROM agency_desk.intent_act ORDER BY no')).toEqual([
      'released',
      'resumed',
    ])
  })

  test('holds it also where the rule came after the desk last looked', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [ada, walt] = [await team.person('ada', { role: 'admin' }), await team.person('walt', { role: 'writer' })]
    const mirror = await teamMirror(walt)
    await approve(ada, true)
    await queue(mirror, 'i1', walt.user)
    expect(await one(team.owner, 'SELECT is_paused FROM agency_desk.intent')).toBe(1)
    // Until the desk has caught up, a writer who may send now is still held, never the other way round.
    await ada.query('SELECT agency_desk.set_role($1, $2)', [walt.user, 'sender'])
    await queue(mirror, 'i2', walt.user)
    expect(await one(team.owner, "SELECT state FROM agency_desk.intent WHERE id = 'i2'")).toBe('ready')
  })
})

describePostgres('what a writer queues for credits', (programs) => {
  test('costs nothing once they cancel it before it was sent', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const walt = await team.person('walt', { role: 'writer' })
    const mirror = await teamMirror(walt)
    const items = [{ batch: 0, label: 'sites', payload: { price: 3 } }]
    const intent: NewIntent = { id: 'i1', kind: 'discover', brandId: 'acme', details: {}, holdMs: 60_000, items }
    await mirror.write('intents.insert', { intents: [intent], atMs: Date.now() })
    const prices = () => column(team.owner, 'SELECT price FROM agency_desk.credit')
    expect(await prices()).toEqual([3])
    expect(await saidOf(apply(mirror, 'i1', 'cancel'))).toBe('not refused')
    expect([await prices(), mirror.rows('credit')]).toEqual([[], []])
  })
})

describePostgres('who sees some brands only', (programs) => {
  test('sees the brand that they add, and hears of a name that is taken by one they do not see', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const [sam, ann] = [await team.person('sam', { brands: ['acme'] }), await team.person('ann')]
    const mirror = await teamMirror(sam)
    await mirror.write('brands.insert', { ...newBrand('New'), id: 'new', by: sam.user })
    expect(mirror.rows('person_brand')).toContainEqual({ login: sam.user, brand_id: 'new' })
    await mirror.catchUp()
    expect(mirror.rows('brand').map(({ id }) => id)).toEqual(['acme', 'new'])
    expect(await column(sam, 'SELECT id FROM agency_desk.brand ORDER BY 1')).toEqual(['acme', 'new'])
    expect(await saidOf(mirror.write('brands.insert', { ...newBrand('bolt'), by: sam.user }))).toBe(
      'A brand of the team that you do not see has this name. Give this one another name.',
    )
    const ofAll = await teamMirror(ann)
    await ofAll.write('brands.insert', { ...newBrand('More'), id: 'more', by: ann.user })
    expect(ofAll.rows('person_brand')).toHaveLength(2)
  })
})

describePostgres('a shared draft', (programs) => {
  const draft = (recipients: readonly string[], brandId: string | null = null) => ({
    ...{ id: 'd', kind: 'draft', name: 'One', subject: '', body: '', brandId, updatedAtMs: 1 },
    recipients: recipients.map((id) => ({ brandId: id, contactId: `contact of ${id}`, variables: {} })),
  })
  const SEVERAL = /^A draft that is shared with the team belongs to one brand/

  test('is of one brand with all its people, so who does not see the brand reads none of them', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const [ann, sam] = [await team.person('ann', { role: 'writer' }), await team.person('sam', { brands: ['bolt'] })]
    const mirror = await teamMirror(ann)
    const drafts = (client: pg.Client) => column(client, "SELECT brand_id FROM agency_desk.template WHERE id = 'd'")
    await mirror.write('templates.save', draft(['acme', 'bolt']))
    expect(await saidOf(mirror.write('templates.share', { id: 'd' }))).toMatch(SEVERAL)
    await mirror.write('templates.save', draft([]))
    expect(await saidOf(mirror.write('templates.share', { id: 'd' }))).toMatch(SEVERAL)
    // A draft of one's own stays on the desk.
    await mirror.write('templates.save', draft(['acme', 'acme']))
    expect(await drafts(ann)).toEqual([])
    await mirror.write('templates.share', { id: 'd' })
    expect([await drafts(ann), await drafts(sam)]).toEqual([['acme'], []])
    expect(await saidOf(mirror.write('templates.save', draft(['acme', 'bolt'], 'acme')))).toMatch(SEVERAL)
    expect(await saidOf(mirror.write('templates.save', draft(['acme'])))).toMatch(SEVERAL)
    await mirror.write('templates.save', draft(['acme'], 'acme'))
  })

  test('of several brands is refused by PostgreSQL itself', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const mirror = await teamMirror(await team.person('ann'))
    const insert = (kind: string, brand: string | null, brands: readonly string[]) =>
      mirror.writeBy((core) =>
        core
          .prepare(`INSERT INTO template (id, kind, brand_id, name, subject, body, recipients, updated_at_ms, is_shared)
            VALUES (?, ?, ?, '', '', '', ?, 1, 1)`)
          .run(`${kind} ${brand}`, kind, brand, JSON.stringify(brands.map((brandId) => ({ brandId })))),
      )
    expect(await saidOf(insert('draft', null, []))).toMatch(SEVERAL)
    expect(await saidOf(insert('draft', 'acme', ['bolt']))).toMatch(SEVERAL)
    expect(await saidOf(insert('template', null, ['acme']))).toMatch(SEVERAL)
    expect(await saidOf(insert('template', null, []))).toBe('not refused')
    expect(await saidOf(insert('draft', 'acme', ['acme']))).toBe('not refused')
  })
})

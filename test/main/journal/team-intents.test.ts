// Intents of a team, as a desk's copy has them: who queued them and did what, and what waits for approval.
import { expect, onTestFinished, test } from 'vitest'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { getIntent, listIntents } from '../../../src-main/journal/queries/intent-list.ts'
import { createIntentWrites, type NewIntent } from '../../../src-main/journal/queries/intents.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { tables } from '../../../src-main/tables.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand } from '../../support/temp-store.ts'

const nothing = () => undefined
const effects = { publish: nothing, schedule: nothing, unschedule: nothing, unpublish: nothing, discover: nothing }
const writes = createIntentWrites({
  effects: { ...effects, findPeople: nothing, queue: nothing, unqueue: nothing },
  takePreview: nothing,
  assertNewestKnown: nothing,
})

const openTeam = (deskNo = 1) => {
  const { db } = openForWriting({ ...tempHome(), deskNo }, tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  db.core.exec(`
    INSERT INTO person VALUES ('ann', 'Ann Lee', 'sender', 1, NULL), ('walt', 'Walt Orr', 'writer', 1, 5)`)
  const brandId = insertBrand(db, newBrand('Acme')).id
  const needApproval = (needs: 0 | 1) =>
    db.core.prepare('INSERT OR REPLACE INTO brand_rule VALUES (?, ?)').run(brandId, needs)
  const insert = (id: string, more: Partial<NewIntent> = {}) =>
    writes.insertIntents(db, {
      intents: [
        { id, kind: 'publish', brandId, details: {}, holdMs: 30_000, items: [{ batch: 0, label: 'a' }], ...more },
      ],
      atMs: 1000,
    })[0]
  const madeBy = (id: string, login: string) =>
    db.core.prepare('UPDATE intent SET made_by = ? WHERE id = ?').run(login, id)
  const list = (filter: object = {}, me: string | null = 'ann') =>
    listIntents(db, { brandIds: 'all', limit: 50, order: 'newest', filter, me }).rows
  const apply = (id: string, type: 'release' | 'resume' | 'cancel') =>
    writes.applyIntent(db, { id, event: { type }, atMs: 2000 })
  return { db, brandId, needApproval, insert, madeBy, list, apply }
}

test('an intent names who queued it and who did what; a removed person keeps the name, an unknown one the login', () => {
  const { db, insert, madeBy, list, apply } = openTeam()
  for (const id of ['i1', 'i2', 'i3', 'i4']) insert(id)
  for (const [id, login] of [['i1', 'ann'] as const, ['i2', 'walt'] as const, ['i3', 'new'] as const]) madeBy(id, login)
  expect(list().map(({ id, madeBy: who }) => [id, who])).toEqual([
    ['i4', null],
    ['i3', { login: 'new', name: 'new' }],
    ['i2', { login: 'walt', name: 'Walt Orr' }],
    ['i1', { login: 'ann', name: 'Ann Lee' }],
  ])
  apply('i2', 'cancel')
  db.core.prepare("UPDATE intent_act SET person = 'ann'").run()
  expect(getIntent(db, { id: 'i2' }).acts.map(({ act, person }) => [act, person?.name])).toEqual([
    ['created', 'Walt Orr'],
    ['cancelled', 'Ann Lee'],
  ])
})

test('the list shows what these people queued, or what I did; a desk alone does not ask', () => {
  const { insert, madeBy, list } = openTeam()
  for (const id of ['i1', 'i2']) insert(id)
  madeBy('i1', 'ann')
  madeBy('i2', 'walt')
  const ids = (...args: Parameters<typeof list>) => list(...args).map(({ id }) => id)
  expect(ids({ madeBy: 'me' })).toEqual(['i1'])
  expect(ids({ madeBy: ['walt'] })).toEqual(['i2'])
  expect(ids({ madeBy: ['walt', 'ann'] })).toEqual(['i2', 'i1'])
  expect(ids({ madeBy: 'me' }, null)).toEqual(['i2', 'i1'])
})

test('an intent names the desk that sends it, and until when it may', () => {
  const { db, insert, list } = openTeam()
  insert('i1')
  db.core.prepare('INSERT INTO intent_claim SELECT no, 7, 3000 FROM intent').run()
  expect(list()[0]?.claimedBy).toEqual({ deskNo: 7, until: '1970-01-01T00:00:03.000Z' })
})

test('on a desk alone nothing of it is there', () => {
  const { db, insert, list } = openTeam(0)
  insert('i1')
  const [intent = {}] = list({}, null)
  for (const name of ['madeBy', 'claimedBy', 'needsApproval']) expect(intent).not.toHaveProperty(name)
  expect(getIntent(db, { id: 'i1' }).acts[0]).not.toHaveProperty('person')
})

test('what a writer queues for a brand that needs approval is held until it is released', () => {
  const { db, needApproval, insert, madeBy, list, apply } = openTeam()
  needApproval(1)
  const held = insert('i1', { by: 'walt' })
  const waiting = { state: 'held', isPaused: true, releaseAtMs: null }
  expect(held).toMatchObject({ ...waiting, reason: 'Waits for approval: a sender releases it.' })
  expect(list()[0]).toMatchObject({ state: 'held', isPaused: true, releaseAt: null, needsApproval: true })
  expect(insert('i2', { by: 'walt', holdMs: 0 })).toMatchObject(waiting)
  madeBy('i1', 'walt')
  expect(apply('i1', 'release')).toMatchObject({ state: 'ready', reason: null })
  // A sender may start the countdown that the writer chose instead.
  insert('i3', { by: 'walt' })
  madeBy('i3', 'walt')
  expect(apply('i3', 'resume')).toMatchObject({ state: 'held', releaseAtMs: 32_000, reason: null })
  insert('i4', { by: 'walt' })
  expect(apply('i4', 'cancel')).toMatchObject({ state: 'cancelled', reason: null })
  insert('i5', { by: 'ann' })
  apply('i5', 'release')
  const acts = ['i1', 'i3', 'i4', 'i5'].map((id) => getIntent(db, { id }).acts.at(-1)?.act)
  expect(acts).toEqual(['approved', 'approved', 'cancelled', 'released'])
})

test('what a sender queues, or is of another brand, does not wait for approval', () => {
  const { needApproval, insert } = openTeam()
  needApproval(1)
  expect(insert('i1', { by: 'ann' })).toMatchObject({
    state: 'held',
    isPaused: false,
    releaseAtMs: 31_000,
    reason: null,
  })
  needApproval(0)
  expect(insert('i2', { by: 'walt', holdMs: 0 })).toMatchObject({ state: 'ready', reason: null })
})

// Notes of people and what the desk knows to have happened, over the real service.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AnnotationKind } from '../../src-shared/desk/annotations.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { openPublishingDesk, whenIntent } from '../support/publishing-desk.ts'
import { tempHome } from '../support/temp-home.ts'

type Desk = Awaited<ReturnType<typeof openPublishingDesk>>
type Asked = CallInput<'annotations.list'>

const today = () => new Date().toISOString().slice(0, 10)
const notesOf = async ({ call }: Desk, input: Asked = {}) =>
  (await call('annotations.list', { kinds: ['note'], ...input })).rows
const textsOf = async (desk: Desk, input: Asked = {}) => (await notesOf(desk, input)).map(({ text }) => text)

test('notes are written, found, changed, removed with undo, exported, and go with their brand', async () => {
  const desk = await openPublishingDesk({ sandbox: { brands: 3 }, brands: 3 })
  const { call, brands } = desk
  const [one, two, three] = brands.map(({ id }) => id)
  if (one === undefined || two === undefined || three === undefined) throw new Error('The desk has three brands.')
  const long = `Relaunch of the shop. ${'All product pages moved. '.repeat(780)}ÜBERGANG done`
  const { id } = await call('annotations.save', { day: '2026-10-01', brandIds: [one, two], text: long })
  await call('annotations.save', { day: '2026-10-05', untilDay: '2026-10-09', brandIds: 'all', text: 'Core update' })
  await call('annotations.save', {
    day: '2026-10-07',
    brandIds: [three],
    text: 'New title',
    keyword: 'Winter tyres',
    page: '/guides/winter',
  })
  expect(long.length).toBeGreaterThan(19_000)
  expect(await textsOf(desk)).toEqual(['New title', 'Core update', long])
  expect(await textsOf(desk, { brandIds: [one] })).toEqual(['Core update', long])
  expect(await textsOf(desk, { from: '2026-10-08', to: '2026-10-30' })).toEqual(['Core update'])
  // All words, in any order and letter case, also those of the keyword and the page.
  expect(await textsOf(desk, { search: 'übergang SHOP' })).toEqual([long])
  expect(await textsOf(desk, { search: 'tyres title winter' })).toEqual(['New title'])
  expect(await textsOf(desk, { search: 'shop tyres' })).toEqual([])
  expect(await textsOf(desk, { brandIds: [three], keyword: 'winter TYRES' })).toEqual(['New title', 'Core update'])
  expect(await textsOf(desk, { brandIds: [three], keyword: 'summer tyres' })).toEqual(['Core update'])

  const first = await call('annotations.list', { kinds: ['note'], limit: 2 })
  const rest = await call('annotations.list', { kinds: ['note'], limit: 2, cursor: first.nextCursor })
  expect([first.total, rest.rows.map(({ text }) => text), rest.nextCursor]).toEqual([3, [long], null])

  const changed = await call('annotations.save', { id, day: '2026-10-02', brandIds: [two, three], text: 'Relaunch' })
  const [note] = await notesOf(desk, { search: 'relaunch' })
  expect(note).toMatchObject({ id: changed.id, day: '2026-10-02', brandIds: [two, three].toSorted(), by: null })
  // An edit that began before the change does not overwrite it.
  await expect(
    call('annotations.save', { id, day: '2026-10-02', brandIds: [two], text: 'Overwritten' }),
  ).rejects.toMatchObject({ kind: 'not-found' })

  const { removed } = await call('annotations.remove', { ids: [changed.id] })
  expect(await textsOf(desk)).toEqual(['New title', 'Core update'])
  await call('annotations.restore', { notes: removed })
  const [back] = await notesOf(desk, { search: 'relaunch' })
  expect({ ...back, id: '' }).toEqual({ ...note, id: '' })

  const file = await call('exports.write', { list: 'annotations', input: { search: 'relaunch' }, format: 'csv' })
  const [head, row] = readFileSync(file.path, 'utf8').split(/\r?\n/)
  expect(head).toContain('Brand,Day,Until,Type,Text')
  expect(row).toContain('2026-10-02,,note,Relaunch')

  await call('brands.remove', { brandId: two })
  expect((await notesOf(desk, { search: 'relaunch' }))[0]?.brandIds).toEqual([three])
  await call('brands.remove', { brandId: three })
  expect(await textsOf(desk)).toEqual(['Core update'])
})

test('bad notes are refused', async () => {
  const { desk, brand } = await openPublishingDesk({ sandbox: { brands: 1 }, brands: 1 })
  const note = { day: '2026-10-05', brandIds: [brand.id], text: 'A note' }
  const kindOf = async (input: CallInput<'annotations.save'>) => {
    const reply = await desk.call('annotations.save', input)
    return reply.ok ? 'ok' : reply.error.kind
  }
  expect(await kindOf({ ...note, untilDay: '2026-10-04' })).toBe('invalid')
  expect(await kindOf({ ...note, text: '  \n ' })).toBe('invalid')
  expect(await kindOf({ ...note, text: 'x'.repeat(20_001) })).toBe('invalid')
  expect(await kindOf({ ...note, brandIds: ['nobody'] })).toBe('not-found')
  expect(await desk.call('annotations.list', { keyword: 'tyres' })).toMatchObject({ ok: false })
  expect(await desk.call('annotations.list', {})).toMatchObject({ ok: true, value: { total: 0 } })
})

test('what the desk did and what the service reports are annotations of their days, each with its place', async () => {
  const desk = await openPublishingDesk({ sandbox: { brands: 2, keywords: 20 } })
  const { call, brand, brands, sandbox, publish, sync } = desk
  const [, other] = brands
  await sync({ datasets: ['connectors', 'visibility', 'outbox', 'contacts', 'mailboxes'] })
  // The first state that the desk sees is no change.
  const kindsOf = async (input: Asked = {}) =>
    (await call('annotations.list', { brandIds: [brand.id], ...input })).rows.map(({ kind }) => kind)
  const automatic: AnnotationKind[] = ['published', 'scheduled', 'unpublished', 'model', 'interval', 'permission']
  expect(await kindsOf({ kinds: automatic })).toEqual([])

  const published = await publish({ articleSlugs: ['winter-guide'] })
  const unpublish = await call('publishing.unpublish', {
    brandId: brand.id,
    articleSlugs: ['winter-guide'],
    provider: 'wordpress',
    holdSeconds: 0,
  })
  expect((await whenIntent(desk, unpublish.intentId)).state).toBe('confirmed')
  const { models, brands: ofBrands } = await call('visibility.models', { brandIds: [brand.id] })
  const on = ofBrands[0]?.models.find(({ isActive, canEnable }) => isActive && canEnable)
  await call('visibility.setModel', { brandIds: [brand.id], modelId: on?.modelId ?? '', isActive: false })
  const before = (await call('visibility.intervals', { brandIds: [brand.id] })).brands[0]
  const interval = before?.allowedIntervals.find((days) => days !== before.effectiveInterval) as 30 | 15 | 7 | 3 | 1
  await call('visibility.setInterval', { brandIds: [brand.id], interval })
  const cell = { brandId: brand.id, tool: 'articles_list' }
  const { brands: matrix } = await call('connectors.matrix', { brandIds: [brand.id] })
  const value = matrix[0]?.effective[cell.tool] === 'deny' ? 'allow' : 'deny'
  const { planId } = await call('connectors.plan', { changes: [{ ...cell, value }] })
  await call('connectors.apply', { planId })
  await call('research.audit', { brandId: brand.id, url: 'example.com' })

  const { rows } = await call('annotations.list', { brandIds: [brand.id], kinds: [...automatic, 'audit'] })
  const byKind = new Map(rows.map((row) => [row.kind, row]))
  expect(rows.map(({ day }) => day)).toEqual(rows.map(() => today()))
  expect(byKind.get('published')).toMatchObject({
    text: 'Published winter-guide, confirmed by the service',
    link: { view: 'activity', params: { open: published.id } },
  })
  expect(byKind.get('unpublished')).toMatchObject({
    text: 'Unpublished winter-guide, confirmed by the service',
    link: { view: 'activity', params: { open: unpublish.intentId } },
  })
  const name = models.find(({ modelId }) => modelId === on?.modelId)?.name
  expect(byKind.get('model')?.text).toBe(`AI tracking: ${name} switched off`)
  expect(byKind.get('interval')?.text).toMatch(/^AI tracking is refreshed every .*, before every .*/)
  expect(byKind.get('permission')?.text).toMatch(/: Articles (allowed|denied)/)
  expect(byKind.get('permission')?.link).toEqual({ view: 'permissions', params: { tab: 'versions' } })
  expect(byKind.get('audit')?.text).toMatch(/^Audit of https:\/\/example\.com\/: score \d/)
  expect(rows.length).toBe(6)
  expect((await call('annotations.list', { brandIds: [other?.id ?? ''], kinds: automatic })).total).toBe(0)

  // What somebody else switches is seen by the next sync; a sync that finds nothing new adds nothing.
  await fetch(`${sandbox.baseUrl}/ai-models/${on?.modelId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${sandbox.keyOf(0)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ teamId: brand.teamId, isActive: true }),
  })
  await sync({ brandIds: [brand.id], datasets: ['visibility'] })
  await sync({ brandIds: [brand.id], datasets: ['visibility'] })
  const switches = await call('annotations.list', { brandIds: [brand.id], kinds: ['model'] })
  expect(switches.rows.map(({ text }) => text)).toEqual([
    `AI tracking: ${name} switched on`,
    `AI tracking: ${name} switched off`,
  ])

  // The first sync already read them as replied, and the service does not say when the replies came: they have no day.
  expect((await call('outreach.outbox', { filter: { status: ['replied'] } })).total).toBeGreaterThan(0)
  expect((await call('annotations.list', { kinds: ['reply'] })).total).toBe(0)
  const [searched] = (await call('annotations.list', { search: 'GUIDE unpublished' })).rows
  expect(searched?.kind).toBe('unpublished')
})

test('what happened is listed once, with its day, after a restart, with a new cache and from a restored backup', async () => {
  const { home } = tempHome()
  const desk = await openPublishingDesk({ sandbox: { brands: 1 }, brands: 1, desk: { home } })
  const { brand, sandbox } = desk
  const datasets = ['connectors', 'visibility'] as const
  await desk.sync({ datasets: [...datasets] })
  const modelId = (await desk.call('visibility.models', {})).brands[0]?.models.find(({ isActive }) => isActive)?.modelId
  const setModel = (call: Desk['call'], isActive: boolean) =>
    call('visibility.setModel', { brandIds: [brand.id], modelId: modelId ?? '', isActive })
  await desk.publish({ articleSlugs: ['winter-guide'] })
  await setModel(desk.call, false)
  const { planId } = await desk.call('connectors.plan', {
    changes: [{ brandId: brand.id, tool: 'outreach_reply', value: 'allow' }],
  })
  await desk.call('connectors.apply', { planId })
  const listed = async ({ call }: Pick<Desk, 'call'>) =>
    (await call('annotations.list', {})).rows.map(({ kind, at, text }) => ({ kind, at, text }))
  const before = await listed(desk)
  expect(before.map(({ kind }) => kind).toSorted()).toEqual(['model', 'permission', 'published'])
  await desk.call('desk.backup', {})
  await desk.close()
  rmSync(join(home, 'cache.db'))

  const again = await openTestDesk({ home })
  expect(await listed(again)).toEqual(before)
  const signIn = () => again.call('brands.replaceKey', { brandId: brand.id, key: sandbox.keyOf(0), sessionOnly: true })
  await signIn()
  await again.sync({ datasets: [...datasets] })
  expect(await listed(again)).toEqual(before)

  await setModel(again.call, true)
  expect(await listed(again)).toHaveLength(4)
  const [backup] = (await again.call('desk.backups', {})).backups
  const reopened = again.next('desk.reopened', () => true)
  await again.call('desk.restore', { id: backup?.id ?? '' })
  await reopened
  expect(await listed(again)).toEqual(before)
  // The backup does not know of the last switch: the next sync finds it, once.
  await signIn()
  for (let round = 0; round < 2; round += 1) await again.sync({ datasets: [...datasets] })
  expect((await listed(again)).slice(1)).toEqual(before)
  expect((await listed(again))[0]?.text).toMatch(/^AI tracking: .* switched on$/)
})

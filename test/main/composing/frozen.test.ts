import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Taken } from '../../../src-main/composing/frozen.ts'
import { openComposing, person } from '../../support/composing-desk.ts'

const DAY_MS = 86_400_000

const freezeSome = async () => {
  const desk = await openComposing('Acme', 'Beta')
  const [acme = '', beta = ''] = desk.ids
  // Blocked below, and without an address: what that warns of is nothing to accept.
  await desk.people(acme, [person('a1'), { ...person('a2'), email: null }, person('a3')])
  await desk.people(beta, [person('b1')])
  const froze = await desk.call('outreach.freeze', {
    template: { subject: 'For {{ city }}', body: '{{ greeting | default: "Hello" }}' },
    recipients: [
      { brandId: acme, contactId: 'a1', variables: { city: 'Köln' } },
      { brandId: beta, contactId: 'b1', variables: { city: 'Rome', greeting: 'Hi [Name]' } },
      { brandId: acme, contactId: 'a2' },
      { brandId: acme, contactId: 'a3', variables: { city: 'Oslo', greeting: 'TODO' } },
    ],
  })
  return { ...desk, ...froze, acme, beta }
}

test('a frozen preview counts by brand and code, and is paged by filter', async () => {
  const { previewId, brands, codes, warned, call, acme, beta, events } = await freezeSome()
  expect(brands).toEqual([
    { brandId: acme, ready: 2, blocked: 1, warned: 1 },
    { brandId: beta, ready: 1, blocked: 0, warned: 1 },
  ])
  expect(codes).toEqual([
    { code: 'unfilled-placeholder', count: 2 },
    { code: 'empty-variable', count: 1 },
  ])
  expect(warned).toEqual([
    { brandId: beta, codes: ['unfilled-placeholder'], count: 1 },
    { brandId: acme, codes: ['unfilled-placeholder'], count: 1 },
  ])
  const page = async (show: 'all' | 'ready' | 'blocked' | 'warned', more: object = {}) => {
    const { rows, total } = await call('outreach.frozen', { previewId, show, ...more })
    return [total, ...rows.map(({ contactId }) => contactId)]
  }
  expect(await page('all')).toEqual([4, 'a1', 'b1', 'a2', 'a3'])
  expect(await page('ready')).toEqual([3, 'a1', 'b1', 'a3'])
  expect(await page('blocked')).toEqual([1, 'a2'])
  expect(await page('warned')).toEqual([2, 'b1', 'a3'])
  expect(await page('ready', { offset: 1, limit: 1 })).toEqual([3, 'b1'])
  expect(events).toContainEqual({ name: 'changed', payload: { brandIds: 'all', datasets: ['previews'] } })
})

const intentOf = (brandId: string) => ({
  id: randomUUID(),
  kind: 'queue' as const,
  brandId,
  details: {},
  holdMs: 0,
  items: [{ batch: 0, label: 'a1', refId: 'a1', payload: { prospectEmailId: 'a1' } }],
})

/** Takes the preview and stores that it was queued, as the journal does: in one commit with an intent. */
const takeUp = (
  { frozen, store, brandId }: Awaited<ReturnType<typeof openComposing>>,
  previewId: string,
): Promise<Taken> =>
  frozen.take(previewId, async (taken, preview) => {
    await store.write('intents.insert', { intents: [intentOf(brandId)], atMs: 1, preview })
    return taken
  })

test('a frozen preview is queued once, without blocked rows; after a refusal it can be queued again', async () => {
  const desk = await freezeSome()
  const { previewId, frozen, acme, beta } = desk
  const refusal = new Error('a warning was not accepted')
  await expect(frozen.take(previewId, () => Promise.reject(refusal))).rejects.toBe(refusal)
  const { brands } = await takeUp(desk, previewId)
  expect(brands).toEqual([
    {
      brandId: acme,
      indexes: [0, 3],
      items: [
        { prospectEmailId: 'a1', subject: 'For Köln', body: 'Hello' },
        { prospectEmailId: 'a3', subject: 'For Oslo', body: 'TODO' },
      ],
      warnings: [{ code: 'unfilled-placeholder', message: expect.stringContaining('TODO') }],
      afterNos: new Map(),
    },
    {
      brandId: beta,
      indexes: [1],
      items: [{ prospectEmailId: 'b1', subject: 'For Rome', body: 'Hi [Name]' }],
      warnings: [{ code: 'unfilled-placeholder', message: expect.stringContaining('[Name]') }],
      afterNos: new Map(),
    },
  ])
  await expect(takeUp(desk, previewId)).rejects.toMatchObject({ kind: 'conflict' })
})

test('a frozen preview is taken by one of two calls at the same moment', async () => {
  const desk = await freezeSome()
  const results = await Promise.allSettled([takeUp(desk, desk.previewId), takeUp(desk, desk.previewId)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { kind: 'conflict' } })
})

test('a frozen preview stays unchanged when its intents cannot be written', async () => {
  const desk = await freezeSome()
  const { previewId, frozen, store } = desk
  const taking = frozen.take(previewId, (_taken, preview) =>
    store.write('intents.insert', { intents: [intentOf('brand_none')], atMs: 1, preview }),
  )
  await expect(taking).rejects.toMatchObject({ kind: 'not-found' })
  expect((await takeUp(desk, previewId)).brands).toHaveLength(2)
})

test('a frozen preview ignores later changes of contacts, and is deleted after seven days', async () => {
  const { previewId, frozen, people, acme, call, clock, store } = await freezeSome()
  await people(acme, [person('a1', { name: 'Somebody else' })])
  expect((await call('outreach.frozen', { previewId })).rows[0]).toMatchObject({ name: 'Jane a1' })
  clock.jump(7 * DAY_MS - 1)
  expect((await call('outreach.frozen', { previewId })).total).toBe(4)
  clock.jump(1)
  await expect(call('outreach.frozen', { previewId })).rejects.toMatchObject({ kind: 'not-found' })
  await expect(frozen.take(previewId, async (taken) => taken)).rejects.toMatchObject({ kind: 'not-found' })
  await frozen.prune()
  expect(await store.write('previews.prune', { untilMs: clock.now() })).toBe(0)
})

test('a frozen preview is deleted with a brand of its recipients', async () => {
  const { previewId, call, beta, book } = await freezeSome()
  await book.remove(beta)
  await expect(call('outreach.frozen', { previewId })).rejects.toMatchObject({ kind: 'not-found' })
})

test('a frozen preview is deleted with a brand that one of its warnings names', async () => {
  const { ids, people, call, book } = await openComposing('Acme', 'Beta "Garden"')
  const [acme = '', beta = ''] = ids
  await people(acme, [person('a1')])
  const recipients = [{ brandId: acme, contactId: 'a1' }]
  const freeze = (body: string) => call('outreach.freeze', { template: { subject: 's', body }, recipients })
  const naming = await freeze('From Beta Garden')
  const other = await freeze('From us')
  await book.remove(beta)
  await expect(call('outreach.frozen', naming)).rejects.toMatchObject({ kind: 'not-found' })
  expect((await call('outreach.frozen', other)).total).toBe(1)
})

test('a frozen preview that was interrupted is never listed', async () => {
  const { store, call } = await freezeSome()
  await store.write('previews.begin', { id: 'half', atMs: Date.UTC(2026, 5, 15) })
  await expect(call('outreach.frozen', { previewId: 'half' })).rejects.toMatchObject({ kind: 'not-found' })
})

test('a draft whose pitches were all cancelled is kept longer than sent ones, regardless of age', async () => {
  const desk = await freezeSome()
  const { previewId, call, store, frozen, clock, acme } = desk
  const common = { kind: 'draft' as const, brandId: null, subject: 'x', body: 'y' }
  const [calledOff, sent] = [
    await call('outreach.saveTemplate', { ...common, name: 'Kept draft' }),
    await call('outreach.saveTemplate', { ...common, name: 'Sent' }),
  ]
  const second = await call('outreach.freeze', {
    template: { subject: 'x', body: 'y' },
    recipients: [{ brandId: acme, contactId: 'a1' }],
  })
  const uses = [
    { id: 'intent_off', previewId, draftId: calledOff.id },
    { id: 'intent_sent', previewId: second.previewId, draftId: sent.id },
  ]
  for (const { id, draftId, ...use } of uses)
    await frozen.take(use.previewId, (_, preview) => {
      const intent = { id, kind: 'queue' as const, brandId: acme, details: {}, holdMs: 60_000 }
      const intents = [{ ...intent, items: [{ batch: 0, label: 'a1' }] }]
      return store.write('intents.insert', { intents, atMs: clock.now(), preview: { ...preview, draftId } })
    })
  await store.write('intents.apply', { id: 'intent_off', event: { type: 'cancel' }, atMs: Date.now() })
  clock.jump(91 * DAY_MS)
  await frozen.prune()
  const { templates } = await call('outreach.templates', {})
  expect(templates.map(({ name, sent }) => [name, sent])).toEqual([['Kept draft', null]])
})

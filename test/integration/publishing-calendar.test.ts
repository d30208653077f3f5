import { expect, test } from 'vitest'
import { openPublishingDesk, whenIntent } from '../support/publishing-desk.ts'
import { testClock } from '../support/test-clock.ts'

const HOUR_MS = 3_600_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

test.each([
  ['webhook', 'overdue', /^Overdue, and no webhook/],
  ['ghost', 'due', /sends no webhook: check/],
] as const)('an unconfirmed schedule on %s whose time has passed is %s', async (provider, state, reason) => {
  let shiftMs = 0
  const clock = { ...testClock, now: () => testClock.now() + shiftMs }
  const { call, next, brand, desk } = await openPublishingDesk({ brands: 1, desk: { clock } })
  const atMs = testClock.now() + HOUR_MS
  const publishAt = new Date(atMs).toISOString()
  const act = { brandId: brand.id, articleSlug: 'one', provider, publishAt, holdSeconds: 0 } as const
  await whenIntent({ call, next }, (await call('publishing.schedule', act)).intentId)
  const days = { from: dayOf(atMs), to: dayOf(atMs) }
  expect((await call('publishing.calendar', days)).entries).toMatchObject([{ state: 'scheduled', reason: null }])
  shiftMs = 2 * HOUR_MS
  const { entries } = await call('publishing.calendar', days)
  expect(entries).toMatchObject([{ state, confirmedByWebhook: false, reason: expect.stringMatching(reason) }])
  expect(await desk.call('publishing.schedule', act)).toMatchObject({ ok: false, error: { kind: 'invalid' } })
})

test.each([
  { isOut: true, state: 'published', marks: 1 },
  { isOut: false, state: 'failed', marks: 0 },
])('a person settles an overdue entry once: isOut $isOut', async ({ isOut, state, marks }) => {
  let shiftMs = 0
  const clock = { ...testClock, now: () => testClock.now() + shiftMs }
  const { call, next, brand } = await openPublishingDesk({ brands: 1, desk: { clock } })
  const atMs = testClock.now() + HOUR_MS
  const publishAt = new Date(atMs).toISOString()
  const act = { brandId: brand.id, articleSlug: 'one', provider: 'ghost', publishAt, holdSeconds: 0 } as const
  await whenIntent({ call, next }, (await call('publishing.schedule', act)).intentId)
  const entry = async () => (await call('publishing.calendar', { from: dayOf(atMs), to: dayOf(atMs) })).entries[0]
  const entryId = (await entry())?.id ?? ''
  const early = call('publishing.settle', { entryId, isOut })
  await expect(early).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('"one"') })
  shiftMs = 2 * HOUR_MS
  const changed = next('changed', ({ datasets }) => datasets.join() === 'articles')
  await call('publishing.settle', { entryId, isOut })
  expect(await changed).toMatchObject({ brandIds: [brand.id] })
  expect(await entry()).toMatchObject({
    state,
    confirmedByWebhook: false,
    reason: expect.stringMatching(/^You checked/),
  })
  expect((await call('publishing.marks', { brandId: brand.id })).marks).toHaveLength(marks)
  await expect(call('publishing.settle', { entryId, isOut })).rejects.toMatchObject({ kind: 'conflict' })
  const other = call('publishing.settle', { entryId: 'article_999', isOut })
  await expect(other).rejects.toMatchObject({ kind: 'not-found' })
})

test('a hold that ends after the publish time sends nothing', async () => {
  let shiftMs = 0
  const clock = { ...testClock, now: () => testClock.now() + shiftMs }
  const { call, next, brand, sandbox } = await openPublishingDesk({ brands: 1, desk: { clock } })
  const publishAt = new Date(testClock.now() + HOUR_MS).toISOString()
  const act = { brandId: brand.id, articleSlug: 'one', provider: 'ghost', publishAt } as const
  const { intentId } = await call('publishing.schedule', act)
  await call('intents.pause', { id: intentId, paused: true })
  shiftMs = 2 * HOUR_MS
  await call('intents.releaseNow', { id: intentId })
  expect(await whenIntent({ call, next }, intentId)).toMatchObject({ state: 'failed', sentAt: null })
  expect((await sandbox.requests()).filter(({ path }) => path.startsWith('/cms'))).toEqual([])
})

test('a rescheduled article is in the calendar once, at its new time', async () => {
  const { call, next, brand, cms } = await openPublishingDesk({ brands: 1 })
  const at = (hours: number) => new Date(testClock.now() + hours * HOUR_MS).toISOString()
  const days = { from: dayOf(testClock.now()), to: dayOf(testClock.now() + 72 * HOUR_MS) }
  const schedule = async (publishAt: string) => {
    const act = { brandId: brand.id, articleSlug: 'one', provider: 'ghost', publishAt, holdSeconds: 0 } as const
    await whenIntent({ call, next }, (await call('publishing.schedule', { ...act, accept: ['duplicate'] })).intentId)
  }
  await schedule(at(24))
  const later = at(48)
  await schedule(later)
  const { entries } = await call('publishing.calendar', days)
  expect(entries.map((entry) => [entry.state, entry.at])).toEqual([['scheduled', later]])
  expect((await cms.articles()).map(({ scheduledFor }) => scheduledFor)).toEqual([later])
})

test('the calendar returns the requested days and brands', async () => {
  const { call, brands, publish, next } = await openPublishingDesk()
  await publish({ targets: brands.map(({ id }) => ({ brandId: id, articleSlugs: ['one'] })) })
  await Promise.all((await call('intents.list', {})).rows.map(({ id }) => whenIntent({ call, next }, id)))
  const today = dayOf(testClock.now())
  const of = async (input: { brandIds?: string[]; from?: string; to?: string }) =>
    (await call('publishing.calendar', { from: today, to: today, ...input })).entries.length
  expect(await of({})).toBe(2)
  expect(await of({ brandIds: [brands[0]?.id ?? ''] })).toBe(1)
  const tomorrow = dayOf(testClock.now() + 24 * HOUR_MS)
  expect(await of({ from: tomorrow, to: tomorrow })).toBe(0)
  await expect(of({ brandIds: ['brand_none'] })).rejects.toMatchObject({ kind: 'not-found' })
})

test('the day of a publish is marked on the curve of keywords whose page has its slug', async () => {
  const { call, brand, publish, sync } = await openPublishingDesk({ brands: 1 })
  await sync()
  const { rows } = await call('rankings.page', { brandIds: [brand.id], limit: 50 })
  const row = rows.find(({ rankedPages }) => rankedPages.some(({ page }) => new URL(page).pathname.length > 2))
  const page = row?.rankedPages.find((one) => new URL(one.page).pathname.length > 2)?.page ?? ''
  const slug = new URL(page).pathname.split('/').findLast((part) => part !== '') ?? ''
  await publish({ provider: 'ghost', articleSlugs: [slug, 'ranks-nowhere'] })
  await publish({ provider: 'ghost', articleSlugs: ['only-a-draft'], status: 'draft' })
  const day = dayOf(testClock.now())
  const all = await call('publishing.marks', { brandId: brand.id })
  expect(all.marks).toEqual([
    { day, articleSlug: slug, page: expect.stringContaining(slug) },
    { day, articleSlug: 'ranks-nowhere', page: null },
  ])
  const { marks } = await call('publishing.marks', { brandId: brand.id, keyword: row?.keyword ?? '' })
  expect(marks).toEqual([{ day, articleSlug: slug, page }])
  expect((await call('publishing.marks', { brandId: brand.id, keyword: 'no such keyword' })).marks).toEqual([])
  const { slugs } = await call('publishing.slugs', { brandId: brand.id, search: slug.slice(0, 5) })
  expect(slugs).toContainEqual({ articleSlug: slug, seenIn: 'publish' })
  const { slugs: fromPages } = await call('publishing.slugs', { brandId: brand.id, limit: 50 })
  expect(fromPages.some(({ seenIn }) => seenIn === 'ranked-page')).toBe(true)
})

import { expect, test } from 'vitest'
import { PROVIDERS } from '../../src-shared/service/providers.ts'
import { openPublishingDesk, whenIntent } from '../support/publishing-desk.ts'
import { testAlone } from '../support/team-engine.ts'
import { testClock } from '../support/test-clock.ts'

test.each(PROVIDERS)('articles are published to %s, each with its own result', async (provider) => {
  const { publish, cms } = await openPublishingDesk({ brands: 1 })
  const intent = await publish({ provider, articleSlugs: ['how-to-brew', 'why-loose-leaf'] })
  expect(intent).toMatchObject({ state: 'confirmed', kind: 'publish', details: { provider, status: 'publish' } })
  expect(intent.counts).toEqual({ total: 2, confirmed: 2, failed: 0, skipped: 0, unknown: 0 })
  for (const { label, result } of intent.items) {
    expect(result).toMatchObject({ postId: expect.any(String), postUrl: expect.stringContaining(label) })
  }
  expect((await cms.articles()).map(({ slug, published }) => [slug, published])).toEqual([
    ['how-to-brew', 1],
    ['why-loose-leaf', 1],
  ])
})

test('each brand has an intent, sent with its own key', async () => {
  const { call, brands, cms, next, publish: _ } = await openPublishingDesk({ brands: 3 })
  const { intentIds } = await call('publishing.publish', {
    targets: brands.map(({ id }, place) => ({ brandId: id, articleSlugs: [`a-${place}`, 'shared-slug'] })),
    provider: 'ghost',
    status: 'draft',
    holdSeconds: 0,
  })
  expect(intentIds).toHaveLength(3)
  const intents = await Promise.all(intentIds.map((id) => whenIntent({ call, next }, id)))
  expect(intents.map(({ state, brandId }) => [state, brandId])).toEqual(brands.map(({ id }) => ['confirmed', id]))
  const articles = await cms.articles()
  expect(articles.map(({ teamId, status, published }) => [teamId, status, published]).toSorted()).toEqual(
    brands
      .flatMap(({ teamId }) => [
        [teamId, 'draft', 1],
        [teamId, 'draft', 1],
      ])
      .toSorted(),
  )
})

test('one article fails, the others are published; retry sends only the failed one', async () => {
  const { call, next, publish, cms } = await openPublishingDesk({ brands: 1 })
  await cms.failing({ provider: 'shopify', fail: 'item', slug: 'two', text: 'handle is taken' })
  const intent = await publish({ provider: 'shopify', articleSlugs: ['one', 'two', 'three'] })
  expect(intent.state).toBe('partly_done')
  expect(intent.counts).toMatchObject({ total: 3, confirmed: 2, failed: 1 })
  expect(intent.items.map(({ state, reason }) => [state, reason])).toEqual([
    ['confirmed', null],
    ['failed', 'handle is taken'],
    ['confirmed', null],
  ])
  const { newIntentId, intent: old } = await call('intents.resolve', { id: intent.id, as: 'retry' })
  expect(old.state).toBe('partly_done')
  expect(await call('intents.get', { id: newIntentId ?? '' })).toMatchObject({ state: 'held', counts: { total: 1 } })
  await call('intents.releaseNow', { id: newIntentId ?? '' })
  const again = await whenIntent({ call, next }, newIntentId ?? '')
  expect(again.items.map(({ label, state }) => [label, state])).toEqual([['two', 'confirmed']])
  const counts = (await cms.articles()).map(({ slug, published }) => [slug, published])
  expect(Object.fromEntries(counts)).toEqual({ one: 1, two: 1, three: 1 })
  await expect(call('intents.resolve', { id: intent.id, as: 'retry' })).rejects.toMatchObject({ kind: 'conflict' })
})

test('a provider that is down fails each article, or leaves its outcome unknown', async () => {
  const { publish, cms } = await openPublishingDesk({ brands: 1 })
  await cms.failing({ provider: 'webflow', fail: 'down', as: 'items' })
  const failed = await publish({ provider: 'webflow', articleSlugs: ['one', 'two'] })
  expect(failed).toMatchObject({ state: 'failed', counts: { failed: 2 }, reason: 'webflow cannot be reached' })
  await cms.failing({ provider: 'framer', fail: 'down' })
  const unknown = await publish({ provider: 'framer', articleSlugs: ['one'] })
  expect(unknown).toMatchObject({ state: 'unknown', counts: { unknown: 1 } })
  expect(unknown.items[0]?.reason).toContain('framer cannot be reached')
})

const publishRefused = async (status: number, state: 'failed' | 'unknown') => {
  const { publish, sandbox, cms, next } = await openPublishingDesk({ brands: 1 })
  const notice = next('desk.notice', () => true)
  await sandbox.fault({
    operation: 'cms.publish',
    kind: 'status',
    status,
    body: '{"error":"the words of the service"}',
  })
  const intent = await publish({ articleSlugs: ['one', 'two'] })
  expect(intent.state).toBe(state)
  for (const item of intent.items)
    expect([item.state, item.reason]).toEqual([state, expect.stringContaining('the words')])
  expect(await cms.articles()).toEqual([])
  expect(await notice).toMatchObject({ level: 'warning', brandId: intent.brandId })
}

test.each([
  [400, 'failed'],
  [403, 'failed'],
  [404, 'failed'],
  [500, 'unknown'],
  [503, 'unknown'],
] as const)('a %i leaves the articles %s, with the words of the service', publishRefused)

testAlone('a 401 leaves the articles failed, with the words of the service', () => publishRefused(401, 'failed'))

test('a 429 waits and continues by itself', async () => {
  const { publish, sandbox, cms } = await openPublishingDesk({ brands: 1 })
  await sandbox.fault({ operation: 'cms.publish', kind: 'status', status: 429, retryAfterSeconds: 1 })
  expect((await publish({ articleSlugs: ['one'] })).state).toBe('confirmed')
  expect((await cms.articles()).map(({ published }) => published)).toEqual([1])
})

test.each([
  ['before', 0],
  ['after', 1],
  ['mid-reply', 1],
] as const)('a line cut %s the service did it: unknown, never sent again by itself', async (at, published) => {
  const { call, publish, sandbox, cms } = await openPublishingDesk({ brands: 1 })
  await sandbox.fault({ operation: 'cms.publish', kind: 'cut', at })
  const intent = await publish({ articleSlugs: ['one'] })
  expect(intent).toMatchObject({ state: 'unknown', items: [{ state: 'unknown' }] })
  expect((await cms.articles()).map((article) => article.published)).toEqual(published === 0 ? [] : [1])
  const as = published === 0 ? 'failed' : 'confirmed'
  expect((await call('intents.resolve', { id: intent.id, as })).intent.state).toBe(as)
  await expect(call('intents.resolve', { id: intent.id, as })).rejects.toMatchObject({ kind: 'conflict' })
})

test('a schedule of many is one request per article, and fires by the service’s clock', async () => {
  const { call, next, brand, cms } = await openPublishingDesk({ brands: 1 })
  const publishAt = new Date(testClock.now() + 3_600_000).toISOString()
  const { intentId } = await call('publishing.schedule', {
    brandId: brand.id,
    articleSlugs: ['one', 'two', 'three'],
    provider: 'ghost',
    publishAt,
    holdSeconds: 0,
  })
  const intent = await whenIntent({ call, next }, intentId)
  expect(intent).toMatchObject({ state: 'confirmed', counts: { confirmed: 3 } })
  const days = { from: publishAt.slice(0, 10), to: publishAt.slice(0, 10) }
  const { entries } = await call('publishing.calendar', days)
  expect(entries.map(({ articleSlug, state, at }) => [articleSlug, state, at])).toEqual(
    ['one', 'two', 'three'].map((slug) => [slug, 'scheduled', publishAt]),
  )
  const off = await call('publishing.unschedule', { brandId: brand.id, articleSlug: 'two', holdSeconds: 0 })
  expect((await whenIntent({ call, next }, off.intentId)).state).toBe('confirmed')
  await cms.advance(3_600_000)
  const fired = (await cms.articles()).map(({ slug, fired: times, published }) => [slug, times, published])
  expect(fired).toEqual([
    ['one', 1, 0],
    ['two', 0, 0],
    ['three', 1, 0],
  ])
  const after = await call('publishing.calendar', days)
  expect(after.entries.map(({ state }) => state)).toEqual(['scheduled', 'cancelled', 'scheduled'])
})

test('an article is unpublished; one that is not published says so', async () => {
  const { call, next, brand, publish, cms } = await openPublishingDesk({ brands: 1 })
  await publish({ articleSlugs: ['one'] })
  const input = {
    brandId: brand.id,
    articleSlugs: ['one', 'never-out'],
    provider: 'wordpress' as const,
    holdSeconds: 0,
  }
  const { intentId } = await call('publishing.unpublish', input)
  const intent = await whenIntent({ call, next }, intentId)
  expect(intent.items.map(({ state, reason }) => [state, reason])).toEqual([
    ['confirmed', null],
    ['failed', 'this article is not published on wordpress'],
  ])
  expect((await cms.articles()).find(({ slug }) => slug === 'one')?.status).toBeNull()
  const today = new Date(testClock.now()).toISOString().slice(0, 10)
  const { entries } = await call('publishing.calendar', { from: today, to: today })
  expect(entries.map(({ state }) => state)).toEqual(['unpublished'])
})

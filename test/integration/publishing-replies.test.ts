// What a reply of the service means for an article: nothing is failed that may be out, or a person publishes it twice.
import { expect, test } from 'vitest'
import { openPublishingDesk, whenIntent } from '../support/publishing-desk.ts'
import { testClock } from '../support/test-clock.ts'

const days = () => {
  const day = (by: number) => new Date(testClock.now() + by * 86_400_000).toISOString().slice(0, 10)
  return { from: day(-1), to: day(2) }
}

const publishWith = async (body: Record<string, unknown>) => {
  const desk = await openPublishingDesk({ brands: 1 })
  await desk.sandbox.fault({ operation: 'cms.publish', kind: 'malformed', body: JSON.stringify(body) })
  return { desk, intent: await desk.publish({ articleSlug: 'tent-care', provider: 'webhook' }) }
}

const POST = { postId: '7', postUrl: 'https://a.test/Tent-Care', status: 'publish' }

test.each([
  ['empty results beside one that succeeded', { success: true, succeeded: 1, failed: 0, results: [] }],
  ['the slug in another spelling', { success: true, succeeded: 1, results: [{ articleSlug: 'Tent-Care/', ...POST }] }],
])('an article is unknown after %s, and publishing it again is warned of', async (_, body) => {
  const { desk, intent } = await publishWith(body)
  const { call, brand } = desk
  expect(intent).toMatchObject({ state: 'unknown', reason: expect.stringContaining('1 succeeded') })
  const again = call('publishing.publish', { brandId: brand.id, articleSlug: 'tent-care', provider: 'webhook' })
  await expect(again).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('possibly published'),
  })
  expect((await call('publishing.calendar', days())).entries).toMatchObject([{ state: 'unknown' }])
})

test('a draft is kept as the status of its article, as the service reports it', async () => {
  const results = [{ articleSlug: 'tent-care', ...POST, status: 'draft' }]
  const { intent } = await publishWith({ success: true, succeeded: 1, failed: 0, results })
  expect(intent.items).toMatchObject([{ state: 'confirmed', result: { status: 'draft' } }])
})

test('a person settles an unknown article, and it can be published again only if it was not', async () => {
  const { desk, intent } = await publishWith({ succeeded: 1, failed: 0, results: [] })
  const { call, publish } = desk
  await call('intents.resolve', { id: intent.id, as: 'failed' })
  expect(await publish({ articleSlug: 'tent-care', provider: 'webhook' })).toMatchObject({ state: 'confirmed' })
})

test('one that failed for sure is failed, with the service’s words, though the results are empty', async () => {
  const { intent } = await publishWith({ failed: 1, results: [], error: 'the site is gone' })
  expect(intent).toMatchObject({ state: 'failed', reason: 'the site is gone' })
})

test('a schedule whose reply contradicts itself is unknown', async () => {
  const desk = await openPublishingDesk({ brands: 1 })
  const results = [{ articleSlug: 'tent-care', status: 'scheduled' }]
  const body = JSON.stringify({ success: true, succeeded: 0, failed: 1, results })
  await desk.sandbox.fault({ operation: 'cms.schedule', kind: 'malformed', body })
  const publishAt = new Date(testClock.now() + 86_400_000).toISOString()
  const schedule = { brandId: desk.brand.id, articleSlug: 'tent-care', provider: 'ghost', publishAt } as const
  const { intentId } = await desk.call('publishing.schedule', { ...schedule, holdSeconds: 0 })
  const intent = await whenIntent(desk, intentId)
  expect(intent).toMatchObject({ state: 'unknown', reason: expect.stringContaining('contradicts itself') })
})

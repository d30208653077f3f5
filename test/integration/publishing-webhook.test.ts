import { expect, test } from 'vitest'
import type { Clock } from '../../src-main/base/clock.ts'
import { createMovingClock } from '../support/moving-clock.ts'
import { openPublishingDesk, whenIntent } from '../support/publishing-desk.ts'
import { testAlone } from '../support/team-engine.ts'
import { testClock } from '../support/test-clock.ts'
import { article, bearer, post } from '../support/webhooks-desk.ts'

const today = () => new Date(testClock.now()).toISOString().slice(0, 10)

/** A desk whose receiver listens, and a sandbox that sends to it. */
const openReceivingDesk = async (desk: { clock?: Clock } = {}) => {
  const opened = await openPublishingDesk({ brands: 1, desk: { isReceiverWanted: true, ...desk } })
  const { call, brand, cms } = opened
  const { secret, url } = await call('webhooks.rotateSecret', { brandId: brand.id, sessionOnly: true })
  await cms.webhookTo({ teamId: brand.teamId, url, secret })
  return { ...opened, url, secret }
}

const calendarOf = async ({ call }: Pick<Awaited<ReturnType<typeof openReceivingDesk>>, 'call'>, to = today()) =>
  (await call('publishing.calendar', { from: today(), to })).entries

test('a publish through "webhook" is confirmed by the delivery that the service sends', async () => {
  const opened = await openReceivingDesk()
  const { publish, next, cms, call, brand } = opened
  const received = next('webhooks.received', () => true)
  const intent = await publish({ provider: 'webhook', articleSlugs: ['how-to-brew'] })
  await received
  expect(intent.state).toBe('confirmed')
  expect(await calendarOf(opened)).toMatchObject([
    { articleSlug: 'how-to-brew', state: 'confirmed', confirmedByWebhook: true, intentId: intent.id },
  ])
  // The sender notes the answer when it has it.
  const answers = async () => (await cms.sentWebhooks()).map(({ status, slug }) => [status, slug])
  await expect.poll(answers).toEqual([[200, 'how-to-brew']])
  expect((await call('publishing.marks', { brandId: brand.id })).marks).toEqual([
    { day: today(), articleSlug: 'how-to-brew', page: null },
  ])
  const { slugs } = await call('publishing.slugs', { brandId: brand.id, search: 'BREW' })
  expect(slugs).toEqual([{ articleSlug: 'how-to-brew', seenIn: 'delivery' }])
})

test('a publish whose connection was cut is settled by its delivery', async () => {
  const { publish, next, call, sandbox } = await openReceivingDesk()
  await sandbox.fault({ operation: 'cms.publish', kind: 'cut', at: 'after' })
  const intent = await publish({ provider: 'webhook', articleSlugs: ['one'] })
  const settled = await whenIntent({ call, next }, intent.id, ['confirmed'])
  expect(settled.items).toMatchObject([{ state: 'confirmed', result: { deliveryId: expect.any(String) } }])
})

test('a publish whose reply left its outcome open is settled by its delivery', async () => {
  const { publish, next, call, sandbox, url, secret } = await openReceivingDesk()
  const body = JSON.stringify({ success: true, succeeded: 1, failed: 0, results: [] })
  await sandbox.fault({ operation: 'cms.publish', kind: 'malformed', body })
  const intent = await publish({ provider: 'webhook', articleSlugs: ['one'] })
  expect(intent.state).toBe('unknown')
  await post(url, { body: article('one'), headers: bearer(secret) })
  const settled = await whenIntent({ call, next }, intent.id, ['confirmed'])
  expect(settled.items).toMatchObject([{ state: 'confirmed', result: { deliveryId: expect.any(String) } }])
})

testAlone('a schedule is confirmed by its delivery when it fires', async () => {
  const clock = createMovingClock()
  const opened = await openReceivingDesk({ clock })
  const { call, next, brand, cms } = opened
  const publishAt = new Date(testClock.now() + 3_600_000).toISOString()
  const act = { brandId: brand.id, articleSlug: 'later', provider: 'webhook', publishAt, holdSeconds: 0 } as const
  const { intentId } = await call('publishing.schedule', act)
  await whenIntent({ call, next }, intentId)
  const day = publishAt.slice(0, 10)
  expect(await calendarOf(opened, day)).toMatchObject([{ state: 'scheduled', confirmedByWebhook: false }])
  const received = next('webhooks.received', () => true)
  clock.move(3_600_000)
  await cms.advance(3_600_000)
  await received
  expect(await calendarOf(opened, day)).toMatchObject([{ state: 'confirmed', confirmedByWebhook: true, intentId }])
})

test('a delivery of an article that this desk did not send has its own entry in the calendar', async () => {
  const opened = await openReceivingDesk()
  const { next, url, secret } = opened
  const received = next('webhooks.received', () => true)
  await post(url, { body: article('from-elsewhere'), headers: bearer(secret) })
  await received
  expect(await calendarOf(opened)).toMatchObject([{ articleSlug: 'from-elsewhere', state: 'confirmed', intentId: '' }])
})

test('a schedule is not confirmed before its time: an article that is out by then has an entry of its own', async () => {
  const opened = await openReceivingDesk()
  const { call, next, brand, url, secret } = opened
  const publishAt = new Date(testClock.now() + 2 * 86_400_000).toISOString()
  const act = { brandId: brand.id, articleSlug: 'early', provider: 'webhook', publishAt, holdSeconds: 0 } as const
  await whenIntent(opened, (await call('publishing.schedule', act)).intentId)
  const received = next('webhooks.received', () => true)
  await post(url, { body: article('early'), headers: bearer(secret) })
  await received
  expect(await calendarOf(opened)).toMatchObject([
    { articleSlug: 'early', state: 'confirmed', title: 'Title of early', intentId: '' },
  ])
  const planned = (await calendarOf(opened, publishAt.slice(0, 10))).filter(({ state }) => state === 'scheduled')
  expect(planned).toMatchObject([{ articleSlug: 'early', at: publishAt, confirmedByWebhook: false }])
})

test('a schedule is confirmed a little before its time, for clocks differ', async () => {
  const opened = await openReceivingDesk()
  const { call, next, brand, url, secret } = opened
  const publishAt = new Date(testClock.now() + 60_000).toISOString()
  const act = { brandId: brand.id, articleSlug: 'soon', provider: 'webhook', publishAt, holdSeconds: 0 } as const
  await whenIntent(opened, (await call('publishing.schedule', act)).intentId)
  const received = next('webhooks.received', () => true)
  await post(url, { body: article('soon'), headers: bearer(secret) })
  await received
  const entries = await calendarOf(opened)
  expect(entries).toMatchObject([{ articleSlug: 'soon', state: 'confirmed', intentId: expect.stringMatching(/./) }])
  expect(Date.parse(entries[0]?.at ?? '')).toBeLessThan(Date.parse(publishAt))
})

test('a sample delivery is marked as one: it confirms nothing and is no article', async () => {
  const { call, brand, publish } = await openReceivingDesk()
  await publish({ provider: 'ghost', articleSlugs: ['mine'] })
  for (const slug of ['mine', 'sample-article']) await call('webhooks.sendSample', { brandId: brand.id, slug })
  const { rows } = await call('webhooks.deliveries', {})
  expect(rows.map(({ status }) => status)).toEqual(['sample', 'sample'])
  expect(await call('webhooks.replay', { id: rows[0]?.id ?? '' })).toEqual({ applied: false, forward: null })
  const { entries } = await call('publishing.calendar', { from: today(), to: today() })
  expect(entries.map((entry) => [entry.articleSlug, entry.confirmedByWebhook])).toEqual([['mine', false]])
  const known = await call('publishing.articles', {})
  expect(known.rows.map(({ articleSlug }) => articleSlug)).toEqual(['mine'])
  expect((await call('webhooks.status', {})).brands[0]?.lastDeliveryAt).toBeNull()
})

import { expect, test } from 'vitest'
import { openTestDesk } from '../support/composed-desk.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { openPublishingDesk, whenIntent } from '../support/publishing-desk.ts'
import { testAlone } from '../support/team-engine.ts'
import { tempHome } from '../support/temp-home.ts'
import { testClock } from '../support/test-clock.ts'

const sent = async (requests: () => Promise<{ path: string }[]>) =>
  (await requests()).filter(({ path }) => path.startsWith('/cms')).length

test('an intent waits for its hold, 30 seconds by default', async () => {
  const { call, brand, sandbox } = await openPublishingDesk({ brands: 1 })
  const act = { brandId: brand.id, articleSlugs: ['one'], provider: 'ghost' as const }
  const { intentId } = await call('publishing.publish', act)
  const intent = await call('intents.get', { id: intentId })
  expect(intent).toMatchObject({ state: 'held', sentAt: null, isPaused: false })
  expect(Date.parse(intent.releaseAt ?? '') - Date.parse(intent.createdAt)).toBe(30_000)
  expect(await sent(sandbox.requests)).toBe(0)
})

test('a short hold ends by itself', async () => {
  const { publish } = await openPublishingDesk({ brands: 1 })
  const intent = await publish({ articleSlugs: ['one'], holdSeconds: 1 })
  expect(intent.state).toBe('confirmed')
  expect(Date.parse(intent.sentAt ?? '') - Date.parse(intent.createdAt)).toBeGreaterThanOrEqual(1000)
})

test('a held intent is cancelled, and is never sent', async () => {
  const { call, brand, sandbox } = await openPublishingDesk({ brands: 1 })
  const act = { brandId: brand.id, articleSlugs: ['one', 'two'], provider: 'ghost' as const }
  const { intentId } = await call('publishing.publish', act)
  const cancelled = await call('intents.cancel', { id: intentId })
  expect(cancelled).toMatchObject({ state: 'cancelled', releaseAt: null })
  await expect(call('intents.cancel', { id: intentId })).rejects.toMatchObject({ kind: 'conflict' })
  await expect(call('intents.releaseNow', { id: intentId })).rejects.toMatchObject({ kind: 'conflict' })
  await expect(call('intents.get', { id: 'intent_none' })).rejects.toMatchObject({ kind: 'not-found' })
  expect(await sent(sandbox.requests)).toBe(0)
  expect((await call('publishing.check', act)).warnings).toEqual([])
})

testAlone('a paused hold does not end; it continues with the time left', async () => {
  const clock = createManualClock(testClock.now())
  const { call, brand, next, sandbox } = await openPublishingDesk({ brands: 1, desk: { clock } })
  const act = { brandId: brand.id, articleSlugs: ['one'], provider: 'ghost' as const, holdSeconds: 30 }
  const { intentId } = await call('publishing.publish', act)
  expect(await call('intents.pause', { id: intentId, paused: true })).toMatchObject({ isPaused: true, releaseAt: null })
  const other = await call('publishing.publish', { ...act, articleSlugs: ['two'] })
  await clock.advance(30_000)
  expect((await whenIntent({ call, next }, other.intentId)).state).toBe('confirmed')
  expect(await call('intents.get', { id: intentId })).toMatchObject({ state: 'held', isPaused: true })
  await call('intents.pause', { id: intentId, paused: false })
  await clock.advance(30_000)
  expect((await whenIntent({ call, next }, intentId)).state).toBe('confirmed')
  expect(await sent(sandbox.requests)).toBe(2)
})

testAlone('holds and their intents survive a restart of the desk', async () => {
  const { home } = tempHome()
  const { sandbox } = await openPublishingDesk({ brands: 1 })
  const clock = createManualClock(testClock.now())
  const first = await openTestDesk({ home, clock })
  await first.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  const [row] = sandbox.brands
  const { id: brandId } = await first.call('brands.add', { name: 'Acme', key: row?.key ?? '', sessionOnly: true })
  const act = { brandId, provider: 'ghost' } as const
  const running = await first.call('publishing.publish', { ...act, articleSlug: 'running', holdSeconds: 30 })
  const paused = await first.call('publishing.publish', { ...act, articleSlug: 'paused', holdSeconds: 20 })
  await first.call('intents.pause', { id: paused.intentId, paused: true })
  await first.close()

  const second = await openTestDesk({ home, clock })
  await second.call('brands.replaceKey', { brandId, key: row?.key ?? '', sessionOnly: true })
  expect((await second.call('intents.get', { id: running.intentId })).state).toBe('held')
  await clock.advance(30_000)
  expect((await whenIntent(second, running.intentId)).state).toBe('confirmed')
  expect(await second.call('intents.get', { id: paused.intentId })).toMatchObject({ state: 'held', isPaused: true })
})

test('an intent that waits for the limiter can be cancelled', async () => {
  const { call, brand, next, sandbox } = await openPublishingDesk({ brands: 1 })
  await sandbox.fault({ operation: 'cms.publish', kind: 'status', status: 429, retryAfterSeconds: 600 })
  const waiting = next('limiter.waiting', ({ operation }) => operation === 'cms.publish')
  const act = { brandId: brand.id, articleSlugs: ['one'], provider: 'ghost' as const, holdSeconds: 0 }
  const { intentId } = await call('publishing.publish', act)
  await waiting
  expect(await call('intents.cancel', { id: intentId })).toMatchObject({ state: 'cancelled' })
})

test('one intent of a brand is in flight at a time; another brand does not wait for it', async () => {
  const { call, brands, next, sandbox } = await openPublishingDesk()
  const [slow, quick] = brands
  await sandbox.fault({ operation: 'cms.publish', kind: 'hold', teamId: slow?.teamId ?? '' })
  const publish = async (brandId: string, articleSlug: string) =>
    (await call('publishing.publish', { brandId, articleSlug, provider: 'ghost', holdSeconds: 0 })).intentId
  const first = await publish(slow?.id ?? '', 'one')
  await whenIntent({ call, next }, first, ['in_flight'])
  const second = await publish(slow?.id ?? '', 'two')
  const other = await publish(quick?.id ?? '', 'three')
  await whenIntent({ call, next }, other)
  expect((await call('intents.get', { id: second })).state).toBe('ready')
  expect((await call('intents.get', { id: first })).state).toBe('in_flight')
  await sandbox.release()
  expect((await whenIntent({ call, next }, second)).state).toBe('confirmed')
})

test('a removed brand loses its intents and articles, and waiting ones are not sent', async () => {
  const { call, brands, brand, publish, sandbox } = await openPublishingDesk()
  await publish({ articleSlugs: ['one'] })
  const { intentId } = await call('publishing.publish', { brandId: brand.id, articleSlugs: ['two'], provider: 'ghost' })
  await call('publishing.publish', { brandId: brands[1]?.id ?? '', articleSlugs: ['kept'], provider: 'ghost' })
  await call('brands.remove', { brandId: brand.id })
  await expect(call('intents.get', { id: intentId })).rejects.toMatchObject({ kind: 'not-found' })
  expect((await call('intents.list', {})).rows.map(({ brandId }) => brandId)).toEqual([brands[1]?.id])
  const days = { from: '2020-01-01', to: '2099-01-01' }
  const { entries } = await call('publishing.calendar', days)
  expect(entries.map(({ articleSlug }) => articleSlug)).toEqual(['kept'])
  expect(await sent(sandbox.requests)).toBe(1)
})

// A move is one action: two intents that are stored, held, paused, cancelled and listed together.
import { expect, test } from 'vitest'
import { openPublishingDesk, whenIntent } from '../support/publishing-desk.ts'
import { testClock } from '../support/test-clock.ts'

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(testClock.now() + hours * HOUR_MS).toISOString()
const days = { from: at(-24).slice(0, 10), to: at(96).slice(0, 10) }

const openScheduled = async () => {
  const desk = await openPublishingDesk({ brands: 1 })
  const { call, brand } = desk
  const old = at(24)
  const action = { brandId: brand.id, articleSlug: 'one', provider: 'ghost', publishAt: old, holdSeconds: 0 } as const
  await whenIntent(desk, (await call('publishing.schedule', action)).intentId)
  const entries = async () => (await call('publishing.calendar', days)).entries
  const entryId = (await entries())[0]?.id ?? ''
  const shown = async () =>
    (await entries())
      .filter(({ state }) => state !== 'cancelled')
      .map(({ state, at: time, move }) => [state, time, move?.part])
  return { ...desk, old, entryId, shown }
}

test('a move shows its article on both days while it is held, and is one row of Activity', async () => {
  const { call, brand, old, entryId, shown } = await openScheduled()
  const later = at(48)
  const { intentId, intentIds } = await call('publishing.move', { entryId, publishAt: later, holdSeconds: 3600 })
  expect(intentIds).toHaveLength(2)
  expect(await shown()).toEqual([
    ['scheduled', old, 'from'],
    ['held', later, 'to'],
  ])
  const { rows } = await call('intents.list', { brandIds: [brand.id], filter: { state: ['held'] } })
  expect(rows).toMatchObject([{ id: intentId, details: { move: { articleSlug: 'one', from: old, to: later } } }])
  const again = call('publishing.move', { entryId, publishAt: at(72) })
  await expect(again).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('moved already') })
})

test('a cancelled move cancels both parts, and the article keeps its old time at the service', async () => {
  const { call, cms, old, entryId, shown } = await openScheduled()
  const { intentId, intentIds } = await call('publishing.move', { entryId, publishAt: at(48), holdSeconds: 3600 })
  await call('intents.pause', { id: intentId, paused: true })
  const states = async () => Promise.all(intentIds.map(async (id) => call('intents.get', { id })))
  expect((await states()).map(({ isPaused }) => isPaused)).toEqual([true, true])
  await call('intents.cancel', { id: intentId })
  expect((await states()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  expect(await shown()).toEqual([['scheduled', old, undefined]])
  expect((await cms.articles()).map(({ scheduledFor }) => scheduledFor)).toEqual([old])
})

test('a confirmed move leaves the article on its new time only', async () => {
  const desk = await openScheduled()
  const later = at(48)
  const { intentId } = await desk.call('publishing.move', { entryId: desk.entryId, publishAt: later, holdSeconds: 0 })
  await desk.call('intents.releaseNow', { id: intentId })
  expect(await whenIntent(desk, intentId)).toMatchObject({ state: 'confirmed' })
  expect(await desk.shown()).toEqual([['scheduled', later, undefined]])
  expect((await desk.cms.articles()).map(({ scheduledFor }) => scheduledFor)).toEqual([later])
})

test('a move whose article is off its old time cannot be cancelled any more, and says so', async () => {
  const desk = await openScheduled()
  const { call, entryId, next } = desk
  const off = next('intents.changed', ({ kind, state }) => kind === 'unschedule' && state === 'confirmed')
  const { intentId } = await call('publishing.move', { entryId, publishAt: at(48), holdSeconds: 0 })
  await call('intents.pause', { id: intentId, paused: true })
  await off
  await expect(call('intents.cancel', { id: intentId })).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('already taken off its old time'),
  })
  await call('intents.pause', { id: intentId, paused: false })
  expect(await whenIntent(desk, intentId)).toMatchObject({ state: 'confirmed' })
})

test('the new time is not set when the service refuses to take the article off its old one', async () => {
  const desk = await openScheduled()
  const { call, cms, sandbox, old, entryId } = desk
  await sandbox.fault({ operation: 'cms.unschedule', kind: 'status', status: 400 })
  const { intentId, intentIds } = await call('publishing.move', { entryId, publishAt: at(48), holdSeconds: 0 })
  await call('intents.releaseNow', { id: intentId })
  const ended = await whenIntent(desk, intentId)
  expect(ended).toMatchObject({ state: 'failed', sentAt: null, reason: expect.stringContaining('keeps its old time') })
  expect((await cms.articles()).map(({ scheduledFor }) => scheduledFor)).toEqual([old])
  const retry = call('intents.resolve', { id: intentIds[0] ?? '', as: 'retry' })
  await expect(retry).rejects.toMatchObject({ message: expect.stringContaining('half of a move') })
})

test('a held schedule that is moved is written again in one step, with its other articles as they were', async () => {
  const { call, brand } = await openPublishingDesk({ brands: 1 })
  const action = { brandId: brand.id, articleSlugs: ['one', 'two'], provider: 'ghost' as const, publishAt: at(24) }
  await call('publishing.schedule', { ...action, holdSeconds: 3600 })
  const read = async () => (await call('publishing.calendar', days)).entries.filter(({ state }) => state === 'held')
  const [first] = await read()
  await call('publishing.move', { entryId: first?.id ?? '', publishAt: at(48) })
  expect((await read()).map(({ articleSlug, at: time }) => [articleSlug, time])).toEqual([
    ['two', action.publishAt],
    ['one', expect.stringContaining(at(48).slice(0, 16))],
  ])
})

test('a move to the minute of another article of the brand waits until a person accepts it', async () => {
  const desk = await openScheduled()
  const { call, brand, entryId } = desk
  const other = at(48)
  const second = { brandId: brand.id, articleSlug: 'two', provider: 'ghost', publishAt: other, holdSeconds: 0 } as const
  await whenIntent(desk, (await call('publishing.schedule', second)).intentId)
  await expect(call('publishing.move', { entryId, publishAt: other })).rejects.toMatchObject({
    kind: 'conflict',
    detail: {
      issues: [{ code: 'same-slot', message: expect.stringContaining('"two" is published at the same minute') }],
    },
  })
  const { intentId } = await call('publishing.move', {
    entryId,
    publishAt: other,
    holdSeconds: 0,
    accept: ['same-slot'],
  })
  expect(await whenIntent(desk, intentId)).toMatchObject({ state: 'confirmed' })
  expect(await desk.shown()).toEqual([
    ['scheduled', other, undefined],
    ['scheduled', other, undefined],
  ])
})

test('a held schedule of one article is moved as one intent', async () => {
  const { call, brand } = await openPublishingDesk({ brands: 1 })
  const action = { brandId: brand.id, articleSlug: 'one', provider: 'ghost' as const, publishAt: at(24) }
  await call('publishing.schedule', { ...action, holdSeconds: 3600 })
  const [entry] = (await call('publishing.calendar', days)).entries
  const { intentId, intentIds } = await call('publishing.move', { entryId: entry?.id ?? '', publishAt: at(48) })
  expect(intentIds).toEqual([intentId])
})

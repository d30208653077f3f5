// The service unschedules an article, not one schedule of it: what else ends is set again as part of the same action, ended
// because a person chose it, or the action is refused. Never without a word.
import { describe, expect, test } from 'vitest'
import type { Intent } from '../../src-shared/desk/intents.ts'
import { openPublishingDesk, whenIntent } from '../support/publishing-desk.ts'
import { testClock } from '../support/test-clock.ts'

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(testClock.now() + hours * HOUR_MS).toISOString()
const days = { from: at(-24).slice(0, 10), to: at(120).slice(0, 10) }
const WHEN = { wordpress: at(24), ghost: at(48), webflow: at(72) } as const
type Provider = keyof typeof WHEN
const ALL: readonly Provider[] = ['wordpress', 'ghost', 'webflow']

const openScheduled = async (providers: readonly Provider[] = ALL, times: Partial<Record<Provider, string>> = {}) => {
  const desk = await openPublishingDesk({ brands: 1 })
  const { call, brand, cms, next } = desk
  const when = { ...WHEN, ...times }
  const about = { brandId: brand.id, articleSlug: 'one', holdSeconds: 0, accept: ['duplicate', 'same-slot'] }
  for (const provider of providers) {
    const { intentId } = await call('publishing.schedule', { ...about, provider, publishAt: when[provider] })
    await whenIntent(desk, intentId)
  }
  const entries = async () => (await call('publishing.calendar', days)).entries
  const entryOf = async (provider: Provider) =>
    (await entries()).find((entry) => entry.provider === provider && entry.state === 'scheduled')?.id ?? ''
  const atService = async () =>
    Object.fromEntries((await cms.articles()).map(({ provider, scheduledFor }) => [provider, scheduledFor]))
  const shown = async () =>
    (await entries())
      .filter(({ state }) => state !== 'cancelled')
      .map(({ provider, state, at: time, move }) => [provider, state, time, ...(move === null ? [] : [move.part])])
  const listed = async () => (await call('intents.list', { brandIds: [brand.id], order: 'open' })).rows
  /** After all parts of the action have ended. */
  const whenAll = async (ids: readonly string[]) => Promise.all(ids.map((id) => whenIntent({ call, next }, id)))
  return { ...desk, when, entryOf, atService, shown, listed, whenAll }
}

const stateOf = ({ kind, state }: Intent) => [kind, state]

describe('a move', () => {
  test('sets the schedules on the other providers again at their old times', async () => {
    const { call, entryOf, atService, shown, listed, whenAll } = await openScheduled()
    const publishAt = at(30)
    const moved = await call('publishing.move', { entryId: await entryOf('wordpress'), publishAt, holdSeconds: 0 })
    const parts = await whenAll(moved.intentIds)
    expect(parts.map(stateOf)).toEqual([['unschedule', 'confirmed'], ...[1, 2, 3].map(() => ['schedule', 'confirmed'])])
    expect(await atService()).toEqual({ ...WHEN, wordpress: publishAt })
    expect(await shown()).toEqual([
      ['wordpress', 'scheduled', publishAt],
      ['ghost', 'scheduled', WHEN.ghost],
      ['webflow', 'scheduled', WHEN.webflow],
    ])
    expect((await listed()).filter(({ details }) => details.move !== undefined)).toMatchObject([
      { id: moved.intentId, details: { provider: 'wordpress' } },
    ])
  })

  test('says while it is held what else ends, and is cancelled, paused and released as one', async () => {
    const { call, entryOf, atService, shown, whenAll } = await openScheduled(['wordpress', 'ghost'])
    const [publishAt, entryId] = [at(30), await entryOf('wordpress')]
    const move = () => call('publishing.move', { entryId, publishAt, holdSeconds: 3600 })
    const { intentId, intentIds } = await move()
    const states = async () => Promise.all(intentIds.map(async (id) => call('intents.get', { id })))
    const { details } = await call('intents.get', { id: intentId })
    expect(details.move).toMatchObject({ kept: [{ provider: 'ghost', at: WHEN.ghost }] })
    expect(await shown()).toEqual([
      ['wordpress', 'scheduled', WHEN.wordpress, 'from'],
      ['wordpress', 'held', publishAt, 'to'],
      ['ghost', 'scheduled', WHEN.ghost, 'kept'],
    ])
    const other = call('publishing.move', { entryId: await entryOf('ghost'), publishAt: at(90) })
    await expect(other).rejects.toMatchObject({ kind: 'conflict' })
    await call('intents.pause', { id: intentId, paused: true })
    expect((await states()).map(({ isPaused }) => isPaused)).toEqual([true, true, true])
    await call('intents.cancel', { id: intentIds[2] ?? '' })
    expect((await states()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await atService()).toEqual({ wordpress: WHEN.wordpress, ghost: WHEN.ghost })

    const again = await move()
    await call('intents.releaseNow', { id: again.intentId })
    expect((await whenAll(again.intentIds)).map(({ state }) => state)).toEqual(['confirmed', 'confirmed', 'confirmed'])
  })

  test.each([
    ['refuses', { fail: 'item' } as const, 'failed', 'has no schedule on Ghost now'],
    ['does not answer', null, 'unknown', 'It is unknown whether "one" is scheduled on Ghost again'],
  ])('says which provider has no schedule now, when the service %s', async (_, fault, state, why) => {
    const desk = await openScheduled(['wordpress', 'ghost'])
    const { call, cms, sandbox, entryOf, listed, whenAll, atService } = desk
    const entryId = await entryOf('wordpress')
    const publishAt = at(30)
    const { intentIds } = await call('publishing.move', { entryId, publishAt, holdSeconds: 3600 })
    if (fault !== null) await cms.failing({ provider: 'ghost', ...fault })
    else {
      // The first schedule is that of the moved entry.
      await sandbox.fault({ operation: 'cms.schedule', kind: 'delay' })
      await sandbox.fault({ operation: 'cms.schedule', kind: 'cut', at: 'before' })
    }
    await call('intents.releaseNow', { id: intentIds[0] ?? '' })
    const [, moved, kept] = await whenAll(intentIds)
    expect([moved?.state, kept?.state, kept?.reason]).toEqual(['confirmed', state, expect.stringContaining(why)])
    expect((await listed()).map(({ id }) => id)).toContain(kept?.id)
    expect(await atService()).toMatchObject({ wordpress: publishAt, ghost: null })
    const { newIntentId } = await call('intents.resolve', { id: kept?.id ?? '', as: 'retry' })
    expect((await listed()).map(({ id }) => id)).toContain(newIntentId)
    await call('intents.releaseNow', { id: newIntentId ?? '' })
    await whenIntent(desk, newIntentId ?? '')
    expect(await atService()).toMatchObject({ ghost: WHEN.ghost })
  })

  test('leaves everything as it is when the service refuses to unschedule', async () => {
    const { call, sandbox, entryOf, atService, shown, whenAll } = await openScheduled(['wordpress', 'ghost'])
    await sandbox.fault({ operation: 'cms.unschedule', kind: 'status', status: 400 })
    const entryId = await entryOf('wordpress')
    const { intentIds } = await call('publishing.move', { entryId, publishAt: at(30), holdSeconds: 0 })
    const parts = await whenAll(intentIds)
    expect(parts.map(({ state }) => state)).toEqual(['failed', 'failed', 'cancelled'])
    expect(await atService()).toEqual({ wordpress: WHEN.wordpress, ghost: WHEN.ghost })
    expect((await shown()).filter(([, state]) => state === 'scheduled')).toHaveLength(2)
  })

  test('whose unschedule is unknown sets nothing until a person has decided, and can then set all again', async () => {
    const desk = await openScheduled(['wordpress', 'ghost'])
    const { call, sandbox, entryOf, atService, listed, whenAll } = desk
    await sandbox.fault({ operation: 'cms.unschedule', kind: 'cut', at: 'after' })
    const [entryId, publishAt] = [await entryOf('wordpress'), at(30)]
    const { intentIds } = await call('publishing.move', { entryId, publishAt, holdSeconds: 0 })
    const [off, moved, kept] = await whenAll(intentIds)
    expect([off?.state, moved?.state, kept?.state]).toEqual(['unknown', 'failed', 'failed'])
    expect(kept?.reason).toContain('Decide on that first')
    expect((await listed()).map(({ id }) => id)).toEqual(expect.arrayContaining(intentIds))
    expect(await atService()).toEqual({ wordpress: null, ghost: null })
    await call('intents.resolve', { id: off?.id ?? '', as: 'confirmed' })
    for (const part of [moved, kept]) {
      const { newIntentId } = await call('intents.resolve', { id: part?.id ?? '', as: 'retry' })
      await call('intents.releaseNow', { id: newIntentId ?? '' })
      await whenIntent(desk, newIntentId ?? '')
    }
    expect(await atService()).toEqual({ wordpress: publishAt, ghost: WHEN.ghost })
  })

  test('is refused when another schedule is due before it can be set again', async () => {
    const { call, entryOf, atService, when } = await openScheduled(['wordpress', 'ghost'], { ghost: at(0.5) })
    const entryId = await entryOf('wordpress')
    const late = call('publishing.move', { entryId, publishAt: at(30), holdSeconds: 3600 })
    await expect(late).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('Ghost') })
    expect(await atService()).toEqual({ wordpress: when.wordpress, ghost: when.ghost })
  })

  test('is not sent when the article was scheduled on one more provider during its hold', async () => {
    const { call, brand, entryOf, atService, whenAll } = await openScheduled(['wordpress', 'ghost'])
    const entryId = await entryOf('wordpress')
    const { intentId, intentIds } = await call('publishing.move', { entryId, publishAt: at(30), holdSeconds: 3600 })
    const about = { brandId: brand.id, articleSlug: 'one', holdSeconds: 0 }
    const added = await call('publishing.schedule', { ...about, provider: 'webflow', publishAt: WHEN.webflow })
    await whenAll(added.intentIds)
    await call('intents.releaseNow', { id: intentId })
    const [off] = await whenAll(intentIds)
    expect(off).toMatchObject({ state: 'failed', sentAt: null, reason: expect.stringContaining('Webflow') })
    expect(await atService()).toEqual(WHEN)
  })

  test('is refused while a schedule of the article on another provider is about to be sent', async () => {
    const { call, brand, entryOf } = await openScheduled(['wordpress'])
    const about = { brandId: brand.id, articleSlug: 'one', holdSeconds: 3600 }
    await call('publishing.schedule', { ...about, provider: 'ghost', publishAt: WHEN.ghost })
    const move = call('publishing.move', { entryId: await entryOf('wordpress'), publishAt: at(30) })
    await expect(move).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('Ghost') })
  })
})

describe('an unschedule', () => {
  test('of one provider sets the others again at their times', async () => {
    const { call, brand, atService, shown, listed, whenAll } = await openScheduled()
    const about = { brandId: brand.id, articleSlug: 'one', holdSeconds: 0 }
    const { intentId, intentIds } = await call('publishing.unschedule', { ...about, provider: 'wordpress' })
    expect((await whenAll(intentIds)).map(({ state }) => state)).toEqual(['confirmed', 'confirmed', 'confirmed'])
    expect(await atService()).toEqual({ ...WHEN, wordpress: null })
    expect(await shown()).toEqual([
      ['ghost', 'scheduled', WHEN.ghost],
      ['webflow', 'scheduled', WHEN.webflow],
    ])
    const own = (await listed()).filter(({ details }) => details.move !== undefined)
    expect(own.map(({ id }) => id)).toEqual([intentId])
  })

  test('of one provider is cancelled as one during its hold', async () => {
    const { call, brand, atService } = await openScheduled()
    const about = { brandId: brand.id, articleSlug: 'one', holdSeconds: 3600 }
    const { intentId, intentIds } = await call('publishing.unschedule', { ...about, provider: 'ghost' })
    await call('intents.cancel', { id: intentId })
    const states = await Promise.all(intentIds.map(async (id) => (await call('intents.get', { id })).state))
    expect(states).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await atService()).toEqual(WHEN)
  })

  test('ends all where a person chose it, and is refused where nobody said which', async () => {
    const { call, brand, atService, whenAll } = await openScheduled(['wordpress', 'ghost'])
    const about = { brandId: brand.id, articleSlug: 'one', holdSeconds: 0 }
    await expect(call('publishing.unschedule', about)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/WordPress.*Ghost/),
    })
    expect((await call('publishing.schedules', { brandId: brand.id, articleSlug: 'one' })).schedules).toMatchObject([
      { provider: 'wordpress', at: WHEN.wordpress },
      { provider: 'ghost', at: WHEN.ghost },
    ])
    const { intentIds } = await call('publishing.unschedule', { ...about, provider: 'ghost', others: 'end' })
    expect(intentIds).toHaveLength(1)
    await whenAll(intentIds)
    expect(await atService()).toEqual({ wordpress: null, ghost: null })
  })

  test('of two articles keeps the other schedules of each, and only of those that were unscheduled', async () => {
    const { call, brand, cms, sandbox, whenAll } = await openScheduled(['wordpress', 'ghost'])
    const two = { brandId: brand.id, articleSlug: 'two', holdSeconds: 0, accept: ['same-slot', 'duplicate'] }
    for (const provider of ['wordpress', 'ghost'] as const)
      await whenAll((await call('publishing.schedule', { ...two, provider, publishAt: WHEN[provider] })).intentIds)
    const results = [
      { articleSlug: 'one', status: 'unscheduled' },
      { articleSlug: 'two', status: 'failed', error: 'locked' },
    ]
    const body = JSON.stringify({ success: false, succeeded: 1, failed: 1, results })
    await sandbox.fault({ operation: 'cms.unschedule', kind: 'malformed', body })
    const about = { brandId: brand.id, articleSlugs: ['one', 'two'], holdSeconds: 0 }
    const { intentIds } = await call('publishing.unschedule', { ...about, provider: 'wordpress' })
    const parts = await whenAll(intentIds)
    expect(parts.map(({ state }) => state)).toEqual(['partly_done', 'confirmed', 'cancelled'])
    const scheduled = (await cms.articles()).map(({ slug, provider, scheduled: times }) => [slug, provider, times])
    expect(scheduled).toContainEqual(['one', 'ghost', 2])
    expect(scheduled).toContainEqual(['two', 'ghost', 1])
  })
})

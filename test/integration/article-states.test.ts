// The state of an article is kept for each brand, slug and platform. A delivery says something of the platforms that report
// by webhook only; a draft is a draft in every list.
import { expect, test } from 'vitest'
import type { CallInput, CallOutput } from '../../src-shared/desk/contract.ts'
import { createMovingClock } from '../support/moving-clock.ts'
import { openPublishingDesk, whenIntent } from '../support/publishing-desk.ts'
import { testAlone } from '../support/team-engine.ts'
import { article, bearer, post } from '../support/webhooks-desk.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
type Provider = CallInput<'publishing.publish'>['provider']
type Entry = CallOutput<'publishing.calendar'>['entries'][number]

/** A desk that receives, whose clock is moved. */
const openDesk = async (brandCount = 1) => {
  const clock = createMovingClock()
  const opened = await openPublishingDesk({ brands: brandCount, desk: { isReceiverWanted: true, clock } })
  const { call, brand, next, publish } = opened
  const { secret, url } = await call('webhooks.rotateSecret', { brandId: brand.id, sessionOnly: true })
  const inDays = (days: number) => new Date(clock.now() + days * DAY_MS).toISOString()
  const day = (days: number) => inDays(days).slice(0, 10)
  return {
    ...opened,
    clock,
    inDays,
    day,
    put: (articleSlug: string, provider: Provider, status: 'draft' | 'publish' = 'publish') =>
      publish({ provider, articleSlugs: [articleSlug], status }),
    schedule: async (
      articleSlug: string,
      provider: Provider,
      days: number,
      status: 'draft' | 'publish' = 'publish',
    ) => {
      const input = {
        brandId: brand.id,
        articleSlug,
        provider,
        status,
        publishAt: inDays(days),
        holdSeconds: 0,
        accept: ['duplicate', 'same-slot'],
      }
      await whenIntent(opened, (await call('publishing.schedule', input)).intentId)
    },
    unpublish: async (articleSlug: string, provider: Provider) => {
      const input = { brandId: brand.id, articleSlug, provider, holdSeconds: 0 }
      await whenIntent(opened, (await call('publishing.unpublish', input)).intentId)
    },
    deliver: async (slug: string) => {
      const received = next('webhooks.received', () => true)
      await post(url, { body: article(slug), headers: bearer(secret) })
      await received
    },
    entries: async (): Promise<Entry[]> => (await call('publishing.calendar', { from: day(-90), to: day(90) })).entries,
    article: async (slug: string) => {
      const { rows } = await call('publishing.articles', { search: slug })
      return rows.find(({ articleSlug }) => articleSlug === slug)
    },
    events: async () =>
      (await call('annotations.list', {})).rows.filter(({ kind }) => kind === 'published').map(({ text }) => text),
  }
}

const seen = (entries: readonly Entry[]) =>
  entries.map(({ articleSlug, provider, state }) => `${articleSlug} ${provider} ${state}`).toSorted()

test('a delivery confirms nothing on a platform that does not report by webhook', async () => {
  const { schedule, put, deliver, entries, call, inDays, clock } = await openDesk()
  await schedule('tea', 'ghost', 28)
  await put('tea', 'wordpress')
  await put('tea', 'shopify', 'draft')
  await deliver('tea')
  const expected = ['tea ghost scheduled', 'tea shopify draft', 'tea webhook confirmed', 'tea wordpress published']
  expect(seen(await entries())).toEqual(expected)
  for (let repeat = 0; repeat < 3; repeat += 1) {
    clock.move(HOUR_MS)
    await deliver('tea')
  }
  expect(seen(await entries())).toEqual(expected)
  const onGhost = (await entries()).find(({ provider }) => provider === 'ghost')
  await call('publishing.move', { entryId: onGhost?.id ?? '', publishAt: inDays(30), holdSeconds: 3600 })
})

test('a delivery confirms a schedule on "webhook" when its time has come, and no earlier', async () => {
  const { schedule, put, deliver, entries, clock } = await openDesk()
  await put('tea', 'webhook')
  await deliver('tea')
  await schedule('tea', 'webhook', 28)
  clock.move(HOUR_MS)
  await deliver('tea')
  expect(seen(await entries())).toEqual(['tea webhook confirmed', 'tea webhook scheduled'])
  clock.move(28 * DAY_MS)
  expect(seen(await entries())).toEqual(['tea webhook confirmed', 'tea webhook overdue'])
  await deliver('tea')
  expect(seen(await entries())).toEqual(['tea webhook confirmed', 'tea webhook confirmed'])
})

test('a repeated delivery leaves an earlier publish and an unpublished article as they are', async () => {
  const { put, deliver, entries, unpublish, call, brand, clock } = await openDesk()
  await put('tea', 'webhook')
  clock.move(DAY_MS)
  await call('publishing.publish', {
    brandId: brand.id,
    articleSlug: 'tea',
    provider: 'webhook',
    accept: ['duplicate'],
    holdSeconds: 0,
  })
  await expect.poll(async () => seen(await entries())).toEqual(['tea webhook published', 'tea webhook published'])
  await deliver('tea')
  const once = await entries()
  expect(seen(once)).toEqual(['tea webhook confirmed', 'tea webhook published'])
  clock.move(DAY_MS)
  await deliver('tea')
  expect(await entries()).toEqual(once)
  await unpublish('tea', 'webhook')
  clock.move(DAY_MS)
  await deliver('tea')
  expect(seen(await entries())).toEqual(['tea webhook unpublished', 'tea webhook unpublished'])
})

test('a brand says which platforms report by webhook, and its deliveries confirm those', async () => {
  const { put, deliver, entries, call, brand } = await openDesk()
  const of = async () => (await call('webhooks.status', {})).brands[0]?.providers
  expect(await of()).toEqual(['webhook'])
  await call('webhooks.setProviders', { brandId: brand.id, providers: ['ghost'] })
  expect(await of()).toEqual(['ghost'])
  await put('tea', 'ghost')
  await put('tea', 'webhook')
  await deliver('tea')
  expect(seen(await entries())).toEqual(['tea ghost confirmed', 'tea webhook published'])
  await call('webhooks.setProviders', { brandId: brand.id, providers: ['webhook'] })
  expect(await of()).toEqual(['webhook'])
  await expect(call('webhooks.setProviders', { brandId: 'none', providers: [] })).rejects.toMatchObject({
    kind: 'not-found',
  })
})

test('a draft is a draft in every list, also where only the reply says so', async () => {
  const { put, entries, article: known, events, call, cms, deliver, brand } = await openDesk()
  await put('asked', 'ghost', 'draft')
  await cms.failing({ provider: 'wordpress', fail: 'draft' })
  const kept = await put('kept', 'wordpress')
  expect(kept.state).toBe('confirmed')
  expect(seen(await entries())).toEqual(['asked ghost draft', 'kept wordpress draft'])
  expect((await entries()).map(({ status }) => status)).toEqual(['draft', 'draft'])
  expect(await known('kept')).toMatchObject({ state: 'draft', lastPublishedAt: null })
  expect(await events()).toEqual([])
  expect((await call('impact.list', {})).rows).toEqual([])
  expect((await call('publishing.marks', { brandId: brand.id })).marks).toEqual([])
  const drafts = await call('publishing.articles', { filter: { state: ['draft'] } })
  expect(drafts.rows.map(({ articleSlug }) => articleSlug).toSorted()).toEqual(['asked', 'kept'])
  const { rows } = await call('query.run', { sql: 'SELECT slug, state FROM calendar ORDER BY slug' })
  expect(rows).toEqual([
    ['asked', 'draft'],
    ['kept', 'draft'],
  ])
  await deliver('asked')
  expect(seen(await entries())).toEqual(['asked ghost draft', 'asked webhook confirmed', 'kept wordpress draft'])
})

test('the way from draft to publish has no warning, and only the article that is out is left', async () => {
  const { put, entries, events, call, brand } = await openDesk()
  await put('tea', 'ghost', 'draft')
  const check = (provider: Provider) => call('publishing.check', { brandId: brand.id, articleSlug: 'tea', provider })
  expect((await check('ghost')).warnings).toEqual([])
  await put('tea', 'ghost')
  expect(seen(await entries())).toEqual(['tea ghost published'])
  expect(await events()).toEqual(['Published tea, confirmed by the service'])
  expect((await check('ghost')).warnings).toMatchObject([{ code: 'duplicate' }])
  expect((await check('wordpress')).warnings).toEqual([])
})

test('a report counts articles, then the platforms that they are on', async () => {
  const { put, call, brand, day } = await openDesk()
  for (const provider of ['wordpress', 'ghost', 'shopify'] as const) await put('tea', provider)
  await put('soon', 'ghost', 'draft')
  const { id } = await call('reports.saveTemplate', {
    ...{ name: 'Content', title: 'Content', language: 'en', summary: '', nextSteps: '' },
    sections: [{ kind: 'content' }],
  })
  const period = { from: day(0), to: day(0) }
  const { sections } = await call('reports.draft', { brandId: brand.id, templateId: id, period })
  const blocks = sections.find(({ kind }) => kind === 'content')?.blocks ?? []
  const figures = blocks.flatMap((block) => (block.type === 'figures' ? block.figures : []))
  expect(figures.map(({ key, value }) => [key, value])).toEqual([
    ['published', 1],
    ['platforms', 3],
  ])
  const [table] = blocks.flatMap((block) => (block.type === 'table' ? [block.table] : []))
  expect(table?.rows.map((row) => row.slice(0, 3))).toEqual([[day(0), 'Tea', 'Ghost, Shopify, WordPress']])
})

test('the list of articles shows each platform by itself', async () => {
  const { put, unpublish, article: known, call, brand } = await openDesk()
  await put('tea', 'ghost')
  await put('tea', 'wordpress')
  await unpublish('tea', 'ghost')
  const row = await known('tea')
  expect(row?.providers.map(({ provider, state }) => [provider, state]).toSorted()).toEqual([
    ['ghost', 'unpublished'],
    ['wordpress', 'published'],
  ])
  expect(row?.providers.find(({ provider }) => provider === 'wordpress')?.url).toMatch(/^https:/)
  for (const state of ['unpublished', 'published'] as const)
    expect((await call('publishing.articles', { filter: { state: [state] } })).total).toBe(1)
  const { text } = await call('exports.text', { list: 'articles', headers: 'machine' })
  expect(text).toContain('Ghost: unpublished; WordPress: published')
  const { rows } = await call('query.run', {
    sql: `SELECT slug, provider, state FROM articles WHERE slug = 'tea' ORDER BY provider`,
    brandIds: [brand.id],
  })
  expect(rows).toEqual([
    ['tea', 'ghost', 'unpublished'],
    ['tea', 'wordpress', 'published'],
  ])
})

testAlone('articles that no webhook reports are one quiet item, and many are settled at once', async () => {
  const { schedule, clock, call, entries, brand } = await openDesk()
  for (const slug of ['a', 'b', 'c']) await schedule(slug, 'ghost', 1)
  await schedule('late', 'webhook', 1)
  await schedule('sketch', 'webhook', 1, 'draft')
  clock.move(2 * DAY_MS)
  const items = async () => (await call('today.list', {})).items.filter(({ section }) => section === 'publishing')
  const [overdue, due, ...others] = await items()
  expect(others).toEqual([])
  expect(overdue).toMatchObject({ kind: 'overdue', urgency: 'urgent', title: 'Overdue: Late' })
  expect(due).toMatchObject({ kind: 'due', urgency: 'week', brandId: brand.id })
  expect(due?.title).toBe('4 articles should be out: check')
  expect(due?.about.articles?.map(({ articleSlug, provider }) => `${articleSlug} ${provider}`)).toEqual([
    'a ghost',
    'b ghost',
    'c ghost',
    'sketch webhook',
  ])
  expect(due?.about.articles?.[0]?.postUrl).toMatch(/^https:/)
  expect(seen(await entries()).filter((text) => text.endsWith('due')).length).toBe(5)
  const ids = due?.about.articles?.map(({ entryId }) => entryId) ?? []
  const withLate = [...ids, 'article_999']
  await expect(call('publishing.settle', { entryIds: withLate, isOut: true })).rejects.toMatchObject({
    kind: 'not-found',
  })
  expect((await items()).length).toBe(2)
  await call('publishing.settle', { entryIds: ids, isOut: true })
  expect((await items()).map(({ kind }) => kind)).toEqual(['overdue'])
  expect(seen(await entries())).toEqual([
    'a ghost published',
    'b ghost published',
    'c ghost published',
    'late webhook overdue',
    'sketch webhook draft',
  ])
  await call('webhooks.setProviders', { brandId: brand.id, providers: [] })
  expect((await items()).map(({ kind, title }) => [kind, title])).toEqual([['due', 'Should be out: Late']])
})

testAlone('an alert for a silent webhook passes over platforms that send none', async () => {
  const { put, deliver, call, clock } = await openDesk()
  await deliver('first')
  clock.move(DAY_MS)
  await put('on-ghost', 'ghost')
  await put('drawn', 'webhook', 'draft')
  await put('by-webhook', 'webhook')
  clock.move(3 * DAY_MS)
  const condition = { kind: 'silent-webhook', days: 60, afterPublish: 2 } as const
  const { fired, examples } = await call('alerts.backTest', {
    rule: { name: 'Silent', scope: { of: 'all' }, condition },
  })
  expect([fired, examples.map(({ count }) => count)]).toEqual([1, [1]])
  expect(examples[0]?.detail).toContain('by-webhook')
})

testAlone('an article that failed on one platform stays in Today when it goes out on another', async () => {
  const { put, call, cms } = await openDesk()
  await cms.failing({ provider: 'ghost', fail: 'item' })
  await put('tea', 'ghost')
  const failed = async () =>
    (await call('today.list', {})).items.filter(({ kind }) => kind === 'publish-failed').map(({ title }) => title)
  expect(await failed()).toEqual(['Publish failed: Tea'])
  await put('tea', 'wordpress')
  expect(await failed()).toEqual(['Publish failed: Tea'])
  await put('tea', 'ghost')
  expect(await failed()).toEqual([])
})

test('an unschedule that a person settles late ends nothing that was scheduled after it', async () => {
  const { schedule, call, brand, sandbox, entries, inDays, ...desk } = await openDesk()
  await schedule('tea', 'ghost', 2)
  await sandbox.fault({ operation: 'cms.unschedule', kind: 'cut', at: 'after' })
  const about = { brandId: brand.id, articleSlug: 'tea', holdSeconds: 0 }
  const { intentId } = await call('publishing.unschedule', about)
  expect((await whenIntent({ call, ...desk }, intentId)).state).toBe('unknown')
  await schedule('tea', 'wordpress', 5)
  await call('intents.resolve', { id: intentId, as: 'confirmed' })
  expect(seen(await entries())).toEqual(['tea ghost cancelled', 'tea wordpress scheduled'])
})

test('an unpublish that a person settles late takes down nothing that was published after it', async () => {
  const { put, publish, call, brand, sandbox, entries, ...desk } = await openDesk()
  await put('tea', 'ghost')
  await sandbox.fault({ operation: 'cms.unpublish', kind: 'cut', at: 'after' })
  const about = { brandId: brand.id, articleSlug: 'tea', provider: 'ghost', holdSeconds: 0 } as const
  const { intentId } = await call('publishing.unpublish', about)
  expect((await whenIntent({ call, ...desk }, intentId)).state).toBe('unknown')
  await publish({ provider: 'ghost', articleSlugs: ['tea'], accept: ['duplicate'] })
  await call('intents.resolve', { id: intentId, as: 'confirmed' })
  expect(seen(await entries())).toEqual(['tea ghost published', 'tea ghost unpublished'])
})

test('a schedule whose time has passed elsewhere may end with an unschedule, and a person still says what it is', async () => {
  const { schedule, call, brand, clock, entries, inDays, ...desk } = await openDesk()
  await schedule('tea', 'ghost', 1)
  await schedule('tea', 'wordpress', 10)
  await schedule('milk', 'ghost', 1)
  clock.move(2 * DAY_MS)
  const of = async (articleSlug: string) =>
    (await call('publishing.schedules', { brandId: brand.id, articleSlug })).schedules.map((one) => [
      one.provider,
      one.mayEnd,
    ])
  expect(await of('tea')).toEqual([
    ['wordpress', false],
    ['ghost', true],
  ])
  const onWordpress = (await entries()).find(({ provider }) => provider === 'wordpress')
  const { intentIds } = await call('publishing.move', {
    entryId: onWordpress?.id ?? '',
    publishAt: inDays(20),
    holdSeconds: 0,
  })
  for (const id of intentIds) await whenIntent({ call, ...desk }, id)
  expect(seen(await entries())).toEqual([
    'milk ghost due',
    'tea ghost due',
    'tea wordpress cancelled',
    'tea wordpress scheduled',
  ])
  // Where nothing else is scheduled, that is what the service says it unscheduled.
  expect(await of('milk')).toEqual([['ghost', true]])
  const { intentId } = await call('publishing.unschedule', { brandId: brand.id, articleSlug: 'milk', holdSeconds: 0 })
  expect((await whenIntent({ call, ...desk }, intentId)).state).toBe('confirmed')
  expect(seen(await entries())).toContain('milk ghost cancelled')
})

test('an unpublish of a draft takes nothing down: it is no event of its brand', async () => {
  const { put, unpublish, call } = await openDesk()
  await put('tea', 'ghost', 'draft')
  await put('tea', 'wordpress')
  await put('milk', 'ghost')
  for (const slug of ['tea', 'milk']) await unpublish(slug, 'ghost')
  const events = async () =>
    (await call('annotations.list', {})).rows.filter(({ kind }) => kind === 'unpublished').map(({ text }) => text)
  expect(await events()).toEqual([expect.stringContaining('milk')])
  await put('tea', 'ghost')
  await unpublish('tea', 'ghost')
  expect(await events()).toEqual([expect.stringContaining('tea'), expect.stringContaining('milk')])
})

test('a schedule and a draft that a person settles late replace nothing that was sent after them', async () => {
  const { schedule, put, call, sandbox, entries, ...desk } = await openDesk()
  const isUnknown = async () => {
    const { rows } = await call('intents.list', { filter: { state: ['unknown'] } })
    const id = rows[0]?.id ?? ''
    return (await whenIntent({ call, ...desk }, id)).id
  }
  await sandbox.fault({ operation: 'cms.schedule', kind: 'cut', at: 'after' })
  await schedule('tea', 'ghost', 2)
  const oldSchedule = await isUnknown()
  await schedule('tea', 'ghost', 5)
  const planned = async () => (await entries()).filter(({ state }) => state === 'scheduled').map(({ at }) => at)
  const before = await planned()
  expect(before).toHaveLength(1)
  await call('intents.resolve', { id: oldSchedule, as: 'confirmed' })
  expect(await planned()).toEqual(before)

  await sandbox.fault({ operation: 'cms.publish', kind: 'cut', at: 'after' })
  await put('milk', 'ghost', 'draft')
  const oldDraft = await isUnknown()
  await desk.publish({ provider: 'ghost', articleSlugs: ['milk'], accept: ['duplicate'] })
  await call('intents.resolve', { id: oldDraft, as: 'confirmed' })
  expect(seen(await entries())).toEqual(['milk ghost published', 'tea ghost scheduled'])
})

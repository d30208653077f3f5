import { describe, expect, it } from 'vitest'
import { toDay } from '../../src-main/base/clock.ts'
import { createSessionKeychain } from '../../src-main/keychain/session-keychain.ts'
import type { DeskEvent } from '../../src-shared/desk/contract.ts'
import { DATASETS, type Dataset } from '../../src-shared/desk/sync.ts'
import { type BrandsDesk, openBrandsDesk } from '../support/brands-desk.ts'
import { type OpenSandbox, openSandbox } from '../support/sandbox.ts'
import { tempHome } from '../support/temp-home.ts'
import { testClock } from '../support/test-clock.ts'

const DAY_MS = 86_400_000

const addAll = async (desk: BrandsDesk, sandbox: OpenSandbox) => {
  const rows = sandbox.brands.map(({ name, key }) => ({ name, key }))
  const { results } = await desk.call('brands.addMany', { rows, sessionOnly: true })
  return results.flatMap(({ brand }) => (brand === undefined ? [] : [brand]))
}

const setup = async (
  options: Parameters<typeof openSandbox>[0] = {},
  deskOptions: Parameters<typeof openBrandsDesk>[0] = {},
) => {
  const sandbox = await openSandbox(options)
  const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl, ...deskOptions })
  const brands = await addAll(desk, sandbox)
  const [first] = brands
  if (first === undefined) throw new Error('the sandbox has no brand')
  return { sandbox, desk, brands, first }
}

type Status = Awaited<ReturnType<BrandsDesk['runSync']>>
const stateOf = (status: Status, brandId: string, dataset: Dataset) =>
  status.rows.find((row) => row.brandId === brandId && row.dataset === dataset)

const isPair =
  (brandId: string, dataset: Dataset, state: string) =>
  ({ name, payload }: DeskEvent) =>
    name === 'sync.progress' &&
    payload.pair?.brandId === brandId &&
    payload.pair.dataset === dataset &&
    payload.pair.state === state

describe('a sync', () => {
  it('fills every dataset of a brand, and its pages answer from the cache', async () => {
    const { desk, first } = await setup({ brands: 1 })
    const status = await desk.runSync()
    expect(status.rows.map(({ dataset, state, error }) => [dataset, state, error])).toEqual(
      DATASETS.map((dataset) => [dataset, 'ok', null]),
    )
    expect(status.run).toMatchObject({
      done: DATASETS.length,
      failed: 0,
      cancelled: 0,
      total: DATASETS.length,
      endedAt: expect.any(String),
    })
    const page = await desk.call('rankings.page', { brandIds: [first.id] })
    expect(page.total).toBe(stateOf(status, first.id, 'rankings')?.rows)
    expect(page.total).toBeGreaterThan(0)
    expect((await desk.call('rankings.days', {})).days.length).toBe(30)
    expect((await desk.call('clusters.page', {})).total).toBeGreaterThan(0)
    expect((await desk.call('prospects.page', {})).total).toBeGreaterThan(0)
    expect((await desk.call('contacts.page', {})).total).toBeGreaterThan(0)
    expect(desk.unexpected).toEqual([])
  })

  it('follows listings page by page', async () => {
    const { desk, first } = await setup({ brands: 1, pageSize: 7 })
    const status = await desk.runSync({ datasets: ['rankings', 'prospects'] })
    expect((await desk.call('rankings.page', {})).total).toBe(stateOf(status, first.id, 'rankings')?.rows)
    expect((await desk.call('rankings.page', {})).total).toBeGreaterThan(7)
    expect((await desk.call('prospects.page', {})).total).toBeGreaterThan(7)
  })

  it('emits what changed, with the brand', async () => {
    const { desk, first } = await setup({ brands: 1 })
    await desk.runSync()
    const changed = desk.events.flatMap(({ name, payload }) =>
      name === 'changed' && payload.brandIds !== 'all' ? [payload] : [],
    )
    expect(new Set(changed.flatMap(({ brandIds }) => brandIds))).toEqual(new Set([first.id]))
    expect(changed.flatMap(({ datasets }) => datasets)).toEqual(expect.arrayContaining([...DATASETS]))
  })

  it('fetches only missing days, newest first', async () => {
    const { sandbox, desk } = await setup({ brands: 1 })
    await desk.runSync({ datasets: ['rankings'] })
    await desk.runSync({ datasets: ['history'] })
    const before = (await sandbox.requests()).length
    const asked = (await sandbox.requests()).filter(
      ({ query }) => query.startDate !== undefined && query.startDate === query.endDate,
    )
    const days = asked.map(({ query }) => query.startDate ?? '')
    expect(days).toEqual([...days].sort().reverse())
    expect(new Set(days).size).toBe(30)
    await desk.runSync({ datasets: ['history'] })
    expect((await sandbox.requests()).length).toBe(before)
  })

  it('uses the newest day with data when today is still empty, and stores no empty day', async () => {
    const twoDaysAgo = testClock.now() - 2 * DAY_MS
    const { desk } = await setup({ brands: 1, now: () => twoDaysAgo })
    await desk.runSync({ datasets: ['rankings'] })
    expect((await desk.call('rankings.days', {})).days).toEqual([{ day: toDay(twoDaysAgo), brands: 1 }])
    await desk.runSync({ datasets: ['history'] })
    const { days } = await desk.call('rankings.days', {})
    expect(days[0]?.day).toBe(toDay(twoDaysAgo))
    expect(days).toHaveLength(28)
  })

  it.each([
    ['the newest day with data, where the service has none of the last days', 2, 2],
    ['the same three days ago', 3, 3],
    ['yesterday, where today has data already', 0, 1],
    ['yesterday, where the last four days have no data', 4, 1],
    ['yesterday, where the last days have no data at all', 9, 1],
  ])('reviews 28 whole days until %s', async (_, lateDays, endsBefore) => {
    const day = (back: number) => toDay(testClock.now() - back * DAY_MS)
    const { sandbox, desk } = await setup({ brands: 1, now: () => testClock.now() - lateDays * DAY_MS })
    await desk.runSync({ datasets: ['rankings'] })
    const windows = (await sandbox.requests()).filter(({ query }) => query.compare === 'true')
    const period = { from: day(endsBefore + 27), to: day(endsBefore) }
    expect(windows.map(({ query }) => [query.startDate, query.endDate])).toEqual([[period.from, period.to]])
    const { clicks, ...totals } = await desk.call('rankings.totals', {})
    expect(totals).toMatchObject({ period, comparePeriod: { from: day(endsBefore + 55), to: day(endsBefore + 28) } })
    if (lateDays > 2) return
    // A report of the same days, and the sum of the days, say the same.
    await desk.runSync({ datasets: ['history'] })
    const summed = await desk.call('rankings.totals', { period: { days: 28 } })
    expect([summed.period, summed.clicks.now]).toEqual([period, clicks.now])
  })

  it('fetches another slice on demand, beside the default one', async () => {
    const { sandbox, desk, first } = await setup({ brands: 1 })
    await desk.runSync({ datasets: ['rankings'] })
    const slice = { device: 'mobile', country: 'us' } as const
    const before = await desk.call('sync.status', {})
    await desk.runSync({ brandIds: [first.id], datasets: ['rankings'], slice })
    expect((await desk.call('rankings.page', { slice })).total).toBeGreaterThan(0)
    const last = (await sandbox.requests()).at(-1)
    expect(last?.query).toMatchObject({ device: 'mobile', country: 'us' })
    expect((await desk.call('sync.status', {})).rows).toEqual(before.rows)
  })
})

describe('a fault', () => {
  it.each([
    ['401', { kind: 'status', status: 401 }, 'unauthorized'],
    ['403', { kind: 'status', status: 403 }, 'forbidden'],
    ['429 for hours', { kind: 'status', status: 429, retryAfterSeconds: 7_200 }, 'rate-limited'],
    ['500 for good', { kind: 'status', status: 500, times: 4 }, 'service'],
    ['lines cut for good', { kind: 'cut', times: 4 }, 'network'],
    ['malformed JSON', { kind: 'malformed' }, 'bad-response'],
    ['JSON of another shape', { kind: 'malformed', body: '{"items":[{"keyword":7}]}' }, 'bad-response'],
    ['a page', { kind: 'html', status: 200 }, 'bad-response'],
    ['a truncated body', { kind: 'truncated' }, 'bad-response'],
    ['100 MB, whatever the page', { kind: 'huge', times: 7 }, 'bad-response'],
  ] as const)('%s: of one brand is kept beside its old rows, and the others go on', async (_, fault, kind) => {
    const { sandbox, desk, brands, first } = await setup({ brands: 2 })
    const before = stateOf(await desk.runSync({ datasets: ['rankings'] }), first.id, 'rankings')
    const rowsBefore = await desk.call('rankings.page', { brandIds: [first.id], limit: 500 })
    await sandbox.fault({ ...fault, operation: 'rankTracking.topKeywords', teamId: first.teamId ?? '' })
    const status = await desk.runSync({ datasets: ['rankings'] })
    expect(status.run).toMatchObject({ done: 1, failed: 1, total: 2 })
    expect(stateOf(status, first.id, 'rankings')).toMatchObject({
      state: 'failed',
      error: { kind },
      fetchedAt: before?.fetchedAt,
      nextTryAt: kind === 'unauthorized' ? null : expect.any(String),
    })
    expect(stateOf(status, brands[1]?.id ?? '', 'rankings')).toMatchObject({ state: 'ok', error: null })
    expect((await desk.call('rankings.page', { brandIds: [first.id], limit: 500 })).rows).toEqual(rowsBefore.rows)
  })

  it('has no next try while the background sync is off', async () => {
    const { sandbox, desk, first } = await setup({ brands: 1 })
    await sandbox.fault({ kind: 'status', status: 500, times: 4, operation: 'topicClusters.list' })
    const nextTry = (status: Status) => stateOf(status, first.id, 'clusters')?.nextTryAt
    expect(nextTry(await desk.runSync({ datasets: ['clusters'] }))).toEqual(expect.any(String))
    await desk.settings.set({ syncEveryMinutes: 0 })
    expect(nextTry(await desk.call('sync.status', {}))).toBeNull()
    await desk.settings.set({ syncEveryMinutes: 1 })
    expect(nextTry(await desk.call('sync.status', {}))).toEqual(expect.any(String))
  })

  it.each([
    ['500', { kind: 'status', status: 500, times: 2 }],
    ['a cut line', { kind: 'cut', at: 'mid-reply', times: 2 }],
    ['429', { kind: 'status', status: 429, retryAfterSeconds: 0 }],
  ] as const)('%s that passes is not seen', async (_, fault) => {
    const { sandbox, desk, first } = await setup({ brands: 1 })
    await sandbox.fault({ ...fault, operation: 'topicClusters.list' })
    expect(stateOf(await desk.runSync({ datasets: ['clusters'] }), first.id, 'clusters')).toMatchObject({ state: 'ok' })
  })

  it('401 shows on the brand, until a request succeeds', async () => {
    const { sandbox, desk, first } = await setup({ brands: 1 })
    await sandbox.fault({ operation: 'topicClusters.list', kind: 'status', status: 401 })
    await desk.runSync({ datasets: ['clusters'] })
    expect(desk.book.get(first.id).keyState).toBe('unauthorized')
    await desk.runSync({ datasets: ['clusters'] })
    expect(desk.book.get(first.id).keyState).toBe('ok')
  })

  it('403 shows on the brand only if other operations refuse the key too', async () => {
    const { sandbox, desk, first } = await setup({ brands: 1 })
    await sandbox.fault({ operation: 'topicClusters.list', kind: 'status', status: 403, times: 2 })
    await desk.runSync({ datasets: ['clusters'] })
    expect(desk.book.get(first.id).keyState).toBe('ok')
    await sandbox.fault({ operation: 'connectors.catalog', kind: 'status', status: 403 })
    await desk.runSync({ datasets: ['clusters'] })
    expect(desk.book.get(first.id).keyState).toBe('forbidden')
  })

  it('without the service every pair fails with network, and cached rows stay', async () => {
    const { sandbox, desk } = await setup({ brands: 2 })
    await desk.runSync({ datasets: ['rankings', 'clusters'] })
    const before = await desk.call('rankings.page', {})
    await sandbox.close()
    const status = await desk.runSync({ datasets: ['rankings', 'clusters'] })
    expect(status.run).toMatchObject({ done: 0, failed: 4 })
    expect(status.rows.filter(({ state }) => state === 'failed').map(({ error }) => error?.kind)).toEqual(
      Array(4).fill('network'),
    )
    expect(await desk.call('rankings.page', {})).toEqual(before)
  })

  it('a brand that waits for the limiter blocks no other brand', async () => {
    const { sandbox, desk, brands, first } = await setup({ brands: 3 })
    await desk.settings.set({ syncConcurrency: 1 })
    await sandbox.fault({
      operation: 'topicClusters.list',
      kind: 'status',
      status: 429,
      retryAfterSeconds: 600,
      teamId: first.teamId ?? '',
    })
    const others = brands.slice(1).map(({ id }) => desk.whenEvent(isPair(id, 'clusters', 'ok')))
    const waiting = desk.whenEvent(({ name }) => name === 'limiter.waiting')
    const { runId } = await desk.call('sync.run', { datasets: ['clusters'] })
    await Promise.all(others)
    expect(await waiting).toMatchObject({ payload: { brandId: first.id, operation: 'topicClusters.list' } })
    const ended = desk.whenEvent(({ name, payload }) => name === 'sync.progress' && payload.run.endedAt !== null)
    expect(await desk.call('sync.cancel', { runId })).toEqual({ cancelled: 1 })
    expect(await ended).toMatchObject({ payload: { run: { done: 2, cancelled: 1 } } })
  })
})

describe('the order of work', () => {
  it('is the view in use, then the requested run, then the background', async () => {
    const { sandbox, desk, brands } = await setup({ brands: 4 })
    await desk.settings.set({ syncConcurrency: 1, syncEveryMinutes: 60, historyDays: 1 })
    const [, second, third, fourth] = brands
    const before = (await sandbox.requests()).length
    const allDone = desk.whenEvent(
      ({ name, payload }) =>
        name === 'sync.progress' && payload.run.endedAt !== null && payload.run.total === 4 * DATASETS.length,
    )
    desk.sync.start()
    await desk.call('sync.run', { brandIds: [third?.id ?? ''], datasets: ['clusters'] })
    await desk.call('sync.prioritise', { brandIds: [fourth?.id ?? ''], dataset: 'prospects' })
    await allDone
    const asked = (await sandbox.requests()).slice(before)
    const started = asked.map(
      ({ operation, teamId }) => `${operation} ${brands.findIndex((brand) => brand.teamId === teamId)}`,
    )
    // The first began before anything else was requested.
    expect(started[0]).toBe('rankTracking.topKeywords 0')
    const rest = started.filter((one) => one !== started[0])
    expect(rest.slice(0, 2)).toEqual(['outreach.prospects 3', 'topicClusters.list 2'])
    expect(rest[2]).toBe('rankTracking.topKeywords 1')
    expect(second).toBeDefined()
  })

  it('adds what is requested meanwhile to the current run, each pair once', async () => {
    const { desk, first } = await setup({ brands: 2 })
    const ended = desk.whenEvent(({ name, payload }) => name === 'sync.progress' && payload.run.endedAt !== null)
    const one = await desk.call('sync.run', { datasets: ['clusters'] })
    const two = await desk.call('sync.run', { brandIds: [first.id], datasets: ['clusters', 'tracked'] })
    expect(two).toEqual({ runId: one.runId, total: 3 })
    expect(await ended).toMatchObject({ payload: { run: { done: 3, total: 3 } } })
  })
})

describe('end and restart', () => {
  it('a cancelled run ends a pair that the desk checks by itself at the same time', async () => {
    const { sandbox, desk, first } = await setup({ brands: 1 })
    await sandbox.fault({ operation: 'topicClusters.list', kind: 'hold' })
    const running = desk.whenEvent(isPair(first.id, 'clusters', 'running'))
    expect(desk.sync.refresh(first.id, ['clusters'])).toBe(true)
    await running
    const { runId } = await desk.call('sync.run', { datasets: ['clusters'] })
    expect(await desk.call('sync.cancel', { runId })).toEqual({ cancelled: 1 })
    expect(stateOf(await desk.call('sync.status', {}), first.id, 'clusters')?.state).toBe('cancelled')
  })

  it('a cancelled run keeps its data, counts the rest as cancelled, and can run again', async () => {
    const { sandbox, desk, first } = await setup({ brands: 1 })
    await sandbox.fault({ operation: 'rankTracking.topKeywords', kind: 'hold', times: 100 })
    const { runId } = await desk.call('sync.run', { datasets: ['rankings', 'history', 'clusters'] })
    await desk.whenEvent(isPair(first.id, 'clusters', 'ok'))
    expect(await desk.call('sync.cancel', { runId })).toEqual({ cancelled: 2 })
    const status = await desk.call('sync.status', {})
    expect(status.run).toMatchObject({ done: 1, cancelled: 2, total: 3, endedAt: expect.any(String) })
    expect(stateOf(status, first.id, 'rankings')).toMatchObject({ state: 'cancelled', error: null, fetchedAt: null })
    await sandbox.clearFaults()
    expect(stateOf(await desk.runSync({ datasets: ['rankings'] }), first.id, 'rankings')).toMatchObject({ state: 'ok' })
    expect(await desk.call('sync.cancel', {})).toEqual({ cancelled: 0 })
  })

  it('a run continues after a restart with only the remaining pairs', async () => {
    const home = tempHome()
    const session = createSessionKeychain()
    const sandbox = await openSandbox({ brands: 2 })
    // Replaces a keychain that outlives the desk.
    const os = { ...session, status: async () => ({ state: 'ok', message: '' }) as const }
    const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl, home, os })
    const { results } = await desk.call('brands.addMany', {
      rows: sandbox.brands.map(({ name, key }) => ({ name, key })),
    })
    const [first, second] = results.map(({ brand }) => brand?.id ?? '')
    await desk.runSync({ brandIds: [second ?? ''] })
    await sandbox.fault({ operation: 'topicClusters.list', kind: 'hold' })
    const running = desk.whenEvent(isPair(first ?? '', 'clusters', 'running'))
    await desk.call('sync.run', { brandIds: [first ?? ''], datasets: ['clusters'] })
    await running
    await desk.close()

    await sandbox.clearFaults()
    const next = await openBrandsDesk({ home, os })
    await next.settings.set({ syncEveryMinutes: 0 })
    expect(stateOf(await next.call('sync.status', {}), first ?? '', 'clusters')?.state).toBe('queued')
    const done = next.whenEvent(({ name, payload }) => name === 'sync.progress' && payload.run.endedAt !== null)
    next.sync.start()
    expect(await done).toMatchObject({ payload: { run: { done: 1, total: 1 } } })
    expect(stateOf(await next.call('sync.status', {}), first ?? '', 'clusters')).toMatchObject({
      state: 'ok',
      error: null,
    })
  })

  it('background sync begins with a brand when it is added', async () => {
    const sandbox = await openSandbox({ brands: 1 })
    const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl })
    desk.sync.start()
    const done = desk.whenEvent(({ name, payload }) => name === 'sync.progress' && payload.run.endedAt !== null)
    await desk.call('brands.add', { name: 'Acme', key: sandbox.keyOf(0), sessionOnly: true })
    expect(await done).toMatchObject({ payload: { run: { done: DATASETS.length, failed: 0, total: DATASETS.length } } })
  })

  it('sync drops only days that are too old to stay complete', async () => {
    let shiftMs = 0
    const clock = { ...testClock, now: () => testClock.now() + shiftMs }
    const { desk } = await setup({ brands: 1 }, { clock })
    await desk.runSync({ datasets: ['rankings', 'history'] })
    const listDays = async () => (await desk.call('rankings.days', {})).days.map(({ day }) => day)
    const before = await listDays()
    expect(before).toHaveLength(30)
    shiftMs = 385 * DAY_MS
    desk.sync.start()
    const oldestKept = toDay(clock.now() - 400 * DAY_MS)
    // The same background fills newer days meanwhile.
    const oldDays = async () => (await listDays()).filter((day) => before.includes(day))
    await expect.poll(oldDays).toEqual(before.filter((day) => day >= oldestKept))
  })
})

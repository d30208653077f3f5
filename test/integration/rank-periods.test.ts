// Periods over the real service: what the cache sums up from days is what the service sums up, and totals are what
// the rows add up to.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { openSandbox } from '../support/sandbox.ts'

const openDesk = async () => {
  const sandbox = await openSandbox({ brands: 2, keywords: 40, days: 60 })
  const desk = await openTestDesk()
  await desk.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  await desk.call('desk.setSettings', { historyDays: 20 })
  const add = async (index: number) =>
    (await desk.call('brands.add', { name: `B${index}`, key: sandbox.keyOf(index), sessionOnly: true })).id
  const brandIds = [await add(0), await add(1)]
  await desk.sync({ datasets: ['rankings', 'history', 'tracked'] })
  return { ...desk, sandbox, brandIds }
}
type Desk = Awaited<ReturnType<typeof openDesk>>
type Query = Omit<CallInput<'rankings.totals'>, 'brandIds'>

const allRows = async ({ call }: Desk, query: Query) => (await call('rankings.page', { ...query, limit: 500 })).rows

test('weeks that are cached are compared offline, and equal those that the service sums up', async () => {
  const desk = await openDesk()
  const { call, sandbox } = desk
  const query: Query = { period: { days: 7 }, comparePeriod: 'previous' }
  const before = (await sandbox.requests()).length
  const totals = await call('rankings.totals', query)
  const rows = await allRows(desk, query)
  expect(totals.brands).toEqual({ asked: 2, shown: 2, compared: 2 })
  expect((await sandbox.requests()).length).toBe(before)

  // The same days, asked of the service as one period.
  const { period, comparePeriod } = totals
  if (period === null || comparePeriod === null) throw new Error('There are whole days.')
  const own = rows.filter(({ brandId }) => brandId === desk.brandIds[0])
  const text = `${sandbox.baseUrl}/v3/rank-tracking/top-keywords?startDate=${period.from}&endDate=${period.to}&limit=1000`
  const reply = await fetch(text, { headers: { authorization: `Bearer ${sandbox.keyOf(0)}` } })
  const { items } = (await reply.json()) as { items: { keyword: string; clicks: number; position: number | null }[] }
  const found = new Map(own.map((row) => [row.keyword, row]))
  for (const { keyword, clicks, position } of items) {
    expect(found.get(keyword)?.clicks).toBe(clicks)
    if (position !== null) expect(Math.abs((found.get(keyword)?.position ?? 0) - position)).toBeLessThan(0.02)
  }
})

test('totals equal what independent SQL finds in the cache, whatever the filter', async () => {
  const desk = await openDesk()
  const { call, home, brandIds } = desk
  const cache = new DatabaseSync(join(home, 'cache.db'), { readOnly: true })
  const sql = `SELECT count(*) AS keywords, sum(clicks) AS clicks, sum(impressions) AS impressions, avg(position) AS position
    FROM rank_latest WHERE`
  const cases: [CallInput<'rankings.totals'>['filter'], string][] = [
    [{}, 'TRUE'],
    [{ positionMax: 10 }, 'position <= 10'],
    [{ change: ['up'] }, 'position_change <= -0.5'],
    [
      { clicksMin: 3, tracked: true },
      `clicks >= 3 AND keyword IN (SELECT keyword FROM tracked_keyword t
        WHERE t.brand_no = (SELECT brand_no FROM rank_slice s WHERE s.id = slice))`,
    ],
  ]
  for (const [filter = {}, where] of cases) {
    const row = cache.prepare(`${sql} ${where}`).get()
    const totals = await call('rankings.totals', { filter })
    expect(totals.keywords).toBe(row?.keywords)
    expect([totals.clicks.now, totals.impressions.now]).toEqual([row?.clicks, row?.impressions])
    expect(totals.avgPosition).toBeCloseTo(Number(row?.position), 6)
    expect(totals.bands.reduce((sum, band) => sum + band.keywords, 0)).toBe(totals.keywords)
  }
  cache.close()
  const one = await call('rankings.totals', {
    brandIds: brandIds.slice(0, 1),
    period: { days: 7 },
    comparePeriod: 'previous',
  })
  const rows = (await allRows(desk, { period: { days: 7 }, comparePeriod: 'previous' })).filter(
    ({ brandId }) => brandId === brandIds[0],
  )
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  expect(one.clicks).toEqual({
    now: sum(({ clicks }) => clicks),
    before: sum(({ clicks, clicksChange }) => clicks - (clicksChange ?? 0)),
  })
  expect(one.bands.map(({ change }) => change).reduce((total, change) => (total ?? 0) + (change ?? 0), 0)).toBe(0)
})

test('every listing of rankings names its days and a limit; only the last 28 days are compared by the service', async () => {
  const { sandbox, sync, brandIds } = await openDesk()
  await sync({ brandIds: brandIds.slice(0, 1), periods: [{ from: '2026-01-01', to: '2026-01-31' }] })
  const sent = (await sandbox.requests()).filter(({ path }) => path.endsWith('/top-keywords')).map(({ query }) => query)
  expect(sent.length).toBeGreaterThan(20)
  for (const { startDate, endDate, limit, compare, ...others } of sent) {
    expect([startDate, endDate]).toEqual([expect.stringMatching(/^\d{4}-/), expect.stringMatching(/^\d{4}-/)])
    expect(Number(limit)).toBe(100_000)
    const days = (Date.parse(String(endDate)) - Date.parse(String(startDate))) / 86_400_000 + 1
    expect(compare === undefined).toBe(days !== 28)
    // The legacy counts of days say less than dates, and the default slice is the service's own.
    expect(Object.keys(others)).toEqual([])
  }
})

test('period whose days are not all cached is fetched on request with its first and last day, and stays', async () => {
  const desk = await openDesk()
  const { call, sandbox, brandIds, sync } = desk
  const { period: week } = await call('rankings.totals', { period: { days: 7 } })
  const last = week?.to ?? ''
  const dayBefore = (days: number) => new Date(Date.parse(last) - days * 86_400_000).toISOString().slice(0, 10)
  const query = {
    period: { from: dayBefore(27), to: last },
    comparePeriod: { from: dayBefore(55), to: dayBefore(28) },
  }
  expect((await call('rankings.totals', query)).brands).toEqual({ asked: 2, shown: 0, compared: 0 })
  expect((await allRows(desk, query)).length).toBe(0)

  const before = (await sandbox.requests()).length
  const freshness = (await call('sync.status', {})).rows
  const run = await sync({ brandIds: brandIds.slice(0, 1), periods: [query.period, query.comparePeriod] })
  expect(run).toMatchObject({ total: 1, done: 1, failed: 0 })
  const sent = (await sandbox.requests()).slice(before).map(({ query: sent }) => sent)
  expect(sent).toEqual([
    expect.objectContaining({ startDate: query.period.from, endDate: query.period.to, limit: expect.anything() }),
    expect.objectContaining({ startDate: query.comparePeriod.from, endDate: query.comparePeriod.to }),
  ])
  expect((await call('sync.status', {})).rows).toEqual(freshness)
  const totals = await call('rankings.totals', query)
  expect(totals.brands).toEqual({ asked: 2, shown: 1, compared: 1 })
  expect(totals.keywords).toBeGreaterThan(0)
  expect(totals.clicks.before).toBeGreaterThan(0)
  const exported = await call('exports.write', { list: 'rankings', input: query })
  expect(exported.rowCount).toBe(totals.keywords)
  expect(exported.fileName).toContain(`${query.period.from}-to-${query.period.to}-vs-${query.comparePeriod.from}`)
})

test('a free period shows the page that ranked on its last cached day, also offline', async () => {
  const desk = await openDesk()
  const { call, sandbox } = desk
  const newest =
    (await call('rankings.days', {})).days
      .map(({ day }) => day)
      .toSorted()
      .at(-1) ?? ''
  const back = (days: number) => new Date(Date.parse(newest) - days * 86_400_000).toISOString().slice(0, 10)
  const window = await allRows(desk, {})
  await sandbox.close()
  const rows = await allRows(desk, { period: { from: back(12), to: back(6) } })
  expect(rows.filter(({ position }) => position !== null).length).toBeGreaterThan(20)
  const onDay = await allRows(desk, { day: back(6) })
  const pageOf = new Map(onDay.map((row) => [`${row.brandId} ${row.keyword}`, row.topPage]))
  for (const { brandId, keyword, topPage, position } of rows) {
    const ofDay = pageOf.get(`${brandId} ${keyword}`)
    if (ofDay != null) expect(topPage).toBe(ofDay)
    else if (position !== null) expect(topPage).toMatch(/^https?:/)
  }
  expect([...pageOf.values()].filter((page) => page !== null).length).toBeGreaterThan(20)
  const first = rows.find(({ topPage }) => topPage !== null)
  const same = window.find(({ brandId, keyword }) => brandId === first?.brandId && keyword === first.keyword)
  expect(same?.rankedPages.map(({ page }) => page)).toContain(first?.topPage)
})

test('the review window shows its first ranked page, and a period without a cached day none', async () => {
  const desk = await openDesk()
  const window = await allRows(desk, {})
  for (const row of window) expect(row.topPage).toBe(row.rankedPages[0]?.page ?? null)
  const period = { from: '2024-01-01', to: '2024-01-07' }
  expect((await allRows(desk, { period })).filter(({ topPage }) => topPage !== null)).toEqual([])
})

// Periods: summed up from days that are all cached, or taken as the service sums them up.
import { expect, test } from 'vitest'
import { dayFromNumber, dayNumber } from '../../../src-main/base/clock.ts'
import { ingestPeriod } from '../../../src-main/rankings/queries/ingest/period.ts'
import { resolvePeriods, savePeriods } from '../../../src-main/rankings/queries/rank-periods.ts'
import type { RankQuery } from '../../../src-main/rankings/queries/rank-plan.ts'
import { rankTotals } from '../../../src-main/rankings/queries/rank-totals.ts'
import { deleteBrand } from '../../../src-main/store/brand-removal.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import type { AnyPeriod, Period } from '../../../src-shared/desk/values/period.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { addBrand, type Item, loadDay, loadWindow, queryOf, rankDb, rankPage, windowBody } from './rank-db.ts'

const FIRST = dayNumber('2026-01-01')
const dayAt = (index: number) => dayFromNumber(FIRST + index)
const afterwards = (day: string) => (dayNumber(day) + 1) * 86_400_000
const period = (from: number, to: number): Period => ({ from: dayAt(from), to: dayAt(to) })

const loadDays = (db: WritableDb, brandId: string, days: number, itemsOf: (day: number) => Item[]) => {
  for (let index = 0; index < days; index += 1)
    loadDay(db, { brandId, day: dayAt(index), items: itemsOf(index), fetchedAtMs: afterwards(dayAt(index)) })
}
const fetched = (db: WritableDb, brandId: string, of: Period, items: Item[], fetchedAtMs = afterwards(of.to)) =>
  ingestPeriod(db, { brandId, slice: DEFAULT_SLICE, period: of, batch: 1, body: windowBody(items), fetchedAtMs })

/** What the handlers do before a query with periods. */
const prepare = (db: WritableDb, asked: AnyPeriod, comparePeriod?: 'previous' | Period) => {
  const args = { brandIds: 'all', slice: DEFAULT_SLICE, today: '2026-03-01' } as const
  const { missing, ...periods } = resolvePeriods(db, { ...args, period: asked, comparePeriod })
  savePeriods(db, { slice: DEFAULT_SLICE, periods: missing })
  return { missing, ...periods }
}
const rowsOf = (db: WritableDb, query: Partial<RankQuery>) =>
  rankPage(db, queryOf({ brandIds: 'all', sort: [{ by: 'keyword', direction: 'asc' }], ...query })).rows

test('period sums clicks and impressions of its days, and weighs positions by impressions', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  loadDays(db, brandId, 4, (day) => [
    { keyword: 'tea', position: day < 2 ? 10 : 4, clicks: day, impressions: day < 2 ? 100 : 300 },
    { keyword: 'unseen', position: 20 + day },
    ...(day < 2 ? [{ keyword: 'lost', position: 8, clicks: 1, impressions: 10 }] : []),
    ...(day === 3 ? [{ keyword: 'new', position: 30, impressions: 5 }] : []),
  ])
  const { period: now, comparePeriod } = prepare(db, { days: 2 }, 'previous')
  expect([now, comparePeriod]).toEqual([period(2, 3), period(0, 1)])
  const rows = rowsOf(db, { period: now, comparePeriod })
  expect(rows.map((row) => [row.keyword, row.positionBefore, row.position, row.positionChange])).toEqual([
    ['lost', 8, null, null],
    ['new', null, 30, null],
    ['tea', 10, 4, -6],
    ['unseen', 20.5, 22.5, 2],
  ])
  expect(rows.map((row) => [row.clicks, row.clicksChange, row.impressions, row.impressionsChange])).toEqual([
    [0, -2, 0, -20],
    [0, 0, 5, 5],
    [5, 4, 600, 400],
    [0, 0, 0, 0],
  ])
  const whole = prepare(db, period(0, 3))
  const [tea] = rowsOf(db, { period: whole.period, search: 'tea' })
  expect(tea).toMatchObject({ position: (10 * 200 + 4 * 600) / 800, clicks: 6, impressions: 800, positionChange: null })
})

test('period is summed up once, and again after one of its days was read again', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  loadDays(db, brandId, 3, () => [{ keyword: 'tea', position: 5, clicks: 1, impressions: 10 }])
  expect(prepare(db, period(0, 2)).missing).toHaveLength(1)
  expect(prepare(db, period(0, 2)).missing).toEqual([])
  loadDay(db, {
    brandId,
    day: dayAt(1),
    items: [{ keyword: 'tea', position: 5, clicks: 7, impressions: 10 }],
    fetchedAtMs: afterwards(dayAt(2)),
  })
  expect(rowsOf(db, { period: prepare(db, period(0, 2)).period })[0]?.clicks).toBe(9)
})

test('period with a day missing has no rows until it is fetched, and the fetched one gives way to newer days', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  loadDays(db, brandId, 3, () => [{ keyword: 'tea', position: 5, clicks: 1, impressions: 10 }])
  const wanted = period(1, 3)
  expect(prepare(db, wanted).missing).toEqual([])
  expect(rowsOf(db, { period: wanted })).toEqual([])
  fetched(db, brandId, wanted, [{ keyword: 'coffee', position: 3, clicks: 50, impressions: 400 }])
  expect(rowsOf(db, { period: wanted }).map((row) => [row.keyword, row.clicks])).toEqual([['coffee', 50]])
  expect(prepare(db, wanted).missing).toEqual([])
  loadDay(db, {
    brandId,
    day: dayAt(3),
    items: [{ keyword: 'tea', position: 5, clicks: 1, impressions: 10 }],
    fetchedAtMs: afterwards(dayAt(4)),
  })
  expect(prepare(db, wanted).missing).toHaveLength(1)
  expect(rowsOf(db, { period: wanted }).map((row) => [row.keyword, row.clicks])).toEqual([['tea', 3]])
})

test('relative period ends with the newest day that is over and that most brands have', () => {
  const db = rankDb()
  const [acme, bolt, late] = ['Acme', 'Bolt', 'Late'].map((name) => addBrand(db, name))
  const items = [{ keyword: 'tea', position: 5 }]
  for (const brandId of [acme, bolt]) loadDays(db, brandId ?? '', 5, () => items)
  loadDays(db, late ?? '', 3, () => items)
  loadDay(db, { brandId: acme ?? '', day: dayAt(5), items, fetchedAtMs: afterwards(dayAt(5)) })
  loadDay(db, { brandId: bolt ?? '', day: dayAt(5), items, fetchedAtMs: afterwards(dayAt(5)) - 1 })
  expect(prepare(db, { days: 3 }).period).toEqual(period(2, 4))
  expect(prepare(rankDb(), { days: 3 }).period).toEqual({ from: '2026-02-26', to: '2026-02-28' })
})

test('totals add up the filtered rows of the window, of a day, and of two periods side by side', () => {
  const db = rankDb()
  const [acme = '', bolt = ''] = ['Acme', 'Bolt'].map((name) => addBrand(db, name))
  const positions = [1, 3.4, 3.6, 10, 15, 30, 80, null]
  const items = positions.map((position, index) => ({
    keyword: `word ${index}`,
    position,
    clicks: index,
    impressions: 10 * index,
    clicksChange: 1,
    impressionsChange: -5,
    positionChange: position === null ? null : -1,
  }))
  loadWindow(db, { brandId: acme, items, fetchedAtMs: Date.UTC(2026, 0, 29, 9) })
  const all = { brandIds: 'all', slice: DEFAULT_SLICE, filter: {} } as const
  expect(rankTotals(db, all)).toEqual({
    keywords: 8,
    bands: [2, 2, 1, 1, 1, 1].map((keywords, at) => ({
      band: ['top3', '4-10', '11-20', '21-50', '51+', 'none'][at],
      keywords,
      change: null,
    })),
    clicks: { now: 28, before: 20 },
    impressions: { now: 280, before: 320 },
    ctr: { now: 0.1, before: 20 / 320 },
    avgPosition: (1 + 3.4 + 3.6 + 10 + 15 + 30 + 80) / 7,
    avgPositionChange: -1,
    period: period(1, 28),
    comparePeriod: { from: '2025-12-05', to: '2026-01-01' },
    brands: { shown: 1, compared: 1 },
  })
  expect(rankTotals(db, { ...all, filter: { positionMax: 3.4999 } })).toMatchObject({
    keywords: 2,
    clicks: { now: 1, before: -1 },
  })
  for (const brandId of [acme, bolt])
    loadDay(db, { brandId, day: dayAt(1), items: items.map((item) => ({ ...item, position: 2 })) })
  loadDay(db, { brandId: acme, day: dayAt(0), items })
  const days = rankTotals(db, { ...all, day: dayAt(1), compareDay: dayAt(0) })
  // Bolt has no earlier day: its keywords count now and are not compared.
  expect(days.bands.map(({ keywords, change }) => [keywords, change])).toEqual([
    [16, 6],
    [0, -2],
    [0, -1],
    [0, -1],
    [0, -1],
    [0, -1],
  ])
  expect(days).toMatchObject({
    clicks: { now: 56, before: 28 },
    period: period(1, 1),
    comparePeriod: period(0, 0),
    brands: { shown: 2, compared: 1 },
  })
  expect(rankTotals(db, { ...all, day: dayAt(1) })).toMatchObject({ clicks: { now: 56, before: null } })
})

test('cache keeps the periods that were made last, and none of a removed brand', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  loadDays(db, brandId, 12, () => [{ keyword: 'tea', position: 5 }])
  for (let last = 1; last < 12; last += 1) prepare(db, period(0, last))
  const count = (table: string) => db.cache.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  expect([count('rank_period'), count('rank_sum')]).toEqual([8, 8])
  expect(prepare(db, period(0, 11)).missing).toEqual([])
  deleteBrand(db, { id: brandId })
  expect([count('rank_period'), count('rank_sum')]).toEqual([0, 0])
})

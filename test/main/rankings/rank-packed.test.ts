import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { dayNumber } from '../../../src-main/base/clock.ts'
import { unpackShown } from '../../../src-main/rankings/queries/day-rows.ts'
import { pruneDays } from '../../../src-main/rankings/queries/rank-days.ts'
import { pageHistory, rankHistory } from '../../../src-main/rankings/queries/rank-history.ts'
import { readOnce } from '../../../src-main/rankings/queries/rank-memo.ts'
import { scopeOf } from '../../../src-main/rankings/queries/rank-scope.ts'
import { shownOf } from '../../../src-main/rankings/queries/rank-snapshots.ts'
import { rankTotals } from '../../../src-main/rankings/queries/rank-totals.ts'
import { deleteBrand } from '../../../src-main/store/brand-removal.ts'
import { openForReading } from '../../../src-main/store/files.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { tempHome } from '../../support/temp-home.ts'
import { addBrand, type Item, loadDay, loadWindow, queryOf, rankDb, rankPage } from './rank-db.ts'

const item = fc.record({
  keyword: fc.constantFrom(...'abcdefghijkl'),
  position: fc.constantFrom(null, 0, 0.0001, 1, 7.125, 99.999, 180, 20_000),
  clicks: fc.constantFrom(0, 1, 300, 2 ** 24, 2 ** 33, 1.5),
  impressions: fc.constantFrom(0, 1, 70_000, 2 ** 33),
})
const list = fc.uniqueArray(item, { selector: ({ keyword }) => keyword })
const dayAt = (index: number) => `2026-01-0${index + 1}`

const positionOf = ({ position }: Item): number | null =>
  typeof position === 'number' && position > 0 ? Math.round(position * 1000) / 1000 : null

test('pages, totals, history and trends of random days equal what their replies held', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  loadWindow(db, { brandId, items: [...'abcdefghijkl'].map((keyword) => ({ keyword })) })
  fc.assert(
    fc.property(fc.array(list, { minLength: 3, maxLength: 3 }), (days) => {
      days.forEach((items, index) => {
        loadDay(db, { brandId, day: dayAt(index), items })
      })
      const sort = [{ by: 'keyword', direction: 'asc' }] as const
      days.forEach((items, index) => {
        const asked = { brandIds: [brandId], day: dayAt(index) }
        const { rows, total } = rankPage(db, queryOf({ ...asked, sort: [...sort] }))
        expect(total).toBe(items.length)
        expect(
          rows.map(({ keyword, clicks, impressions, position }) => [keyword, clicks, impressions, position]),
        ).toEqual(
          items
            .toSorted((one, other) => one.keyword.localeCompare(other.keyword))
            .map((one) => [one.keyword, one.clicks, one.impressions, positionOf(one)]),
        )
        const totals = rankTotals(db, { ...asked, slice: DEFAULT_SLICE, filter: {} })
        expect(totals.keywords).toBe(items.length)
        expect(totals.impressions.now).toBe(items.reduce((sum, { impressions }) => sum + impressions, 0))
      })
      const { rows } = rankPage(db, queryOf({ brandIds: [brandId], sparkDays: 3 }))
      for (const { keyword, spark } of rows) {
        const found = days.map((items) => items.find((one) => one.keyword === keyword))
        expect(spark).toEqual(found.map((one) => (one === undefined ? null : positionOf(one))))
        const { points } = rankHistory(db, { brandId, keyword, slice: DEFAULT_SLICE })
        expect(points.map(({ position, clicks, impressions }) => [position, clicks, impressions])).toEqual(
          found.map((one) => (one === undefined ? [null, 0, 0] : [positionOf(one), one.clicks, one.impressions])),
        )
      }
    }),
    { numRuns: 60 },
  )
})

const clicksOn = (db: Parameters<typeof rankPage>[0], day: string, compareDay?: string) =>
  rankPage(db, queryOf({ brandIds: 'all', day, compareDay })).rows.map(({ clicks, clicksChange }) => [
    clicks,
    clicksChange,
  ])

test('reader that has unpacked a day shows its correction', () => {
  const home = tempHome()
  const db = rankDb(home)
  const brandId = addBrand(db, 'Acme')
  const load = (day: string, clicks: number) => loadDay(db, { brandId, day, items: [{ keyword: 'a', clicks }] })
  load('2026-01-01', 5)
  load('2026-01-02', 7)
  const reader = openForReading(home)
  onTestFinished(() => {
    reader.cache.close()
    reader.core.close()
  })
  expect(clicksOn(reader, '2026-01-02', '2026-01-01')).toEqual([[7, 2]])
  load('2026-01-01', 1)
  expect(clicksOn(reader, '2026-01-02', '2026-01-01')).toEqual([[7, 6]])
  expect(clicksOn(reader, '2026-01-01')).toEqual([[1, null]])
})

test('read that fails after it unpacked a day leaves the next one right', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  loadDay(db, { brandId, day: '2026-01-01', items: [{ keyword: 'a', clicks: 5 }] })
  const failing = () =>
    readOnce(db, () => {
      const scope = scopeOf(db, { brandIds: [brandId], slice: DEFAULT_SLICE })
      unpackShown(db, scope, shownOf({ day: '2026-01-01' }))
      throw new Error('failed')
    })
  expect(failing).toThrow('failed')
  expect(clicksOn(db, '2026-01-01')).toEqual([[5, null]])
})

test('unpacked days make room for others, and are unpacked again when asked for', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  const items = Array.from({ length: 10 }, (_, index) => ({ keyword: `k${index}`, clicks: index }))
  const days = Array.from({ length: 5 }, (_, index) => dayAt(index))
  for (const day of days) loadDay(db, { brandId, day, items })
  const unpack = (when: { day: string; compareDay?: string }): number[] => {
    readOnce(db, () => {
      const scope = scopeOf(db, { brandIds: 'all', slice: DEFAULT_SLICE })
      unpackShown(db, scope, shownOf(when), { rowsMax: 20 })
    })
    return db.cache.prepare('SELECT DISTINCT day FROM day_row ORDER BY day').pluck().all() as number[] // one column
  }
  const numbers = (...at: number[]) => at.map((index) => dayNumber(dayAt(index)))
  expect(unpack({ day: dayAt(0) })).toEqual(numbers(0))
  expect(unpack({ day: dayAt(1) })).toEqual(numbers(0, 1))
  expect(unpack({ day: dayAt(0) })).toEqual(numbers(0, 1))
  expect(unpack({ day: dayAt(2) })).toEqual(numbers(2))
  expect(unpack({ day: dayAt(4), compareDay: dayAt(3) })).toEqual(numbers(3, 4))
  expect(clicksOn(db, dayAt(0))).toHaveLength(10)
})

test('page that ranked is kept with each day of a keyword', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  const page = (name: string, impressions: number) => {
    return { page: `https://acme.example/${name}`, clicks: 0, impressions, ctr: 0, position: 3 }
  }
  const load = (day: string, items: readonly Item[]) => loadDay(db, { brandId, day, items })
  load('2026-01-01', [{ keyword: 'a', rankedPages: [page('new', 2), page('old', 9)] }])
  load('2026-01-02', [{ keyword: 'a', rankedPages: [page('new', 12), page('old', 9)] }, { keyword: 'b' }])
  load('2026-01-03', [{ keyword: 'b' }])
  const asked = { brandId, slice: DEFAULT_SLICE }
  expect(pageHistory(db, { ...asked, keyword: 'a' })).toEqual([
    { day: '2026-01-01', page: 'https://acme.example/old' },
    { day: '2026-01-02', page: 'https://acme.example/new' },
  ])
  expect(pageHistory(db, { ...asked, keyword: 'b', from: '2026-01-03' })).toEqual([{ day: '2026-01-03', page: null }])
  expect(pageHistory(db, { ...asked, keyword: 'never' })).toEqual([])
  load('2026-01-01', [{ keyword: 'a', rankedPages: [page('new', 2)] }])
  expect(pageHistory(db, { ...asked, keyword: 'a', to: '2026-01-01' })).toEqual([
    { day: '2026-01-01', page: 'https://acme.example/new' },
  ])
})

test('pruned days and a removed brand leave no packed day and no page', () => {
  const db = rankDb()
  const rankedPages = [{ page: 'https://acme.example/a', clicks: 0, impressions: 1, ctr: 0, position: 3 }]
  const brandIds = ['Acme', 'Bolt'].map((name) => addBrand(db, name))
  for (const brandId of brandIds)
    for (const day of ['2025-12-31', '2026-01-02'])
      loadDay(db, { brandId, day, items: [{ keyword: 'a', rankedPages }] })
  const count = (table: string) => db.cache.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  pruneDays(db, { before: '2026-01-02' })
  expect(count('rank_packed')).toBe(2)
  deleteBrand(db, { id: brandIds[0] ?? '' })
  expect([count('rank_packed'), count('rank_url')]).toEqual([1, 1])
  expect(clicksOn(db, '2026-01-02')).toHaveLength(1)
})

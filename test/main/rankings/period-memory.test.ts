// Pages and totals of periods are cut from sums in memory where these are enough: they are what the tables give.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayFromNumber, dayNumber } from '../../../src-main/base/clock.ts'
import { ingestPeriod } from '../../../src-main/rankings/queries/ingest/period.ts'
import { sumPeriods } from '../../../src-main/rankings/queries/period-columns.ts'
import type { RankPageArgs } from '../../../src-main/rankings/queries/rank-page.ts'
import { resolvePeriods, savePeriods } from '../../../src-main/rankings/queries/rank-periods.ts'
import { rankTotals } from '../../../src-main/rankings/queries/rank-totals.ts'
import { firstRows } from '../../../src-main/rankings/rules/first-rows.ts'
import { isPlain } from '../../../src-main/rankings/rules/period-rows.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { RANK_SORT_FIELDS, type RankFilter } from '../../../src-shared/desk/rankings.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { addBrand, type Item, loadDay, loadWindow, queryOf, rankDb, rankPage, windowBody } from './rank-db.ts'

const FIRST = dayNumber('2026-01-01')
const dayAt = (index: number) => dayFromNumber(FIRST + index)
const afterwards = (day: string) => (dayNumber(day) + 1) * 86_400_000
const DAYS = 6
const NOW = { from: dayAt(3), to: dayAt(5) }
const BEFORE = { from: dayAt(0), to: dayAt(2) }
const PLAIN = RANK_SORT_FIELDS.filter((by) => by !== 'keyword' && by !== 'isStarred')

const itemArbitrary = fc.record({
  keyword: fc.integer({ min: 0, max: 14 }).map((at) => `keyword ${at}`),
  position: fc.oneof(
    fc.constant(null),
    fc.integer({ min: 1000, max: 60_000 }).map((value) => value / 1000),
  ),
  clicks: fc.oneof(fc.constant(0), fc.nat({ max: 40 })),
  impressions: fc.oneof(fc.constant(0), fc.nat({ max: 900 })),
})
const dayArbitrary = fc.uniqueArray(itemArbitrary, { selector: ({ keyword }) => keyword, minLength: 5, maxLength: 12 })

/** The brands have all days; the second period alone; a fetched period beside days; nothing. */
const fill = (db: WritableDb, days: readonly (readonly Item[])[]) => {
  const names = ['All days', 'Second half', 'Fetched', 'Nothing']
  const [all = '', half = '', fetched = ''] = names.map((name) => addBrand(db, name))
  for (const [at, items] of days.entries()) {
    const day = { day: dayAt(at), items, fetchedAtMs: afterwards(dayAt(at)) }
    loadDay(db, { ...day, brandId: all })
    if (at >= 3) loadDay(db, { ...day, brandId: half })
    if (at !== 4) loadDay(db, { ...day, brandId: fetched })
  }
  loadWindow(db, { brandId: all, items: days[0] ?? [] })
  const body = windowBody(days[1] ?? [])
  ingestPeriod(db, {
    brandId: fetched,
    slice: DEFAULT_SLICE,
    period: NOW,
    batch: 1,
    body,
    fetchedAtMs: afterwards(NOW.to),
  })
}

const queryArbitrary = fc.record({
  sort: fc.uniqueArray(
    fc.record({ by: fc.constantFrom(...PLAIN), direction: fc.constantFrom('asc' as const, 'desc' as const) }),
    { selector: ({ by }) => by, minLength: 1, maxLength: 3 },
  ),
  filter: fc
    .array(
      fc.oneof(
        fc.record({ positionMin: fc.integer({ min: 1, max: 30 }) }),
        fc.record({ positionMax: fc.integer({ min: 10, max: 60 }) }),
        fc.record({ notRanking: fc.boolean() }),
        fc.record({
          change: fc.uniqueArray(fc.constantFrom('up', 'down', 'same', 'new', 'lost'), { minLength: 1 }),
        }),
        fc.record({ clicksMin: fc.integer({ min: 0, max: 60 }) }),
        fc.record({ impressionsMin: fc.integer({ min: 0, max: 900 }) }),
        fc.record({ page: fc.constant('') }),
      ),
      { maxLength: 2 },
    )
    .map((filters): RankFilter => Object.assign({}, ...filters)),
  comparePeriod: fc.constantFrom(BEFORE, undefined),
  limit: fc.integer({ min: 1, max: 9 }),
  offset: fc.option(fc.nat({ max: 20 }), { nil: undefined, freq: 1 }),
})

/** A page, and those that follow by their cursors. */
const pagesOf = (db: WritableDb, args: RankPageArgs) => {
  const pages = [rankPage(db, args)]
  for (let last = pages[0]; last?.nextCursor != null && pages.length < 8; last = pages.at(-1))
    pages.push(rankPage(db, { ...args, offset: undefined, cursor: last.nextCursor }))
  return pages
}

const asked = { brandIds: 'all', slice: DEFAULT_SLICE, today: '2026-03-01', period: NOW } as const

test('pages and totals from sums in memory are those from tables, in any order and by any filter of figures', () => {
  let rows = 0
  fc.assert(
    fc.property(
      fc.array(dayArbitrary, { minLength: DAYS, maxLength: DAYS }),
      fc.array(queryArbitrary, { minLength: 4, maxLength: 4 }),
      (days, queries) => {
        const db = rankDb()
        fill(db, days)
        const { missing } = resolvePeriods(db, { ...asked, comparePeriod: BEFORE })
        savePeriods(db, { slice: DEFAULT_SLICE, periods: missing })
        for (const query of queries) {
          expect(isPlain(query)).toBe(true)
          const args = queryOf({ brandIds: 'all', period: NOW, ...query })
          const inTables = pagesOf(db, args)
          expect(pagesOf(db, { ...args, inMemory: true })).toEqual(inTables)
          expect(rankTotals(db, { ...args, inMemory: true })).toEqual(rankTotals(db, args))
          rows += inTables.flatMap((page) => page.rows).length
        }
      },
    ),
    { numRuns: 40, seed: 2 },
  )
  expect(rows).toBeGreaterThan(1000)
})

test('a query that reads texts, stars or marks is not answered from sums', () => {
  const sort = [{ by: 'position' }]
  expect(isPlain({ filter: {}, sort, search: '' })).toBe(true)
  expect(isPlain({ filter: {}, sort, search: 'tea' })).toBe(false)
  for (const by of ['keyword', 'isStarred']) expect(isPlain({ filter: {}, sort: [...sort, { by }] })).toBe(false)
  for (const filter of [{ starred: false }, { tracked: false }, { tags: ['a'] }, { page: 'a' }])
    expect(isPlain({ filter, sort })).toBe(false)
})

test('sums in memory are read once, follow a day that is read again, and store nothing', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  const load = (at: number, clicks: number, hours = 0) =>
    loadDay(db, {
      brandId,
      day: dayAt(at),
      items: [{ keyword: 'tea', position: 5, clicks, impressions: 10 }],
      fetchedAtMs: afterwards(dayAt(at)) + hours * 3_600_000,
    })
  for (let at = 0; at < DAYS; at += 1) load(at, 1)
  const args = { ...asked, comparePeriod: BEFORE, isPlain: true }
  const { missing, inMemory } = resolvePeriods(db, args)
  expect([missing.length, inMemory]).toEqual([2, true])
  sumPeriods(db, { brandIds: 'all', slice: DEFAULT_SLICE, periods: missing })
  expect(resolvePeriods(db, args).missing).toEqual([])
  const page = () =>
    rankPage(db, queryOf({ brandIds: 'all', period: NOW, comparePeriod: BEFORE, inMemory: true })).rows[0]
  expect([page()?.clicks, page()?.clicksChange]).toEqual([3, 0])
  load(4, 8, 1)
  expect(resolvePeriods(db, args).missing).toEqual([{ brandId, period: NOW }])
  expect([page()?.clicks, page()?.clicksChange]).toEqual([10, 7])
  expect(db.cache.prepare('SELECT count(*) FROM rank_sum').pluck().get()).toBe(0)
})

test('pages further down of thousands of rows are those from tables, the furthest first or last', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  for (let at = 0; at < DAYS; at += 1) {
    const items = Array.from({ length: 3500 }, (_, keyword) => {
      const position = keyword % 7 === 0 ? null : 1 + ((keyword * 37) % 900) / 10
      return { keyword: `keyword ${keyword}`, position, clicks: (keyword * at) % 50, impressions: 90 }
    })
    loadDay(db, { brandId, day: dayAt(at), items, fetchedAtMs: afterwards(dayAt(at)) })
  }
  const { missing } = resolvePeriods(db, { ...asked, comparePeriod: BEFORE })
  savePeriods(db, { slice: DEFAULT_SLICE, periods: missing })
  for (const offset of [0, 400, 990, 1600, 3495, 3500, 20]) {
    const args = queryOf({ brandIds: 'all', period: NOW, comparePeriod: BEFORE, limit: 20, offset })
    expect(rankPage(db, { ...args, inMemory: true })).toEqual(rankPage(db, args))
  }
})

test('firstRows finds the rows that a sort puts first', () => {
  const values = fc.array(fc.tuple(fc.constantFrom(1, 2, 3, Number.POSITIVE_INFINITY), fc.nat({ max: 4 })), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(values, fc.nat({ max: 70 }), (rows, wanted) => {
      const of = (at: number, level: 0 | 1) => rows[at]?.[level] ?? 0
      const levels = [(at: number) => of(at, 0), (at: number) => of(at, 1), (at: number) => at]
      const sorted = [...rows.keys()].toSorted(
        (one, other) => of(one, 0) - of(other, 0) || of(one, 1) - of(other, 1) || one - other,
      )
      expect(firstRows(levels, Uint32Array.from(rows.keys()), wanted).toSorted((one, other) => one - other)).toEqual(
        sorted.slice(0, wanted).toSorted((one, other) => one - other),
      )
    }),
    { numRuns: 500, seed: 4 },
  )
})

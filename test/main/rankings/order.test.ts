import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseFold } from '../../../src-main/base/text.ts'
import { ingestTracked } from '../../../src-main/rankings/queries/keywords/tracked-keywords.ts'
import type { RankPageArgs } from '../../../src-main/rankings/queries/rank-page.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { RANK_SORT_FIELDS, type RankRow } from '../../../src-shared/desk/rankings.ts'
import {
  addBrand,
  bodyOf,
  FETCHED_AT_MS,
  type Item,
  loadDay,
  loadWindow,
  queryOf,
  rankDb,
  rankPage,
} from './rank-db.ts'

const small = fc.nat(6)
const item: fc.Arbitrary<Item> = fc.record({
  keyword: fc.string({ unit: 'grapheme-composite', maxLength: 8 }),
  clicks: small,
  impressions: small,
  ctr: fc.constantFrom(0, 0.25, 0.5),
  position: fc.constantFrom(null, 1, 2.5, 3, 50),
  clicksChange: fc.constantFrom(null, -1, 0, 2),
  impressionsChange: fc.constantFrom(null, -3, 0),
  ctrChange: fc.constantFrom(null, -0.5, 0.1),
  positionChange: fc.constantFrom(null, -3, -0.25, 0, 0.5),
  isStarred: fc.boolean(),
  pages: fc.constantFrom(null, 1, 2),
})
const brands = fc.array(fc.uniqueArray(item, { selector: ({ keyword }) => keyword, maxLength: 12 }), {
  minLength: 10,
  maxLength: 12,
})
const key = fc.record({ by: fc.constantFrom(...RANK_SORT_FIELDS), direction: fc.constantFrom('asc', 'desc') })
const sort = fc.array(key, { minLength: 1, maxLength: 3 })

const load = (db: WritableDb, lists: readonly Item[][]): string[] => {
  db.core.exec('DELETE FROM brand')
  db.cache.exec('DELETE FROM rank_stats; DELETE FROM rank_latest; DELETE FROM rank_slice')
  return lists.map((items, index) => {
    const brandId = addBrand(db, `Brand ${index}`)
    loadWindow(db, { brandId, items })
    loadDay(db, { brandId, items, day: '2026-01-02' })
    loadDay(db, { brandId, items: items.slice(1).map((one) => ({ ...one, position: 4 })), day: '2026-01-01' })
    return brandId
  })
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const compareBy = (by: (typeof RANK_SORT_FIELDS)[number], direction: 'asc' | 'desc') => (a: RankRow, b: RankRow) => {
  const sign = direction === 'asc' ? 1 : -1
  if (by === 'keyword') return sign * byBytes(caseFold(a.keyword), caseFold(b.keyword))
  const [left, right] = [a[by], b[by]]
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  return sign * (Number(left) - Number(right))
}

const isOrdered = (rows: readonly RankRow[], keys: RankPageArgs['sort']): boolean =>
  rows.every((row, index) => {
    const before = rows[index - 1]
    if (before === undefined) return true
    const difference = keys.map(({ by, direction }) => compareBy(by, direction)(before, row)).find((one) => one !== 0)
    return (difference ?? 0) <= 0
  })

const readAll = (db: WritableDb, args: RankPageArgs): RankRow[] => {
  const rows: RankRow[] = []
  let cursor: string | null = null
  do {
    const page = rankPage(db, { ...args, cursor })
    rows.push(...page.rows)
    cursor = page.nextCursor
  } while (cursor !== null)
  return rows
}

const days = fc.constantFrom({}, { day: '2026-01-02' }, { day: '2026-01-02', compareDay: '2026-01-01' })

test('pages by cursor or offset and the export return every row once, in the requested order, nulls last', () => {
  const db = rankDb()
  fc.assert(
    fc.property(brands, sort, days, fc.boolean(), (lists, keys, when, isAll) => {
      const ids = load(db, lists)
      const args = queryOf({ brandIds: isAll ? ids : ids.slice(0, 2), sort: keys, limit: 7, ...when })
      const rows = readAll(db, args)
      const whole = rankPage(db, { ...args, limit: 500 })
      expect(rows).toEqual(whole.rows)
      expect(rows).toHaveLength(whole.total)
      expect(isOrdered(rows, keys)).toBe(true)
      expect(new Set(rows.map(({ brandId, keyword }) => JSON.stringify([brandId, keyword]))).size).toBe(rows.length)
      expect(rankPage(db, { ...args, offset: 5 }).rows).toEqual(rows.slice(5, 12))
      const wanted = lists.slice(0, args.brandIds.length).flat().length
      if (!('compareDay' in when)) expect(rows).toHaveLength(wanted)
    }),
    { numRuns: 60 },
  )
})

test('a cursor of another query, or an invalid one, is refused', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  loadWindow(db, { brandId, items: ['a', 'b', 'c'].map((keyword) => ({ keyword })) })
  const args = queryOf({ brandIds: [brandId], limit: 1 })
  const { nextCursor } = rankPage(db, args)
  const invalid = expect.objectContaining({ kind: 'invalid' })
  expect(() => rankPage(db, { ...args, search: 'a', cursor: nextCursor })).toThrow(invalid)
  expect(() => rankPage(db, { ...args, cursor: 'e30' })).toThrow(invalid)
  expect(() => rankPage(db, { ...args, cursor: 'no cursor' })).toThrow(invalid)
})

const recorded = (db: WritableDb): string[] => {
  const seen: string[] = []
  const prepare = db.cache.prepare.bind(db.cache)
  const recording = (sql: string) => {
    seen.push(sql)
    return prepare(sql)
  }
  Object.assign(db.cache, { prepare: recording })
  return seen
}

const NAMED = { all: '[]', both: '[]', single: '[]', now: 0, before: 0 }
const planOf = (db: WritableDb, sql: string): string => {
  const values = Array(sql.split('?').length - 1).fill('[]')
  const named = sql.includes('@') ? [NAMED] : []
  return JSON.stringify(db.cache.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...named, ...values))
}

test.each(['asc', 'desc'] as const)('a brand by position %s is read from an index, page by page', (direction) => {
  const db = rankDb()
  const items = Array.from({ length: 90 }, (_, n) => ({
    keyword: `k ${n}`,
    position: n % 5 === 0 ? null : 1 + (n % 7),
  }))
  const [brandId = ''] = load(db, [items])
  const seen = recorded(db)
  readAll(db, queryOf({ brandIds: [brandId], sort: [{ by: 'position', direction }], limit: 20 }))
  const statements = seen.filter((sql) => sql.includes('r.slice = ?'))
  expect(statements.length).toBeGreaterThan(3)
  for (const sql of statements) {
    expect(planOf(db, sql)).toContain('USING COVERING INDEX rank_latest_slice_position')
    expect(planOf(db, sql)).not.toContain('TEMP B-TREE')
  }
})

test('tracked keywords are read by their own index, whatever else ranks', () => {
  const db = rankDb()
  const brandIds = load(db, [[{ keyword: 'tea', position: 1 }], [{ keyword: 'tea', position: 2 }]])
  for (const brandId of brandIds)
    ingestTracked(db, { brandId, batch: 1, body: bodyOf({ items: ['tea', 'milk'] }), fetchedAtMs: FETCHED_AT_MS })
  const seen = recorded(db)
  const filter = { tracked: true }
  rankPage(db, queryOf({ brandIds, filter }))
  rankPage(db, queryOf({ brandIds, filter, day: '2026-01-02' }))
  rankPage(db, queryOf({ brandIds, filter, day: '2026-01-02', compareDay: '2026-01-01' }))
  const pages = seen.filter((sql) => sql.includes('LIMIT ? OFFSET ?'))
  expect(pages).toHaveLength(3)
  for (const sql of pages) {
    const plan = planOf(db, sql)
    expect(plan).toContain('SEARCH t USING PRIMARY KEY (brand_no=?)')
    expect(plan).not.toMatch(/SCAN (t|k|r|h|c|p|rank_\w+)\b/)
  }
})

test('all brands by position are read from the index alone, and by anything else in the order of the rows', () => {
  const db = rankDb()
  const brandIds = load(
    db,
    [1, 2, 3, 4, 5, 6].map((n) => [{ keyword: `k ${n}`, position: n }]),
  )
  const seen = recorded(db)
  rankPage(db, queryOf({ brandIds }))
  rankPage(db, queryOf({ brandIds, sort: [{ by: 'clicks', direction: 'desc' }] }))
  rankPage(db, queryOf({ brandIds, search: 'k 4' }))
  const [byPosition = '', byClicks = '', search = ''] = seen.filter((sql) => sql.includes('LIMIT ? OFFSET ?'))
  expect(planOf(db, byPosition)).toContain('USING COVERING INDEX rank_latest_slice_position')
  expect(planOf(db, byClicks)).toContain('USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)')
  expect(planOf(db, search)).toContain('SCAN f VIRTUAL TABLE INDEX')
  for (const sql of [byPosition, byClicks, search]) expect(planOf(db, sql)).not.toMatch(/SCAN [rk]\b/)
})

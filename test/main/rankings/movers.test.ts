import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandOverview } from '../../../src-main/rankings/queries/brand-overview.ts'
import { rankDays } from '../../../src-main/rankings/queries/rank-days.ts'
import { rankMovers } from '../../../src-main/rankings/queries/rank-movers.ts'
import { visibilityWeight } from '../../../src-main/rankings/rules/visibility.ts'
import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { addBrand, type Item, loadDay, loadWindow, queryOf, rankDb, rankPage } from './rank-db.ts'

const item = fc.record({
  keyword: fc.constantFrom(...'abcdefghij'),
  position: fc.constantFrom(null, 1, 1.25, 2, 7.5, 40, 101, 180),
  clicks: fc.nat(3),
  impressions: fc.nat(9),
})
const list = fc.uniqueArray(item, { selector: ({ keyword }) => keyword })
const days = { from: '2026-01-01', to: '2026-01-08' }

const naive = (brandId: string, before: readonly Item[], now: readonly Item[]) =>
  [...'abcdefghij'].flatMap((keyword) => {
    const [was, is] = [before.find((one) => one.keyword === keyword), now.find((one) => one.keyword === keyword)]
    const [from, to] = [was?.position ?? null, is?.position ?? null]
    if (from === null && to === null) return []
    const change = from === null || to === null ? null : to - from
    if (change !== null && Math.abs(change) < 0.5) return []
    const moved = change === null ? (from === null ? 'new' : 'lost') : change < 0 ? 'up' : 'down'
    const { clicks = 0, impressions = 0 } = is ?? was ?? {}
    const row = { brandId, keyword, kind: moved, fromPosition: from, toPosition: to, positionChange: change }
    const dayClicks = { from: was?.clicks ?? 0, to: is?.clicks ?? 0 }
    return [{ ...row, clicks, impressions, dayClicks, size: Math.abs((to ?? 101) - (from ?? 101)) }]
  })

/** The rows of all further pages. */
const pagesAfter = (first: string | null, read: (cursor: string) => ReturnType<typeof rankMovers>) => {
  const rows: Mover[] = []
  let cursor = first
  while (cursor !== null) {
    const page: ReturnType<typeof rankMovers> = read(cursor)
    rows.push(...page.rows)
    cursor = page.nextCursor
  }
  return rows
}

test('movers over brands equal a plain comparison, the largest first', () => {
  const db = rankDb()
  const [acme, bolt, onlyNow] = [addBrand(db, 'Acme'), addBrand(db, 'Bolt'), addBrand(db, 'Only now')]
  const brandIds = [acme, bolt, onlyNow]
  const kinds = fc.constantFrom('any', 'up', 'down', 'new', 'lost')
  fc.assert(
    fc.property(list, list, list, kinds, fc.integer({ min: 1, max: 30 }), (one, two, three, kind, limit) => {
      loadDay(db, { brandId: acme, day: days.from, items: one })
      loadDay(db, { brandId: acme, day: days.to, items: two })
      loadDay(db, { brandId: bolt, day: days.from, items: two })
      loadDay(db, { brandId: bolt, day: days.to, items: three })
      loadDay(db, { brandId: onlyNow, day: days.to, items: one })
      const all = [...naive(acme, one, two), ...naive(bolt, two, three)].filter(
        // Those that fell with the lost ones, those that climbed with the new ones.
        (mover) =>
          kind === 'any' ||
          mover.kind === kind ||
          `${kind} ${mover.kind}` === 'down lost' ||
          `${kind} ${mover.kind}` === 'up new',
      )
      all.sort((a, b) => b.size - a.size || b.impressions - a.impressions)
      const args = { brandIds, slice: DEFAULT_SLICE, kind, limit, ...days }
      const { rows, total, nextCursor } = rankMovers(db, args)
      expect(total).toBe(all.length)
      expect(pagesAfter(nextCursor, (cursor) => rankMovers(db, { ...args, cursor }))).toEqual(
        rankMovers(db, { ...args, limit: 500 }).rows.slice(limit),
      )
      const sizeOf = (row: (typeof rows)[number]) => Math.abs((row.toPosition ?? 101) - (row.fromPosition ?? 101))
      expect(rows.map((row) => [sizeOf(row), row.impressions])).toEqual(
        all.slice(0, limit).map((mover) => [mover.size, mover.impressions]),
      )
      for (const row of rows) expect(all).toContainEqual({ ...row, size: sizeOf(row) })
    }),
    { numRuns: 80 },
  )
})

test('no query returns rows of a brand that was not requested', () => {
  const db = rankDb()
  const ids = Array.from({ length: 10 }, (_, index) => addBrand(db, `Brand ${index}`))
  for (const brandId of ids) {
    loadWindow(db, { brandId, items: [{ keyword: 'shared keyword', position: 1 }] })
    loadDay(db, { brandId, day: days.from, items: [{ keyword: 'shared keyword', position: 9 }] })
    loadDay(db, { brandId, day: days.to, items: [{ keyword: 'shared keyword', position: 1 }] })
  }
  const asked = ids.slice(1)
  for (const more of [{}, { search: 'shared' }, { day: days.to }, { day: days.to, compareDay: days.from }]) {
    const { rows } = rankPage(db, queryOf({ brandIds: asked, ...more }))
    expect(rows.map(({ brandId }) => brandId)).toEqual(asked)
  }
  const movers = rankMovers(db, { brandIds: asked, slice: DEFAULT_SLICE, kind: 'any', limit: 50, ...days })
  expect(movers.rows.map(({ brandId }) => brandId)).toEqual(asked)
  expect(rankDays(db, { brandIds: asked, slice: DEFAULT_SLICE })).toEqual([
    { day: days.to, brands: 9 },
    { day: days.from, brands: 9 },
  ])
})

test('the overview counts the last 28 days, with the visibility of the last whole day', () => {
  const db = rankDb()
  const [acme, empty] = [addBrand(db, 'Acme'), addBrand(db, 'Empty')]
  loadWindow(db, {
    brandId: acme,
    items: [
      { keyword: 'a', position: 1, positionChange: -2, clicks: 5, impressions: 50 },
      { keyword: 'b', position: 9, positionChange: 3, clicks: 1 },
      { keyword: 'c', position: 30, positionChange: 0.25 },
      { keyword: 'd' },
    ],
  })
  const day = (at: string, positions: (number | null)[]) =>
    loadDay(db, { brandId: acme, day: at, items: positions.map((position, n) => ({ keyword: `${n}`, position })) })
  day('2026-01-01', [100, 100])
  day('2026-01-03', [2, null])
  day('2026-01-09', [1, 3])
  const [row, none] = brandOverview(db, { brandIds: [acme, empty] })
  const [first, second, third] = [1, 2, 3].map(visibilityWeight) as [number, number, number]
  expect(row).toMatchObject({ keywords: 4, ranking: 3, top3: 1, top10: 2, clicks: 6, impressions: 50, up: 1, down: 1 })
  expect(row?.visibility).toBeCloseTo(((first + third) / 2) * 100)
  expect(row?.visibilityChange).toBeCloseTo(((first + third) / 2 - second / 2) * 100)
  expect(row?.avgPosition).toBeCloseTo((1 + 9 + 30) / 3)
  expect(row?.avgPositionChange).toBeCloseTo((-2 + 3 + 0.25) / 3)
  expect(row?.trend).toHaveLength(3)
  expect(none).toMatchObject({ brandId: empty, keywords: 0, visibility: null, avgPosition: null, trend: [] })
})

test('visibility weighs position 1 as 1, falls with each position, and ends at 100', () => {
  const weights = Array.from({ length: 120 }, (_, index) => visibilityWeight(index + 1))
  expect(weights[0]).toBe(1)
  expect(weights.slice(0, 99).every((weight, index) => weight > (weights[index + 1] ?? -1))).toBe(true)
  expect(weights.slice(99).every((weight) => weight === 0)).toBe(true)
  expect(visibilityWeight(1.5)).toBeCloseTo((visibilityWeight(1) + visibilityWeight(2)) / 2)
  expect(visibilityWeight(null)).toBe(0)
})

test.each([
  ['one brand', 0],
  ['many brands', 9],
])('a search for movers of two days of %s finds keywords with all of its words, page by page', (_, others) => {
  const db = rankDb()
  const acme = addBrand(db, 'Acme')
  const at = (keyword: string, position: number): Item => ({ keyword, position, clicks: 1, impressions: 1 })
  loadDay(db, {
    brandId: acme,
    day: days.from,
    items: [at('red shoes paris', 5), at('shoes RED', 9), at('red hat', 20)],
  })
  loadDay(db, { brandId: acme, day: days.to, items: [at('red shoes paris', 9), at('shoes RED', 3), at('red hat', 2)] })
  const read = (search: string, limit: number, cursor?: string) =>
    rankMovers(db, { brandIds: 'all', slice: DEFAULT_SLICE, kind: 'any', ...days, search, limit, cursor })
  for (let n = 0; n < others; n += 1) {
    const brandId = addBrand(db, `Other ${n}`)
    loadDay(db, { brandId, day: days.from, items: [at('red tent', 9), at('shoes', 9)] })
    loadDay(db, { brandId, day: days.to, items: [at('red tent', 4), at('shoes', 4)] })
  }
  const texts = (rows: readonly Mover[]) => rows.map(({ keyword }) => keyword)
  expect(texts(read('ha', 9).rows)).toEqual(['red hat'])
  expect(texts(read('re OES', 9).rows)).toEqual(['shoes RED', 'red shoes paris'])
  const [most, ...rest] = texts(read('e d', 50).rows)
  expect(rest).toHaveLength(2 + others)
  const one = read('e d', 1)
  expect(one.total).toBe(3 + others)
  expect([...texts(one.rows), ...texts(pagesAfter(one.nextCursor, (cursor) => read('e d', 1, cursor)))]).toEqual([
    most,
    ...rest,
  ])
  expect(read('no such', 9)).toMatchObject({ rows: [], total: 0, nextCursor: null })
  expect(texts(read('shoes red', 9).rows)).toEqual(['shoes RED', 'red shoes paris'])
  const first = read('shoes red', 1)
  expect(first.total).toBe(2)
  expect(texts(pagesAfter(first.nextCursor, (cursor) => read('shoes red', 1, cursor)))).toEqual(['red shoes paris'])
})

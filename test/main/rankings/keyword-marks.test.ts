// Stars and tags of a person on keywords: what they mark, filter and sort.
import { expect, test } from 'vitest'
import {
  listKeywordTags,
  type SaveMarksArgs,
  saveKeywordMarks,
} from '../../../src-main/rankings/queries/keywords/keyword-marks.ts'
import { ingestTracked } from '../../../src-main/rankings/queries/keywords/tracked-keywords.ts'
import type { RankPageArgs } from '../../../src-main/rankings/queries/rank-page.ts'
import { rankTotals } from '../../../src-main/rankings/queries/rank-totals.ts'
import { deleteBrand } from '../../../src-main/store/brand-removal.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { countReads } from '../../support/count-reads.ts'
import { addBrand, bodyOf, FETCHED_AT_MS, loadDay, loadWindow, queryOf, rankDb, rankPage } from './rank-db.ts'

const ITEMS = ['tea', 'coffee', 'cocoa'].map((keyword, index) => ({
  keyword,
  position: index + 1,
  isStarred: keyword === 'cocoa',
}))

const twoBrands = (): { db: WritableDb; acme: string; bolt: string } => {
  const db = rankDb()
  const [acme, bolt] = [addBrand(db, 'Acme'), addBrand(db, 'Bolt')]
  for (const brandId of [acme, bolt]) {
    loadWindow(db, { brandId, items: ITEMS })
    loadDay(db, { brandId, items: ITEMS, day: '2026-01-02' })
  }
  return { db, acme, bolt }
}
const mark = (db: WritableDb, brandId: string, keyword: string, change: Partial<SaveMarksArgs>) =>
  saveKeywordMarks(db, { keywords: [{ brandId, keyword }], addTags: [], removeTags: [], ...change })
const found = (db: WritableDb, args: Partial<RankPageArgs>) =>
  rankPage(db, queryOf({ brandIds: 'all', ...args })).rows.map(({ brandId, keyword }) => `${brandId} ${keyword}`)

for (const [name, when] of [
  ['last 28 days', {}],
  ['one day', { day: '2026-01-02' }],
] as const)
  test(`starred filter and sort take the person's stars and those of the service, when the page shows the ${name}`, () => {
    const { db, acme, bolt } = twoBrands()
    const before = found(db, { ...when, filter: { starred: true } })
    expect(before).toEqual([`${acme} cocoa`, `${bolt} cocoa`])
    mark(db, acme, 'coffee', { star: true })
    expect(found(db, { ...when, filter: { starred: true } })).toEqual([
      `${acme} coffee`,
      `${acme} cocoa`,
      `${bolt} cocoa`,
    ])
    expect(found(db, { ...when, filter: { starred: false } })).not.toContain(`${acme} coffee`)
    const sort: RankPageArgs['sort'] = [
      { by: 'isStarred', direction: 'desc' },
      { by: 'position', direction: 'asc' },
    ]
    expect(found(db, { ...when, sort, limit: 2 })).toEqual([`${acme} coffee`, `${acme} cocoa`])
    const { rows } = rankPage(db, queryOf({ brandIds: [acme], ...when }))
    expect(rows.map((row) => [row.keyword, row.isStarred, row.isStarredByService])).toEqual([
      ['tea', false, false],
      ['coffee', true, false],
      ['cocoa', true, true],
    ])
    mark(db, acme, 'coffee', { star: false })
    expect(found(db, { ...when, filter: { starred: true } })).toEqual(before)
  })

test('tags filter the page and are counted by brand; a mark without star and tags is deleted', () => {
  const { db, acme, bolt } = twoBrands()
  mark(db, acme, 'tea', { addTags: ['money', 'brand'] })
  mark(db, bolt, 'coffee', { addTags: ['money'] })
  expect(found(db, { filter: { tags: ['money'] } })).toEqual([`${acme} tea`, `${bolt} coffee`])
  expect(found(db, { brandIds: [bolt], filter: { tags: ['money', 'brand'] } })).toEqual([`${bolt} coffee`])
  expect(rankPage(db, queryOf({ brandIds: [acme] })).rows[0]?.tags).toEqual(['money', 'brand'])
  expect(listKeywordTags(db, { brandIds: 'all' })).toEqual([
    { tag: 'brand', count: 1 },
    { tag: 'money', count: 2 },
  ])
  expect(mark(db, acme, 'tea', { removeTags: ['money', 'brand'] })).toEqual([
    { brandId: acme, keyword: 'tea', star: false, tags: ['money', 'brand'] },
  ])
  expect(listKeywordTags(db, { brandIds: [acme] })).toEqual([])
  expect(db.core.prepare('SELECT count(*) FROM keyword_mark').pluck().get()).toBe(1)
})

const byKeyword: RankPageArgs['sort'] = [{ by: 'keyword', direction: 'asc' }]
const track = (db: WritableDb, brandId: string, keywords: readonly string[]) =>
  ingestTracked(db, { brandId, batch: 1, body: bodyOf({ items: keywords }), fetchedAtMs: FETCHED_AT_MS })

for (const [name, when] of [
  ['last 28 days', {}],
  ['one day', { day: '2026-01-02' }],
  ['one day vs another', { day: '2026-01-02', compareDay: '2026-01-01' }],
] as const)
  test(`tracked keywords that do not rank are listed, counted and paged, when the page shows the ${name}`, () => {
    const { db, acme, bolt } = twoBrands()
    const never = addBrand(db, 'Never synced')
    for (const brandId of [acme, bolt]) loadDay(db, { brandId, items: ITEMS.slice(0, 1), day: '2026-01-01' })
    track(db, acme, ['coffee', 'herbal tea', 'green tea'])
    track(db, bolt, ['tea'])
    track(db, never, ['tea'])
    const args = queryOf({ brandIds: 'all', filter: { tracked: true }, limit: 2, ...when })
    const first = rankPage(db, args)
    const second = rankPage(db, { ...args, cursor: first.nextCursor })
    expect(first.total).toBe(4)
    expect(second.nextCursor).toBeNull()
    const rows = [...first.rows, ...second.rows]
    expect(rows.map(({ brandId, keyword, position }) => [brandId, keyword, position])).toEqual([
      [bolt, 'tea', 1],
      [acme, 'coffee', 2],
      [acme, 'herbal tea', null],
      [acme, 'green tea', null],
    ])
    expect(rows.every(({ isTracked }) => isTracked)).toBe(true)
    expect(rows[2]).toMatchObject({ clicks: 0, impressions: 0, ctr: 0, positionBefore: null, positionChange: null })
    expect(rankPage(db, { ...args, offset: 2 }).rows).toEqual(second.rows)
    expect(found(db, { ...when, filter: { tracked: true }, search: 'TEA', sort: byKeyword })).toEqual([
      `${acme} green tea`,
      `${acme} herbal tea`,
      `${bolt} tea`,
    ])
    expect(found(db, { ...when, filter: { tracked: true, notRanking: false } })).toHaveLength(2)
    const totals = rankTotals(db, { brandIds: 'all', slice: DEFAULT_SLICE, filter: { tracked: true }, ...when })
    expect(totals.keywords).toBe(4)
    expect(totals.bands.find(({ band }) => band === 'none')?.keywords).toBe(2)
    // Search console alone holds no keyword that does not rank.
    const searchConsole = { ...DEFAULT_SLICE, universe: 'ranked' } as const
    loadWindow(db, { brandId: acme, items: ITEMS, slice: searchConsole })
    expect(rankPage(db, queryOf({ brandIds: 'all', filter: { tracked: true }, slice: searchConsole })).total).toBe(1)
  })

test('tracked keywords are marked and filtered', () => {
  const { db, acme, bolt } = twoBrands()
  track(db, acme, ['coffee', 'milk'])
  expect(found(db, { filter: { tracked: true } })).toEqual([`${acme} coffee`, `${acme} milk`])
  expect(found(db, { filter: { tracked: false } })).toHaveLength(5)
  const tracked = rankPage(db, queryOf({ brandIds: 'all' })).rows.filter((row) => row.isTracked)
  expect(tracked.map((row) => [row.brandId, row.keyword])).toEqual([[acme, 'coffee']])
  expect(found(db, { brandIds: [bolt], filter: { tracked: true } })).toEqual([])
})

test('removed brand takes its marks along, and a mark on an unknown brand is refused whole', () => {
  const { db, acme, bolt } = twoBrands()
  mark(db, acme, 'tea', { star: true })
  mark(db, bolt, 'tea', { star: true })
  const keywords = [
    { brandId: bolt, keyword: 'coffee' },
    { brandId: 'nobody', keyword: 'tea' },
  ]
  expect(() => saveKeywordMarks(db, { keywords, star: true, addTags: [], removeTags: [] })).toThrow('no brand nobody')
  deleteBrand(db, { id: acme })
  expect(db.core.prepare('SELECT brand_id, keyword FROM keyword_mark').all()).toEqual([
    { brand_id: bolt, keyword: 'tea' },
  ])
})

test('page with marks runs as many statements for 60 rows as for one, and shows each row its own mark', () => {
  const db = rankDb()
  const brandIds = ['Acme', 'Bolt'].map((name) => addBrand(db, name))
  const items = Array.from({ length: 60 }, (_, index) => ({ keyword: `tea "${index}"`, position: 1 + index }))
  for (const brandId of brandIds) loadWindow(db, { brandId, items })
  const [acme = '', bolt = ''] = brandIds
  mark(db, acme, 'tea "0"', { star: true })
  mark(db, bolt, 'tea "1"', { addTags: ['money'] })
  const count = (limit: number) =>
    countReads(db.cache, () => {
      const { rows } = rankPage(db, queryOf({ brandIds, limit }))
      expect(rows).toHaveLength(limit)
      expect(rows.filter((row) => row.isStarred).map((row) => [row.brandId, row.keyword])).toEqual([[acme, 'tea "0"']])
      expect(rows.filter((row) => row.tags.length > 0).map((row) => [row.brandId, row.keyword])).toEqual(
        limit < 4 ? [] : [[bolt, 'tea "1"']],
      )
    }).statements
  for (const limit of [60, 1]) count(limit) // what is kept between pages
  expect(count(60)).toBe(count(1))
})

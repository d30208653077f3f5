// Stars and tags of a person on keywords: what they mark, filter and sort.
import { expect, test } from 'vitest'
import {
  listKeywordTags,
  type SaveMarksArgs,
  saveKeywordMarks,
} from '../../../src-main/rankings/queries/keyword-marks.ts'
import type { RankPageArgs } from '../../../src-main/rankings/queries/rank-page.ts'
import { ingestTracked } from '../../../src-main/rankings/queries/tracked-keywords.ts'
import { deleteBrand } from '../../../src-main/store/brand-removal.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
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

test('tracked keywords are marked and filtered', () => {
  const { db, acme, bolt } = twoBrands()
  ingestTracked(db, {
    brandId: acme,
    batch: 1,
    fetchedAtMs: FETCHED_AT_MS,
    body: bodyOf({ items: ['coffee', 'milk'] }),
  })
  expect(found(db, { filter: { tracked: true } })).toEqual([`${acme} coffee`])
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

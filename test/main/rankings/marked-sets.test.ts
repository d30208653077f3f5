import { expect, test } from 'vitest'
import { markedSets } from '../../../src-main/rankings/queries/marked-sets.ts'
import { findBrandNo } from '../../../src-main/store/cache-brands.ts'
import { addBrand, loadWindow, rankDb } from './rank-db.ts'

test('keywords by their marks: own stars and those of the service, tracked ones, any of the tags, of this brand alone', () => {
  const db = rankDb()
  const [own, other] = [addBrand(db, 'Own'), addBrand(db, 'Other')]
  for (const [brandId, starred] of [
    [other, 'd'],
    [own, 'a'],
  ] as const)
    loadWindow(db, {
      brandId,
      items: ['a', 'b', 'c', 'd'].map((keyword) => ({ keyword, isStarred: keyword === starred })),
    })
  const mark = db.core.prepare('INSERT INTO keyword_mark (brand_id, keyword, star, tags) VALUES (?, ?, ?, ?)')
  mark.run(own, 'b', 1, '["x"]')
  mark.run(own, 'c', 0, '["y","z"]')
  mark.run(other, 'd', 1, '["x","y"]')
  const track = db.cache.prepare("INSERT INTO tracked_keyword (brand_no, keyword, batch, raw) VALUES (?, ?, 1, '{}')")
  track.run(findBrandNo(db, own), 'd')
  track.run(findBrandNo(db, other), 'a')
  const textOf = db.cache.prepare('SELECT text FROM rank_keyword WHERE id = ?').pluck()
  const setsOf = (brandId: string, asked: { starred?: boolean; tracked?: boolean; tags?: readonly string[] }) =>
    markedSets(db, { brandId, starred: false, tracked: false, tags: [], ...asked }).map((ids) =>
      Array.from(ids, (id) => textOf.get(id)).sort(),
    )
  expect(setsOf(own, { starred: true })).toEqual([['a', 'b']])
  expect(setsOf(other, { starred: true })).toEqual([['d']])
  expect(setsOf(own, { tracked: true, tags: ['y', 'x', 'none'] })).toEqual([['d'], ['b', 'c']])
  expect(setsOf(own, {})).toEqual([])
  expect(setsOf(addBrand(db, 'New'), { starred: true, tracked: true })).toEqual([[]])
})

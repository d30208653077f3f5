import { expect, test } from 'vitest'
import { countReads } from '../../support/count-reads.ts'
import { addBrand, loadDay, loadWindow, queryOf, rankDb, rankPage } from './rank-db.ts'

test('page with 28-day trends runs as many statements for 60 rows as for one', () => {
  const db = rankDb()
  const items = Array.from({ length: 60 }, (_, index) => ({ keyword: `tea ${index}`, position: 1 + index }))
  const brandIds = ['Acme', 'Bolt'].map((name) => addBrand(db, name))
  for (const brandId of brandIds) {
    loadWindow(db, { brandId, items })
    for (const day of ['2026-01-01', '2026-01-03']) loadDay(db, { brandId, items, day })
  }
  const count = (limit: number) =>
    countReads(db.cache, () => {
      const { rows } = rankPage(db, queryOf({ brandIds, limit, sparkDays: 28 }))
      expect(rows).toHaveLength(limit)
      expect(rows[0]?.spark?.slice(-3)).toEqual([1, null, 1])
    }).statements
  for (const limit of [60, 1]) count(limit) // what is kept between pages
  expect(count(60)).toBe(count(1))
})

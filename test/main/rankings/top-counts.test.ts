// "In top 3" of a brand and the groups of positions are one definition: 3.4 is in the top 3, 3.5 is not.
import { expect, test } from 'vitest'
import { brandDays } from '../../../src-main/rankings/queries/brand-days.ts'
import { brandOverview } from '../../../src-main/rankings/queries/brand-overview.ts'
import { rankTotals } from '../../../src-main/rankings/queries/rank-totals.ts'
import { BANDS } from '../../../src-renderer/state/filters/rankings.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { addBrand, loadDay, loadWindow, queryOf, rankDb, rankPage } from './rank-db.ts'

const POSITIONS = [1, 3, 3.4, 3.499, 3.5, 3.6, 10, 10.4, 10.499, 10.5, 11, 80, null]
const TOP = { top3: 4, top10: 9 }

const filled = () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  const items = POSITIONS.map((position, index) => ({ keyword: `${index}`, position }))
  loadWindow(db, { brandId, items })
  loadDay(db, { brandId, day: '2026-01-02', items })
  return {
    db,
    brandId,
    counts: () => [brandOverview(db, { brandIds: [brandId] })[0], brandDays(db, { brandId, days: 1 })[0]],
  }
}

test('keywords in the top 3 and top 10 are those of the groups and filters of positions, of 28 days and of one', () => {
  const { db, brandId, counts } = filled()
  expect(counts()).toMatchObject([TOP, TOP])
  const [first, second] = rankTotals(db, { brandIds: [brandId], slice: DEFAULT_SLICE, filter: {} }).bands
  expect([first?.keywords, (first?.keywords ?? 0) + (second?.keywords ?? 0)]).toEqual([TOP.top3, TOP.top10])
  const [top3] = BANDS.filter(({ id }) => id === 'top3')
  expect(rankPage(db, queryOf({ brandIds: [brandId], filter: top3?.filter ?? {} })).total).toBe(TOP.top3)
})

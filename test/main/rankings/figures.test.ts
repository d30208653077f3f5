// The overview and Rankings have one definition of a brand's figures, also as of an earlier day.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandOverview } from '../../../src-main/rankings/queries/brand-overview.ts'
import { brandStandings } from '../../../src-main/rankings/queries/brand-standings.ts'
import { type FigureRow, figureColumns } from '../../../src-main/rankings/queries/rank-figures.ts'
import { savePeriods } from '../../../src-main/rankings/queries/rank-periods.ts'
import { windowOfSlice } from '../../../src-main/rankings/queries/rank-source.ts'
import { rankTotals } from '../../../src-main/rankings/queries/rank-totals.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { addBrand, type Item, loadDay, loadWindow, rankDb } from './rank-db.ts'

const sumsOf = (db: WritableDb, brandId: string, when: object) => {
  const { keywords, bands, clicks, impressions, avgPosition, avgPositionChange } = rankTotals(db, {
    ...{ brandIds: [brandId], slice: DEFAULT_SLICE, filter: {} },
    ...when,
  })
  const inBand = new Map(bands.map((band) => [band.band, band.keywords]))
  const top3 = inBand.get('top3') ?? 0
  return {
    ...{ keywords, clicks: clicks.now, impressions: impressions.now, avgPosition, avgPositionChange, top3 },
    top10: top3 + (inBand.get('4-10') ?? 0),
    ranking: keywords - (inBand.get('none') ?? 0),
  }
}

const ITEMS: readonly Item[] = [
  { keyword: 'tea', position: 3.4, positionChange: -2, clicks: 5, impressions: 50 },
  { keyword: 'pot', position: 9, positionChange: 3, clicks: 1, impressions: 9 },
  { keyword: 'new', position: 30 },
  { keyword: 'off' },
]

test('overview as of a day counts the keywords that were lost, and a brand without an earlier period, as Rankings does', () => {
  const db = rankDb()
  const [acme, young] = [addBrand(db, 'Acme'), addBrand(db, 'Young')]
  loadDay(db, { brandId: acme, day: '2026-01-01', items: [...ITEMS, { keyword: 'lost', position: 8, clicks: 2 }] })
  loadDay(db, { brandId: acme, day: '2026-01-02', items: ITEMS.map((item) => ({ ...item, clicks: 3 })) })
  loadDay(db, { brandId: young, day: '2026-01-02', items: ITEMS })
  const [day, before] = ['2026-01-02', '2026-01-01'].map((at) => ({ from: at, to: at }))
  if (day === undefined || before === undefined) throw new Error('Both days are given above.')
  for (const brandId of [acme, young])
    savePeriods(db, { slice: DEFAULT_SLICE, periods: [day, before].map((period) => ({ brandId, period })) })
  const rows = brandOverview(db, { brandIds: [acme, young], earlier: { day: day.to, period: day, before } })
  for (const [at, brandId] of [acme, young].entries())
    expect(rows[at]).toMatchObject(sumsOf(db, brandId, { period: day, comparePeriod: before }))
  expect(rows[0]).toMatchObject({ keywords: 5, ranking: 3, avgPositionChange: 0, up: 0, down: 0 })
  expect(rows[1]).toMatchObject({ keywords: 4, ranking: 3, avgPositionChange: null })
})

test('overview has the figures of the last 28 days as Rankings adds them up', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  loadWindow(db, { brandId, items: ITEMS })
  const [overview] = brandOverview(db, { brandIds: [brandId] })
  expect(overview).toMatchObject({
    ...sumsOf(db, brandId, {}),
    avgPositionChange: 0.5,
    up: 1,
    down: 1,
    visibility: null,
  })
})

const FIGURES = 'keywords, ranking, top3, top10, avg_position AS avgPosition, avg_position_change AS avgPositionChange'
const STORED = `SELECT ${FIGURES}, clicks, impressions, up, down, slice FROM rank_stats`

test('the figures that are stored with a window are those of its rows in SQL', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  const amount = fc.oneof(fc.nat(1_000_000), fc.constantFrom(0.1, 0.7, 1 / 3))
  const position = fc.constantFrom(null, 0, 3.4, 3.5, 10.49, 10.5, 0.1, 99.7)
  const change = fc.constantFrom(null, 0, -0.5, 0.5, 0.49, -0.49, 3.3, -100, 1 / 3)
  const item = fc.record({ clicks: amount, impressions: amount, position, positionChange: change })
  fc.assert(
    fc.property(fc.array(item, { maxLength: 70 }), (items) => {
      loadWindow(db, { brandId, items: items.map((of, at) => ({ keyword: `word ${at}`, ...of })) })
      const { slice, ...stored } = db.cache.prepare<[], FigureRow & { slice: number }>(STORED).get() ?? { slice: 0 }
      const { columns, change: moves, from, where, params } = windowOfSlice(slice)
      const sql = `SELECT ${figureColumns({ columns, change: moves })} FROM ${from} WHERE ${where}`
      const inSql = db.cache.prepare<unknown[], FigureRow>(sql).get(...params)
      expect(Object.keys(stored).toSorted()).toEqual(Object.keys(inSql ?? {}).toSorted())
      for (const [name, value] of Object.entries(inSql ?? {})) {
        const own = Reflect.get(stored, name)
        // SQL reads in another order, which may change the last digit of a sum.
        if (Number.isInteger(value) || value === null) expect(own).toBe(value)
        else expect(own).toBeCloseTo(value, 8)
      }
    }),
    { numRuns: 60 },
  )
})

test('a brand that was never synced has no keywords, clicks or moves, and nothing that needs some', () => {
  const db = rankDb()
  const [empty, synced] = [addBrand(db, 'Empty'), addBrand(db, 'Synced')]
  loadWindow(db, { brandId: synced, items: ITEMS })
  const [of] = brandStandings(db, { brandIds: [empty, synced] })
  expect(of).toEqual({
    ...{ brandId: empty, keywords: 0, ranking: 0, top3: 0, top10: 0, clicks: 0, impressions: 0, up: 0, down: 0 },
    ...{ avgPosition: null, avgPositionChange: null, realUp: null, realDown: null, lostClicks: null },
    ...{ visibility: null, visibilityChange: null },
  })
})

const DAY_BEFORE = { from: '2025-12-31', to: '2025-12-31' }

test('visibility and its trend end with the last day that was over when it was read', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  const dayOf = (day: string, position: number, fetchedAtMs: number) =>
    loadDay(db, { brandId, day, fetchedAtMs, items: [{ keyword: 'tea', position }] })
  dayOf('2026-01-01', 1, Date.UTC(2026, 0, 2))
  dayOf('2026-01-02', 90, Date.UTC(2026, 0, 2, 9))
  expect(brandOverview(db, { brandIds: [brandId] })[0]).toMatchObject({ visibility: 100, trend: [100] })
  const earlier = { day: '2026-01-02', period: { from: '2026-01-01', to: '2026-01-02' }, before: DAY_BEFORE }
  expect(brandOverview(db, { brandIds: [brandId], earlier })[0]).toMatchObject({ visibility: 100, trend: [100] })
  dayOf('2026-01-02', 90, Date.UTC(2026, 0, 3))
  expect(brandOverview(db, { brandIds: [brandId] })[0]?.trend).toHaveLength(2)
})

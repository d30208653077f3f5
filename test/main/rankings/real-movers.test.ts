import { expect, test } from 'vitest'
import { dayFromNumber, dayNumber } from '../../../src-main/base/clock.ts'
import { brandOverview } from '../../../src-main/rankings/queries/brand-overview.ts'
import { movesAsOf } from '../../../src-main/rankings/queries/moves-as-of.ts'
import { saveMoves, staleMoves } from '../../../src-main/rankings/queries/rank-moves.ts'
import { type RealMoversArgs, realMovers } from '../../../src-main/rankings/queries/real-movers.ts'
import { realMoveOf, SPAN_DAYS } from '../../../src-main/rankings/rules/real-moves.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { calls } from '../../../src-shared/desk/contract.ts'
import { fieldValue } from '../../../src-shared/desk/fields/field.ts'
import { MOVER_FIELDS } from '../../../src-shared/desk/fields/search.ts'
import { MoverSchema } from '../../../src-shared/desk/rankings.ts'
import { absentDayOf } from '../../../src-shared/desk/values/absent-move.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { knownDaysOf } from '../../support/known-drops.ts'
import { addBrand, type Item, loadDay, rankDb } from './rank-db.ts'

const LAST_DAY = dayNumber('2026-02-20')
const slice = DEFAULT_SLICE
const dayAt = (index: number) => dayFromNumber(LAST_DAY - SPAN_DAYS + 1 + index)

/** Loads 31 days, all keywords of one day at a time. */
const load = (db: WritableDb, brandId: string, itemsOf: (index: number) => Item[], days = SPAN_DAYS) => {
  for (let index = 0; index < days; index += 1) loadDay(db, { brandId, day: dayAt(index), items: itemsOf(index) })
}
const ranked = (keyword: string, position: number, clicks = 3): Item => ({
  keyword,
  position,
  clicks,
  impressions: 10,
})
const movers = (db: WritableDb, more: Partial<RealMoversArgs> = {}) =>
  realMovers(db, { brandIds: 'all', slice, kind: 'any', limit: 50, ...more })

/** One keyword falls, one climbs, one is lost, one is new and one stays. */
const fiveKeywords = (index: number): Item[] => {
  const isNow = index >= SPAN_DAYS - 3
  return [
    ranked('falls', isNow ? 9 : 4, isNow ? 1 : 5),
    ranked('climbs', isNow ? 5 : 12, isNow ? 6 : 2),
    ranked('stays', 7),
    ...(isNow ? [ranked('is new', 8)] : [ranked('is lost', 3, 9)]),
  ]
}

test('real movers list the biggest loss of clicks first, then gains, with their usual range', () => {
  const db = rankDb()
  const acme = addBrand(db, 'Acme')
  load(db, acme, fiveKeywords)
  saveMoves(db, { brandId: acme, slice })
  const { rows, real } = movers(db)
  for (const row of rows) MoverSchema.parse(row)
  expect(real).toEqual({ lastDay: '2026-02-20', climbed: 2, fell: 2 })
  expect(rows.map(({ keyword, kind }) => [keyword, kind])).toEqual([
    ['is lost', 'lost'],
    ['falls', 'down'],
    ['climbs', 'up'],
    ['is new', 'new'],
  ])
  expect(rows[1]).toMatchObject({ brandId: acme, fromPosition: 4, toPosition: 9, positionChange: 5 })
  expect(rows[1]?.real).toMatchObject({ clicksBefore: 5, clicksNow: 1, lastDay: '2026-02-20' })
  const [first, second] = [movers(db, { limit: 3 }), movers(db, { limit: 2 })]
  expect(movers(db, { limit: 3, cursor: first.nextCursor }).rows).toEqual(rows.slice(3))
  expect(movers(db, { limit: 2, cursor: second.nextCursor })).toMatchObject({ rows: rows.slice(2), nextCursor: null })
  const namesOf = (kind: 'up' | 'new' | 'down' | 'lost') => movers(db, { kind }).rows.map(({ keyword }) => keyword)
  expect([namesOf('up'), namesOf('new')]).toEqual([['climbs', 'is new'], ['is new']])
  // As many as the counts say.
  expect([namesOf('up').length, namesOf('down').length]).toEqual([real?.climbed, real?.fell])
  expect(namesOf('lost')).toEqual(rows.filter(({ kind }) => kind === 'lost').map(({ keyword }) => keyword))
  expect(namesOf('down')).toEqual(expect.arrayContaining(namesOf('lost')))
})

test('a keyword that does not rank on the newest day has no position now, in Movers and as of that day', () => {
  const db = rankDb()
  const acme = addBrand(db, 'Acme')
  load(db, acme, (index) => fiveKeywords(index).filter(({ keyword }) => keyword !== 'falls' || index < SPAN_DAYS - 1))
  saveMoves(db, { brandId: acme, slice })
  const asOf = movesAsOf(db, { brandIds: 'all', slice, day: '2026-02-20' })
  for (const rows of [movers(db).rows, asOf]) {
    const absent = rows.filter((row) => absentDayOf(row) !== null)
    expect(absent).toMatchObject([
      { keyword: 'falls', kind: 'down', fromPosition: 4, toPosition: null, positionChange: null },
    ])
    expect(absent.map(absentDayOf)).toEqual(['2026-02-20'])
    expect(absent.map((row) => fieldValue(MOVER_FIELDS, 'absentOn', row))).toEqual(['2026-02-20'])
  }
})

test('a search for real movers finds keywords with all of its words, and leaves the counts of all moves', () => {
  const db = rankDb()
  const acme = addBrand(db, 'Acme')
  load(db, acme, fiveKeywords)
  saveMoves(db, { brandId: acme, slice })
  const found = movers(db, { search: ' LOST is ' })
  expect(found.rows.map(({ keyword }) => keyword)).toEqual(['is lost'])
  expect(found).toMatchObject({ total: 1, real: { climbed: 2, fell: 2 } })
  expect(movers(db, { search: 'is', kind: 'new' })).toMatchObject({ total: 1, rows: [{ keyword: 'is new' }] })
  expect(movers(db, { search: 'falls lost' })).toMatchObject({ total: 0, rows: [] })
})

test('the moves of a brand are those of the rule, keyword by keyword', () => {
  const db = rankDb()
  const acme = addBrand(db, 'Acme')
  const series = Array.from({ length: 1500 }, (_, index) =>
    knownDaysOf({ seed: 5, firstDay: LAST_DAY - SPAN_DAYS + 1, days: SPAN_DAYS, dropAt: SPAN_DAYS - 3 }, index),
  )
  load(db, acme, (day) =>
    series.flatMap(({ positions, clicks, impressions }, index) => {
      const [position = 0, click = 0, impression = 0] = [positions[day], clicks[day], impressions[day]]
      return position > 0 ? [{ keyword: `${index}`, position, clicks: click, impressions: impression }] : []
    }),
  )
  saveMoves(db, { brandId: acme, slice })
  const known = Array<boolean>(SPAN_DAYS).fill(true)
  const expected = series.flatMap((days, index) => {
    const kind = realMoveOf(days, known)?.kind
    return kind === undefined ? [] : [[`${index}`, kind]]
  })
  const found = movers(db, { limit: 500 }).rows.map(({ keyword, kind }) => [keyword, kind])
  expect(expected.length).toBeGreaterThan(4)
  expect(found.sort()).toEqual(expected.sort())
})

test('moves are worked out again when a day changed, and only then', () => {
  const db = rankDb()
  const acme = addBrand(db, 'Acme')
  const scope = { brandIds: 'all' as const, slice }
  expect(staleMoves(db, scope)).toEqual([])
  load(db, acme, fiveKeywords)
  expect(staleMoves(db, scope)).toEqual([acme])
  saveMoves(db, { brandId: acme, slice })
  expect(staleMoves(db, scope)).toEqual([])
  const last = fiveKeywords(0)
  const fetchedAtMs = Date.UTC(2026, 2, 2)
  for (const back of [1, 2, 3]) loadDay(db, { brandId: acme, day: dayAt(SPAN_DAYS - back), items: last, fetchedAtMs })
  expect(staleMoves(db, scope)).toEqual([acme])
  saveMoves(db, { brandId: acme, slice })
  expect(movers(db).rows).toEqual([])
})

test('a day that was read before it was over does not count, and a brand days behind is left out', () => {
  const db = rankDb()
  const [acme, behind] = [addBrand(db, 'Acme'), addBrand(db, 'Behind')]
  load(db, acme, fiveKeywords)
  loadDay(db, { brandId: acme, day: '2026-02-21', items: [], fetchedAtMs: Date.UTC(2026, 1, 21, 12) })
  load(db, behind, (index) => fiveKeywords(index + 3), SPAN_DAYS - 3)
  for (const brandId of [acme, behind]) saveMoves(db, { brandId, slice })
  const { rows, real } = movers(db)
  expect(real?.lastDay).toBe('2026-02-20')
  expect(new Set(rows.map(({ brandId }) => brandId))).toEqual(new Set([acme]))
  expect(movers(db, { brandIds: [behind] }).real).toMatchObject({ lastDay: '2026-02-17' })
})

test('the overview counts real moves, and knows none before they were worked out', () => {
  const db = rankDb()
  const acme = addBrand(db, 'Acme')
  load(db, acme, fiveKeywords)
  const counts = () => brandOverview(db, { brandIds: [acme] })[0]
  expect(counts()).toMatchObject({ realUp: null, realDown: null })
  saveMoves(db, { brandId: acme, slice })
  expect(counts()).toMatchObject({ realUp: 2, realDown: 2 })
})

test('all moves need both days, real moves none', () => {
  const { input } = calls['rankings.movers']
  expect(input.safeParse({}).success).toBe(false)
  expect(input.safeParse({ from: '2026-01-01', to: '2026-01-08' }).data?.moves).toBe('all')
  expect(input.safeParse({ moves: 'real' }).success).toBe(true)
})

test('lost clicks of a brand are those that keywords with a real fall lost, whatever others of them gained', () => {
  const db = rankDb()
  const acme = addBrand(db, 'Acme')
  const isNow = (index: number) => index >= SPAN_DAYS - 3
  load(db, acme, (index) => [
    ...fiveKeywords(index),
    ranked('falls and gains', isNow(index) ? 9 : 4, isNow(index) ? 3 : 1),
  ])
  saveMoves(db, { brandId: acme, slice })
  const lost = movers(db).rows.filter(({ kind }) => kind === 'down' || kind === 'lost')
  expect(lost.map(({ keyword }) => keyword)).toEqual(['is lost', 'falls', 'falls and gains'])
  expect(brandOverview(db, { brandIds: [acme] })[0]?.lostClicks).toBeCloseTo(9 + 4)
})

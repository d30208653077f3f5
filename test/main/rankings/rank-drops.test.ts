import { expect, test } from 'vitest'
import { dayFromNumber, dayNumber } from '../../../src-main/base/clock.ts'
import { rankDrops } from '../../../src-main/rankings/queries/rank-drops.ts'
import { saveMoves } from '../../../src-main/rankings/queries/rank-moves.ts'
import { onsetOf } from '../../../src-main/rankings/rules/move-onset.ts'
import { SPAN_DAYS } from '../../../src-main/rankings/rules/real-moves.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { addBrand, type Item, loadDay, rankDb } from './rank-db.ts'

const LAST_DAY = dayNumber('2026-02-20')
const slice = DEFAULT_SLICE
const known = Array<boolean>(SPAN_DAYS).fill(true)

/** Falls from 4 to 9 on the day that is `ago` days before the last one. */
const falling =
  (keyword: string, ago: number, [before, now]: readonly [number, number]) =>
  (day: number): Item => {
    const hasFallen = day > LAST_DAY - ago - 1
    return { keyword, position: hasFallen ? 9 : 4, clicks: hasFallen ? now : before, impressions: 30 }
  }
type Keyword = (day: number) => Item
const load = (db: WritableDb, brandId: string, keywords: readonly Keyword[], lastDay = LAST_DAY) => {
  for (let day = lastDay - SPAN_DAYS + 1; day <= lastDay; day += 1)
    loadDay(db, { brandId, day: dayFromNumber(day), items: keywords.map((itemOf) => itemOf(day)) })
  saveMoves(db, { brandId, slice })
}
const drops = (db: WritableDb, lostMin = 0) => rankDrops(db, { brandIds: 'all', slice, lostMin, limit: 50 })

test('drops are listed by the clicks that they cost a day, with the day on which they began', () => {
  const db = rankDb()
  const [acme, beta] = [addBrand(db, 'Acme'), addBrand(db, 'Beta')]
  load(db, acme, [falling('small', 2, [3, 2]), falling('big', 3, [9, 1])])
  load(db, beta, [falling('middle', 2, [6, 2])])
  expect(drops(db).map(({ brandId, keyword, since }) => [brandId, keyword, since])).toEqual([
    [acme, 'big', dayFromNumber(LAST_DAY - 3)],
    [beta, 'middle', dayFromNumber(LAST_DAY - 2)],
    [acme, 'small', dayFromNumber(LAST_DAY - 2)],
  ])
  expect(drops(db)[1]).toMatchObject({ before: 4, now: 9, clicksBefore: 6, clicksNow: 2 })
  expect(drops(db, 2).map(({ keyword }) => keyword)).toEqual(['big', 'middle'])
})

test('a drop says that its keyword does not rank on the newest day', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  const gone = falling('gone', 2, [9, 1])
  const goneLast = (day: number): Item => (day === LAST_DAY ? { ...gone(day), position: null } : gone(day))
  const noRowLast = falling('no row', 2, [8, 1])
  const there = falling('there', 2, [7, 1])
  for (let day = LAST_DAY - SPAN_DAYS + 1; day <= LAST_DAY; day += 1) {
    const items = [goneLast(day), there(day), ...(day === LAST_DAY ? [] : [noRowLast(day)])]
    loadDay(db, { brandId, day: dayFromNumber(day), items })
  }
  saveMoves(db, { brandId, slice })
  const last = dayFromNumber(LAST_DAY)
  expect(drops(db).map(({ keyword, now, absentOn }) => [keyword, now, absentOn])).toEqual([
    ['gone', null, last],
    ['no row', null, last],
    ['there', 9, undefined],
  ])
})

test('a drop keeps its first day while it is found again', () => {
  const db = rankDb()
  const acme = addBrand(db, 'Acme')
  const keyword = falling('tea', 2, [9, 1])
  load(db, acme, [keyword])
  const [{ since } = { since: '' }] = drops(db)
  for (const later of [1, 2, 3]) {
    const day = LAST_DAY + later
    // It falls a little further, so that the day between before and now would be another one.
    const item = { ...keyword(day), position: 9 + 4 * later }
    const fetchedAtMs = (day + 2) * 86_400_000
    loadDay(db, { brandId: acme, day: dayFromNumber(day), items: [item], fetchedAtMs })
    saveMoves(db, { brandId: acme, slice })
    expect(drops(db).map((drop) => [drop.keyword, drop.since])).toEqual([['tea', since]])
  }
})

test.each([
  { what: 'a fall', before: 4, now: 9, positions: [4, 4, 4, 9, 9, 9], onset: 3 },
  { what: 'a fall with one good day since', before: 4, now: 8, positions: [4, 4, 9, 9, 4, 9], onset: 5 },
  { what: 'a fall whose last day is good again', before: 4, now: 9, positions: [4, 4, 4, 9, 9, 4], onset: 3 },
  { what: 'a loss', before: 4, now: null, positions: [4, 4, 4, 0, 0, 0], onset: 3 },
  { what: 'a new keyword', before: null, now: 7, positions: [0, 0, 0, 0, 7, 7], onset: 4 },
])('$what began on its own day', ({ before, now, positions, onset }) => {
  const start = SPAN_DAYS - positions.length
  const all = [...Array<number>(start).fill(before ?? 0), ...positions]
  expect(onsetOf(all, known, { before, now, usual: null }) - start).toBe(onset)
})

test('a fall in two steps began with the first that left the usual range', () => {
  const all = [...Array<number>(SPAN_DAYS - 5).fill(2.6), 3.3, 4.6, 4.4, 7.7, 7.9]
  const move = { before: 2.6, now: 7.8 }
  expect(onsetOf(all, known, { ...move, usual: { low: 1, high: 4.2 } })).toBe(SPAN_DAYS - 4)
  expect(onsetOf(all, known, { ...move, usual: { low: 1, high: 4.8 } })).toBe(SPAN_DAYS - 2)
})

test('a fall of a keyword that swings widely began with its first step, though that was in the usual range', () => {
  const swings = [3.1, 3, 3.1, 1.4, 1.4, 1.3]
  const usual = { low: 1, high: 5.2 }
  const began = (before: readonly number[], last: readonly number[], now = 7.8) => {
    const start = SPAN_DAYS - last.length - before.length
    const all = [...Array.from({ length: start }, (_, at) => swings[at % 6] ?? 0), ...before, ...last]
    return onsetOf(all, known, { before: 2.6, now, usual }) - start
  }
  expect(began([3.1, 1.4], [4.4, 4.6, 7.7, 7.9, 7.8])).toBe(2)
  // A slide has no step; a day like those before ends what came earlier; and an older step is not a part of it.
  expect(began([3.1, 2.9], [3.9, 5.1, 7.7, 7.9, 7.8])).toBe(4)
  expect(began([3.1, 1.4], [4.4, 3, 7.7, 7.9, 7.8])).toBe(4)
  expect(began([3.1, 1.4], [4.4, 4.6, 4.5, 4.4, 7.7, 7.9, 7.8])).toBe(6)
  expect(began([3.1, 1.4], [4.4, 0, 7.7, 7.9, 7.8])).toBe(2)
  // Too near to the days before to be no chance.
  expect(began([3.1, 1.4], [4.1, 4.6, 7.7, 7.9, 7.8])).toBe(4)
})

test('a rise of a keyword that swings widely began with its first step', () => {
  const all = [...Array.from({ length: SPAN_DAYS - 5 }, (_, at) => (at % 6 < 3 ? 24 : 20)), 15, 14.8, 5, 5.2, 5.1]
  expect(onsetOf(all, known, { before: 22, now: 5.1, usual: { low: 10, high: 34 } })).toBe(SPAN_DAYS - 5)
})

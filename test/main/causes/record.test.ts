// What was said of drops is kept as it was said first, judged by later days or by people, and counted by kind.
import { expect, test } from 'vitest'
import { dayNumber } from '../../../src-main/base/clock.ts'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { saveAnswer } from '../../../src-main/causes/queries/answers.ts'
import { causeOfDrop } from '../../../src-main/causes/queries/cause-list.ts'
import { forgetSaid, keepSaid, recordOf, type Said } from '../../../src-main/causes/queries/record.ts'
import { causesStale, saveCauses, setStale } from '../../../src-main/causes/queries/save-causes.ts'
import { CAUSE_DAYS } from '../../../src-main/causes/rules/brand-sums.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { tables } from '../../../src-main/tables.ts'
import type { CauseKind } from '../../../src-shared/desk/values/cause-kinds.ts'
import { newBrand } from '../../support/temp-store.ts'
import { addBrand, rankDb } from '../rankings/rank-db.ts'
import { HOSTILE, isOnPage, LAST, loadDays, loadFewerSearches, PAGE } from './small-cache.ts'

/** Works out the causes and keeps what is new in them, as the handlers do. */
const say = (db: WritableDb, brandId: string, atMs = 1) => {
  const kinds = causesStale(db, { brandIds: [brandId] })
  for (const { portfolio, stale } of kinds)
    for (const { brandId: id } of stale) {
      const said = saveCauses(db, { brandId: id, portfolio })
      if (said !== null) keepSaid(db, { brandId: id, atMs, ...said })
    }
}
const rowsOf = (db: WritableDb) =>
  db.core.prepare('SELECT keyword, kind, day, data_day, said_at_ms, is_right FROM cause_said ORDER BY keyword').all()

const drop = (keyword: string, kind: CauseKind, more: Partial<Said['said'][number]> = {}) => ({
  ...{
    keyword,
    day: LAST - 30,
    kind,
    dropKind: 'clicks' as const,
    clicksBefore: 20,
    clicksNow: 10,
    dataDay: LAST - 28,
  },
  ...more,
})
const keep = (db: WritableDb, brandId: string, ...said: Said['said'][number][]) =>
  keepSaid(db, { brandId, atMs: 1, said, verdicts: [] })
const answer = (db: WritableDb, brandId: string, keyword: string, isNamed: boolean, kind: CauseKind | null) =>
  saveAnswer(db, {
    brandId,
    keyword,
    since: LAST - 29,
    isNamed,
    kind,
    text: kind === null ? 'Own words' : null,
    atMs: 5,
  })

test('a cause is kept when it is first named, with the age of the data; a drop without a cause is not', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadDays(db, brandId, { isHit: (at) => isOnPage(at) || at === 20 })
  say(db, brandId)
  const said = rowsOf(db)
  expect(said).toHaveLength(9)
  expect(said[0]).toMatchObject({ keyword: `\n${PAGE}` })
  for (const one of said)
    expect(one).toMatchObject({ kind: 'one-page', day: LAST - 4, data_day: LAST, said_at_ms: 1, is_right: null })
  expect(causeOfDrop(db, { brandId, keyword: HOSTILE, page: null })).toMatchObject({
    record: { kind: 'one-page', right: 0, judged: 0, isByDays: false },
    first: { kind: 'one-page', at: '1970-01-01T00:00:00.001Z' },
  })
  expect(causeOfDrop(db, { brandId, keyword: 'thing 20', page: null })).toMatchObject({
    record: null,
    first: null,
  })
})

test('what was said before all that happened was known is forgotten, and kept when it is worked out again', () => {
  const db = rankDb()
  const [brandId, other] = [addBrand(db, 'Shop'), addBrand(db, 'Other')]
  for (const id of [brandId, other]) {
    loadDays(db, id, { isHit: isOnPage })
    say(db, id)
  }
  const both = rowsOf(db)
  forgetSaid(db, { brandIds: [brandId] })
  setStale(db, { brandIds: [brandId] })
  expect(rowsOf(db)).toHaveLength(both.length / 2)
  expect(causeOfDrop(db, { brandId, keyword: HOSTILE, page: null }).first).toBeNull()
  expect(causeOfDrop(db, { brandId: other, keyword: HOSTILE, page: null }).first).not.toBeNull()
  say(db, brandId, 7)
  expect(rowsOf(db)).toHaveLength(both.length)
  expect(causeOfDrop(db, { brandId, keyword: HOSTILE, page: null }).first).toMatchObject({
    at: '1970-01-01T00:00:00.007Z',
  })
})

test('causes that are worked out again with other days change nothing of what was said first', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadDays(db, brandId, { isHit: isOnPage })
  say(db, brandId)
  const first = rowsOf(db)
  loadDays(db, brandId, { isHit: (at) => at % 4 !== 0 || isOnPage(at) })
  say(db, brandId, 2)
  const now = causeOfDrop(db, { brandId, keyword: HOSTILE, page: null })
  expect(now.row?.causes[0]?.kind).toBe('whole-site')
  expect(now).toMatchObject({ record: { kind: 'whole-site', judged: 0 }, first: { kind: 'one-page' } })
  expect(rowsOf(db)).toEqual(expect.arrayContaining(first))
})

test('days that came back confirm that the data changed, and days that did not refute it, two weeks later', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadDays(db, brandId, {})
  keep(db, brandId, drop('thing 3', 'measuring'), drop('thing 4', 'measuring', { clicksBefore: 80, clicksNow: 40 }))
  keep(db, brandId, drop('thing 5', 'measuring', { dropKind: 'lost' }), drop('gone', 'measuring', { dropKind: 'lost' }))
  keep(db, brandId, drop('thing 6', 'measuring', { dataDay: LAST - 13 }), drop('thing 7', 'demand'))
  keep(db, brandId, drop('thing 8', 'measuring', { dataDay: LAST - CAUSE_DAYS - 1 }))
  say(db, brandId)
  const verdicts = Object.fromEntries(
    db.core.prepare<[], [string, number | null]>('SELECT keyword, is_right FROM cause_said').raw().all(),
  )
  expect(verdicts).toEqual({
    ...{ 'thing 3': 1, 'thing 4': 0, 'thing 5': 1, gone: 0 },
    // Thirteen days are too few, demand is not judged by days, and the days of the last one are not held any more.
    ...{ 'thing 6': null, 'thing 7': null, 'thing 8': null },
  })
  expect(recordOf(db, brandId, 'measuring')).toEqual({ kind: 'measuring', right: 2, judged: 4, isByDays: true })
  expect(recordOf(db, brandId, 'demand')).toMatchObject({ right: 0, judged: 0, isByDays: false })
})

test('a page and the brand have the same record: what was said first, and what people and later days say of it', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadFewerSearches(db, brandId)
  say(db, brandId)
  for (const page of [PAGE, null]) {
    const drop = { brandId, keyword: null, page }
    const { row } = causeOfDrop(db, drop)
    const since = dayNumber(row?.since ?? '')
    expect(causeOfDrop(db, drop)).toMatchObject({
      first: { kind: 'demand' },
      record: { kind: 'demand', judged: page === null ? 1 : 0 },
    })
    saveAnswer(db, { ...drop, since, isNamed: page !== null, kind: 'demand', text: null, atMs: 5 })
  }
  expect(recordOf(db, brandId, 'demand')).toMatchObject({ right: 1, judged: 2 })
  const steady = addBrand(db, 'Steady')
  loadDays(db, steady, {})
  const clicks = (before: number) => ({ clicksBefore: before, clicksNow: before / 2 })
  keep(db, steady, drop('', 'measuring', clicks(480)), drop(`\n${PAGE}`, 'measuring', clicks(160)))
  keep(db, steady, drop('\nhttps://shop.example/1', 'measuring', clicks(400)), drop('\nnone', 'measuring', clicks(9)))
  say(db, steady)
  const verdicts = db.core.prepare("SELECT keyword, is_right FROM cause_said WHERE kind = 'measuring'").raw().all()
  expect(Object.fromEntries(verdicts as [string, number | null][])).toEqual({
    ...{ '': 1, [`\n${PAGE}`]: 1, '\nhttps://shop.example/1': 0, '\nnone': null },
  })
})

test('a verdict stays as it is', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  keep(db, brandId, drop('thing 3', 'measuring'))
  for (const isRight of [0, 1] as const)
    keepSaid(db, { brandId, atMs: 1, said: [], verdicts: [{ keyword: 'thing 3', day: LAST - 30, isRight }] })
  expect(recordOf(db, brandId, 'measuring')).toMatchObject({ right: 0, judged: 1 })
})

test('what people said judges any kind, before later days; own words judge nothing', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  for (const keyword of ['a', 'b', 'c', 'd', 'e']) keep(db, brandId, drop(keyword, 'topic'))
  answer(db, brandId, 'a', true, 'topic')
  answer(db, brandId, 'b', true, 'demand')
  answer(db, brandId, 'c', false, 'topic')
  answer(db, brandId, 'd', false, 'demand')
  answer(db, brandId, 'e', true, null)
  expect(recordOf(db, brandId, 'topic')).toMatchObject({ right: 1, judged: 3 })
  keep(db, brandId, drop('f', 'measuring'))
  keepSaid(db, { brandId, atMs: 1, said: [], verdicts: [{ keyword: 'f', day: LAST - 30, isRight: 1 }] })
  answer(db, brandId, 'f', false, 'measuring')
  expect(recordOf(db, brandId, 'measuring')).toMatchObject({ right: 0, judged: 1 })
})

test('a removed brand takes its rows along, one that was added later counts too, and the demo counts apart', () => {
  const db = rankDb()
  const [brandId, demo] = [addBrand(db, 'Shop'), insertBrand(db, newBrand('Demo', { demo: true })).id]
  for (const id of [brandId, demo]) {
    keep(db, id, drop('a', 'topic'))
    answer(db, id, 'a', true, 'topic')
  }
  const later = addBrand(db, 'Later')
  keep(db, later, drop('a', 'topic'))
  answer(db, later, 'a', false, 'topic')
  expect(recordOf(db, brandId, 'topic')).toMatchObject({ right: 1, judged: 2 })
  expect(recordOf(db, demo, 'topic')).toMatchObject({ right: 1, judged: 1 })
  for (const sql of tables.brandRows.core) if (sql.includes('cause_said')) db.core.prepare(sql).run(brandId)
  expect(recordOf(db, later, 'topic')).toMatchObject({ right: 0, judged: 1 })
  keep(db, 'never added', drop('a', 'topic'))
  expect(rowsOf(db)).toHaveLength(2)
})

test('a brand keeps its newest 500 for 400 days, and what was dropped is not taken in again', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  keep(db, brandId, drop('too old', 'topic', { day: LAST - 500, dataDay: LAST - 480 }))
  keep(db, brandId, ...Array.from({ length: 510 }, (_, at) => drop(`old ${at}`, 'topic')))
  expect(rowsOf(db)).toHaveLength(500)
  expect(JSON.stringify(rowsOf(db))).not.toContain('too old')
  const before = rowsOf(db)
  keep(db, brandId, ...Array.from({ length: 510 }, (_, at) => drop(`old ${at}`, 'demand')))
  expect(rowsOf(db)).toEqual(before)
  keep(db, brandId, drop('new', 'topic', { day: LAST - 3, dataDay: LAST }))
  expect(rowsOf(db)).toHaveLength(500)
  expect(JSON.stringify(rowsOf(db))).toContain('"new"')
})

test('a brand without drops has nothing that is kept', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Calm')
  loadDays(db, brandId, {})
  say(db, brandId)
  expect(rowsOf(db)).toEqual([])
})

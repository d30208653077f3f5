// What was forecast for a day is kept as it was said first, and judged by the day when it is whole.
import { expect, test } from 'vitest'
import { DAY_MS, dayFromNumber, dayNumber } from '../../../src-main/base/clock.ts'
import { silentLog } from '../../../src-main/base/log.ts'
import { createRankingHandlers } from '../../../src-main/rankings/calls.ts'
import { createForecastJudge } from '../../../src-main/rankings/forecast-judge.ts'
import {
  type ForecastNewsArgs,
  forecastNews,
  type KeepForecastArgs,
  keepForecast,
} from '../../../src-main/rankings/queries/forecast-record.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { forecastText } from '../../../src-shared/desk/forecast.ts'
import { addBrand, loadDay, rankDb } from './rank-db.ts'

const LAST = dayNumber('2026-02-01')

type Figures = { readonly clicks?: number; readonly position?: number | null }
const loadOne = (db: WritableDb, brandId: string, day: number, keywords: Readonly<Record<string, Figures>>) => {
  const items = Object.entries(keywords).map(([keyword, figures]) => ({ keyword, position: 5, ...figures }))
  loadDay(db, { brandId, items, day: dayFromNumber(day), fetchedAtMs: (day + 1) * DAY_MS })
}

type Asked = Omit<ForecastNewsArgs, 'points'> & {
  readonly dataDay?: number
  readonly days?: number
  readonly low?: number
}
/** As the handler does it, with a band from `low` to 20 above it. Returns the record. */
const ask = (db: WritableDb, { dataDay = LAST, days = 14, low = 10, ...asked }: Asked, atMs = 1) => {
  const points = Array.from({ length: days }, (_, at) => ({
    ...{ day: dayFromNumber(dataDay + 1 + at), value: low + 5, low, high: low + 20 },
  }))
  const { record, ...news } = forecastNews(db, { ...asked, points })
  return keepForecast(db, { ...asked, ...news, atMs })
}
const rowsOf = (db: WritableDb) =>
  db.core.prepare<[], { keyword: string; day: number; low: number; is_inside: number | null }>(
    'SELECT keyword, day, low, data_day, said_at_ms, is_inside FROM forecast_said ORDER BY keyword, day',
  )
const insideOf = (db: WritableDb, keyword = '') =>
  rowsOf(db)
    .all()
    .flatMap((row) => (row.keyword === keyword && row.is_inside !== null ? [row.is_inside] : []))

test('a day keeps what was said of it first, with the age of the data, for 14 days ahead', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadOne(db, brandId, LAST, { tea: { clicks: 30 } })
  ask(db, { brandId, measure: 'clicks', days: 28 })
  const first = rowsOf(db).all()
  expect(first.map(({ day }) => day - LAST)).toEqual(Array.from({ length: 14 }, (_, at) => at + 1))
  expect(first[0]).toMatchObject({ low: 10, data_day: LAST, said_at_ms: 1, is_inside: null })
  ask(db, { brandId, measure: 'clicks', dataDay: LAST + 2, low: 99 }, 2)
  const all = rowsOf(db).all()
  expect(all.slice(0, 14)).toEqual(first)
  expect(all.slice(14).map(({ day, low }) => [day - LAST, low])).toEqual([
    [15, 99],
    [16, 99],
  ])
})

test('a whole day is inside its band or not, a day that is not over or not stored says nothing, and a verdict stays', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  ask(db, { brandId, measure: 'clicks' })
  loadOne(db, brandId, LAST + 1, { tea: { clicks: 10 }, pots: { clicks: 20 } })
  loadOne(db, brandId, LAST + 2, { tea: { clicks: 31 } })
  loadOne(db, brandId, LAST + 4, { tea: { clicks: 9 } })
  const part = { brandId, day: dayFromNumber(LAST + 5), items: [{ keyword: 'tea', clicks: 15 }] }
  loadDay(db, { ...part, fetchedAtMs: (LAST + 5.5) * DAY_MS })
  expect(ask(db, { brandId, measure: 'clicks', dataDay: LAST + 4 })).toEqual({ right: 1, judged: 3 })
  expect(insideOf(db)).toEqual([1, 0, 0])
  loadOne(db, brandId, LAST + 2, { tea: { clicks: 20 } })
  expect(ask(db, { brandId, measure: 'clicks', dataDay: LAST + 4 })).toEqual({ right: 1, judged: 3 })
})

test('of two windows that ask at the same time the first one is kept', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  const asked = { brandId, measure: 'clicks', atMs: 1 } as const
  const saying = { day: LAST + 1, low: 1, high: 2, dataDay: LAST }
  const verdict = { keyword: '', measure: 'clicks', day: LAST + 1, isInside: 0 } as const
  keepForecast(db, { ...asked, said: [saying], verdicts: [] })
  keepForecast(db, { ...asked, said: [{ ...saying, low: 0 }], verdicts: [] })
  keepForecast(db, { ...asked, said: [], verdicts: [verdict] })
  keepForecast(db, { ...asked, said: [], verdicts: [{ ...verdict, isInside: 1 }] })
  expect(rowsOf(db).all()).toMatchObject([{ low: 1, is_inside: 0 }])
})

test('keywords of a brand have one record for each measure, apart from the brand; one that does not rank is outside', () => {
  const db = rankDb()
  const [brandId, other] = [addBrand(db, 'Shop'), addBrand(db, 'Other')]
  for (const id of [brandId, other])
    for (const keyword of ['tea', 'pots']) {
      ask(db, { brandId: id, keyword, measure: 'position', days: 2, low: 1 })
      ask(db, { brandId: id, keyword, measure: 'clicks', days: 2, low: 1 })
    }
  ask(db, { brandId, measure: 'position', days: 2, low: 6 })
  loadOne(db, brandId, LAST + 1, { tea: { position: 3, clicks: 0 }, pots: { position: 40, clicks: 2 } })
  loadOne(db, brandId, LAST + 2, { tea: { position: null, clicks: 3 } })
  const none = { brandId, dataDay: LAST + 2, days: 0 }
  expect(ask(db, { ...none, keyword: 'tea', measure: 'position' })).toEqual({ right: 1, judged: 4 })
  expect(ask(db, { ...none, keyword: 'tea', measure: 'clicks' })).toEqual({ right: 2, judged: 4 })
  // On the first day the mean of both is 21.5; on the second none ranks.
  expect(ask(db, { ...none, measure: 'position' })).toEqual({ right: 1, judged: 2 })
  expect(ask(db, { ...none, brandId: other, keyword: 'tea', measure: 'clicks' })).toEqual({ right: 0, judged: 0 })
})

test('a brand keeps the days to come of 20 keywords, 1,000 rows of keywords and 400 days', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  const askAll = (dataDay: number, name = 'keyword') => {
    for (let at = 0; at < 25; at += 1) ask(db, { brandId, keyword: `${name} ${at}`, measure: 'clicks', dataDay })
  }
  ask(db, { brandId, measure: 'clicks', dataDay: LAST - 500 })
  ask(db, { brandId, measure: 'clicks' })
  askAll(LAST)
  const keywords = () =>
    new Set(
      rowsOf(db)
        .all()
        .flatMap(({ keyword }) => (keyword === '' ? [] : [keyword])),
    )
  expect(keywords().size).toBe(20)
  expect(
    rowsOf(db)
      .all()
      .filter(({ keyword }) => keyword === ''),
  ).toHaveLength(14)
  // One of them goes on; another one gets in when days of theirs are over.
  ask(db, { brandId, keyword: 'keyword 3', measure: 'clicks', dataDay: LAST + 1 })
  expect(rowsOf(db).all()).toHaveLength(14 + 20 * 14 + 1)
  for (let week = 1; week < 6; week += 1) askAll(LAST + week * 14 + 1, `week ${week}`)
  const all = rowsOf(db).all()
  const ofKeywords = all.filter(({ keyword }) => keyword !== '')
  expect(ofKeywords.length).toBeGreaterThan(900)
  expect(ofKeywords.length).toBeLessThanOrEqual(1000)
  expect(Math.max(...ofKeywords.map(({ day }) => day))).toBe(LAST + 71 + 14)
  expect(all.length - ofKeywords.length).toBe(14)
})

test('a forecast that cannot be kept is given all the same', async () => {
  const point = { day: dayFromNumber(LAST + 1), value: 2, low: 1, high: 3 }
  const replies: Readonly<Record<string, unknown>> = {
    'rankings.forecast': { past: [], forecast: [point], freshAsOfMs: null },
    'rankings.forecastNews': {
      ...{ said: [{ ...point, day: LAST + 1, dataDay: LAST }], verdicts: [], record: { right: 3, judged: 4 } },
    },
  }
  const store = { read: async (name: string) => replies[name], write: () => Promise.reject(new Error('disk is full')) }
  const deps = { store, clock: { now: () => 0 }, log: silentLog, emit: () => undefined, brands: { get: () => ({}) } }
  const handlers = createRankingHandlers(deps as never) // what the call needs of them
  const reply = await handlers['rankings.forecast']({ brandId: 'b', measure: 'clicks', days: 14 })
  expect(reply).toMatchObject({ forecast: [point], record: { right: 3, judged: 4, isOfKeywords: false } })
})

test('after a sync days that came are judged, although no forecast is asked for again', async () => {
  const db = rankDb()
  const [brandId, quiet] = [addBrand(db, 'Shop'), addBrand(db, 'Quiet')]
  ask(db, { brandId, measure: 'clicks', days: 3 })
  ask(db, { brandId, keyword: 'tea', measure: 'position', days: 3, low: 1 })
  loadOne(db, brandId, LAST + 1, { tea: { clicks: 12, position: 4 } })
  loadOne(db, brandId, LAST + 2, { tea: { clicks: 99, position: 90 } })
  const written: string[] = []
  const store = {
    read: async (_: string, args: ForecastNewsArgs) => forecastNews(db, args),
    write: async (_: string, args: KeepForecastArgs) => {
      written.push(args.brandId)
      return keepForecast(db, args)
    },
  }
  let end = (_: object): void => undefined
  const subscribe = (listen: typeof end) => {
    end = listen
    return () => undefined
  }
  const brands = { resolve: () => [quiet, brandId] }
  const judge = createForecastJudge({ store, brands, subscribe, clock: { now: () => 5 }, log: silentLog } as never) // all it needs
  judge.start()
  end({ name: 'sync.progress', payload: { run: { endedAt: null } } })
  end({ name: 'sync.progress', payload: { run: { endedAt: 'now' } } })
  await expect
    .poll(() => [insideOf(db), insideOf(db, 'tea')])
    .toEqual([
      [1, 0],
      [1, 0],
    ])
  expect(written).toEqual([brandId])
  await judge.close()
})

test('of a removed brand nothing is kept', () => {
  const db = rankDb()
  expect(ask(db, { brandId: 'gone', measure: 'clicks' })).toEqual({ right: 0, judged: 0 })
  expect(rowsOf(db).all()).toEqual([])
})

test('fewer than ten judged days have no rate, and those of keywords are said to be of them', () => {
  const text = (judged: number, isOfKeywords = false) =>
    forecastText({ share: 0.8, held: null, record: { right: judged - 1, judged, isOfKeywords } })
  expect(text(9)).toBe(forecastText({ share: 0.8, held: null, record: null }))
  expect(text(10)).toMatch(/ Of 10 days forecast before, 9 were inside\.$/)
  expect(text(46, true)).toMatch(/ Of 46 days forecast before for keywords of this brand, 45 were inside\.$/)
})

// Days of keywords as one array for each measure, and what tells that any of them changed.
import { expect, test } from 'vitest'
import { DAY_MS, dayFromNumber, dayNumber } from '../../../src-main/base/clock.ts'
import {
  columnsOfKeyword,
  findSlice,
  matrixOfSlice,
  textsOfSlice,
  wholeSpan,
  wholeStamps,
} from '../../../src-main/rankings/public.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { addBrand, type Item, loadDay, rankDb } from './rank-db.ts'

const at = (day: number) => `2026-01-0${day}`
const page = (name: string) => ({ page: `https://acme.example/${name}`, clicks: 1, impressions: 9, ctr: 0.1 })
const load = (db: WritableDb, brandId: string, days: Readonly<Record<number, readonly Item[]>>): void => {
  for (const [day, items] of Object.entries(days)) loadDay(db, { brandId, day: at(Number(day)), items })
}

const placeOf = (db: WritableDb, brandId: string, length = 3) => {
  const slice = findSlice(db, brandId, DEFAULT_SLICE) ?? 0
  const span = wholeSpan(db.cache, slice, length)
  if (span === null) throw new Error('The test loads whole days.')
  return { slice, span }
}

/** Each keyword by its text, with its values of the days. */
const matrixOf = (db: WritableDb, brandId: string) => {
  const place = placeOf(db, brandId)
  const matrix = matrixOfSlice(db.cache, place)
  const texts = new Map(textsOfSlice(db.cache, 'keywords', place.slice))
  const pages = new Map(textsOfSlice(db.cache, 'pages', place.slice))
  const cut = (values: Float32Array | Uint32Array, row: number) =>
    Array.from(values.subarray(row * matrix.length, (row + 1) * matrix.length))
  return Object.fromEntries(
    Array.from(matrix.keywords, (keyword, row) => [
      texts.get(keyword) ?? '',
      {
        positions: cut(matrix.positions, row),
        clicks: cut(matrix.clicks, row),
        impressions: cut(matrix.impressions, row),
        pages: cut(matrix.pages, row).map((number) => pages.get(number) ?? null),
      },
    ]),
  )
}

const FIRST = { keyword: 'boots', position: 4, clicks: 2, impressions: 20, rankedPages: [page('boots')] }
const SECOND = { keyword: 'tents', position: 7.5, clicks: 1, impressions: 10 }

test('a matrix has each keyword of any of the days, 0 where it did not rank, and the days in their order', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  const others = addBrand(db, 'Other')
  load(db, others, { 2: [{ keyword: 'maps', position: 1 }] })
  load(db, brandId, {
    1: [FIRST, SECOND],
    2: [
      { keyword: 'ropes', position: 3, impressions: 5 },
      { ...SECOND, position: 8 },
    ],
    3: [FIRST],
  })
  const none = [null, null, null]
  expect(matrixOf(db, brandId)).toEqual({
    boots: {
      positions: [4, 0, 4],
      clicks: [2, 0, 2],
      impressions: [20, 0, 20],
      pages: ['https://acme.example/boots', null, 'https://acme.example/boots'],
    },
    tents: { positions: [7.5, 8, 0], clicks: [1, 1, 0], impressions: [10, 10, 0], pages: none },
    ropes: { positions: [0, 3, 0], clicks: [0, 0, 0], impressions: [0, 5, 0], pages: none },
  })
})

test('a matrix of many days is that of each keyword alone, also after a missing day and with keywords that come and go', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  const dayAt = (day: number) => dayFromNumber(dayNumber(at(1)) + day)
  const isThere = (day: number, keyword: number) => (day * (keyword + 1)) % 5 !== 3 || keyword < 4
  const last = 40
  for (let day = 0; day <= last; day += 1) {
    if (day === 7 || day === 30) continue
    const items = Array.from({ length: 37 }, (_, keyword) => keyword)
      .filter((keyword) => isThere(day, keyword))
      .map((keyword) => ({
        keyword: `k${keyword}`,
        position: 1 + ((day * 7 + keyword) % 90) / 3,
        clicks: day + keyword,
        impressions: 300 * keyword + day,
        rankedPages: [page(`p${(day + keyword) % 9}`)],
      }))
    loadDay(db, { brandId, day: dayAt(day), items, fetchedAtMs: (dayNumber(dayAt(last)) + 2) * DAY_MS })
  }
  const place = placeOf(db, brandId, last + 1)
  const { keywords, length, ...matrix } = matrixOfSlice(db.cache, place)
  expect(keywords).toHaveLength(37)
  for (const [row, keyword] of keywords.entries()) {
    const cut = (values: Float32Array | Uint32Array) => values.slice(row * length, (row + 1) * length)
    const own = {
      positions: cut(matrix.positions),
      clicks: cut(matrix.clicks),
      impressions: cut(matrix.impressions),
      pages: cut(matrix.pages),
    }
    expect(own).toEqual(columnsOfKeyword(db.cache, place, keyword))
  }
})

test('a day that is missing, or older than the asked ones, is not in a matrix', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  load(db, brandId, { 1: [{ keyword: 'old', position: 1 }], 2: [FIRST], 4: [FIRST] })
  expect(Object.keys(matrixOf(db, brandId))).toEqual(['boots'])
  expect(Object.values(matrixOf(db, brandId))[0]?.positions).toEqual([4, 0, 4])
})

test('a matrix of asked keywords has those, and of positions alone no other measure', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  load(db, brandId, { 1: [FIRST, SECOND], 2: [FIRST, SECOND], 3: [FIRST, SECOND] })
  const place = placeOf(db, brandId)
  const [boots = 0, tents = 0] = matrixOfSlice(db.cache, place).keywords
  const keywords = Float64Array.of(boots, tents, tents + 900)
  const found = matrixOfSlice(db.cache, { ...place, keywords, isPositionsAlone: true })
  expect(found.keywords).toBe(keywords)
  expect(Array.from(found.positions)).toEqual([4, 4, 4, 7.5, 7.5, 7.5, 0, 0, 0])
  expect([found.clicks.length, found.impressions.length, found.pages.length]).toEqual([0, 0, 0])
})

test('a stamp is of one brand, and changes with its days, as that of its span does', () => {
  const db = rankDb()
  const [one, other, none] = [addBrand(db, 'One'), addBrand(db, 'Other'), addBrand(db, 'None')]
  load(db, one, { 1: [FIRST], 2: [FIRST] })
  load(db, other, { 2: [SECOND] })
  const stampsOf = () => {
    const found = wholeStamps(db.cache, { brandIds: [one, other, none], slice: DEFAULT_SLICE, length: 3 })
    return new Map(found.map(({ brandId, stamp, last }) => [brandId, { stamp, last }]))
  }
  const before = stampsOf()
  expect([...before.keys()].toSorted()).toEqual([one, other].toSorted())
  expect(before.get(one)?.last).toBe(dayNumber(at(2)))
  expect(before.get(one)?.stamp).toBe(placeOf(db, one).span.stamp)

  load(db, one, { 2: [{ ...FIRST, clicks: 3 }] })
  const changed = stampsOf()
  expect(changed.get(one)?.stamp).not.toBe(before.get(one)?.stamp)
  expect(changed.get(other)).toEqual(before.get(other))
  expect(wholeStamps(db.cache, { brandIds: [other], slice: DEFAULT_SLICE, length: 3 })).toHaveLength(1)
})

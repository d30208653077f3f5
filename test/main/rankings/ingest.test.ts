import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ingestDay } from '../../../src-main/rankings/queries/ingest/day.ts'
import { ingestWindow } from '../../../src-main/rankings/queries/ingest/window.ts'
import { missingDays, pruneDays } from '../../../src-main/rankings/queries/rank-days.ts'
import { rankHistory } from '../../../src-main/rankings/queries/rank-history.ts'
import { listSlices } from '../../../src-main/rankings/queries/rank-slices.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import {
  addBrand,
  bodyOf,
  FETCHED_AT_MS,
  type Item,
  itemOf,
  loadDay,
  loadWindow,
  queryOf,
  rankDb,
  rankPage,
  windowBody,
} from './rank-db.ts'

const count = fc.oneof(fc.nat(5), fc.nat(1_000_000), fc.double({ min: 0, max: 1e9, noNaN: true }))
const change = fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { nil: null })
const position = fc.option(fc.double({ min: 1, max: 500, noNaN: true }), { nil: null })
const measures = {
  clicks: count,
  impressions: count,
  ctr: fc.double({ min: 0, max: 1, noNaN: true }),
  position,
  clicksChange: change,
  impressionsChange: change,
  ctrChange: change,
}
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    'a "quoted"\nline',
    "it's",
    '100%_*',
    '=1+1',
    'ключ',
    '鍵盤',
    '𝕶𝖊𝖞',
    'x'.repeat(5000),
    '\u0000nul',
    ' ',
  ),
)
const item = fc.record({
  keyword: text,
  ...measures,
  isStarred: fc.boolean(),
  languageId: fc.option(fc.string(), { nil: null }),
  pages: fc.option(fc.nat(50), { nil: null }),
  rankedPages: fc.array(fc.record({ page: fc.webUrl(), ...measures }), { maxLength: 3 }),
})

const plusZero = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value // SQLite knows no −0

describe('review window', () => {
  test('a full page without a cursor is the beginning of a longer list, the last one of several is not', () => {
    const db = rankDb()
    const brandId = addBrand(db, 'acme')
    const load = (batch: number, body: ArrayBuffer) =>
      ingestWindow(db, { brandId, slice: DEFAULT_SLICE, fetchedAtMs: FETCHED_AT_MS, rowsMax: 2, batch, body })
    const [a, b] = [itemOf({ keyword: 'a', position: 1 }), itemOf({ keyword: 'b', position: 2 })]
    const keywords = () => rankPage(db, queryOf({ brandIds: [brandId] })).rows.map(({ keyword }) => keyword)
    expect(() => load(101, windowBody([a, b]))).toThrow('The brand has more keywords than the desk can read at once')
    for (const last of [[], [itemOf({ keyword: 'c', position: 3 })], [a, itemOf({ keyword: 'd', position: 4 })]]) {
      load(102, windowBody([a, b], 'more'))
      load(102, windowBody(last))
      expect(keywords()).toEqual([...new Set(['a', 'b', ...last.map(({ keyword }) => keyword)])])
    }
    load(103, windowBody([a]))
    expect(keywords()).toEqual(['a'])
  })

  test('a page has the loaded rows, in any script, with exact figures', () => {
    const db = rankDb()
    const brandId = addBrand(db, 'Acme')
    fc.assert(
      fc.property(fc.uniqueArray(item, { selector: ({ keyword }) => keyword, maxLength: 40 }), (items) => {
        loadWindow(db, { brandId, items })
        const { rows, total } = rankPage(db, queryOf({ brandIds: [brandId] }))
        expect(total).toBe(items.length)
        const found = new Map(rows.map((row) => [row.keyword, row]))
        for (const { rankedPages, ...one } of plusZero(items)) {
          const pages = rankedPages.map((page) => ({ ...page, positionChange: null }))
          const own = { isStarredByService: one.isStarred, isTracked: false, tags: [], positionBefore: null }
          const shown = { positionChange: null, rankedPages: pages, topPage: pages[0]?.page ?? null }
          expect(found.get(one.keyword)).toEqual({ ...one, ...own, brandId, ...shown })
        }
      }),
      { numRuns: 60 },
    )
  })

  test('position 0, below 0 or absent is no position, and a move from or to it is no change', () => {
    const db = rankDb()
    const brandId = addBrand(db, 'Acme')
    const items = [
      { keyword: 'zero', position: 0, positionChange: -4 },
      { keyword: 'absent' },
      { keyword: 'new', position: 8, positionChange: 8 },
      { keyword: 'climbed', position: 8, positionChange: -2.5 },
    ]
    loadWindow(db, { brandId, items })
    const { rows } = rankPage(db, queryOf({ brandIds: [brandId], sort: [{ by: 'keyword', direction: 'asc' }] }))
    expect(rows.map((row) => [row.keyword, row.positionBefore, row.position, row.positionChange])).toEqual([
      ['absent', null, null, null],
      ['climbed', 10.5, 8, -2.5],
      ['new', null, 8, null],
      ['zero', null, null, null],
    ])
  })

  test('a keyword that a reply repeats counts once, with its first, better position', () => {
    const db = rankDb()
    const brandId = addBrand(db, 'Acme')
    loadWindow(db, { brandId, items: [{ keyword: 'a', position: 2 }, { keyword: 'b' }, { keyword: 'a', position: 9 }] })
    const { rows, total } = rankPage(db, queryOf({ brandIds: [brandId] }))
    expect(total).toBe(2)
    expect(rows[0]).toMatchObject({ keyword: 'a', position: 2 })
  })

  test('pages of one reply replace the old rows with the last page, not earlier', () => {
    const db = rankDb()
    const brandId = addBrand(db, 'Acme')
    loadWindow(db, { brandId, items: [{ keyword: 'old' }, { keyword: 'stays' }] })
    const keywords = () => rankPage(db, queryOf({ brandIds: [brandId] })).rows.map(({ keyword }) => keyword)
    const page = (batch: number, items: Item[], nextCursor?: string) =>
      ingestWindow(db, {
        brandId,
        slice: DEFAULT_SLICE,
        batch,
        body: windowBody(items, nextCursor),
        fetchedAtMs: FETCHED_AT_MS,
      })
    expect(page(100, [{ keyword: 'abandoned' }], 'next')).toEqual({ rows: 1, nextCursor: 'next' })
    expect(page(101, [{ keyword: 'stays' }], 'next')).toEqual({ rows: 1, nextCursor: 'next' })
    expect(keywords()).toEqual(['old', 'stays'])
    expect(page(101, [{ keyword: 'fresh' }])).toEqual({ rows: 1, nextCursor: null })
    expect(keywords().sort()).toEqual(['fresh', 'stays'])
  })

  test.each([
    ['not JSON', '<html>502</html>'],
    ['cut off', '{"items":[{"keyword":"a"'],
    ['a wrong type', { items: [{ ...itemOf({ keyword: 'a' }), clicks: 'many' }] }],
    ['no items', { rows: [] }],
  ])('a reply that does not fit (%s) is bad-response and changes nothing', (_name, reply) => {
    const db = rankDb()
    const brandId = addBrand(db, 'Acme')
    loadWindow(db, { brandId, items: [{ keyword: 'kept', position: 3 }] })
    const args = { brandId, slice: DEFAULT_SLICE, batch: 7, body: bodyOf(reply), fetchedAtMs: FETCHED_AT_MS }
    expect(() => ingestWindow(db, args)).toThrow(expect.objectContaining({ kind: 'bad-response' }))
    expect(() => ingestDay(db, { ...args, day: '2026-01-01' })).toThrow(
      expect.objectContaining({ kind: 'bad-response' }),
    )
    expect(rankPage(db, queryOf({ brandIds: [brandId] })).rows).toMatchObject([{ keyword: 'kept', position: 3 }])
  })

  test('a late reply for a removed brand stores nothing', () => {
    const db = rankDb()
    const load = () => loadWindow(db, { brandId: 'gone', items: [{ keyword: 'a' }] })
    expect(load).toThrow(expect.objectContaining({ kind: 'not-found' }))
  })

  test('slices of one brand are kept separately', () => {
    const db = rankDb()
    const brandId = addBrand(db, 'Acme')
    const mobile = { ...DEFAULT_SLICE, device: 'mobile' as const, country: 'de' }
    loadWindow(db, { brandId, items: [{ keyword: 'all' }] })
    loadWindow(db, { brandId, items: [{ keyword: 'mobile' }], slice: mobile })
    expect(listSlices(db, { brandId })).toEqual([DEFAULT_SLICE, mobile])
    const keywords = (slice: typeof mobile) =>
      rankPage(db, queryOf({ brandIds: [brandId], slice })).rows.map(({ keyword }) => keyword)
    expect(keywords(mobile)).toEqual(['mobile'])
    expect(rankPage(db, queryOf({ brandIds: [brandId] })).rows.map(({ keyword }) => keyword)).toEqual(['all'])
  })
})

describe('history', () => {
  test('a day read again has the newest rows', () => {
    const db = rankDb()
    const brandId = addBrand(db, 'Acme')
    const day = '2026-01-05'
    loadDay(db, {
      brandId,
      day,
      items: [
        { keyword: 'a', position: 1 },
        { keyword: 'b', position: 2 },
      ],
    })
    loadDay(db, { brandId, day, items: [{ keyword: 'b', position: 4.25, clicks: 3, impressions: 12 }] })
    const { rows, total } = rankPage(db, queryOf({ brandIds: [brandId], day }))
    expect(total).toBe(1)
    expect(rows).toMatchObject([{ keyword: 'b', position: 4.25, clicks: 3, impressions: 12, ctr: 0.25 }])
  })

  test('history of a keyword has only cached days, with null where it was not listed', () => {
    const db = rankDb()
    const brandId = addBrand(db, 'Acme')
    const keyword = 'line\nbreak'
    loadDay(db, { brandId, day: '2026-01-03', items: [{ keyword, position: 7.125, clicks: 1, impressions: 4 }] })
    loadDay(db, { brandId, day: '2026-01-01', items: [{ keyword, position: 0 }] })
    loadDay(db, { brandId, day: '2026-01-04', items: [{ keyword: 'another' }] })
    const history = rankHistory(db, { brandId, keyword, slice: DEFAULT_SLICE })
    expect(history.points).toEqual([
      { day: '2026-01-01', position: null, clicks: 0, impressions: 0, ctr: 0 },
      { day: '2026-01-03', position: 7.125, clicks: 1, impressions: 4, ctr: 0.25 },
      { day: '2026-01-04', position: null, clicks: 0, impressions: 0, ctr: 0 },
    ])
    const some = rankHistory(db, { brandId, keyword, slice: DEFAULT_SLICE, from: '2026-01-02', to: '2026-01-03' })
    expect(some.points.map(({ day }) => day)).toEqual(['2026-01-03'])
    expect(rankHistory(db, { brandId, keyword: 'never', slice: DEFAULT_SLICE }).points).toEqual([])
  })

  test('missing days are listed newest first; pruned days are missing again', () => {
    const db = rankDb()
    const brandId = addBrand(db, 'Acme')
    const asked = { brandId, slice: DEFAULT_SLICE, from: '2025-12-30', to: '2026-01-03' }
    expect(missingDays(db, asked)).toHaveLength(5)
    for (const day of ['2025-12-31', '2026-01-02']) loadDay(db, { brandId, day, items: [{ keyword: 'a' }] })
    expect(missingDays(db, asked)).toEqual(['2026-01-03', '2026-01-01', '2025-12-30'])
    expect(pruneDays(db, { before: '2026-01-01' })).toEqual({ days: 1 })
    expect(missingDays(db, asked)).toEqual(['2026-01-03', '2026-01-01', '2025-12-31', '2025-12-30'])
    expect(rankPage(db, queryOf({ brandIds: [brandId], day: '2025-12-31' })).total).toBe(0)
  })

  test('a day that was read before its end is missing until it is read again', () => {
    const db = rankDb()
    const brandId = addBrand(db, 'Acme')
    const day = '2026-01-02'
    const asked = { brandId, slice: DEFAULT_SLICE, from: day, to: day }
    loadDay(db, { brandId, day, items: [{ keyword: 'a' }], fetchedAtMs: Date.UTC(2026, 0, 2, 23, 59, 59, 999) })
    expect(missingDays(db, asked)).toEqual([day])
    loadDay(db, { brandId, day, items: [{ keyword: 'a' }], fetchedAtMs: Date.UTC(2026, 0, 3) })
    expect(missingDays(db, asked)).toEqual([])
  })

  test('a spark ends at the newest cached day of its brand, with nulls for days without a position', () => {
    const db = rankDb()
    const brandId = addBrand(db, 'Acme')
    loadWindow(db, { brandId, items: [{ keyword: 'a' }, { keyword: 'never' }] })
    loadDay(db, { brandId, day: '2026-01-01', items: [{ keyword: 'a', position: 9 }] })
    loadDay(db, { brandId, day: '2026-01-03', items: [{ keyword: 'a', position: 2.5 }] })
    loadDay(db, { brandId, day: '2026-01-04', items: [{ keyword: 'a', position: 0 }] })
    const page = (sparkDays: number) =>
      rankPage(db, queryOf({ brandIds: [brandId], sort: [{ by: 'keyword', direction: 'asc' }], sparkDays })).rows
    expect(page(3).map(({ spark }) => spark)).toEqual([
      [null, 2.5, null],
      [null, null, null],
    ])
    expect(page(5)[0]?.spark).toEqual([null, 9, null, 2.5, null])
    expect(page(0)[0]).not.toHaveProperty('spark')
  })

  test('ranked pages are shown on the newest day, and no older one', () => {
    const db = rankDb()
    const brandId = addBrand(db, 'Acme')
    const rankedPages = [{ page: 'https://x.example/a', clicks: 1, impressions: 2, ctr: 0.5, position: 3 }]
    loadWindow(db, { brandId, items: [{ keyword: 'a', isStarred: true, languageId: 'de', rankedPages }] })
    for (const day of ['2026-01-01', '2026-01-02']) loadDay(db, { brandId, day, items: [{ keyword: 'a' }] })
    const rowOf = (day: string) => rankPage(db, queryOf({ brandIds: [brandId], day })).rows[0]
    expect(rowOf('2026-01-02')?.rankedPages).toMatchObject(rankedPages)
    expect(rowOf('2026-01-01')).toMatchObject({ rankedPages: [], isStarred: true, languageId: 'de', pages: null })
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caseFold } from '../../../src-main/base/text.ts'
import type { RankFilter, RankRow } from '../../../src-shared/desk/rankings.ts'
import { addBrand, type Item, loadDay, loadWindow, queryOf, rankDb, rankPage } from './rank-db.ts'

/** The definition of search, which the cache's answers must match. */
const matchesSearch = (text: string, search: string): boolean => caseFold(text).includes(caseFold(search))

const WORDS = [
  'Straße',
  'STRASSE',
  'ΟΔΟΣ',
  'οδος',
  'İstanbul',
  'istanbul',
  'café',
  'cafe\u0301',
  '100%',
  'a_b',
  '鍵盤',
  '"',
]
const word = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'grapheme', maxLength: 4 }))
const keyword = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const keywords = fc.uniqueArray(keyword, { minLength: 1, maxLength: 15 })

/** A part of one of the keywords, in another case, or any text at all. */
const searchOf = (texts: readonly string[]) =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom(...texts), fc.nat(10), fc.integer({ min: 1, max: 12 }), fc.boolean())
      .map(([text, from, length, isUpper]) => {
        const part = Array.from(text)
          .slice(from % text.length, (from % text.length) + length)
          .join('')
        return isUpper ? part.toUpperCase() : part
      }),
    fc.constantFrom('%', '_', '"', "'", 'a%b', 'NOT', 'a AND b', '*', 'str', '\u0000'),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  )

describe('search', () => {
  test.each([
    ['one brand, read through', 1],
    ['many brands, by trigrams', 6],
  ])('finds what the written rule finds: %s', (_name, count) => {
    const db = rankDb()
    const brandIds = Array.from({ length: count }, (_, index) => addBrand(db, `Brand ${index}`))
    const cases = keywords.chain((texts) => fc.tuple(fc.constant(texts), searchOf(texts)))
    fc.assert(
      fc.property(cases, fc.boolean(), ([texts, search], isDay) => {
        const items = texts.map((text) => ({ keyword: text }))
        for (const brandId of brandIds) {
          if (isDay) loadDay(db, { brandId, items, day: '2026-01-01' })
          else loadWindow(db, { brandId, items })
        }
        const { rows, total } = rankPage(db, queryOf({ brandIds, search, ...(isDay ? { day: '2026-01-01' } : {}) }))
        const wanted = texts.filter((text) => matchesSearch(text, search))
        expect(total).toBe(wanted.length * count)
        for (const id of brandIds) {
          const found = rows.filter(({ brandId }) => brandId === id).map((row) => row.keyword)
          expect(found.sort()).toEqual([...wanted].sort())
        }
      }),
      { numRuns: 80 },
    )
  })

  test('ignores case in any script, has no wildcards, and distinguishes accents', () => {
    expect(matchesSearch('Große STRASSE', 'straße')).toBe(true)
    expect(matchesSearch('ΟΔΟΣ', 'οδοσ')).toBe(true)
    expect(matchesSearch('КЛЮЧ', 'ключ')).toBe(true)
    expect(matchesSearch('100% wool', '100%')).toBe(true)
    expect(matchesSearch('1000 wool', '100%')).toBe(false)
    expect(matchesSearch('cafe\u0301', 'CAFÉ')).toBe(true)
    expect(matchesSearch('café', 'cafe')).toBe(false)
  })
})

const place = fc.constantFrom(null, 1, 1.25, 3, 10, 30)
const item = fc.record({
  keyword: fc.string({ maxLength: 6 }),
  clicks: fc.nat(4),
  impressions: fc.nat(4),
  position: place,
  clicksChange: fc.constantFrom(null, -1, 0, 1),
  impressionsChange: fc.constantFrom(null, -2, 0, 1),
  positionChange: fc.constantFrom(null, -3, -0.5, -0.25, 0, 0.5, 9),
  isStarred: fc.boolean(),
  rankedPages: fc.array(
    fc
      .constantFrom('https://x.example/Shop/a', 'https://x.example/blog', 'https://y.example/%7Eb')
      .map((page) => ({ page, clicks: 0, impressions: 0, ctr: 0 })),
    { maxLength: 2 },
  ),
})
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const filter: fc.Arbitrary<RankFilter> = fc.record(
  {
    positionMin: fc.constantFrom(0, 1.25, 5),
    positionMax: fc.constantFrom(1, 10, 50),
    notRanking: fc.boolean(),
    change: fc.subarray(['up', 'down', 'new', 'lost', 'same'] as const, { minLength: 1 }),
    starred: fc.boolean(),
    clicksMin: fc.nat(4),
    impressionsMin: fc.nat(4),
    page: fc.constantFrom('shop', 'x.example', '%7e', '%', ''),
  },
  { requiredKeys: [] },
)

const kindOf = (row: RankRow, was: number | null | undefined): string => {
  const { position, positionChange } = row
  if (was !== undefined) {
    if (position !== null && was === null) return 'new'
    if (position === null && was !== null) return 'lost'
  } else if (position === null) {
    return (row.impressionsChange ?? 0) < 0 || (row.clicksChange ?? 0) < 0 ? 'lost' : 'none'
  } else if (positionChange === null) {
    return row.impressionsChange !== null || row.clicksChange !== null ? 'new' : 'none'
  }
  if (positionChange === null) return 'none'
  if (Math.abs(positionChange) < 0.5) return 'same'
  return positionChange < 0 ? 'up' : 'down'
}

const fits = (row: RankRow, asked: RankFilter, was?: number | null): boolean =>
  (asked.positionMin === undefined || (row.position !== null && row.position >= asked.positionMin)) &&
  (asked.positionMax === undefined || (row.position !== null && row.position <= asked.positionMax)) &&
  (asked.notRanking === undefined || (row.position === null) === asked.notRanking) &&
  (asked.change === undefined || (asked.change as string[]).includes(kindOf(row, was))) &&
  (asked.starred === undefined || row.isStarred === asked.starred) &&
  row.clicks >= (asked.clicksMin ?? 0) &&
  row.impressions >= (asked.impressionsMin ?? 0) &&
  (asked.page === undefined ||
    asked.page === '' ||
    row.rankedPages.some(({ page }) => matchesSearch(page, asked.page ?? '')))

const nameOf = (row: RankRow): string => JSON.stringify([row.brandId, row.keyword])

describe('filter', () => {
  test.each([
    ['two brands', 2],
    ['all of many brands, with and without the index', 10],
  ])('keeps matching rows of the last 28 days: %s', (_name, count) => {
    const db = rankDb()
    const brandIds = Array.from({ length: count }, (_, index) => addBrand(db, `Brand ${index}`))
    fc.assert(
      fc.property(fc.uniqueArray(item, { selector: (one) => one.keyword, maxLength: 15 }), filter, (items, asked) => {
        for (const brandId of brandIds) loadWindow(db, { brandId, items })
        const all = rankPage(db, queryOf({ brandIds }))
        const page = rankPage(db, queryOf({ brandIds, filter: asked }))
        const wanted = all.rows.filter((row) => fits(row, asked))
        expect(page.rows.map(nameOf).sort()).toEqual(wanted.map(nameOf).sort())
        expect(page.total).toBe(wanted.length)
      }),
      { numRuns: 60 },
    )
  })

  test('compares two days with new and lost keywords, and brands that have only one day', () => {
    const db = rankDb()
    const [acme, bolt] = [addBrand(db, 'Acme'), addBrand(db, 'Bolt')]
    const list = fc.uniqueArray(item, { selector: ({ keyword }) => keyword, maxLength: 12 })
    const when = { day: '2026-01-02', compareDay: '2026-01-01' }
    fc.assert(
      fc.property(list, list, some(filter), (now, before, asked = {}) => {
        for (const [day, items] of [[when.day, now] as const, [when.compareDay, before] as const]) {
          loadDay(db, { brandId: acme, day, items })
        }
        loadDay(db, { brandId: bolt, day: when.day, items: now })
        const { page: _page, starred: _starred, ...plain } = asked
        const page = rankPage(db, queryOf({ brandIds: [acme, bolt], filter: plain, ...when }))
        const wanted = compareNaively(acme, now, before).filter(({ row, was }) => fits(row, plain, was))
        const found = page.rows.filter(({ brandId }) => brandId === acme)
        expect(found.map(essence).sort()).toEqual(wanted.map(({ row }) => essence(row)).sort())
        const others = page.rows.filter(({ brandId }) => brandId === bolt)
        expect(
          others.every(({ positionChange, clicksChange }) => positionChange === null && clicksChange === null),
        ).toBe(true)
        if (plain.change === undefined) {
          expect(others).toHaveLength(compareNaively(bolt, now, []).filter(({ row }) => fits(row, plain)).length)
        }
      }),
      { numRuns: 60 },
    )
  })
})

const essence = (row: RankRow): string =>
  JSON.stringify([
    row.keyword,
    row.position,
    row.positionBefore,
    row.positionChange,
    row.clicks,
    row.clicksChange,
    row.impressionsChange,
  ])

const compareNaively = (brandId: string, now: readonly Item[], before: readonly Item[]) => {
  const names = [...new Set([...now, ...before].map(({ keyword: text }) => text))]
  return names.map((text) => {
    const current = now.find((one) => one.keyword === text)
    const past = before.find((one) => one.keyword === text)
    const [position, was] = [current?.position ?? null, past?.position ?? null]
    const row: RankRow = {
      brandId,
      keyword: text,
      clicks: current?.clicks ?? 0,
      impressions: current?.impressions ?? 0,
      ctr: 0,
      position,
      clicksChange: (current?.clicks ?? 0) - (past?.clicks ?? 0),
      impressionsChange: (current?.impressions ?? 0) - (past?.impressions ?? 0),
      ctrChange: 0,
      positionChange: position === null || was === null ? null : position - was,
      positionBefore: was,
      isStarred: false,
      isStarredByService: false,
      isTracked: false,
      tags: [],
      languageId: null,
      pages: null,
      rankedPages: [],
      topPage: null,
    }
    return { row, was }
  })
}

test('one keyword is found behind any number of others that have its words and rank better', () => {
  const db = rankDb()
  const brandIds = Array.from({ length: 6 }, (_, index) => addBrand(db, `Brand ${index}`))
  const better = Array.from({ length: 60 }, (_, at) => ({ keyword: `shoes ${at}`, position: 1 }))
  const items = [...better, { keyword: 'shoes', position: 80 }]
  for (const brandId of brandIds) {
    loadDay(db, { brandId, items, day: '2026-01-01' })
    loadWindow(db, { brandId, items })
  }
  const found = (of: object, filter: RankFilter) => {
    const { rows, total } = rankPage(db, queryOf({ brandIds: brandIds.slice(0, 1), filter, ...of }))
    return [total, ...rows.map(({ keyword: text, position }) => [text, position])]
  }
  for (const of of [{}, { day: '2026-01-01' }]) {
    expect(found(of, { keyword: 'Shoes' })).toEqual([1, ['shoes', 80]])
    expect(found(of, { keyword: 'shoe' })).toEqual([0])
    expect(found(of, { keyword: 'shoes', positionMax: 10 })).toEqual([0])
  }
  expect(rankPage(db, queryOf({ brandIds, filter: { keyword: 'shoes' } })).total).toBe(6)
  expect(rankPage(db, queryOf({ brandIds, filter: { keyword: 'shoes', tracked: true } })).total).toBe(0)
})

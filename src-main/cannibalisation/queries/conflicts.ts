// Conflicts (rules/conflict.ts) are worked out once after the days or the review window of a brand changed, and kept: to
// read them over 200 brands is to read some thousand rows, not 18 million keyword-days.

import type { Database } from 'better-sqlite3'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { CONFLICT_SPANS, type ConflictSpan } from '../../../src-shared/desk/values/state-names.ts'
import { registrableDomain } from '../../base/registrable-domain.ts'
import { caseFold } from '../../base/text.ts'
import {
  addressesOf,
  columnsOfSlice,
  findSlice,
  type KeywordColumns,
  keywordNo,
  keywordTexts,
  pagesOfSlices,
  readOnce,
  SLICE_SPAN,
  wholeSpan,
  windowReadAt,
} from '../../rankings/public.ts'
import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { type Conflict, conflictOf, SPAN_DAYS, type WindowPage } from '../rules/conflict.ts'
import { stripOf } from '../rules/strip.ts'

/** Shorter names are ordinary words too often. */
const LETTERS_MIN = 4

const lettersOf = (text: string): string => caseFold(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** Tells searches for the brand itself: the keyword holds its name, or the name of its domain; spaces aside. */
export const brandedTest = (name: string, page: string | undefined): ((keyword: string) => boolean) => {
  const domain = page === undefined ? null : registrableDomain(page)
  const names = [name, domain?.split('.')[0] ?? ''].map(lettersOf).filter((one) => one.length >= LETTERS_MIN)
  return (keyword) => {
    const letters = lettersOf(keyword)
    return names.some((one) => letters.includes(one))
  }
}

type Source = {
  readonly slice: number
  readonly span: NonNullable<ReturnType<typeof wholeSpan>>
  readonly stamp: string
}

/** What the conflicts of a brand in so many days come from; null where no whole day is cached. */
export const sourceOf = (db: ReadableDb, brandId: string, length: ConflictSpan = SPAN_DAYS): Source | null => {
  const slice = findSlice(db, brandId, DEFAULT_SLICE)
  const span = slice === undefined ? null : wholeSpan(db.cache, slice, length)
  if (slice === undefined || span === null) return null
  return { slice, span, stamp: `${span.stamp} ${windowReadAt(db.cache, slice)}` }
}

/** The pages of the review window, by keyword. */
export const windowPages = (cache: Database, slice: number): ReadonlyMap<number, WindowPage[]> => {
  const byKeyword = new Map<number, WindowPage[]>()
  for (const { id, url, measures } of pagesOfSlices(cache, [slice])) {
    const [clicks, impressions, , position] = measures
    const page = { page: url, clicks: clicks ?? 0, impressions: impressions ?? 0, position: position ?? null }
    const keyword = id % SLICE_SPAN
    const pages = byKeyword.get(keyword)
    if (pages === undefined) byKeyword.set(keyword, [page])
    else pages.push(page)
  }
  return byKeyword
}

const NAME = 'SELECT name FROM brand WHERE id = ?'

/** Whether a keyword is a search for the brand itself; `page` is any of its addresses. */
export const brandedOf = ({ core, cache }: ReadableDb, brandId: string, page: number): ((keyword: string) => boolean) =>
  brandedTest(prepared<{ name: string }>(core, NAME).get(brandId)?.name ?? '', addressesOf(cache, [page]).get(page))

const keywordText = (db: ReadableDb, id: number): string => keywordTexts(db, [id]).get(id) ?? ''

const INSERT = `INSERT INTO page_conflict VALUES (@brand, @span, @keyword, @kind, @pageA, @pageB, @daysA, @daysB, @positionA,
  @positionB, @clicksA, @clicksB, @shareA, @shareB, @flips, @clicks, @impressions, @cost, @since, @firstDay, @strip)`

type Place = Source & { readonly brandId: string; readonly brand: number }

const lastDays = ({ pages, positions, clicks, impressions }: KeywordColumns, length: number): KeywordColumns => ({
  pages: pages.subarray(-length),
  positions: positions.subarray(-length),
  clicks: clicks.subarray(-length),
  impressions: impressions.subarray(-length),
})

const replaceConflicts = (db: WritableDb, { brandId, brand, slice, span, stamp }: Place): void => {
  const { cache } = db
  prepared(cache, 'DELETE FROM page_conflict WHERE brand_no = ?').run(brand)
  const windows = windowPages(cache, slice)
  let isBranded: ((keyword: string) => boolean) | undefined
  const insert = (keyword: number, length: ConflictSpan, days: KeywordColumns, found: Conflict): void => {
    const [a, b] = found.pages
    const first = span.last - length + 1
    prepared(cache, INSERT).run({
      brand,
      span: length,
      keyword,
      kind: found.kind,
      pageA: a.page,
      pageB: b.page,
      daysA: a.days,
      daysB: b.days,
      positionA: a.position,
      positionB: b.position,
      clicksA: a.clicks,
      clicksB: b.clicks,
      shareA: a.clickShare,
      shareB: b.clickShare,
      flips: found.flips,
      clicks: found.clicks,
      impressions: found.impressions,
      cost: found.cost,
      since: found.since === null ? null : first + found.since,
      firstDay: first,
      strip: stripOf(days, [a.page, b.page], (at) => span.known.has(first + at)),
    })
  }
  for (const [keyword, columns] of columnsOfSlice(cache, { slice, span }))
    for (const length of CONFLICT_SPANS) {
      const days = lastDays(columns, length)
      const input = { days, window: windows.get(keyword) ?? [] }
      const found = conflictOf({ ...input, isBranded: false })
      if (found === null) continue
      // Only a keyword with a conflict is worth looking up.
      isBranded ??= brandedOf(db, brandId, found.pages[0].page)
      if (isBranded(keywordText(db, keyword)) && conflictOf({ ...input, isBranded: true }) === null) continue
      insert(keyword, length, days, found)
    }
  prepared(cache, 'INSERT OR REPLACE INTO page_conflict_state VALUES (?, ?)').run(brand, stamp)
}

const KEPT = 'SELECT stamp FROM page_conflict_state WHERE brand_no = ?'

const isStale = ({ cache }: ReadableDb, brand: number, { stamp }: Source): boolean =>
  prepared<{ stamp: string }>(cache, KEPT).get(brand)?.stamp !== stamp

/** Works out the conflicts of a brand, unless they are those of its cached days and review window. */
export const saveConflicts = (db: WritableDb, { brandId }: { brandId: string }): void =>
  db.cache.transaction(() => {
    const source = sourceOf(db, brandId)
    const brand = findBrandNo(db, brandId)
    if (source === null || brand === null) return
    if (isStale(db, brand, source)) replaceConflicts(db, { ...source, brandId, brand })
  })()

/** The brands whose days or review window changed since their conflicts were worked out. */
export const staleConflicts = (db: ReadableDb, { brandIds }: { brandIds: readonly string[] }): string[] =>
  readOnce(db, () =>
    brandIds.filter((brandId) => {
      const source = sourceOf(db, brandId)
      const brand = findBrandNo(db, brandId)
      return source !== null && brand !== null && isStale(db, brand, source)
    }),
  )

const COMPETING = `SELECT keyword FROM page_conflict WHERE brand_no = ? AND span = ${SPAN_DAYS}`

/** The numbers of the keywords for which pages of a brand compete, as they were worked out last, with what they come from. */
export const competingKeywords = (
  { cache }: ReadableDb,
  brand: number,
): { readonly keywords: ReadonlySet<number>; readonly stamp: string } => ({
  keywords: new Set(prepared<number>(cache, COMPETING).pluck().all(brand)),
  stamp: prepared<{ stamp: string }>(cache, KEPT).get(brand)?.stamp ?? '',
})

export type KeywordOn = { readonly brandId: string; readonly keyword: string; readonly day: number }

const TURNS = `SELECT w.key FROM json_each(?) w CROSS JOIN page_conflict c ON c.brand_no = w.value ->> 0
    AND c.span = ${SPAN_DAYS} AND c.keyword = ${keywordNo('w.value ->> 0', 'w.value ->> 1')}
  WHERE c.since <= w.value ->> 2`

/** Which of these, by their place in the list: keywords whose pages took turns on that day, by one statement. */
export const keywordsWithTurns = (db: ReadableDb, asked: readonly KeywordOn[]): ReadonlySet<number> => {
  const numbers = new Map([...new Set(asked.map(({ brandId }) => brandId))].map((id) => [id, findBrandNo(db, id)]))
  const places = asked.map(({ brandId, keyword, day }) => [numbers.get(brandId), keyword.toWellFormed(), day])
  return new Set(prepared<number>(db.cache, TURNS).pluck().all(JSON.stringify(places)))
}

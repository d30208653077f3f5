// Opportunities are worked out once after the review window of a brand was read, and kept: a list over 200 brands reads rows.
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { competingKeywords } from '../../cannibalisation/public.ts'
import { findSlice, readOnce } from '../../rankings/public.ts'
import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import type { Agency } from '../rules/agency-clicks.ts'
import type { Expected } from '../rules/band.ts'
import { type BrandClicks, brandClicks } from '../rules/brand-clicks.ts'
import type { Measured } from '../rules/click-row.ts'
import { sumsOf } from '../rules/click-sums.ts'
import { sumOf } from '../rules/expected-clicks.ts'
import { pastErrors } from '../rules/past-errors.ts'
import { type Reachable, reachableOf } from '../rules/reachable.ts'
import { clickRows, type NamedRow, topPages } from './click-rows.ts'
import { countLike, isDemo, windowStamp } from './click-sums.ts'

/** Fewer clicks in 28 days are no opportunity. */
const GAIN_MIN = 0.5

type Found = NamedRow & {
  readonly page: number | null
  readonly reachable: Reachable
  readonly expected: Expected
  readonly gain: number
}

/** What was seen of a keyword: one that is lost, in the 28 days before. */
const measuredOf = ({ now, before }: NamedRow): Measured =>
  now.impressions > 0 || before === null ? now : { ...before, clicks: 0, position: null }

const foundIn = (rows: readonly NamedRow[], pages: ReadonlyMap<number, number>, clicks: BrandClicks): Found[] => {
  const placed = rows.map((row) => ({
    text: row.text,
    isBranded: row.isBranded,
    impressions: measuredOf(row).impressions,
    position: row.now.position,
    before: row.before?.position ?? null,
  }))
  return reachableOf(placed).flatMap((reachable, at) => {
    const row = rows[at]
    if (reachable === null || row === undefined) return []
    const expected = clicks.expect(row.isBranded, measuredOf(row), reachable.position)
    const gain = expected === null ? 0 : expected.clicks - row.now.clicks
    if (expected === null || gain < GAIN_MIN) return []
    const page = row.now.position === null ? null : (pages.get(row.keyword) ?? null)
    return { ...row, page, reachable, expected, gain }
  })
}

const INSERT = `INSERT INTO opportunity VALUES (@brand, @kind, @subject, @page, @keywords, @position, @reachable, @similar, @word,
  @clicks, @impressions, @expected, @low, @high, @gain, @needs, @basis)`

type NewRow = Readonly<Record<string, string | number | null>>

const keywordRow = (found: Found, clicks: BrandClicks, competing: ReadonlySet<number>): NewRow => ({
  kind: 'keyword',
  subject: found.keyword,
  page: found.page,
  keywords: 1,
  position: found.now.position,
  reachable: found.reachable.position,
  basis: found.reachable.basis,
  similar: found.reachable.similar,
  word: found.reachable.word,
  clicks: found.now.clicks,
  impressions: measuredOf(found).impressions,
  expected: found.expected.clicks,
  ...clicks.band(found.expected),
  gain: found.gain,
  needs: found.page === null ? 'new' : competing.has(found.keyword) ? 'competing' : 'page',
})

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const pageRow = (page: number, of: readonly Found[], clicks: BrandClicks, competing: ReadonlySet<number>): NewRow => {
  const expected = sumOf(of.map((found) => found.expected))
  return {
    kind: 'page',
    subject: page,
    page,
    keywords: of.length,
    ...{ position: null, reachable: null, basis: null, similar: null, word: null },
    clicks: total(of.map(({ now }) => now.clicks)),
    impressions: total(of.map((found) => measuredOf(found).impressions)),
    expected: expected.clicks,
    ...clicks.band(expected),
    gain: total(of.map(({ gain }) => gain)),
    needs: of.some(({ keyword }) => competing.has(keyword)) ? 'competing' : 'page',
  }
}

/** What the rows of a brand come from; null where nothing is cached. */
const stampOf = (db: ReadableDb, brandId: string): { readonly brand: number; readonly stamp: string } | null => {
  const window = windowStamp(db, brandId)
  const brand = findBrandNo(db, brandId)
  return window === null || brand === null ? null : { brand, stamp: `${window} ${competingKeywords(db, brand).stamp}` }
}

type SaveArgs = { readonly brandId: string; readonly agency: Agency }

/** Replaces the opportunities of a brand. */
export const saveOpportunities = (db: WritableDb, { brandId, agency }: SaveArgs): void =>
  db.cache.transaction(() => {
    const source = stampOf(db, brandId)
    const slice = findSlice(db, brandId, DEFAULT_SLICE)
    if (source === null || slice === undefined) return
    const { brand, stamp } = source
    const rows = clickRows(db, { brandId, slice: DEFAULT_SLICE })
    const sums = sumsOf(rows)
    const clicks = brandClicks({ sums, errors: pastErrors(rows, sums, agency), agency })
    const competing = competingKeywords(db, brand).keywords
    const found = foundIn(rows, topPages(db, slice), clicks)
    const byPage = Map.groupBy(found, ({ page }) => page)
    prepared(db.cache, 'DELETE FROM opportunity WHERE brand_no = ?').run(brand)
    const insert = (row: NewRow) => prepared(db.cache, INSERT).run({ brand, ...row })
    for (const one of found) insert(keywordRow(one, clicks, competing))
    for (const [page, of] of byPage) if (page !== null) insert(pageRow(page, of, clicks, competing))
    prepared(db.cache, 'INSERT OR REPLACE INTO opportunity_state VALUES (?, ?, ?)').run(brand, stamp, agency.brands)
  })()

const STATE = 'SELECT stamp, brands FROM opportunity_state WHERE brand_no = ?'
/** Rows are worked out again where the agency has so many more brands than when they were. */
const MORE_BRANDS = 1.25

const isStale = (db: ReadableDb, brandId: string, count: number): boolean => {
  const source = stampOf(db, brandId)
  if (source === null) return false
  const kept = prepared<{ stamp: string; brands: number }>(db.cache, STATE).get(source.brand)
  return kept === undefined || kept.stamp !== source.stamp || count >= MORE_BRANDS * kept.brands + 1
}

/** The brands whose review window changed since their opportunities were worked out; those of the demo apart. */
export const staleOpportunities = (
  db: ReadableDb,
  { brandIds }: { readonly brandIds: readonly string[] },
): readonly (readonly string[])[] =>
  readOnce(db, () => {
    const kinds = [true, false].map((kind) => brandIds.filter((id) => isDemo(db, id) === kind))
    return kinds.map((ids) => {
      const count = ids[0] === undefined ? 0 : countLike(db, ids[0])
      return ids.filter((id) => isStale(db, id, count))
    })
  })

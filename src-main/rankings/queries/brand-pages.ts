// Addresses of a brand's ranked pages, from the review window of any slice.

import type { Database } from 'better-sqlite3'
import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import type { PackedPage } from '../rules/packed-pages.ts'
import { readOnce, remember } from './rank-memo.ts'
import { addressesOf, pagesOfRows, pagesOfSlices } from './rank-pages.ts'
import { SLICE_SPAN } from './rank-slices.ts'

const SLICES = 'SELECT id FROM rank_slice WHERE brand_no = ? ORDER BY id'

const slicesOf = (db: ReadableDb, brandId: string): number[] => {
  const no = findBrandNo(db, brandId)
  if (no === null) return []
  return prepared<{ id: number }>(db.cache, SLICES)
    .all(no)
    .map(({ id }) => id)
}

const ROWS_OF_KEYWORD = 'SELECT id FROM rank_latest WHERE id >= ? AND id < ? AND keyword = ?'

const pagesOfKeyword = (cache: Database, slice: number, keyword: string): PackedPage[] => {
  const span = [slice * SLICE_SPAN, (slice + 1) * SLICE_SPAN]
  return pagesOfRows(
    cache,
    prepared<number>(cache, ROWS_OF_KEYWORD)
      .pluck()
      .all(...span, keyword),
  )
}

export type BrandPagesArgs = {
  readonly brandId: string
  /** Only pages whose address holds this, lower case; '' for all. */
  readonly search: string
  readonly limit: number
  /** Only pages that rank for it. */
  readonly keyword?: string | undefined
}

/** Each once, most impressions first. */
const mostSeen = (cache: Database, pages: Iterable<PackedPage>, search: string): string[] => {
  const impressions = new Map<number, number>()
  for (const { url, measures } of pages) {
    const [, seen] = measures
    impressions.set(url, Math.max(impressions.get(url) ?? 0, seen ?? 0))
  }
  const found = Array.from(addressesOf(cache, impressions.keys(), search), ([url, page]) => {
    return { page, seen: impressions.get(url) ?? 0 }
  })
  return found.sort((a, b) => b.seen - a.seen || (a.page < b.page ? -1 : 1)).map(({ page }) => page)
}

/** Each once, most impressions first. */
export const brandPages = (db: ReadableDb, { brandId, search, limit, keyword }: BrandPagesArgs): string[] => {
  const { cache } = db
  const found = slicesOf(db, brandId).flatMap((slice) => {
    const pages = keyword === undefined ? pagesOfSlices(cache, [slice]) : pagesOfKeyword(cache, slice, keyword)
    return mostSeen(cache, pages, search).slice(0, limit)
  })
  return [...new Set(found)].slice(0, limit)
}

type SomePagesArgs = {
  readonly brandIds: readonly string[]
  /** Only pages whose address holds this, lower case. */
  readonly search?: string
  /** Rows read for each brand: enough to know its domains, unless more are asked for. */
  readonly limit?: number
}

const firstPages = (cache: Database, slice: number, { search, limit }: { search: string; limit: number }): string[] => {
  const urls: number[] = []
  for (const { url } of pagesOfSlices(cache, [slice])) {
    urls.push(url)
    if (search === '' && urls.length === limit) break
  }
  const matching = addressesOf(cache, urls, search)
  return urls.flatMap((url) => matching.get(url) ?? []).slice(0, limit)
}

type FirstOfBrands = Map<string, readonly string[]>
const NOTHING_KEPT = () => new Map()

/** A few addresses of each brand, those of its first keywords. Without a search they are kept until the cache changes. */
export const somePages = (db: ReadableDb, args: SomePagesArgs): Record<string, readonly string[]> => {
  const { brandIds, search = '', limit = 20 } = args
  return readOnce(db, () => {
    const kept: FirstOfBrands = search === '' ? remember(db, `some pages ${limit}`, NOTHING_KEPT) : new Map()
    return Object.fromEntries(
      brandIds.map((brandId) => {
        const [slice] = kept.has(brandId) ? [] : slicesOf(db, brandId)
        const found = slice === undefined ? [] : [...new Set(firstPages(db.cache, slice, { search, limit }))]
        const pages = kept.get(brandId) ?? found
        kept.set(brandId, pages)
        return [brandId, pages]
      }),
    )
  })
}

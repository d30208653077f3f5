// Addresses of a brand's ranked pages, from the review window of any slice.

import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { SLICE_SPAN } from './rank-slices.ts'

const SLICES = 'SELECT id FROM rank_slice WHERE brand_no = ? ORDER BY id'

const slicesOf = (db: ReadableDb, brandId: string): number[] => {
  const no = findBrandNo(db, brandId)
  if (no === null) return []
  return prepared<{ id: number }>(db.cache, SLICES)
    .all(no)
    .map(({ id }) => id)
}

const PAGES = `SELECT p.page FROM rank_page p WHERE p.id >= @from AND p.id < @until AND instr(p.folded, @search) > 0
  GROUP BY p.page ORDER BY max(p.impressions) DESC, p.page LIMIT @limit`
const PAGES_OF_KEYWORD = `SELECT p.page FROM rank_latest r JOIN rank_page p ON p.id = r.id
  WHERE r.id >= @from AND r.id < @until AND r.keyword = @keyword AND instr(p.folded, @search) > 0
  GROUP BY p.page ORDER BY max(p.impressions) DESC, p.page LIMIT @limit`

export type BrandPagesArgs = {
  readonly brandId: string
  /** Only pages whose address holds this, lower case; '' for all. */
  readonly search: string
  readonly limit: number
  /** Only pages that rank for it. */
  readonly keyword?: string | undefined
}

/** Each once, most impressions first. */
export const brandPages = (db: ReadableDb, { brandId, ...args }: BrandPagesArgs): string[] => {
  const sql = args.keyword === undefined ? PAGES : PAGES_OF_KEYWORD
  const found = slicesOf(db, brandId).flatMap((slice) => {
    const span = { from: slice * SLICE_SPAN, until: (slice + 1) * SLICE_SPAN }
    return prepared<{ page: string }>(db.cache, sql).all({ ...args, ...span })
  })
  return [...new Set(found.map(({ page }) => page))].slice(0, args.limit)
}

const SOME_PAGES = 'SELECT page FROM rank_page WHERE id >= ? AND id < ? AND instr(folded, ?) > 0 LIMIT ?'

type SomePagesArgs = {
  readonly brandIds: readonly string[]
  /** Only pages whose address holds this, lower case. */
  readonly search?: string
  /** Rows read for each brand: enough to know its domains, unless more are asked for. */
  readonly limit?: number
}

/** A few addresses of each brand, those of its first keywords. */
export const somePages = (db: ReadableDb, args: SomePagesArgs): Record<string, string[]> => {
  const { brandIds, search = '', limit = 20 } = args
  return Object.fromEntries(
    brandIds.map((brandId) => {
      const [slice] = slicesOf(db, brandId)
      if (slice === undefined) return [brandId, []]
      const span = [slice * SLICE_SPAN, (slice + 1) * SLICE_SPAN]
      const rows = prepared<{ page: string }>(db.cache, SOME_PAGES).all(...span, search, limit)
      return [brandId, [...new Set(rows.map(({ page }) => page))]]
    }),
  )
}

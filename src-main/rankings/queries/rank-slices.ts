import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { brandNo, findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

/** Rows of a slice have the ids from slice × 2^32 to slice × 2^32 + 2^32 − 1. */
export const SLICE_SPAN = 2 ** 32

export const sliceColumns = (slice: Slice) => [
  slice.device ?? '',
  slice.country ?? '',
  slice.searchType,
  slice.universe,
]

const FIND_SLICE = `SELECT id FROM rank_slice
  WHERE brand_no = ? AND device = ? AND country = ? AND search_type = ? AND universe = ?`

/** The number of a brand's slice; undefined if nothing of it was ever stored. */
export const findSlice = (db: ReadableDb, brandId: string, slice: Slice): number | undefined => {
  const brand = findBrandNo(db, brandId)
  if (brand === null) return undefined
  return prepared<{ id: number }>(db.cache, FIND_SLICE).get(brand, ...sliceColumns(slice))?.id
}

export type SlicePlace = { readonly brand: number; readonly slice: number }

const INSERT_SLICE = `INSERT INTO rank_slice (brand_no, device, country, search_type, universe)
  VALUES (?, ?, ?, ?, ?)`

/** Brand and slice by number, made if they are new. Throws not-found for a brand that was removed. */
export const ensureSlice = (db: WritableDb, brandId: string, slice: Slice): SlicePlace => {
  const brand = brandNo(db, brandId)
  const found = prepared<{ id: number }>(db.cache, FIND_SLICE).get(brand, ...sliceColumns(slice))?.id
  const make = () => prepared(db.cache, INSERT_SLICE).run(brand, ...sliceColumns(slice))
  return { brand, slice: found ?? Number(make().lastInsertRowid) }
}

type SliceColumns = { device: string; country: string; search_type: string; universe: string }

/** Every slice of which the brand has rankings. */
export const listSlices = ({ cache }: ReadableDb, { brandId }: { brandId: string }): Slice[] =>
  prepared<SliceColumns>(
    cache,
    `SELECT s.device, s.country, s.search_type, s.universe FROM rank_slice s JOIN brand b ON b.no = s.brand_no
      WHERE b.id = ? ORDER BY s.id`,
  )
    .all(brandId)
    .map(
      (row) =>
        ({
          device: row.device === '' ? null : row.device,
          country: row.country === '' ? null : row.country,
          searchType: row.search_type,
          universe: row.universe,
        }) as Slice, // written by ensureSlice from a Slice
    )

// Where a brand stands with keywords already, from the cache: tracked by the service, ranking in the review window.
import { DEFAULT_SLICE } from '../../../src-shared/desk/slice.ts'
import { fold } from '../../base/text.ts'
import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { findSlice, SLICE_SPAN } from './rank-slices.ts'

export type Standing = { readonly isTracked: boolean; readonly position: number | null }

const NOWHERE: Standing = { isTracked: false, position: null }
const IS_TRACKED = 'SELECT 1 FROM tracked_keyword WHERE brand_no = ? AND keyword = ?'
const POSITION = `SELECT r.position FROM rank_keyword k JOIN rank_latest r ON r.id = ? + k.id
  WHERE k.brand_no = ? AND k.text = ?`

/** In the keywords' order. The service writes keywords in lower case; another spelling is asked for as well. */
export const standingOf = (
  db: ReadableDb,
  { brandId, keywords }: { brandId: string; keywords: readonly string[] },
): Standing[] => {
  const brand = findBrandNo(db, brandId)
  if (brand === null) return keywords.map(() => NOWHERE)
  const slice = findSlice(db, brandId, DEFAULT_SLICE)
  const isTracked = prepared(db.cache, IS_TRACKED)
  const position = prepared<{ position: number | null }>(db.cache, POSITION)
  return keywords.map((keyword) => {
    const spellings = [...new Set([keyword, fold(keyword)])]
    const positions = slice === undefined ? [] : spellings.map((text) => position.get(slice * SLICE_SPAN, brand, text))
    return {
      isTracked: spellings.some((text) => isTracked.get(brand, text) !== undefined),
      position: positions.find((row) => row?.position != null)?.position ?? null,
    }
  })
}

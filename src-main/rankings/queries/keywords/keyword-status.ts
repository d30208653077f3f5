// The status of a brand's keywords, from the cache: tracked by the service, position in the last 28 days.
import type { CallOutput, ParsedInput } from '../../../../src-shared/desk/contract.ts'
import { DEFAULT_SLICE, type Slice } from '../../../../src-shared/desk/values/slice.ts'
import { caseFold } from '../../../base/text.ts'
import { findBrandNo } from '../../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../../store/db.ts'
import { findSlice, SLICE_SPAN } from '../rank-slices.ts'
import { marksOf, NO_MARK } from './keyword-marks.ts'

export type KeywordStatus = { readonly isTracked: boolean; readonly position: number | null }

const NOT_FOUND: KeywordStatus = { isTracked: false, position: null }
const IS_TRACKED = 'SELECT 1 FROM tracked_keyword WHERE brand_no = ? AND keyword = ?'
const POSITION = `SELECT r.position FROM rank_keyword k JOIN rank_latest r ON r.id = ? + k.id
  WHERE k.brand_no = ? AND k.text = ?`

/** In the keywords' order. The service writes keywords in lower case; another spelling is looked up as well. */
export const keywordStatusOf = (
  db: ReadableDb,
  { brandId, keywords }: { brandId: string; keywords: readonly string[] },
): KeywordStatus[] => {
  const brand = findBrandNo(db, brandId)
  if (brand === null) return keywords.map(() => NOT_FOUND)
  const slice = findSlice(db, brandId, DEFAULT_SLICE)
  const isTracked = prepared(db.cache, IS_TRACKED)
  const position = prepared<{ position: number | null }>(db.cache, POSITION)
  return keywords.map((keyword) => {
    const spellings = [...new Set([keyword, caseFold(keyword)])]
    const positions = slice === undefined ? [] : spellings.map((text) => position.get(slice * SLICE_SPAN, brand, text))
    return {
      isTracked: spellings.some((text) => isTracked.get(brand, text) !== undefined),
      position: positions.find((row) => row?.position != null)?.position ?? null,
    }
  })
}

const STARRED = `SELECT r.is_starred AS isStarred FROM rank_keyword k JOIN rank_latest r ON r.id = ? + k.id
  WHERE k.brand_no = ? AND k.text = ?`

export type KeywordMarksArgs = { readonly keywords: ParsedInput<'rankings.marks'>['keywords']; readonly slice: Slice }

/** In the keywords' order. */
export const keywordMarksOf = (db: ReadableDb, args: KeywordMarksArgs): CallOutput<'rankings.marks'>['marks'] => {
  const marks = marksOf(db, args.keywords)
  return args.keywords.map(({ brandId, keyword }, index) => {
    const brand = findBrandNo(db, brandId)
    const slice = findSlice(db, brandId, args.slice)
    const find = prepared<{ isStarred: number }>(db.cache, STARRED)
    const row = slice === undefined ? undefined : find.get(slice * SLICE_SPAN, brand, keyword)
    const { star, tags } = marks[index] ?? NO_MARK
    return {
      brandId,
      keyword,
      star,
      tags: [...tags],
      isStarredByService: row?.isStarred === 1,
      isTracked: prepared(db.cache, IS_TRACKED).get(brand, keyword) !== undefined,
    }
  })
}

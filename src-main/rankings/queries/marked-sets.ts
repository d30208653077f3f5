// Keywords of a brand by their marks, as numbers: one set for each mark that is asked for.
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { findSlice, SLICE_SPAN } from './rank-slices.ts'

export type MarkedSetsArgs = {
  readonly brandId: string
  readonly starred: boolean
  readonly tracked: boolean
  /** Any of them. */
  readonly tags: readonly string[]
}

const STARRED = `SELECT keyword FROM keyword_mark WHERE brand_id = ? AND star = 1`
const TAGGED = `SELECT keyword FROM keyword_mark WHERE brand_id = @brandId
  AND EXISTS (SELECT 1 FROM json_each(tags) t JOIN json_each(@tags) wanted ON wanted.value = t.value)`
const NUMBERS = `SELECT k.id FROM json_each(?) j CROSS JOIN rank_keyword k ON k.brand_no = ? AND k.text = j.value`
const TRACKED = `SELECT k.id FROM tracked_keyword t CROSS JOIN rank_keyword k ON k.brand_no = t.brand_no
  AND k.text = t.keyword WHERE t.brand_no = ?`
const STARRED_BY_SERVICE = 'SELECT id FROM rank_latest WHERE id >= ? AND id < ? AND is_starred = 1'

export const markedSets = (db: ReadableDb, { brandId, starred, tracked, tags }: MarkedSetsArgs): Set<number>[] => {
  const brand = findBrandNo(db, brandId)
  if (brand === null) return [new Set()]
  const numbers = (texts: readonly string[]) =>
    prepared<number>(db.cache, NUMBERS).pluck().all(JSON.stringify(texts), brand)
  const sets: Set<number>[] = []
  if (starred) {
    const slice = findSlice(db, brandId, DEFAULT_SLICE)
    const span = slice === undefined ? [0, 0] : [slice * SLICE_SPAN, (slice + 1) * SLICE_SPAN]
    const ofService = prepared<number>(db.cache, STARRED_BY_SERVICE)
      .pluck()
      .all(...span)
    const own = prepared<string>(db.core, STARRED).pluck().all(brandId)
    sets.push(new Set([...numbers(own), ...ofService.map((id) => id % SLICE_SPAN)]))
  }
  if (tracked) sets.push(new Set(prepared<number>(db.cache, TRACKED).pluck().all(brand)))
  if (tags.length > 0) {
    const texts = prepared<string>(db.core, TAGGED)
      .pluck()
      .all({ brandId, tags: JSON.stringify(tags) })
    sets.push(new Set(numbers(texts)))
  }
  return sets
}

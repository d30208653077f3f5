import type { Database } from 'better-sqlite3'
import { prepared } from '../../../store/db.ts'
import { forgetKeywords } from '../rank-keywords.ts'
import { deleteDays } from '../rank-packed.ts'
import { deletePages } from '../rank-pages.ts'
import { SLICE_SPAN } from '../rank-slices.ts'

const BY_SLICE = ['rank_day', 'rank_stats', 'rank_move', 'rank_move_state', 'rank_period', 'rank_sum'].map(
  (table) => `DELETE FROM ${table} WHERE slice = ?`,
)
const ROWS = 'DELETE FROM rank_latest WHERE id BETWEEN ? AND ?'

/**
 * Every ranking row of a brand by its number, inside the caller's transaction. The trigram index is merged afterwards, for until then
 * it keeps the letters of removed keywords.
 */
export const deleteRankings = (cache: Database, brand: number): void => {
  const slices = prepared<{ id: number }>(cache, 'SELECT id FROM rank_slice WHERE brand_no = ?').all(brand)
  for (const { id } of slices) {
    deleteDays(cache, id)
    for (const sql of BY_SLICE) prepared(cache, sql).run(id)
    prepared(cache, ROWS).run(id * SLICE_SPAN, (id + 1) * SLICE_SPAN - 1)
    deletePages(cache, id)
  }
  prepared(cache, 'DELETE FROM rank_slice WHERE brand_no = ?').run(brand)
  prepared(cache, 'DELETE FROM rank_keyword WHERE brand_no = ?').run(brand)
  prepared(cache, 'DELETE FROM rank_url WHERE brand_no = ?').run(brand)
  prepared(cache, "INSERT INTO rank_search(rank_search) VALUES ('optimize')").run()
  forgetKeywords(cache)
}

// The last queries of this desk. They are not shared in a team: what a person tries out is their own.
import type { QueryHistoryRow } from '../../../src-shared/desk/query.ts'
import { QUERY_LIMITS } from '../../../src-shared/desk/values/query-limits.ts'
import { toInstant } from '../../base/clock.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

/** A query of one brand names it in its brands, or in its text. */
export const OF_BRAND = `DELETE FROM query_history WHERE EXISTS (
  SELECT 1 FROM (SELECT ? AS id) gone LEFT JOIN brand b ON b.id = gone.id
  WHERE instr(brand_ids || char(10) || sql, gone.id) > 0 OR instr(lower(sql), b.slug) > 0
    OR instr(lower(sql), lower(b.name)) > 0)`

export type NewQuery = Omit<QueryHistoryRow, 'id' | 'at'> & { readonly atMs: number }

const SAVE = `INSERT INTO query_history (sql, brand_ids, at_ms, took_ms, returned, total, error)
  VALUES (@sql, @brandIds, @atMs, @tookMs, @returned, @total, @error)`
const PRUNE = `DELETE FROM query_history WHERE no NOT IN
  (SELECT no FROM query_history ORDER BY no DESC LIMIT ${QUERY_LIMITS.historyMax})`

export const saveQuery = ({ core }: WritableDb, query: NewQuery): void =>
  core
    .transaction(() => {
      prepared(core, SAVE).run({ ...query, brandIds: JSON.stringify(query.brandIds) })
      prepared(core, PRUNE).run()
    })
    .immediate()

export const clearQueries = ({ core }: WritableDb, _args: Record<string, never>): void =>
  void prepared(core, 'DELETE FROM query_history').run()

type Row = Omit<QueryHistoryRow, 'brandIds' | 'at'> & { readonly brandIds: string; readonly atMs: number }
const LIST = `SELECT no AS id, sql, brand_ids AS brandIds, at_ms AS atMs, took_ms AS tookMs, returned, total, error
  FROM query_history ORDER BY no DESC LIMIT ?`

export const listQueries = ({ core }: ReadableDb, { limit }: { limit: number }): QueryHistoryRow[] =>
  prepared<Row>(core, LIST)
    .all(limit)
    .map(({ brandIds, atMs, ...row }) => ({
      ...row,
      brandIds: JSON.parse(brandIds) as QueryHistoryRow['brandIds'], // as saved
      at: toInstant(atMs),
    }))

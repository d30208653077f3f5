// Trends of all rows of a page come by one statement: a page of 60 rows has 1,680 positions.
import { prepared, type ReadableDb } from '../../store/db.ts'

/** `days` positions of each row up to its newest day, oldest first, one row after the other. */
const POSITIONS = `
  WITH RECURSIVE age(days) AS (SELECT @days - 1 UNION ALL SELECT days - 1 FROM age WHERE days > 0),
    wanted AS MATERIALIZED (
      SELECT (value ->> 0) >> 32 AS slice, (value ->> 0) & 4294967295 AS keyword, value ->> 1 AS newest
      FROM json_each(@rows)
    )
  SELECT h.position / 1000.0 FROM wanted w CROSS JOIN age
    LEFT JOIN rank_hist h ON h.slice = w.slice AND h.day = w.newest - age.days AND h.keyword = w.keyword`

export type TrendRow = { readonly id: number; readonly newestDay: number | null }

/** Positions of the last days of each row; null where it did not rank or no day is cached. */
export const trendsOf = (db: ReadableDb, rows: readonly TrendRow[], days: number): (number | null)[][] => {
  if (days === 0) return rows.map(() => [])
  const wanted = JSON.stringify(rows.map(({ id, newestDay }) => [id, newestDay]))
  const statement = prepared(db.cache, POSITIONS).pluck()
  const positions = statement.all({ rows: wanted, days }) as (number | null)[] // the one column
  return rows.map((_, index) => positions.slice(index * days, (index + 1) * days))
}

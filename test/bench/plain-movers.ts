// Movers by SQL alone, over rows by keyword and day: what the desk's own way over packed days is measured against.
import { dayNumber } from '../../src-main/base/clock.ts'
import { unpackShown } from '../../src-main/rankings/queries/day-rows.ts'
import { readOnce } from '../../src-main/rankings/queries/rank-memo.ts'
import { scopeOf } from '../../src-main/rankings/queries/rank-scope.ts'
import { shownOf } from '../../src-main/rankings/queries/rank-snapshots.ts'
import type { ReadableDb } from '../../src-main/store/db.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/values/slice.ts'

const MOVED = '((was IS NULL) <> (now IS NULL) OR abs(now - was) >= 500)'
const ORDER = 'ORDER BY score DESC, impressions DESC, slice, keyword LIMIT 50'
const HALVES = [
  `SELECT c.slice, c.keyword, p.position AS was, c.position AS now, c.clicks, c.impressions,
    abs(coalesce(c.position, 101000) - coalesce(p.position, 101000)) AS score
  FROM json_each(@slices) s CROSS JOIN day_row c ON c.slice = s.value AND c.day = @to
    LEFT JOIN day_row p ON p.slice = c.slice AND p.day = @from AND p.keyword = c.keyword`,
  `SELECT p.slice, p.keyword, p.position AS was, NULL AS now, p.clicks, p.impressions,
    abs(101000 - p.position) AS score
  FROM json_each(@slices) s CROSS JOIN day_row p ON p.slice = s.value AND p.day = @from
  WHERE p.position IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM day_row c WHERE c.slice = p.slice AND c.day = @to AND c.keyword = p.keyword)`,
].map((half) => `SELECT * FROM (SELECT * FROM (${half}) WHERE ${MOVED} ${ORDER})`)
const SQL = `SELECT m.*, k.text FROM (SELECT * FROM (${HALVES.join(' UNION ALL ')}) ${ORDER}) m
  JOIN rank_keyword k ON k.id = m.keyword`

/** The rows of both days are in memory before it runs. */
export const plainMovers = (db: ReadableDb, days: { readonly from: string; readonly to: string }): (() => unknown) => {
  const slices = readOnce(db, () => {
    const scope = scopeOf(db, { brandIds: 'all', slice: DEFAULT_SLICE })
    unpackShown(db, scope, shownOf({ day: days.to, compareDay: days.from }))
    return scope.json
  })
  const statement = db.cache.prepare(SQL)
  return () => statement.all({ slices, from: dayNumber(days.from), to: dayNumber(days.to) })
}

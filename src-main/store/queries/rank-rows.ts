import type { RankRow } from '../../../src-shared/desk/rankings.ts'
import { dayNumber } from '../../clock.ts'
import { prepared, type ReadableDb } from '../db.ts'
import type { RankQuery } from './rank-plan.ts'
import type { Scope } from './rank-scope.ts'
import { SLICE_SPAN } from './rank-slices.ts'

type Measures = Omit<RankRow, 'brandId' | 'keyword' | 'isStarred' | 'languageId' | 'pages' | 'rankedPages' | 'spark'>
type Row = Measures & {
  id: number
  keyword: string
  isStarred: number
  languageId: string | null
  pages: number | null
}
type PageRow = Measures & { id: number; page: string }

const MEASURES = `clicks, impressions, ctr, position, clicks_change AS clicksChange,
  impressions_change AS impressionsChange, ctr_change AS ctrChange, position_change AS positionChange`

const WINDOW_ROWS = `SELECT r.id, keyword, ${MEASURES}, is_starred AS isStarred, language_id AS languageId, pages
  FROM json_each(?) j CROSS JOIN rank_latest r ON r.id = j.value`

const PAGES = `SELECT p.id, page, ${MEASURES} FROM json_each(?) j CROSS JOIN rank_page p ON p.id = j.value`

const DAY_ROWS = `
  SELECT j.value AS id, k.text AS keyword, coalesce(c.clicks, 0) AS clicks, coalesce(c.impressions, 0) AS impressions,
    c.position / 1000.0 AS position, p.position / 1000.0 AS was, (c.position - p.position) / 1000.0 AS positionChange,
    coalesce(p.clicks, 0) AS clicksWas, coalesce(p.impressions, 0) AS impressionsWas,
    EXISTS (SELECT 1 FROM rank_day d WHERE d.slice = j.value >> 32 AND d.day = @compareDay) AS compared,
    coalesce(r.is_starred, 0) AS isStarred, r.language_id AS languageId
  FROM json_each(@ids) j CROSS JOIN rank_keyword k ON k.id = j.value & 4294967295
    LEFT JOIN rank_hist c ON c.slice = j.value >> 32 AND c.day = @day AND c.keyword = k.id
    LEFT JOIN rank_hist p ON p.slice = j.value >> 32 AND p.day = @compareDay AND p.keyword = k.id
    LEFT JOIN rank_latest r ON r.id = j.value`

type DayRow = Omit<Row, 'ctr' | 'clicksChange' | 'impressionsChange' | 'ctrChange' | 'pages'> & {
  clicksWas: number
  impressionsWas: number
  compared: number
}

const ctrOf = (clicks: number, impressions: number): number => (impressions > 0 ? clicks / impressions : 0)

const fromDay = ({ clicksWas, impressionsWas, compared, ...row }: DayRow): Row => {
  const ctr = ctrOf(row.clicks, row.impressions)
  const changes =
    compared === 1
      ? {
          clicksChange: row.clicks - clicksWas,
          impressionsChange: row.impressions - impressionsWas,
          ctrChange: ctr - ctrOf(clicksWas, impressionsWas),
        }
      : { clicksChange: null, impressionsChange: null, ctrChange: null }
  return { ...row, ctr, ...changes, pages: null }
}

const pagesById = (db: ReadableDb, ids: readonly number[]): Map<number, RankRow['rankedPages']> => {
  const pages = new Map<number, RankRow['rankedPages']>()
  for (const { id, ...page } of prepared<PageRow>(db.cache, PAGES).all(JSON.stringify(ids))) {
    const known = pages.get(id)
    if (known === undefined) pages.set(id, [page])
    else known.push(page)
  }
  return pages
}

const SPARK = `SELECT position / 1000.0 AS position, day FROM rank_hist
  WHERE slice = ? AND day = ? AND keyword = ?`

/** Positions of the days up to the slice's newest one, oldest first; null where it did not rank or no day is cached. */
const sparkOf = (db: ReadableDb, newestDay: number | null, id: number, days: number): (number | null)[] => {
  const slice = Math.floor(id / SLICE_SPAN)
  const keyword = id % SLICE_SPAN
  const find = prepared<{ position: number | null }>(db.cache, SPARK)
  return Array.from({ length: days }, (_, index) =>
    newestDay === null ? null : (find.get(slice, newestDay - days + 1 + index, keyword)?.position ?? null),
  )
}

export type RowsArgs = {
  readonly scope: Scope
  readonly ids: readonly number[]
  readonly query: Pick<RankQuery, 'day' | 'compareDay'>
  readonly sparkDays: number
}

const loadRows = (db: ReadableDb, ids: readonly number[], { day, compareDay }: RowsArgs['query']): Row[] => {
  if (day === undefined) return prepared<Row>(db.cache, WINDOW_ROWS).all(JSON.stringify(ids))
  const args = {
    ids: JSON.stringify(ids),
    day: dayNumber(day),
    compareDay: compareDay === undefined ? null : dayNumber(compareDay),
  }
  return prepared<DayRow>(db.cache, DAY_ROWS).all(args).map(fromDay)
}

/** The rows of these ids in their order; ids that are gone by now are left out. */
export const rowsOf = (db: ReadableDb, { scope, ids, query, sparkDays }: RowsArgs): RankRow[] => {
  const asked = query.day === undefined ? null : dayNumber(query.day)
  const isLatest = (id: number) => asked === null || scope.byId.get(Math.floor(id / SLICE_SPAN))?.newestDay === asked
  const pages = pagesById(db, ids.filter(isLatest))
  return loadRows(db, ids, query).flatMap(({ id, isStarred, ...row }) => {
    const slice = scope.byId.get(Math.floor(id / SLICE_SPAN))
    if (slice === undefined) return []
    const spark = sparkDays === 0 ? {} : { spark: sparkOf(db, slice.newestDay, id, sparkDays) }
    const rankedPages = pages.get(id) ?? []
    return [{ brandId: slice.brandId, ...row, isStarred: isStarred === 1, rankedPages, ...spark }]
  })
}

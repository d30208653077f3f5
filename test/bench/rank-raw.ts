// The plain statements that a page is measured against: what someone would write by hand for that one page.
import type { Database } from 'better-sqlite3'
import { dayNumber } from '../../src-main/clock.ts'
import { prepared } from '../../src-main/store/db.ts'

const MEASURES = `clicks, impressions, ctr, position, clicks_change AS clicksChange,
  impressions_change AS impressionsChange, ctr_change AS ctrChange, position_change AS positionChange`
const ROW = `r.id, b.id AS brandId, r.keyword, ${MEASURES}, is_starred AS isStarred, language_id AS languageId, pages`
const FROM = 'FROM rank_latest r JOIN rank_slice s ON s.id = r.slice JOIN brand b ON b.no = s.brand_no'
const PAGES = `SELECT id, page, ${MEASURES} FROM rank_page WHERE id IN (${Array(50).fill('?').join(', ')})`
const FIFTY = 50

type Row = { id: number }

const withPages = (db: Database, rows: Row[]): unknown => {
  const ids = Array.from({ length: FIFTY }, (_, index) => rows[index]?.id ?? 0)
  return [rows, prepared(db, PAGES).all(...ids)]
}

/** A page of the review window with its ranked pages and its total. `where` and `order` are SQL. */
export const rawPage = (db: Database, where: string, order: string, params: readonly unknown[]): unknown => {
  const sql = `SELECT ${ROW} ${FROM} WHERE ${where} ORDER BY ${order} LIMIT ${FIFTY}`
  const rows = prepared<Row>(db, sql).all(...params)
  const total =
    where === 'TRUE'
      ? 'SELECT sum(keywords) AS total FROM rank_stats'
      : `SELECT count(*) AS total FROM rank_latest r WHERE ${where}`
  return [withPages(db, rows), prepared(db, total).get(...params)]
}

export const rawSearch = (db: Database, match: string): unknown => {
  const found = 'SELECT rowid FROM rank_search WHERE rank_search MATCH ?'
  const hits = `rank_keyword k JOIN rank_slice s ON s.brand_no = k.brand_no JOIN brand b ON b.no = s.brand_no
    JOIN rank_latest r ON r.id = (s.id << 32) + k.id WHERE k.id IN (${found})`
  const rows = prepared<Row>(db, `SELECT ${ROW} FROM ${hits} ORDER BY r.position NULLS LAST LIMIT ${FIFTY}`).all(match)
  return [withPages(db, rows), prepared(db, `SELECT count(*) AS total FROM ${hits}`).get(match)]
}

const DAY = `SELECT b.id AS brandId, k.text AS keyword, h.position / 1000.0 AS position, h.clicks, h.impressions
  FROM rank_hist h JOIN rank_slice s ON s.id = h.slice JOIN brand b ON b.no = s.brand_no
    JOIN rank_keyword k ON k.id = h.keyword`

/** One day of all brands by position. */
export const rawDay = (db: Database, day: string): unknown => {
  const on = 'h.slice IN (SELECT id FROM rank_slice) AND h.day = ?'
  const rows = prepared(db, `${DAY} WHERE ${on} ORDER BY h.position NULLS LAST LIMIT ${FIFTY}`).all(dayNumber(day))
  const total = prepared(db, 'SELECT sum(keywords) AS total FROM rank_day WHERE day = ?').get(dayNumber(day))
  return [rows, total]
}

const MOVERS = `
  SELECT b.id AS brandId, k.text AS keyword, m.was, m.now, m.clicks, m.impressions FROM (
    SELECT c.slice, c.keyword, p.position AS was, c.position AS now, c.clicks, c.impressions
    FROM rank_slice s JOIN rank_hist c ON c.slice = s.id AND c.day = @to
      LEFT JOIN rank_hist p ON p.slice = c.slice AND p.day = @from AND p.keyword = c.keyword
    UNION ALL
    SELECT p.slice, p.keyword, p.position, NULL, p.clicks, p.impressions
    FROM rank_slice s JOIN rank_hist p ON p.slice = s.id AND p.day = @from
      LEFT JOIN rank_hist c ON c.slice = p.slice AND c.day = @to AND c.keyword = p.keyword
    WHERE c.keyword IS NULL
  ) m JOIN rank_slice s ON s.id = m.slice JOIN brand b ON b.no = s.brand_no JOIN rank_keyword k ON k.id = m.keyword
  WHERE coalesce(m.was, m.now) IS NOT NULL
  ORDER BY abs(coalesce(m.now, 101000) - coalesce(m.was, 101000)) DESC, m.impressions DESC LIMIT ${FIFTY}`

export const rawMovers = (db: Database, from: string, to: string): unknown =>
  prepared(db, MOVERS).all({ from: dayNumber(from), to: dayNumber(to) })

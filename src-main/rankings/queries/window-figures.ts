// The figures of a slice's review window, added up when its rows are stored: the overview of all brands reads one row a brand.
import type { Database } from 'better-sqlite3'
import { prepared } from '../../store/db.ts'
import { type FigureRow, figureColumns } from './rank-figures.ts'
import { windowOfSlice } from './rank-source.ts'

const SAVE = `INSERT OR REPLACE INTO rank_stats
  (slice, keywords, ranking, top3, top10, avg_position, avg_position_change, clicks, impressions, fetched_at_ms, up, down)
  VALUES (?, @keywords, @ranking, @top3, @top10, @avgPosition, @avgPositionChange, @clicks, @impressions, ?, @up, @down)`

/** Adds up the rows of the slice as they are stored now. */
export const saveWindowFigures = (cache: Database, slice: number, fetchedAtMs: number): void => {
  const source = windowOfSlice(slice)
  const sql = `SELECT ${figureColumns(source)} FROM ${source.from} WHERE ${source.where}`
  prepared(cache, SAVE).run(slice, fetchedAtMs, prepared<FigureRow>(cache, sql).get(...source.params))
}

/** Of the slices in a JSON list. */
export const WINDOW_FIGURES = `SELECT slice, keywords, ranking, top3, top10, avg_position AS avgPosition,
  avg_position_change AS avgPositionChange, clicks, impressions, up, down
  FROM rank_stats WHERE slice IN (SELECT value FROM json_each(?))`

// The figures of a slice's review window, added up when its rows are stored: the overview of all brands reads one row a brand.
import type { Database } from 'better-sqlite3'
import { prepared } from '../../store/db.ts'
import type { Migration } from '../../store/migrate.ts'
import { type FigureRow, figureColumns } from './rank-figures.ts'
import { windowOfSlice } from './rank-source.ts'

export const windowEnds: Migration = {
  name: 'window-ends',
  landed: '26e239195efadc47',
  up: (db) =>
    db.exec(`
    -- The last day of the review window. Windows used to end on the day on which they were read.
    ALTER TABLE rank_stats ADD COLUMN last_day INTEGER NOT NULL DEFAULT 0;
    UPDATE rank_stats SET last_day = fetched_at_ms / 86400000;
  `),
}

const SAVE = `INSERT OR REPLACE INTO rank_stats
  (slice, keywords, ranking, top3, top10, avg_position, avg_position_change, clicks, impressions, fetched_at_ms, up, down,
    last_day)
  VALUES (@slice, @keywords, @ranking, @top3, @top10, @avgPosition, @avgPositionChange, @clicks, @impressions,
    @fetchedAtMs, @up, @down, @lastDay)`

export type WindowRead = {
  readonly fetchedAtMs: number
  /** The number of the window's last day. */
  readonly lastDay: number
}

/** Adds up the rows of the slice as they are stored now. */
export const saveWindowFigures = (cache: Database, slice: number, read: WindowRead): void => {
  const source = windowOfSlice(slice)
  const sql = `SELECT ${figureColumns(source)} FROM ${source.from} WHERE ${source.where}`
  prepared(cache, SAVE).run({ slice, ...read, ...prepared<FigureRow>(cache, sql).get(...source.params) })
}

/** Of the slices in a JSON list. */
export const WINDOW_FIGURES = `SELECT slice, keywords, ranking, top3, top10, avg_position AS avgPosition,
  avg_position_change AS avgPositionChange, clicks, impressions, up, down
  FROM rank_stats WHERE slice IN (SELECT value FROM json_each(?))`

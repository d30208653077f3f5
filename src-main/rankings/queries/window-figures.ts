// The figures of a slice's review window, added up when its rows are stored: the overview of all brands reads one row a brand.
import type { Database } from 'better-sqlite3'
import { BAND_ENDS } from '../../../src-shared/desk/values/position-bands.ts'
import { POSITION_MOVE_MIN } from '../../../src-shared/desk/values/position-move.ts'
import type { TopKeyword } from '../../../src-shared/service/rank-tracking.ts'
import { prepared } from '../../store/db.ts'
import type { Migration } from '../../store/migrate.ts'
import { rankedChange, rankedPosition } from '../rules/rank-position.ts'
import { createSum } from '../rules/sum.ts'
import type { FigureRow } from './rank-figures.ts'

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

/** What `figureColumns` reads from the rows once they are stored, from the keywords of the reply. */
export const windowFigures = (items: Iterable<TopKeyword>): FigureRow => {
  let [keywords, top3, top10, up, down] = [0, 0, 0, 0, 0]
  const [clicks, impressions, positions, changes] = [createSum(), createSum(), createSum(), createSum()]
  for (const item of items) {
    keywords += 1
    clicks.add(item.clicks)
    impressions.add(item.impressions)
    const position = rankedPosition(item.position)
    if (position === null) continue
    positions.add(position)
    if (position < BAND_ENDS.top3) top3 += 1
    if (position < BAND_ENDS['4-10']) top10 += 1
    const change = rankedChange(item)
    if (change === null) continue
    changes.add(change)
    if (change <= -POSITION_MOVE_MIN) up += 1
    if (change >= POSITION_MOVE_MIN) down += 1
  }
  const [avgPosition, avgPositionChange] = [positions.mean(), changes.mean()]
  return {
    keywords,
    ranking: positions.count(),
    top3,
    top10,
    clicks: clicks.total(),
    impressions: impressions.total(),
    avgPosition,
    avgPositionChange,
    up,
    down,
  }
}

export const saveWindowFigures = (
  cache: Database,
  { slice, read, figures }: { readonly slice: number; readonly read: WindowRead; readonly figures: FigureRow },
): void => void prepared(cache, SAVE).run({ slice, ...read, ...figures })

/** Of the slices in a JSON list. */
export const WINDOW_FIGURES = `SELECT slice, keywords, ranking, top3, top10, avg_position AS avgPosition,
  avg_position_change AS avgPositionChange, clicks, impressions, up, down
  FROM rank_stats WHERE slice IN (SELECT value FROM json_each(?))`

import type { ReadQuery, WriteQuery } from '../store/db.ts'
import { brandOverview } from './queries/brand-overview.ts'
import { missingDays, pruneDays, rankDays } from './queries/rank-days.ts'
import { rankHistory } from './queries/rank-history.ts'
import { ingestDay } from './queries/rank-ingest-day.ts'
import { ingestWindow } from './queries/rank-ingest-window.ts'
import { rankMovers } from './queries/rank-movers.ts'
import { rankIds, rankPage, rankRows } from './queries/rank-page.ts'
import { listSlices } from './queries/rank-slices.ts'

/** Reads of rankings, by name. */
export const rankReads = {
  'brands.overview': brandOverview,
  'rankings.days': rankDays,
  'rankings.history': rankHistory,
  'rankings.ids': rankIds,
  'rankings.missingDays': missingDays,
  'rankings.movers': rankMovers,
  'rankings.page': rankPage,
  'rankings.rows': rankRows,
  'rankings.slices': listSlices,
} satisfies Record<string, ReadQuery>

/** Writes of rankings, by name. */
export const rankWrites = {
  'rankings.ingestDay': ingestDay,
  'rankings.ingestWindow': ingestWindow,
  'rankings.prune': pruneDays,
} satisfies Record<string, WriteQuery>

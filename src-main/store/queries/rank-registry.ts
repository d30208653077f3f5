import type { ReadQuery, WriteQuery } from '../db.ts'
import { brandOverview } from './brand-overview.ts'
import { missingDays, pruneDays, rankDays } from './rank-days.ts'
import { rankHistory } from './rank-history.ts'
import { ingestDay } from './rank-ingest-day.ts'
import { ingestWindow } from './rank-ingest-window.ts'
import { rankMovers } from './rank-movers.ts'
import { rankIds, rankPage, rankRows } from './rank-page.ts'
import { listSlices } from './rank-slices.ts'

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

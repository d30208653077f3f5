// What brands' keywords add up to in a period that was summed up, for the overview as of a day.

import type { Period } from '../../../src-shared/desk/period.ts'
import { BAND_ENDS } from '../../../src-shared/desk/position-bands.ts'
import { POSITION_MOVE_MIN } from '../../../src-shared/desk/position-move.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { periodNumber } from './rank-snapshots.ts'

export type PeriodStats = {
  readonly slice: number
  readonly keywords: number
  readonly ranking: number
  readonly top3: number
  readonly top10: number
  readonly avgPosition: number | null
  readonly clicks: number
  readonly impressions: number
  readonly up: number
  readonly down: number
}

const MOVED = POSITION_MOVE_MIN * 1000
const STATS = `SELECT c.slice, count(*) AS keywords, count(c.position) AS ranking,
    count(*) FILTER (WHERE c.position < ${BAND_ENDS.top3 * 1000}) AS top3,
    count(*) FILTER (WHERE c.position < ${BAND_ENDS['4-10'] * 1000}) AS top10,
    avg(c.position) / 1000 AS avgPosition, sum(c.clicks) AS clicks, sum(c.impressions) AS impressions,
    count(*) FILTER (WHERE c.position - p.position <= -${MOVED}) AS up,
    count(*) FILTER (WHERE c.position - p.position >= ${MOVED}) AS down
  FROM json_each(@slices) s CROSS JOIN rank_sum c ON c.slice = s.value AND c.period = @now
  LEFT JOIN rank_sum p ON p.slice = c.slice AND p.period = @before AND p.keyword = c.keyword GROUP BY c.slice`

/** Of the slices that have the period. */
export const statsOfPeriod = (
  { cache }: ReadableDb,
  { slices, period, before }: { readonly slices: string; readonly period: Period; readonly before: Period },
): PeriodStats[] =>
  prepared<PeriodStats>(cache, STATS).all({ slices, now: periodNumber(period), before: periodNumber(before) })

// Everything that the overview of all brands shows, from rows that were rolled up when they were stored: a few hundred of them.
import type { BrandOverview } from '../../../src-shared/desk/brands.ts'
import type { Period } from '../../../src-shared/desk/period.ts'
import { BAND_ENDS } from '../../../src-shared/desk/position-bands.ts'
import { POSITION_MOVE_MIN } from '../../../src-shared/desk/position-move.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/slice.ts'
import { dayNumber } from '../../base/clock.ts'
import { AI_VISIBILITY, CLUSTERS } from '../../clusters/public.ts'
import { CONTACTS, PROSPECTS } from '../../prospects/public.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type FreshnessRow, listFreshness } from '../../store/freshness.ts'
import { readOnce } from './rank-memo.ts'
import { scopeOf } from './rank-scope.ts'
import { periodNumber } from './rank-snapshots.ts'
import { summarise } from './rank-summary.ts'

// What brands' keywords add up to in a period that was summed up, for the overview as of a day.

type PeriodStats = {
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
const STATS_OF_PERIOD = `SELECT c.slice, count(*) AS keywords, count(c.position) AS ranking,
    count(*) FILTER (WHERE c.position < ${BAND_ENDS.top3 * 1000}) AS top3,
    count(*) FILTER (WHERE c.position < ${BAND_ENDS['4-10'] * 1000}) AS top10,
    avg(c.position) / 1000 AS avgPosition, sum(c.clicks) AS clicks, sum(c.impressions) AS impressions,
    count(*) FILTER (WHERE c.position - p.position <= -${MOVED}) AS up,
    count(*) FILTER (WHERE c.position - p.position >= ${MOVED}) AS down
  FROM json_each(@slices) s CROSS JOIN rank_sum c ON c.slice = s.value AND c.period = @now
  LEFT JOIN rank_sum p ON p.slice = c.slice AND p.period = @before AND p.keyword = c.keyword GROUP BY c.slice`

/** Of the slices that have the period. */
const statsOfPeriod = (
  { cache }: ReadableDb,
  { slices, period, before }: { readonly slices: string; readonly period: Period; readonly before: Period },
): PeriodStats[] =>
  prepared<PeriodStats>(cache, STATS_OF_PERIOD).all({ slices, now: periodNumber(period), before: periodNumber(before) })

/** Days a change looks back, and points of a trend. */
const COMPARED_DAYS = 7
const TREND_DAYS = 30

export type BrandRollUp = Omit<BrandOverview, 'health' | 'healthReason' | 'healthCause' | 'freshness'> & {
  readonly freshness: readonly FreshnessRow[]
}

type Stats = Pick<
  BrandOverview,
  'keywords' | 'ranking' | 'top3' | 'top10' | 'visibility' | 'avgPosition' | 'clicks' | 'impressions' | 'up' | 'down'
>
const EMPTY: Stats = { ...summarise([]), up: 0, down: 0 }

type RealMoves = Pick<BrandOverview, 'realUp' | 'realDown' | 'lostClicks'>
const NOT_WORKED_OUT: RealMoves = { realUp: null, realDown: null, lostClicks: null }
const REAL_MOVES = `SELECT s.slice, s.up AS realUp, s.down AS realDown,
    (SELECT coalesce(sum(m.clicks_before - m.clicks_now), 0) FROM rank_move m
      WHERE m.slice = s.slice AND m.kind IN ('down', 'lost')) AS lostClicks
  FROM rank_move_state s WHERE s.slice IN (SELECT value FROM json_each(?))`

type DayRow = { slice: number; day: number; visibility: number | null; avgPosition: number | null }

const STATS = `SELECT slice, keywords, ranking, top3, top10, visibility, avg_position AS avgPosition, clicks,
  impressions, up, down FROM rank_stats WHERE slice IN (SELECT value FROM json_each(?))`
const DAYS = `SELECT d.slice, d.day, d.visibility, d.avg_position AS avgPosition FROM json_each(@slices) s
  CROSS JOIN rank_day d ON d.slice = s.value
    AND d.day <= @last
    AND d.day > (SELECT max(day) FROM rank_day WHERE slice = s.value AND day <= @last) - ${TREND_DAYS}
  ORDER BY d.slice, d.day`

const difference = (now: number | null | undefined, was: number | null | undefined): number | null =>
  now == null || was == null ? null : now - was

/**
 * Counts, clicks and impressions are of the review window. Visibility and average position are of the newest day, and
 * their changes are against the day a week before it, or the oldest cached one since.
 */
const rankPart = (stats: Stats, days: readonly DayRow[]) => {
  const newest = days.at(-1)
  const earlier = newest && days.find(({ day }) => day >= newest.day - COMPARED_DAYS && day < newest.day)
  return {
    ...stats,
    visibility: newest === undefined ? stats.visibility : newest.visibility,
    visibilityChange: difference(newest?.visibility, earlier?.visibility),
    avgPosition: newest === undefined ? stats.avgPosition : newest.avgPosition,
    avgPositionChange: difference(newest?.avgPosition, earlier?.avgPosition),
    trend: days.map(({ visibility }) => visibility),
  }
}

const countsIn = ({ cache }: ReadableDb, sql: string): Map<string, number> =>
  new Map(
    prepared<{ id: string; n: number }>(cache, sql)
      .all()
      .map(({ id, n }) => [id, n]),
  )

export type OverviewArgs = {
  readonly brandIds: readonly string[]
  /** As it was when this was the newest day: with what was summed up for it. Real moves are the caller's to say. */
  readonly earlier?: { readonly day: string; readonly period: Period; readonly before: Period } | undefined
}

const ANY_DAY = Number.MAX_SAFE_INTEGER

const statsOf = (db: ReadableDb, slices: string, earlier: OverviewArgs['earlier']): ReadonlyMap<number, Stats> => {
  const rows =
    earlier === undefined
      ? prepared<Stats & { slice: number }>(db.cache, STATS).all(slices)
      : statsOfPeriod(db, { slices, ...earlier }).map((row) => ({ ...row, visibility: null }))
  return new Map(rows.map(({ slice, ...row }) => [slice, row]))
}

const movesOf = (db: ReadableDb, slices: string, earlier: OverviewArgs['earlier']): ReadonlyMap<number, RealMoves> => {
  if (earlier !== undefined) return new Map()
  const rows = prepared<RealMoves & { slice: number }>(db.cache, REAL_MOVES).all(slices)
  return new Map(rows.map(({ slice, ...row }) => [slice, row]))
}

/** One roll-up a brand, in the order asked; a brand that was never synced has zeros and nulls. */
export const brandOverview = (db: ReadableDb, { brandIds, earlier }: OverviewArgs): BrandRollUp[] =>
  readOnce(db, () => {
    const scope = scopeOf(db, { brandIds, slice: DEFAULT_SLICE })
    const stats = statsOf(db, scope.json, earlier)
    const moves = movesOf(db, scope.json, earlier)
    const last = earlier === undefined ? ANY_DAY : dayNumber(earlier.day)
    const days = Map.groupBy(prepared<DayRow>(db.cache, DAYS).all({ slices: scope.json, last }), ({ slice }) => slice)
    const sliceOf = new Map(scope.slices.map(({ id, brandId }) => [brandId, id]))
    const freshness = Map.groupBy(listFreshness(db, { brandIds }), ({ brandId }) => brandId)
    const clusters = countsIn(db, CLUSTERS)
    const prospects = countsIn(db, PROSPECTS)
    const contacts = countsIn(db, CONTACTS)
    const ai = new Map(
      prepared<{ id: string; value: number | null }>(db.cache, AI_VISIBILITY)
        .all()
        .map(({ id, value }) => [id, value]),
    )
    return brandIds.map((brandId) => {
      const slice = sliceOf.get(brandId) ?? -1
      return {
        brandId,
        ...rankPart(stats.get(slice) ?? EMPTY, days.get(slice) ?? []),
        ...(moves.get(slice) ?? NOT_WORKED_OUT),
        clusters: clusters.get(brandId) ?? 0,
        avgAiVisibility: ai.get(brandId) ?? null,
        prospects: prospects.get(brandId) ?? 0,
        contacts: contacts.get(brandId) ?? 0,
        freshness: freshness.get(brandId) ?? [],
      }
    })
  })

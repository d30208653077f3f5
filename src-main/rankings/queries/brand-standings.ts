// The figures of brands side by side: what the overview of all brands sorts by and adds up, and what each of its rows shows.
import type { BrandOverview } from '../../../src-shared/desk/brands.ts'
import { COMPARED_DAYS } from '../../../src-shared/desk/values/figures.ts'
import type { Period } from '../../../src-shared/desk/values/period.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { DAY_MS, dayNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type FigureRow, figureColumns, NO_FIGURES } from './rank-figures.ts'
import { readOnce } from './rank-memo.ts'
import { slicesWith, sourceOf } from './rank-plan.ts'
import { type Scope, scopeOf } from './rank-scope.ts'
import { PERIODS, periodNumber } from './rank-snapshots.ts'
import { WINDOW_FIGURES } from './window-figures.ts'

// The figures of brands in a period that was added up, for the overview as of a day: those of rankings.totals, brand by brand.

const NEEDS = { starred: false, text: false, unranked: false, before: true }

type Periods = { readonly period: Period; readonly before: Period }
type Sliced = { readonly slice: number }

/** Of the slices that have the period. */
const figuresOfPeriod = (db: ReadableDb, scope: Scope, { period, before }: Periods): (FigureRow & Sliced)[] => {
  const shown = { of: PERIODS, now: periodNumber(period), before: periodNumber(before) }
  const have = slicesWith(db, scope, shown.of, shown.now).map(({ slice }) => slice)
  const source = sourceOf(db, scope, shown, have, NEEDS)
  const sql = `SELECT (${source.id} >> 32) AS slice, ${figureColumns(source)} FROM ${source.from}
    WHERE ${source.where} GROUP BY 1`
  return prepared<FigureRow & Sliced>(db.cache, sql).all(...source.params)
}

type RealMoves = Pick<BrandOverview, 'realUp' | 'realDown' | 'lostClicks'>
const NOT_WORKED_OUT: RealMoves = { realUp: null, realDown: null, lostClicks: null }
const REAL_MOVES = `SELECT s.slice, s.up AS realUp, s.down AS realDown,
    (SELECT coalesce(sum(max(0, m.clicks_before - m.clicks_now)), 0) FROM rank_move m
      WHERE m.slice = s.slice AND m.kind IN ('down', 'lost')) AS lostClicks
  FROM json_each(?) w CROSS JOIN rank_move_state s ON s.slice = w.value`

type Visibility = Pick<BrandOverview, 'visibility' | 'visibilityChange'>
const NO_VISIBILITY: Visibility = { visibility: null, visibilityChange: null }
/** The newest day up to `@last` that was over when it was read: the keywords of a day that goes on are not all there. */
export const lastWholeDay = (slice: string, last: string): string =>
  `(SELECT max(day) FROM rank_day WHERE slice = ${slice} AND day <= ${last} AND fetched_at_ms >= (day + 1) * ${DAY_MS})`
/** Of the last whole day, against the day a week before, or the oldest cached one since. */
const VISIBILITY = `SELECT n.slice, n.visibility, n.visibility - e.visibility AS visibilityChange
  FROM json_each(@slices) w
  CROSS JOIN rank_day n ON n.slice = w.value
    AND n.day = ${lastWholeDay('w.value', '@last')}
  LEFT JOIN rank_day e ON e.slice = n.slice
    AND e.day = (SELECT min(day) FROM rank_day
      WHERE slice = n.slice AND day >= n.day - ${COMPARED_DAYS} AND day < n.day)`

export type StandingsArgs = {
  readonly brandIds: readonly string[]
  /** As it was when this was the newest day: with what was summed up for it. Real moves are the caller's to say. */
  readonly earlier?: { readonly day: string; readonly period: Period; readonly before: Period } | undefined
}
type Earlier = StandingsArgs['earlier']

const ANY_DAY = Number.MAX_SAFE_INTEGER
export const lastDayOf = (earlier: Earlier): number => (earlier === undefined ? ANY_DAY : dayNumber(earlier.day))

const bySlice = <Row extends Sliced>(rows: readonly Row[]): ReadonlyMap<number, Omit<Row, 'slice'>> =>
  new Map(rows.map(({ slice, ...row }) => [slice, row]))

export type Standing = FigureRow & RealMoves & Visibility

/** Of each slice in the scope; all but real moves are of the earlier day, where there is one. Inside `readOnce` only. */
export const standingsOf = (db: ReadableDb, scope: Scope, earlier: Earlier): ((slice: number) => Standing) => {
  const figures = bySlice(
    earlier === undefined
      ? prepared<FigureRow & Sliced>(db.cache, WINDOW_FIGURES).all(scope.json)
      : figuresOfPeriod(db, scope, earlier),
  )
  const moves = bySlice(earlier === undefined ? prepared<RealMoves & Sliced>(db.cache, REAL_MOVES).all(scope.json) : [])
  const seen = { slices: scope.json, last: lastDayOf(earlier) }
  const visibility = bySlice(prepared<Visibility & Sliced>(db.cache, VISIBILITY).all(seen))
  return (slice) => ({
    ...(figures.get(slice) ?? NO_FIGURES),
    ...(visibility.get(slice) ?? NO_VISIBILITY),
    ...(moves.get(slice) ?? NOT_WORKED_OUT),
  })
}

export type BrandStanding = Standing & { readonly brandId: string }

/** One for each brand, in the order asked; a brand that was never synced has zeros and nulls. */
export const brandStandings = (db: ReadableDb, { brandIds, earlier }: StandingsArgs): BrandStanding[] =>
  readOnce(db, () => {
    const scope = scopeOf(db, { brandIds, slice: DEFAULT_SLICE })
    const standing = standingsOf(db, scope, earlier)
    const sliceOf = new Map(scope.slices.map(({ id, brandId }) => [brandId, id]))
    return brandIds.map((brandId) => ({ brandId, ...standing(sliceOf.get(brandId) ?? -1) }))
  })

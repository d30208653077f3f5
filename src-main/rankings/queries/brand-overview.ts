// Everything that the overview of all brands shows, from rows that were rolled up when they were stored: a few hundred of them.
import type { BrandOverview } from '../../../src-shared/desk/brands.ts'
import { COMPARED_DAYS } from '../../../src-shared/desk/figures.ts'
import type { Period } from '../../../src-shared/desk/period.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/slice.ts'
import { dayNumber } from '../../base/clock.ts'
import { AI_VISIBILITY, CLUSTERS } from '../../clusters/public.ts'
import { CONTACTS, PROSPECTS } from '../../prospects/public.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type FreshnessRow, listFreshness } from '../../store/freshness.ts'
import { type FigureRow, figureColumns, NO_FIGURES } from './rank-figures.ts'
import { readOnce } from './rank-memo.ts'
import { slicesWith, sourceOf } from './rank-plan.ts'
import { type Scope, scopeOf } from './rank-scope.ts'
import { PERIODS, periodNumber } from './rank-snapshots.ts'
import { WINDOW_FIGURES } from './window-figures.ts'

// The figures of brands in a period that was added up, for the overview as of a day: those of rankings.totals, brand by brand.

const NEEDS = { starred: false, text: false, unranked: false, before: true }

type Periods = { readonly period: Period; readonly before: Period }

/** Of the slices that have the period. Inside `readOnce` only. */
const figuresOfPeriod = (
  db: ReadableDb,
  scope: Scope,
  { period, before }: Periods,
): (FigureRow & { readonly slice: number })[] => {
  const shown = { of: PERIODS, now: periodNumber(period), before: periodNumber(before) }
  const have = slicesWith(db, scope, shown.of, shown.now).map(({ slice }) => slice)
  const source = sourceOf(db, scope, shown, have, NEEDS)
  const sql = `SELECT (${source.id} >> 32) AS slice, ${figureColumns(source)} FROM ${source.from}
    WHERE ${source.where} GROUP BY 1`
  return prepared<FigureRow & { slice: number }>(db.cache, sql).all(...source.params)
}

/** Points of a trend. */
const TREND_DAYS = 30

export type BrandRollUp = Omit<BrandOverview, 'health' | 'healthReason' | 'healthCause' | 'freshness'> & {
  readonly freshness: readonly FreshnessRow[]
}

type RealMoves = Pick<BrandOverview, 'realUp' | 'realDown' | 'lostClicks'>
const NOT_WORKED_OUT: RealMoves = { realUp: null, realDown: null, lostClicks: null }
const REAL_MOVES = `SELECT s.slice, s.up AS realUp, s.down AS realDown,
    (SELECT coalesce(sum(m.clicks_before - m.clicks_now), 0) FROM rank_move m
      WHERE m.slice = s.slice AND m.kind IN ('down', 'lost')) AS lostClicks
  FROM rank_move_state s WHERE s.slice IN (SELECT value FROM json_each(?))`

type DayRow = { slice: number; day: number; visibility: number | null }

const DAYS = `SELECT d.slice, d.day, d.visibility FROM json_each(@slices) s
  CROSS JOIN rank_day d ON d.slice = s.value
    AND d.day <= @last
    AND d.day > (SELECT max(day) FROM rank_day WHERE slice = s.value AND day <= @last) - ${TREND_DAYS}
  ORDER BY d.slice, d.day`

const difference = (now: number | null | undefined, was: number | null | undefined): number | null =>
  now == null || was == null ? null : now - was

/** Visibility is of the newest day, its change against the day a week before, or the oldest cached one since; the rest of 28 days. */
const rankPart = (figures: FigureRow, days: readonly DayRow[]) => {
  const newest = days.at(-1)
  const earlier = newest && days.find(({ day }) => day >= newest.day - COMPARED_DAYS && day < newest.day)
  return {
    ...figures,
    visibility: newest?.visibility ?? null,
    visibilityChange: difference(newest?.visibility, earlier?.visibility),
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

const figuresOf = (db: ReadableDb, scope: Scope, earlier: OverviewArgs['earlier']): ReadonlyMap<number, FigureRow> => {
  const rows =
    earlier === undefined
      ? prepared<FigureRow & { slice: number }>(db.cache, WINDOW_FIGURES).all(scope.json)
      : figuresOfPeriod(db, scope, earlier)
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
    const figures = figuresOf(db, scope, earlier)
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
        ...rankPart(figures.get(slice) ?? NO_FIGURES, days.get(slice) ?? []),
        ...(moves.get(slice) ?? NOT_WORKED_OUT),
        clusters: clusters.get(brandId) ?? 0,
        avgAiVisibility: ai.get(brandId) ?? null,
        prospects: prospects.get(brandId) ?? 0,
        contacts: contacts.get(brandId) ?? 0,
        freshness: freshness.get(brandId) ?? [],
      }
    })
  })

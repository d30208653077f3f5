// Periods: sums over days, kept by slice. One whose days are all cached is summed up from them, once, when it is first
// shown and again after one of its days changed. Others are fetched from the service whole. The cache keeps the few that
// were made last.
import type { Database } from 'better-sqlite3'
import type { AnyPeriod, Period } from '../../../src-shared/desk/period.ts'
import type { Slice } from '../../../src-shared/desk/slice.ts'
import { DAY_MS, dayFromNumber, dayNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { type DayRow, unpackDay } from '../rules/packed-day.ts'
import { readOnce, remember } from './rank-memo.ts'
import { readSpans, type SliceSpan } from './rank-packed.ts'
import { type Scope, type ScopeArgs, scopeOf } from './rank-scope.ts'
import { findSlice } from './rank-slices.ts'
import { periodNumber } from './rank-snapshots.ts'

const KEPT_OF_A_SLICE = 8

const OLD = `SELECT period FROM rank_period WHERE slice = ? ORDER BY made DESC LIMIT -1 OFFSET ${KEPT_OF_A_SLICE}`
const SAVE = `INSERT OR REPLACE INTO rank_period (slice, period, keywords, fetched_at_ms, stamp, made) VALUES
  (@slice, @period, (SELECT count(*) FROM rank_sum WHERE slice = @slice AND period = @period), @fetchedAtMs, @stamp,
    (SELECT coalesce(max(made), 0) + 1 FROM rank_period WHERE slice = @slice))`

type Snapshot = {
  readonly slice: number
  readonly period: number
  readonly fetchedAtMs: number
  readonly stamp: string
}

/** Replaces a period of a slice by the rows that `insert` adds, and drops the oldest. Inside a transaction. */
export const replacePeriod = (cache: Database, snapshot: Snapshot, insert: () => void): void => {
  const { slice, period } = snapshot
  const drop = (one: number) => {
    prepared(cache, 'DELETE FROM rank_sum WHERE slice = ? AND period = ?').run(slice, one)
    prepared(cache, 'DELETE FROM rank_period WHERE slice = ? AND period = ?').run(slice, one)
  }
  drop(period)
  insert()
  prepared(cache, SAVE).run(snapshot)
  for (const old of prepared<{ period: number }>(cache, OLD).all(slice)) drop(old.period)
}

type Sums = {
  clicks: number
  impressions: number
  weighted: number
  weights: number
  positions: number
  ranked: number
}

const addRow = (sums: Sums, { position, clicks, impressions }: DayRow): void => {
  sums.clicks += clicks
  sums.impressions += impressions
  if (position === null) return
  sums.weighted += position * impressions
  sums.weights += impressions
  sums.positions += position
  sums.ranked += 1
}

/** The mean over the days, weighted by impressions; without any, the plain mean of the ranked days. */
const meanPosition = ({ weighted, weights, positions, ranked }: Sums): number | null => {
  if (ranked === 0) return null
  return Math.round(weights === 0 ? positions / ranked : weighted / weights)
}

const INSERT = 'INSERT INTO rank_sum (slice, period, keyword, position, clicks, impressions) VALUES (?, ?, ?, ?, ?, ?)'

const insertSums = (cache: Database, period: number, span: SliceSpan): void => {
  const byKeyword = new Map<number, Sums>()
  for (const { data } of readSpans(cache, [span])) {
    for (const row of unpackDay(data)) {
      const sums = byKeyword.get(row.keyword) ?? {
        clicks: 0,
        impressions: 0,
        weighted: 0,
        weights: 0,
        positions: 0,
        ranked: 0,
      }
      byKeyword.set(row.keyword, sums)
      addRow(sums, row)
    }
  }
  for (const [keyword, sums] of [...byKeyword].sort(([one], [other]) => one - other))
    prepared(cache, INSERT).run(span.slice, period, keyword, meanPosition(sums), sums.clicks, sums.impressions)
}

const HELD = `SELECT d.slice, count(*) AS days, max(d.fetched_at_ms) AS newestMs, sum(d.fetched_at_ms) AS stamp
  FROM json_each(@slices) s CROSS JOIN rank_day d ON d.slice = s.value AND d.day BETWEEN @from AND @to GROUP BY d.slice`
const KEPT = `SELECT p.slice, p.stamp, p.fetched_at_ms AS fetchedAtMs FROM json_each(@slices) s
  CROSS JOIN rank_period p ON p.slice = s.value AND p.period = @period`

type Held = { readonly slice: number; readonly days: number; readonly newestMs: number; readonly stamp: number }
type Kept = { readonly slice: number; readonly stamp: string; readonly fetchedAtMs: number }

/** The slices that have all days of the period and not yet its sums. */
const unsummed = (cache: Database, slices: string, period: Period): Held[] => {
  const [from, to] = [dayNumber(period.from), dayNumber(period.to)]
  const kept = new Map(
    prepared<Kept>(cache, KEPT)
      .all({ slices, period: periodNumber(period) })
      .map((row) => [row.slice, row]),
  )
  return prepared<Held>(cache, HELD)
    .all({ slices, from, to })
    .filter((held) => {
      const known = kept.get(held.slice)
      const isFetchedLater = known?.stamp === '' && known.fetchedAtMs >= held.newestMs
      return held.days === to - from + 1 && !isFetchedLater && known?.stamp !== String(held.stamp)
    })
}

export type SavePeriodArgs = { readonly brandId: string; readonly slice: Slice; readonly period: Period }

/** Sums up a period of a brand's slice, if its days are all cached and it is not summed up yet. */
export const savePeriod = (db: WritableDb, args: SavePeriodArgs): void =>
  db.cache.transaction(() => {
    const slice = findSlice(db, args.brandId, args.slice)
    const [held] = slice === undefined ? [] : unsummed(db.cache, `[${slice}]`, args.period)
    if (slice === undefined || held === undefined) return
    const period = periodNumber(args.period)
    const snapshot = { slice, period, fetchedAtMs: held.newestMs, stamp: String(held.stamp) }
    const span = { slice, from: dayNumber(args.period.from), to: dayNumber(args.period.to) }
    replacePeriod(db.cache, snapshot, () => insertSums(db.cache, period, span))
  })()

const WHOLE_DAYS = `SELECT d.day, count(*) AS brands FROM json_each(?) s CROSS JOIN rank_day d ON d.slice = s.value
  AND d.fetched_at_ms >= (d.day + 1) * ${DAY_MS} GROUP BY d.day ORDER BY d.day DESC`

/** The newest day that was over when it was read and that most of the brands have; null where there is none. */
const newestWholeDay = (db: ReadableDb, scope: Scope): number | null => {
  const days = remember(db, `whole days ${scope.json}`, () =>
    prepared<{ day: number; brands: number }>(db.cache, WHOLE_DAYS).all(scope.json),
  )
  const most = Math.max(0, ...days.map(({ brands }) => brands))
  return days.find(({ brands }) => brands * 2 > most)?.day ?? null
}

export const wholeDay = (db: ReadableDb, args: ScopeArgs): string | null =>
  readOnce(db, () => {
    const day = newestWholeDay(db, scopeOf(db, args))
    return day === null ? null : dayFromNumber(day)
  })

const endingAt = (last: number, days: number): Period => ({
  from: dayFromNumber(last - days + 1),
  to: dayFromNumber(last),
})

const previousOf = ({ from, to }: Period): Period => endingAt(dayNumber(from) - 1, dayNumber(to) - dayNumber(from) + 1)

export type PeriodsArgs = ScopeArgs & {
  readonly today: string
  readonly period: AnyPeriod
  readonly comparePeriod?: 'previous' | Period | undefined
}

/** Both periods as days, and the sums that are to be made before they can be shown. */
export const resolvePeriods = (db: ReadableDb, args: PeriodsArgs) =>
  readOnce(db, () => {
    const scope = scopeOf(db, args)
    const { period: asked, comparePeriod } = args
    const lastDay = () => newestWholeDay(db, scope) ?? dayNumber(args.today) - 1
    const period = 'days' in asked ? endingAt(lastDay(), asked.days) : asked
    const earlier = comparePeriod === 'previous' ? previousOf(period) : comparePeriod
    const both = earlier === undefined ? [period] : [period, earlier]
    const missing = both.flatMap((one) =>
      remember(db, `unsummed ${scope.json} ${periodNumber(one)}`, () => unsummed(db.cache, scope.json, one)).flatMap(
        ({ slice }) => {
          const brandId = scope.byId.get(slice)?.brandId
          return brandId === undefined ? [] : [{ brandId, period: one }]
        },
      ),
    )
    return { period, comparePeriod: earlier, missing }
  })

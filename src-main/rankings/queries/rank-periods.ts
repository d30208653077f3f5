// Periods: sums over days, kept by slice. One whose days are all cached is summed up from them, once, when it is first
// shown and again after one of its days changed. Others are fetched from the service whole. The cache keeps the few that
// were made last.
import type { Database } from 'better-sqlite3'
import type { AnyPeriod, Period } from '../../../src-shared/desk/period.ts'
import type { Slice } from '../../../src-shared/desk/slice.ts'
import { DAY_MS, dayFromNumber, dayNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { createDayReader, createPlaces } from '../rules/day-columns.ts'
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

const readDayColumns = createDayReader()

const COLUMNS = 6
/** One keyword's sums lie side by side: clicks, impressions, weighted positions, their weights, positions, ranked days. */
const sumsOf = (cache: Database, span: SliceSpan) => {
  const { keywords, placeOf } = createPlaces()
  let sums = new Float64Array(0)
  for (const { data } of readSpans(cache, [span])) {
    const { count, keywords: ofDay, column } = readDayColumns(data)
    const [positions, clicks, impressions] = [column('positions'), column('clicks'), column('impressions')]
    for (let row = 0, place = -1; row < count; row += 1) {
      place = placeOf(ofDay[row] as number, place) // `row` is below the count of each column
      const at = place * COLUMNS
      if (at >= sums.length) {
        const longer = new Float64Array(Math.max(count, keywords.length * 2) * COLUMNS)
        longer.set(sums)
        sums = longer
      }
      const shown = impressions[row] as number
      sums[at] = (sums[at] as number) + (clicks[row] as number)
      sums[at + 1] = (sums[at + 1] as number) + shown
      const position = (positions[row] as number) - 1
      if (position < 0) continue
      sums[at + 2] = (sums[at + 2] as number) + position * shown
      sums[at + 3] = (sums[at + 3] as number) + shown
      sums[at + 4] = (sums[at + 4] as number) + position
      sums[at + 5] = (sums[at + 5] as number) + 1
    }
  }
  const sumAt = (place: number, column: number): number => sums[place * COLUMNS + column] ?? 0
  /** The mean over the days, weighted by impressions; without any, the plain mean of the ranked days. */
  const positionAt = (place: number): number | null => {
    const [weights, ranked] = [sumAt(place, 3), sumAt(place, 5)]
    if (ranked === 0) return null
    return Math.round(weights === 0 ? sumAt(place, 4) / ranked : sumAt(place, 2) / weights)
  }
  return { keywords, positionAt, sumAt }
}

/** Rows of one INSERT: the fewest crossings into SQLite that still pay. */
const CHUNK = 100
const insertOf = (rows: number): string => `INSERT INTO rank_sum (slice, period, keyword, position, clicks, impressions)
  SELECT ?, ?, column1, column2, column3, column4 FROM (VALUES ${Array(rows).fill('(?, ?, ?, ?)').join(', ')})`

const insertSums = (cache: Database, period: number, span: SliceSpan): void => {
  const { keywords, positionAt, sumAt } = sumsOf(cache, span)
  const places = Array.from(keywords.keys()).sort((one, other) => (keywords[one] ?? 0) - (keywords[other] ?? 0))
  for (let from = 0; from < places.length; from += CHUNK) {
    const chunk = places.slice(from, from + CHUNK)
    const values: (number | null)[] = [span.slice, period]
    for (const place of chunk) values.push(keywords[place] ?? 0, positionAt(place), sumAt(place, 0), sumAt(place, 1))
    prepared(cache, insertOf(chunk.length)).run(values)
  }
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

type BrandPeriod = { readonly brandId: string; readonly period: Period }
export type SavePeriodsArgs = { readonly slice: Slice; readonly periods: readonly BrandPeriod[] }

const savePeriod = (db: WritableDb, slice: Slice, { brandId, period: days }: BrandPeriod): void => {
  const number = findSlice(db, brandId, slice)
  const [held] = number === undefined ? [] : unsummed(db.cache, `[${number}]`, days)
  if (number === undefined || held === undefined) return
  const period = periodNumber(days)
  const snapshot = { slice: number, period, fetchedAtMs: held.newestMs, stamp: String(held.stamp) }
  const span = { slice: number, from: dayNumber(days.from), to: dayNumber(days.to) }
  replacePeriod(db.cache, snapshot, () => insertSums(db.cache, period, span))
}

/** Sums up each of these periods, if its days are all cached and it is not summed up yet. */
export const savePeriods = (db: WritableDb, { slice, periods }: SavePeriodsArgs): void =>
  db.cache.transaction(() => {
    for (const one of periods) savePeriod(db, slice, one)
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

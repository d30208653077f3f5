// Periods: sums over days, kept by slice. One whose days are all cached is summed up from them, once, when it is first
// shown and again after one of its days changed. Others are fetched from the service whole. The cache keeps the few that
// were made last.
import type { Database } from 'better-sqlite3'
import type { AnyPeriod, Period } from '../../../src-shared/desk/values/period.ts'
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { DAY_MS, dayFromNumber, dayNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { sumDays } from '../rules/period-sums.ts'
import { fitsMemory, unreadBrands } from './period-columns.ts'
import { unsummed } from './period-sources.ts'
import { readOnce, remember } from './rank-memo.ts'
import { packedDays, type SliceSpan } from './rank-packed.ts'
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

/** Rows of one INSERT: the fewest crossings into SQLite that still pay. */
const CHUNK = 100
const insertOf = (rows: number): string => `INSERT INTO rank_sum (slice, period, keyword, position, clicks, impressions)
  SELECT ?, ?, column1, column2, column3, column4 FROM (VALUES ${Array(rows).fill('(?, ?, ?, ?)').join(', ')})`

const insertSums = (cache: Database, period: number, span: SliceSpan): void => {
  const { keywords, positions, clicks, impressions } = sumDays(packedDays(cache, span))
  for (let from = 0; from < keywords.length; from += CHUNK) {
    const until = Math.min(from + CHUNK, keywords.length)
    const values: (number | null)[] = [span.slice, period]
    for (let at = from; at < until; at += 1) {
      const position = positions[at] ?? Number.NaN
      values.push(keywords[at] ?? 0, Number.isNaN(position) ? null : position, clicks[at] ?? 0, impressions[at] ?? 0)
    }
    prepared(cache, insertOf(until - from)).run(values)
  }
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
  /** The query reads nothing but sums: these may be held in memory (period-columns.ts). */
  readonly isPlain?: boolean | undefined
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
    if (args.isPlain === true && fitsMemory(scope, both.length)) {
      const missing = both.flatMap((one) => unreadBrands(db, scope, one).map((brandId) => ({ brandId, period: one })))
      return { period, comparePeriod: earlier, missing, inMemory: true }
    }
    const missing = both.flatMap((one) =>
      remember(db, `unsummed ${scope.json} ${periodNumber(one)}`, () => unsummed(db.cache, scope.json, one)).flatMap(
        ({ slice }) => {
          const brandId = scope.byId.get(slice)?.brandId
          return brandId === undefined ? [] : [{ brandId, period: one }]
        },
      ),
    )
    return { period, comparePeriod: earlier, missing, inMemory: false }
  })

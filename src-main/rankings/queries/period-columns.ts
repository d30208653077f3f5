// Sums of periods as columns in the reader's memory, for queries that read nothing else: nothing is stored, and a page over all
// brands is cut from them without a row in a table. A period is summed up from its days, or is what the service summed up.
import type { Database } from 'better-sqlite3'
import type { Period } from '../../../src-shared/desk/values/period.ts'
import { dayNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type PeriodRows, periodRows } from '../rules/period-rows.ts'
import { type PeriodSums, sumDays } from '../rules/period-sums.ts'
import { type PeriodSource, periodSources } from './period-sources.ts'
import { readOnce, remember } from './rank-memo.ts'
import { packedDays } from './rank-packed.ts'
import { type Scope, type ScopeArgs, scopeOf } from './rank-scope.ts'
import { periodNumber } from './rank-snapshots.ts'

/** About 20 MB: three periods of 200 brands with 1,000 keywords. */
const ROWS_MAX = 600_000

type Kept = { readonly stamp: string; readonly sums: PeriodSums }
/** `changes` counts what was kept and dropped. */
type Memory = { readonly kept: Map<string, Kept>; rows: number; changes: number }
const connections = new WeakMap<Database, Memory>()

const memoryOf = ({ cache }: ReadableDb): Memory => {
  const memory = connections.get(cache) ?? { kept: new Map(), rows: 0, changes: 0 }
  connections.set(cache, memory)
  return memory
}

const drop = (memory: Memory, key: string): void => {
  memory.rows -= memory.kept.get(key)?.sums.keywords.length ?? 0
  memory.kept.delete(key)
  memory.changes += 1
}

/** What was kept first goes first. */
const keep = (memory: Memory, key: string, value: Kept): void => {
  drop(memory, key)
  memory.kept.set(key, value)
  memory.rows += value.sums.keywords.length
  for (const oldest of memory.kept.keys()) {
    if (memory.rows <= ROWS_MAX || oldest === key) break
    drop(memory, oldest)
  }
}

const KEPT = `SELECT keyword, position, clicks, impressions FROM rank_sum
  WHERE slice = ? AND period = ? ORDER BY keyword`
type Row = readonly [keyword: number, position: number | null, clicks: number, impressions: number]

const readKept = (cache: Database, slice: number, period: number): PeriodSums => {
  const rows = prepared(cache, KEPT).raw().all(slice, period) as Row[] // the four columns
  const column = (at: 0 | 1 | 2 | 3) => Float64Array.from(rows, (row) => row[at] ?? Number.NaN)
  return { keywords: column(0), positions: column(1), clicks: column(2), impressions: column(3) }
}

const keyOf = (slice: number, period: Period): string => `${slice} ${periodNumber(period)}`

const sumsOf = (db: ReadableDb, { slice, isSummed, stamp }: PeriodSource, period: Period): PeriodSums => {
  const [memory, key] = [memoryOf(db), keyOf(slice, period)]
  const known = memory.kept.get(key)
  if (known?.stamp === stamp) return known.sums
  const span = { slice, from: dayNumber(period.from), to: dayNumber(period.to) }
  const sums = isSummed ? sumDays(packedDays(db.cache, span)) : readKept(db.cache, slice, periodNumber(period))
  keep(memory, key, { stamp, sums })
  return sums
}

type Sources = ReadonlyMap<number, PeriodSource>
const sourcesOf = (db: ReadableDb, { json }: Scope, period: Period): Sources =>
  remember(
    db,
    `period sources ${json} ${periodNumber(period)}`,
    () => new Map(periodSources(db.cache, json, period).map((source) => [source.slice, source])),
  )

export const fitsMemory = ({ slices }: Scope, periods: number): boolean =>
  slices.reduce((sum, { keywords }) => sum + (keywords ?? 0), 0) * periods <= ROWS_MAX

/** The brands whose sums are not in memory. Inside `readOnce` only. */
export const unreadBrands = (db: ReadableDb, scope: Scope, period: Period): readonly string[] => {
  const { kept, changes } = memoryOf(db)
  return remember(db, `unread ${scope.json} ${periodNumber(period)} ${changes}`, () =>
    [...sourcesOf(db, scope, period).values()].flatMap(({ slice, stamp }) => {
      const brandId = scope.byId.get(slice)?.brandId
      return brandId === undefined || kept.get(keyOf(slice, period))?.stamp === stamp ? [] : [brandId]
    }),
  )
}

export type SumPeriodsArgs = ScopeArgs & {
  readonly periods: readonly { readonly brandId: string; readonly period: Period }[]
}

/** Takes these periods of brands of the scope into memory. Ask for few: others of the desk wait meanwhile. */
export const sumPeriods = (db: ReadableDb, { periods, ...args }: SumPeriodsArgs): void =>
  readOnce(db, () => {
    const scope = scopeOf(db, args)
    const slices = new Map(scope.slices.map(({ id, brandId }) => [brandId, id]))
    for (const { brandId, period } of periods) {
      const source = sourcesOf(db, scope, period).get(slices.get(brandId) ?? 0)
      if (source !== undefined) sumsOf(db, source, period)
    }
  })

export type Periods = { readonly period: Period; readonly comparePeriod?: Period | undefined }
export type SlicePeriods = {
  readonly slice: number
  readonly fetchedAtMs: number
  readonly isCompared: boolean
  readonly rows: () => PeriodRows
}

/** The slices that have the period. Inside `readOnce` only. */
export const slicePeriods = (db: ReadableDb, scope: Scope, { period, comparePeriod }: Periods): SlicePeriods[] => {
  const now = sourcesOf(db, scope, period)
  const before: Sources = comparePeriod === undefined ? new Map() : sourcesOf(db, scope, comparePeriod)
  return scope.slices.flatMap(({ id }) => {
    const [source, earlier] = [now.get(id), before.get(id)]
    if (source === undefined) return []
    const rows = () =>
      periodRows(
        sumsOf(db, source, period),
        earlier === undefined || comparePeriod === undefined ? undefined : sumsOf(db, earlier, comparePeriod),
      )
    return [{ slice: id, fetchedAtMs: source.fetchedAtMs, isCompared: earlier !== undefined, rows }]
  })
}

import { dayNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import type { PackedRows } from '../rules/packed-rows.ts'
import { type Cursor, fingerprint, readCursor, writeCursor } from './rank-cursor.ts'
import { readOnce, remember } from './rank-memo.ts'
import { indexSegments, orderBy, type SortKey, scanSegments } from './rank-order.ts'
import { type Plan, planOf, type RankQuery, whereOf } from './rank-plan.ts'
import { rowsOf } from './rank-rows.ts'
import { oldestOf, type Scope, scopeOf } from './rank-scope.ts'
import { SLICE_SPAN } from './rank-slices.ts'
import { NULLABLE } from './rank-source.ts'

export type RankPageArgs = RankQuery & {
  readonly cursor?: string | null | undefined
  readonly offset?: number | undefined
  readonly limit: number
  readonly sparkDays: number
}
export type RankPage = {
  readonly packed: PackedRows
  readonly total: number
  readonly nextCursor: string | null
  readonly asOfMs: number | null
}

type Found = { readonly id: number; readonly values: readonly (number | string | null)[] }

const keysOf = (plan: Plan, { sort }: RankQuery): SortKey[] =>
  sort.map(({ by, direction }) => ({ sql: plan.source.columns[by], direction, nullable: NULLABLE.has(by) }))

const selectOf = (plan: Plan, keys: readonly SortKey[]): string =>
  `SELECT ${[plan.source.id, ...keys.map(({ sql }) => sql)].join(', ')}`

/** Rows as arrays: the id, then the value of each sort key. */
const runRaw = (db: ReadableDb, sql: string, params: readonly unknown[]): Found[] =>
  (
    prepared(db.cache, sql)
      .raw()
      .all(...params) as [number, ...(number | string | null)[]][]
  ).map(([id, ...values]) => ({ id, values })) // the columns of selectOf

const FOLDED = 'SELECT folded FROM rank_keyword WHERE id = ?'

/** A cursor holds no text; the keyword's own number leads back to it. */
const withText = (db: ReadableDb, { sort }: RankQuery, { id, values }: Cursor): Found => ({
  id,
  values: sort.map(({ by }, index) =>
    by === 'keyword'
      ? (prepared<{ folded: string }>(db.cache, FOLDED).get(id % SLICE_SPAN)?.folded ?? '')
      : (values[index] ?? null),
  ),
})

type Asked = { readonly plan: Plan; readonly keys: readonly SortKey[]; readonly limit: number }

const findFrom = (db: ReadableDb, { plan, keys, limit }: Asked, after: Found | undefined): Found[] => {
  const [key] = keys
  const { id } = plan.source
  const segments =
    plan.isIndexed && keys.length === 1 && key !== undefined
      ? indexSegments(key, id, after)
      : scanSegments(keys, id, after)
  const found: Found[] = []
  for (const segment of segments) {
    if (found.length === limit) break
    const where = whereOf(plan.source, [...plan.conditions, ...segment.conditions])
    const sql = `${selectOf(plan, keys)} FROM ${where.sql} ORDER BY ${segment.orderBy} LIMIT ?`
    found.push(...runRaw(db, sql, [...where.params, limit - found.length]))
  }
  return found
}

const findAt = (db: ReadableDb, { plan, keys, limit }: Asked, offset: number): Found[] => {
  const where = whereOf(plan.source, plan.conditions)
  const order = orderBy(keys, plan.source.id)
  const sql = `${selectOf(plan, keys)} FROM ${where.sql} ORDER BY ${order} LIMIT ? OFFSET ?`
  return runRaw(db, sql, [...where.params, limit, offset])
}

const find = (db: ReadableDb, args: RankPageArgs, print: number, asked: Asked): Found[] => {
  if (args.cursor == null) return findAt(db, asked, args.offset ?? 0)
  return findFrom(db, asked, withText(db, args, readCursor(print, args.sort.length, args.cursor)))
}

const cursorAfter = (print: number, { sort }: RankQuery, { id, values }: Found): string =>
  writeCursor(print, {
    id,
    values: values.map((value, index) => (sort[index]?.by === 'keyword' ? null : (value as number | null))), // only keyword is text
  })

type Fetched = { readonly slice: number; readonly fetchedAtMs: number | null }
const FETCHED_DAYS = `SELECT slice, fetched_at_ms AS fetchedAtMs FROM rank_day
  WHERE day = ? AND slice IN (SELECT value FROM json_each(?))`

/** When each slice was read: its review window, or the day asked for. */
const fetchedOf = (db: ReadableDb, scope: Scope, day: string | undefined): Fetched[] =>
  day === undefined
    ? scope.slices.map(({ id, fetchedAtMs }) => ({ slice: id, fetchedAtMs }))
    : prepared<Fetched>(db.cache, FETCHED_DAYS).all(dayNumber(day), scope.json)

/** One page: the ids in their order first, then the rows of those ids. */
const readPage = (db: ReadableDb, args: RankPageArgs): RankPage => {
  const scope = scopeOf(db, args)
  const { slice, search, filter, sort, day, compareDay } = args
  const text = JSON.stringify([scope.print, slice, search, filter, sort, day, compareDay])
  const { plan, print } = remember(db, `plan ${text}`, () => ({
    plan: planOf(db, scope, args),
    print: fingerprint(text),
  }))
  const found = find(db, args, print, { plan, keys: keysOf(plan, args), limit: args.limit + 1 })
  const shown = found.slice(0, args.limit)
  const last = shown.at(-1)
  return {
    packed: rowsOf(db, { scope, ids: shown.map(({ id }) => id), query: args, sparkDays: args.sparkDays }),
    total: plan.total,
    nextCursor: last === undefined || found.length === shown.length ? null : cursorAfter(print, args, last),
    asOfMs: oldestOf(fetchedOf(db, scope, day)),
  }
}

/** A page of rankings over any brands, all of it from one state of the cache. */
export const rankPage = (db: ReadableDb, args: RankPageArgs): RankPage => readOnce(db, () => readPage(db, args))

export type RankIds = {
  readonly ids: number[]
  readonly asOfMs: number | null
  /** By brand, where it was read at all. */
  readonly fetchedAtMs: Readonly<Record<string, number>>
}

/** Every id of the filtered set in the asked order, for an export that is sorted once and read part by part. */
export const rankIds = (db: ReadableDb, args: RankQuery): RankIds =>
  readOnce(db, () => {
    const scope = scopeOf(db, args)
    const plan = planOf(db, scope, args)
    const keys = keysOf(plan, args)
    const where = whereOf(plan.source, plan.conditions)
    const sql = `${selectOf(plan, keys)} FROM ${where.sql} ORDER BY ${orderBy(keys, plan.source.id)}`
    const fetched = fetchedOf(db, scope, args.day)
    const byBrand = fetched.flatMap(({ slice, fetchedAtMs }) => [
      [scope.byId.get(slice)?.brandId, fetchedAtMs] as const,
    ])
    return {
      ids: runRaw(db, sql, where.params).map(({ id }) => id),
      asOfMs: oldestOf(fetched),
      fetchedAtMs: Object.fromEntries(byBrand.filter((pair) => pair[1] !== null)),
    }
  })

export type RankRowsArgs = Pick<RankQuery, 'brandIds' | 'slice' | 'day' | 'compareDay'> & {
  readonly ids: readonly number[]
}

/** Rows of an export by id. */
export const rankRows = (db: ReadableDb, args: RankRowsArgs): PackedRows =>
  readOnce(db, () => rowsOf(db, { scope: scopeOf(db, args), ids: args.ids, query: args, sparkDays: 0 }))

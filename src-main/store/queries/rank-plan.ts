import type { ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { Slice } from '../../../src-shared/desk/slice.ts'
import { dayNumber } from '../../clock.ts'
import { fold, trigramQuery } from '../../rankings/fold.ts'
import { prepared, type ReadableDb } from '../db.ts'
import { remember } from './rank-memo.ts'
import type { Scope } from './rank-scope.ts'
import { compareFrom, dayFrom, type Needs, type SortField, type Source, windowFrom } from './rank-source.ts'
import { type Condition, conditionsOf } from './rank-where.ts'

type PageInput = ParsedInput<'rankings.page'>
/** What is asked of rankings: brands by id, slice and all defaults settled. */
export type RankQuery = Pick<PageInput, 'search' | 'day' | 'compareDay' | 'filter' | 'sort'> & {
  readonly brandIds: 'all' | readonly string[]
  readonly slice: Slice
}

export type Plan = {
  readonly source: Source
  readonly conditions: readonly Condition[]
  readonly total: number
  /** True where the order is read off an index. */
  readonly isIndexed: boolean
}

const DEFAULT_INDEXED: ReadonlySet<SortField> = new Set(['position', 'positionChange', 'clicks', 'impressions'])
/** Fewer slices than this are read through: their rows lie side by side. */
const INDEX_SLICES_MIN = 8
const TRIGRAM_SLICES_MIN = 4

export const whereOf = (source: Source, conditions: readonly Condition[]): Condition => ({
  sql: [source.from, ...conditions.map(({ sql }) => sql)].join(' AND '),
  params: [...source.params, ...conditions.flatMap(({ params }) => params)],
})

const count = (db: ReadableDb, source: Source, conditions: readonly Condition[]): number => {
  const { sql, params } = whereOf(source, conditions)
  const key = `count ${sql} ${JSON.stringify(params)}`
  const select = `SELECT count(*) AS total FROM ${sql}`
  return remember(db, key, () => prepared<{ total: number }>(db.cache, select).get(...params)?.total ?? 0)
}

const planWindow = (db: ReadableDb, scope: Scope, query: RankQuery): Plan => {
  const folded = query.search === undefined ? '' : fold(query.search)
  const match = scope.slices.length > TRIGRAM_SLICES_MIN ? trigramQuery(folded) : undefined
  const byPosition = query.sort.length === 1 && query.sort[0]?.by === 'position'
  const slices = windowFrom(scope, match === undefined ? { way: 'slices' } : { way: 'trigrams', match }, byPosition)
  const conditions = conditionsOf(slices, scope, query)
  const unfiltered = scope.slices.reduce((sum, { keywords }) => sum + (keywords ?? 0), 0)
  const total = conditions.length === 0 ? unfiltered : count(db, slices, conditions)
  const [first] = query.sort
  const canIndex =
    scope.isDefault &&
    scope.slices.length >= INDEX_SLICES_MIN &&
    match === undefined &&
    query.sort.length === 1 &&
    first !== undefined &&
    DEFAULT_INDEXED.has(first.by)
  // Few hits among many rows are found sooner by reading all rows in their own order than by the index.
  if (!canIndex || total * 8 < scope.cachedRows) {
    return { source: slices, conditions, total, isIndexed: byPosition && scope.slices.length === 1 }
  }
  const source = windowFrom(scope, { way: 'index' }, true)
  return { source, conditions: conditionsOf(source, scope, query), total, isIndexed: true }
}

type DayCount = { slice: number; keywords: number }
const DAYS_OF = 'SELECT slice, keywords FROM rank_day WHERE day = ? AND slice IN (SELECT value FROM json_each(?))'

/** The slices that have a snapshot of this day, with its keywords. */
export const slicesOnDay = (db: ReadableDb, scope: Scope, day: string): DayCount[] =>
  prepared<DayCount>(db.cache, DAYS_OF).all(dayNumber(day), scope.json)

const needsOf = (query: RankQuery): Needs => ({
  starred: query.filter.starred !== undefined || query.sort.some(({ by }) => by === 'isStarred'),
  text: query.sort.some(({ by }) => by === 'keyword'),
})

const planDay = (db: ReadableDb, scope: Scope, query: RankQuery & { readonly day: string }): Plan => {
  const days = slicesOnDay(db, scope, query.day)
  const numbers = days.map(({ slice }) => slice)
  const day = dayNumber(query.day)
  const compared = query.compareDay === undefined ? [] : slicesOnDay(db, scope, query.compareDay)
  const earlier = new Set(compared.map(({ slice }) => slice))
  const source =
    query.compareDay === undefined
      ? dayFrom(JSON.stringify(numbers), day, needsOf(query))
      : compareFrom(
          {
            both: JSON.stringify(numbers.filter((slice) => earlier.has(slice))),
            single: JSON.stringify(numbers.filter((slice) => !earlier.has(slice))),
            day,
            compareDay: dayNumber(query.compareDay),
          },
          needsOf(query),
        )
  const conditions = conditionsOf(source, scope, query)
  const isWhole = conditions.length === 0 && query.compareDay === undefined
  const total = isWhole ? days.reduce((sum, { keywords }) => sum + keywords, 0) : count(db, source, conditions)
  return { source, conditions, total, isIndexed: false }
}

/** How a query is answered, and how many rows fit it. */
export const planOf = (db: ReadableDb, scope: Scope, query: RankQuery): Plan => {
  const { day } = query
  return day === undefined ? planWindow(db, scope, query) : planDay(db, scope, { ...query, day })
}

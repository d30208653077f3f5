import type { ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { Slice } from '../../../src-shared/desk/slice.ts'
import { dayNumber } from '../../base/clock.ts'
import { caseFold, trigramQuery } from '../../base/text.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { countRows, type PageSpec } from '../../store/paging.ts'
import type { Condition } from '../../store/search-text.ts'
import { type Marked, readsStars, withStars } from './rank-marked.ts'
import { remember } from './rank-memo.ts'
import type { Scope } from './rank-scope.ts'
import { compareFrom, dayFrom, type Needs, type Source, type WindowWay, windowFrom } from './rank-source.ts'
import { conditionsOf, SLICES_READ_THROUGH } from './rank-where.ts'

type PageInput = ParsedInput<'rankings.page'>
/** A query of rankings: brands by id, with the slice and all defaults set. */
export type RankQuery = Pick<PageInput, 'search' | 'day' | 'compareDay' | 'filter' | 'sort'> & {
  readonly brandIds: 'all' | readonly string[]
  readonly slice: Slice
}

export type Plan = {
  readonly source: Source
  readonly conditions: readonly Condition[]
  readonly total: number
}

const POSITION_FILTERS: ReadonlySet<string> = new Set(['positionMin', 'positionMax', 'notRanking'])

/** The rows of a source that meet the conditions, as `paging.ts` takes them. */
export const rowsWhere = (
  { from, where, params }: Source,
  conditions: readonly Condition[],
): Pick<PageSpec, 'from' | 'where' | 'params'> => ({
  from,
  where: [where, ...conditions.map(({ sql }) => sql)].join(' AND '),
  params: [...params, ...conditions.flatMap((condition) => condition.params)],
})

const count = (db: ReadableDb, source: Source, conditions: readonly Condition[]): number => {
  const rows = rowsWhere(source, conditions)
  return remember(db, `count ${JSON.stringify(rows)}`, () => countRows(db.cache, rows))
}

const readsOnlyPositions = ({ search, filter, sort }: RankQuery): boolean =>
  sort.length === 1 &&
  sort[0]?.by === 'position' &&
  caseFold(search ?? '') === '' &&
  Object.entries(filter).every(([name, value]) => value === undefined || POSITION_FILTERS.has(name))

const wayOf = (scope: Scope, query: RankQuery): WindowWay => {
  if (readsOnlyPositions(query)) return { way: 'positions' }
  const match = scope.slices.length > SLICES_READ_THROUGH ? trigramQuery(caseFold(query.search ?? '')) : undefined
  return match === undefined ? { way: 'rows' } : { way: 'trigrams', match }
}

const planWindow = (db: ReadableDb, scope: Scope, query: RankQuery, marked: Marked): Plan => {
  const way = wayOf(scope, query)
  const source = withStars(windowFrom(scope, way), marked)
  const conditions = conditionsOf(source, scope, query, marked)
  const unfiltered = scope.slices.reduce((sum, { keywords }) => sum + (keywords ?? 0), 0)
  const total = conditions.length === 0 ? unfiltered : count(db, source, conditions)
  return { source, conditions, total }
}

type DayCount = { slice: number; keywords: number }
const DAYS_OF = 'SELECT slice, keywords FROM rank_day WHERE day = ? AND slice IN (SELECT value FROM json_each(?))'

/** The slices that have a snapshot of this day, with its keywords. */
export const slicesOnDay = (db: ReadableDb, scope: Scope, day: string): DayCount[] =>
  prepared<DayCount>(db.cache, DAYS_OF).all(dayNumber(day), scope.json)

const needsOf = (query: RankQuery): Needs => ({
  starred: readsStars(query),
  text: query.sort.some(({ by }) => by === 'keyword'),
})

const planDay = (db: ReadableDb, scope: Scope, query: RankQuery & { readonly day: string }, marked: Marked): Plan => {
  const days = slicesOnDay(db, scope, query.day)
  const numbers = days.map(({ slice }) => slice)
  const day = dayNumber(query.day)
  const compared = query.compareDay === undefined ? [] : slicesOnDay(db, scope, query.compareDay)
  const earlier = new Set(compared.map(({ slice }) => slice))
  const ofDays =
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
  const source = withStars(ofDays, marked)
  const conditions = conditionsOf(source, scope, query, marked)
  const isWhole = conditions.length === 0 && query.compareDay === undefined
  const total = isWhole ? days.reduce((sum, { keywords }) => sum + keywords, 0) : count(db, source, conditions)
  return { source, conditions, total }
}

/** How a query is answered, and how many rows fit it. */
export const planOf = (db: ReadableDb, scope: Scope, query: RankQuery, marked: Marked): Plan => {
  const { day } = query
  return day === undefined ? planWindow(db, scope, query, marked) : planDay(db, scope, { ...query, day }, marked)
}

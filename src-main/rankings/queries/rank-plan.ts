import type { ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { Slice } from '../../../src-shared/desk/slice.ts'
import { caseFold, trigramQuery } from '../../base/text.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { countRows, type PageSpec } from '../../store/paging.ts'
import type { Condition } from '../../store/search-text.ts'
import { type Marked, readsStars, withStars } from './rank-marked.ts'
import { remember } from './rank-memo.ts'
import type { Scope } from './rank-scope.ts'
import { type Shown, type Snapshots, shownOf, type When } from './rank-snapshots.ts'
import { compareFrom, type Needs, oneFrom, type Source, type WindowWay, windowFrom } from './rank-source.ts'
import { listsUnranked } from './rank-tracked.ts'
import { conditionsOf, SLICES_READ_THROUGH } from './rank-where.ts'

type PageInput = ParsedInput<'rankings.page'>
/** A query of rankings: brands by id, with the slice and all defaults set. */
export type RankQuery = Pick<PageInput, 'search' | 'filter' | 'sort'> &
  When & {
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
  if (listsUnranked(query)) return { way: 'tracked' }
  if (readsOnlyPositions(query)) return { way: 'positions' }
  const match = scope.slices.length > SLICES_READ_THROUGH ? trigramQuery(caseFold(query.search ?? '')) : undefined
  return match === undefined ? { way: 'rows' } : { way: 'trigrams', match }
}

const planWindow = (db: ReadableDb, scope: Scope, query: RankQuery, marked: Marked): Plan => {
  const way = wayOf(scope, query)
  const source = withStars(windowFrom(scope, way), marked)
  const conditions = conditionsOf(source, scope, query, marked)
  const unfiltered = scope.slices.reduce((sum, { keywords }) => sum + (keywords ?? 0), 0)
  const isWhole = conditions.length === 0 && !listsUnranked(query)
  const total = isWhole ? unfiltered : count(db, source, conditions)
  return { source, conditions, total }
}

type Snapshot = { readonly slice: number; readonly keywords: number; readonly fetchedAtMs: number }

/** The slices that have this snapshot, with its keywords and when it was fetched. */
export const slicesWith = (db: ReadableDb, { json }: Scope, { list, key }: Snapshots, at: number): Snapshot[] =>
  prepared<Snapshot>(
    db.cache,
    `SELECT slice, keywords, fetched_at_ms AS fetchedAtMs FROM ${list}
      WHERE ${key} = ? AND slice IN (SELECT value FROM json_each(?))`,
  ).all(at, json)

const needsOf = (query: RankQuery): Needs => ({
  starred: readsStars(query),
  text: query.sort.some(({ by }) => by === 'keyword'),
  unranked: listsUnranked(query),
})

const sourceOf = (db: ReadableDb, scope: Scope, shown: Shown, have: readonly number[], needs: Needs): Source => {
  const { of, now, before } = shown
  if (before === undefined) return oneFrom({ of, slices: JSON.stringify(have), now }, needs)
  const earlier = new Set(slicesWith(db, scope, of, before).map(({ slice }) => slice))
  const both = JSON.stringify(have.filter((slice) => earlier.has(slice)))
  const single = JSON.stringify(have.filter((slice) => !earlier.has(slice)))
  return compareFrom(of, { both, single, all: JSON.stringify(have), now, before }, needs)
}

const planShown = (db: ReadableDb, scope: Scope, query: RankQuery, shown: Shown, marked: Marked): Plan => {
  const snapshots = slicesWith(db, scope, shown.of, shown.now)
  const have = snapshots.map(({ slice }) => slice)
  const source = withStars(sourceOf(db, scope, shown, have, needsOf(query)), marked)
  const conditions = conditionsOf(source, scope, query, marked)
  const isWhole = conditions.length === 0 && shown.before === undefined && !listsUnranked(query)
  const total = isWhole ? snapshots.reduce((sum, { keywords }) => sum + keywords, 0) : count(db, source, conditions)
  return { source, conditions, total }
}

/** How a query is answered, and how many rows fit it. */
export const planOf = (db: ReadableDb, scope: Scope, query: RankQuery, marked: Marked): Plan => {
  const shown = shownOf(query)
  return shown === null ? planWindow(db, scope, query, marked) : planShown(db, scope, query, shown, marked)
}

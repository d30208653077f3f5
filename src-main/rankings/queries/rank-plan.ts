import type { ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { RankFilter } from '../../../src-shared/desk/rankings.ts'
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { caseFold, trigramQuery } from '../../base/text.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { countRows, type PageSpec } from '../../store/paging.ts'
import type { Condition } from '../../store/search-text.ts'
import { type Marked, readsStars, withStars } from './rank-marked.ts'
import { remember } from './rank-memo.ts'
import type { Scope } from './rank-scope.ts'
import { type Shown, type Snapshots, shownOf, type When } from './rank-snapshots.ts'
import { compareFrom, lostFrom, type Needs, oneFrom, type Source, type WindowWay, windowFrom } from './rank-source.ts'
import { listsUnranked } from './rank-tracked.ts'

const only = (sql: string, ...params: unknown[]): Condition[] => [{ sql, params }]

/** With `+` the rows of each slice are read once. Looked up by id, they are as many look-ups as ids times slices. */
const among = ({ id }: Source, ids: unknown): Condition[] => only(`+${id} IN (SELECT value FROM json_each(?))`, ids)

const KEYWORDS_FOUND = `SELECT k.id FROM json_each(?) ks CROSS JOIN rank_slice s ON s.id = ks.value
  CROSS JOIN rank_keyword k ON k.brand_no = s.brand_no WHERE instr(k.folded, ?) > 0`
const KEYWORD = `SELECT k.id FROM json_each(?) ks CROSS JOIN rank_slice s ON s.id = ks.value
  CROSS JOIN rank_keyword k ON k.brand_no = s.brand_no WHERE k.folded = ?`
const KEYWORDS_BY_TRIGRAMS = `SELECT k.id FROM rank_search f CROSS JOIN rank_keyword k ON k.id = f.rowid
  WHERE f.rank_search MATCH ? AND instr(k.folded, ?) > 0`

/** Up to this many slices are read through, since their rows lie side by side; over more the trigram index is used. */
export const SLICES_READ_THROUGH = 4

const searchCondition = (source: Source, scope: Scope, search: string): Condition[] => {
  const folded = caseFold(search)
  if (folded === '') return []
  if (source.folded !== undefined) return only(`instr(${source.folded}, ?) > 0`, folded)
  const match = scope.slices.length > SLICES_READ_THROUGH ? trigramQuery(folded) : undefined
  return match === undefined
    ? only(`${source.keywordId} IN (${KEYWORDS_FOUND})`, scope.json, folded)
    : only(`${source.keywordId} IN (${KEYWORDS_BY_TRIGRAMS})`, match, folded)
}

const keywordCondition = ({ folded, keywordId }: Source, scope: Scope, keyword: string): Condition[] =>
  folded === undefined
    ? only(`${keywordId} IN (${KEYWORD})`, scope.json, caseFold(keyword))
    : only(`${folded} = ?`, caseFold(keyword))

const TRACKED = `SELECT k.id FROM json_each(?) ts CROSS JOIN rank_slice s ON s.id = ts.value
  CROSS JOIN tracked_keyword t ON t.brand_no = s.brand_no
  CROSS JOIN rank_keyword k ON k.brand_no = t.brand_no AND k.text = t.keyword`

/** Search and filter as conditions on a source; empty where neither is given. */
const conditionsOf = (
  source: Source,
  scope: Scope,
  query: { readonly search?: string | undefined; readonly filter: RankFilter; readonly slice: Slice },
  { tagged, onPage }: Marked,
): Condition[] => {
  const { columns } = source
  const { search, filter } = query
  const { keyword, positionMin, positionMax, notRanking, change, starred, clicksMin, impressionsMin } = filter
  // A source of all tracked keywords holds no others.
  const tracked = listsUnranked(query) ? undefined : filter.tracked
  return [
    ...(search === undefined ? [] : searchCondition(source, scope, search)),
    ...(keyword === undefined ? [] : keywordCondition(source, scope, keyword)),
    ...(positionMin === undefined ? [] : only(`${columns.position} >= ?`, positionMin)),
    ...(positionMax === undefined ? [] : only(`${columns.position} <= ?`, positionMax)),
    ...(notRanking === undefined ? [] : only(`${columns.position} IS ${notRanking ? '' : 'NOT '}NULL`)),
    ...(change === undefined ? [] : only(`(${change.map((kind) => source.change[kind]).join(' OR ')})`)),
    ...(starred === undefined ? [] : only(`${columns.isStarred} = ?`, starred ? 1 : 0)),
    ...(tracked === undefined ? [] : only(`${source.keywordId} ${tracked ? '' : 'NOT '}IN (${TRACKED})`, scope.json)),
    ...(tagged === undefined ? [] : among(source, tagged)),
    ...(clicksMin === undefined ? [] : only(`${columns.clicks} >= ?`, clicksMin)),
    ...(impressionsMin === undefined ? [] : only(`${columns.impressions} >= ?`, impressionsMin)),
    ...(onPage === undefined ? [] : among(source, onPage)),
  ]
}

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

const COMPARES: ReadonlySet<string> = new Set(['positionChange', 'clicksChange', 'impressionsChange', 'ctrChange'])

/** Totals compare, and have no order. */
const needsOf = (query: RankQuery): Needs => ({
  before: query.sort.length === 0 || query.filter.change !== undefined || query.sort.some(({ by }) => COMPARES.has(by)),
  starred: readsStars(query),
  text: query.sort.some(({ by }) => by === 'keyword'),
  unranked: listsUnranked(query),
})

export const sourceOf = (
  db: ReadableDb,
  scope: Scope,
  shown: Pick<Shown, 'of' | 'now' | 'before'>,
  have: readonly number[],
  needs: Needs,
): Source => {
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
  const isWhole = conditions.length === 0 && !listsUnranked(query)
  if (!isWhole) return { source, conditions, total: count(db, source, conditions) }
  const keywords = snapshots.reduce((sum, one) => sum + one.keywords, 0)
  const lost = shown.before === undefined ? 0 : count(db, { ...source, from: lostFrom(shown.of) }, [])
  return { source, conditions, total: keywords + lost }
}

/** How a query is answered, and how many rows fit it. */
export const planOf = (db: ReadableDb, scope: Scope, query: RankQuery, marked: Marked): Plan => {
  const shown = shownOf(query)
  return shown === null ? planWindow(db, scope, query, marked) : planShown(db, scope, query, shown, marked)
}

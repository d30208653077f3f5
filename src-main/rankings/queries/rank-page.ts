import { createHash } from 'node:crypto'
import type { ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { ReadableDb } from '../../store/db.ts'
import { type PageSpec, readPage } from '../../store/paging.ts'
import { unpackShown } from './day-rows.ts'
import { type Periods, slicePeriods } from './period-columns.ts'
import { type PeriodOrder, periodOrder, periodPage } from './period-page.ts'
import { type Marked, markedOf } from './rank-marked.ts'
import { readOnce, remember } from './rank-memo.ts'
import { type Plan, planOf, type RankQuery, rowsWhere, slicesWith } from './rank-plan.ts'
import { rowsOf } from './rank-rows.ts'
import { oldestOf, type Scope, scopeOf } from './rank-scope.ts'
import { shownOf, type When } from './rank-snapshots.ts'
import { NULLABLE } from './rank-source.ts'

export type RankPageArgs = RankQuery &
  Pick<ParsedInput<'rankings.page'>, 'cursor' | 'offset' | 'limit' | 'sparkDays'> & {
    /** The last day of the trends; absent: the newest one. */
    readonly sparksTo?: string | undefined
    /** The periods are not stored: the page is cut from their sums in memory, which know all that it reads. */
    readonly inMemory?: boolean | undefined
  }

type Order = Pick<PageSpec, 'from' | 'where' | 'params' | 'keys' | 'tie'>

/** The filtered rows of a plan in the order of the query. */
const orderOf = ({ source, conditions }: Plan, { sort }: RankQuery): Order => ({
  ...rowsWhere(source, conditions),
  keys: sort.map(({ by, direction }) => ({ by, sql: source.columns[by], direction, nullable: NULLABLE.has(by) })),
  tie: source.id,
})

/** When each slice was read: its review window, or the snapshot asked for. */
const fetchedOf = (db: ReadableDb, scope: Scope, query: When): { slice: number; fetchedAtMs: number | null }[] => {
  const shown = shownOf(query)
  return shown === null
    ? scope.slices.map(({ id, fetchedAtMs }) => ({ slice: id, fetchedAtMs }))
    : slicesWith(db, scope, shown.of, shown.now)
}

/** The name of the list for cursors: the same wherever its rows come from. */
const listOf = (scope: Scope, args: RankPageArgs, marked: Marked) => {
  const { slice, search, filter, sort, day, compareDay, period, comparePeriod } = args
  const text = JSON.stringify([
    scope.print,
    slice,
    search,
    filter,
    sort,
    day,
    compareDay,
    period,
    comparePeriod,
    marked,
  ])
  return { text, list: createHash('sha256').update(text).digest('base64url') }
}

type Found = {
  readonly ids: readonly number[]
  readonly total: number
  readonly nextCursor: string | null
  readonly fetched: readonly { readonly fetchedAtMs: number | null }[]
}

const foundInTables = (db: ReadableDb, scope: Scope, args: RankPageArgs): Found => {
  const { limit, offset, cursor } = args
  unpackShown(db, scope, shownOf(args))
  const marked = markedOf(db, scope, args)
  const { text, list } = listOf(scope, args, marked)
  const plan = remember(db, `plan ${text}`, () => planOf(db, scope, args, marked))
  const spec = { ...orderOf(plan, args), columns: `${plan.source.id} AS id`, list, limit, offset, cursor }
  // Two periods of 200 brands have no common order: each page of them takes a sort of all their rows.
  const { rows, nextCursor } = remember(db, `page ${list} ${limit} ${offset} ${cursor}`, () =>
    readPage<{ id: number }>(db.cache, spec),
  )
  return { ids: rows.map(({ id }) => id), total: plan.total, nextCursor, fetched: fetchedOf(db, scope, args) }
}

/** The order of the list that was asked for last: its further pages need no other. */
const orderInMemory = (db: ReadableDb, list: string, make: () => PeriodOrder): PeriodOrder => {
  const last = remember(db, 'last order in memory', () => ({ list: '', order: undefined as PeriodOrder | undefined }))
  if (last.list !== list || last.order === undefined) Object.assign(last, { list, order: make() })
  return last.order ?? make()
}

const foundInMemory = (db: ReadableDb, scope: Scope, args: RankPageArgs & Periods): Found => {
  const { limit, offset, cursor, sort } = args
  const { list } = listOf(scope, args, {})
  const periods = slicePeriods(db, scope, args)
  const page = remember(db, `page in memory ${list} ${limit} ${offset} ${cursor}`, () =>
    periodPage(
      orderInMemory(db, list, () => periodOrder(periods, args)),
      sort,
      { list, limit, offset, cursor },
    ),
  )
  return { ...page, fetched: periods }
}

/** One page: the ids in their order first, then the rows of those ids. */
const pageOf = (db: ReadableDb, args: RankPageArgs) => {
  const scope = scopeOf(db, args)
  const { period, comparePeriod, sparkDays, sparksTo } = args
  const periods = args.inMemory === true && period !== undefined ? { period, comparePeriod } : undefined
  const { ids, total, nextCursor, fetched } =
    periods === undefined ? foundInTables(db, scope, args) : foundInMemory(db, scope, { ...args, ...periods })
  return {
    packed: rowsOf(db, { scope, ids, query: args, sparkDays, sparksTo, periods }),
    total,
    nextCursor,
    freshAsOfMs: oldestOf(fetched),
  }
}

/** A page of rankings over any brands, all of it from one state of the cache. */
export const rankPage = (db: ReadableDb, args: RankPageArgs) => readOnce(db, () => pageOf(db, args))

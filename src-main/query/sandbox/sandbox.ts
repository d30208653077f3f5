// The database that a person's SQL runs on: in memory, with the rows of the documented views of the brands that were asked
// for, and nothing else. It never has the desk's files attached: what was not loaded cannot be named.
import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { QUERY_VIEWS, type QueryViewName, queryView } from '../../../src-shared/desk/query-views.ts'
import type { QueryScope } from '../messages.ts'
import { DAYS, LOADS, SCOPE, SLICES } from './loads.ts'
import { createUnpacked } from './unpacked.ts'

export type Db = Database.Database

const columnsOf = (view: QueryViewName): string =>
  queryView(view)
    .columns.map(({ name }) => name)
    .join(', ')
const tableOf = (view: QueryViewName): string => `CREATE TABLE ${view} (${columnsOf(view)})`

const HISTORY = ['keyword', 'position', 'clicks', 'impressions', 'page']
const PAGES = ['keyword', 'page', 'position', 'position_change', 'clicks', 'clicks_change', 'impressions', 'ctr']

/** A filter by brand and day is applied to the small table first: only those days are unpacked. */
const UNPACKED_VIEWS = `CREATE TABLE _days (brand, day, slice, day_no);
  CREATE TABLE _slices (brand, slice);
  CREATE VIEW history AS SELECT d.brand, d.day, ${HISTORY.map((name) => `u.${name}`)}
    FROM _days d CROSS JOIN _day(d.slice, d.day_no) u;
  CREATE VIEW ranked_pages AS SELECT s.brand, ${PAGES.map((name) => `u.${name}`)}
    FROM _slices s CROSS JOIN _pages(s.slice) u;`

const isTable = (view: QueryViewName): view is keyof typeof LOADS => Object.hasOwn(LOADS, view)

/** Changes whenever the desk writes to one of its files. */
const stampOf = ({ coreFile, cacheFile }: QueryScope): string =>
  [coreFile, `${coreFile}-wal`, cacheFile, `${cacheFile}-wal`]
    .map((file) => {
      const found = statSync(file, { throwIfNoEntry: false })
      return found === undefined ? '' : `${found.mtimeMs} ${found.size}`
    })
    .join()

const openSource = ({ coreFile, cacheFile, brandIds }: QueryScope): Db => {
  const source = new Database(cacheFile, { readonly: true, fileMustExist: true })
  source.pragma('temp_store = MEMORY')
  // Attached to a connection that only reads, it can only be read as well.
  source.prepare('ATTACH ? AS core').run(coreFile)
  source.prepare(SCOPE).run(JSON.stringify(brandIds))
  return source
}

const copy = (source: Db, sandbox: Db, sql: string, table: string, params: Record<string, unknown> = {}): void => {
  const rows = source.prepare(sql).raw()
  const insert = sandbox.prepare(`INSERT INTO ${table} VALUES (${rows.columns().map(() => '?')})`)
  for (const row of rows.iterate(params)) insert.run(row)
}

/** One sandbox serves queries of the same scope until the desk writes. */
export const createSandbox = (scope: QueryScope) => {
  const sandbox = new Database(':memory:')
  sandbox.pragma('temp_store = MEMORY')
  const loaded = new Set<QueryViewName>()
  let source: Db | undefined
  let unpacked: ReturnType<typeof createUnpacked> | undefined
  const stamp = stampOf(scope)

  sandbox.table('_day', {
    columns: HISTORY,
    parameters: ['slice', 'day'],
    *rows(slice: unknown, day: unknown) {
      if (unpacked !== undefined) yield* unpacked.day(Number(slice), Number(day))
    },
  })
  sandbox.table('_pages', {
    columns: PAGES,
    parameters: ['slice'],
    *rows(slice: unknown) {
      if (unpacked !== undefined) yield* unpacked.pages(Number(slice))
    },
  })
  for (const { name } of QUERY_VIEWS) if (isTable(name)) sandbox.exec(tableOf(name))
  sandbox.exec(UNPACKED_VIEWS)

  const load = (from: Db, view: QueryViewName): void => {
    if (isTable(view))
      copy(from, sandbox, LOADS[view], view, view === 'contacts' ? { hasAddresses: scope.hasAddresses ? 1 : 0 } : {})
    else if (view === 'history') copy(from, sandbox, DAYS, '_days')
    else copy(from, sandbox, SLICES, '_slices')
    loaded.add(view)
  }

  /** Loads what these views still lack, then runs the work, which cannot write. The files are open meanwhile only. */
  const using = <Result>(views: readonly QueryViewName[], work: (db: Db) => Result): Result => {
    const from = openSource(scope)
    try {
      from.exec('BEGIN')
      const slices = from.prepare('SELECT slice FROM scope WHERE slice IS NOT NULL').pluck().all() as number[] // one column
      source = from
      unpacked = createUnpacked(from, new Set(slices))
      sandbox.pragma('query_only = OFF')
      sandbox.transaction(() => {
        for (const view of views) if (!loaded.has(view)) load(from, view)
      })()
      sandbox.pragma('query_only = ON')
      return work(sandbox)
    } finally {
      unpacked = undefined
      source?.close()
      source = undefined
    }
  }
  return { using, isFresh: () => stampOf(scope) === stamp, close: () => void sandbox.close() }
}
export type Sandbox = ReturnType<typeof createSandbox>

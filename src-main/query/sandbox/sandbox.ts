// The database that a person's SQL runs on: in memory, with the rows of the documented views of the brands that were asked
// for, and nothing else. It never has the desk's files attached: what was not loaded cannot be named.
import Database from 'better-sqlite3'
import {
  FORMER_VIEW_NAMES,
  QUERY_VIEWS,
  type QueryViewName,
  queryView,
} from '../../../src-shared/desk/values/query-views.ts'
import { maskAddresses } from '../../base/mask-addresses.ts'
import { VIEW_DAYS } from '../../rankings/public.ts'
import { openReadOnly } from '../../store/connection.ts'
import type { ReadableDb } from '../../store/db.ts'
import type { QueryScope } from '../messages.ts'
import { LOADS, OWN_ROWS, SCOPE, SLICES } from './loads.ts'
import { createUnpacked, type Row } from './unpacked.ts'

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

const openSource = ({ coreFile, cacheFile, brandIds }: QueryScope): Db => {
  const source = new Database(cacheFile, { readonly: true, fileMustExist: true })
  source.pragma('temp_store = MEMORY')
  // Attached to a connection that only reads, it can only be read as well.
  source.prepare('ATTACH ? AS core').run(coreFile)
  source.prepare(SCOPE).run(JSON.stringify(brandIds))
  return source
}

const SCOPE_SLUGS = 'SELECT id, slug FROM scope'

/** Of the room that keeps them, on connections of its own that only read. */
const readOwnRows = (source: Db, { coreFile }: QueryScope, view: keyof typeof OWN_ROWS): Row[] => {
  const core = openReadOnly(coreFile, 'core', 'reader')
  try {
    const brands = new Map(source.prepare(SCOPE_SLUGS).raw().all() as [string, string][]) // its two columns
    return OWN_ROWS[view]({ core, cache: source } as ReadableDb, brands) // these functions read neither of the others
  } finally {
    core.close()
  }
}

/** One sandbox serves queries of the same scope. */
export const createSandbox = (scope: QueryScope) => {
  const sandbox = new Database(':memory:')
  sandbox.pragma('temp_store = MEMORY')
  const loaded = new Set<QueryViewName>()
  let source: Db | undefined
  let unpacked: ReturnType<typeof createUnpacked> | undefined
  const show = scope.hasAddresses ? (text: string) => text : maskAddresses

  const insert = (table: string, rows: Iterable<Row>): void => {
    const width = sandbox.pragma(`table_info(${table})`) as unknown[] // a row for each column
    const add = sandbox.prepare(`INSERT INTO ${table} VALUES (${width.map(() => '?')})`)
    for (const row of rows) add.run(row.map((cell) => (typeof cell === 'string' ? show(cell) : cell)))
  }

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
  for (const { name } of QUERY_VIEWS) if (name !== 'history' && name !== 'ranked_pages') sandbox.exec(tableOf(name))
  sandbox.exec(UNPACKED_VIEWS)
  for (const [former, name] of FORMER_VIEW_NAMES) sandbox.exec(`CREATE VIEW ${former} AS SELECT * FROM ${name}`)

  const load = (from: Db, view: QueryViewName): void => {
    const rows = (sql: string, params = {}) => from.prepare<unknown[], Row>(sql).raw().iterate(params)
    if (view === 'history') insert('_days', rows(VIEW_DAYS))
    else if (view === 'ranked_pages') insert('_slices', rows(SLICES))
    else if (view === 'notes_and_events' || view === 'causes') insert(view, readOwnRows(from, scope, view))
    else insert(view, rows(LOADS[view], view === 'contacts' ? { hasAddresses: scope.hasAddresses ? 1 : 0 } : {}))
    loaded.add(view)
  }

  /** Loads what these views still lack, then runs the work, which cannot write. The files are open meanwhile only. */
  const using = <Result>(views: readonly QueryViewName[], work: (db: Db) => Result): Result => {
    const from = openSource(scope)
    try {
      from.exec('BEGIN')
      const slices = from.prepare('SELECT slice FROM scope WHERE slice IS NOT NULL').pluck().all() as number[] // one column
      source = from
      unpacked = createUnpacked(from, new Set(slices), show)
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
  return { using, close: () => void sandbox.close() }
}
export type Sandbox = ReturnType<typeof createSandbox>

// A read cannot write, by type: reads take ReadableDb, writes WritableDb, and only the writer's worker makes the latter.
import type { Database, Statement } from 'better-sqlite3'
import type { Migrations } from './migrate.ts'
import type { CacheLink } from './team/cache-link.ts'

declare const writable: unique symbol

/**
 * The files as one connection each: core.db and inbox.db (the deliveries as they arrived) are kept and backed up,
 * cache.db can be filled again by a sync.
 */
export type ReadableDb = {
  readonly core: Database
  readonly inbox: Database
  readonly cache: Database
  /** Tells this desk's rows from those of others (desk-numbers.ts); 0: it shares with none. */
  readonly deskNo: number
}
/** `backupsFolder` is where `core.backup` and the removal of a brand find the copies of core.db. */
export type WritableDb = ReadableDb & {
  readonly backupsFolder: string
  readonly brandRows: BrandRows
  /** Bring a backup of core.db to the newest schema. */
  readonly coreMigrations: Migrations
  /** In a team, on the thread that writes cache.db: its own connection to PostgreSQL. */
  readonly team?: CacheLink
  readonly [writable]: true
}

/** How the rows of a removed brand are deleted. */
export type BrandRows = {
  /** Statements on core.db and on its backups, each bound to the brand's id. */
  readonly core: readonly string[]
  /** Full-text tables must also drop their old segments. */
  readonly cache: readonly ((cache: Database, brandNo: number) => void)[]
}

/** The queries of a worker: one plain function each. */
export type ReadQuery = (db: ReadableDb, args: never) => unknown
export type WriteQuery = (db: WritableDb, args: never) => unknown

const statements = new WeakMap<Database, Map<string, Statement>>()

type Watch = (db: Database, sql: string) => void
let watch: Watch | undefined

/** Tells the watcher of each statement that the work asks for. A desk alone never calls this. */
export const whileWatching = <Result>(watcher: Watch, work: () => Result): Result => {
  watch = watcher
  try {
    return work()
  } finally {
    watch = undefined
  }
}

/** A statement prepared once per connection. The caller names the row type its SQL yields. */
export const prepared = <Row = unknown>(db: Database, sql: string): Statement<unknown[], Row> => {
  watch?.(db, sql)
  const known = statements.get(db) ?? new Map<string, Statement>()
  statements.set(db, known)
  const statement = known.get(sql) ?? db.prepare(sql)
  known.set(sql, statement)
  return statement as Statement<unknown[], Row> // the row type is the caller's word
}

const STAMP = 'SELECT data_version, total_changes() FROM pragma_data_version'

/** Changes with every commit to the file, by this connection or another. */
export const stampOf = (file: Database): string => String(prepared(file, STAMP).raw().get())

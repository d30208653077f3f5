// The same SQL raw: the statements that a query runs, taken down with what they bind, and run again by hand.
import type { Database } from 'better-sqlite3'
import type { ReadableDb } from '../../src-main/store/db.ts'

type Taken = {
  readonly sql: string
  readonly method: 'all' | 'get'
  readonly params: unknown[]
}

/** The stamp of the files, and what is remembered from one query to the next while they stay as they are. */
const KEPT = /pragma_data_version|AS newestDay/

/** A connection whose statements are taken down in `taken`, but for those that a desk at work does not run again. */
const recording = (cache: Database, taken: Taken[]): Database => {
  const prepare = (sql: string) => {
    const statement = cache.prepare(sql)
    const run =
      (method: 'all' | 'get') =>
      (...params: unknown[]) => {
        if (!KEPT.test(sql)) taken.push({ sql, method, params })
        return statement[method](...params)
      }
    const recorder = {
      all: run('all'),
      get: run('get'),
      // What a query walks through, it reads whole.
      iterate: run('all'),
      // Fills of temporary tables: the rows are there when the statements are run again.
      run: (...params: unknown[]) => statement.run(...params),
      raw: () => {
        statement.raw()
        return recorder
      },
    }
    return recorder
  }
  return new Proxy(cache, {
    get: (target, name) => {
      if (name === 'prepare') return prepare
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

export type Replay = () => void

/** What `query` runs in the cache, as a function that runs it raw on the same connection. */
export const takeDown = (db: ReadableDb, query: (db: ReadableDb) => unknown): Replay => {
  const taken: Taken[] = []
  const recorder = { ...db, cache: recording(db.cache, taken) }
  query(recorder)
  if (taken.length === 0) throw new Error('The query ran no SQL.')
  // Rows as objects, which is how someone would use them.
  const statements = taken.map(({ sql, method, params }) => ({ statement: db.cache.prepare(sql), method, params }))
  return () => {
    for (const { statement, method, params } of statements) statement[method](...params)
  }
}

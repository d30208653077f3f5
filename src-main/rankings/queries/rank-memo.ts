// Counts are kept until something in the cache changes, since a person who scrolls repeats the same query. Whether it
// changed is checked once, at the start of a read.
import type { Database } from 'better-sqlite3'
import { type ReadableDb, stampOf } from '../../store/db.ts'

const ENTRIES_MAX = 500

type Connection = {
  readonly inTransaction: <Value>(run: () => Value) => Value
  stamp: string
  values: Map<string, unknown>
}
const connections = new WeakMap<Database, Connection>()

const connectionOf = (cache: Database): Connection => {
  const known = connections.get(cache)
  if (known !== undefined) return known
  const run = cache.transaction((work: () => unknown) => work())
  const inTransaction = run as Connection['inTransaction'] // it gives back what the work gives
  const made: Connection = { inTransaction, stamp: '', values: new Map() }
  connections.set(cache, made)
  return made
}

/** One read of rankings, all of it from one state of the cache. */
export const readOnce = <Value>({ cache }: ReadableDb, run: () => Value): Value => {
  const connection = connectionOf(cache)
  return connection.inTransaction(() => {
    const stamp = stampOf(cache)
    if (connection.stamp !== stamp || connection.values.size > ENTRIES_MAX) connection.values = new Map()
    connection.stamp = stamp
    return run()
  })
}

/** Computes a value once per state of the cache. Inside `readOnce` only. */
export const remember = <Value>({ cache }: ReadableDb, key: string, compute: () => Value): Value => {
  const { values } = connectionOf(cache)
  if (values.has(key)) return values.get(key) as Value // one key is only ever computed one way
  const value = compute()
  values.set(key, value)
  return value
}

// What is worked out of whole tables is kept until a file changes: further pages of a list have the same counts beside them.
import type { Database } from 'better-sqlite3'
import { type ReadableDb, stampOf } from './db.ts'

const KEPT_MAX = 50

type Kept = { readonly asOf: string; readonly value: unknown }
const connections = new WeakMap<Database, Map<string, Kept>>()

/**
 * `of`: what the value is worked out of besides core.db and cache.db, as JSON; one name is only ever worked out one way. Nobody
 * may change the value.
 */
export const whileUnchanged = <Value>(db: ReadableDb, name: string, of: unknown, compute: () => Value): Value => {
  const key = `${name} ${JSON.stringify(of)}`
  // Read before the rows: a change in between is seen the next time.
  const asOf = `${stampOf(db.core)} ${stampOf(db.cache)}`
  const kept = connections.get(db.cache) ?? new Map<string, Kept>()
  connections.set(db.cache, kept)
  const known = kept.get(key)
  if (known?.asOf === asOf) return known.value as Value // by its name
  const value = compute()
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(key, { asOf, value })
  return value
}

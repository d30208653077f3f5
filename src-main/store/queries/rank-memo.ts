import type { Database } from 'better-sqlite3'
import { prepared } from '../db.ts'

const ENTRIES_MAX = 500
type Memo = { readonly stamp: string; readonly values: Map<string, unknown> }
const memos = new WeakMap<Database, Memo>()

/** Changes with every commit to the file, by this connection or another. */
const stampOf = (cache: Database): string => {
  const sql = 'SELECT data_version AS version, total_changes() AS changes FROM pragma_data_version'
  const row = prepared<{ version: number; changes: number }>(cache, sql).get()
  return `${row?.version}:${row?.changes}`
}

/** Keeps what was counted for as long as nothing in the cache has changed. Call it inside a read transaction. */
export const remember = <Value>(cache: Database, key: string, compute: () => Value): Value => {
  const stamp = stampOf(cache)
  const known = memos.get(cache)
  const memo = known?.stamp === stamp && known.values.size < ENTRIES_MAX ? known : { stamp, values: new Map() }
  memos.set(cache, memo)
  if (memo.values.has(key)) return memo.values.get(key) as Value // one key is only ever computed one way
  const value = compute()
  memo.values.set(key, value)
  return value
}

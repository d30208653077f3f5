// Whether an intent still sends what was queued: its hash, computed again from its rows.
import type { Database } from 'better-sqlite3'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type HashedIntent, type HashedItem, hashOfCall, hashOfIntent } from '../rules/intent-hash.ts'

type Head = Omit<HashedIntent, 'itemCount'> & { readonly no: number; readonly hash: string | null }
type Call = { readonly callNo: number; readonly firstItem: number; readonly payloads: Uint8Array }

const HEAD = 'SELECT no, id, kind, brand_id AS brandId, details, accepted, hash FROM intent WHERE no = ?'
/** Bytes, which are hashed as they are. */
const CALLS = `SELECT call_no AS callNo, first_item AS firstItem, CAST(payloads AS BLOB) AS payloads
  FROM intent_call WHERE intent_no = ?`
const ITEMS = `SELECT item, call_no AS callNo, subject AS label, coalesce(contact_id, subject) AS refId
  FROM intent_item WHERE intent_no = ? ORDER BY item`

/** What a call sends, as it is stored, and its hash now; `items` are all of the call. Null: there is no such call. */
export const hashedCall = (
  { core }: ReadableDb,
  { no, batch, items }: { readonly no: number; readonly batch: number; readonly items: readonly HashedItem[] },
): (Pick<Call, 'firstItem' | 'payloads'> & { readonly hash: string }) | null => {
  const call = prepared<Call>(core, `${CALLS} AND call_no = ?`).get(no, batch)
  if (call === undefined) return null
  const { firstItem, payloads } = call
  return { firstItem, payloads, hash: hashOfCall({ ...call, items }) }
}

/** The hash that the rows of an intent have now, and that of each of its calls. */
const hashNow = ({ core }: Pick<ReadableDb, 'core'>, head: Head) => {
  const items = prepared<HashedItem & { callNo: number }>(core, ITEMS).all(head.no)
  const byCall = Map.groupBy(items, ({ callNo }) => callNo)
  const calls = new Map<number, string>()
  for (const call of prepared<Call>(core, `${CALLS} ORDER BY call_no`).iterate(head.no))
    calls.set(call.callNo, hashOfCall({ ...call, items: byCall.get(call.callNo) ?? [] }))
  return { hash: hashOfIntent({ ...head, itemCount: items.length }, [...calls.values()]), calls }
}

/** The hash of each call of an intent that sends what was queued; null: it was changed since. Use it within a transaction. */
export const callHashes = (db: ReadableDb, no: number): ReadonlyMap<number, string> | null => {
  const head = prepared<Head>(db.core, HEAD).get(no)
  if (head === undefined) return null
  const { hash, calls } = hashNow(db, head)
  return hash === head.hash ? calls : null
}

/** What was queued before gets the hash of what it holds, and what approved it approves that. */
export const hashIntents = (core: Database): void => {
  const save = core.prepare('UPDATE intent SET hash = ? WHERE no = ?')
  for (const no of core.prepare<[], number>('SELECT no FROM intent').pluck().all()) {
    const head = prepared<Head>(core, HEAD).get(no)
    if (head !== undefined) save.run(hashNow({ core }, head).hash, no)
  }
  core.exec(`UPDATE intent_act SET hash = (SELECT hash FROM intent WHERE no = intent_no)
    WHERE act IN ('approved', 'released', 'resumed')`)
}

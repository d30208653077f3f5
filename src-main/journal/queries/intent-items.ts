// Items of an intent. Their payloads are in `intent_call`, one row per batch.
import type { IntentItem } from '../../../src-shared/desk/intents.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { countStates } from '../rules/ends.ts'
import type { Scope } from '../rules/events.ts'
import { type ItemCounts, type ItemModel, NO_REST, type RestOfItems, type ResultFields } from '../rules/model.ts'

export type StoredItem = ItemModel & {
  /** What is shown: the slug, the address, the name. */
  readonly label: string
  /** What it refers to: the article's slug, the id of the contact or prospect. */
  readonly refId: string
}
export type Payload = IntentItem['result']

type ItemRecord = Omit<StoredItem, 'result'> & { readonly result: string }

/** `subject` holds the label, and `contact_id` the refId where it is not the label itself. */
const ITEMS = `SELECT item, call_no AS batch, subject AS label, coalesce(contact_id, subject) AS refId, state, reason, result
  FROM intent_item WHERE intent_no = ?`
/** Items of a batch are consecutive. */
const OF_BATCH = `${ITEMS} AND call_no = ?
  AND item >= (SELECT first_item FROM intent_call WHERE intent_no = ? AND call_no = ?)
  AND item < coalesce((SELECT first_item FROM intent_call WHERE intent_no = ? AND call_no > ? LIMIT 1), 1e9)
  ORDER BY item`
const THESE = `${ITEMS} AND item IN (SELECT value FROM json_each(?)) ORDER BY item`

const recordsOf = ({ core }: ReadableDb, no: number, scope: Scope): ItemRecord[] => {
  if (scope === 'all') return prepared<ItemRecord>(core, `${ITEMS} ORDER BY item`).all(no)
  if ('batch' in scope)
    return prepared<ItemRecord>(core, OF_BATCH).all(no, scope.batch, no, scope.batch, no, scope.batch)
  return scope.items.length === 0 ? [] : prepared<ItemRecord>(core, THESE).all(no, JSON.stringify(scope.items))
}

const parseResult = (result: string): ResultFields => (result === '{}' ? {} : (JSON.parse(result) as ResultFields)) // as saved

export const loadItems = (db: ReadableDb, no: number, scope: Scope): StoredItem[] =>
  recordsOf(db, no, scope).map((item) => ({ ...item, result: parseResult(item.result) }))

export const itemsInState = ({ core }: ReadableDb, no: number, state: ItemModel['state']): StoredItem[] =>
  prepared<ItemRecord>(core, `${ITEMS} AND state = ? ORDER BY item`)
    .all(no, state)
    .map((item) => ({ ...item, result: parseResult(item.result) }))

const REASONS = `SELECT state, reason, min(item) AS first FROM intent_item
  WHERE intent_no = ? AND reason IS NOT NULL GROUP BY state ORDER BY first`

/** All items except the loaded ones. Their reasons are only needed if none of them is open. */
export const restOf = (
  { core }: ReadableDb,
  no: number,
  { counts, items }: { counts: ItemCounts; items: readonly StoredItem[] },
): RestOfItems => {
  const seen = countStates(items, NO_REST)
  const left = Object.entries(counts).map(([state, count]) => [state, count - seen[state as keyof ItemCounts]]) // its keys
  const rest = Object.fromEntries(left) as ItemCounts // each state once
  if (rest.waiting > 0 || rest.in_flight > 0) return { counts: rest, reasons: {} }
  const rows = prepared<{ state: keyof ItemCounts; reason: string }>(core, REASONS).all(no)
  return { counts: rest, reasons: Object.fromEntries(rows.map(({ state, reason }) => [state, reason])) }
}

const SAVE_RUN = `UPDATE intent_item SET state = ?, reason = ?, result = ?
  WHERE intent_no = ? AND item BETWEEN ? AND ?`

/** Consecutive items with the same outcome are one statement: most batches have one outcome. */
export const saveItems = ({ core }: WritableDb, no: number, items: readonly StoredItem[]): void => {
  const save = prepared(core, SAVE_RUN)
  let first = 0
  items.forEach(({ item, state, reason, result }, index) => {
    const next = items[index + 1]
    const isAlike =
      next !== undefined &&
      next.item === item + 1 &&
      next.state === state &&
      next.reason === reason &&
      JSON.stringify(next.result) === JSON.stringify(result)
    if (isAlike) return
    save.run(state, reason, JSON.stringify(result), no, items[first]?.item ?? item, item)
    first = index + 1
  })
}

const CHANGE_COUNTS = `UPDATE intent SET waiting = waiting + @waiting, in_flight = in_flight + @in_flight,
  confirmed = confirmed + @confirmed, failed = failed + @failed, skipped = skipped + @skipped,
  unknown = unknown + @unknown, cancelled = cancelled + @cancelled WHERE no = @no`

/** Updates the counts of the intent. */
export const changeCounts = (
  { core }: WritableDb,
  no: number,
  { before, after }: { before: readonly StoredItem[]; after: readonly StoredItem[] },
): void => {
  const [was, is] = [countStates(before, NO_REST), countStates(after, NO_REST)]
  const change = {
    waiting: is.waiting - was.waiting,
    in_flight: is.in_flight - was.in_flight,
    confirmed: is.confirmed - was.confirmed,
    failed: is.failed - was.failed,
    skipped: is.skipped - was.skipped,
    unknown: is.unknown - was.unknown,
    cancelled: is.cancelled - was.cancelled,
  }
  prepared(core, CHANGE_COUNTS).run({ ...change, no })
}

const BATCHES = 'SELECT call_no AS batch, first_item AS first, payloads FROM intent_call WHERE intent_no = ?'
type BatchRecord = { readonly batch: number; readonly first: number; readonly payloads: string }
const parsePayloads = (text: string): Payload[] => JSON.parse(text) as Payload[] // as insertItems wrote it

/** The payloads of these items, by item. */
export const payloadsOf = (
  { core }: ReadableDb,
  no: number,
  items: readonly Pick<StoredItem, 'item' | 'batch'>[],
): Map<number, Payload> => {
  const batches = [...new Set(items.map(({ batch }) => batch))]
  const wanted = new Set(items.map(({ item }) => item))
  const found = new Map<number, Payload>()
  for (const batch of batches) {
    const row = prepared<BatchRecord>(core, `${BATCHES} AND call_no = ?`).get(no, batch)
    if (row === undefined) continue
    parsePayloads(row.payloads).forEach((payload, index) => {
      if (wanted.has(row.first + index)) found.set(row.first + index, payload)
    })
  }
  return found
}

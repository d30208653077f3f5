// What the journal reads to send: open intents, and the items of a batch.
import type { IntentItemState } from '../../../src-shared/desk/intents.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import type { Scope } from '../rules/events.ts'
import { callHashes, hashedCall } from './intent-hash.ts'
import { itemsInState, type Payload, payloadsOf, type StoredItem } from './intent-items.ts'

import { atOneMoment, loadIntent, type StoredIntent } from './intents.ts'

export type OpenIntent = Pick<
  StoredIntent,
  'no' | 'id' | 'brandId' | 'kind' | 'state' | 'releaseAtMs' | 'isPaused' | 'details'
>

type OpenRecord = Omit<OpenIntent, 'isPaused' | 'details'> & { readonly isPaused: number; readonly details: string }

const COLUMNS = `no, id, brand_id AS brandId, kind, state, release_at_ms AS releaseAtMs, is_paused AS isPaused, details`
const OPEN = `SELECT ${COLUMNS} FROM intent WHERE state IN ('held', 'ready', 'in_flight')`

const toOpenIntent = (row: OpenRecord): OpenIntent => ({
  ...row,
  isPaused: row.isPaused === 1,
  details: JSON.parse(row.details) as StoredIntent['details'], // as it was written
})

/** Intents that have not ended, oldest first. */
export const openIntents = ({ core }: ReadableDb, _args: Record<string, never>): OpenIntent[] =>
  prepared<OpenRecord>(core, `${OPEN} ORDER BY no`).all().map(toOpenIntent)

const CLAIMED_ELSEWHERE = 'SELECT intent_no FROM intent_claim WHERE desk_no <> ? AND until_ms > ?'

/** The same without those that another desk is sending at that instant. */
export const intentsToTakeUp = ({ core, deskNo }: ReadableDb, { nowMs }: { nowMs: number }): OpenIntent[] =>
  prepared<OpenRecord>(core, `${OPEN} AND no NOT IN (${CLAIMED_ELSEWHERE}) ORDER BY no`)
    .all(deskNo, nowMs)
    .map(toOpenIntent)

/** These intents, in whatever state; those that are gone are left out. */
export const intentsByNo = ({ core }: ReadableDb, { nos }: { nos: readonly number[] }): OpenIntent[] =>
  prepared<OpenRecord>(core, `SELECT ${COLUMNS} FROM intent WHERE no IN (SELECT value FROM json_each(?)) ORDER BY no`)
    .all(JSON.stringify(nos))
    .map(toOpenIntent)

/** An intent without its items. */
export type IntentHead = Omit<StoredIntent, 'items' | 'rest'>

/** The intent and its batches with waiting items, in order; `hashes`: of its calls, null if it is not what was queued. */
export const intentToSend = (
  db: ReadableDb,
  { id }: { id: string },
): IntentHead & { waitingBatches: number[]; hashes: ReadonlyMap<number, string> | null } =>
  atOneMoment(db, () => {
    const { items: _, rest: __, ...head } = loadIntent(db, id, { items: [] })
    const batches = prepared<{ batch: number }>(
      db.core,
      "SELECT DISTINCT call_no AS batch FROM intent_item WHERE intent_no = ? AND state = 'waiting' ORDER BY call_no",
    ).all(head.no)
    return { ...head, waitingBatches: batches.map(({ batch }) => batch), hashes: callHashes(db, head.no) }
  })

export type ItemToSend = StoredItem & { readonly payload: Payload }

/** Items with their payloads: of a batch, these, those in a state, or all. */
export const intentItems = (
  db: ReadableDb,
  { id, scope }: { id: string; scope: Scope | { readonly state: IntentItemState } },
): IntentHead & { items: ItemToSend[] } =>
  atOneMoment(db, () => {
    const isByState = scope !== 'all' && 'state' in scope
    const { items: loaded, rest: _, ...head } = loadIntent(db, id, isByState ? { items: [] } : scope)
    const items = isByState ? itemsInState(db, head.no, scope.state) : loaded
    const payloads = payloadsOf(db, head.no, items)
    return { ...head, items: items.map((item) => ({ ...item, payload: payloads.get(item.item) ?? {} })) }
  })

const UNKNOWN = `SELECT id, kind FROM intent i WHERE unknown > 0
  AND (@deskNo = 0 OR EXISTS (SELECT 1 FROM intent_claim c WHERE c.intent_no = i.no AND c.desk_no = @deskNo)) ORDER BY no`

/** Intents with unknown items, oldest first; in a team those that this desk sent, so that one looks for their outcomes. */
export const intentsWithUnknownItems = (
  { core, deskNo }: ReadableDb,
  _args: Record<string, never>,
): { id: string; kind: OpenIntent['kind'] }[] =>
  prepared<{ id: string; kind: OpenIntent['kind'] }>(core, UNKNOWN).all({ deskNo })

/** The items of a batch, and what it sends with the hash of the rows that it was read from; `call` null: there is no such batch. */
export const batchToSend = (
  db: ReadableDb,
  { id, batch }: { readonly id: string; readonly batch: number },
): { readonly items: readonly StoredItem[]; readonly call: ReturnType<typeof hashedCall> } =>
  atOneMoment(db, () => {
    const { no, items } = loadIntent(db, id, { batch })
    return { items, call: hashedCall(db, { no, batch, items }) }
  })

/** Whether an intent still holds what was queued. Throws not-found. */
export const isAsQueued = (db: ReadableDb, { id }: { readonly id: string }): boolean =>
  atOneMoment(db, () => callHashes(db, loadIntent(db, id, { items: [] }).no) !== null)

// Every change of an intent passes here: loaded, put through the one step (journal/states.ts), and stored with what it
// means to other tables in the same transaction. Its lock is taken at the start: another thread writes this file too, and
// a read that turns into a write would meet its commit and fail.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { Intent, IntentItem, IntentKind, IntentState } from '../../../src-shared/desk/intents.ts'
import { type IntentEvent, type IntentModel, type ItemModel, type ResultFields, step } from '../../journal/states.ts'
import { prepared, type ReadableDb, type WritableDb } from '../db.ts'
import { assertBrand } from './cache-brands.ts'
import { applyIntentEffects } from './intent-effects.ts'

export type IntentDetails = Intent['details']

export type NewIntent = {
  readonly id: string
  readonly kind: IntentKind
  readonly brandId: string
  readonly details: IntentDetails
  /** 0: ready at once. */
  readonly holdMs: number
  readonly items: readonly {
    readonly call: number
    readonly subject: string
    readonly payload: IntentItem['result']
  }[]
}

/** An intent as the journal works with it, items without their payload. */
export type StoredIntent = Omit<IntentModel, 'items'> & {
  readonly no: number
  readonly id: string
  readonly brandId: string
  readonly kind: IntentKind
  readonly createdAtMs: number
  readonly details: IntentDetails
  readonly items: readonly (ItemModel & { readonly subject: string })[]
}

type IntentRecord = {
  no: number
  id: string
  brand_id: string
  kind: IntentKind
  state: IntentState
  created_at_ms: number
  release_at_ms: number | null
  hold_left_ms: number | null
  is_paused: number
  sent_at_ms: number | null
  ended_at_ms: number | null
  details: string
  reason: string | null
}

type ItemRecord = {
  item: number
  call: number
  subject: string
  state: ItemModel['state']
  reason: string | null
  result: string
}

const ITEMS = `SELECT item, call_no AS call, subject, state, reason, result FROM intent_item
  WHERE intent_no = ? ORDER BY item`

export const noIntent = (id: string): DeskError =>
  new DeskError('not-found', `There is no intent "${id}" on this desk. Its brand may have been removed.`)

export const loadIntent = ({ core }: ReadableDb, id: string): StoredIntent => {
  const row = prepared<IntentRecord>(core, 'SELECT * FROM intent WHERE id = ?').get(id)
  if (row === undefined) throw noIntent(id)
  const items = prepared<ItemRecord>(core, ITEMS).all(row.no)
  return {
    no: row.no,
    id: row.id,
    brandId: row.brand_id,
    kind: row.kind,
    state: row.state,
    createdAtMs: row.created_at_ms,
    releaseAtMs: row.release_at_ms,
    holdLeftMs: row.hold_left_ms,
    isPaused: row.is_paused === 1,
    sentAtMs: row.sent_at_ms,
    endedAtMs: row.ended_at_ms,
    details: JSON.parse(row.details) as IntentDetails, // as insertIntents wrote it
    reason: row.reason,
    items: items.map((item) => ({ ...item, result: JSON.parse(item.result) as ResultFields })), // as saved
  }
}

const SAVE_INTENT = `UPDATE intent SET state = @state, release_at_ms = @releaseAtMs, hold_left_ms = @holdLeftMs,
  is_paused = @isPaused, sent_at_ms = @sentAtMs, ended_at_ms = @endedAtMs, reason = @reason WHERE no = @no`
const SAVE_ITEM = `UPDATE intent_item SET state = ?, reason = ?, result = ? WHERE intent_no = ? AND item = ?`

const save = ({ core }: WritableDb, before: StoredIntent, after: IntentModel): StoredIntent => {
  const { no, id, brandId, kind, createdAtMs, details } = before
  const { items: _, ...fields } = after
  prepared(core, SAVE_INTENT).run({ ...fields, no, isPaused: after.isPaused ? 1 : 0 })
  const items = before.items.map((item, place) => {
    const changed = after.items[place]
    if (changed === undefined || changed === item) return item
    prepared(core, SAVE_ITEM).run(changed.state, changed.reason, JSON.stringify(changed.result), no, item.item)
    return { ...changed, subject: item.subject }
  })
  return { ...after, no, id, brandId, kind, createdAtMs, details, items }
}

export type ApplyArgs = { readonly id: string; readonly event: IntentEvent; readonly atMs: number }

/** Inside a transaction: the intent after the event; null where the event may not happen to it. */
export const applyEvent = (db: WritableDb, { id, event, atMs }: ApplyArgs): StoredIntent | null => {
  const before = loadIntent(db, id)
  const next = step(before, event, atMs)
  if (next === null) return null
  const after = save(db, before, next)
  applyIntentEffects(db, before, { after, atMs })
  return after
}

export const applyIntent = (db: WritableDb, args: ApplyArgs): StoredIntent | null =>
  db.core.transaction(() => applyEvent(db, args)).immediate()

const INSERT = `
  INSERT INTO intent (id, brand_id, kind, state, created_at_ms, release_at_ms, is_paused, details)
  VALUES (@id, @brandId, @kind, @state, @createdAtMs, @releaseAtMs, 0, @details)`
const INSERT_ITEM = `
  INSERT INTO intent_item (intent_no, item, call_no, subject, state, reason, result, payload)
  VALUES (?, ?, ?, ?, 'waiting', NULL, '{}', ?)`

const insertOne = (db: WritableDb, intent: NewIntent, atMs: number): StoredIntent => {
  const { id, brandId, kind, details, holdMs, items } = intent
  assertBrand(db, brandId)
  const { lastInsertRowid } = prepared(db.core, INSERT).run({
    id,
    brandId,
    kind,
    state: holdMs === 0 ? 'ready' : 'held',
    createdAtMs: atMs,
    releaseAtMs: holdMs === 0 ? null : atMs + holdMs,
    details: JSON.stringify(details),
  })
  items.forEach(({ call, subject, payload }, item) => {
    prepared(db.core, INSERT_ITEM).run(lastInsertRowid, item, call, subject, JSON.stringify(payload))
  })
  const after = loadIntent(db, id)
  applyIntentEffects(db, null, { after, atMs })
  return after
}

/** All of them or none; on disk when it returns. */
export const insertIntents = (
  db: WritableDb,
  { intents, atMs }: { intents: readonly NewIntent[]; atMs: number },
): StoredIntent[] => db.core.transaction(() => intents.map((intent) => insertOne(db, intent, atMs))).immediate()

export type AgainArgs = {
  readonly id: string
  readonly items: readonly number[]
  readonly intent: NewIntent
  readonly atMs: number
}

/** The old items and the intent that sends them again change together. Null where an item may not go again. */
export const sendAgain = (
  db: WritableDb,
  { id, items, intent, atMs }: AgainArgs,
): { old: StoredIntent; created: StoredIntent } | null =>
  db.core
    .transaction(() => {
      const old = applyEvent(db, { id, event: { type: 'again', items, intentId: intent.id }, atMs })
      return old === null ? null : { old, created: insertOne(db, intent, atMs) }
    })
    .immediate()

type OpenIntent = Pick<StoredIntent, 'id' | 'brandId' | 'kind' | 'state' | 'releaseAtMs' | 'isPaused'>

/** What is not ended yet, the oldest first. */
export const openIntents = ({ core }: ReadableDb, _args: Record<string, never>): OpenIntent[] =>
  prepared<Omit<OpenIntent, 'isPaused'> & { isPaused: number }>(
    core,
    `SELECT id, brand_id AS brandId, kind, state, release_at_ms AS releaseAtMs, is_paused AS isPaused FROM intent
     WHERE state IN ('held', 'ready', 'in_flight') ORDER BY no`,
  )
    .all()
    .map((row) => ({ ...row, isPaused: row.isPaused === 1 }))

/** An intent with what its calls need of each item. */
export const intentToSend = (
  db: ReadableDb,
  { id }: { id: string },
): StoredIntent & { payloads: IntentItem['result'][] } => {
  const intent = loadIntent(db, id)
  const payloads = prepared<{ payload: string }>(
    db.core,
    'SELECT payload FROM intent_item WHERE intent_no = ? ORDER BY item',
  ).all(intent.no)
  return { ...intent, payloads: payloads.map(({ payload }) => JSON.parse(payload) as IntentItem['result']) } // as written
}

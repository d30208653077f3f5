// Every change of an intent: load the items of the event, apply the step (rules/step.ts), and store the result together with
// the changes of other rooms' tables. The write lock is taken at the start: another thread writes this file too, and a read
// that turns into a write could fail.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { Intent, IntentKind } from '../../../src-shared/desk/intents.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { rulesOf } from '../../store/team/desk-rules.ts'
import { needsApproval } from '../../team/public.ts'
import { heldForApproval, isStopped, stoppedReason, WAITS_FOR_APPROVAL } from '../rules/approval.ts'
import { leavesUnknown } from '../rules/batches.ts'
import { countStates } from '../rules/ends.ts'
import { type IntentEvent, type Scope, scopeOf } from '../rules/events.ts'
import { asStoredText } from '../rules/intent-hash.ts'
import { type IntentModel, type ItemCounts, NO_HOLD, NO_REST } from '../rules/model.ts'
import { step } from '../rules/step.ts'
import { isUnapproved, stoppedBy } from './approval.ts'
import { callsOf, hashOf, insertCalls, type NewCalls } from './insert-calls.ts'
import { actOf, saveAct } from './intent-acts.ts'
import { saveClaim } from './intent-claims.ts'
import { changeCounts, loadItems, restOf, type StoredItem, saveItems } from './intent-items.ts'

export type IntentDetails = Intent['details']

/** What its person accepted: the preview that it was made of, and the codes of warnings. */
export type Accepted = { readonly previewId?: string | undefined; readonly warnings: readonly string[] }

export type NewIntent = NewCalls & {
  readonly id: string
  readonly kind: IntentKind
  readonly brandId: string
  readonly details: IntentDetails
  /** Left out: nothing was to be accepted. */
  readonly accepted?: Accepted | undefined
  /** 0: ready at once. */
  readonly holdMs: number
  /** In a team, who queues it: a sender releases what a writer queues, where its brand needs approval. */
  readonly by?: string | undefined
}

/** An intent with the loaded items; the others are counts. */
export type StoredIntent = Omit<IntentModel, 'items'> & {
  readonly no: number
  readonly id: string
  readonly brandId: string
  readonly kind: IntentKind
  readonly createdAtMs: number
  readonly details: IntentDetails
  readonly items: readonly StoredItem[]
}

/** A change as the main thread gets it: how many items came to each state by it, and counts of all. */
export type ChangedIntent = Omit<StoredIntent, 'items' | 'rest'> & {
  readonly changed: ItemCounts
  readonly counts: ItemCounts
}

export const noIntent = (id: string): DeskError =>
  new DeskError('not-found', `There is no intent "${id}" on this desk. Its brand may have been removed.`)

type IntentRecord = Omit<StoredIntent, 'items' | 'rest' | 'isPaused' | 'details'> & {
  readonly isPaused: number
  readonly details: string
}

const INTENT = `SELECT no, id, brand_id AS brandId, kind, state, created_at_ms AS createdAtMs,
    release_at_ms AS releaseAtMs, is_paused AS isPaused, hold_left_ms AS holdLeftMs, sent_at_ms AS sentAtMs,
    ended_at_ms AS endedAtMs, details, reason, problem
  FROM intent WHERE id = ?`
const COUNTS = 'SELECT waiting, in_flight, confirmed, failed, skipped, unknown, cancelled FROM intent WHERE id = ?'

const countsOf = ({ core }: ReadableDb, id: string): ItemCounts => {
  const counts = prepared<ItemCounts>(core, COUNTS).get(id)
  if (counts === undefined) throw noIntent(id)
  return counts
}

/** Several reads of one snapshot, whatever another thread writes meanwhile. */
export const atOneMoment = <Result>({ core }: ReadableDb, read: () => Result): Result => core.transaction(read)()

/** The intent with the items of this scope; use it within one transaction. Throws not-found. */
export const loadIntent = (db: ReadableDb, id: string, scope: Scope = 'all'): StoredIntent => {
  const row = prepared<IntentRecord>(db.core, INTENT).get(id)
  if (row === undefined) throw noIntent(id)
  const items = loadItems(db, row.no, scope)
  return {
    ...row,
    isPaused: row.isPaused === 1,
    details: JSON.parse(row.details) as IntentDetails, // as insertOne wrote it
    items,
    rest: scope === 'all' ? NO_REST : restOf(db, row.no, { counts: countsOf(db, id), items }),
  }
}

/** The intent with the items that the event's step needs. */
const loadForEvent = (db: ReadableDb, id: string, event: IntentEvent): StoredIntent => {
  const intent = loadIntent(db, id, scopeOf(event))
  const isWider = event.type === 'settle' && intent.rest.counts.waiting > 0 && leavesUnknown(intent.items, event)
  return isWider ? loadIntent(db, id) : intent
}

const SAVE_INTENT = `UPDATE intent SET state = @state, release_at_ms = @releaseAtMs, hold_left_ms = @holdLeftMs,
  is_paused = @isPaused, sent_at_ms = @sentAtMs, ended_at_ms = @endedAtMs, reason = @reason, problem = @problem
  WHERE no = @no`

const save = (db: WritableDb, before: StoredIntent, after: IntentModel): StoredIntent => {
  const { no, id, brandId, kind, createdAtMs, details } = before
  const { items: _, rest, ...fields } = after
  prepared(db.core, SAVE_INTENT).run({ ...fields, no, isPaused: after.isPaused ? 1 : 0 })
  const items = before.items.map((item, index): StoredItem => {
    const changed = after.items[index]
    if (changed === undefined || changed === item) return item
    return { ...changed, label: item.label, refId: item.refId }
  })
  saveItems(
    db,
    no,
    items.filter((item, index) => item !== before.items[index]),
  )
  changeCounts(db, no, { before: before.items, after: items })
  return { ...after, no, id, brandId, kind, createdAtMs, details, items }
}

const changedIntent = (db: ReadableDb, before: StoredIntent | null, after: StoredIntent): ChangedIntent => {
  const { items, rest: _, ...fields } = after
  const changed = before === null ? [] : items.filter((item, index) => item !== before.items[index])
  return { ...fields, changed: countStates(changed, NO_REST), counts: countsOf(db, after.id) }
}

export type IntentChange = { readonly after: StoredIntent; readonly atMs: number }

/** Updates the tables of the intent's room; `before` is null for a new intent. */
export type IntentEffect = (db: WritableDb, before: StoredIntent | null, change: IntentChange) => void

/** A frozen preview that intents are made of; it is sent once. */
export type PreviewUse = {
  readonly id: string
  /** Previews frozen at this instant or before have expired. */
  readonly afterMs: number
  /** The draft that it was made of. */
  readonly draftId?: string | undefined
}

/** What other rooms write in the transaction of an intent, or check there. */
export type IntentHooks = {
  /** Throws `conflict` if a contact has a pitch that these were checked without, or in a team an open one. */
  readonly assertNewestKnown: (db: WritableDb, intent: NewIntent, nowMs: number) => void
  readonly effects: Readonly<Record<IntentKind, IntentEffect>>
  /** Throws `conflict` if the preview was sent before. */
  readonly takePreview: (
    db: WritableDb,
    use: PreviewUse & { readonly atMs: number; readonly intentIds: readonly string[] },
  ) => void
}

export type ApplyArgs = { readonly id: string; readonly event: IntentEvent; readonly atMs: number }

export type ApplyAllArgs = Omit<ApplyArgs, 'event'> & {
  readonly events: readonly IntentEvent[]
  /** This desk has claimed it until then; left out: nothing is to be claimed. */
  readonly claimUntilMs?: number | undefined
}

const INSERT = `
  INSERT INTO intent (id, brand_id, kind, state, created_at_ms, release_at_ms, hold_left_ms, is_paused, reason, details,
    accepted, hash, waiting)
  VALUES (@id, @brandId, @kind, @state, @createdAtMs, @releaseAtMs, @holdLeftMs, @isPaused, @reason, @details,
    @accepted, @hash, @waiting)`
type Start = Pick<StoredIntent, 'state' | 'releaseAtMs' | 'isPaused' | 'holdLeftMs' | 'reason'>

const startOf = (db: ReadableDb, { brandId, holdMs, by }: NewIntent, atMs: number): Start => {
  if (by !== undefined && needsApproval(db, { brandId, by })) return heldForApproval(holdMs)
  return holdMs === 0
    ? { ...NO_HOLD, state: 'ready', reason: null }
    : { ...NO_HOLD, state: 'held', releaseAtMs: atMs + holdMs, reason: null }
}

const asStored = (no: number, intent: NewIntent, at: Start & { readonly atMs: number }): StoredIntent => {
  const { id, kind, brandId, details, items } = intent
  const { atMs, ...start } = at
  return {
    no,
    id,
    kind,
    brandId,
    details,
    createdAtMs: atMs,
    ...start,
    sentAtMs: null,
    endedAtMs: null,
    problem: null,
    items: items.map(({ batch, label, refId = label }, item) => {
      return { item, batch, label, refId, state: 'waiting', reason: null, result: {} }
    }),
    rest: NO_REST,
  }
}

const asStoredItem = (item: NewIntent['items'][number]): NewIntent['items'][number] => ({
  ...item,
  label: asStoredText(item.label),
  refId: item.refId === undefined ? undefined : asStoredText(item.refId),
})

export type InsertArgs = {
  readonly intents: readonly NewIntent[]
  readonly atMs: number
  readonly preview?: PreviewUse | undefined
}

export type RetryArgs = {
  readonly id: string
  readonly items: readonly number[]
  readonly intent: NewIntent
  readonly atMs: number
}

/** The writes of the journal, with those of other rooms in the same transaction. */
export const createIntentWrites = ({ effects, takePreview, assertNewestKnown }: IntentHooks) => {
  /**
   * What the event would send, or begin to send, is held if its brand needs approval by now. Of one that was stopped while a
   * batch was in flight, the next batch.
   */
  const heldBack = (db: WritableDb, { no, sentAtMs }: StoredIntent, { type }: IntentEvent) => {
    if (!rulesOf(db).isReleaseNeeded || (type !== 'elapse' && type !== 'begin')) return null
    const by = stoppedBy(db, { no })
    if (by !== null) return heldForApproval(0, stoppedReason(by))
    return sentAtMs === null && isUnapproved(db, { no }) ? heldForApproval(0) : null
  }

  /** Its release is its approval; not once its brand needs no approval any more. */
  const waitsForApproval = (db: WritableDb, intent: StoredIntent): boolean =>
    rulesOf(db).isReleaseNeeded &&
    (isStopped(intent) || (intent.reason === WAITS_FOR_APPROVAL && isUnapproved(db, { no: intent.no })))

  /** Inside a transaction: the intent after the event; null: the event is not allowed. */
  const applyEvent = (db: WritableDb, { id, event, atMs }: ApplyArgs): ChangedIntent | null => {
    const before = loadForEvent(db, id, event)
    const stepped = step(before, event, atMs)
    if (stepped === null) return null
    const held = heldBack(db, before, event)
    const next = held === null ? stepped : { ...before, ...held }
    const after = save(db, before, next)
    const act = next === before ? undefined : actOf(event, waitsForApproval(db, before))
    if (act !== undefined) saveAct(db, { intentNo: before.no, atMs, act })
    effects[after.kind](db, before, { after, atMs })
    return changedIntent(db, before, after)
  }

  const applyIntent = (db: WritableDb, args: ApplyArgs): ChangedIntent | null =>
    db.core.transaction(() => applyEvent(db, args)).immediate()

  /** Consecutive events in one commit. */
  const applyIntentAll = (db: WritableDb, { id, events, atMs, claimUntilMs }: ApplyAllArgs): (ChangedIntent | null)[] =>
    db.core
      .transaction(() => {
        const changes = events.map((event) => applyEvent(db, { id, event, atMs }))
        const last = changes.at(-1)
        if (claimUntilMs !== undefined && last != null && last.state !== 'held')
          saveClaim(db, { intentNo: last.no, untilMs: Math.round(claimUntilMs) })
        return changes
      })
      .immediate()

  const insertOne = (db: WritableDb, given: NewIntent, atMs: number): ChangedIntent => {
    const intent = { ...given, items: given.items.map(asStoredItem) }
    const { id, brandId, kind, items } = intent
    const calls = callsOf(intent)
    const texts = {
      details: JSON.stringify(intent.details),
      accepted: intent.accepted === undefined ? null : JSON.stringify(intent.accepted),
    }
    assertBrand(db, brandId)
    const start = startOf(db, intent, atMs)
    if (kind === 'queue') assertNewestKnown(db, intent, atMs)
    const { lastInsertRowid } = prepared(db.core, INSERT).run({
      id,
      brandId,
      kind,
      ...start,
      isPaused: start.isPaused ? 1 : 0,
      createdAtMs: atMs,
      ...texts,
      hash: hashOf({ id, kind, brandId, ...texts }, calls),
      waiting: items.length,
    })
    const no = Number(lastInsertRowid)
    insertCalls(db, no, calls)
    const after = asStored(no, intent, { ...start, atMs })
    effects[kind](db, null, { after, atMs })
    return changedIntent(db, null, after)
  }

  /** All or none; on disk when it returns. Throws `conflict` if their preview was sent before. */
  const insertIntents = (db: WritableDb, { intents, atMs, preview }: InsertArgs): ChangedIntent[] =>
    db.core
      .transaction(() => {
        if (preview !== undefined) takePreview(db, { ...preview, atMs, intentIds: intents.map(({ id }) => id) })
        return intents.map((intent) => insertOne(db, intent, atMs))
      })
      .immediate()

  /** Updates the old items and inserts the new intent together. Null if an item may not be sent again. */
  const retryItems = (
    db: WritableDb,
    { id, items, intent, atMs }: RetryArgs,
  ): { old: ChangedIntent; created: ChangedIntent } | null =>
    db.core
      .transaction(() => {
        const old = applyEvent(db, { id, event: { type: 'retry', items, intentId: intent.id }, atMs })
        return old === null ? null : { old, created: insertOne(db, intent, atMs) }
      })
      .immediate()

  /** Cancels an intent that was not sent and inserts others in its place, or neither. Null if it was. */
  const replaceIntent = (
    db: WritableDb,
    { id, intents, atMs }: { id: string; intents: readonly NewIntent[]; atMs: number },
  ): { old: ChangedIntent; created: ChangedIntent[] } | null =>
    db.core
      .transaction(() => {
        const old = applyEvent(db, { id, event: { type: 'cancel' }, atMs })
        if (old === null || old.state !== 'cancelled') return null
        return { old, created: intents.map((intent) => insertOne(db, intent, atMs)) }
      })
      .immediate()

  return { applyEvent, applyIntent, applyIntentAll, insertIntents, replaceIntent, retryItems }
}

export type IntentWrites = ReturnType<typeof createIntentWrites>

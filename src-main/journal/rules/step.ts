// The state machine of an intent as one pure function. Senders and the store's writer call `step` first and keep what it
// returns.
import type { IntentState } from '../../../src-shared/desk/intents.ts'
import { INTENT_STATES } from '../../../src-shared/desk/values/state-names.ts'
import { withoutApproval } from './approval.ts'
import { begin, leaveOut, postpone, recover, settle, stop } from './batches.ts'
import { countStates, withItems } from './ends.ts'
import type { EventOf, IntentEvent } from './events.ts'
import { confirm, decide, note, retry } from './item-updates.ts'
import { type IntentModel, type ItemModel, isWaiting, mapItems, NO_HOLD } from './model.ts'

// An intent before it is sent: its hold and countdown, cancelling and waiting. Items in flight are never changed here.

const release = (model: IntentModel): IntentModel => ({ ...withoutApproval(model), ...NO_HOLD, state: 'ready' })

const elapse = (model: IntentModel, { releaseAtMs }: EventOf<'elapse'>): IntentModel | null =>
  model.releaseAtMs === releaseAtMs ? release(model) : null

const hold = (model: IntentModel, type: 'pause' | 'resume', atMs: number): IntentModel | null => {
  if ((type === 'pause') === model.isPaused) return model
  if (type === 'pause') {
    const holdLeftMs = Math.max(0, (model.releaseAtMs ?? atMs) - atMs)
    return { ...model, isPaused: true, releaseAtMs: null, holdLeftMs }
  }
  return { ...withoutApproval(model), isPaused: false, releaseAtMs: atMs + (model.holdLeftMs ?? 0), holdLeftMs: null }
}

const cancel = (model: IntentModel, { items }: EventOf<'cancel'>, atMs: number): IntentModel | null => {
  const isMeant = (item: ItemModel) => isWaiting(item) && (items?.includes(item.item) ?? true)
  if (!model.items.some(isMeant) || (items !== undefined && model.state !== 'held')) return null
  const cancelled = mapItems(model, isMeant, (item) => ({ ...item, state: 'cancelled' }))
  if (countStates(cancelled, model.rest).waiting > 0) return { ...model, items: cancelled }
  return withItems({ ...withoutApproval(model), ...NO_HOLD }, cancelled, atMs)
}

const wait = (model: IntentModel, { reason }: EventOf<'wait'>): IntentModel | null => {
  if (countStates(model.items, model.rest).in_flight > 0) return null
  return { ...model, state: 'ready', reason }
}

/** The states of an intent in which an event is allowed. */
const ALLOWED: Readonly<Record<IntentEvent['type'], ReadonlySet<IntentState>>> = {
  release: new Set(['held']),
  elapse: new Set(['held']),
  pause: new Set(['held']),
  resume: new Set(['held']),
  cancel: new Set(['held', 'ready', 'in_flight']),
  begin: new Set(['ready', 'in_flight']),
  settle: new Set(['ready', 'in_flight']),
  leaveOut: new Set(['ready', 'in_flight']),
  postpone: new Set(['in_flight']),
  wait: new Set(['ready', 'in_flight']),
  stop: new Set(['ready', 'in_flight']),
  recover: new Set(['in_flight']),
  decide: new Set(['unknown', 'ready', 'in_flight']),
  confirm: new Set(['in_flight', 'ready', 'unknown']),
  note: new Set(INTENT_STATES),
  retry: new Set(['unknown', 'failed', 'partly_done']),
}

/** The intent after the event; null: the event is not allowed. */
export const step = (model: IntentModel, event: IntentEvent, atMs: number): IntentModel | null => {
  if (!ALLOWED[event.type].has(model.state)) return null
  switch (event.type) {
    case 'release':
      return release(model)
    case 'elapse':
      return elapse(model, event)
    case 'pause':
    case 'resume':
      return hold(model, event.type, atMs)
    case 'cancel':
      return cancel(model, event, atMs)
    case 'begin':
      return begin(model, event, atMs)
    case 'settle':
      return settle(model, event, atMs)
    case 'leaveOut':
      return leaveOut(model, event, atMs)
    case 'postpone':
      return postpone(model, event, atMs)
    case 'wait':
      return wait(model, event)
    case 'stop':
      return stop(model, event, atMs)
    case 'note':
      return note(model, event)
    case 'recover':
      return recover(model, event, atMs)
    case 'decide':
      return decide(model, event, atMs)
    case 'confirm':
      return confirm(model, event, atMs)
    case 'retry':
      return retry(model, event, atMs)
  }
}

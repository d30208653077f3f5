// The state machine of an intent as one pure function. Senders and the store's writer call `step` first and keep what it
// returns.
import type { IntentState } from '../../../src-shared/desk/intents.ts'
import { INTENT_STATES } from '../../../src-shared/desk/state-names.ts'
import { begin, leaveOut, postpone, recover, settle, stop } from './batches.ts'
import type { IntentEvent } from './events.ts'
import { cancel, elapse, hold, release, wait } from './holds.ts'
import { confirm, decide, note, retry } from './item-updates.ts'
import type { IntentModel } from './model.ts'

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

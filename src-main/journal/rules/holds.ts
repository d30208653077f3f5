// An intent before it is sent: its hold and countdown, cancelling and waiting. Items in flight are never changed here.
import { withoutApproval } from './approval.ts'
import { countStates, withItems } from './ends.ts'
import type { EventOf } from './events.ts'
import { type IntentModel, type ItemModel, isWaiting, mapItems, NO_HOLD } from './model.ts'

export const release = (model: IntentModel): IntentModel => ({ ...withoutApproval(model), ...NO_HOLD, state: 'ready' })

export const elapse = (model: IntentModel, { releaseAtMs }: EventOf<'elapse'>): IntentModel | null =>
  model.releaseAtMs === releaseAtMs ? release(model) : null

export const hold = (model: IntentModel, type: 'pause' | 'resume', atMs: number): IntentModel | null => {
  if ((type === 'pause') === model.isPaused) return model
  if (type === 'pause') {
    const holdLeftMs = Math.max(0, (model.releaseAtMs ?? atMs) - atMs)
    return { ...model, isPaused: true, releaseAtMs: null, holdLeftMs }
  }
  return { ...withoutApproval(model), isPaused: false, releaseAtMs: atMs + (model.holdLeftMs ?? 0), holdLeftMs: null }
}

export const cancel = (model: IntentModel, { items }: EventOf<'cancel'>, atMs: number): IntentModel | null => {
  const isMeant = (item: ItemModel) => isWaiting(item) && (items?.includes(item.item) ?? true)
  if (!model.items.some(isMeant) || (items !== undefined && model.state !== 'held')) return null
  const cancelled = mapItems(model, isMeant, (item) => ({ ...item, state: 'cancelled' }))
  if (countStates(cancelled, model.rest).waiting > 0) return { ...model, items: cancelled }
  return withItems({ ...withoutApproval(model), ...NO_HOLD }, cancelled, atMs)
}

export const wait = (model: IntentModel, { reason }: EventOf<'wait'>): IntentModel | null => {
  if (countStates(model.items, model.rest).in_flight > 0) return null
  return { ...model, state: 'ready', reason }
}

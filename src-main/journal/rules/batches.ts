// A batch of an intent from beginning to end. Invariants: an item is sent only by `begin`, from `waiting`; only `postpone`
// (surely not sent) and `recover` of a repeatable kind lead back there; nothing is sent after a batch of unknown outcome
// (docs/decisions/0015).
import { withItems } from './ends.ts'
import type { EventOf } from './events.ts'
import { type IntentModel, type ItemModel, isOpen, isUnderWay, isWaiting, mapItems, withOutcome } from './model.ts'

const AFTER_UNKNOWN =
  'Not sent: the outcome of the batch before it is unknown. Decide that one first, then send this again.'
const NO_OUTCOME = 'The service did not report a result for it.'

export const begin = (model: IntentModel, { batch }: EventOf<'begin'>, atMs: number): IntentModel | null => {
  const isOfBatch = (item: ItemModel) => item.batch === batch && isWaiting(item)
  if (!model.items.some(isOfBatch)) return null
  const items = mapItems(model, isOfBatch, (item) => ({ ...item, state: 'in_flight' }))
  return { ...model, state: 'in_flight', reason: null, sentAtMs: model.sentAtMs ?? atMs, items }
}

/** Whether an item of the batch is unknown; the items waiting behind it then fail as not sent. */
export const leavesUnknown = (items: readonly ItemModel[], { batch, outcomes }: EventOf<'settle'>): boolean => {
  const known = new Set(outcomes.flatMap(({ item, state }) => (state === 'unknown' ? [] : [item])))
  return items.some(
    (item) => item.batch === batch && (item.state === 'unknown' || (isOpen(item) && !known.has(item.item))),
  )
}

/** An item behind a batch of unknown outcome. */
const notSent = (item: ItemModel): ItemModel =>
  isWaiting(item) ? { ...item, state: 'failed', reason: AFTER_UNKNOWN } : item

export const settle = (model: IntentModel, event: EventOf<'settle'>, atMs: number): IntentModel => {
  const { batch, outcomes, problem = null } = event
  const byItem = new Map(outcomes.map((outcome) => [outcome.item, outcome]))
  const settled = model.items.map((item) => {
    if (item.batch !== batch) return item
    const outcome = byItem.get(item.item)
    if (isOpen(item)) return withOutcome(item, outcome ?? { state: 'unknown', reason: NO_OUTCOME, result: {} })
    // A webhook was faster than the reply, which may have more fields.
    const isConfirmed = item.state === 'confirmed' && outcome?.state === 'confirmed'
    return isConfirmed ? { ...item, result: { ...outcome.result, ...item.result } } : item
  })
  const isUncertain = leavesUnknown(model.items, event)
  if (isUncertain && model.rest.counts.waiting > 0) throw new Error('An uncertain batch has to see all that waits.')
  const rest = isUncertain ? settled.map(notSent) : settled
  return withItems({ ...model, problem: model.problem ?? problem }, rest, atMs)
}

export const leaveOut = (
  model: IntentModel,
  { batch, outcomes }: EventOf<'leaveOut'>,
  atMs: number,
): IntentModel | null => {
  const byItem = new Map(outcomes.map((outcome) => [outcome.item, outcome]))
  const isMeant = (item: ItemModel) => item.batch === batch && byItem.has(item.item) && isWaiting(item)
  if (!model.items.some(isMeant)) return null
  const items = model.items.map((item) => {
    const outcome = byItem.get(item.item)
    return outcome !== undefined && isMeant(item) ? withOutcome(item, outcome) : item
  })
  const next = withItems(model, items, atMs)
  return next.endedAtMs === null ? { ...next, state: model.state } : next
}

export const postpone = (model: IntentModel, { batch }: EventOf<'postpone'>, atMs: number): IntentModel => {
  const isMeant = (item: ItemModel) => item.batch === batch && isUnderWay(item)
  const items = mapItems(model, isMeant, (item) => ({ ...item, state: 'waiting' }))
  return withItems(model, items, atMs)
}

/** All that waits fails as not sent. */
export const stop = (model: IntentModel, { reason }: EventOf<'stop'>, atMs: number): IntentModel => {
  const items = mapItems(model, isWaiting, (item) => ({ ...item, state: 'failed', reason }))
  const next = withItems(model, items, atMs)
  return next.endedAtMs === null ? next : { ...next, reason }
}

export const recover = (
  model: IntentModel,
  { isRepeatable, reason, lostAtMs }: EventOf<'recover'>,
  atMs: number,
): IntentModel => {
  const found = mapItems(model, isUnderWay, (item) =>
    isRepeatable
      ? { ...item, state: 'waiting' }
      : withOutcome(item, { state: 'unknown', reason, result: lostAtMs === undefined ? {} : { lostAtMs } }),
  )
  const isUncertain = !isRepeatable && model.items.some(isUnderWay)
  const next = withItems(model, isUncertain ? found.map(notSent) : found, atMs)
  return next.state === 'in_flight' ? { ...next, state: 'ready' } : next
}

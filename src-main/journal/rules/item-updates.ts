// Updates of items after they were sent: by a person, a poll, a webhook or a retry. A confirmed item stays confirmed, and
// an item is retried once.
import { withItems } from './ends.ts'
import type { EventOf } from './events.ts'
import { byIndex, type IntentModel, type ItemModel, mapItems, withOutcome } from './model.ts'

export const note = (model: IntentModel, { results }: EventOf<'note'>): IntentModel => {
  const byItem = new Map(results.map(({ item, result }) => [item, result]))
  const items = mapItems(
    model,
    ({ item }) => byItem.has(item),
    (item) => ({ ...item, result: { ...item.result, ...byItem.get(item.item) } }),
  )
  return { ...model, items }
}

export const decide = (model: IntentModel, { outcomes }: EventOf<'decide'>, atMs: number): IntentModel | null => {
  const byItem = new Map(outcomes.map((outcome) => [outcome.item, outcome]))
  const before = byIndex(model)
  if (outcomes.some(({ item }) => before.get(item)?.state !== 'unknown')) return null
  const items = model.items.map((item) => {
    const outcome = byItem.get(item.item)
    return outcome === undefined ? item : withOutcome(item, outcome)
  })
  const next = withItems(model, items, atMs)
  return next.endedAtMs === null ? { ...next, state: model.state } : next
}

export const confirm = (
  model: IntentModel,
  { item: index, result }: EventOf<'confirm'>,
  atMs: number,
): IntentModel | null => {
  const confirmed = model.items.find(({ item }) => item === index)
  if (confirmed === undefined || (confirmed.state !== 'in_flight' && confirmed.state !== 'unknown')) return null
  const wasUnderWay = confirmed.state === 'in_flight'
  const items = mapItems(
    model,
    (item) => item === confirmed,
    (item) => withOutcome(item, { state: 'confirmed', reason: null, result }),
  )
  // The batch is still in flight, and its end ends the intent.
  if (wasUnderWay) return { ...model, items }
  const next = withItems(model, items, atMs)
  return next.endedAtMs === null ? { ...next, state: model.state } : next
}

/** An item may be retried once; further retries are of the new intent. */
export const mayRetry = ({ state, result }: ItemModel): boolean =>
  (state === 'failed' || state === 'skipped' || state === 'unknown') && result.againAs === undefined

export const retry = (model: IntentModel, event: EventOf<'retry'>, atMs: number): IntentModel | null => {
  const wanted = new Set(event.items)
  const there = byIndex(model)
  if (event.items.some((index) => !there.has(index))) return null
  if (model.items.some((item) => wanted.has(item.item) && !mayRetry(item))) return null
  const items = mapItems(
    model,
    (item) => wanted.has(item.item),
    (item) => ({
      ...item,
      state: item.state === 'skipped' ? 'skipped' : 'failed',
      result: { ...item.result, againAs: event.intentId },
    }),
  )
  return withItems(model, items, atMs)
}

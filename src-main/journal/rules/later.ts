// What is learned of items after they went out: by a person, by a reading, by a webhook, or because they go again. An item
// that is confirmed stays so, and an item goes again once.
import { withItems } from './ends.ts'
import type { EventOf } from './events.ts'
import { byPlace, type IntentModel, type ItemModel, mapItems, withOutcome } from './model.ts'

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
  const before = byPlace(model)
  if (outcomes.some(({ item }) => before.get(item)?.state !== 'unknown')) return null
  const items = model.items.map((item) => {
    const outcome = byItem.get(item.item)
    return outcome === undefined ? item : withOutcome(item, outcome)
  })
  const next = withItems(model, items, atMs)
  return next.endedAtMs === null ? { ...next, state: model.state } : next
}

export const tell = (
  model: IntentModel,
  { item: place, result }: EventOf<'tell'>,
  atMs: number,
): IntentModel | null => {
  const told = model.items.find(({ item }) => item === place)
  if (told === undefined || (told.state !== 'in_flight' && told.state !== 'unknown')) return null
  const wasUnderWay = told.state === 'in_flight'
  const items = mapItems(
    model,
    (item) => item === told,
    (item) => withOutcome(item, { state: 'confirmed', reason: null, result }),
  )
  // The call's own end is still to come, and it is the call that ends the intent.
  if (wasUnderWay) return { ...model, items }
  const next = withItems(model, items, atMs)
  return next.endedAtMs === null ? { ...next, state: model.state } : next
}

/** An item may go out again once; its next try is the other intent's. */
export const mayGoAgain = ({ state, result }: ItemModel): boolean =>
  (state === 'failed' || state === 'skipped' || state === 'unknown') && result.againAs === undefined

export const again = (model: IntentModel, event: EventOf<'again'>, atMs: number): IntentModel | null => {
  const wanted = new Set(event.items)
  const there = byPlace(model)
  if (event.items.some((place) => !there.has(place))) return null
  if (model.items.some((item) => wanted.has(item.item) && !mayGoAgain(item))) return null
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

// The state of an intent from the states of its items, and its most important reason. Only its items end an intent; once
// ended, the time stays.
import type { IntentItemState, IntentState } from '../../../src-shared/desk/intents.ts'
import { INTENT_ITEM_STATES } from '../../../src-shared/desk/values/state-names.ts'
import { type IntentModel, type ItemCounts, type ItemModel, NO_HOLD, type RestOfItems } from './model.ts'

/** How many items are in each state, including those that a step does not load. */
export const countStates = (items: readonly Pick<ItemModel, 'state'>[], { counts }: RestOfItems): ItemCounts => {
  const all = { ...counts }
  for (const { state } of items) all[state] += 1
  return all
}

/** The final state of an intent; null while items are waiting or in flight. */
export const endOf = (counts: ItemCounts): IntentState | null => {
  if (counts.waiting > 0 || counts.in_flight > 0) return null
  if (counts.unknown > 0) return 'unknown'
  if (counts.confirmed === 0) return counts.failed > 0 || counts.skipped > 0 ? 'failed' : 'cancelled'
  return INTENT_ITEM_STATES.every((state) => state === 'confirmed' || counts[state] === 0) ? 'confirmed' : 'partly_done'
}

const WORST: Readonly<Partial<Record<IntentState, readonly IntentItemState[]>>> = {
  unknown: ['unknown'],
  failed: ['failed', 'skipped', 'cancelled'],
  partly_done: ['failed', 'skipped', 'cancelled'],
}

const reasonOf = (items: readonly ItemModel[], rest: RestOfItems, end: IntentState): string | null => {
  const worst = WORST[end] ?? []
  const seen = items.find(({ state, reason }) => worst.includes(state) && reason !== null)?.reason
  return seen ?? worst.map((state) => rest.reasons[state]).find((reason) => reason !== undefined) ?? null
}

/** The intent with these items; ended if none is open. */
export const withItems = (model: IntentModel, items: readonly ItemModel[], atMs: number): IntentModel => {
  const counts = countStates(items, model.rest)
  const end = endOf(counts)
  if (end !== null) {
    const reason = model.problem ?? reasonOf(items, model.rest, end)
    return { ...model, ...NO_HOLD, items, state: end, endedAtMs: model.endedAtMs ?? atMs, reason }
  }
  const isSent = INTENT_ITEM_STATES.some((state) => state !== 'waiting' && counts[state] > 0)
  return { ...model, items, state: isSent ? 'in_flight' : 'ready' }
}

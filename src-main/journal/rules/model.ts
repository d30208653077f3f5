// An intent and its items as a step sees them: the items of the event, and counts of all others, so that a batch costs the
// same in an intent of 10,000 items.
import type { IntentItemState, IntentState } from '../../../src-shared/desk/intents.ts'

export type ResultFields = Readonly<Record<string, string | number | boolean | null>>

export type ItemModel = {
  readonly item: number
  /** Number of the batch that sends it, from 0. */
  readonly batch: number
  readonly state: IntentItemState
  readonly reason: string | null
  readonly result: ResultFields
}

export type ItemCounts = Readonly<Record<IntentItemState, number>>

/** The items that a step does not load: how many are in each state, and the first reason of each state. */
export type RestOfItems = {
  readonly counts: ItemCounts
  readonly reasons: Readonly<Partial<Record<IntentItemState, string>>>
}

export type IntentModel = {
  readonly state: IntentState
  readonly isPaused: boolean
  readonly releaseAtMs: number | null
  readonly holdLeftMs: number | null
  readonly sentAtMs: number | null
  readonly endedAtMs: number | null
  readonly reason: string | null
  /** The first contradiction in the service's replies. */
  readonly problem: string | null
  readonly items: readonly ItemModel[]
  readonly rest: RestOfItems
}

export type ItemOutcome = {
  readonly item: number
  readonly state: 'confirmed' | 'failed' | 'skipped' | 'unknown' | 'cancelled'
  readonly reason: string | null
  readonly result: ResultFields
}

const NO_ITEMS: ItemCounts = {
  waiting: 0,
  in_flight: 0,
  confirmed: 0,
  failed: 0,
  skipped: 0,
  unknown: 0,
  cancelled: 0,
}
export const NO_REST: RestOfItems = { counts: NO_ITEMS, reasons: {} }

/** Fields of an intent whose hold is over. */
export const NO_HOLD = { isPaused: false, releaseAtMs: null, holdLeftMs: null } as const

export const isWaiting = ({ state }: ItemModel): boolean => state === 'waiting'
export const isUnderWay = ({ state }: ItemModel): boolean => state === 'in_flight'
/** Without an outcome yet. */
export const isOpen = (item: ItemModel): boolean => isWaiting(item) || isUnderWay(item)

/** The items of an intent, with a change to some. */
export const mapItems = (
  model: IntentModel,
  isMeant: (item: ItemModel) => boolean,
  change: (item: ItemModel) => ItemModel,
): readonly ItemModel[] => model.items.map((item) => (isMeant(item) ? change(item) : item))

export const withOutcome = (item: ItemModel, { state, reason, result }: Omit<ItemOutcome, 'item'>): ItemModel => ({
  ...item,
  state,
  reason,
  result: { ...item.result, ...result },
})

export const byIndex = ({ items }: IntentModel): ReadonlyMap<number, ItemModel> =>
  new Map(items.map((item) => [item.item, item]))

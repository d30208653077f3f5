// The states of an intent as one pure step: what may happen to it in which state, and what comes of it. Nothing is sent
// here and nothing is stored; whoever does either asks `step` first and keeps what it returns.
// What holds: an item goes out only by `begin`, from `waiting`; nothing but `postpone` (surely not sent) and `recover` of
// a repeatable act leads back there; an item that is confirmed stays so.
// A step sees only the items its event is about (`scopeOf`) and counts of all others, so that one call of an intent of
// 10,000 items costs what the call costs.
import {
  INTENT_ITEM_STATES,
  INTENT_STATES,
  type IntentItemState,
  type IntentState,
} from '../../src-shared/desk/intents.ts'

export type ResultFields = Readonly<Record<string, string | number | boolean | null>>

export type ItemModel = {
  readonly item: number
  /** The service call that carries it, from 0. */
  readonly call: number
  readonly state: IntentItemState
  readonly reason: string | null
  readonly result: ResultFields
}

export type ItemCounts = Readonly<Record<IntentItemState, number>>

/** The items that a step does not see: how many are in which state, and the first reason of each state. */
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
  /** What does not add up in the service's replies; once said it stays. */
  readonly problem: string | null
  readonly items: readonly ItemModel[]
  readonly rest: RestOfItems
}

/** What became of one item of a call. */
export type ItemOutcome = {
  readonly item: number
  readonly state: 'confirmed' | 'failed' | 'skipped' | 'unknown' | 'cancelled'
  readonly reason: string | null
  readonly result: ResultFields
}

export type IntentEvent =
  | { readonly type: 'release' | 'pause' | 'resume' | 'cancel' }
  /** The countdown that ran to this instant has ended; one that was paused or begun anew meanwhile has not. */
  | { readonly type: 'elapse'; readonly releaseAtMs: number }
  /** The call's request goes out now. */
  | { readonly type: 'begin'; readonly call: number }
  /** The call has ended; its items that no outcome names have no known outcome. */
  | {
      readonly type: 'settle'
      readonly call: number
      readonly outcomes: readonly ItemOutcome[]
      readonly problem?: string | null
    }
  /** Items of a call that is still to go must not be sent any more. */
  | { readonly type: 'leaveOut'; readonly call: number; readonly outcomes: readonly ItemOutcome[] }
  /** The call was surely not sent, or surely refused for now: its items wait again. */
  | { readonly type: 'postpone'; readonly call: number }
  /** Nothing of it goes out for now, and why: it stays ready. */
  | { readonly type: 'wait'; readonly reason: string }
  /** The desk starts and finds the intent in flight. */
  | { readonly type: 'recover'; readonly isRepeatable: boolean; readonly reason: string }
  /** A person, or what could be read, says what became of items that are unknown. */
  | { readonly type: 'decide'; readonly outcomes: readonly ItemOutcome[] }
  /** The service told by itself that the item was done. */
  | { readonly type: 'tell'; readonly item: number; readonly result: ResultFields }
  /** What was read later of items, beside their states. */
  | { readonly type: 'note'; readonly results: readonly { readonly item: number; readonly result: ResultFields }[] }
  /** These items go out again as another intent. */
  | { readonly type: 'again'; readonly items: readonly number[]; readonly intentId: string }

/** Which items a step has to see: those of a call, these, or all. */
export type Scope = { readonly call: number } | { readonly items: readonly number[] } | 'all'

export const scopeOf = (event: IntentEvent): Scope => {
  switch (event.type) {
    case 'begin':
    case 'settle':
    case 'leaveOut':
    case 'postpone':
      return { call: event.call }
    case 'decide':
      return { items: event.outcomes.map(({ item }) => item) }
    case 'note':
      return { items: event.results.map(({ item }) => item) }
    case 'tell':
      return { items: [event.item] }
    case 'again':
      return { items: event.items }
    case 'wait':
      return { items: [] }
    case 'release':
    case 'elapse':
    case 'pause':
    case 'resume':
    case 'cancel':
    case 'recover':
      return 'all'
  }
}

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
  recover: new Set(['in_flight']),
  decide: new Set(['unknown', 'ready', 'in_flight']),
  tell: new Set(['in_flight', 'ready', 'unknown']),
  note: new Set(INTENT_STATES),
  again: new Set(['unknown', 'failed', 'partly_done']),
}

const AFTER_UNKNOWN = 'Not sent: the call before it has no certain outcome. Send it again once that is settled.'
export const NO_OUTCOME = 'The service did not say what became of it.'

const isWaiting = ({ state }: ItemModel): boolean => state === 'waiting'
const isUnderWay = ({ state }: ItemModel): boolean => state === 'in_flight'

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

/** How many items are in which state, those that a step does not see included. */
export const countStates = (items: readonly Pick<ItemModel, 'state'>[], { counts }: RestOfItems): ItemCounts => {
  const all = { ...counts }
  for (const { state } of items) all[state] += 1
  return all
}

/** The end that an intent's items add up to; null while any waits or is under way. */
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

/** The intent with these items: ended if none is left to do. */
const withItems = (model: IntentModel, items: readonly ItemModel[], atMs: number): IntentModel => {
  const counts = countStates(items, model.rest)
  const end = endOf(counts)
  if (end !== null) {
    const reason = model.problem ?? reasonOf(items, model.rest, end)
    return { ...model, ...NO_HOLD, items, state: end, endedAtMs: model.endedAtMs ?? atMs, reason }
  }
  const isSent = INTENT_ITEM_STATES.some((state) => state !== 'waiting' && counts[state] > 0)
  return { ...model, items, state: isSent ? 'in_flight' : 'ready' }
}

const NO_HOLD = { isPaused: false, releaseAtMs: null, holdLeftMs: null } as const

const mapItems = (
  model: IntentModel,
  isMeant: (item: ItemModel) => boolean,
  change: (item: ItemModel) => ItemModel,
): readonly ItemModel[] => model.items.map((item) => (isMeant(item) ? change(item) : item))

const withOutcome = (item: ItemModel, { state, reason, result }: Omit<ItemOutcome, 'item'>): ItemModel => ({
  ...item,
  state,
  reason,
  result: { ...item.result, ...result },
})

type EventOf<Type extends IntentEvent['type']> = Extract<IntentEvent, { type: Type }>

const cancel = (model: IntentModel, atMs: number): IntentModel | null => {
  if (countStates(model.items, model.rest).waiting === 0) return null
  const calledOff = mapItems(model, isWaiting, (item) => ({ ...item, state: 'cancelled' }))
  return withItems({ ...model, ...NO_HOLD }, calledOff, atMs)
}

const begin = (model: IntentModel, { call }: EventOf<'begin'>, atMs: number): IntentModel | null => {
  const isOfCall = (item: ItemModel) => item.call === call && isWaiting(item)
  if (!model.items.some(isOfCall)) return null
  const items = mapItems(model, isOfCall, (item) => ({ ...item, state: 'in_flight' }))
  return { ...model, state: 'in_flight', reason: null, sentAtMs: model.sentAtMs ?? atMs, items }
}

const isOpen = (item: ItemModel): boolean => isWaiting(item) || isUnderWay(item)

/** Whether the call leaves an item that nobody knows the outcome of; what waits behind it is then held back as well. */
export const leavesUnknown = (items: readonly ItemModel[], { call, outcomes }: EventOf<'settle'>): boolean => {
  const known = new Set(outcomes.flatMap(({ item, state }) => (state === 'unknown' ? [] : [item])))
  return items.some(
    (item) => item.call === call && (item.state === 'unknown' || (isOpen(item) && !known.has(item.item))),
  )
}

/** What waits behind a call of unknown outcome. */
const notSent = (item: ItemModel): ItemModel =>
  isWaiting(item) ? { ...item, state: 'failed', reason: AFTER_UNKNOWN } : item

const settle = (model: IntentModel, event: EventOf<'settle'>, atMs: number): IntentModel => {
  const { call, outcomes, problem = null } = event
  const byItem = new Map(outcomes.map((outcome) => [outcome.item, outcome]))
  const settled = model.items.map((item) => {
    if (item.call !== call) return item
    const outcome = byItem.get(item.item)
    if (isOpen(item)) return withOutcome(item, outcome ?? { state: 'unknown', reason: NO_OUTCOME, result: {} })
    // A webhook was faster than the reply, which may know more of it.
    const isConfirmed = item.state === 'confirmed' && outcome?.state === 'confirmed'
    return isConfirmed ? { ...item, result: { ...outcome.result, ...item.result } } : item
  })
  const isUncertain = leavesUnknown(model.items, event)
  if (isUncertain && model.rest.counts.waiting > 0) throw new Error('An uncertain call has to see all that waits.')
  const rest = isUncertain ? settled.map(notSent) : settled
  return withItems({ ...model, problem: model.problem ?? problem }, rest, atMs)
}

const leaveOut = (model: IntentModel, { call, outcomes }: EventOf<'leaveOut'>, atMs: number): IntentModel | null => {
  const byItem = new Map(outcomes.map((outcome) => [outcome.item, outcome]))
  const isMeant = (item: ItemModel) => item.call === call && byItem.has(item.item) && isWaiting(item)
  if (!model.items.some(isMeant)) return null
  const items = model.items.map((item) => {
    const outcome = byItem.get(item.item)
    return outcome !== undefined && isMeant(item) ? withOutcome(item, outcome) : item
  })
  const next = withItems(model, items, atMs)
  return next.endedAtMs === null ? { ...next, state: model.state } : next
}

const wait = (model: IntentModel, { reason }: EventOf<'wait'>): IntentModel | null => {
  if (countStates(model.items, model.rest).in_flight > 0) return null
  return { ...model, state: 'ready', reason }
}

const note = (model: IntentModel, { results }: EventOf<'note'>): IntentModel => {
  const byItem = new Map(results.map(({ item, result }) => [item, result]))
  const items = mapItems(
    model,
    ({ item }) => byItem.has(item),
    (item) => ({ ...item, result: { ...item.result, ...byItem.get(item.item) } }),
  )
  return { ...model, items }
}

const byPlace = ({ items }: IntentModel): ReadonlyMap<number, ItemModel> =>
  new Map(items.map((item) => [item.item, item]))

const recover = (model: IntentModel, { isRepeatable, reason }: EventOf<'recover'>, atMs: number): IntentModel => {
  const found = mapItems(model, isUnderWay, (item) =>
    isRepeatable ? { ...item, state: 'waiting' } : { ...item, state: 'unknown', reason },
  )
  const isUncertain = !isRepeatable && model.items.some(isUnderWay)
  const next = withItems(model, isUncertain ? found.map(notSent) : found, atMs)
  return next.state === 'in_flight' ? { ...next, state: 'ready' } : next
}

const decide = (model: IntentModel, { outcomes }: EventOf<'decide'>, atMs: number): IntentModel | null => {
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

const tell = (model: IntentModel, { item: place, result }: EventOf<'tell'>, atMs: number): IntentModel | null => {
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

const again = (model: IntentModel, event: EventOf<'again'>, atMs: number): IntentModel | null => {
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

const hold = (model: IntentModel, type: 'pause' | 'resume', atMs: number): IntentModel | null => {
  if ((type === 'pause') === model.isPaused) return model
  if (type === 'pause') {
    const holdLeftMs = Math.max(0, (model.releaseAtMs ?? atMs) - atMs)
    return { ...model, isPaused: true, releaseAtMs: null, holdLeftMs }
  }
  return { ...model, isPaused: false, releaseAtMs: atMs + (model.holdLeftMs ?? 0), holdLeftMs: null }
}

/** The intent after the event; null where the event may not happen to it. */
export const step = (model: IntentModel, event: IntentEvent, atMs: number): IntentModel | null => {
  if (!ALLOWED[event.type].has(model.state)) return null
  switch (event.type) {
    case 'release':
      return { ...model, ...NO_HOLD, state: 'ready' }
    case 'elapse':
      return model.releaseAtMs === event.releaseAtMs ? { ...model, ...NO_HOLD, state: 'ready' } : null
    case 'pause':
    case 'resume':
      return hold(model, event.type, atMs)
    case 'cancel':
      return cancel(model, atMs)
    case 'begin':
      return begin(model, event, atMs)
    case 'settle':
      return settle(model, event, atMs)
    case 'leaveOut':
      return leaveOut(model, event, atMs)
    case 'postpone': {
      const isMeant = (item: ItemModel) => item.call === event.call && isUnderWay(item)
      return withItems(
        model,
        mapItems(model, isMeant, (item) => ({ ...item, state: 'waiting' })),
        atMs,
      )
    }
    case 'wait':
      return wait(model, event)
    case 'note':
      return note(model, event)
    case 'recover':
      return recover(model, event, atMs)
    case 'decide':
      return decide(model, event, atMs)
    case 'tell':
      return tell(model, event, atMs)
    case 'again':
      return again(model, event, atMs)
  }
}

// The states of an intent as one pure step: what may happen to it in which state, and what comes of it. Nothing is sent
// here and nothing is stored; whoever does either asks `step` first and keeps what it returns.
// What holds: an item goes out only by `begin`, from `waiting`; nothing but `postpone` (surely not sent) and `recover` of
// a repeatable act leads back there; an item that is confirmed stays so.
import type { IntentItemState, IntentState } from '../../src-shared/desk/intents.ts'

export type ResultFields = Readonly<Record<string, string | number | boolean | null>>

export type ItemModel = {
  readonly item: number
  /** The service call that carries it, from 0. */
  readonly call: number
  readonly state: IntentItemState
  readonly reason: string | null
  readonly result: ResultFields
}

export type IntentModel = {
  readonly state: IntentState
  readonly isPaused: boolean
  readonly releaseAtMs: number | null
  readonly holdLeftMs: number | null
  readonly sentAtMs: number | null
  readonly endedAtMs: number | null
  readonly reason: string | null
  readonly items: readonly ItemModel[]
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
  /** The call's request goes out now. */
  | { readonly type: 'begin'; readonly call: number }
  /** The call has ended; its items that no outcome names have no known outcome. */
  | { readonly type: 'settle'; readonly call: number; readonly outcomes: readonly ItemOutcome[] }
  /** The call was surely not sent, or surely refused for now: its items wait again. */
  | { readonly type: 'postpone'; readonly call: number }
  /** The desk starts and finds the intent in flight. */
  | { readonly type: 'recover'; readonly isRepeatable: boolean; readonly reason: string }
  /** A person, or what could be read, says what became of items that are unknown. */
  | { readonly type: 'decide'; readonly outcomes: readonly ItemOutcome[] }
  /** The service told by itself that the item was done. */
  | { readonly type: 'tell'; readonly item: number; readonly result: ResultFields }
  /** These items go out again as another intent. */
  | { readonly type: 'again'; readonly items: readonly number[]; readonly intentId: string }

const ALLOWED: Readonly<Record<IntentEvent['type'], ReadonlySet<IntentState>>> = {
  release: new Set(['held']),
  pause: new Set(['held']),
  resume: new Set(['held']),
  cancel: new Set(['held', 'ready', 'in_flight']),
  begin: new Set(['ready', 'in_flight']),
  settle: new Set(['ready', 'in_flight']),
  postpone: new Set(['in_flight']),
  recover: new Set(['in_flight']),
  decide: new Set(['unknown', 'ready', 'in_flight']),
  tell: new Set(['in_flight', 'ready', 'unknown']),
  again: new Set(['unknown', 'failed', 'partly_done']),
}

const AFTER_UNKNOWN = 'Not sent: the call before it has no certain outcome. Send it again once that is settled.'
export const NO_OUTCOME = 'The service did not say what became of it.'

const isWaiting = ({ state }: ItemModel): boolean => state === 'waiting'
const isUnderWay = ({ state }: ItemModel): boolean => state === 'in_flight'

/** The end that an intent's items add up to; null while any waits or is under way. */
export const endOf = (items: readonly ItemModel[]): IntentState | null => {
  const has = (state: IntentItemState) => items.some((item) => item.state === state)
  if (has('waiting') || has('in_flight')) return null
  if (has('unknown')) return 'unknown'
  if (!has('confirmed')) return has('failed') || has('skipped') ? 'failed' : 'cancelled'
  return items.every(({ state }) => state === 'confirmed') ? 'confirmed' : 'partly_done'
}

const reasonOf = (items: readonly ItemModel[], end: IntentState): string | null => {
  if (end === 'confirmed' || end === 'cancelled') return null
  const worst = end === 'unknown' ? ['unknown'] : ['failed', 'skipped', 'cancelled']
  return items.find(({ state, reason }) => worst.includes(state) && reason !== null)?.reason ?? null
}

/** The intent with these items: ended if none is left to do. */
const withItems = (model: IntentModel, items: readonly ItemModel[], atMs: number): IntentModel => {
  const end = endOf(items)
  if (end !== null)
    return { ...model, ...NO_HOLD, items, state: end, endedAtMs: model.endedAtMs ?? atMs, reason: reasonOf(items, end) }
  const isSent = items.some(({ state }) => state !== 'waiting')
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
  if (!model.items.some(isWaiting)) return null
  const calledOff = mapItems(model, isWaiting, (item) => ({ ...item, state: 'cancelled' }))
  return withItems({ ...model, ...NO_HOLD }, calledOff, atMs)
}

const begin = (model: IntentModel, { call }: EventOf<'begin'>, atMs: number): IntentModel | null => {
  const isOfCall = (item: ItemModel) => item.call === call && isWaiting(item)
  if (!model.items.some(isOfCall)) return null
  const items = mapItems(model, isOfCall, (item) => ({ ...item, state: 'in_flight' }))
  return { ...model, state: 'in_flight', sentAtMs: model.sentAtMs ?? atMs, items }
}

const settle = (model: IntentModel, { call, outcomes }: EventOf<'settle'>, atMs: number): IntentModel => {
  const byItem = new Map(outcomes.map((outcome) => [outcome.item, outcome]))
  const isOpen = (item: ItemModel) => isWaiting(item) || isUnderWay(item)
  const settled = model.items.map((item) => {
    if (item.call !== call) return item
    const outcome = byItem.get(item.item)
    if (isOpen(item)) return withOutcome(item, outcome ?? { state: 'unknown', reason: NO_OUTCOME, result: {} })
    // A webhook was faster than the reply, which may know more of it.
    const isConfirmed = item.state === 'confirmed' && outcome?.state === 'confirmed'
    return isConfirmed ? { ...item, result: { ...outcome.result, ...item.result } } : item
  })
  const isUncertain = settled.some((item) => item.call === call && item.state === 'unknown')
  const rest = isUncertain
    ? settled.map((item) => (isWaiting(item) ? { ...item, state: 'failed' as const, reason: AFTER_UNKNOWN } : item))
    : settled
  return withItems(model, rest, atMs)
}

const recover = (model: IntentModel, { isRepeatable, reason }: EventOf<'recover'>, atMs: number): IntentModel => {
  const items = mapItems(model, isUnderWay, (item) =>
    isRepeatable ? { ...item, state: 'waiting' } : { ...item, state: 'unknown', reason },
  )
  const next = withItems(model, items, atMs)
  return next.state === 'in_flight' ? { ...next, state: 'ready' } : next
}

const decide = (model: IntentModel, { outcomes }: EventOf<'decide'>, atMs: number): IntentModel | null => {
  const byItem = new Map(outcomes.map((outcome) => [outcome.item, outcome]))
  if (outcomes.some(({ item }) => model.items[item]?.state !== 'unknown')) return null
  const items = model.items.map((item) => {
    const outcome = byItem.get(item.item)
    return outcome === undefined ? item : withOutcome(item, outcome)
  })
  const next = withItems(model, items, atMs)
  return next.endedAtMs === null ? { ...next, state: model.state } : next
}

const tell = (model: IntentModel, { item: place, result }: EventOf<'tell'>, atMs: number): IntentModel | null => {
  const told = model.items[place]
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
  (state === 'failed' || state === 'unknown') && result.againAs === undefined

const again = (model: IntentModel, event: EventOf<'again'>, atMs: number): IntentModel | null => {
  const wanted = new Set(event.items)
  if (event.items.some((place) => model.items[place] === undefined)) return null
  if (model.items.some((item) => wanted.has(item.item) && !mayGoAgain(item))) return null
  const items = mapItems(
    model,
    (item) => wanted.has(item.item),
    (item) => ({ ...item, state: 'failed', result: { ...item.result, againAs: event.intentId } }),
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
    case 'pause':
    case 'resume':
      return hold(model, event.type, atMs)
    case 'cancel':
      return cancel(model, atMs)
    case 'begin':
      return begin(model, event, atMs)
    case 'settle':
      return settle(model, event, atMs)
    case 'postpone': {
      const isMeant = (item: ItemModel) => item.call === event.call && isUnderWay(item)
      return withItems(
        model,
        mapItems(model, isMeant, (item) => ({ ...item, state: 'waiting' })),
        atMs,
      )
    }
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

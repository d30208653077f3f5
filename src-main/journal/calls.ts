import type { Mutex } from 'async-mutex'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Intent, IntentKind, IntentState } from '../../src-shared/desk/intents.ts'
import { asAgain } from '../../src-shared/desk/values/moves.ts'
import { ENDED_INTENTS } from '../../src-shared/desk/values/state-names.ts'
import { toInstant } from '../base/clock.ts'
import type { RoomParts } from '../room.ts'
import { againIfStale, readPositionNow } from '../store/read-position.ts'
import type { ReadPosition } from '../store/store.ts'
import { colleaguesOf } from '../store/team/colleagues.ts'
import { alreadyDone, noItem, refused } from './already-done.ts'
import type { Apply } from './changes.ts'
import type { Holds } from './holds.ts'
import type { JournalKind } from './kind.ts'
import { createMoveParts, type MoveParts } from './move-parts.ts'
import type { IntentRequest } from './new-intent.ts'
import type { OutcomePoller } from './outcome-poller.ts'
import type { Outgoing } from './outgoing.ts'
import type { ChangedIntent } from './queries/intents.ts'
import type { IntentHead, ItemToSend } from './queries/intents-open.ts'
import { mayRetry } from './rules/item-updates.ts'
import { certainAtMs } from './rules/lost.ts'

type IntentCalls = 'list' | 'get' | 'cancel' | 'releaseNow' | 'pause' | 'resolve'
export type IntentHandlers = Pick<Handlers, `intents.${IntentCalls}`>

/** Sends items of an ended intent again, as given, as a new intent; its id. Null if one may not be sent again. */
export type Retry = (again: {
  readonly id: string
  readonly items: readonly number[]
  readonly request: IntentRequest
  /** What was checked before; rejects as stale if it was changed since. */
  readonly readPosition?: ReadPosition | undefined
}) => Promise<string | null>

export type IntentHandlersDeps = Pick<RoomParts, 'store' | 'clock'> & {
  readonly kinds: Readonly<Record<IntentKind, JournalKind>>
  readonly apply: Apply
  readonly release: (id: string) => Promise<ChangedIntent | null>
  readonly holds: Holds
  /** False if nothing was left to cancel. */
  readonly cancel: (id: string) => Promise<boolean>
  readonly retry: Retry
  readonly poll: OutcomePoller['poll']
  readonly arm: (intent: ChangedIntent) => void
  readonly mutex: Mutex
  /** In a team: why this desk does not send what is ready. Null: a desk alone, which stores it. */
  readonly waitOf: Outgoing['waitOf'] | null
  /** What its person called another desk of the team; null: not known now. */
  readonly deskName: (deskNo: number) => Promise<string | null>
}

const DECIDED = {
  confirmed: 'You checked: it was done.',
  failed: 'You checked: it was not done.',
} as const

const beingSentBy = (deskName: string): string => `Being sent by ${deskName}: it cannot be cancelled any more.`

const tooEarly = (intent: WithItems, untilMs: number) =>
  refused(
    `The desk that was sending this was interrupted, and its request may still arrive. Nothing was sent. Send it again after ${toInstant(untilMs)}.`,
    intent,
  )

const stillUncertain = (intent: WithItems, items: readonly ItemToSend[]) => {
  const names = items
    .slice(0, 5)
    .map(({ label }) => label)
    .join(', ')
  const more = items.length > 5 ? ` and ${items.length - 5} more` : ''
  const sentence = `It is still unknown whether these were sent: ${names}${more}. Nothing was sent.`
  return new DeskError('conflict', `${sentence} Check again in a minute, or choose whether they were done.`, {
    brandId: intent.brandId,
    issues: items.slice(0, 20).map(({ item, reason }) => ({ path: `items.${item}`, message: reason ?? 'unknown' })),
  })
}

type WithItems = IntentHead & { readonly items: readonly ItemToSend[] }

/** The wanted items, or all that fit. Throws if one does not exist or fit, or if none is left. */
const chosen = (
  intent: WithItems,
  wanted: readonly number[] | undefined,
  isFit: (item: ItemToSend) => boolean,
): readonly ItemToSend[] => {
  const byIndex = new Map(intent.items.map((item) => [item.item, item]))
  const items =
    wanted === undefined
      ? intent.items.filter(isFit)
      : [...new Set(wanted)].map((index) => {
          const item = byIndex.get(index)
          if (item === undefined) throw noItem(index)
          if (!isFit(item)) throw refused(`"${item.label}" is ${item.state}: nothing to decide.`, intent)
          return item
        })
  if (items.length === 0) throw refused('This intent has nothing left to decide.', intent)
  return items
}

const isEnded = ({ state }: { readonly state: IntentState }): boolean => ENDED_INTENTS.includes(state)

const inOrder = ({ out, rest }: MoveParts): string[] => [...(out === null ? [] : [out]), ...rest].map(({ id }) => id)

/** Sends items of an ended intent again, as a new intent; its id. */
const createResolveRetry = ({ store, clock, kinds, poll, retry, mutex }: IntentHandlersDeps) => {
  const read = (id: string): Promise<WithItems> => store.read('intents.items', { id, scope: 'all' })

  /** Polls the outcome first if the service can tell it, so that only items which it surely lacks are sent again. */
  const afterPoll = async (intent: WithItems, wanted: readonly number[] | undefined): Promise<WithItems> => {
    const isMeant = ({ item, state }: ItemToSend) => state === 'unknown' && (wanted?.includes(item) ?? true)
    if (kinds[intent.kind].reconcile === null || !intent.items.some(isMeant)) return intent
    await poll(intent.id)
    const after = await read(intent.id)
    const uncertain = after.items.filter(isMeant)
    const isRestEmpty = !after.items.some(({ state }) => state === 'failed')
    if (uncertain.length > 0 && (wanted !== undefined || isRestEmpty)) throw stillUncertain(intent, uncertain)
    return after
  }

  /** Asks the service again: items that it has are left out, or refused if a person named them. */
  const stillToSend = async (
    intent: WithItems,
    items: readonly ItemToSend[],
    isNamed: boolean,
  ): Promise<readonly ItemToSend[]> => {
    const { kind, brandId, details } = intent
    const { beforeRetry } = kinds[kind]
    const [first, ...rest] = items
    if (beforeRetry === null || first === undefined) return items
    const { payloads, refused: refusals } = await beforeRetry({ brandId, details, items: [first, ...rest] })
    const isRefused = new Set(refusals.map(({ item }) => item))
    const going = items.filter(({ item }) => !isRefused.has(item))
    if (refusals.length > 0 && (isNamed || going.length === 0)) throw alreadyDone(intent, refusals)
    return going.map((one) => ({ ...one, payload: payloads.get(one.item) ?? one.payload }))
  }

  type RetryItems = {
    readonly id: string
    readonly meant: readonly ItemToSend[]
    readonly isNamed: boolean
    /** By contact, as it was before anything was checked. */
    readonly newest: ReadonlyMap<string, number>
  }

  /** Stores the items that may still be sent as a new intent; its id. */
  const writeRetry = async (intent: WithItems, { id, meant, isNamed, newest }: RetryItems): Promise<string> => {
    const { kind, brandId, details } = intent
    const items = await stillToSend(intent, meant, isNamed)
    const [first, ...rest] = items
    const request = {
      ...{ kind, brandId, details: asAgain(details) },
      items: items.map(({ label, refId, payload }) => ({ label, refId, payload, afterNo: newest.get(refId) })),
    }
    const { assertMayRetry, retryReads } = kinds[kind]
    const write = async () => {
      const readPosition = readPositionNow(store, retryReads)
      if (first !== undefined) await assertMayRetry({ brandId, details, items: [first, ...rest] })
      return retry({ id, items: items.map(({ item }) => item), request, readPosition })
    }
    const newId = await mutex.runExclusive(() => againIfStale(write))
    if (newId === null) throw refused('This intent has not ended yet, or its items were already sent again.', intent)
    return newId
  }

  /** Throws `conflict` while a request of a desk that lost its lease may still be under way. */
  const assertCertain = (intent: WithItems, wanted: readonly number[] | undefined): void => {
    const meant = intent.items.filter(({ item }) => wanted?.includes(item) ?? true)
    const untilMs = Math.max(0, ...meant.map(({ result }) => certainAtMs(result)))
    if (untilMs > clock.now()) throw tooEarly(intent, untilMs)
  }

  const newestPitches = async ({ kind, brandId, items }: WithItems): Promise<ReadonlyMap<string, number>> => {
    const ids = kind === 'queue' ? items.map(({ refId }) => refId) : []
    return ids.length === 0 ? new Map() : store.read('intents.newestPitches', { brandId, ids })
  }

  const resolveRetry = async (id: string, wanted: readonly number[] | undefined): Promise<string> => {
    const before = await read(id)
    assertCertain(before, wanted)
    const newest = await newestPitches(before)
    const intent = await afterPoll(before, wanted)
    const { kind, details } = intent
    const isAsked = kinds[kind].reconcile !== null
    const isNamed = wanted !== undefined
    const meant = chosen(intent, wanted, (item) => {
      return mayRetry(item) && (isNamed || item.state !== 'skipped') && !(isAsked && item.state === 'unknown')
    })
    kinds[kind].assertPossible(details, clock.now())
    return writeRetry(intent, { id, meant, isNamed, newest })
  }

  return resolveRetry
}

export const createIntentHandlers = (deps: IntentHandlersDeps): IntentHandlers => {
  const { store, clock, apply, release, holds, cancel, arm, deskName, waitOf } = deps
  const resolveRetry = createResolveRetry(deps)

  /** The reason is this desk's own while no desk is at it: what other desks can do, it does not know. */
  const withWait = <Shown extends Intent>(intent: Shown): Shown => {
    const { state, claimedBy } = intent
    const isTaken = claimedBy != null && Date.parse(claimedBy.until) > clock.now()
    if (waitOf === null || state !== 'ready' || isTaken) return intent
    return { ...intent, reason: waitOf(intent) ?? intent.reason }
  }
  const intentOf = async (id: string): Promise<Intent> => withWait(await store.read('intents.withoutItems', { id }))

  const { partsOf, assertCancellable } = createMoveParts(store)

  /** Which desk sends it; null: this one, or none. */
  const senderOf = async (id: string): Promise<string | null> => {
    const claim = await store.read('intents.claim', { id })
    if (claim === null || colleaguesOf(store).isThisDesk(claim.deskNo) || claim.untilMs <= clock.now()) return null
    return (await deskName(claim.deskNo).catch(() => null)) ?? 'another desk'
  }

  const notWaiting = async (intent: Intent): Promise<DeskError> => {
    const sender = isEnded(intent) ? null : await senderOf(intent.id)
    const why = sender === null ? 'It cannot be cancelled: it has ended or is being sent.' : beingSentBy(sender)
    return refused(why, intent)
  }

  const cancelItems = async (before: Intent, items: readonly number[]): Promise<Intent> => {
    if (before.kind !== 'queue') throw refused('Only pitches are cancelled one by one. Cancel the action.', before)
    const changed = await apply(before.id, { type: 'cancel', items })
    if (changed === null) throw refused('They are no longer held, so they cannot be cancelled one by one.', before)
    if (changed.endedAtMs !== null) holds.clear(before.id)
    return intentOf(before.id)
  }

  return {
    'intents.list': async (input) => {
      const { rows, ...page } = await store.read('intents.list', { ...input, me: colleaguesOf(store).me() })
      return { rows: rows.map(withWait), ...page }
    },
    'intents.get': async (input) => withWait(await store.read('intents.get', input)),
    'intents.cancel': async ({ id, items }) => {
      const before = await intentOf(id)
      if (items !== undefined) return cancelItems(before, items)
      const { out, rest } = await partsOf(before)
      assertCancellable(before, out)
      const isOutCancelled = out !== null && !isEnded(out) && (await cancel(out.id))
      if (out !== null && !isEnded(out) && !isOutCancelled) assertCancellable(before, { ...out, state: 'in_flight' })
      const cancelled = []
      for (const part of rest) if (await cancel(part.id)) cancelled.push(part.id)
      if (!isOutCancelled && cancelled.length === 0) throw await notWaiting(await intentOf(id))
      return intentOf(id)
    },
    'intents.releaseNow': async ({ id }) => {
      const before = await intentOf(id)
      const released = []
      for (const part of inOrder(await partsOf(before))) {
        if ((await release(part)) === null) continue
        holds.clear(part)
        released.push(part)
      }
      if (released.length === 0) throw refused('It is not held, so it cannot be released.', before)
      return intentOf(id)
    },
    'intents.pause': async ({ id, paused }) => {
      const before = await intentOf(id)
      const parts = inOrder(await partsOf(before))
      const changed = []
      // The schedule stops first and starts last, so that it never gets ahead of the unschedule.
      for (const part of paused ? parts.toReversed() : parts) {
        const intent = await apply(part, { type: paused ? 'pause' : 'resume' })
        if (intent === null) continue
        changed.push(part)
        if (paused) holds.clear(part)
        else arm(intent)
      }
      if (changed.length === 0) throw refused('It is no longer held: its countdown has ended.', before)
      return intentOf(id)
    },
    'intents.resolve': async ({ id, items: wanted, as }) => {
      if (as === 'retry') {
        const newIntentId = await resolveRetry(id, wanted)
        return { intent: await intentOf(id), newIntentId }
      }
      const intent = await store.read('intents.items', { id, scope: 'all' })
      const items = chosen(intent, wanted, ({ state }) => state === 'unknown')
      const outcomes = items.map(({ item }) => ({ item, state: as, reason: DECIDED[as], result: {} }))
      if ((await apply(id, { type: 'decide', outcomes, isByPerson: true })) === null)
        throw refused('Its items changed meanwhile. Reload it and try again.', intent)
      return { intent: await intentOf(id), newIntentId: null }
    },
  }
}

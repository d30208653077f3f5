// One intent over the wire, call by call. Each call is marked in flight on disk before its request goes out, and what it
// came to is on disk before the next call begins; so a crash between calls repeats none that was done.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { StoredIntent } from '../store/queries/intents.ts'
import type { Store } from '../store/store.ts'
import type { CallGroup, CallItem, JournalKind } from './kind.ts'
import type { IntentEvent, ItemOutcome } from './states.ts'
import { outcomesOfError } from './words.ts'

/** Stores an event; null where it may not happen (any more). */
export type Apply = (id: string, event: IntentEvent) => Promise<StoredIntent | null>

export type SenderDeps = {
  readonly store: Store
  readonly client: Pick<ServiceClient, 'request'>
  readonly clock: Clock
  readonly log: Log
  readonly kindOf: (kind: StoredIntent['kind']) => JournalKind
  readonly apply: Apply
  /** Begun before a request, told of its error: only a key that is still the brand's is blamed for it. */
  readonly watchKey: (brandId: string) => { readonly refused: (error: unknown) => Promise<void> }
  /** The desk is closing: no further call begins. */
  readonly isClosing: () => boolean
}

export type Sending = {
  readonly done: Promise<void>
  /**
   * Ends a wait for the limiter; true if there was one. `called-off`: what was not sent never is; `closing`: it stays for
   * the next start.
   */
  readonly giveUp: (why: 'called-off' | 'closing') => boolean
}

type Run = { readonly controller: AbortController; isHeldBack: boolean; isCalledOff: boolean }
type ToSend = StoredIntent & { readonly payloads: readonly CallItem['payload'][] }

const STORE_AGAIN_MS = 2_000

const waitingCalls = (intent: ToSend): number[] => [
  ...new Set(intent.items.filter(({ state }) => state === 'waiting').map(({ call }) => call)),
]

const groupOf = (intent: ToSend, call: number): CallGroup | null => {
  const items = intent.items
    .filter((item) => item.call === call && item.state === 'waiting')
    .map(({ item, subject }) => ({ item, subject, payload: intent.payloads[item] ?? {} }))
  const [first, ...rest] = items
  return first === undefined ? null : { brandId: intent.brandId, details: intent.details, items: [first, ...rest] }
}

const calledOff = () => new DeskError('cancelled', 'It was called off before it was sent.')

export const createSender = (deps: SenderDeps) => {
  const { store, client, clock, log, kindOf, apply, watchKey, isClosing } = deps

  /** A full disk must not lose what a call came to: it is tried until it is written, or the desk ends. */
  const applySurely = async (id: string, event: IntentEvent): Promise<StoredIntent | null> => {
    for (;;) {
      try {
        return await apply(id, event)
      } catch (error) {
        log.error({ err: error, intentId: id }, 'what a call came to was not stored')
        if (isClosing()) throw error
        await clock.sleep(STORE_AGAIN_MS)
      }
    }
  }

  const attempt = async (
    intent: ToSend,
    { call, group, run }: { call: number; group: CallGroup; run: Run },
  ): Promise<{ isBegun: boolean; outcomes?: readonly ItemOutcome[]; error?: unknown }> => {
    const kind = kindOf(intent.kind)
    let isBegun = false
    const beforeSend = async () => {
      if (isBegun) return
      if (run.isCalledOff || (await apply(intent.id, { type: 'begin', call })) === null) throw calledOff()
      isBegun = true
    }
    const onWait = () => {
      run.isHeldBack = true
      if (run.isCalledOff || isClosing()) run.controller.abort()
      return () => {
        run.isHeldBack = false
      }
    }
    try {
      kind.assertPossible(intent.details, clock.now())
      const options = { brandId: intent.brandId, signal: run.controller.signal, onWait, beforeSend }
      return { outcomes: await kind.send(client, group, options), isBegun }
    } catch (error) {
      return { error, isBegun }
    }
  }

  const reconcile = async (intent: StoredIntent, group: CallGroup): Promise<void> => {
    const found = await kindOf(intent.kind)
      .reconcile(group)
      .catch((error: unknown) => {
        log.warn({ err: error, intentId: intent.id }, 'what became of it could not be read')
        return []
      })
    if (found.length > 0) await applySurely(intent.id, { type: 'decide', outcomes: found })
  }

  /** True if the intent goes on with its next call. */
  const sendCall = async (intent: ToSend, call: number, run: Run): Promise<boolean> => {
    const group = groupOf(intent, call)
    if (group === null) return true
    const { id, brandId } = intent
    const key = watchKey(brandId)
    const { outcomes, error, isBegun } = await attempt(intent, { call, group, run })
    if (error instanceof DeskError && error.kind === 'cancelled') {
      if (isBegun) await applySurely(id, { type: 'postpone', call })
      if (run.isCalledOff) await applySurely(id, { type: 'cancel' })
      return false
    }
    if (error !== undefined) {
      log.warn({ err: error, intentId: id, brandId }, 'a call of the journal failed')
      key.refused(error).catch((err: unknown) => log.warn({ err }, 'the state of a key was not stored'))
    }
    const ended = outcomes ?? outcomesOfError(error, group.items, isBegun)
    const after = await applySurely(id, { type: 'settle', call, outcomes: ended })
    const unknown = after?.items.filter((item) => item.call === call && item.state === 'unknown') ?? []
    if (after !== null && unknown.length > 0) await reconcile(after, group)
    return after !== null && after.endedAtMs === null
  }

  const sendAll = async (id: string, run: Run): Promise<void> => {
    const intent = await store.read('intents.toSend', { id })
    for (const call of waitingCalls(intent)) {
      const isGoingOn = await sendCall(intent, call, run)
      if (!isGoingOn || isClosing() || run.isCalledOff) return
    }
  }

  const send = (id: string): Sending => {
    const run: Run = { controller: new AbortController(), isHeldBack: false, isCalledOff: false }
    const done = sendAll(id, run).catch((error: unknown) => {
      log.error({ err: error, intentId: id }, 'an intent could not be sent')
    })
    return {
      done,
      giveUp: (why) => {
        run.isCalledOff ||= why === 'called-off'
        if (run.isHeldBack) run.controller.abort()
        return run.isHeldBack
      },
    }
  }

  return { send, reconcile }
}

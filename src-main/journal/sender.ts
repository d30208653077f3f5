// One intent over the wire, call by call. Each call is marked in flight on disk before its request goes out, and what it
// came to is on disk before the next request goes out, at the latest in the same commit that begins it; so a crash
// between calls repeats none that was done.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { PAUSE_MAX_MS, type ServiceClient } from '../service-client/client.ts'
import type { ChangedIntent } from '../store/queries/intents.ts'
import type { IntentHead } from '../store/queries/intents-open.ts'
import type { Store } from '../store/store.ts'
import type { KeyWatch } from '../sync/key-watch.ts'
import { STORE_AGAIN_MS } from './holds.ts'
import { isGone } from './is-gone.ts'
import type { CallGroup, CallResult, JournalKind } from './kind.ts'
import type { IntentEvent } from './states/events.ts'
import { keyWait, outcomesOfError, TRACE_FAILED } from './words.ts'

/** Stores an event; null where it may not happen (any more). */
export type Apply = (id: string, event: IntentEvent) => Promise<ChangedIntent | null>

export type ApplyAll = (id: string, events: readonly IntentEvent[]) => Promise<readonly (ChangedIntent | null)[]>

export type SenderDeps = {
  readonly store: Store
  readonly client: Pick<ServiceClient, 'request'>
  readonly clock: Clock
  readonly log: Log
  readonly kindOf: (kind: ChangedIntent['kind']) => JournalKind
  readonly apply: Apply
  /** Stores events that follow each other in one commit. */
  readonly applyAll: ApplyAll
  /** Begun before a request, told of its error: only a key that is still the brand's is blamed for it. */
  readonly watchKey: (brandId: string) => KeyWatch
  /** Whether the brand's key is known not to work, so that what waits for a key has to. */
  readonly isKeyRefused: (brandId: string) => boolean
  /** The service asks for a pause of this kind of act, which is longer than a request may wait. */
  readonly pause: (intent: Pick<IntentHead, 'brandId' | 'kind'>, ms: number) => void
  /** Whether the person holds all sends. */
  readonly areSendsHeld: () => boolean
  /** Its items are unknown: they are looked for. */
  readonly doubt: (intent: ChangedIntent) => Promise<void>
  /** Aborted when the desk is closing: no further call begins. */
  readonly closing: AbortSignal
}

/** `waits`: something of it waits, for a key, the end of a pause or of the hold of all sends; `stuck`: the store failed it. */
type End = 'done' | 'waits' | 'stuck'

export type Sending = {
  readonly done: Promise<End>
  /**
   * Ends a wait for the limiter; true if there was one. `called-off`: what waits there never goes; `for-good`: nothing
   * that was not sent ever does, whatever it does now; `closing`: it stays for the next start.
   */
  readonly giveUp: (why: 'called-off' | 'for-good' | 'closing' | 'held') => boolean
}

type Run = {
  readonly controller: AbortController
  isHeldBack: boolean
  isCalledOff: boolean
  /** What the last call came to, to be stored with the beginning of the next. */
  unsaved: IntentEvent | null
  saving: Promise<unknown>
}
type Attempt = { isBegun: boolean; trace?: Awaited<ReturnType<JournalKind['send']>>; error?: unknown }
type Call = {
  readonly intent: IntentHead
  readonly call: number
  readonly group: CallGroup
  readonly run: Run
  readonly hasNext: boolean
}

/** A call whose beginning is not on disk: nothing of it was sent. */
class NotBegun extends Error {}

/** Something of a call must not be sent any more: nothing of it was, and what may go is read anew. */
class OutOfDate extends Error {}

const calledOff = () => new DeskError('cancelled', 'It was called off before it was sent.')
/** How long the service asks to wait; null where it does not. */
const pauseOf = (error: unknown): number | null =>
  error instanceof DeskError && error.kind === 'rate-limited'
    ? Math.min((error.detail?.retryAfterSeconds ?? 60) * 1000, PAUSE_MAX_MS)
    : null
const isRefusal = (error: unknown): error is DeskError =>
  error instanceof DeskError && (error.kind === 'unauthorized' || error.kind === 'forbidden')

export const createSender = (deps: SenderDeps) => {
  const {
    store,
    client,
    clock,
    log,
    kindOf,
    apply,
    applyAll,
    watchKey,
    isKeyRefused,
    pause,
    areSendsHeld,
    doubt,
    closing,
  } = deps

  /** A full disk must not lose what a call came to: it is tried until it is written, or the desk ends. */
  const applySurely = async (id: string, event: IntentEvent): Promise<ChangedIntent | null> => {
    for (;;) {
      try {
        return await apply(id, event)
      } catch (error) {
        log.error({ err: error, intentId: id }, 'what a call came to was not stored')
        if (closing.aborted) throw error
        await clock.sleep(STORE_AGAIN_MS)
      }
    }
  }

  /** Stores what the last call came to, where no next one does. */
  const flush = async (id: string, run: Run): Promise<void> => {
    const { unsaved } = run
    run.unsaved = null
    if (unsaved !== null) run.saving = applySurely(id, unsaved)
    await run.saving
  }

  /** The call is in flight on disk, and what the one before came to is. Null where it may not go. */
  const beginCall = async (id: string, call: number, run: Run): Promise<ChangedIntent | null> => {
    await run.saving
    const { unsaved } = run
    const begin: IntentEvent = { type: 'begin', call }
    const events = unsaved === null ? [begin] : [unsaved, begin]
    const begun = (await applyAll(id, events)).at(-1) ?? null
    run.unsaved = null
    return begun
  }

  const isOnHold = ({ kind }: IntentHead): boolean => kindOf(kind).isSend && areSendsHeld()

  const groupOf = async (intent: IntentHead, call: number): Promise<CallGroup | null> => {
    const { items } = await store.read('intents.items', { id: intent.id, scope: { call } })
    const [first, ...rest] = items.filter(({ state }) => state === 'waiting')
    return first === undefined ? null : { brandId: intent.brandId, details: intent.details, items: [first, ...rest] }
  }

  /** What of the call may still go; null where nothing may. */
  const stillToGo = async (intent: IntentHead, call: number, group: CallGroup): Promise<CallGroup | null> => {
    const outcomes = await kindOf(intent.kind).leftOut(group)
    if (outcomes.length === 0) return group
    await applySurely(intent.id, { type: 'leaveOut', call, outcomes })
    const isLeftOut = new Set(outcomes.map(({ item }) => item))
    const [first, ...rest] = group.items.filter(({ item }) => !isLeftOut.has(item))
    return first === undefined ? null : { ...group, items: [first, ...rest] }
  }

  /** Throws where something of the call must not go any more, or where that cannot be read. */
  const assertUpToDate = async ({ intent, group }: Call): Promise<void> => {
    const leftOut = await kindOf(intent.kind)
      .leftOut(group)
      .catch((error: unknown) => {
        throw new OutOfDate('What must not be sent any more could not be read.', { cause: error })
      })
    if (leftOut.length > 0) throw new OutOfDate('Something of it must not be sent any more.')
  }

  const attempt = async (at: Call): Promise<Attempt> => {
    const { intent, call, group, run } = at
    const kind = kindOf(intent.kind)
    let isBegun = false
    let hasWaited = false
    const assertGoes = () => {
      if (run.isCalledOff || isOnHold(intent)) throw calledOff()
    }
    const begin = async () => {
      if (hasWaited) await assertUpToDate(at)
      const begun = await beginCall(intent.id, call, run).catch((error: unknown) => {
        throw new NotBegun('The beginning of a call was not stored.', { cause: error })
      })
      if (begun === null) throw calledOff()
      isBegun = true
      // What goes out is what was read: nothing of it may have been called off meanwhile.
      if (begun.changed.length !== group.items.length) throw calledOff()
    }
    const beforeSend = async () => {
      assertGoes()
      if (!isBegun) await begin()
      await assertUpToDate(at)
      assertGoes()
    }
    const onWait = () => {
      run.isHeldBack = true
      hasWaited = true
      // It may be a long wait: nothing is left unsaved over it.
      flush(intent.id, run).catch((error: unknown) => log.error({ err: error }, 'an end was not stored'))
      if (run.isCalledOff || closing.aborted || isOnHold(intent)) run.controller.abort()
      return () => {
        run.isHeldBack = false
      }
    }
    try {
      kind.assertPossible(intent.details, clock.now())
      const options = { brandId: intent.brandId, signal: run.controller.signal, onWait, beforeSend }
      return { trace: await kind.send(client, group, options), isBegun }
    } catch (error) {
      return { error, isBegun }
    }
  }

  /** What the service's reply says; null where the desk closes before that could be read. */
  const readReply = async (
    { intent, group }: Call,
    trace: NonNullable<Attempt['trace']>,
  ): Promise<CallResult | null> => {
    try {
      return await trace({ signal: closing })
    } catch (error) {
      if (closing.aborted) return null
      log.warn({ err: error, intentId: intent.id }, 'the reply of a call could not be traced')
      const why = error instanceof DeskError ? ` ${error.message}` : ''
      const unknown = { state: 'unknown', reason: `${TRACE_FAILED}${why}`, result: {} } as const
      return { outcomes: group.items.map(({ item }) => ({ item, ...unknown })), problem: null }
    }
  }

  const settle = async (at: Call, { outcomes, problem }: CallResult): Promise<End | 'next'> => {
    const { intent, call, group, run } = at
    const event: IntentEvent = { type: 'settle', call, outcomes, problem }
    const isClear = problem === null && outcomes.length === group.items.length
    if (at.hasNext && isClear && outcomes.every(({ state }) => state === 'confirmed')) {
      run.unsaved = event
      return 'next'
    }
    const after = await applySurely(intent.id, event)
    if (after === null) return 'done'
    if (after.changed.some(({ state }) => state === 'unknown')) await doubt(after)
    return after.endedAtMs === null ? 'next' : 'done'
  }

  const onCancelled = async ({ intent, call, run }: Call, isBegun: boolean): Promise<End> => {
    if (isBegun) await applySurely(intent.id, { type: 'postpone', call })
    if (run.isCalledOff) await applySurely(intent.id, { type: 'cancel' })
    return run.isCalledOff ? 'done' : 'waits'
  }

  /** Surely not done, and not to be asked for just now. */
  const postpone = async ({ intent, call }: Call, { isBegun }: Attempt): Promise<void> => {
    if (isBegun) await applySurely(intent.id, { type: 'postpone', call })
  }

  /** The key does not work: the call waits for one that does. False where the refusal is about the call itself. */
  const waitForKey = async (at: Call, attempted: Attempt): Promise<boolean> => {
    const { intent } = at
    const { error } = attempted
    if (!kindOf(intent.kind).waitsForKey || !isRefusal(error) || !isKeyRefused(intent.brandId)) return false
    await postpone(at, attempted)
    await applySurely(intent.id, { type: 'wait', reason: keyWait(error) })
    return true
  }

  const sendCall = async (at: Call): Promise<End | 'next' | 'anew'> => {
    const { id, brandId } = at.intent
    const key = watchKey(brandId)
    const attempted = await attempt(at)
    const { trace, error, isBegun } = attempted
    await flush(id, at.run)
    if (trace !== undefined) {
      const result = await readReply(at, trace)
      return result === null ? 'waits' : settle(at, result)
    }
    if (error instanceof NotBegun) throw error
    if (error instanceof OutOfDate) {
      await postpone(at, attempted)
      return 'anew'
    }
    if (error instanceof DeskError && error.kind === 'cancelled') return onCancelled(at, isBegun)
    log.warn({ err: error, intentId: id, brandId }, 'a call of the journal failed')
    const pauseMs = pauseOf(error)
    if (pauseMs !== null) {
      await postpone(at, attempted)
      pause(at.intent, pauseMs)
      return 'waits'
    }
    if (isRefusal(error) && !key.isCurrent()) {
      await postpone(at, attempted)
      return 'waits' // which is no wait: its key is another one by now
    }
    const refused = key.refused(error).catch((err: unknown) => log.warn({ err }, 'the state of a key was not stored'))
    if (isRefusal(error)) await refused
    if (await waitForKey(at, attempted)) return 'waits'
    return settle(at, { outcomes: outcomesOfError(error, at.group.items, isBegun), problem: null })
  }

  /** What of the call may go, for as long as it takes until none of it has to stay. */
  const sendWhatMayGo = async (read: CallGroup | null, at: Omit<Call, 'group'>): Promise<End | 'next'> => {
    const { intent, call, run } = at
    for (let waiting = read; waiting !== null; waiting = await groupOf(intent, call)) {
      if (closing.aborted || run.isCalledOff) return 'done'
      if (isOnHold(intent)) return 'waits'
      const group = await stillToGo(intent, call, waiting)
      if (group === null) return 'next'
      const end = await sendCall({ ...at, group })
      if (end !== 'anew') return end
    }
    return 'next'
  }

  const sendAll = async (id: string, run: Run): Promise<End> => {
    const { waitingCalls, ...intent } = await store.read('intents.toSend', { id })
    let next = waitingCalls[0] === undefined ? null : groupOf(intent, waitingCalls[0])
    for (const [place, call] of waitingCalls.entries()) {
      const read = await next
      // Read while this call is on its way.
      const following = waitingCalls[place + 1]
      next = following === undefined ? null : groupOf(intent, following)
      next?.catch(() => undefined) // told where it is awaited
      const end = await sendWhatMayGo(read, { intent, call, run, hasNext: following !== undefined })
      if (end !== 'next') return end
    }
    return 'done'
  }

  const send = (id: string): Sending => {
    const run: Run = {
      controller: new AbortController(),
      ...{ isHeldBack: false, isCalledOff: false },
      ...{ unsaved: null, saving: Promise.resolve() },
    }
    const done = sendAll(id, run)
      .finally(() => flush(id, run))
      .catch((error: unknown): End => {
        log.error({ err: error, intentId: id }, 'an intent could not be sent')
        return isGone(error) || closing.aborted ? 'done' : 'stuck'
      })
    return {
      done,
      giveUp: (why) => {
        run.isCalledOff ||= why === 'for-good' || (why === 'called-off' && run.isHeldBack)
        if (run.isHeldBack) run.controller.abort()
        return run.isHeldBack
      },
    }
  }

  return { send }
}

// Irreversible actions: each is on disk before anything is sent, waits for its hold (holds.ts), is sent once (outgoing.ts,
// sender.ts), and is recovered after a crash. In a team, intents of other desks come through the mirror (`refresh`).
import { Mutex } from 'async-mutex'
import type { IntentKind } from '../../src-shared/desk/intents.ts'
import type { Notices } from '../notices.ts'
import type { RoomParts } from '../room.ts'
import type { ServiceClient } from '../service-client/client.ts'
import { readPositionNow } from '../store/read-position.ts'
import type { ReadPosition } from '../store/store.ts'
import { colleaguesOf } from '../store/team/colleagues.ts'
import { createIntentHandlers, type Retry } from './calls.ts'
import { createChanges } from './changes.ts'
import { type Claims, claimsAlone, type Lease } from './claims.ts'
import { createHolds } from './holds.ts'
import type { JournalKind } from './kind.ts'
import { AFTER_CRASH, LEASE_ENDED, notAsQueued, waitsForKey } from './labels.ts'
import { buffersOf, type IntentRequest, toNewIntent } from './new-intent.ts'
import { createOutcomePoller } from './outcome-poller.ts'
import { createOutgoing } from './outgoing.ts'
import { createPostSendReads } from './post-send-reads.ts'
import type { ChangedIntent, PreviewUse } from './queries/intents.ts'
import type { OpenIntent } from './queries/intents-open.ts'
import type { IntentEvent } from './rules/events.ts'
import { isForbidden, isGone, isOffline } from './rules/refused.ts'
import type { SenderDeps } from './sender.ts'

export type JournalDeps = RoomParts & {
  readonly client: Pick<ServiceClient, 'request'>
  readonly notify: Notices['notify']
  readonly kinds: Readonly<Record<IntentKind, JournalKind>>
  readonly brands: {
    readonly find: (brandId: string) => { readonly name: string; readonly keyState: string } | null
    readonly onChange: (listener: (brandIds: readonly string[]) => void) => () => void
  }
  readonly watchKey: SenderDeps['watchKey']
  /** Left out: a desk alone. */
  readonly claims?: Claims | undefined
  /** The switch that pauses all sending. */
  readonly sends: {
    readonly areHeld: () => boolean
    readonly onChange: (listener: () => void) => () => void
  }
}

/** By the server's clock. */
class NotYet extends Error {}

type Outgoing = ReturnType<typeof createOutgoing>
type Changes = ReturnType<typeof createChanges>
type Armed = Pick<OpenIntent, 'no' | 'id' | 'brandId' | 'kind' | 'state' | 'releaseAtMs' | 'details'>

/** Each intent waits for the end of its hold, or is sent. */
const createArming = (
  { clock, log, claims = claimsAlone }: JournalDeps,
  { outgoing, apply, notifyCreated }: { readonly outgoing: Outgoing } & Pick<Changes, 'apply' | 'notifyCreated'>,
) => {
  const applyAndSend = async (id: string, event: IntentEvent): Promise<ChangedIntent | null> => {
    const intent = await apply(id, event)
    // The end of a hold may have been the beginning of another one, for approval.
    if (intent?.state === 'ready') outgoing.add(intent)
    return intent
  }
  const elapse = async (id: string, releaseAtMs: number): Promise<unknown> => {
    // What was sent too early cannot be undone.
    if (!claims.isTimeKnown() || (claims.areHoldsByClock && clock.now() < releaseAtMs)) throw new NotYet()
    return applyAndSend(id, { type: 'elapse', releaseAtMs })
  }
  const holds = createHolds({
    clock,
    release: (id, releaseAtMs) =>
      elapse(id, releaseAtMs).catch((error: unknown) => {
        if (!isGone(error) && !isForbidden(error)) throw error
      }),
    onError: (error) => {
      if (!(error instanceof NotYet) && !isOffline(error)) log.error({ err: error }, 'a hold did not end')
    },
  })
  const arm = (intent: Armed): void => {
    if (intent.state === 'held' && intent.releaseAtMs !== null) holds.set(intent.id, intent.releaseAtMs)
    if (intent.state === 'ready') outgoing.add(intent)
  }
  /** Other desks do the same: the one that made it ends its hold, and another one only if that does not. */
  const armShared = (intent: Armed): void => {
    const { no, id, state, releaseAtMs } = intent
    const isOpen = state === 'ready' || state === 'in_flight'
    if (state === 'held' && releaseAtMs !== null) holds.set(id, releaseAtMs, claims.lateMs())
    else holds.clear(id)
    if (isOpen) outgoing.add(intent, 'other-desk')
    else outgoing.drop(no)
  }
  const begun = (intent: ChangedIntent): void => {
    notifyCreated(intent)
    arm(intent)
  }

  return { applyAndSend, holds, arm, armShared, begun }
}
type Arming = ReturnType<typeof createArming>

/** Stores intents before anything of them is sent. */
const createWriting = (
  { store, clock, kinds }: JournalDeps,
  {
    outgoing,
    holds,
    begun,
    notifyCreated,
  }: Pick<Arming, 'holds' | 'begun'> & { readonly outgoing: Outgoing } & Pick<Changes, 'notifyCreated'>,
) => {
  const toIntent = (request: IntentRequest) =>
    toNewIntent(request, kinds[request.kind].itemsPerBatch, colleaguesOf(store).me() ?? undefined)

  const prepare = (requests: readonly IntentRequest[]) => {
    const intents = requests.map(toIntent)
    return async (preview?: PreviewUse, readPosition?: ReadPosition): Promise<string[]> => {
      const args = { intents, atMs: clock.now(), preview }
      const written = await store.write('intents.insert', args, buffersOf(intents), readPosition)
      for (const intent of written) begun(intent)
      return written.map(({ id }) => id)
    }
  }

  const submit = async (
    requests: readonly IntentRequest[],
    preview?: PreviewUse,
    readPosition?: ReadPosition,
  ): Promise<string[]> => prepare(requests)(preview, readPosition)

  const replace = async (id: string, requests: readonly IntentRequest[]): Promise<string[] | null> => {
    if (outgoing.sendingOf(id) !== undefined) return null
    const intents = requests.map(toIntent)
    const written = await store.write('intents.replace', { id, intents, atMs: clock.now() }, buffersOf(intents))
    if (written === null) return null
    holds.clear(id)
    notifyCreated(written.old)
    for (const intent of written.created) begun(intent)
    return written.created.map((intent) => intent.id)
  }

  const retry: Retry = async ({ id, items, request, readPosition }) => {
    // Its texts may be those of the old intent.
    if (!(await store.read('intents.isAsQueued', { id }))) throw notAsQueued(request)
    const intent = toIntent(request)
    const args = { id, items: [...items], intent, atMs: clock.now() }
    const written = await store.write('intents.retry', args, buffersOf([intent]), readPosition)
    if (written === null) return null
    begun(written.old)
    begun(written.created)
    return intent.id
  }

  return { prepare, submit, replace, retry }
}

type TakeUpParts = Pick<Arming, 'arm' | 'armShared'> & {
  readonly outgoing: Outgoing
  readonly outcomePoller: ReturnType<typeof createOutcomePoller>
  readonly apply: Changes['apply']
  readonly signal: AbortSignal
}

/** Goes on with what the last run left, and with what other desks changed. */
const createTakeUp = (deps: JournalDeps, { outgoing, outcomePoller, apply, arm, armShared, signal }: TakeUpParts) => {
  const { store, clock, notify, log, kinds, brands, claims = claimsAlone } = deps

  const recover = (id: string, kind: IntentKind): Promise<ChangedIntent | null> =>
    apply(id, { type: 'recover', isRepeatable: kinds[kind].isRepeatable, reason: AFTER_CRASH })

  /** In a team, what this desk was sending is lost once nobody claims it. */
  const takeUpClaimed = async (): Promise<void> => {
    for (const no of await store.read('intents.claimsLeft', { nowMs: clock.now() })) await claims.giveBack(no)
    for (const open of await store.read('intents.open', {})) armShared(open)
  }

  const takeUpOwn = async (): Promise<void> => {
    for (const open of await store.read('intents.toTakeUp', { nowMs: clock.now() })) {
      const intent = open.state === 'in_flight' ? await recover(open.id, open.kind) : open
      if (intent !== null) arm(intent)
    }
  }

  let isTakenUp = false
  const takeUp = async (): Promise<void> => {
    isTakenUp = true
    await (claims.doClaimsEnd ? takeUpClaimed() : takeUpOwn())
    outgoing.start()
    await outcomePoller.resume()
    for (const brandId of outgoing.brandIds()) {
      outgoing.pump(brandId)
      const brand = brands.find(brandId)
      if (brand?.keyState === 'missing' && !claims.mayOthersHaveKeys) notify({ ...waitsForKey(brand.name), brandId })
    }
  }

  const start = (): Promise<void> =>
    takeUp().catch((error: unknown) => {
      log.error({ err: error }, 'Sending did not start')
      const message = 'Held actions could not be loaded, so nothing is sent. Start the desk again.'
      notify({ level: 'error', title: 'Journal', message })
    })

  /** One after the other, so that the newest read is the last one. */
  const refreshes = new Mutex()
  const refreshNow = (nos: readonly number[] | 'all'): Promise<void> =>
    refreshes.runExclusive(async () => {
      if (signal.aborted || !isTakenUp) return
      const intents = nos === 'all' ? await store.read('intents.open', {}) : await store.read('intents.byNo', { nos })
      const found = new Set(intents.map(({ no }) => no))
      for (const no of nos === 'all' ? outgoing.waitingNos() : nos) if (!found.has(no)) outgoing.drop(no)
      for (const intent of intents) armShared(intent)
      await outcomePoller.refresh()
    })
  const refresh = (nos: readonly number[] | 'all'): Promise<void> =>
    refreshNow(nos).catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, 'intents of other desks were not read')
    })

  return { start, refresh }
}

export const createJournal = (deps: JournalDeps) => {
  const { store, clock, log, kinds, brands, sends, claims = claimsAlone } = deps
  const closing = new AbortController()
  const { signal } = closing
  const kindOf = (kind: IntentKind): JournalKind => kinds[kind]
  const { apply, applyAll, notifyConfirmed, notifyCreated, notifyEnded } = createChanges(deps)
  const outcomePoller = createOutcomePoller({ store, clock, log, kindOf, apply, signal })
  const postSendReads = createPostSendReads({ store, log, kinds, apply, signal })

  /** Polls unknown items, then notifies the person. */
  const pollOutcome = async ({ id, kind, endedAtMs }: ChangedIntent): Promise<void> => {
    if (kinds[kind].reconcile === null) return
    await outcomePoller.begin(id)
    if (signal.aborted || endedAtMs === null) return
    const after = await apply(id, { type: 'note', results: [] })
    if (after !== null) notifyEnded(after)
  }
  const recoverLost = async ({ id }: { readonly id: string }, lease: Lease): Promise<void> => {
    const event = { type: 'recover', isRepeatable: false, reason: LEASE_ENDED, lostAtMs: clock.now() } as const
    const after = await apply(id, event, { claimUntilMs: lease.untilMs() ?? undefined })
    if (after !== null) await outcomePoller.arm(id)
  }

  const outgoing = createOutgoing({
    ...deps,
    claims,
    recoverLost,
    readPosition: (tables) => readPositionNow(store, tables),
    kindOf,
    apply,
    applyAll,
    pollOutcome,
    areSendsHeld: sends.areHeld,
    onDone: postSendReads.begin,
    closing: signal,
  })

  const { applyAndSend, holds, arm, armShared, begun } = createArming(deps, { outgoing, apply, notifyCreated })
  const { prepare, submit, replace, retry } = createWriting(deps, { outgoing, holds, begun, notifyCreated })
  const { start, refresh } = createTakeUp(deps, { outgoing, outcomePoller, apply, arm, armShared, signal })

  /** Cancels what was not sent, including a batch that waits for the limiter. False if nothing was left to cancel. */
  const cancel = async (id: string): Promise<boolean> => {
    const sending = outgoing.sendingOf(id)
    if (sending?.giveUp('called-off') === true) {
      await sending.done
      return true
    }
    if ((await apply(id, { type: 'cancel' })) === null) return false
    holds.clear(id)
    outgoing.sendingOf(id)?.giveUp('for-good')
    return true
  }

  const whileStopped = <Result>(brandId: string, action: () => Promise<Result>): Promise<Result> =>
    outgoing.whileStopped(brandId, async () => {
      const open = await store.read('intents.open', {})
      for (const intent of open.filter((one) => one.brandId === brandId)) await cancel(intent.id)
      await outgoing.end(brandId)
      await postSendReads.ended(brandId)
      return action()
    })

  const stopListening = [
    brands.onChange((brandIds) => brandIds.forEach(outgoing.pump)),
    sends.onChange(outgoing.sendsChanged),
  ]
  const release = (id: string) => applyAndSend(id, { type: 'release' })
  const { poll } = outcomePoller
  const mutex = new Mutex()

  return {
    handlers: createIntentHandlers({
      store,
      clock,
      kinds,
      apply,
      release,
      holds,
      cancel,
      retry,
      arm,
      poll,
      mutex,
      waitOf: claims.areWaitsStored ? null : outgoing.waitOf,
      deskName: claims.deskName,
    }),
    /**
     * Stores all intents, or none, before anything is sent; their ids in the same order. With a frozen preview: rejects with
     * `conflict` if it was sent before. `readPosition`: what was checked before; rejects as stale if it was changed since.
     */
    submit,
    /** The same in two steps, so that the texts can be made while something is still asked: what it returns stores them, once. */
    prepare,
    /** Cancels an intent that was not sent and stores others in its place; their ids. Null if it was sent. */
    replace,
    /** Polls the outcome of unknown items. Rejects if it cannot be read. */
    poll,
    /** Sends items of an ended intent again, as given, as a new intent. Null if one may not be sent again. */
    retry,
    /** Held from the check of what is waiting here until the new intent is written. Not reentrant. */
    mutex,
    /** A delivery confirmed an item of an intent. */
    notifyConfirmed,
    /** Recovers the intents of the last run and begins to send. */
    start,
    /** Other desks changed these intents, or anything: arms and ends holds, sends what is to be sent, forgets the rest. Never rejects. */
    refresh,
    /** Cancels the brand's waiting intents, waits for its batch in flight, and runs the action while nothing is sent. */
    whileStopped,
    /** Waits for batches in flight; waiting intents continue at the next start. */
    close: async (): Promise<void> => {
      closing.abort()
      for (const stop of stopListening) stop()
      holds.close()
      outcomePoller.close()
      await outgoing.close()
      await postSendReads.ended()
    },
  }
}
export type Journal = ReturnType<typeof createJournal>

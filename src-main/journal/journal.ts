// The one place for acts that cannot be taken back: each is on disk before anything is sent, waits out its hold, goes out
// once, and is found again after a crash. One intent of a brand is in flight at a time, brands go side by side.
import { randomBytes } from 'node:crypto'
import type { IntentKind, IntentState } from '../../src-shared/desk/intents.ts'
import type { Clock } from '../clock.ts'
import type { Emit } from '../desk.ts'
import type { Log } from '../log.ts'
import type { Notices } from '../notices.ts'
import type { ServiceClient } from '../service-client/client.ts'
import { contactOf } from '../store/queries/contact-of.ts'
import type { ChangedIntent, IntentDetails, NewIntent } from '../store/queries/intents.ts'
import type { PreviewUse } from '../store/queries/previews.ts'
import type { Store } from '../store/store.ts'
import { createIntentHandlers, type IntentHandlers } from './handlers.ts'
import { createHolds, STORE_AGAIN_MS } from './holds.ts'
import { isGone } from './is-gone.ts'
import type { CallItem, JournalKind } from './kind.ts'
import { createLooks, type Look } from './looks.ts'
import { createPauses } from './pauses.ts'
import { type Apply, type ApplyAll, createSender, type SenderDeps, type Sending } from './sender.ts'
import type { IntentEvent } from './states/events.ts'
import { AFTER_CRASH, keyWait, noticeOf, pausedUntil, SENDS_HELD, waitsForKey } from './words.ts'

export type JournalDeps = {
  readonly store: Store
  readonly client: Pick<ServiceClient, 'request'>
  readonly clock: Clock
  readonly emit: Emit
  readonly tell: Notices['tell']
  readonly log: Log
  readonly kinds: Readonly<Record<IntentKind, JournalKind>>
  readonly brands: {
    readonly find: (brandId: string) => { readonly name: string; readonly keyState: string } | null
    readonly onChange: (listener: (brandIds: readonly string[]) => void) => () => void
  }
  readonly watchKey: SenderDeps['watchKey']
  /** The person's switch that holds back all that is a send. */
  readonly sends: {
    readonly areHeld: () => boolean
    readonly onChange: (listener: () => void) => () => void
  }
}

export type IntentRequest = {
  readonly kind: IntentKind
  readonly brandId: string
  readonly details: IntentDetails
  /** Absent: the default hold. */
  readonly holdSeconds?: number | undefined
  readonly items: readonly Omit<CallItem, 'item'>[]
}

export type Journal = {
  readonly handlers: IntentHandlers
  /**
   * Writes all of them, or none, before anything is sent; their ids in the same order. With the frozen preview that they
   * are made of: rejects with `conflict` where it went out before.
   */
  readonly submit: (requests: readonly IntentRequest[], preview?: PreviewUse) => Promise<string[]>
  /** Reads what became of items whose outcome nobody knows. Rejects where that could not be read. */
  readonly look: (intentId: string) => Promise<Look>
  /** Items of an ended intent go out again, as they are given, as a new one. Null where they may not (any more). */
  readonly sendAgain: (again: {
    readonly id: string
    readonly items: readonly number[]
    readonly request: IntentRequest
  }) => Promise<string | null>
  /** Tells the shells that an intent changed by another hand than the journal's. */
  readonly told: (intentId: string, brandId: string, state: IntentState) => void
  /** Finds what the last end left and begins to send. */
  readonly start: () => Promise<void>
  /** Calls off what waits of a brand, lets its call under way end, and does the action while nothing of it is sent. */
  readonly whileStopped: <Result>(brandId: string, action: () => Promise<Result>) => Promise<Result>
  /** Lets calls under way end; what waits goes on at the next start. */
  readonly close: () => Promise<void>
}

const HOLD_DEFAULT_SECONDS = 30

const newIntentId = (): string => `intent_${randomBytes(12).toString('base64url')}`

const KEYS_REFUSED: readonly string[] = ['unauthorized', 'forbidden']

const totalOf = ({ counts }: ChangedIntent): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Items in calls; what a call sends is made one text here, which is cheaper to hand over than its objects. */
const inCalls = (items: IntentRequest['items'], perCall: number): Pick<NewIntent, 'items' | 'payloads'> => ({
  items: items.map(({ subject, payload }, place) => {
    return { subject, call: Math.floor(place / perCall), contactId: contactOf(payload) }
  }),
  payloads: Array.from({ length: Math.ceil(items.length / perCall) }, (_, call) =>
    JSON.stringify(items.slice(call * perCall, (call + 1) * perCall).map(({ payload }) => payload)),
  ),
})

export const createJournal = (deps: JournalDeps): Journal => {
  const { store, clock, emit, tell, log, kinds, brands, watchKey, sends } = deps
  /** What waits of each brand, in its order. */
  const queues = new Map<string, Map<string, IntentKind>>()
  const sendings = new Map<
    string,
    { readonly intentId: string; readonly kind: IntentKind; readonly sending: Sending }
  >()
  /** What is still read of intents that have ended. */
  const readings = new Map<Promise<void>, string>()
  const stopped = new Set<string>()
  const closing = new AbortController()
  let isStarted = false

  const told: Journal['told'] = (intentId, brandId, state) => emit('intents.changed', { intentId, brandId, state })

  const tellPerson = (intent: ChangedIntent): void => {
    const brandName = brands.find(intent.brandId)?.name ?? intent.brandId
    const notice = noticeOf({ ...intent, counts: { ...intent.counts, total: totalOf(intent) } }, brandName)
    if (notice !== null) tell(notice)
  }

  const noteChange = (intent: ChangedIntent | null, event: IntentEvent): ChangedIntent | null => {
    if (intent === null) return null
    told(intent.id, intent.brandId, intent.state)
    // What a person did themselves they need not be told.
    const isNews = event.type === 'settle' || event.type === 'leaveOut' || event.type === 'recover'
    // What can be looked for is told of after the look.
    const isLookedFor = intent.state === 'unknown' && kinds[intent.kind].reconcile !== null
    if (isNews && intent.endedAtMs !== null && !isLookedFor) tellPerson(intent)
    return intent
  }
  const apply: Apply = async (id, event) =>
    noteChange(await store.write('intents.apply', { id, event, atMs: clock.now() }), event)
  const applyAll: ApplyAll = async (id, events) => {
    const changes = await store.write('intents.applyAll', { id, events, atMs: clock.now() })
    for (const [place, event] of events.entries()) noteChange(changes[place] ?? null, event)
    return changes
  }

  const kindOf = (kind: IntentKind): JournalKind => kinds[kind]
  const looks = createLooks({ store, clock, log, kindOf, apply, signal: closing.signal })

  /** Looks for what nobody knows, and tells the person how it stands then. */
  const doubt = async ({ id, kind, endedAtMs }: ChangedIntent): Promise<void> => {
    if (kinds[kind].reconcile === null) return
    await looks.begin(id)
    if (closing.signal.aborted || endedAtMs === null) return
    const after = await apply(id, { type: 'note', results: [] })
    if (after !== null) tellPerson(after)
  }

  const isKeyRefused = (brandId: string): boolean => KEYS_REFUSED.includes(brands.find(brandId)?.keyState ?? 'missing')

  const pauses = createPauses({ clock, signal: closing.signal, onEnd: (brandId) => pump(brandId) })

  const sender = createSender({
    ...deps,
    kindOf,
    apply,
    applyAll,
    watchKey,
    isKeyRefused,
    pause: ({ brandId, kind }, ms) => pauses.begin(brandId, kinds[kind].operation, ms),
    areSendsHeld: sends.areHeld,
    doubt,
    closing: closing.signal,
  })

  /** Why an intent of the brand may not go out now; null where it may. */
  const holdBackOf = (brandId: string, kind: IntentKind): string | null => {
    if (kinds[kind].isSend && sends.areHeld()) return SENDS_HELD
    const pausedUntilMs = pauses.untilMs(brandId, kinds[kind].operation)
    if (pausedUntilMs !== null) return pausedUntil(pausedUntilMs)
    const isKeyMissing = brands.find(brandId)?.keyState === 'missing'
    return isKeyMissing || (kinds[kind].waitsForKey && isKeyRefused(brandId)) ? keyWait(null) : null
  }

  const readAfterAll = async (id: string): Promise<void> => {
    const { kind, brandId, details, items, endedAtMs } = await store.read('intents.items', { id, scope: 'all' })
    const { afterAll } = kinds[kind]
    const [first, ...rest] = items.filter(({ state }) => state === 'confirmed')
    if (afterAll === null || endedAtMs === null || first === undefined) return
    const results = await afterAll({ brandId, details, items: [first, ...rest] }, { signal: closing.signal })
    if (results.length > 0) await apply(id, { type: 'note', results })
  }

  const afterAll = (brandId: string, id: string, kind: IntentKind): void => {
    if (kinds[kind].afterAll === null || closing.signal.aborted) return
    const reading = readAfterAll(id)
      .catch((error: unknown) => {
        if (!closing.signal.aborted) log.warn({ err: error, intentId: id }, 'an ended intent could not be read after')
      })
      .finally(() => readings.delete(reading))
    readings.set(reading, brandId)
  }

  const beginSending = (brandId: string, intentId: string, kind: IntentKind): void => {
    const sending = sender.send(intentId)
    sendings.set(brandId, { intentId, kind, sending })
    void sending.done.then((end) => {
      sendings.delete(brandId)
      if (end === 'done') afterAll(brandId, intentId, kind)
      else if (end === 'waits') queueUp(brandId, intentId, kind)
      else enqueueLater(brandId, intentId, kind)
      pump(brandId)
    })
  }

  /** Sends the brand's next intent that may go out, if nothing of it is on its way. What may not says why it waits. */
  const pump = (brandId: string): void => {
    if (!isStarted || closing.signal.aborted || stopped.has(brandId) || sendings.has(brandId)) return
    if (brands.find(brandId) === null) return
    for (const [intentId, kind] of queues.get(brandId) ?? []) {
      const reason = holdBackOf(brandId, kind)
      if (reason === null) {
        queues.get(brandId)?.delete(intentId)
        beginSending(brandId, intentId, kind)
        return
      }
      apply(intentId, { type: 'wait', reason }).catch((error: unknown) => log.error({ err: error }, 'a wait'))
    }
  }

  const queueUp = (brandId: string, intentId: string, kind: IntentKind): void => {
    const queue = queues.get(brandId) ?? new Map<string, IntentKind>()
    queues.set(brandId, queue.set(intentId, kind))
  }

  const enqueue = (brandId: string, intentId: string, kind: IntentKind): void => {
    queueUp(brandId, intentId, kind)
    pump(brandId)
  }

  /** What the store did not give or take is asked of it again. */
  const enqueueLater = (brandId: string, intentId: string, kind: IntentKind): void => {
    clock.sleep(STORE_AGAIN_MS, closing.signal).then(
      () => enqueue(brandId, intentId, kind),
      () => undefined, // the desk closes
    )
  }

  const letGo = async (id: string, event: IntentEvent): Promise<ChangedIntent | null> => {
    const intent = await apply(id, event)
    if (intent !== null) enqueue(intent.brandId, id, intent.kind)
    return intent
  }
  const holds = createHolds({
    clock,
    release: (id, releaseAtMs) =>
      letGo(id, { type: 'elapse', releaseAtMs }).catch((error: unknown) => {
        if (!isGone(error)) throw error
      }),
    onError: (error) => log.error({ err: error }, 'a hold did not end'),
  })

  const arm = (intent: Pick<ChangedIntent, 'id' | 'brandId' | 'kind' | 'state' | 'releaseAtMs'>): void => {
    if (intent.state === 'held' && intent.releaseAtMs !== null) holds.set(intent.id, intent.releaseAtMs)
    if (intent.state === 'ready') enqueue(intent.brandId, intent.id, intent.kind)
  }

  const toNewIntent = ({ kind, brandId, details, holdSeconds, items }: IntentRequest): NewIntent => ({
    id: newIntentId(),
    kind,
    brandId,
    details,
    holdMs: (holdSeconds ?? HOLD_DEFAULT_SECONDS) * 1000,
    ...inCalls(items, kinds[kind].itemsPerCall),
  })

  const begun = (intent: ChangedIntent): void => {
    told(intent.id, intent.brandId, intent.state)
    arm(intent)
  }

  const submit: Journal['submit'] = async (requests, preview) => {
    const intents = requests.map(toNewIntent)
    const written = await store.write('intents.insert', { intents, atMs: clock.now(), preview })
    for (const intent of written) begun(intent)
    return written.map(({ id }) => id)
  }

  /** Resends what was asked for anew as its own intent; the old items and the new intent are written together. */
  const sendAgain: Journal['sendAgain'] = async ({ id, items, request }) => {
    const intent = toNewIntent(request)
    const written = await store.write('intents.again', { id, items: [...items], intent, atMs: clock.now() })
    if (written === null) return null
    begun(written.old)
    begun(written.created)
    return intent.id
  }

  const recover = async (id: string, kind: IntentKind): Promise<ChangedIntent | null> => {
    const event = { type: 'recover', isRepeatable: kinds[kind].isRepeatable, reason: AFTER_CRASH } as const
    return apply(id, event)
  }

  const showWaits = (): void => {
    for (const brandId of queues.keys()) {
      pump(brandId)
      const brand = brands.find(brandId)
      if (brand?.keyState === 'missing') tell({ ...waitsForKey(brand.name), brandId })
    }
  }

  const takeUp = async (): Promise<void> => {
    for (const open of await store.read('intents.open', {})) {
      const intent = open.state === 'in_flight' ? await recover(open.id, open.kind) : open
      if (intent !== null) arm(intent)
    }
    isStarted = true
    await looks.resume()
    showWaits()
  }

  const start = (): Promise<void> =>
    takeUp().catch((error: unknown) => {
      log.error({ err: error }, 'the journal did not start')
      const message = 'What waits in the journal could not be taken up: nothing is sent. Start the desk again.'
      tell({ level: 'error', title: 'Journal', message })
    })

  /** Calls off what was not sent; a call that only waits for the limiter was not. False where all of it is on its way. */
  const callOff = async (id: string): Promise<boolean> => {
    const sending = [...sendings.values()].find(({ intentId }) => intentId === id)?.sending
    if (sending?.giveUp('called-off') === true) {
      await sending.done
      return true
    }
    if ((await apply(id, { type: 'cancel' })) === null) return false
    holds.clear(id)
    sending?.giveUp('for-good')
    return true
  }

  const whileStopped: Journal['whileStopped'] = async (brandId, action) => {
    stopped.add(brandId)
    try {
      const open = await store.read('intents.open', {})
      for (const intent of open.filter((one) => one.brandId === brandId)) await callOff(intent.id)
      const sending = sendings.get(brandId)?.sending
      sending?.giveUp('for-good')
      await sending?.done
      await Promise.all([...readings].flatMap(([reading, id]) => (id === brandId ? [reading] : [])))
      const result = await action()
      queues.delete(brandId)
      return result
    } finally {
      stopped.delete(brandId)
      pump(brandId)
    }
  }

  const onSendsChange = (): void => {
    if (sends.areHeld()) {
      for (const { kind, sending } of sendings.values()) if (kinds[kind].isSend) sending.giveUp('held')
    }
    for (const brandId of queues.keys()) pump(brandId)
  }
  const stopListening = [brands.onChange((brandIds) => brandIds.forEach(pump)), sends.onChange(onSendsChange)]

  return {
    handlers: createIntentHandlers({
      store,
      clock,
      kinds,
      apply,
      release: (id) => letGo(id, { type: 'release' }),
      holds,
      callOff,
      sendAgain,
      arm,
      look: looks.look,
    }),
    submit,
    look: looks.look,
    sendAgain,
    told,
    start,
    whileStopped,
    close: async () => {
      closing.abort()
      for (const stop of stopListening) stop()
      holds.close()
      looks.close()
      for (const { sending } of sendings.values()) sending.giveUp('closing')
      await Promise.all([...sendings.values()].map(({ sending }) => sending.done))
      await Promise.all(readings.keys())
    },
  }
}

// The one place for acts that cannot be taken back: each is on disk before anything is sent, waits out its hold, goes out
// once, and is found again after a crash. One intent of a brand is in flight at a time, brands go side by side.
import { randomBytes } from 'node:crypto'
import type { IntentKind, IntentState } from '../../src-shared/desk/intents.ts'
import type { Clock } from '../clock.ts'
import type { Emit } from '../desk.ts'
import type { Log } from '../log.ts'
import type { Notices } from '../notices.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { IntentDetails, NewIntent, StoredIntent } from '../store/queries/intents.ts'
import type { Store } from '../store/store.ts'
import { createIntentHandlers, type IntentHandlers } from './handlers.ts'
import { createHolds } from './holds.ts'
import type { CallItem, JournalKind } from './kind.ts'
import { type Apply, createSender, type SenderDeps, type Sending } from './sender.ts'
import { AFTER_CRASH, noticeOf, waitsForKey } from './words.ts'

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
  /** Writes all of them, or none, before anything is sent; their ids in the same order. */
  readonly submit: (requests: readonly IntentRequest[]) => Promise<string[]>
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

const countsOf = ({ items }: StoredIntent) => ({
  total: items.length,
  confirmed: items.filter(({ state }) => state === 'confirmed').length,
  failed: items.filter(({ state }) => state === 'failed').length,
  skipped: items.filter(({ state }) => state === 'skipped').length,
  unknown: items.filter(({ state }) => state === 'unknown').length,
})

export const createJournal = (deps: JournalDeps): Journal => {
  const { store, clock, emit, tell, log, kinds, brands, watchKey } = deps
  const queues = new Map<string, Set<string>>()
  const sendings = new Map<string, { readonly intentId: string; readonly sending: Sending }>()
  const stopped = new Set<string>()
  let isStarted = false
  let isClosing = false

  const told: Journal['told'] = (intentId, brandId, state) => emit('intents.changed', { intentId, brandId, state })

  const tellPerson = (intent: StoredIntent): void => {
    const brandName = brands.find(intent.brandId)?.name ?? intent.brandId
    const notice = noticeOf({ ...intent, counts: countsOf(intent) }, brandName)
    if (notice !== null) tell(notice)
  }

  const apply: Apply = async (id, event) => {
    const intent = await store.write('intents.apply', { id, event, atMs: clock.now() })
    if (intent === null) return null
    told(intent.id, intent.brandId, intent.state)
    // What a person did themselves they need not be told.
    const isNews = event.type === 'settle' || event.type === 'recover'
    if (isNews && intent.endedAtMs !== null) tellPerson(intent)
    return intent
  }

  const sender = createSender({
    ...deps,
    kindOf: (kind) => kinds[kind],
    apply,
    watchKey,
    isClosing: () => isClosing,
  })

  /** Sends the brand's next intent, if nothing of it is on its way. Without a key it waits for one. */
  const pump = (brandId: string): void => {
    if (!isStarted || isClosing || stopped.has(brandId) || sendings.has(brandId)) return
    const brand = brands.find(brandId)
    if (brand === null || brand.keyState === 'missing') return
    const queue = queues.get(brandId)
    const [intentId] = queue ?? []
    if (queue === undefined || intentId === undefined) return
    queue.delete(intentId)
    const sending = sender.send(intentId)
    sendings.set(brandId, { intentId, sending })
    void sending.done.then(() => {
      sendings.delete(brandId)
      pump(brandId)
    })
  }

  const enqueue = (brandId: string, intentId: string): void => {
    queues.set(brandId, (queues.get(brandId) ?? new Set<string>()).add(intentId))
    pump(brandId)
  }

  const release = async (id: string): Promise<StoredIntent | null> => {
    const intent = await apply(id, { type: 'release' })
    if (intent !== null) enqueue(intent.brandId, id)
    return intent
  }
  const holds = createHolds({ clock, release, onError: (error) => log.error({ err: error }, 'a hold did not end') })

  const arm = (intent: Pick<StoredIntent, 'id' | 'brandId' | 'state' | 'releaseAtMs'>): void => {
    if (intent.state === 'held' && intent.releaseAtMs !== null) holds.set(intent.id, intent.releaseAtMs)
    if (intent.state === 'ready') enqueue(intent.brandId, intent.id)
  }

  const toNewIntent = ({ kind, brandId, details, holdSeconds, items }: IntentRequest): NewIntent => ({
    id: newIntentId(),
    kind,
    brandId,
    details,
    holdMs: (holdSeconds ?? HOLD_DEFAULT_SECONDS) * 1000,
    items: items.map((item, place) => ({ ...item, call: Math.floor(place / kinds[kind].itemsPerCall) })),
  })

  const begun = (intent: StoredIntent): void => {
    told(intent.id, intent.brandId, intent.state)
    arm(intent)
  }

  const submit: Journal['submit'] = async (requests) => {
    const intents = await store.write('intents.insert', { intents: requests.map(toNewIntent), atMs: clock.now() })
    for (const intent of intents) begun(intent)
    return intents.map(({ id }) => id)
  }

  const recover = async (id: string): Promise<StoredIntent | null> => {
    const { kind } = await store.read('intents.toSend', { id })
    const event = { type: 'recover', isRepeatable: kinds[kind].isRepeatable, reason: AFTER_CRASH } as const
    const intent = await apply(id, event)
    const unknown = intent?.items.filter(({ state }) => state === 'unknown') ?? []
    const [first, ...rest] = unknown.map(({ item, subject }) => ({ item, subject, payload: {} }))
    if (intent === null || first === undefined) return intent
    await sender.reconcile(intent, { brandId: intent.brandId, details: intent.details, items: [first, ...rest] })
    return intent
  }

  const takeUp = async (): Promise<void> => {
    for (const open of await store.read('intents.open', {})) {
      const intent = open.state === 'in_flight' ? await recover(open.id) : open
      if (intent !== null) arm(intent)
    }
    isStarted = true
    for (const brandId of queues.keys()) {
      pump(brandId)
      const brand = brands.find(brandId)
      if (brand?.keyState === 'missing') tell({ ...waitsForKey(brand.name), brandId })
    }
  }

  const start = (): Promise<void> =>
    takeUp().catch((error: unknown) => {
      log.error({ err: error }, 'the journal did not start')
      const message = 'What waits in the journal could not be taken up: nothing is sent. Start the desk again.'
      tell({ level: 'error', title: 'Journal', message })
    })

  /** Calls off what was not sent; a call that only waits for the limiter was not. False where all of it is on its way. */
  const callOff = async (id: string): Promise<boolean> => {
    holds.clear(id)
    const entry = [...sendings.values()].find(({ intentId }) => intentId === id)
    if (entry?.sending.giveUp('called-off') === true) {
      await entry.sending.done
      return true
    }
    return (await apply(id, { type: 'cancel' })) !== null
  }

  const whileStopped: Journal['whileStopped'] = async (brandId, action) => {
    stopped.add(brandId)
    try {
      const open = await store.read('intents.open', {})
      for (const intent of open.filter((one) => one.brandId === brandId)) await callOff(intent.id)
      await sendings.get(brandId)?.sending.done
      const result = await action()
      queues.delete(brandId)
      return result
    } finally {
      stopped.delete(brandId)
      pump(brandId)
    }
  }

  const stopListening = brands.onChange((brandIds) => brandIds.forEach(pump))

  return {
    handlers: createIntentHandlers({ store, clock, kinds, apply, release, holds, callOff, toNewIntent, begun, arm }),
    submit,
    told,
    start,
    whileStopped,
    close: async () => {
      isClosing = true
      stopListening()
      holds.close()
      for (const { sending } of sendings.values()) sending.giveUp('closing')
      await Promise.all([...sendings.values()].map(({ sending }) => sending.done))
    },
  }
}

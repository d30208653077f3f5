// Decides which intent is sent when: one of each brand at a time, brands in parallel. An intent that may not be sent yet
// stores why it waits, and does not block the others.
import type { IntentKind } from '../../src-shared/desk/intents.ts'
import { moveOf } from '../../src-shared/desk/moves.ts'
import { STORE_RETRY_MS } from './holds.ts'
import { ADDRESS_WAIT, keyWait, MOVE_WAIT, pausedUntil, SENDS_HELD } from './labels.ts'
import { createPauses } from './pauses.ts'
import type { IntentDetails } from './queries/intents.ts'
import type { End } from './send-batch.ts'
import { createSender, type SenderDeps, type Sending } from './sender.ts'

type ReadyIntent = {
  readonly id: string
  readonly brandId: string
  readonly kind: IntentKind
  readonly details: IntentDetails
}
type OnItsWay = ReadyIntent & { readonly sending: Sending }

export type OutgoingDeps = Omit<SenderDeps, 'pause' | 'isKeyRefused'> & {
  readonly brands: { readonly find: (brandId: string) => { readonly keyState: string } | null }
  /** Called when all batches of the intent have ended. */
  readonly onDone: (intent: ReadyIntent) => void
}

export type Outgoing = {
  /** Sends it as soon as possible. */
  readonly add: (intent: ReadyIntent) => void
  /** Nothing is sent before this. */
  readonly start: () => void
  /** Sends the brand's next intent that may be sent, unless one is being sent. */
  readonly pump: (brandId: string) => void
  /** All sending was paused or resumed. */
  readonly sendsChanged: () => void
  /** Brands that have, or had, waiting intents. */
  readonly brandIds: () => readonly string[]
  /** Undefined if the intent is not being sent. */
  readonly sendingOf: (intentId: string) => Sending | undefined
  /** Runs the action while no intent of the brand begins; if it succeeds, the brand's waiting intents are forgotten. */
  readonly whileStopped: <Result>(brandId: string, action: () => Promise<Result>) => Promise<Result>
  /** Waits for the brand's batch that is being sent; no other follows. */
  readonly end: (brandId: string) => Promise<void>
  /** Waits for batches that are being sent; the rest continues at the next start. Abort `closing` first. */
  readonly close: () => Promise<void>
}

const KEYS_REFUSED: readonly string[] = ['unauthorized', 'forbidden']

export const createOutgoing = (deps: OutgoingDeps): Outgoing => {
  const { clock, log, kindOf, apply, brands, areSendsHeld, onDone, closing } = deps
  /** Waiting intents of each brand, in order. */
  const queues = new Map<string, Map<string, ReadyIntent>>()
  const onTheirWay = new Map<string, OnItsWay>()
  const stopped = new Set<string>()
  let isStarted = false

  const isKeyRefused = (brandId: string): boolean => KEYS_REFUSED.includes(brands.find(brandId)?.keyState ?? 'missing')
  const pauses = createPauses({ clock, signal: closing, onEnd: (brandId) => pump(brandId) })
  const sender = createSender({
    ...deps,
    isKeyRefused,
    pause: ({ brandId, kind }, ms) => pauses.begin(brandId, kindOf(kind).operation, ms),
  })

  /** The part of its move that takes the article off its old time waits here. */
  const isBehindItsMove = ({ brandId, kind, details }: ReadyIntent): boolean => {
    const move = kind === 'schedule' ? moveOf({ details }) : null
    if (move === null) return false
    const others = [...(queues.get(brandId)?.values() ?? [])]
    return others.some((other) => other.kind === 'unschedule' && moveOf(other)?.id === move.id)
  }

  /** Why the intent may not be sent now; null: it may. */
  const holdBackOf = (intent: ReadyIntent): string | null => {
    const { brandId, kind } = intent
    if (isBehindItsMove(intent)) return MOVE_WAIT
    if (kindOf(kind).isSend && areSendsHeld()) return SENDS_HELD
    const pausedUntilMs = pauses.untilMs(brandId, kindOf(kind).operation)
    if (pausedUntilMs !== null) return pausedUntil(pausedUntilMs)
    const keyState = brands.find(brandId)?.keyState
    if (keyState === 'unconfirmed') return ADDRESS_WAIT
    return keyState === 'missing' || (kindOf(kind).waitsForKey && isKeyRefused(brandId)) ? keyWait(null) : null
  }

  const queueUp = (intent: ReadyIntent): void => {
    const queue = queues.get(intent.brandId) ?? new Map<string, ReadyIntent>()
    queues.set(intent.brandId, queue.set(intent.id, intent))
  }

  const add = ({ id, brandId, kind, details }: ReadyIntent): void => {
    queueUp({ id, brandId, kind, details })
    pump(brandId)
  }

  /** After a fault of the store. */
  const addAfterPause = (intent: ReadyIntent): void => {
    clock.sleep(STORE_RETRY_MS, closing).then(
      () => add(intent),
      () => undefined, // the desk closes
    )
  }

  const onEnd = (intent: ReadyIntent, end: End): void => {
    onTheirWay.delete(intent.brandId)
    if (end === 'done') onDone(intent)
    else if (end === 'waits') queueUp(intent)
    else addAfterPause(intent)
    pump(intent.brandId)
  }

  const begin = (intent: ReadyIntent): void => {
    queues.get(intent.brandId)?.delete(intent.id)
    const sending = sender.send(intent.id)
    onTheirWay.set(intent.brandId, { ...intent, sending })
    void sending.done.then((end) => onEnd(intent, end))
  }

  const pump = (brandId: string): void => {
    if (!isStarted || closing.aborted || stopped.has(brandId) || onTheirWay.has(brandId)) return
    if (brands.find(brandId) === null) return
    for (const intent of queues.get(brandId)?.values() ?? []) {
      const reason = holdBackOf(intent)
      if (reason === null) {
        begin(intent)
        return
      }
      apply(intent.id, { type: 'wait', reason }).catch((error: unknown) => log.error({ err: error }, 'a wait'))
    }
  }

  return {
    add,
    pump,
    start: () => {
      isStarted = true
    },
    sendsChanged: () => {
      const sends = areSendsHeld() ? [...onTheirWay.values()].filter(({ kind }) => kindOf(kind).isSend) : []
      for (const { sending } of sends) sending.giveUp('held')
      for (const brandId of queues.keys()) pump(brandId)
    },
    brandIds: () => [...queues.keys()],
    sendingOf: (intentId) => [...onTheirWay.values()].find(({ id }) => id === intentId)?.sending,
    whileStopped: async (brandId, action) => {
      stopped.add(brandId)
      try {
        const result = await action()
        queues.delete(brandId)
        return result
      } finally {
        stopped.delete(brandId)
        pump(brandId)
      }
    },
    end: async (brandId) => {
      const sending = onTheirWay.get(brandId)?.sending
      sending?.giveUp('for-good')
      await sending?.done
    },
    close: async () => {
      for (const { sending } of onTheirWay.values()) sending.giveUp('closing')
      await Promise.all([...onTheirWay.values()].map(({ sending }) => sending.done))
    },
  }
}

// Decides which intent is sent when: one of each brand at a time, brands in parallel. An intent that may not be sent yet
// says why it waits, and does not block the others. Whether this desk sends it, and not another one, says its claim.
import { actionOf } from '../../src-shared/desk/values/moves.ts'
import type { Claims, Lease } from './claims.ts'
import { STORE_RETRY_MS } from './holds.ts'
import {
  ADDRESS_WAIT,
  keyWait,
  MOVE_WAIT,
  pausedUntil,
  SENDS_HELD,
  WAITS_FOR_DESK,
  WAITS_FOR_SENDER,
} from './labels.ts'
import { createPauses } from './pauses.ts'
import type { StoredIntent } from './queries/intents.ts'
import type { End } from './send-batch.ts'
import { createSender, type SenderDeps, type Sending } from './sender.ts'

type ReadyIntent = Pick<StoredIntent, 'no' | 'id' | 'brandId' | 'kind' | 'details'>
type Asked = Pick<ReadyIntent, 'brandId' | 'kind' | 'details'>
/** What waits to be sent; `isOurs`: it was made or released here, so that this desk stores why it waits (`noted`). */
type Waiting = ReadyIntent & { readonly isOurs: boolean; noted: string | null }
/** The brand is busy; `intent` and `sending` once it has a claim. */
type Turn = { intent: Waiting | null; sending: Sending | null; done: Promise<void> }

export type OutgoingDeps = Omit<SenderDeps, 'pause' | 'waitsForKey'> & {
  readonly brands: { readonly find: (brandId: string) => { readonly keyState: string } | null }
  readonly claims: Claims
  /** It was in flight when its lease ended: settles it as unknown. */
  readonly recoverLost: (intent: ReadyIntent, lease: Lease) => Promise<unknown>
  /** Called when all batches of the intent have ended. */
  readonly onDone: (intent: ReadyIntent) => void
}

export type Outgoing = {
  /** Why this desk does not send it now; null: it may. */
  readonly waitOf: (intent: Asked) => string | null
  /** Sends it as soon as possible, unless another desk does. */
  readonly add: (intent: ReadyIntent, by?: 'other-desk') => void
  /** It is not to be sent any more. */
  readonly drop: (no: number) => void
  readonly waitingNos: () => readonly number[]
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

type Queues = Map<string, Map<number, Waiting>>

/** Why an intent waits; null: it may be sent. */
const createWaits = (
  { kindOf, brands, areSendsHeld, claims, apply, log }: OutgoingDeps,
  queues: Queues,
  pauses: ReturnType<typeof createPauses>,
) => {
  /** Another key may work: of this desk, or in a team of another one. */
  const waitsForKey = ({ brandId, kind }: Pick<ReadyIntent, 'brandId' | 'kind'>): boolean =>
    (claims.mayOthersHaveKeys || kindOf(kind).waitsForKey) &&
    KEYS_REFUSED.includes(brands.find(brandId)?.keyState ?? 'missing')

  /** The part of its action that takes the article off its old time waits here. */
  const isBehindItsMove = ({ brandId, kind, details }: Asked): boolean => {
    const action = kind === 'schedule' ? actionOf({ details }) : null
    if (action === null) return false
    const others = [...(queues.get(brandId)?.values() ?? [])]
    return others.some((other) => other.kind === 'unschedule' && actionOf(other) === action)
  }

  /** Why this desk does not send it, and in a team another one may; null: it may. */
  const waitOfDesk = ({ brandId, kind }: Asked): string | null => {
    const keyState = brands.find(brandId)?.keyState
    if (keyState === 'missing') return claims.mayOthersHaveKeys ? WAITS_FOR_DESK : keyWait(null)
    if (keyState === 'unconfirmed') return ADDRESS_WAIT
    if (waitsForKey({ brandId, kind })) return keyWait(null)
    return claims.maySend() === false ? WAITS_FOR_SENDER : null
  }

  /** Why no desk sends it now, as far as this one knows. */
  const waitOfAll = (intent: Asked): string | null => {
    const { brandId, kind } = intent
    if (isBehindItsMove(intent)) return MOVE_WAIT
    if (kindOf(kind).isSend && areSendsHeld()) return SENDS_HELD
    const pausedUntilMs = pauses.untilMs(brandId, kindOf(kind).operation)
    return pausedUntilMs === null ? null : pausedUntil(pausedUntilMs)
  }

  const waitOf = (intent: Asked): string | null =>
    claims.areWaitsStored ? (waitOfAll(intent) ?? waitOfDesk(intent)) : (waitOfDesk(intent) ?? waitOfAll(intent))

  /**
   * Once: each new intent looks at all that wait before it. What keeps this desk alone is not stored in a team: each desk says
   * it for itself (`waitOf`).
   */
  const noteWait = (intent: Waiting): void => {
    const reason = claims.areWaitsStored ? waitOf(intent) : waitOfAll(intent)
    if (!intent.isOurs || reason === null || intent.noted === reason) return
    intent.noted = reason
    apply(intent.id, { type: 'wait', reason }).catch((error: unknown) => {
      intent.noted = null
      log.error({ err: error }, 'a wait')
    })
  }

  return { waitsForKey, waitOf, noteWait }
}

type Trying = {
  readonly queueUp: (intent: ReadyIntent, isOurs: boolean) => void
  readonly pump: (brandId: string) => void
}

/** Tries again after a while, unless the desk closes. */
const createLater = ({ clock, closing }: Pick<OutgoingDeps, 'clock' | 'closing'>, { queueUp, pump }: Trying) => {
  /** Brands that are tried again later. */
  const resting = new Set<string>()

  const pumpAfter = (brandId: string, ms: number): void => {
    if (resting.has(brandId)) return
    resting.add(brandId)
    clock.sleep(ms, closing).then(
      () => {
        resting.delete(brandId)
        pump(brandId)
      },
      () => undefined, // the desk closes
    )
  }

  /** After a fault of the store. */
  const addAfterPause = (intent: Waiting): void => {
    clock.sleep(STORE_RETRY_MS, closing).then(
      () => {
        queueUp(intent, intent.isOurs)
        pump(intent.brandId)
      },
      () => undefined, // the desk closes
    )
  }

  return { pumpAfter, addAfterPause }
}

export const createOutgoing = (deps: OutgoingDeps): Outgoing => {
  const { clock, log, kindOf, brands, areSendsHeld, claims, recoverLost, onDone, closing } = deps
  /** Waiting intents of each brand, in order. */
  const queues: Queues = new Map()
  const turns = new Map<string, Turn>()
  const stopped = new Set<string>()
  let isStarted = false

  const pauses = createPauses({ clock, signal: closing, onEnd: (brandId) => pump(brandId) })
  const { waitsForKey, waitOf, noteWait } = createWaits(deps, queues, pauses)
  const sender = createSender({
    ...deps,
    waitsForKey,
    pause: ({ brandId, kind }, ms) => pauses.begin(brandId, kindOf(kind).operation, ms),
  })

  const waitingOf = (brandId: string): Map<number, Waiting> => {
    const queue = queues.get(brandId) ?? new Map<number, Waiting>()
    queues.set(brandId, queue)
    return queue
  }

  const queueUp = ({ no, id, brandId, kind, details }: ReadyIntent, isOurs: boolean): void => {
    const queue = waitingOf(brandId)
    // Its reason may have changed with it.
    queue.set(no, { no, id, brandId, kind, details, isOurs: isOurs || queue.get(no)?.isOurs === true, noted: null })
  }

  const add = (intent: ReadyIntent, by?: 'other-desk'): void => {
    if (turns.get(intent.brandId)?.intent?.no === intent.no) return
    queueUp(intent, by === undefined)
    pump(intent.brandId)
  }

  const { pumpAfter, addAfterPause } = createLater(deps, { queueUp, pump: (brandId) => pump(brandId) })

  const onEnd = (intent: Waiting, end: End): void => {
    if (end === 'done') onDone(intent)
    else if (end === 'waits') queueUp(intent, intent.isOurs)
    else addAfterPause(intent)
  }

  const heldBackOf = (brandId: string): number[] =>
    [...waitingOf(brandId).values()].filter((intent) => waitOf(intent) !== null).map(({ no }) => no)

  const send = async (turn: Turn, intent: Waiting, lease: Lease): Promise<void> => {
    waitingOf(intent.brandId).delete(intent.no)
    const sending = sender.send(intent.id, lease)
    Object.assign(turn, { intent, sending })
    const end = await sending.done
    Object.assign(turn, { intent: null, sending: null })
    onEnd(intent, end)
  }

  /** Claims an intent of the brand and sends it; false: there was none, so it is tried again later. */
  const take = async (turn: Turn, { brandId, no }: Waiting): Promise<boolean> => {
    const claim = await claims.next({ brandId, no, except: () => heldBackOf(brandId) })
    if (claim === null) return false
    const { intentNo, isLost, lease } = claim
    try {
      const intent = waitingOf(brandId).get(intentNo)
      // Not known here yet: it comes with the changes of the other desks.
      if (intent === undefined) return false
      if (isLost) {
        await recoverLost(intent, lease)
        // Nobody tells this desk of its own write; what comes after it in its action would wait for ever.
        waitingOf(brandId).delete(intentNo)
      } else if (!closing.aborted && !stopped.has(brandId)) await send(turn, intent, lease)
      return true
    } finally {
      await lease.giveBack()
    }
  }

  const begin = (wanted: Waiting): void => {
    const { brandId } = wanted
    const turn: Turn = { intent: null, sending: null, done: Promise.resolve() }
    turns.set(brandId, turn)
    turn.done = take(turn, wanted)
      .catch((error: unknown) => {
        log.error({ err: error, brandId }, 'an intent was not taken')
        return false
      })
      .then((isTaken) => {
        turns.delete(brandId)
        if (isTaken) pump(brandId)
        else pumpAfter(brandId, claims.retryMs())
      })
  }

  const pump = (brandId: string): void => {
    if (!isStarted || closing.aborted || stopped.has(brandId) || turns.has(brandId)) return
    if (brands.find(brandId) === null) return
    for (const intent of queues.get(brandId)?.values() ?? []) {
      if (waitOf(intent) === null) {
        begin(intent)
        return
      }
      noteWait(intent)
    }
  }

  return {
    waitOf,
    add,
    drop: (no) => {
      for (const queue of queues.values()) queue.delete(no)
    },
    waitingNos: () => [...queues.values()].flatMap((queue) => [...queue.keys()]),
    pump,
    start: () => {
      isStarted = true
    },
    sendsChanged: () => {
      const isHeld = ({ intent }: Turn) => areSendsHeld() && intent !== null && kindOf(intent.kind).isSend
      for (const turn of turns.values()) if (isHeld(turn)) turn.sending?.giveUp('held')
      for (const brandId of queues.keys()) pump(brandId)
    },
    brandIds: () => [...queues.keys()],
    sendingOf: (intentId) => [...turns.values()].find(({ intent }) => intent?.id === intentId)?.sending ?? undefined,
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
      const turn = turns.get(brandId)
      turn?.sending?.giveUp('for-good')
      await turn?.done
    },
    close: async () => {
      for (const { sending } of turns.values()) sending?.giveUp('closing')
      await Promise.all([...turns.values()].map(({ done }) => done))
    },
  }
}

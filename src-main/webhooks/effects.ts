// What follows from arrivals: their rows are derived, the desk's own publish is confirmed, and shells are notified. Done
// after the answer, in the order of arrival, and at the next start after a crash; doing it twice changes nothing. While
// deliveries keep coming it rests most of the time: senders need the processors more, and nobody waits for the rows. A page does.
import { setTimeout } from 'node:timers/promises'
import type { Delivery } from '../../src-shared/desk/webhooks.ts'
import type { RoomParts } from '../room.ts'
import type { Applied, Derived } from './queries/derive-deliveries.ts'

/** Notifies what the articles confirmed; the store has it already. */
export type OnArticlesApplied = (applied: readonly Applied[]) => void

export type EffectsDeps = Pick<RoomParts, 'store' | 'emit' | 'log'> & {
  readonly onArticlesApplied: OnArticlesApplied
  /** Sleeps; rejects when it is aborted. */
  readonly rest?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const sleep = (ms: number, signal: AbortSignal): Promise<unknown> => setTimeout(ms, undefined, { signal, ref: false })

/** At most this many in one transaction, so that no other write waits long behind it. */
const TOGETHER_MAX = 250
/** In a burst, after a step of a millisecond it rests seven, */
const REST_SHARE = 7
const REST_MS_MAX = 100
/** unless so many wait: a page, the end of the desk and its next start would wait for more than some seconds of work. */
const BEHIND_MAX = 50_000
/** After a failure: the team's database may be back, or the disk have room, and no delivery may come that asks. */
const AGAIN_MS = 15_000
/** More deliveries of one step share a line of the log. */
const LINES_MAX = 10

export const createEffects = ({ store, emit, log, onArticlesApplied, rest = sleep }: EffectsDeps) => {
  // Thousands a second may come, and none of these fields can hold a secret.
  const deliveryLog = log.child({}, { redact: [] })
  let running: Promise<void> = Promise.resolve()
  let isWaiting = false
  /** Set at each arrival. */
  let isComing = false
  /** Those who wait for the rows. */
  let hurried = 0
  let resting = new AbortController()
  let waiting = new AbortController()

  const logAll = (deliveries: readonly Delivery[]): void => {
    const [first] = deliveries
    if (first !== undefined && deliveries.length > LINES_MAX) {
      const line = { deliveries: deliveries.length, firstId: first.id, lastId: deliveries.at(-1)?.id }
      deliveryLog.info(line, 'deliveries')
      return
    }
    for (const { id, brandId, status, bytes, intentId } of deliveries) {
      const intent = intentId === null ? {} : { intentId }
      // The sender chose all other fields.
      deliveryLog.info({ deliveryId: id, brandId, status, bytes, ...intent }, 'delivery')
    }
  }

  const announce = (deliveries: readonly Delivery[]): void => {
    logAll(deliveries)
    for (const delivery of deliveries) emit('webhooks.received', { delivery })
  }

  const deriveNext = async (): Promise<Derived> => {
    const derived = await store.write('deliveries.derive', { limit: TOGETHER_MAX })
    onArticlesApplied(derived.applied)
    for (const failure of derived.failures) log.error(failure, 'what follows from a delivery failed; replay it')
    return derived
  }

  const restAfter = async (workMs: number, left: number): Promise<void> => {
    const isBurst = isComing
    isComing = false
    if (!isBurst || hurried > 0 || left > BEHIND_MAX) return
    resting = new AbortController()
    await rest(Math.min(REST_MS_MAX, workMs * REST_SHARE), resting.signal).catch(() => undefined)
  }

  const deriveAll = async (onDerived: (deliveries: readonly Delivery[]) => void): Promise<void> => {
    let left = Number.POSITIVE_INFINITY
    while (left > 0) {
      const startedAt = performance.now()
      const derived = await deriveNext()
      onDerived(derived.deliveries)
      left = derived.left
      if (left > 0) await restAfter(performance.now() - startedAt, left)
    }
  }

  const derive = async (onDerived: (deliveries: readonly Delivery[]) => void): Promise<void> => {
    waiting.abort()
    try {
      await deriveAll(onDerived)
    } catch (error) {
      log.error({ err: error }, 'deliveries could not be derived')
      waiting = new AbortController()
      void rest(AGAIN_MS, waiting.signal).then(run, () => undefined)
    }
  }

  /** Runs asked for while one waits are one. Never rejects: what is left is derived by the next run. */
  const run = (): Promise<void> => {
    if (isWaiting) return running
    isWaiting = true
    running = running.then(async () => {
      isWaiting = false
      await derive(announce)
    })
    return running
  }

  /** Without a rest. */
  const hurry = async (work: () => Promise<void>): Promise<void> => {
    hurried += 1
    resting.abort()
    await work().finally(() => {
      hurried -= 1
    })
  }

  return {
    /** Deliveries have arrived. */
    noteArrivals: (): void => {
      isComing = true
      void run()
    },
    /** Before a page: every delivery that a sender has an answer for is in it. */
    applyAll: (): Promise<void> =>
      hurry(async () => ((await store.read('deliveries.hasUnderived', {})) ? run() : running)),
    /** Applies one again. */
    reapply: async (id: string): Promise<void> => {
      const applied = await store.write('deliveries.reapply', { id })
      if (applied !== null) onArticlesApplied([applied])
    },
    /** What was left undone when the desk ended; no shell listens yet. */
    start: (): Promise<void> => derive(() => undefined),
    close: async (): Promise<void> => {
      await hurry(run)
      waiting.abort()
    },
  }
}
export type Effects = ReturnType<typeof createEffects>

// What follows from arrivals: their rows are derived, the desk's own publish is confirmed, and shells are notified. Done
// after the answer, in the order of arrival, and at the next start after a crash; doing it twice changes nothing.
import type { Delivery } from '../../src-shared/desk/webhooks.ts'
import type { Log } from '../base/log.ts'
import type { Emit } from '../desk.ts'
import type { Store } from '../store/store.ts'
import type { Applied, Derived } from './queries/derive-deliveries.ts'

/** Notifies what the articles confirmed; the store has it already. */
export type OnArticlesApplied = (applied: readonly Applied[]) => void

export type EffectsDeps = {
  readonly store: Store
  readonly emit: Emit
  readonly log: Log
  readonly onArticlesApplied: OnArticlesApplied
}

/** At most this many in one transaction, so that no other write waits long behind it. */
const TOGETHER_MAX = 250

export const createEffects = ({ store, emit, log, onArticlesApplied }: EffectsDeps) => {
  // Thousands a second may come, and none of these fields can hold a secret.
  const deliveryLog = log.child({}, { redact: [] })
  let running: Promise<void> = Promise.resolve()
  let isWaiting = false

  const announce = (delivery: Delivery): void => {
    const { id, brandId, status, bytes, intentId } = delivery
    // The sender chose all other fields.
    deliveryLog.info({ deliveryId: id, brandId, status, bytes, ...(intentId === null ? {} : { intentId }) }, 'delivery')
    emit('webhooks.received', { delivery })
  }

  const deriveNext = async (): Promise<Derived> => {
    const derived = await store.write('deliveries.derive', { limit: TOGETHER_MAX })
    onArticlesApplied(derived.applied)
    for (const failure of derived.failures) log.error(failure, 'what follows from a delivery failed; replay it')
    return derived
  }

  const deriveAll = async (onDerived: (delivery: Delivery) => void): Promise<void> => {
    let isMore = true
    while (isMore) {
      const derived = await deriveNext()
      derived.deliveries.forEach(onDerived)
      isMore = derived.isMore
    }
  }

  /** Runs asked for while one waits are one. Never rejects: what is left is derived by the next run. */
  const run = (): Promise<void> => {
    if (isWaiting) return running
    isWaiting = true
    running = running.then(async () => {
      isWaiting = false
      await deriveAll(announce).catch((error: unknown) => log.error({ err: error }, 'deliveries could not be derived'))
    })
    return running
  }

  return {
    /** Deliveries have arrived. */
    run,
    /** Before a page: every delivery that a sender has an answer for is in it. */
    settle: async (): Promise<void> => {
      if (await store.read('deliveries.hasUnderived', {})) await run()
      else await running
    },
    /** Applies one again. */
    reapply: async (id: string): Promise<void> => {
      const applied = await store.write('deliveries.reapply', { id })
      if (applied !== null) onArticlesApplied([applied])
    },
    /** What was left undone when the desk ended; no shell listens yet. */
    start: (): Promise<void> => deriveAll(() => undefined),
    close: (): Promise<void> => run(),
  }
}
export type Effects = ReturnType<typeof createEffects>

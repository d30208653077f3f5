import { createLoop } from '../base/background.ts'
import { type Clock, DAY_MS, HOUR_MS } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { DeleteOld } from '../settings/clock-guard.ts'
import type { Store } from '../store/store.ts'

/** Deletes deliveries older than the retention, at the start and every hour, a few hundred at a time. */
export const createRetention = (deps: {
  readonly store: Store
  readonly clock: Clock
  /** In a team: whether the clock is the server's by now. Its rule for deletions goes by that. */
  readonly isTimeKnown: () => boolean
  readonly log: Log
  readonly deleteOld: DeleteOld
  readonly retentionDays: () => number
  /** Old deliveries were deleted. */
  readonly onPruned: () => void
}) => {
  const { store, clock, isTimeKnown, log, deleteOld, retentionDays, onPruned } = deps
  /** How many of them it deleted. */
  const pruneSome = async (beforeMs: number): Promise<number> => {
    const numbers = await store.write('deliveries.pruneArrivals', { beforeMs })
    await store.write('deliveries.pruneRows', { numbers })
    return numbers.length
  }
  const prune = async (closing: AbortSignal): Promise<void> => {
    if (!isTimeKnown()) return
    const beforeMs = clock.now() - retentionDays() * DAY_MS
    await deleteOld({
      isDue: () => store.read('deliveries.hasOlder', { beforeMs }),
      run: async () => {
        while ((await pruneSome(beforeMs)) > 0) {
          onPruned()
          if (closing.aborted) return
        }
      },
    })
  }
  /** To be woken when the retention was changed, and when the time is known. */
  return createLoop({
    clock,
    everyMs: HOUR_MS,
    run: prune,
    onFault: (error) => log.warn({ err: error }, 'old deliveries could not be deleted'),
  })
}

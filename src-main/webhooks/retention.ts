import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { DeleteOld } from '../settings/clock-guard.ts'
import type { Store } from '../store/store.ts'

const DAY_MS = 86_400_000
const LOOK_EVERY_MS = 3_600_000

/** Deletes deliveries older than the retention, at the start and every hour, a few hundred at a time. */
export const createRetention = (deps: {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly deleteOld: DeleteOld
  readonly retentionDays: () => number
  /** Old deliveries were deleted. */
  readonly onPruned: () => void
}) => {
  const { store, clock, log, deleteOld, retentionDays, onPruned } = deps
  const ending = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let wake = new AbortController()

  const prune = async (): Promise<void> => {
    const beforeMs = clock.now() - retentionDays() * DAY_MS
    await deleteOld({
      isDue: () => store.read('deliveries.hasOlder', { beforeMs }),
      run: async () => {
        while ((await store.write('deliveries.prune', { beforeMs })) > 0) {
          onPruned()
          if (ending.signal.aborted) return
        }
      },
    })
  }
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      wake = new AbortController()
      await prune().catch((error: unknown) => log.warn({ err: error }, 'old deliveries could not be deleted'))
      await clock.sleep(LOOK_EVERY_MS, AbortSignal.any([ending.signal, wake.signal])).catch(() => undefined)
    }
  }
  return {
    start: (): void => {
      running = run()
    },
    /** Looks now: the retention was changed. */
    look: (): void => wake.abort(),
    close: async (): Promise<void> => {
      ending.abort()
      await running
    },
  }
}

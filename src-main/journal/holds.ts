import type { Clock } from '../base/clock.ts'

/** Pause before a write that the store refused is retried. */
export const STORE_RETRY_MS = 2_000

export const createHolds = (deps: {
  readonly clock: Clock
  /** Retried a moment later if it rejects. */
  readonly release: (id: string, releaseAtMs: number) => Promise<unknown>
  readonly onError: (error: unknown) => void
}) => {
  const { clock, release, onError } = deps
  const timers = new Map<string, AbortController>()
  const clear = (id: string): void => {
    timers.get(id)?.abort()
    timers.delete(id)
  }
  const run = (id: string, releaseAtMs: number, waitMs: number): void => {
    clear(id)
    const timer = new AbortController()
    timers.set(id, timer)
    const onEnd = async () => {
      try {
        await release(id, releaseAtMs)
        if (timers.get(id) === timer) timers.delete(id)
      } catch (error) {
        onError(error)
        if (timers.get(id) === timer) run(id, releaseAtMs, STORE_RETRY_MS)
      }
    }
    clock.sleep(waitMs, timer.signal).then(onEnd, () => undefined) // cleared
  }
  return {
    clear,
    /** Releases the intent at this instant. Setting the wall clock meanwhile does not change the wait. */
    set: (id: string, releaseAtMs: number): void => run(id, releaseAtMs, Math.max(0, releaseAtMs - clock.now())),
    close: (): void => {
      for (const id of [...timers.keys()]) clear(id)
    },
  }
}
export type Holds = ReturnType<typeof createHolds>

import type { Clock } from '../base/clock.ts'

/** Pause before a write that the store refused is retried. */
export const STORE_RETRY_MS = 2_000

type Hold = { readonly releaseAtMs: number; readonly lateMs: number; readonly timer: AbortController }

export const createHolds = (deps: {
  readonly clock: Clock
  /** Retried a moment later if it rejects. */
  readonly release: (id: string, releaseAtMs: number) => Promise<unknown>
  readonly onError: (error: unknown) => void
}) => {
  const { clock, release, onError } = deps
  const holds = new Map<string, Hold>()
  const clear = (id: string): void => {
    holds.get(id)?.timer.abort()
    holds.delete(id)
  }
  const run = (id: string, { releaseAtMs, lateMs }: Omit<Hold, 'timer'>, waitMs: number): void => {
    clear(id)
    const hold = { releaseAtMs, lateMs, timer: new AbortController() }
    holds.set(id, hold)
    const onEnd = async () => {
      try {
        await release(id, releaseAtMs)
        if (holds.get(id) === hold) holds.delete(id)
      } catch (error) {
        onError(error)
        if (holds.get(id) === hold) run(id, hold, STORE_RETRY_MS)
      }
    }
    clock.sleep(waitMs, hold.timer.signal).then(onEnd, () => undefined) // cleared
  }
  return {
    clear,
    /**
     * Releases the intent at this instant, or `lateMs` after it: once set without, it stays so. Setting the wall clock
     * meanwhile does not change the wait.
     */
    set: (id: string, releaseAtMs: number, lateMs = 0): void => {
      const known = holds.get(id)
      const late = known?.releaseAtMs === releaseAtMs ? Math.min(known.lateMs, lateMs) : lateMs
      run(id, { releaseAtMs, lateMs: late }, Math.max(0, releaseAtMs + late - clock.now()))
    },
    ids: (): readonly string[] => [...holds.keys()],
    close: (): void => {
      for (const id of [...holds.keys()]) clear(id)
    },
  }
}
export type Holds = ReturnType<typeof createHolds>

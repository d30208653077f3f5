import type { Clock } from '../clock.ts'

export type Holds = {
  /** Releases the intent at this instant. A wall clock that is set meanwhile changes nothing of the span. */
  readonly set: (id: string, releaseAtMs: number) => void
  readonly clear: (id: string) => void
  readonly close: () => void
}

export const createHolds = (deps: {
  readonly clock: Clock
  readonly release: (id: string) => Promise<unknown>
  readonly onError: (error: unknown) => void
}): Holds => {
  const { clock, release, onError } = deps
  const timers = new Map<string, AbortController>()
  const clear = (id: string): void => {
    timers.get(id)?.abort()
    timers.delete(id)
  }
  return {
    clear,
    set: (id, releaseAtMs) => {
      clear(id)
      const timer = new AbortController()
      timers.set(id, timer)
      const wait = clock.sleep(Math.max(0, releaseAtMs - clock.now()), timer.signal)
      wait.then(
        () => {
          timers.delete(id)
          release(id).catch(onError)
        },
        () => undefined, // cleared
      )
    },
    close: () => {
      for (const id of [...timers.keys()]) clear(id)
    },
  }
}

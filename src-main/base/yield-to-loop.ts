import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 8

/** To be awaited between two pieces of long work: yields to the event loop every 8 ms, so that the desk answers. */
export const createYieldToLoop = (): (() => Promise<void>) => {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < TURN_MS) return
    await nextTurn()
    sinceMs = performance.now()
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 8

/** Between two pieces of long work: gives the thread up once it was held for long enough, so that the desk answers. */
export const createYieldToLoop = (): (() => Promise<void>) => {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < TURN_MS) return
    await nextTurn()
    sinceMs = performance.now()
  }
}

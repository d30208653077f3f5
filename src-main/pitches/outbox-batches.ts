import type { Clock } from '../base/clock.ts'

/**
 * Numbers of outbox listings, always increasing, also if the clock is set back. The sync and the journal take them from here,
 * and a row keeps the number of the newest listing that contains it.
 */
export const createOutboxBatches = (clock: Clock, lastInFile: number): (() => number) => {
  let last = lastInFile
  return () => {
    last = Math.max(last + 1, clock.now())
    return last
  }
}

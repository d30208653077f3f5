import type { Clock } from '../base/clock.ts'

/**
 * Numbers of the outbox listings of a desk, each higher than all before it: a row keeps the newest listing that named it.
 * Whoever reads that listing, a sync or an intent, takes its number here, and a clock that was set back makes none older.
 */
export const createOutboxBatches = (clock: Clock, lastInFile: number): (() => number) => {
  let last = lastInFile
  return () => {
    last = Math.max(last + 1, clock.now())
    return last
  }
}

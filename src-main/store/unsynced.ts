import type { WritableDb } from './db.ts'

/**
 * A transaction on core.db whose commit does not wait for the disk: for changes that are repeated, or hardly missed, after
 * a power failure. It is on disk with the next synced commit, and never before earlier ones.
 */
export const unsynced = <Result>({ core }: WritableDb, work: () => Result): Result => {
  // Inside another transaction the level cannot change: the commit is that one's.
  if (core.inTransaction) return core.transaction(work)()
  core.pragma('synchronous = NORMAL')
  try {
    return core.transaction(work).immediate()
  } finally {
    core.pragma('synchronous = FULL')
  }
}

import type { WritableDb } from './db.ts'

/**
 * A transaction on core.db that nobody waits for and that is done again, or hardly missed, where the power fails: its
 * commit does not wait for the disk. It is on disk with the next one that does, and never before what came before it.
 */
export const unsynced = <Result>({ core }: WritableDb, work: () => Result): Result => {
  core.pragma('synchronous = NORMAL')
  try {
    return core.transaction(work).immediate()
  } finally {
    core.pragma('synchronous = FULL')
  }
}

import type { WritableDb } from './db.ts'

/** Folds what is committed back into core.db as far as no reader needs it; waits for nobody. */
export const checkpointCore = ({ core }: WritableDb, _args: Record<string, never>): void => {
  core.pragma('wal_checkpoint(PASSIVE)')
}

import type { WritableDb } from './db.ts'

/** Moves committed pages of the WAL into core.db as far as no reader needs them; waits for nobody. */
export const checkpointCore = ({ core }: WritableDb, _args: Record<string, never>): void => {
  core.pragma('wal_checkpoint(PASSIVE)')
}

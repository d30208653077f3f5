import { prepared, type ReadableDb } from './db.ts'

/** The library that reads the files. */
export const sqliteVersion = ({ core }: ReadableDb, _args: Record<string, never>): string =>
  prepared<{ version: string }>(core, 'SELECT sqlite_version() AS version').get()?.version ?? 'unknown'

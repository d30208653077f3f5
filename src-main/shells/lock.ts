// One desk per data folder. The lock is an SQLite file held in an exclusive transaction: the system itself lets go
// of it when the process ends, however it ends, so there is no stale lock, no process id to mistrust and no race.
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

export type Lock = { readonly release: () => void }

/** Takes the lock of a data folder (which is made if it is not there); null where another process holds it. */
export const takeLock = (home: string): Lock | null => {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const path = join(home, 'desk.lock')
  const file = new Database(path, { timeout: 0 })
  try {
    chmodSync(path, 0o600)
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) return null // SQLite errors carry a code
    throw error
  }
  return { release: () => void file.close() }
}

// One desk per data folder. The lock is an SQLite file held in an exclusive transaction: the system releases it when the
// process ends, however it ends, so that there is no stale lock, no process id to check and no race.
// `desk.pid` only names the holder in messages; nothing is decided by it.
import { chmodSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { errorCode, isDamage } from '../store/rpc.ts'

export type Lock = { readonly release: () => void }

const pidFile = (home: string): string => join(home, 'desk.pid')

/** The process that took the lock last; null where it released it or its id cannot be read. */
export const lockHolder = (home: string): number | null => {
  try {
    const pid = Number(readFileSync(pidFile(home), 'utf8'))
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}

const tryLock = (path: string): Database.Database | null => {
  const file = new Database(path, { timeout: 0 })
  try {
    chmodSync(path, 0o600)
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return file
  } catch (error) {
    file.close()
    if (errorCode(error)?.startsWith('SQLITE_BUSY') === true) return null
    throw error
  }
}

/**
 * The file holds no data, so a damaged one is emptied. Emptied, not replaced: two starts that both find it damaged
 * then still compete for the same file.
 */
const lockFile = (path: string): Database.Database | null => {
  try {
    return tryLock(path)
  } catch (error) {
    if (!isDamage(error)) throw error
    truncateSync(path)
    return tryLock(path)
  }
}

/** Takes the lock of a data folder (which is made if it is not there); null where another process holds it. */
export const takeLock = (home: string): Lock | null => {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const file = lockFile(join(home, 'desk.lock'))
  if (file === null) return null
  writeFileSync(pidFile(home), String(process.pid), { mode: 0o600 })
  return {
    release: () => {
      rmSync(pidFile(home), { force: true })
      file.close()
    },
  }
}

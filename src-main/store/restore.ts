// A damaged core.db is kept aside, and its newest good backup takes its place in one step.
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { type Backup, damagedName, listBackups } from './backups.ts'
import { migrate, schemaVersion } from './migrate.ts'
import { coreMigrations } from './migrations/core/index.ts'

/** A backup to write in, at the newest schema. */
export const openBackup = (path: string): Database.Database => {
  const db = new Database(path)
  try {
    db.pragma('secure_delete = ON')
    migrate(db, coreMigrations)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const isGood = (path: string): boolean => {
  try {
    const db = new Database(path, { readonly: true })
    try {
      const version = schemaVersion(db)
      const isSound = db.pragma('quick_check(1)', { simple: true }) === 'ok'
      return isSound && version > 0 && version <= coreMigrations.length
    } finally {
      db.close()
    }
  } catch {
    return false
  }
}

export const newestGoodBackup = (folder: string): Backup | undefined =>
  listBackups(folder).find(({ path }) => isGood(path))

export const restoreBackup = (backupFile: string, coreFile: string): void => {
  const temporary = `${coreFile}.restoring`
  copyFileSync(backupFile, temporary)
  chmodSync(temporary, 0o600)
  renameSync(temporary, coreFile)
}

/** Keeps a damaged file, with its WAL, beside the new one. Undefined where there was none. */
export const putAside = (coreFile: string): string | undefined => {
  const aside = damagedName(coreFile, new Date().toISOString())
  const existed = existsSync(coreFile)
  for (const suffix of ['', '-wal', '-journal']) {
    if (existsSync(coreFile + suffix)) renameSync(coreFile + suffix, aside + suffix)
  }
  rmSync(`${coreFile}-shm`, { force: true })
  return existed ? aside : undefined
}

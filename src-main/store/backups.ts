// Copies of core.db. Each is named by its instant, so that the newest comes last by name.
import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { schemaVersion } from './migrate.ts'

const NAME = /^core-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})(\.\d{3})?Z\.db$/

export type Backup = { readonly path: string; readonly takenAt: string }

/** `takenAt` is an instant; colons are left out of the name, since some file systems refuse them. */
export const backupName = (takenAt: string): string => `core-${takenAt.replaceAll(':', '')}.db`

/** Every backup in the folder, newest first. */
export const listBackups = (folder: string): Backup[] => {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const parts = NAME.exec(name)
      if (parts === null) return []
      const [, day, hour, minute, second, fraction = ''] = parts
      return [{ path: join(folder, name), takenAt: `${day}T${hour}:${minute}:${second}${fraction}Z` }]
    })
    .sort((a, b) => (a.takenAt < b.takenAt ? 1 : -1))
}

const isGood = (path: string, newestSchema: number): boolean => {
  try {
    const db = new Database(path, { readonly: true })
    try {
      return db.pragma('quick_check(1)', { simple: true }) === 'ok' && schemaVersion(db) <= newestSchema
    } finally {
      db.close()
    }
  } catch {
    return false
  }
}

export const newestGoodBackup = (folder: string, newestSchema: number): Backup | undefined =>
  listBackups(folder).find(({ path }) => isGood(path, newestSchema))

/** Lays a backup in the place of core.db in one step. */
export const restoreBackup = (backupFile: string, coreFile: string): void => {
  const temporary = `${coreFile}.restoring`
  copyFileSync(backupFile, temporary)
  chmodSync(temporary, 0o600)
  renameSync(temporary, coreFile)
}

/** Keeps a damaged file, with its WAL, beside the new one. Undefined where there was none. */
export const putAside = (coreFile: string): string | undefined => {
  const aside = `${coreFile}.damaged-${new Date().toISOString().replaceAll(':', '')}`
  const existed = existsSync(coreFile)
  for (const suffix of ['', '-wal', '-journal']) {
    if (existsSync(coreFile + suffix)) renameSync(coreFile + suffix, aside + suffix)
  }
  rmSync(`${coreFile}-shm`, { force: true })
  return existed ? aside : undefined
}

/** Deletes all but the newest `keep` backups. */
export const pruneBackups = (folder: string, keep: number): void => {
  for (const { path } of listBackups(folder).slice(keep)) rmSync(path, { force: true })
}

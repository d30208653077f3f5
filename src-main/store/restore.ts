// A damaged core.db is kept aside and replaced in one step by its newest good backup, or by the one a person chose.
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import Database from 'better-sqlite3'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { copyCore } from './backup.ts'
import { rankBackups, withBackup } from './backup-label.ts'
import { type Backup, damagedName, listBackups } from './backups.ts'
import { ALONE } from './desk-numbers.ts'
import { type Migrations, migrate, newestVersion, OLDEST_CORE, schemaVersion } from './migrate.ts'
import type { StoreFiles } from './rpc.ts'
import { SIDE_FILES, toDisk } from './sqlite-file.ts'
import type { StoreTables } from './tables.ts'

type RestoreTables = Pick<StoreTables, 'afterRestore' | 'migrations'>
type ReplaceTables = RestoreTables & Pick<StoreTables, 'assertMayReplace' | 'keptByRestore'>
type RestoreOptions = { readonly tables: RestoreTables; readonly deskNo?: number | undefined }

/** A backup to write in, at the newest schema. */
export const openBackup = (path: string, coreMigrations: Migrations): Database.Database => {
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

/** Sound, and of a schema that this program knows. */
export const isGood = (db: Database.Database, newest: number): boolean => {
  const version = schemaVersion(db)
  const isSound = db.pragma('quick_check(1)', { simple: true }) === 'ok'
  return isSound && version >= OLDEST_CORE && version <= newest
}

export const newestGoodBackup = (folder: string, nowMs: number, newest: number): Backup | undefined =>
  rankBackups(folder, nowMs).find(({ path }) => withBackup(path, (db) => isGood(db, newest)) === true)

/**
 * A copy of the backup beside core.db, ready to replace it: at the newest schema, and already changed by the rooms (open
 * intents become unknown), so that no crash leaves a journal that would send them again.
 */
const prepareRestore = (backupFile: string, coreFile: string, { tables, deskNo = ALONE }: RestoreOptions): string => {
  const ready = `${coreFile}.restoring`
  for (const suffix of ['', ...SIDE_FILES]) rmSync(ready + suffix, { force: true })
  copyFileSync(backupFile, ready)
  chmodSync(ready, 0o600)
  const db = openBackup(ready, tables.migrations.core)
  try {
    tables.afterRestore(db, { nowMs: Date.now(), isAlone: deskNo === ALONE })
  } finally {
    db.close()
  }
  toDisk(ready)
  return ready
}

/** Restores a backup where there is no core.db. */
export const restoreBackup = (backupFile: string, coreFile: string, options: RestoreOptions): void =>
  renameSync(prepareRestore(backupFile, coreFile, options), coreFile)

/** The rows of these tables stay as they are now. */
const keepRows = (core: Database.Database, ready: string, tables: readonly string[]): void => {
  core.prepare('ATTACH ? AS restored').run(ready)
  try {
    for (const table of tables)
      core.exec(`DELETE FROM restored.${table}; INSERT INTO restored.${table} SELECT * FROM main.${table}`)
  } finally {
    core.exec('DETACH restored')
  }
}

/** The backup of that file name, where it can be restored. Throws not-found. */
const findGoodBackup = (folder: string, name: string, newest: number): Backup => {
  const backup = listBackups(folder).find(({ path }) => basename(path) === name)
  if (backup !== undefined && withBackup(backup.path, (db) => isGood(db, newest)) === true) return backup
  throw new DeskError('not-found', `There is no backup "${name}" that can be restored. Choose another one.`)
}

/**
 * Puts a backup in the place of the core.db that `open` opens; that one is backed up first. Throws `conflict` while a room
 * is at work on it; core.db then stays.
 */
export const replaceCore = (
  { coreFile, backupsFolder, deskNo }: Omit<StoreFiles, 'cacheFile'>,
  name: string,
  tables: ReplaceTables,
  open: () => Database.Database,
): void => {
  const backup = findGoodBackup(backupsFolder, name, newestVersion(tables.migrations.core))
  const ready = prepareRestore(backup.path, coreFile, { tables, deskNo })
  try {
    const core = open()
    try {
      tables.assertMayReplace(core)
      keepRows(core, ready, tables.keptByRestore)
      copyCore(core, { folder: backupsFolder, takenAtMs: Date.now(), reason: 'before-restore' })
      core.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      core.close()
    }
    toDisk(ready)
    for (const suffix of SIDE_FILES) rmSync(coreFile + suffix, { force: true })
    renameSync(ready, coreFile)
  } catch (error) {
    rmSync(ready, { force: true })
    throw error
  }
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

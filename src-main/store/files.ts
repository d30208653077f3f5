// Opens the two files. cache.db is disposable: damaged, foreign or from a newer program, it is dropped and made again.
// core.db is not: a newer one is refused, a damaged one is kept aside and its newest good backup takes its place.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { copyCore } from './backup.ts'
import { withBackup } from './backup-label.ts'
import { listBackups } from './backups.ts'
import { dropUnknownBrands, finishRemovals } from './brand-removal.ts'
import type { ReadableDb, WritableDb } from './db.ts'
import { type AppliedMigration, type Migration, migrate, schemaVersion } from './migrate.ts'
import { newestGoodBackup, putAside, replaceCore, restoreBackup } from './restore.ts'
import {
  type FileKind,
  isDamage,
  type MigrationLine,
  type OpenOptions,
  type Role,
  type StoreFiles,
  type StoreNotice,
} from './rpc.ts'
import { asStorageError, isDiskTrouble } from './storage-error.ts'
import type { StoreTables } from './tables.ts'

type File = Database.Database
const SIDE_FILES = ['', '-wal', '-shm', '-journal']
/** Page caches: the reader goes over all keywords of 200 brands again and again, a writer over a few pages at a time. */
const CACHE_KIB: Readonly<Record<Role, Readonly<Record<FileKind, number>>>> = {
  reader: { core: 4_000, cache: 32_000 },
  writer: { core: 4_000, cache: 12_000 },
  'core-writer': { core: 4_000, cache: 2_000 },
}

/** Settings of one connection. Sizes suit a cache of 10 M rows; no memory map: a cut file would end the process. */
const applyPragmas = (db: File, file: FileKind, role: Role): void => {
  db.pragma('busy_timeout = 10000')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma('temp_store = MEMORY')
  db.pragma(`cache_size = -${CACHE_KIB[role][file]}`)
}

/** Pages of the WAL at which a commit runs a checkpoint. */
const CHECKPOINT_PAGES = { core: 1000, cache: 4000 }
/** Where another thread runs checkpoints (checkpoints.ts): 64 MB, in case it does not. */
const CHECKPOINT_PAGES_FALLBACK = 16_000

const applyWriterPragmas = (db: File, file: FileKind): void => {
  db.pragma('journal_mode = WAL')
  db.pragma(`synchronous = ${file === 'core' ? 'FULL' : 'NORMAL'}`)
  db.pragma(`secure_delete = ${file === 'core' ? 'ON' : 'OFF'}`)
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES[file]}`)
  db.pragma('journal_size_limit = 67108864')
}

/** Owner only, from the first byte; SQLite gives -wal and -shm the rights of the file itself. */
const createOwnerOnly = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

const corrupt = (message: string) => Object.assign(new Error(message), { code: 'SQLITE_CORRUPT' })

/**
 * core.db is small and is checked whole; of cache.db, which may hold gigabytes, only the first row of each table. A cut
 * file is found either way: SQLite compares its length with the header.
 */
const checkSound = (db: File, file: FileKind): void => {
  if (file === 'core') {
    const result = db.pragma('quick_check(1)', { simple: true })
    if (result !== 'ok') throw corrupt(String(result))
    return
  }
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[] // names
  for (const name of tables) db.prepare(`SELECT 1 FROM "${name.replaceAll('"', '""')}" LIMIT 1`).get()
}

/** Backs core.db up before a migration, so that an update can be undone. */
const backUpBeforeMigration = (core: File, backupsFolder: string, newestVersion: number): void => {
  const version = schemaVersion(core)
  if (version > 0 && version < newestVersion) {
    copyCore(core, { folder: backupsFolder, takenAtMs: Date.now(), reason: 'before-update' })
  }
}

type OpenFileOptions = {
  readonly migrations: readonly Migration[]
  readonly onMigrated: (migration: MigrationLine) => void
  readonly beforeMigration?: (db: File) => void
}

const openFile = (path: string, file: FileKind, { migrations, onMigrated, beforeMigration }: OpenFileOptions): File => {
  createOwnerOnly(path)
  const db = new Database(path)
  try {
    applyPragmas(db, file, 'writer')
    applyWriterPragmas(db, file)
    checkSound(db, file)
    beforeMigration?.(db)
    const onApplied = (applied: AppliedMigration) => onMigrated({ file, ...applied })
    migrate(db, migrations, onApplied)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const dropCache = (path: string, options: OpenFileOptions): { db: File; notices: StoreNotice[] } => {
  for (const suffix of SIDE_FILES) rmSync(path + suffix, { force: true })
  const notice: StoreNotice = {
    what: 'cache-rebuilt',
    level: 'info',
    title: 'Cache rebuilt',
    message: 'The cached rows could not be read and were deleted. The next sync loads them again.',
  }
  return { db: openFile(path, 'cache', options), notices: [notice] }
}

type OpenCacheOptions = OpenFileOptions & { readonly isDamaged: boolean }

const openCache = (path: string, options: OpenCacheOptions): { db: File; notices: StoreNotice[] } => {
  if (options.isDamaged) return dropCache(path, options)
  try {
    return { db: openFile(path, 'cache', options), notices: [] }
  } catch (error) {
    if (isDiskTrouble(error)) throw error
    return dropCache(path, options)
  }
}

const isEmptyOrAbsent = (path: string) => !existsSync(path) || statSync(path).size === 0

/** Whether the cache was filled by a desk that had brands. */
const cachedBrands = (cacheFile: string): number =>
  withBackup(cacheFile, (cache) => cache.prepare('SELECT count(*) FROM brand').pluck().get() as number) ?? 0 // a count

/** A full cache without core.db is lost data, not a first start: a person chooses what to do. */
const assertNotLost = ({ coreFile, cacheFile, backupsFolder }: StoreFiles, newestVersion: number): void => {
  if (!isEmptyOrAbsent(coreFile) || newestGoodBackup(backupsFolder, Date.now(), newestVersion) !== undefined) return
  const brands = cachedBrands(cacheFile)
  if (brands === 0) return
  throw new DeskError(
    'storage',
    `The file core.db is missing from ${dirname(coreFile)}, and there is no backup of it. It holds your brands, drafts, suppressions and settings; cache.db still holds rows of ${brands} ${brands === 1 ? 'brand' : 'brands'}. Put a backup into ${backupsFolder} and look for backups (desk call desk.lookForBackups), or start with an empty desk (desk call desk.startEmpty).`,
    { isCoreMissing: true },
  )
}

type CoreTables = Pick<StoreTables, 'afterRestore' | 'migrations'>
type OpenCoreOptions = Pick<OpenFileOptions, 'onMigrated'> & {
  readonly tables: CoreTables
  readonly backupsFolder: string
}

const openCore = (
  path: string,
  { backupsFolder, tables, onMigrated }: OpenCoreOptions,
): { db: File; notices: StoreNotice[] } => {
  const migrations = tables.migrations.core
  const beforeMigration = (core: File) => backUpBeforeMigration(core, backupsFolder, migrations.length)
  const options = { migrations, onMigrated, beforeMigration }
  try {
    // A core.db that vanished although it was backed up is lost data, not a first start.
    if (isEmptyOrAbsent(path) && listBackups(backupsFolder).length > 0) throw corrupt('The file is empty or gone.')
    return { db: openFile(path, 'core', options), notices: [] }
  } catch (error) {
    if (!isDamage(error)) throw error
    const aside = putAside(path)
    const backup = newestGoodBackup(backupsFolder, Date.now(), migrations.length)
    if (backup !== undefined) restoreBackup(backup.path, path, tables)
    const kept = aside === undefined ? '' : ` The damaged file is kept as ${aside}.`
    const notice: StoreNotice =
      backup === undefined
        ? {
            what: 'core-lost',
            level: 'error',
            title: 'The desk starts empty',
            message: `The desk's data file was damaged and there is no good backup. Add your brands again.${kept}`,
          }
        : {
            what: 'core-restored',
            level: 'warning',
            title: 'Restored from a backup',
            message: `The desk's data file was damaged. The desk restored the backup of ${backup.takenAt}. Later changes are missing.${kept}`,
          }
    return { db: openFile(path, 'core', options), notices: [notice] }
  }
}

/**
 * Opens both and repairs what is damaged. `afterDamage`: a damaged page was found while the desk ran; core.db is checked
 * at every opening, so where it is sound the damage is in cache.db.
 */
export const openForWriting = (
  files: StoreFiles,
  tables: CoreTables & Pick<StoreTables, 'brandRows'>,
  { afterDamage = false, restore, mayStartEmpty = false }: OpenOptions = {},
  onMigrated: (migration: MigrationLine) => void = () => undefined,
): { db: WritableDb; notices: StoreNotice[] } => {
  let path = files.coreFile
  let core: File | undefined
  let cache: File | undefined
  try {
    mkdirSync(files.backupsFolder, { recursive: true, mode: 0o700 })
    const { migrations, brandRows } = tables
    const { backupsFolder } = files
    if (!mayStartEmpty) assertNotLost(files, migrations.core.length)
    if (restore !== undefined) {
      const openCurrent = () => openFile(files.coreFile, 'core', { migrations: migrations.core, onMigrated })
      replaceCore(files, restore, tables, openCurrent)
    }
    const openedCore = openCore(path, { backupsFolder, tables, onMigrated })
    core = openedCore.db
    path = files.cacheFile
    const isDamaged = afterDamage && openedCore.notices.length === 0
    const openedCache = openCache(path, { migrations: migrations.cache, isDamaged, onMigrated })
    cache = openedCache.db
    const db = { core, cache, backupsFolder, brandRows, coreMigrations: migrations.core } as WritableDb // the one place that makes it
    finishRemovals(db)
    if (restore !== undefined || mayStartEmpty || openedCore.notices.length > 0) dropUnknownBrands(db)
    return { db, notices: [...openedCore.notices, ...openedCache.notices] }
  } catch (error) {
    cache?.close()
    core?.close()
    throw asStorageError(error, dirname(path))
  }
}

export const openForReading = ({ coreFile, cacheFile }: StoreFiles): ReadableDb => {
  const openOne = (path: string, file: FileKind) => {
    const db = new Database(path, { readonly: true })
    applyPragmas(db, file, 'reader')
    return db
  }
  const core = openOne(coreFile, 'core')
  try {
    return { core, cache: openOne(cacheFile, 'cache') }
  } catch (error) {
    core.close()
    throw error
  }
}

/** The files once the writer has repaired and migrated them; cache.db is opened for reading. */
export const openForCoreWriting = (
  { coreFile, cacheFile, backupsFolder }: StoreFiles,
  { brandRows, migrations }: Pick<StoreTables, 'brandRows' | 'migrations'>,
): WritableDb => {
  const core = new Database(coreFile, { fileMustExist: true })
  try {
    applyPragmas(core, 'core', 'core-writer')
    applyWriterPragmas(core, 'core')
    core.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES_FALLBACK}`)
    const cache = new Database(cacheFile, { readonly: true })
    applyPragmas(cache, 'cache', 'core-writer')
    return { core, cache, backupsFolder, brandRows, coreMigrations: migrations.core } as WritableDb // its queries write core.db alone
  } catch (error) {
    core.close()
    throw error
  }
}

/** Closes the connections; the writer first runs a checkpoint of both files. */
export const closeFiles = (db: ReadableDb, role: Role): void => {
  for (const file of [db.cache, db.core]) {
    try {
      if (role === 'writer') file.pragma('wal_checkpoint(TRUNCATE)')
    } catch {
      // A file too damaged for a checkpoint is about to be dropped or restored.
    }
    file.close()
  }
}

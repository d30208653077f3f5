// Opens the files. cache.db is disposable: damaged, foreign, from a newer program or from one before 0.1.0, it is dropped and
// made again. core.db and inbox.db are not: of another program they are refused, and where one is damaged it is kept aside and
// its newest good backup takes its place.
import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { copyCore } from './backup.ts'
import { withBackup } from './backup-label.ts'
import { type Backup, listBackups } from './backups.ts'
import { dropUnknownBrands, finishRemovals } from './brand-removal.ts'
import { type File, openReadOnly, openToAdd } from './connection.ts'
import { keepDamagedWal } from './damaged-wal.ts'
import type { ReadableDb, WritableDb } from './db.ts'
import { ALONE } from './desk-numbers.ts'
import { inboxFileOf } from './inbox.ts'
import { isToMigrate, type Migrations, newestVersion } from './migrate.ts'
import { openInbox } from './open-inbox.ts'
import { newestGoodBackup, putAside, replaceCore, restoreBackup } from './restore.ts'
import { isDamage, type MigrationLine, type OpenOptions, type Role, type StoreFiles, type StoreNotice } from './rpc.ts'
import { corrupt, isEmptyOrAbsent, type OpenFileOptions, openFile, openTogether } from './sqlite-file.ts'
import { asOpeningError, isDiskTrouble } from './storage-error.ts'
import type { StoreTables } from './tables.ts'
import { deleteTeamOnly } from './team/mirror-state.ts'

const SIDE_FILES = ['', '-wal', '-shm', '-journal']

/** Backs core.db up before a migration, so that an update can be undone. */
const backUpBeforeMigration = (core: File, backupsFolder: string, migrations: Migrations): void => {
  if (isToMigrate(core, migrations))
    copyCore(core, { folder: backupsFolder, takenAtMs: Date.now(), reason: 'before-update' })
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

/** Whether the cache was filled by a desk that had brands. */
const cachedBrands = (cacheFile: string): number =>
  withBackup(cacheFile, (cache) => cache.prepare('SELECT count(*) FROM brand').pluck().get() as number) ?? 0 // a count

/** A full cache without core.db is lost data, not a first start: a person chooses what to do. */
const assertNotLost = ({ coreFile, cacheFile, backupsFolder }: StoreFiles, newest: number): void => {
  if (!isEmptyOrAbsent(coreFile) || newestGoodBackup(backupsFolder, Date.now(), newest) !== undefined) return
  const brands = cachedBrands(cacheFile)
  if (brands === 0) return
  throw new DeskError(
    'storage',
    `The file core.db is missing from ${dirname(coreFile)}, and there is no backup of it. It holds your brands, drafts, suppressions and settings; cache.db still holds rows of ${brands} ${brands === 1 ? 'brand' : 'brands'}. Put a backup into ${backupsFolder} and look for backups (desk call desk.lookForBackups), or start with an empty desk (desk call desk.startEmpty).`,
    { isCoreMissing: true },
  )
}

type CoreTables = Pick<
  StoreTables,
  'afterRestore' | 'migrations' | 'team' | 'assertMayReplace' | 'keptByRestore' | 'lastArrival'
>
type OpenCoreOptions = Pick<OpenFileOptions, 'onMigrated'> & {
  readonly tables: CoreTables
  readonly backupsFolder: string
  readonly deskNo: number
  /** The team has the rows, and core.db is a copy. */
  readonly isInTeam: boolean
}

/** For the person: a core.db that was damaged or gone. */
const coreNotice = (backup: Backup | undefined, aside: string | undefined, isInTeam: boolean): StoreNotice => {
  const kept = aside === undefined ? '' : ` The damaged file is kept as ${aside}.`
  const was = `The desk's data file was ${aside === undefined ? 'gone' : 'damaged'}`
  if (backup === undefined && isInTeam)
    return {
      what: 'core-lost',
      level: 'warning',
      title: "The team's data is copied again",
      message: `${was} and there is no good backup. The desk copies what your team has; your own drafts and settings of this machine are lost, and keys are checked again.${kept}`,
    }
  if (backup === undefined)
    return {
      what: 'core-lost',
      level: 'error',
      title: 'The desk starts empty',
      message: `${was} and there is no good backup. Add your brands again.${kept}`,
    }
  const later = isInTeam
    ? 'Later changes of the team are fetched; your own drafts and settings of this machine since then are missing.'
    : 'Later changes are missing.'
  return {
    what: 'core-restored',
    level: 'warning',
    title: 'Restored from a backup',
    message: `${was}. The desk restored the backup of ${backup.takenAt}. ${later}${kept}`,
  }
}

const WAL_REASON =
  'Recent changes of the desk were lost: this may have been sent or cancelled since. Check the service.'

/** Open intents may have been sent or cancelled in what is lost, as after the restore of an older backup. */
const walNotice = (
  core: File,
  kept: string,
  { tables, deskNo }: Pick<OpenCoreOptions, 'tables' | 'deskNo'>,
): StoreNotice => {
  tables.afterRestore(core, { nowMs: Date.now(), isAlone: deskNo === ALONE, reason: WAL_REASON })
  return {
    what: 'changes-lost',
    level: 'error',
    title: 'Recent changes are lost',
    message: `The file of recent changes (core.db-wal) was damaged. What was changed shortly before the desk ended last may be missing, also actions that waited to be sent: look into Activity. Open actions are unknown now. The damaged file is kept as ${kept}.`,
  }
}

const openCore = (
  path: string,
  { backupsFolder, deskNo, isInTeam, tables, onMigrated }: OpenCoreOptions,
): { db: File; notices: StoreNotice[] } => {
  const migrations = tables.migrations.core
  const beforeMigration = (core: File) => backUpBeforeMigration(core, backupsFolder, migrations)
  const options = { migrations, onMigrated, beforeMigration }
  const damagedWal = keepDamagedWal(path)
  try {
    // A core.db that vanished although it was backed up, or is a copy of a team's, is lost data, not a first start.
    if (isEmptyOrAbsent(path) && (isInTeam || listBackups(backupsFolder).length > 0))
      throw corrupt('The file is empty or gone.')
    const db = openFile(path, 'core', options)
    return { db, notices: damagedWal === undefined ? [] : [walNotice(db, damagedWal, { tables, deskNo })] }
  } catch (error) {
    if (!isDamage(error)) throw error
    const aside = putAside(path)
    const backup = newestGoodBackup(backupsFolder, Date.now(), newestVersion(migrations))
    if (backup !== undefined) restoreBackup(backup.path, path, { tables, deskNo })
    return { db: openFile(path, 'core', options), notices: [coreNotice(backup, aside, isInTeam)] }
  }
}

/** The file of a team whose team.json is gone: nothing in it is this desk's to send, and nobody says what was sent since. */
const separateFromTeam = (core: File, tables: CoreTables): StoreNotice[] => {
  if (core.prepare('SELECT 1 FROM mirror_state').get() === undefined) return []
  core
    .transaction(() => {
      tables.afterRestore(core, { nowMs: Date.now(), isAlone: true })
      deleteTeamOnly(core, tables.team.tables)
    })
    .immediate()
  const notice: StoreNotice = {
    what: 'left-team',
    level: 'warning',
    title: 'This desk is not in its team any more',
    message:
      'The file team.json is gone, so the desk does not reach its team. What was to be sent is unknown now: check the service before you send it again. Join the team again to have its data.',
  }
  return [notice]
}

/**
 * Opens all and repairs what is damaged. `afterDamage`: a damaged page was found while the desk ran; core.db is checked
 * at every opening and inbox.db now, so where both are sound the damage is in cache.db.
 */
export const openForWriting = (
  files: StoreFiles,
  tables: CoreTables & Pick<StoreTables, 'brandRows'>,
  { afterDamage = false, restore, mayStartEmpty = false, isReplaced = false }: OpenOptions = {},
  onMigrated: (migration: MigrationLine) => void = () => undefined,
): { db: WritableDb; notices: StoreNotice[] } => {
  let path = files.coreFile
  let core: File | undefined
  let inbox: File | undefined
  let cache: File | undefined
  try {
    mkdirSync(files.backupsFolder, { recursive: true, mode: 0o700 })
    const { migrations, brandRows } = tables
    const { backupsFolder, deskNo = ALONE } = files
    const isInTeam = files.team !== undefined
    if (!mayStartEmpty && !isInTeam) assertNotLost(files, newestVersion(migrations.core))
    if (restore !== undefined) {
      const openCurrent = () => openFile(files.coreFile, 'core', { migrations: migrations.core, onMigrated })
      replaceCore(files, restore, tables, openCurrent)
    }
    const openedCore = openCore(path, { backupsFolder, deskNo, isInTeam, tables, onMigrated })
    core = openedCore.db
    const separated = isInTeam ? [] : separateFromTeam(core, tables)
    path = inboxFileOf(files.coreFile)
    const isCoreSound = openedCore.notices.length === 0
    const openedInbox = openInbox(path, {
      migrations: migrations.inbox,
      onMigrated,
      lastArrival: tables.lastArrival,
      core,
      deskNo,
      backupsFolder,
      isInDoubt: afterDamage && isCoreSound,
    })
    inbox = openedInbox.db
    path = files.cacheFile
    const isDamaged = afterDamage && isCoreSound && openedInbox.notices.length === 0
    const openedCache = openCache(path, { migrations: migrations.cache, isDamaged, onMigrated })
    cache = openedCache.db
    const coreMigrations = migrations.core
    const db = { core, inbox, cache, deskNo, backupsFolder, brandRows, coreMigrations } as WritableDb // the one place that makes it
    finishRemovals(db)
    const isOther = restore !== undefined || mayStartEmpty || isReplaced || openedCore.notices.length > 0
    if (isOther) dropUnknownBrands(db)
    return { db, notices: [...openedCore.notices, ...separated, ...openedInbox.notices, ...openedCache.notices] }
  } catch (error) {
    cache?.close()
    inbox?.close()
    core?.close()
    throw asOpeningError(error, dirname(path))
  }
}

export const openForReading = ({ coreFile, cacheFile, deskNo = ALONE }: StoreFiles): ReadableDb =>
  openTogether((add) => ({
    core: add(openReadOnly(coreFile, 'core', 'reader')),
    inbox: add(openReadOnly(inboxFileOf(coreFile), 'inbox', 'reader')),
    cache: add(openReadOnly(cacheFile, 'cache', 'reader')),
    deskNo,
  }))

/** The files once the writer has repaired and migrated them; the others are opened for reading. */
export const openForCoreWriting = (
  { coreFile, cacheFile, backupsFolder, deskNo = ALONE }: StoreFiles,
  { brandRows, migrations }: Pick<StoreTables, 'brandRows' | 'migrations'>,
): WritableDb =>
  openTogether((add) => {
    const core = add(openToAdd(coreFile, 'core', 'core-writer'))
    const inbox = add(openReadOnly(inboxFileOf(coreFile), 'inbox', 'core-writer'))
    const cache = add(openReadOnly(cacheFile, 'cache', 'core-writer'))
    const coreMigrations = migrations.core
    return { core, inbox, cache, deskNo, backupsFolder, brandRows, coreMigrations } as WritableDb // its queries write core.db alone
  })

/** Closes the connections; the writer first runs a checkpoint of each file. */
export const closeFiles = (db: ReadableDb, role: Role): void => {
  for (const file of [db.cache, db.inbox, db.core]) {
    try {
      if (role === 'writer') file.pragma('wal_checkpoint(TRUNCATE)')
    } catch {
      // A file too damaged for a checkpoint is about to be dropped or restored.
    }
    file.close()
  }
}

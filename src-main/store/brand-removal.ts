// A removed brand leaves no trace: its rows are deleted from all files and every backup, then the files are rewritten
// without them. Unfinished removals are stored in core.db, so that the next start finishes them after a crash.
import { rmSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { withBackup } from './backup-label.ts'
import { damagedCopies, listBackups } from './backups.ts'
import { assertBrand, findBrandNo } from './cache-brands.ts'
import { type BrandRows, prepared, type WritableDb } from './db.ts'
import { deleteArrivalsOf, inboxFileOf } from './inbox.ts'
import { OLDEST_CORE, schemaVersion } from './migrate.ts'
import { openBackup } from './restore.ts'
import { isDamage } from './rpc.ts'
import { whilePurging } from './team/refuse-shared.ts'

const PENDING = 'brands.removing'

const pendingIds = (core: Database): string[] => {
  const stored = prepared<{ value: string }>(core, 'SELECT value FROM setting WHERE key = ?').get(PENDING)
  const value: unknown = stored === undefined ? [] : JSON.parse(stored.value)
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
}

const SAVE = 'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value'

const savePending = (core: Database, ids: readonly string[]): void => {
  if (ids.length > 0) prepared(core, SAVE).run(PENDING, JSON.stringify([...new Set(ids)]))
  else prepared(core, 'DELETE FROM setting WHERE key = ?').run(PENDING)
}

const deleteCacheRows = (db: WritableDb, brandId: string): void =>
  db.cache.transaction(() => {
    const no = findBrandNo(db, brandId)
    if (no === null) return
    for (const remove of db.brandRows.cache) remove(db.cache, no)
    prepared(db.cache, 'DELETE FROM brand WHERE no = ?').run(no)
  })()

/** After core.db was replaced: cached rows of brands that it does not hold would be shown with those of all brands. */
export const dropUnknownBrands = (db: WritableDb): void => {
  const known = new Set(db.core.prepare('SELECT id FROM brand').pluck().all())
  const cached = db.cache.prepare<[], { id: string }>('SELECT id FROM brand').all()
  for (const { id } of cached) if (!known.has(id)) deleteCacheRows(db, id)
}

/** The row of the brand itself is deleted last: the rooms' statements may read it. */
export const deleteCoreRows = (core: Database, rows: BrandRows, brandId: string): void => {
  for (const sql of [...rows.core, 'DELETE FROM brand WHERE id = ?']) core.prepare(sql).run(brandId)
}

/** Within a transaction: deletes the brands from core.db. What is left of them elsewhere goes with `finishRemovals`. */
export const forgetBrands = (core: Database, rows: BrandRows, brandIds: readonly string[]): void => {
  if (brandIds.length === 0) return
  for (const id of brandIds) deleteCoreRows(core, rows, id)
  savePending(core, [...pendingIds(core), ...brandIds])
}

/** Within a transaction that brings brands: what they are now is not to be deleted. */
export const keepBrands = (core: Database, brandIds: readonly string[]): void => {
  const pending = pendingIds(core)
  const left = pending.filter((id) => !brandIds.includes(id))
  if (left.length < pending.length) savePending(core, left)
}

/** Rewrites the file without the free space that still holds old rows. False where a reader kept the WAL. */
const compact = (file: Database): boolean => {
  // A temporary copy of a large cache belongs on disk; SQLite unlinks it at once.
  file.pragma('temp_store = FILE')
  try {
    file.exec('VACUUM')
  } finally {
    file.pragma('temp_store = MEMORY')
  }
  return file.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0
}

const cleanBackup = (path: string, { brandRows, coreMigrations }: WritableDb, brandIds: readonly string[]): void => {
  // No program restores it, so nobody would ever remove the brand from it.
  const version = withBackup(path, schemaVersion) ?? 0
  if (version > 0 && version < OLDEST_CORE) {
    rmSync(path, { force: true })
    return
  }
  try {
    const backup = openBackup(path, coreMigrations)
    try {
      for (const id of brandIds) deleteCoreRows(backup, brandRows, id)
      backup.exec('VACUUM')
    } finally {
      backup.close()
    }
  } catch (error) {
    if (!isDamage(error)) throw error
    rmSync(path, { force: true })
  }
}

/** Finishes removals: at once, and at the next start after a crash. */
export const finishRemovals = (db: WritableDb): void => {
  const ids = pendingIds(db.core)
  if (ids.length === 0) return
  // The thread that writes core.db may bring a brand back meanwhile: it then takes it from the list in the same transaction.
  const deletePending = db.core.transaction((id: string) => {
    if (pendingIds(db.core).includes(id)) deleteCoreRows(db.core, db.brandRows, id)
  })
  for (const id of ids) {
    deleteCacheRows(db, id)
    deletePending.immediate(id)
    deleteArrivalsOf(db.inbox, id)
  }
  for (const { path } of listBackups(db.backupsFolder)) cleanBackup(path, db, ids)
  for (const file of [db.core.name, inboxFileOf(db.core.name)])
    for (const path of damagedCopies(file)) rmSync(path, { force: true })
  const areCompact = [compact(db.cache), compact(db.inbox)].every(Boolean)
  if (areCompact) db.core.transaction(() => keepBrands(db.core, ids)).immediate()
  compact(db.core)
}

/** What is left of brands that the team no longer shows to this desk, or that are removed from it. */
export const purgeBrands = (db: WritableDb, _args: Record<string, never>): void =>
  whilePurging(db.core, () => {
    finishRemovals(db)
    dropUnknownBrands(db)
  })

/** Removes a brand, its rows and every trace of them from the data folder. Throws not-found for an unknown brand. */
export const deleteBrand = (db: WritableDb, { id }: { id: string }): { removed: true } => {
  assertBrand(db, id)
  db.core
    .transaction(() => {
      forgetBrands(db.core, db.brandRows, [id])
      // Another thread writes core.db as well: the lock is taken at the start, so that no commit of it comes between.
    })
    .immediate()
  finishRemovals(db)
  return { removed: true }
}

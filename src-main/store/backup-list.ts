import { basename } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { Backup, BackupCounts } from '../../src-shared/desk/backups.ts'
import { isFromFuture, rankBackups, withBackup } from './backup-label.ts'
import { bytesOf } from './backups.ts'
import type { ReadableDb } from './db.ts'
import { schemaVersion } from './migrate.ts'
import { isGood } from './restore.ts'

/** The table of each number that a person sees. */
export type CountedTables = Readonly<Record<keyof BackupCounts, string>>

/** A table that an older schema does not have holds no rows. */
const countRows = (db: Database, table: string): number => {
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined
  return isThere ? Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()) : 0
}

const countsOf = (db: Database, tables: CountedTables): BackupCounts => {
  const counts = Object.entries(tables).map(([name, table]) => [name, countRows(db, table)])
  return Object.fromEntries(counts) as BackupCounts // their names are its fields
}

export type BackupListArgs = { readonly folder: string; readonly nowMs: number }

/** When the best one was made, without a look into any: they are as large as core.db each. */
export const bestBackupAt = (_db: ReadableDb, { folder, nowMs }: BackupListArgs): string | null =>
  rankBackups(folder, nowMs)[0]?.takenAt ?? null

/** The best to restore first, with what each holds; and what the desk holds now. */
export const createListBackups =
  (tables: CountedTables) =>
  ({ core }: ReadableDb, { folder, nowMs }: BackupListArgs): { backups: Backup[]; now: BackupCounts } => ({
    backups: rankBackups(folder, nowMs).map((backup) => ({
      id: basename(backup.path),
      takenAt: backup.takenAt,
      bytes: bytesOf(backup.path),
      reason: backup.label?.reason ?? null,
      counts: withBackup(backup.path, (db) => (isGood(db, schemaVersion(core)) ? countsOf(db, tables) : null)),
      isFromFuture: isFromFuture(backup, nowMs),
    })),
    now: countsOf(core, tables),
  })

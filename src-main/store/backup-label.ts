// The label in a backup: a counter that only grows, and why it was made. The counter orders backups; the date in a file's
// name may come from a wrong clock.

import Database from 'better-sqlite3'
import type { BackupReason } from '../../src-shared/desk/backups.ts'
import { BACKUP_REASONS } from '../../src-shared/desk/values/state-names.ts'
import { DAY_MS } from '../base/clock.ts'
import { type Backup, listBackups } from './backups.ts'

type File = Database.Database
export type BackupLabel = { readonly counter: number; readonly reason: BackupReason | null }
export type LabelledBackup = Backup & { readonly label: BackupLabel | null }

const KEY = 'backup'
/** Clocks differ by minutes; only what is further ahead is a date in the future. */
const AHEAD_MS = DAY_MS

/** Opens a backup for reading; null where it cannot be read. */
export const withBackup = <Result>(path: string, use: (db: File) => Result): Result | null => {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true })
    try {
      return use(db)
    } finally {
      db.close()
    }
  } catch {
    return null
  }
}

/** Null where an older program wrote it. */
const labelIn = (db: File): BackupLabel | null => {
  const value: unknown = db.prepare('SELECT value FROM setting WHERE key = ?').pluck().get(KEY)
  if (typeof value !== 'string') return null
  const { counter, reason } = JSON.parse(value) as { counter?: unknown; reason?: unknown } // written below
  if (typeof counter !== 'number') return null
  return { counter, reason: BACKUP_REASONS.find((known) => known === reason) ?? null }
}

/** Marks core.db as it is about to be copied. A schema without settings stays unmarked. */
export const labelCore = (core: File, folder: string, reason: BackupReason): void => {
  if (core.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'setting'").get() === undefined) return
  // A core.db restored from an older backup continues from the newest counter.
  const counters = labelled(folder).map(({ label }) => label?.counter ?? 0)
  const label: BackupLabel = { counter: Math.max(labelIn(core)?.counter ?? 0, ...counters) + 1, reason }
  core
    .prepare('INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
    .run(KEY, JSON.stringify(label))
}

const labelled = (folder: string): LabelledBackup[] =>
  listBackups(folder).map((backup) => ({ ...backup, label: withBackup(backup.path, labelIn) }))

export const isFromFuture = ({ takenAt }: Backup, nowMs: number): boolean => Date.parse(takenAt) > nowMs + AHEAD_MS

/** The best to restore first: dates in the future last, then by counter, then by date. */
export const rankBackups = (folder: string, nowMs: number): LabelledBackup[] =>
  labelled(folder).toSorted(
    (a, b) =>
      Number(isFromFuture(a, nowMs)) - Number(isFromFuture(b, nowMs)) ||
      (b.label?.counter ?? 0) - (a.label?.counter ?? 0) ||
      Date.parse(b.takenAt) - Date.parse(a.takenAt),
  )

import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { backupName, listBackups, pruneBackups } from '../backups.ts'
import { prepared, type WritableDb } from '../db.ts'
import { asStorageError } from '../storage-error.ts'

const KEPT = 7
const DAY_MS = 86_400_000

export type BackupResult = { readonly path: string; readonly bytes: number; readonly takenAtMs: number }

/** A compact copy of core.db in the folder, on disk when this returns; the oldest beyond seven go. */
export const copyCore = (core: Database, folder: string, takenAtMs: number): BackupResult => {
  const path = join(folder, backupName(new Date(takenAtMs).toISOString()))
  const temporary = `${path}.writing`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // VACUUM INTO takes an empty file, which is so the owner's alone from its first byte.
    rmSync(temporary, { force: true })
    closeSync(openSync(temporary, 'w', 0o600))
    chmodSync(temporary, 0o600)
    core.prepare('VACUUM INTO ?').run(temporary)
    const file = openSync(temporary, 'r+')
    fsyncSync(file)
    closeSync(file)
    renameSync(temporary, path)
  } catch (error) {
    if (existsSync(temporary)) rmSync(temporary)
    throw asStorageError(error, folder)
  }
  pruneBackups(folder, KEPT)
  return { path, bytes: statSync(path).size, takenAtMs }
}

export const backupCore = (db: WritableDb, { takenAtMs }: { takenAtMs: number }): BackupResult =>
  copyCore(db.core, db.backupsFolder, takenAtMs)

/** The daily backup, if it is due: there is a brand, and no backup of the last 24 hours. */
export const backupIfDue = (db: WritableDb, nowMs: number): BackupResult | undefined => {
  if (prepared(db.core, 'SELECT 1 FROM brand LIMIT 1').get() === undefined) return undefined
  const newest = listBackups(db.backupsFolder)[0]
  const isDue = newest === undefined || Math.abs(nowMs - Date.parse(newest.takenAt)) >= DAY_MS
  return isDue ? backupCore(db, { takenAtMs: nowMs }) : undefined
}

import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { BackupReason } from '../../src-shared/desk/backups.ts'
import { DAY_MS, toDay } from '../base/clock.ts'
import { labelCore, rankBackups } from './backup-label.ts'
import { backupName, listBackups } from './backups.ts'
import { prepared, type WritableDb } from './db.ts'
import { copyArrivals } from './inbox.ts'
import { asStorageError } from './storage-error.ts'

const KEPT = 7

export type BackupResult = { readonly path: string; readonly bytes: number; readonly takenAtMs: number }

type CopyOptions = { readonly folder: string; readonly takenAtMs: number; readonly reason: BackupReason }

/** Deletes all but the best seven; the one just made is kept, whatever its date. */
const pruneBackups = (folder: string, made: string, nowMs: number): void => {
  const others = rankBackups(folder, nowMs).filter(({ path }) => path !== made)
  for (const { path } of others.slice(KEPT - 1)) rmSync(path, { force: true })
}

/**
 * A compact copy of core.db, with the deliveries of inbox.db in it, on disk in the folder when this returns; older ones
 * beyond seven are deleted.
 */
export const copyCore = (core: Database, { folder, takenAtMs, reason }: CopyOptions): BackupResult => {
  const path = join(folder, backupName(new Date(takenAtMs).toISOString()))
  const temporary = `${path}.writing`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // VACUUM INTO takes an empty file, which is so the owner's alone from its first byte.
    rmSync(temporary, { force: true })
    closeSync(openSync(temporary, 'w', 0o600))
    chmodSync(temporary, 0o600)
    labelCore(core, folder, reason)
    core.prepare('VACUUM INTO ?').run(temporary)
    copyArrivals(core.name, temporary, reason)
    const file = openSync(temporary, 'r+')
    fsyncSync(file)
    closeSync(file)
    renameSync(temporary, path)
  } catch (error) {
    if (existsSync(temporary)) rmSync(temporary)
    throw asStorageError(error, folder)
  }
  pruneBackups(folder, path, takenAtMs)
  return { path, bytes: statSync(path).size, takenAtMs }
}

export const backupCore = (
  db: WritableDb,
  { takenAtMs, reason = 'asked' }: { takenAtMs: number; reason?: BackupReason },
): BackupResult => copyCore(db.core, { folder: db.backupsFolder, takenAtMs, reason })

/** Before the first deletion of a day, so that deleted rows are in a backup. */
export const backupBeforeDeletion = (db: WritableDb, { nowMs }: { nowMs: number }): BackupResult | undefined => {
  const isMade = rankBackups(db.backupsFolder, nowMs).some(
    ({ label, takenAt }) => label?.reason === 'before-deletion' && takenAt.startsWith(toDay(nowMs)),
  )
  return isMade ? undefined : backupCore(db, { takenAtMs: nowMs, reason: 'before-deletion' })
}

/** The daily backup, if it is due: there is a brand, and no backup of the last 24 hours. */
export const backupIfDue = (db: WritableDb, nowMs: number): BackupResult | undefined => {
  if (prepared(db.core, 'SELECT 1 FROM brand LIMIT 1').get() === undefined) return undefined
  // One dated in the future says nothing about the last 24 hours.
  const isRecent = listBackups(db.backupsFolder).some(({ takenAt }) => Math.abs(nowMs - Date.parse(takenAt)) < DAY_MS)
  return isRecent ? undefined : backupCore(db, { takenAtMs: nowMs, reason: 'daily' })
}

// inbox.db holds deliveries as they arrived. The receiver's thread alone adds to it; what the desk shows of them is derived
// into core.db later. A backup of core.db carries the arrivals in its own table `arrival`, which is empty in core.db itself:
// what a restore or a migration puts there is moved into inbox.db, and no number is ever used twice.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { BackupReason } from '../../src-shared/desk/backups.ts'
import { ARRIVAL_COLUMNS, PLACES } from './arrival.ts'
import type { File } from './connection.ts'
import { ownNumbers } from './desk-numbers.ts'
import { isDamage } from './rpc.ts'
import type { StoreTables } from './tables.ts'

export const inboxFileOf = (coreFile: string): string => join(dirname(coreFile), 'inbox.db')

const hasArrivals = (db: File): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'arrival'").get() !== undefined

/** In one transaction; those that are there already stay. */
const addAll = (from: File, to: File): void => {
  const insert = to.prepare(`INSERT OR IGNORE INTO arrival (no, ${ARRIVAL_COLUMNS}) VALUES (?, ${PLACES})`)
  const rows = from.prepare(`SELECT no, ${ARRIVAL_COLUMNS} FROM arrival ORDER BY no`).raw()
  to.transaction(() => {
    for (const row of rows.iterate()) insert.run(...(row as unknown[])) // raw rows are arrays
  }).immediate()
}

/** Reasons for which a backup without its deliveries is better than none. */
const MAY_LACK_ARRIVALS: readonly BackupReason[] = ['before-update', 'before-restore']

/** Puts the arrivals into a copy of core.db. A damaged inbox.db fails the backup, unless it may lack them. */
export const copyArrivals = (coreFile: string, copyFile: string, reason: BackupReason): void => {
  const inboxFile = inboxFileOf(coreFile)
  if (!existsSync(inboxFile)) return
  const copy = new Database(copyFile)
  try {
    copy.pragma('journal_mode = MEMORY') // a copy that a crash leaves unfinished is never used
    copy.pragma('synchronous = OFF')
    const inbox = new Database(inboxFile, { readonly: true })
    try {
      if (hasArrivals(copy) && hasArrivals(inbox)) addAll(inbox, copy)
    } finally {
      inbox.close()
    }
  } catch (error) {
    if (!isDamage(error) || !MAY_LACK_ARRIVALS.includes(reason)) throw error
  } finally {
    copy.close()
  }
}

/** Adds what a backup carries; false where it is older than inbox.db and carries none. */
export const addArrivalsOf = (backup: File, inbox: File): boolean => {
  if (!hasArrivals(backup)) return false
  addAll(backup, inbox)
  return true
}

/** Moves what a migration or a restored backup left in core.db; false where there was nothing. Twice changes nothing. */
export const moveArrivals = (core: File, inbox: File): boolean => {
  if (core.prepare('SELECT 1 FROM arrival LIMIT 1').get() === undefined) return false
  addAll(core, inbox) // on disk before they are deleted there
  core.exec('DELETE FROM arrival')
  return true
}

type Known = { readonly deskNo: number; readonly lastArrival: StoreTables['lastArrival'] }

/** This desk received deliveries before, and there is no file of them. */
export const isInboxLost = (core: File, { deskNo, lastArrival }: Known): boolean =>
  lastArrival(core, ownNumbers(deskNo)) !== null && core.prepare('SELECT 1 FROM arrival LIMIT 1').get() === undefined

const DERIVED = 'inbox.derivedThrough'
/** A lost file may have held numbers that nobody else knows. */
const LOST_NUMBERS = 1_000_000

/** The last arrival that core.db has derived. */
export const derivedThrough = (core: File): number => {
  const value = core.prepare('SELECT value FROM setting WHERE key = ?').pluck().get(DERIVED)
  return typeof value === 'string' ? Number(value) : 0
}
export const saveDerivedThrough = (core: File, no: number): void => {
  const sql = 'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value'
  core.prepare(sql).run(DERIVED, String(no))
}

/** New arrivals get numbers after all of this desk that core.db knows. */
export const keepNumbers = (
  core: File,
  inbox: File,
  { isLost, deskNo, lastArrival }: Known & { readonly isLost: boolean },
): void => {
  const own = ownNumbers(deskNo)
  const known = Math.max(lastArrival(core, own) ?? own.after, derivedThrough(core))
  const from = isLost ? known + LOST_NUMBERS : known
  const last = inbox.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'arrival'").pluck().get()
  if (last === undefined) inbox.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('arrival', ?)").run(from)
  else if (Number(last) < from) inbox.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'arrival'").run(from)
}

export const deleteArrivalsOf = (inbox: File, brandId: string): void =>
  void inbox.prepare('DELETE FROM arrival WHERE brand_id = ?').run(brandId)

// The settings of one SQLite connection. The receiver's thread loads this file, so it imports nothing else of ours.
import Database from 'better-sqlite3'
import type { FileKind } from './migrate.ts'
import type { Role } from './rpc.ts'

export type File = Database.Database

/** Whose connection it is; `receiver`: its own thread, which adds to inbox.db. */
export type ConnectionRole = Role | 'receiver'
/** Page caches: the reader goes over all keywords of 200 brands again and again, a writer over a few pages at a time. */
const CACHE_KIB: Readonly<Record<ConnectionRole, Readonly<Record<FileKind, number>>>> = {
  reader: { core: 4_000, inbox: 2_000, cache: 32_000 },
  writer: { core: 4_000, inbox: 2_000, cache: 12_000 },
  'core-writer': { core: 4_000, inbox: 2_000, cache: 2_000 },
  receiver: { core: 0, inbox: 2_000, cache: 0 },
}

/** How long a statement waits for another thread that writes. */
export const BUSY_TIMEOUT_MS = 10_000

/** Settings of one connection. Sizes suit a cache of 10 M rows; no memory map: a cut file would end the process. */
export const applyPragmas = (db: File, file: FileKind, role: ConnectionRole): void => {
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma('temp_store = MEMORY')
  db.pragma(`cache_size = -${CACHE_KIB[role][file]}`)
}

/** Pages of the WAL at which a commit runs a checkpoint. */
const CHECKPOINT_PAGES = { core: 1000, inbox: 1000, cache: 4000 }
/**
 * Where another thread runs checkpoints. 64 MB of core.db, in case it does not. Of inbox.db 8 MB: most of them are moved by
 * then, and a WAL that begins again there overwrites its file, which the disk syncs faster than one that grows.
 */
const CHECKPOINT_PAGES_FALLBACK = { core: 16_000, inbox: 2000 }

export const applyWriterPragmas = (db: File, file: FileKind): void => {
  db.pragma('journal_mode = WAL')
  db.pragma(`synchronous = ${file === 'cache' ? 'NORMAL' : 'FULL'}`)
  db.pragma(`secure_delete = ${file === 'cache' ? 'OFF' : 'ON'}`)
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES[file]}`)
  db.pragma('journal_size_limit = 67108864')
}

export const openReadOnly = (path: string, file: FileKind, role: ConnectionRole): File => {
  const db = new Database(path, { readonly: true })
  applyPragmas(db, file, role)
  return db
}

/** A file that the writer has opened before, for a thread whose commits somebody waits for. */
export const openToAdd = (path: string, file: 'core' | 'inbox', role: ConnectionRole): File => {
  const db = new Database(path, { fileMustExist: true })
  applyPragmas(db, file, role)
  applyWriterPragmas(db, file)
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES_FALLBACK[file]}`)
  return db
}

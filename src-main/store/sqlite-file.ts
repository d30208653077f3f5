// One SQLite file of the desk: its rights, its settings, its check and its migrations.
import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { applyPragmas, applyWriterPragmas, type File } from './connection.ts'
import { type AppliedMigration, type FileKind, type Migrations, migrate } from './migrate.ts'
import type { MigrationLine } from './rpc.ts'

/** Owner only, from the first byte; SQLite gives -wal and -shm the rights of the file itself. */
const createOwnerOnly = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

/** What SQLite keeps beside a file. */
export const SIDE_FILES = ['-wal', '-shm', '-journal']

export const toDisk = (path: string): void => {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}

export const corrupt = (message: string) => Object.assign(new Error(message), { code: 'SQLITE_CORRUPT' })

export const checkWhole = (db: File): void => {
  const result = db.pragma('quick_check(1)', { simple: true })
  if (result !== 'ok') throw corrupt(String(result))
}

/**
 * core.db is small and is checked whole; of the others, which may hold gigabytes, only the first row of each table. A cut
 * file is found either way: SQLite compares its length with the header.
 */
const checkSound = (db: File, file: FileKind): void => {
  if (file === 'core') {
    checkWhole(db)
    return
  }
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[] // names
  for (const name of tables) db.prepare(`SELECT 1 FROM "${name.replaceAll('"', '""')}" LIMIT 1`).get()
}

export type OpenFileOptions = {
  readonly migrations: Migrations
  readonly onMigrated: (migration: MigrationLine) => void
  readonly beforeMigration?: (db: File) => void
}

export const openFile = (
  path: string,
  file: FileKind,
  { migrations, onMigrated, beforeMigration }: OpenFileOptions,
): File => {
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

export const isEmptyOrAbsent = (path: string) => !existsSync(path) || statSync(path).size === 0

/** Files of which all are opened, or none. */
export const openTogether = <Files>(open: (add: (db: File) => File) => Files): Files => {
  const opened: File[] = []
  try {
    return open((db) => {
      opened.push(db)
      return db
    })
  } catch (error) {
    for (const db of opened) db.close()
    throw error
  }
}

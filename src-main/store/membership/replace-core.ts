// A new core.db is made beside the old one and takes its place in one step: whatever fails before leaves the desk as it was.
import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { SIDE_FILES, toDisk } from '../sqlite-file.ts'

export type NewCore = {
  readonly db: Database.Database
  /** On disk, whole and closed: only `commit` is left. */
  readonly finish: () => void
  /** Takes the place of core.db, which nobody may have open. */
  readonly commit: () => void
  /** Nothing has changed. */
  readonly drop: () => void
}

/** A copy of core.db, open to be changed. */
export const copyToReplace = (core: Database.Database, coreFile: string): NewCore => {
  const ready = `${coreFile}.of-team`
  const clear = () => {
    for (const suffix of ['', ...SIDE_FILES]) rmSync(ready + suffix, { force: true })
  }
  clear()
  closeSync(openSync(ready, 'w', 0o600))
  core.prepare('VACUUM INTO ?').run(ready)
  const db = new Database(ready)
  db.pragma('foreign_keys = ON')
  db.pragma('secure_delete = ON')
  return {
    db,
    finish: () => {
      db.exec('VACUUM')
      db.close()
      toDisk(ready)
    },
    commit: () => {
      for (const suffix of SIDE_FILES) rmSync(coreFile + suffix, { force: true })
      renameSync(ready, coreFile)
    },
    drop: () => {
      db.close()
      clear()
    },
  }
}

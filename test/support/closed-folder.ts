// A data folder that no desk has open, for the jobs of setting up, joining and leaving a team.
import Database from 'better-sqlite3'
import type { WritableDb } from '../../src-main/store/db.ts'
import { closeFiles, openForWriting } from '../../src-main/store/files.ts'
import type { JobContext, Progress } from '../../src-main/store/membership/context.ts'
import { tables } from '../../src-main/tables.ts'
import { tempHome } from './temp-home.ts'

/** All rows but the label of the last backup. */
const rowsIn = (coreFile: string) => {
  const core = new Database(coreFile, { readonly: true })
  const names = core.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  const all = names.map((name) => [name, core.prepare(`SELECT * FROM ${name}`).all()])
  core.close()
  return all.map(([name, rows]) => (name === 'setting' ? [] : [name, rows]))
}

/** A data folder with these rows, closed. */
export const closedFolder = (fill: (db: WritableDb) => void) => {
  const home = tempHome()
  const { db } = openForWriting(home, tables)
  fill(db)
  closeFiles(db, 'writer')
  const progress: Progress[] = []
  const onProgress: JobContext['onProgress'] = (one) => progress.push(one)
  const context: JobContext = { files: home, tables, onProgress }
  return { ...home, context, progress, rows: () => rowsIn(home.coreFile) }
}

// How much of a database file holds rows, and the size of what was written but not moved into it yet.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

export type FileContents = {
  readonly file: string
  readonly mb: number
  readonly usedMb: number
  readonly logMb: number
}

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size / 2 ** 20 : 0)

const numberOf = (db: Database.Database, pragma: string): number => Number(db.pragma(pragma, { simple: true }))

/** Of each database in the folder. */
export const contentsIn = (folder: string): readonly FileContents[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.db'))
    .map((name) => {
      const file = join(folder, name)
      const logMb = sizeOf(`${file}-wal`)
      const db = new Database(file, { readonly: true })
      try {
        const pages = numberOf(db, 'page_count')
        const mbOf = (count: number): number => (count * numberOf(db, 'page_size')) / 2 ** 20
        return { file: name, mb: mbOf(pages), usedMb: mbOf(pages - numberOf(db, 'freelist_count')), logMb }
      } finally {
        db.close()
      }
    })

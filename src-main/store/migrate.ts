import type { Database } from 'better-sqlite3'
import { DeskError } from '../../src-shared/desk/errors.ts'

/** One step of a schema; its place in the list is its number. Never edited once landed. */
export type Migration = { readonly name: string; readonly up: (db: Database) => void }

export const schemaVersion = (db: Database): number => db.pragma('user_version', { simple: true }) as number // an integer by definition

export type AppliedMigration = { readonly name: string; readonly ms: number }

/** Brings a file to the newest schema, each step in its own transaction; refuses a file from a newer program. */
export const migrate = (
  db: Database,
  migrations: readonly Migration[],
  onApplied: (applied: AppliedMigration) => void = () => undefined,
): void => {
  const from = schemaVersion(db)
  if (from > migrations.length) {
    throw new DeskError(
      'storage',
      `This data folder was written by a newer Agency Desk (schema ${from}, this one knows ${migrations.length}). Update the program, or choose another data folder.`,
    )
  }
  migrations.slice(from).forEach((migration, index) => {
    const startedAtMs = performance.now()
    db.transaction(() => {
      migration.up(db)
      db.pragma(`user_version = ${from + index + 1}`)
    })()
    onApplied({ name: migration.name, ms: Math.round(performance.now() - startedAtMs) })
  })
}

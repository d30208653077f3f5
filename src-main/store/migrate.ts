import type { Database } from 'better-sqlite3'
import { DeskError } from '../../src-shared/desk/errors.ts'

/** One step of a schema; its position in the list is its number. Never edited once landed. */
export type Migration = {
  readonly name: string
  readonly up: (db: Database) => void
  /** The hash of its SQL, so that an edit is found: landed-migrations.test.ts prints it. The steps older than the rooms have theirs there. */
  readonly landed?: string
}

/** A step that a room declares in its `tables.ts`. */
export type RoomMigration = Required<Migration>

/** All steps of one file: the older ones, then the rooms' by number. Throws where a number is missing or used twice. */
export const inOrder = (
  older: readonly Migration[],
  ofRooms: readonly Readonly<Record<number, RoomMigration>>[],
): readonly Migration[] => {
  const added = ofRooms
    .flatMap((steps) => Object.entries(steps))
    .map(([number, step]) => ({ number: Number(number), step }))
    .toSorted((left, right) => left.number - right.number)
  added.forEach(({ number, step }, index) => {
    const next = older.length + index + 1
    if (number !== next) throw new Error(`Migration "${step.name}" has the number ${number}. Give it ${next}.`)
  })
  return [...older, ...added.map(({ step }) => step)]
}

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

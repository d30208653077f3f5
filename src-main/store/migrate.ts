import type { Database } from 'better-sqlite3'
import { DeskError } from '../../src-shared/desk/errors.ts'

// A file of an older schema becomes one of the first schema: new tables take the rows of the old ones by the
// names of the columns, so that it equals a new file. Within one transaction.

type Part = { readonly name: string; readonly sql: string }
const PARTS = "SELECT name, sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
const partsOf = (db: Database, type: 'table' | 'index' | 'trigger'): readonly Part[] =>
  db.prepare<[string], Part>(PARTS).all(type)

const columnsOf = (db: Database, table: string): readonly string[] =>
  db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)

const old = (table: string): string => `old_${table}`

const copyRows = (db: Database, table: string): void => {
  const known = columnsOf(db, table)
  const columns = columnsOf(db, old(table)).filter((column) => known.includes(column))
  if (columns.length > 0) db.exec(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${old(table)}`)
}

const takeOver = (db: Database, schema: string): void => {
  db.pragma('defer_foreign_keys = ON') // until the end of the transaction: a table may be filled before the one that it names
  const before = partsOf(db, 'table').map(({ name }) => name)
  const numbers = db.prepare<[], { name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence').all()
  for (const { name } of partsOf(db, 'trigger')) db.exec(`DROP TRIGGER ${name}`)
  for (const { name } of partsOf(db, 'index')) db.exec(`DROP INDEX ${name}`)
  for (const table of before) db.exec(`ALTER TABLE ${table} RENAME TO ${old(table)}`)
  db.exec(schema)
  // What a trigger keeps up to date is among the rows already.
  const triggers = partsOf(db, 'trigger')
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`)
  for (const table of before) copyRows(db, table)
  for (const table of before) db.exec(`DROP TABLE ${old(table)}`)
  for (const { sql } of triggers) db.exec(sql)
  // A number that was given is not given again.
  db.exec('DELETE FROM sqlite_sequence')
  const keep = db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (@name, @seq)')
  for (const number of numbers) keep.run(number)
}

/** Which of the files: the desk's own, the deliveries as they arrived, or the disposable copy of what the service said. */
export type FileKind = 'core' | 'inbox' | 'cache'

/** The tables of one room as SQL, by the file that holds them. Never edited once released: a later change is a migration. */
export type RoomSchema = Readonly<Partial<Record<FileKind, string>>>

/** A later step of a schema, declared in a room's `tables.ts` by its number. Never edited once landed. */
export type Migration = {
  readonly name: string
  readonly up: (db: Database) => void
  /** The hash of its SQL, so that an edit is found: landed-migrations.test.ts prints it. */
  readonly landed: string
}

/** The schema of one file. */
export type Migrations = {
  readonly first: {
    readonly number: number
    readonly sql: string
    /** The oldest schema that is taken over; every number from there on was in use. */
    readonly oldest: number
  }
  /** In the order of their numbers, which follow the first one. */
  readonly later: readonly Migration[]
  /** Completes the rows of a file of this older schema, which are in the tables of the first one already. */
  readonly afterTakeOver: (db: Database, from: number) => void
}

/** Above the numbers that programs before 0.1.0 gave, so that these refuse the file, or drop it if it is the cache. */
const FIRST: Readonly<Record<FileKind, number>> = { core: 58, inbox: 1, cache: 23 }

export const OLDEST_CORE = 52

type Rooms = {
  readonly schemas: readonly RoomSchema[]
  readonly later: readonly Readonly<Record<number, Migration>>[]
  readonly afterTakeOver?: Migrations['afterTakeOver']
}

/** The schema of one file of all rooms. Throws where a number is missing or used twice. */
export const composeMigrations = (
  file: FileKind,
  { schemas, later, afterTakeOver = () => undefined }: Rooms,
): Migrations => {
  const number = FIRST[file]
  const added = later
    .flatMap((steps) => Object.entries(steps))
    .map(([at, step]) => ({ at: Number(at), step }))
    .toSorted((left, right) => left.at - right.at)
  added.forEach(({ at, step }, index) => {
    const next = number + index + 1
    if (at !== next) throw new Error(`Migration "${step.name}" has the number ${at}. Give it ${next}.`)
  })
  const sql = schemas.map((schema) => schema[file] ?? '').join('')
  const oldest = file === 'core' ? OLDEST_CORE : number
  return { first: { number, sql, oldest }, later: added.map(({ step }) => step), afterTakeOver }
}

export const newestVersion = ({ first, later }: Migrations): number => first.number + later.length

export const schemaVersion = (db: Database): number => db.pragma('user_version', { simple: true }) as number // an integer by definition

/** A file that can be brought to the newest schema; 0: an empty one. */
const isKnown = (version: number, { first }: Migrations): boolean => version === 0 || version >= first.oldest

const assertKnown = (version: number, migrations: Migrations): void => {
  const newest = newestVersion(migrations)
  if (version > newest)
    throw new DeskError(
      'storage',
      `This data folder was written by a newer Agency Desk (schema ${version}, this one knows ${newest}). Update the program, or choose another data folder.`,
    )
  if (!isKnown(version, migrations))
    throw new DeskError(
      'storage',
      `This data folder was made by a test version before Agency Desk 0.1.0 (schema ${version}), and this program cannot read it. Choose another data folder, or move this one away and start with an empty desk.`,
    )
}

/** Whether a file has rows that a migration is about to change. */
export const isToMigrate = (db: Database, migrations: Migrations): boolean => {
  const version = schemaVersion(db)
  return version > 0 && version < newestVersion(migrations) && isKnown(version, migrations)
}

export type AppliedMigration = { readonly name: string; readonly ms: number }

/** Brings a file to the newest schema, each step in its own transaction; refuses one of a schema that it does not know. */
export const migrate = (
  db: Database,
  migrations: Migrations,
  onApplied: (applied: AppliedMigration) => void = () => undefined,
): void => {
  const from = schemaVersion(db)
  assertKnown(from, migrations)
  const apply = (number: number, name: string, up: (db: Database) => void): void => {
    if (number <= from) return
    const startedAtMs = performance.now()
    db.transaction(() => {
      up(db)
      db.pragma(`user_version = ${number}`)
    })()
    onApplied({ name, ms: Math.round(performance.now() - startedAtMs) })
  }
  const { first, later, afterTakeOver } = migrations
  if (from === 0) apply(first.number, 'first schema', () => db.exec(first.sql))
  else
    apply(first.number, 'take over', () => {
      takeOver(db, first.sql)
      afterTakeOver(db, from)
    })
  later.forEach(({ name, up }, index) => {
    apply(first.number + index + 1, name, up)
  })
}

// What a schema did to a person's file cannot be done again: once released, the first one and each later step stay as they are.
import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { type Migration, type Migrations, migrate } from '../../../src-main/store/migrate.ts'
import { composeTables, type RoomTables } from '../../../src-main/store/tables.ts'
import { tables } from '../../../src-main/tables.ts'

/** Of the first schema of each file, without its comments. */
const FIRST = { core: '59b3743b5cba2b20', inbox: '87a8d284af6a0b8f', cache: 'c1ebb6838c6f693f' } as const
const FILES = ['core', 'inbox', 'cache'] as const

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
const asOneLine = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim()

/** Of the SQL that the last of these steps runs on an empty file. */
const sqlHashOf = (migrations: Migrations, later: readonly Migration[]): string => {
  const run: string[] = []
  const db = new Database(':memory:', { verbose: (sql) => run.push(asOneLine(String(sql))) })
  migrate(db, { ...migrations, later: later.slice(0, -1) })
  run.length = 0
  later.at(-1)?.up(db)
  db.close()
  return shortHash(run.join('\n'))
}

const changed = ({ name }: Migration, hash: string): string =>
  `Migration "${name}" is new or was edited. New: give it  landed: '${hash}'.  Edited after it landed: undo the edit, because data folders out there already ran the old text, and add a new migration.`

/** One line for each later step that has not the SQL that it landed with. */
const changedSteps = (migrations: Migrations): string[] =>
  migrations.later.flatMap((step, index) => {
    const hash = sqlHashOf(migrations, migrations.later.slice(0, index + 1))
    return step.landed === hash ? [] : [changed(step, hash)]
  })

describe.each(FILES)('%s.db', (file) => {
  test('the first schema has its released SQL', () => {
    const { sql } = tables.migrations[file].first
    const advice = `The first schema of ${file}.db was edited. Data folders out there have the old one. Undo the edit, and add a migration that makes the change.`
    expect(shortHash(asOneLine(sql.replaceAll(/^ *--.*$/gm, ''))), advice).toBe(FIRST[file])
  })

  test('later steps have their released SQL', () => {
    expect(changedSteps(tables.migrations[file])).toEqual([])
  })
})

describe('a migration that a room declares', () => {
  const { first } = tables.migrations.core
  const notes: Migration = {
    name: 'notes',
    landed: '91be7872d55afe5d',
    up: (db) => db.exec('CREATE TABLE note (brand_id TEXT NOT NULL, text TEXT NOT NULL) STRICT'),
  }
  const roomWith = (core: Readonly<Record<number, Migration>>): RoomTables => ({
    reads: {},
    writes: { core: {}, cache: {} },
    brandRows: { core: [], cache: [] },
    schema: { core: 'CREATE TABLE one (no INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;' },
    migrations: { core },
  })
  const next = first.number + 1

  test('runs after the first schema, in the order of the numbers', () => {
    const { migrations } = composeTables([
      roomWith({ [next + 1]: { ...notes, name: 'second' } }),
      { ...roomWith({ [next]: notes }), schema: {} },
    ])
    const db = new Database(':memory:')
    const ran: string[] = []
    migrate(db, { ...migrations.core, later: migrations.core.later.slice(0, 1) }, ({ name }) => ran.push(name))
    expect(migrations.core.later.map(({ name }) => name)).toEqual(['notes', 'second'])
    expect(ran).toEqual(['first schema', 'notes'])
    expect(db.pragma('user_version', { simple: true })).toBe(next)
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE name IN ('one', 'note') ORDER BY 1").pluck().all()).toEqual(
      ['note', 'one'],
    )
    expect(migrations.cache.later).toEqual([])
    db.close()
  })

  test('is refused if its number is taken, or skips one', () => {
    expect(() => composeTables([roomWith({ [next]: notes }), roomWith({ [next]: notes })])).toThrow(
      `Give it ${next + 1}.`,
    )
    expect(() => composeTables([roomWith({ [next + 1]: notes })])).toThrow(`Give it ${next}.`)
    expect(() => composeTables([roomWith({ 3: notes })])).toThrow(`Give it ${next}.`)
  })

  test('is reported if its SQL was edited', () => {
    const stepsOf = (step: Migration) => composeTables([roomWith({ [next]: step })]).migrations.core
    expect(changedSteps(stepsOf(notes))).toEqual([])
    const edited: Migration = { ...notes, up: (db) => db.exec('CREATE TABLE note (brand_id TEXT NOT NULL) STRICT') }
    expect(changedSteps(stepsOf(edited))).toEqual([expect.stringContaining('undo the edit')])
  })
})

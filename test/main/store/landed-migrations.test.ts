// What a migration did to a person's file cannot be done again: once landed, its text stays as it is.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { type Migration, migrate, type RoomMigration } from '../../../src-main/store/migrate.ts'
import { cacheMigrations } from '../../../src-main/store/migrations/cache/index.ts'
import { coreMigrations } from '../../../src-main/store/migrations/core/index.ts'
import { inboxMigrations } from '../../../src-main/store/migrations/inbox/index.ts'
import { composeTables } from '../../../src-main/store/tables.ts'
import { tables } from '../../../src-main/tables.ts'

const folder = join(import.meta.dirname, '../../../src-main/store/migrations')

/** Append only: the hash of each landed migration, in their order. */
const LANDED: Record<'core' | 'inbox' | 'cache', Record<string, string>> = {
  core: {
    '001-brands': '084d58013b2d5b66',
    '002-settings': '6292ecc5d1f5828e',
    '003-limiter-windows': 'a50c4c2a6669bf77',
    '004-intents': 'a7223d9d04351612',
    '005-articles': 'ec653569751c7a95',
    '006-deliveries': '717ee5142da709f8',
    '007-suppressions': '7334ac8dfb719ab0',
    '008-credits': '146e955e666af7ba',
    '009-prospect-marks': 'c4b0969230965d74',
    '010-composing': '07070d9e1e442ec5',
    '011-intent-calls': '0b930a9646d4b8ee',
    '012-pitch-contacts': 'a616ec05aed22616',
    '013-connectors': '83c573b4f045767f',
    '014-research': '51cbd3a3f1c38c74',
    '015-connector-applies': '8e2d913ae027d093',
    '016-connector-expected': '75b570df96c292d6',
    '017-call-rows': '00c931c804dc44ef',
    '018-sent-drafts': 'e2d510f1697f2fd7',
    '019-connectors-repair': '32f43d807faae19c',
    '020-key-origins': '12d32df21badb1bc',
    '021-exports': '3c6d179585a66c95',
  },
  inbox: {
    '001-arrivals': '752f3193969a81b9',
  },
  cache: {
    '001-brands': '6548b3a2d36d8f31',
    '002-freshness': 'f88af2aae66ceb0e',
    '003-rankings': 'f76d2682cbf25cdb',
    '004-clusters': '7c4cf22fc687a179',
    '005-prospects': '4e4785a08f86474d',
    '006-tracked-keywords': '646d710f7d897264',
    '007-outbox': '1b7a1f294b7b84a4',
    '008-sites': 'f65197453ff96e12',
    '009-ai-visibility': '1bebb678f469a87d',
  },
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Of what runs: imports and comments may change. */
const hashOf = (source: string): string =>
  shortHash(
    source
      .replace(/^import .*$/gm, '')
      .replace(/\/\*\*[\s\S]*?\*\/|^ *\/\/ .*$/gm, '')
      .trim(),
  )

/** Of the SQL that the last of these steps runs on an empty file. */
const sqlHashOf = (steps: readonly Migration[]): string => {
  const run: string[] = []
  const db = new Database(':memory:', { verbose: (sql) => run.push(String(sql).replaceAll(/\s+/g, ' ').trim()) })
  migrate(db, steps.slice(0, -1))
  run.length = 0
  steps.at(-1)?.up(db)
  db.close()
  return shortHash(run.join('\n'))
}

const changed = ({ name }: Migration, hash: string): string =>
  `Migration "${name}" is new or was edited. New: give it  landed: '${hash}'.  Edited after it landed: undo the edit, because data folders out there already ran the old text, and add a new migration.`

/** One line for each step of a room that has not the SQL that it landed with. */
const changedSteps = (older: number, steps: readonly Migration[]): string[] =>
  steps.slice(older).flatMap((step, index) => {
    const hash = sqlHashOf(steps.slice(0, older + index + 1))
    return step.landed === hash ? [] : [changed(step, hash)]
  })

describe.each([
  ['core', coreMigrations],
  ['inbox', inboxMigrations],
  ['cache', cacheMigrations],
] as const)('%s.db', (file, migrations) => {
  const names = readdirSync(join(folder, file)).filter((name) => /^\d{3}-/.test(name))
  const found = names.map(
    (name) => [name.slice(0, -3), hashOf(readFileSync(join(folder, file, name), 'utf8'))] as const,
  )

  test.each(found)('migration %s has its released text', (name, hash) => {
    const landed = LANDED[file][name]
    const advice =
      landed === undefined
        ? `Migration ${name} of ${file}.db is new. Add  '${name}': '${hash}',  to LANDED in this file, as its last line.`
        : `Migration ${name} of ${file}.db has landed and was edited. Data folders out there already ran the old text. Never edit a landed migration: undo the edit and add a new migration that makes the change.`
    expect(landed, advice).toBe(hash)
  })

  test('migrations of the rooms have their released SQL', () => {
    expect(changedSteps(migrations.length, tables.migrations[file])).toEqual([])
  })

  test('every released migration still exists, at its number', async () => {
    expect(names.map((name) => name.slice(0, -3)).slice(0, Object.keys(LANDED[file]).length)).toEqual(
      Object.keys(LANDED[file]),
    )
    const inFiles = names.map(async (name) => {
      const module = (await import(join(folder, file, name))) as Record<string, Migration> // exports one migration
      return Object.values(module)[0]?.name
    })
    const advice = `Migration files are numbered by their place in migrations/${file}/index.ts. Take the next free number.`
    expect(await Promise.all(inFiles), advice).toEqual(migrations.map(({ name }) => name))
  })
})

describe('a migration that a room declares', () => {
  const notes: RoomMigration = {
    name: 'notes',
    landed: '91be7872d55afe5d',
    up: (db) => db.exec('CREATE TABLE note (brand_id TEXT NOT NULL, text TEXT NOT NULL) STRICT'),
  }
  const roomWith = (core: Readonly<Record<number, RoomMigration>>) => ({
    reads: {},
    writes: { core: {}, cache: {} },
    brandRows: { core: [], cache: [] },
    migrations: { core },
  })
  const next = coreMigrations.length + 1

  test('runs after the older ones, in the order of the numbers', () => {
    const { migrations } = composeTables([
      roomWith({ [next + 1]: { ...notes, name: 'second' } }),
      roomWith({ [next]: notes }),
    ])
    expect(migrations.core.slice(-2).map(({ name }) => name)).toEqual(['notes', 'second'])
    expect(migrations.cache).toEqual(cacheMigrations)
  })

  test('is refused if its number is taken, or skips one', () => {
    expect(() => composeTables([roomWith({ [next]: notes }), roomWith({ [next]: notes })])).toThrow(
      `Give it ${next + 1}.`,
    )
    expect(() => composeTables([roomWith({ [next + 1]: notes })])).toThrow(`Give it ${next}.`)
    expect(() => composeTables([roomWith({ 3: notes })])).toThrow(`Give it ${next}.`)
  })

  test('is reported if its SQL was edited', () => {
    const stepsOf = (step: RoomMigration) => composeTables([roomWith({ [next]: step })]).migrations.core
    expect(changedSteps(coreMigrations.length, stepsOf(notes))).toEqual([])
    const edited: RoomMigration = { ...notes, up: (db) => db.exec('CREATE TABLE note (brand_id TEXT NOT NULL) STRICT') }
    expect(changedSteps(coreMigrations.length, stepsOf(edited))).toEqual([expect.stringContaining('undo the edit')])
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Migration, migrate, newestVersion, schemaVersion } from '../../../src-main/store/migrate.ts'
import { tables } from '../../../src-main/tables.ts'
import { tempHome } from '../../support/temp-home.ts'

const { core, cache } = tables.migrations

const openMemory = () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  return db
}

const tableNames = (db: Database.Database) => db.prepare('SELECT name FROM sqlite_schema').pluck().all()

describe.each([
  ['core', core],
  ['inbox', tables.migrations.inbox],
  ['cache', cache],
] as const)('%s.db', (_file, migrations) => {
  test('a file from the future is refused and left as it is', () => {
    const db = openMemory()
    db.pragma(`user_version = ${newestVersion(migrations) + 1}`)
    expect(() => migrate(db, migrations)).toThrow(/newer Agency Desk/)
    expect(tableNames(db)).toEqual([])
  })
})

test.each([
  ['core', core, 51],
  ['cache', cache, 22],
] as const)('a %s.db of a program before 0.1.0 is refused and left as it is', (_file, migrations, version) => {
  const db = openMemory()
  db.exec(`CREATE TABLE brand (id TEXT); PRAGMA user_version = ${version}`)
  expect(() => migrate(db, migrations)).toThrow(
    `made by a test version before Agency Desk 0.1.0 (schema ${version}), and this program cannot read it. Choose another`,
  )
  expect([schemaVersion(db), tableNames(db)]).toEqual([version, ['brand']])
})

test('a step that fails leaves the step before it', () => {
  const db = openMemory()
  const broken: Migration = {
    name: 'broken',
    landed: '',
    up: (opened) => {
      opened.exec('CREATE TABLE half_done (x)')
      opened.exec('CREATE TABLE half_done (x)')
    },
  }
  expect(() => migrate(db, { ...core, later: [...core.later, broken] })).toThrow(/already exists/)
  expect(schemaVersion(db)).toBe(newestVersion(core))
  expect(tableNames(db)).not.toContain('half_done')
})

test('a disk that is full in the middle of the first schema leaves an empty file', () => {
  const db = openMemory()
  db.pragma('max_page_count = 8')
  expect(() => migrate(db, cache)).toThrow(expect.objectContaining({ code: 'SQLITE_FULL' }))
  expect([schemaVersion(db), tableNames(db)]).toEqual([0, []])
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.pragma('max_page_count = 100000')
  migrate(db, cache)
  expect(schemaVersion(db)).toBe(newestVersion(cache))
})

test('SIGKILL in the middle of a step leaves the step before it, and the next start goes on', async () => {
  const { coreFile } = tempHome()
  const script = fileURLToPath(new URL('../../support/stuck-migration.ts', import.meta.url))
  const child = spawn(process.execPath, [script, coreFile], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')

  const db = new Database(coreFile)
  onTestFinished(() => void db.close())
  expect(schemaVersion(db)).toBe(newestVersion(core))
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  const after: Migration = { name: 'after', landed: '', up: (opened) => opened.exec('CREATE TABLE whole (text TEXT)') }
  migrate(db, { ...core, later: [...core.later, after] })
  expect(schemaVersion(db)).toBe(newestVersion(core) + 1)
  expect(tableNames(db)).toContain('whole')
  expect(tableNames(db)).not.toContain('half_done')
})

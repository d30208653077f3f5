import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listBackups } from '../../../src-main/store/backups.ts'
import { type Migration, migrate, schemaVersion } from '../../../src-main/store/migrate.ts'
import { cacheMigrations } from '../../../src-main/store/migrations/cache/index.ts'
import { coreMigrations } from '../../../src-main/store/migrations/core/index.ts'
import { tempHome } from '../../support/temp-home.ts'
import { tempStore } from '../../support/temp-store.ts'

const openMemory = () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  return db
}

const schemaOf = (db: Database.Database) =>
  db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').all()

describe.each([
  ['core', coreMigrations],
  ['cache', cacheMigrations],
] as const)('%s.db', (_file, migrations) => {
  test.each(migrations.map((_, version) => version))(
    'from schema %i to the newest gives the same schema',
    (version) => {
      const fresh = openMemory()
      migrate(fresh, migrations)
      const old = openMemory()
      migrate(old, migrations.slice(0, version))
      expect(schemaVersion(old)).toBe(version)
      migrate(old, migrations)
      expect(schemaVersion(old)).toBe(migrations.length)
      expect(schemaOf(old)).toEqual(schemaOf(fresh))
    },
  )

  test('a file from the future is refused and left as it is', () => {
    const db = openMemory()
    db.pragma(`user_version = ${migrations.length + 1}`)
    expect(() => migrate(db, migrations)).toThrow(/newer Agency Desk/)
    expect(schemaOf(db)).toEqual([])
  })

  test('every migration name is reported once', () => {
    const names = migrations.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})

test('permissions read before drift was stored show the same drift', () => {
  const db = openMemory()
  migrate(db, coreMigrations.slice(0, 15))
  const pairs = (a: string, b: string) =>
    JSON.stringify([
      ['a', a],
      ['b', b],
      ['__proto__', 'deny'],
    ])
  const add = db.prepare(`INSERT INTO connector_version (brand_id, at_ms, is_by_desk, sync_enabled, permissions, own)
    VALUES ('acme', 1, 0, 0, ?, ?)`)
  add.run(JSON.stringify([['a', 'deny']]), '[]')
  add.run(pairs('allow', 'allow'), '[]')
  add.run(pairs('deny', 'allow'), '["a"]')
  add.run(pairs('deny', 'deny'), '[]')
  db.exec(`INSERT INTO connector_catalog
    (brand_id, asked_at_ms, fetched_at_ms, can_manage, sync_enabled, tools, seen_no) VALUES ('acme', 1, 1, 1, 0, '[]', 2)`)
  migrate(db, coreMigrations)
  expect(db.prepare('SELECT expected FROM connector_catalog').pluck().get()).toBe(pairs('deny', 'allow'))
})

test('a step that fails leaves the step before it', () => {
  const db = openMemory()
  const broken: Migration = {
    name: 'broken',
    up: (opened) => {
      opened.exec('CREATE TABLE half_done (x)')
      opened.exec('CREATE TABLE half_done (x)')
    },
  }
  expect(() => migrate(db, [...coreMigrations, broken])).toThrow(/already exists/)
  expect(schemaVersion(db)).toBe(coreMigrations.length)
  expect(db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'half_done'").get()).toBeUndefined()
})

test('a disk that is full in the middle of a step leaves the step before it', () => {
  const db = openMemory()
  migrate(db, cacheMigrations.slice(0, 2))
  const pages = db.pragma('page_count', { simple: true }) as number // an integer by definition
  db.pragma(`max_page_count = ${pages + 3}`)
  expect(() => migrate(db, cacheMigrations)).toThrow(expect.objectContaining({ code: 'SQLITE_FULL' }))
  expect(schemaVersion(db)).toBe(2)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.pragma('max_page_count = 100000')
  migrate(db, cacheMigrations)
  expect(schemaVersion(db)).toBe(cacheMigrations.length)
})

test('items of batches are in rows of their own after schema 17, in batch order', () => {
  const db = openMemory()
  migrate(db, coreMigrations.slice(0, 16))
  const insert = db.prepare('INSERT INTO intent_call (intent_no, call_no, first_item, payloads) VALUES (?, ?, ?, ?)')
  for (const call of [2, 0, 1]) insert.run(7, call, call * 200, `["call ${call}"]`)
  migrate(db, coreMigrations)
  const rows = db.prepare('SELECT call_no, first_item, payloads FROM intent_call WHERE intent_no = 7 ORDER BY no')
  expect(rows.raw().all()).toEqual([0, 1, 2].map((call) => [call, call * 200, `["call ${call}"]`]))
  expect(() => insert.run(7, 2, 400, '[]')).toThrow(/UNIQUE/)
})

test('core.db is backed up before a migration', async () => {
  const home = tempHome()
  const old = new Database(home.coreFile)
  migrate(old, coreMigrations.slice(0, 1))
  old.close()
  const { store } = await tempStore(home)
  const [backup, ...others] = listBackups(home.backupsFolder)
  expect(others).toEqual([])
  const copy = new Database(backup?.path, { readonly: true })
  expect(schemaVersion(copy)).toBe(1)
  copy.close()
  expect(await store.read('brands.list', {})).toEqual([])
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
  expect(schemaVersion(db)).toBe(coreMigrations.length - 1)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  migrate(db, coreMigrations)
  expect(schemaVersion(db)).toBe(coreMigrations.length)
  expect(db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'half_done'").get()).toBeUndefined()
})

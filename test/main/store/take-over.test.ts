// Data folders that programs before 0.1.0 made, as these left them: of the schemas 52 and 57, with three rows in each table
// and higher numbers given before.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listBackups } from '../../../src-main/store/backups.ts'
import { migrate, newestVersion, schemaVersion } from '../../../src-main/store/migrate.ts'
import { tables } from '../../../src-main/tables.ts'
import { hashOfRows } from '../../support/team-database.ts'
import { tempHome } from '../../support/temp-home.ts'
import { tempStore } from '../../support/temp-store.ts'

type Row = Readonly<Record<string, unknown>>
const { core: CORE, inbox: INBOX } = tables.migrations

const unpack = (name: string, to: string): void =>
  writeFileSync(to, gunzipSync(readFileSync(join(import.meta.dirname, '../../support/fixtures', `${name}.db.gz`))))

const folderOf = (version: number) => {
  const home = tempHome()
  unpack(`core-${version}`, home.coreFile)
  unpack('inbox-1', inboxOf(home))
  return home
}
const inboxOf = ({ coreFile }: { readonly coreFile: string }): string => join(dirname(coreFile), 'inbox.db')

const open = (path: string): Database.Database => {
  const db = new Database(path)
  onTestFinished(() => void db.close())
  return db
}

const schemaOf = (db: Database.Database) =>
  (db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all() as Row[]) // rows
    .map(({ sql, ...part }) => ({ ...part, sql: String(sql).replaceAll(/\s+/g, ' ').trim() }))

const tablesOf = (db: Database.Database): string[] =>
  db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1")
    .pluck()
    .all()

const rowsOf = (db: Database.Database, table: string): Row[] =>
  db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all() as Row[] // rows

const numbersOf = (db: Database.Database) =>
  db.prepare('SELECT name, seq FROM sqlite_sequence WHERE seq > 0 ORDER BY name').all()

describe.each([52, 57])('a folder of schema %i', (version) => {
  const olderCore = () => open(folderOf(version).coreFile)

  test('has the schema of a new one after it was opened, and every row', async () => {
    const home = folderOf(version)
    const { store, notices } = await tempStore(home)
    expect(notices).toEqual([])
    await store.close()

    const core = open(home.coreFile)
    const fresh = open(':memory:')
    migrate(fresh, CORE)
    expect(schemaVersion(core)).toBe(newestVersion(CORE))
    expect(schemaOf(core)).toEqual(schemaOf(fresh))
    expect(core.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(core.pragma('foreign_key_check')).toEqual([])

    const older = olderCore()
    const isOfDesk = ({ key }: Row) => key !== 'backup' // the label of the backup before the update
    expect(tablesOf(older).length).toBeGreaterThan(55)
    for (const table of tablesOf(older)) {
      const rows = rowsOf(older, table).map((row) => expect.objectContaining(row))
      expect([table, rowsOf(core, table).filter(isOfDesk)]).toEqual([table, rows])
    }

    const freshInbox = open(':memory:')
    migrate(freshInbox, INBOX)
    const inbox = open(inboxOf(home))
    expect(schemaOf(inbox)).toEqual(schemaOf(freshInbox))
    expect(rowsOf(inbox, 'arrival')).toEqual(rowsOf(open(inboxOf(folderOf(version))), 'arrival'))
  })

  test('is backed up before, and the backup is restored as any other', async () => {
    const home = folderOf(version)
    const { store } = await tempStore(home)
    await store.close()
    const [backup, ...others] = listBackups(home.backupsFolder)
    expect(others).toEqual([])
    expect(schemaVersion(open(backup?.path ?? ''))).toBe(version)
    writeFileSync(home.coreFile, 'damaged')
    const { store: again, notices } = await tempStore(home)
    expect(notices.map(({ what }) => what)).toEqual(['core-restored'])
    await again.close()
    const core = open(home.coreFile)
    expect(rowsOf(core, 'suppression')).toEqual(rowsOf(olderCore(), 'suppression'))
    expect(schemaVersion(core)).toBe(newestVersion(CORE))
  })

  test('gives no number a second time', () => {
    const core = olderCore()
    const numbers = numbersOf(core)
    expect(numbers.length).toBeGreaterThan(10)
    migrate(core, CORE)
    expect(numbersOf(core)).toEqual(expect.arrayContaining(numbers))
    core.exec('DELETE FROM suppression')
    const { lastInsertRowid } = core
      .prepare("INSERT INTO suppression (kind, value, reason, created_at_ms) VALUES ('email', 'a@b.c', '', 1)")
      .run()
    expect(lastInsertRowid).toBe(71)
  })

  test('stays as it is where the disk is full in the middle', () => {
    const core = olderCore()
    const schema = schemaOf(core)
    core.pragma(`max_page_count = ${(core.pragma('page_count', { simple: true }) as number) + 3}`) // an integer by definition
    expect(() => migrate(core, CORE)).toThrow(expect.objectContaining({ code: 'SQLITE_FULL' }))
    expect(schemaOf(core)).toEqual(schema)
    expect(schemaVersion(core)).toBe(version)
    core.pragma('max_page_count = 100000')
    migrate(core, CORE)
    expect(schemaVersion(core)).toBe(newestVersion(CORE))
  })

  test('has a number for the articles of each brand', () => {
    const core = olderCore()
    migrate(core, CORE)
    const brands = core.prepare('SELECT id FROM brand ORDER BY no').pluck().all()
    const known = core.prepare("SELECT brand_id FROM article_change WHERE slug = '' ORDER BY no").pluck()
    expect(known.all()).toEqual(brands)
    core.exec('UPDATE article SET brand_id = (SELECT id FROM brand) WHERE no = 10')
    expect(core.prepare('SELECT slug FROM article_change ORDER BY no DESC LIMIT 1').pluck().get()).toBe('"slug 1"')
  })
})

test('a folder of schema 52 gets the hash of each intent and approvals of it, and looks at all rows of its team', () => {
  const core = open(folderOf(52).coreFile)
  core.exec("INSERT INTO mirror_state VALUES (1, 'team', 1, NULL)")
  migrate(core, CORE)
  const [intents, calls, items] = ['intent', 'intent_call', 'intent_item'].map((table) => rowsOf(core, table))
  const hashes = intents?.map((intent) => hashOfRows(intent as never, calls as never, items as never)) ?? []
  expect(hashes).toHaveLength(3)
  expect(intents?.map(({ hash }) => hash)).toEqual(hashes)
  expect(rowsOf(core, 'intent_act').map(({ hash }) => hash)).toEqual([hashes[0], null, hashes[2]])
  expect(rowsOf(core, 'mirror_state')).toEqual([])
})

test('a folder of schema 57 keeps its hashes, and up to where it has caught up with its team', () => {
  const core = open(folderOf(57).coreFile)
  core.exec("INSERT INTO mirror_state VALUES (1, 'team', 1, NULL)")
  migrate(core, CORE)
  expect(rowsOf(core, 'intent').map(({ hash }) => hash)).toEqual(['"hash 1"', '"hash 2"', '"hash 3"'])
  expect(rowsOf(core, 'mirror_state')).toHaveLength(1)
})

test('an older cache.db is dropped and made again', async () => {
  const home = folderOf(57)
  open(home.cacheFile).exec('CREATE TABLE brand (no INTEGER PRIMARY KEY); PRAGMA user_version = 22').close()
  const { store, notices } = await tempStore(home)
  expect(notices.map(({ what }) => what)).toEqual(['cache-rebuilt'])
  expect((await store.read('brands.list', {})).length).toBe(3)
})

test('a backup that no program restores any more goes with a removed brand', async () => {
  const home = folderOf(57)
  const { store } = await tempStore(home)
  const [backup] = listBackups(home.backupsFolder)
  open(backup?.path ?? '')
    .exec('PRAGMA user_version = 51')
    .close()
  expect((await store.read('backups.list', { folder: home.backupsFolder, nowMs: 1 })).backups).toMatchObject([
    { counts: null },
  ])
  await store.write('brands.delete', { id: '"id 1"' })
  expect(listBackups(home.backupsFolder)).toEqual([])
})

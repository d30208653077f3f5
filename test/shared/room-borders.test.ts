// A room's tables are read and written by that room alone.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { closeFiles, openForWriting } from '../../src-main/store/files.ts'
import { tables } from '../../src-main/tables.ts'
import { importsIn } from '../support/imports.ts'
import { tablesOf } from '../support/large-folder/scans.ts'
import {
  byFile,
  circlesOf,
  foreignQueries,
  foreignTables,
  KEY_TABLE,
  queryOwners,
  sourcesIn,
  tableOwners,
} from '../support/room-borders.ts'
import { EXCEPTIONS } from '../support/room-exceptions.ts'
import { tempHome } from '../support/temp-home.ts'

const main = join(import.meta.dirname, '..', '..', 'src-main')
const sources = sourcesIn(main)

const sourcesOf = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return { sources: sourcesIn(folder), imports: importsIn(folder) }
}

test('every table of the files has one owner, and every query that rooms declare', () => {
  const home = tempHome()
  const { db } = openForWriting(home, tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  const owners = tableOwners(sources)
  const all = new Set([db.core, db.inbox, db.cache].flatMap(tablesOf))
  expect(
    [...all].filter((name) => name !== KEY_TABLE && !name.startsWith('rank_search_') && !owners.has(name)),
  ).toEqual([])
  const names = [tables.reads, tables.writes.core, tables.writes.cache].flatMap(Object.keys)
  const known = new Set([...queryOwners(sources).keys()])
  expect([...known].filter((name) => !names.includes(name) && !Object.hasOwn(tables.team.queries, name))).toEqual([])
  expect(known.size).toBeGreaterThan(200)
})

test('the SQL of a room names its own tables', () => {
  expect(byFile(foreignTables(sources))).toEqual(EXCEPTIONS.tables)
})

test('a room asks the store for its own queries', () => {
  expect(byFile(foreignQueries(sources))).toEqual(EXCEPTIONS.queries)
})

test('no rooms depend on each other in a circle', () => {
  expect(circlesOf(sources, importsIn(main), Object.values(EXCEPTIONS).flatMap(Object.keys))).toEqual([])
})

test('there are at most ten exceptions', () => {
  expect(Object.values(EXCEPTIONS).flatMap(Object.keys).length).toBeLessThanOrEqual(10)
})

/** Of the sync: what a team exchanges is built for a team only. Of a schedule: the desk that it was made on. */
const ASK_FOR_TEAM = [
  'reports/queries/schedules.ts',
  'sync/background.ts',
  'sync/queries/team-replies.ts',
  'sync/work.ts',
]

test('a room goes by rules of teams, and does not ask whether its desk is in one', () => {
  const asks = /\bteam (?:===|!==) (?:null|undefined)|\bteam\?\.|\bdeskNo (?:===|!==|>) 0|[!=]== ALONE\b|\bisInTeam\b/
  const rooms = sources.filter(({ room }) => !['(root)', 'shells', 'store', 'team'].includes(room))
  const found = rooms.filter(({ file }) => asks.test(readFileSync(join(main, file), 'utf8'))).map(({ file }) => file)
  expect(found).toEqual(ASK_FOR_TEAM)
})

test('a table of another room is found, however its SQL names it', () => {
  const { sources: found } = sourcesOf({
    'one/tables.ts': 'const up = (db) => db.exec(`CREATE TABLE one_row (id TEXT)`)',
    'two/join.ts': 'const SQL = `SELECT 1 FROM two_row t JOIN core.one_row o ON o.id = t.id`',
    'two/list.ts': "const SQL = 'SELECT 1 FROM json_each(?) j, one_row WHERE 1'",
    'two/page.ts': "const page = { from: 'one_row' }",
    'two/delete.ts': "const rows = byBrandId('one_row')",
    'two/comment.ts': '// SELECT 1 FROM one_row\nexport const text = 1',
    'one/own.ts': "const SQL = 'SELECT 1 FROM one_row'",
  })
  expect(Object.keys(byFile(foreignTables(found)))).toEqual([
    'two/delete.ts',
    'two/join.ts',
    'two/list.ts',
    'two/page.ts',
  ])
})

test('a query of another room is found, and a circle of rooms', () => {
  const { sources: found, imports } = sourcesOf({
    'one/tables.ts':
      "export const t = { reads: { 'ones.list': list }, writes: { core: { 'ones.save': save }, cache: {} } }",
    'two/calls.ts':
      "const rows = await store.read('ones.list', {})\nconst is = store.write(a ? 'ones.save' : 'twos.save', {})",
    'one/calls.ts': "import type { Two } from '../two/calls.ts'\nconst rows = store.read('ones.list', {})",
  })
  expect(byFile(foreignQueries(found))).toEqual({ 'two/calls.ts': 'ones.list ones.save' })
  expect(circlesOf(found, imports)).toEqual(['one two'])
})

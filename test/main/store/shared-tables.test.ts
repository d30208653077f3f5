// What desks may share is separate from what belongs to one machine, since schema 27. A core.db from before has all its
// rows after it: here one of schema 26, with rows of any values in every table.
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../src-main/store/migrate.ts'
import { tables } from '../../../src-main/tables.ts'

const BEFORE = 26

/** Where the rows of a table are since then, if some of its columns moved. */
const NOW: Readonly<Record<string, string>> = {
  brand: 'brand JOIN brand_here ON brand_id = id',
  preview: 'preview JOIN preview_use ON preview_id = id',
}

type Column = { readonly name: string; readonly type: string }
type Row = Readonly<Record<string, unknown>>

const tablesOf = (db: Database.Database): string[] =>
  db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'arrival' ORDER BY 1",
    )
    .pluck()
    .all()
    .map(String)

const columnsOf = (db: Database.Database, table: string): Column[] =>
  db.prepare('SELECT name, type FROM pragma_table_info(?)').all(table) as Column[] // as selected

const valueFor = ({ name, type }: Column, at: number): unknown => {
  if (type === 'BLOB') return Buffer.from([at % 256])
  if (type !== 'TEXT') return name === 'no' ? at * 10 : at
  return `"${name} ${at}"` // a text, and JSON
}

/** Three rows in each table; the second numbers of each are far apart, as after removals. */
const oldDesk = (): Database.Database => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(db, tables.migrations.core.slice(0, BEFORE))
  db.pragma('foreign_keys = OFF')
  for (const table of tablesOf(db)) {
    const columns = columnsOf(db, table)
    const insert = db.prepare(
      `INSERT INTO ${table} (${columns.map(({ name }) => name)}) VALUES (${columns.map(() => '?')})`,
    )
    for (const at of [1, 2, 3]) insert.run(columns.map((column) => valueFor(column, at)))
  }
  return db
}

const rowsOf = (db: Database.Database, from: string, columns: readonly Column[]): Row[] =>
  db.prepare(`SELECT ${columns.map(({ name }) => name)} FROM ${from} ORDER BY 1, 2`).all() as Row[] // as selected

test('every row of an older core.db is there after the migrations', () => {
  const db = oldDesk()
  const before = tablesOf(db).map((table) => {
    const columns = columnsOf(db, table)
    return { table, columns, rows: rowsOf(db, table, columns) }
  })
  expect(before.length).toBeGreaterThan(30)
  migrate(db, tables.migrations.core)
  for (const { table, columns, rows } of before)
    expect([table, rowsOf(db, NOW[table] ?? table, columns)]).toEqual([table, rows])
})

test('the profile and the pause of all sending move to the settings of a team; the others stay', () => {
  const db = oldDesk()
  const set = db.prepare('INSERT INTO setting (key, value) VALUES (?, ?)')
  set.run('profile', '{"baseUrl":"https://api.example.com"}')
  set.run('settings', '{"theme":"dark","isSendingHeld":true}')
  migrate(db, tables.migrations.core)
  const valuesOf = (table: string) =>
    db.prepare(`SELECT key, value FROM ${table} WHERE key IN ('profile', 'settings', 'isSendingHeld')`).raw().all()
  expect(valuesOf('setting')).toEqual([['settings', '{"theme":"dark"}']])
  expect(valuesOf('team_setting')).toEqual([
    ['isSendingHeld', 'true'],
    ['profile', '{"baseUrl":"https://api.example.com"}'],
  ])
})

test('after the migrations the number of a removed row is not used again', () => {
  const db = oldDesk()
  migrate(db, tables.migrations.core)
  for (const table of ['brand', 'intent', 'intent_call', 'article']) {
    const last = Number(db.prepare(`SELECT max(no) FROM ${table}`).pluck().get())
    const columns = columnsOf(db, table).filter(({ name }) => name !== 'no')
    const add = db.prepare(
      `INSERT INTO ${table} (${columns.map(({ name }) => name)}) VALUES (${columns.map(() => '?')})`,
    )
    db.exec(`DELETE FROM ${table}`)
    const { lastInsertRowid } = add.run(columns.map((column) => valueFor(column, 4)))
    expect([table, lastInsertRowid]).toEqual([table, last + 1])
  }
})

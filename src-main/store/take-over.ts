// A file of an older schema becomes one of the first schema: new tables take the rows of the old ones by the
// names of the columns, so that it equals a new file. Within one transaction.
import type { Database } from 'better-sqlite3'

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

export const takeOver = (db: Database, schema: string): void => {
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

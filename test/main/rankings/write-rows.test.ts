// Rows in statements of 32 and the rest one by one: around that number none is lost and none is mixed up.
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { insertRows, updateRows } from '../../../src-main/rankings/queries/ingest/write-rows.ts'

const openTable = () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  db.exec('CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, size REAL)')
  return { db, rows: () => db.prepare('SELECT id, name, size FROM thing ORDER BY id').raw().all() }
}
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)

test.each([0, 1, 31, 32, 33, 64, 100])('%i rows are inserted, and written over by their ids', (count) => {
  const { db, rows } = openTable()
  const added = numbers(count).map((id) => [id, `thing ${id}`, id / 2])
  insertRows(db, { into: 'thing (id, name, size)', columns: 3, values: added.flat() })
  expect(rows()).toEqual(added)

  const changed = added.map(([id = 0, name = ''], at) => [id, at % 3 === 0 ? null : `${name} now`, at])
  const backwards = changed.toReversed().flatMap(([id = 0, name = null, size = 0]) => [name, size, id])
  updateRows(db, { table: 'thing', columns: ['name', 'size'], values: backwards })
  expect(rows()).toEqual(changed)
})

test('a row that is not there is not made: the update is refused', () => {
  const { db, rows } = openTable()
  expect(() => updateRows(db, { table: 'thing', columns: ['name', 'size'], values: ['new', 1, 7] })).toThrow('0 rows')
  expect(rows()).toEqual([])
})

test('a list that ends in the middle of a row is refused', () => {
  const { db } = openTable()
  const into = 'thing (id, name, size)'
  expect(() => insertRows(db, { into, columns: 3, values: [1, 'a', 2, 2, 'b'] })).toThrow('1 rows')
})

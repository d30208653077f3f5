// Derived from the newest schema: a table that a migration adds is checked without an entry here.
import type { Database } from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { deleteBrand } from '../../../src-main/store/brand-removal.ts'
import { brandNo } from '../../../src-main/store/cache-brands.ts'
import type { BrandRows } from '../../../src-main/store/db.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { tables } from '../../../src-main/tables.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand } from '../../support/temp-store.ts'

/** Deleted in another way than by their own column; each with its reason, and covered by removal.test.ts. */
const EXCEPTIONS = [
  'preview_row', // goes with its preview by ON DELETE CASCADE: a preview without some of its rows is not the reviewed one
]

type Column = { readonly name: string; readonly type: string; readonly notnull: number; readonly pk: number }

/** The tables of a file that hold rows of a brand by this column. */
const tablesWith = (file: Database, column: string): string[] =>
  file
    .prepare(
      `SELECT list.name FROM pragma_table_list AS list JOIN pragma_table_info(list.name) AS info
       WHERE list.schema = 'main' AND list.type = 'table' AND info.name = ? ORDER BY list.name`,
    )
    .pluck()
    .all(column)
    .map(String)
    .filter((name) => !EXCEPTIONS.includes(name))

let last = 1_000
const anyValue = (type: string): unknown => {
  last += 1
  if (type === 'BLOB') return Buffer.from([last % 256])
  return type === 'TEXT' ? `"value ${last}"` : last
}

/** A row of the brand in each table that has none yet, made of any values that its columns take. */
const addRows = (file: Database, names: readonly string[], column: string, brand: string | number): void => {
  file.pragma('foreign_keys = OFF')
  file.pragma('ignore_check_constraints = ON')
  for (const name of names) {
    const columns = (file.prepare(`SELECT * FROM pragma_table_info(?)`).all(name) as Column[]).filter(
      (info) => info.name !== column && (info.notnull === 1 || info.pk > 0),
    )
    const values = columns.map(({ type }) => anyValue(type))
    file
      .prepare(
        `INSERT OR IGNORE INTO ${name} (${[column, ...columns.map((info) => info.name)]}) VALUES (?${', ?'.repeat(values.length)})`,
      )
      .run(brand, ...values)
  }
  file.pragma('foreign_keys = ON')
}

const tablesHolding = (file: Database, names: readonly string[], column: string, brand: string | number): string[] =>
  names.filter((name) => file.prepare(`SELECT 1 FROM ${name} WHERE ${column} = ? LIMIT 1`).get(brand) !== undefined)

/** Which tables hold rows of a removed brand, and of a kept one, after the removal by these statements. */
const tablesAfterRemoval = (brandRows: BrandRows) => {
  const { db } = openForWriting(tempHome(), { ...tables, brandRows })
  onTestFinished(() => closeFiles(db, 'writer'))
  const core = tablesWith(db.core, 'brand_id')
  const inbox = tablesWith(db.inbox, 'brand_id')
  const cache = tablesWith(db.cache, 'brand_no')
  const [gone, kept] = ['Gone', 'Kept'].map((name) => {
    const { id } = insertBrand(db, newBrand(name))
    const no = brandNo(db, id)
    addRows(db.core, core, 'brand_id', id)
    addRows(db.inbox, inbox, 'brand_id', id)
    addRows(db.cache, cache, 'brand_no', no)
    return { id, no }
  })
  if (gone === undefined || kept === undefined) throw new Error('There are two brands.')
  deleteBrand(db, { id: gone.id })
  const holding = ({ id, no }: typeof gone) => [
    ...tablesHolding(db.core, core, 'brand_id', id),
    ...tablesHolding(db.inbox, inbox, 'brand_id', id),
    ...tablesHolding(db.cache, cache, 'brand_no', no),
  ]
  return { all: [...core, ...inbox, ...cache], ofGone: holding(gone), ofKept: holding(kept) }
}

test('a removed brand leaves no row in any table of the newest schema, and a kept brand loses none', () => {
  const { all, ofGone, ofKept } = tablesAfterRemoval(tables.brandRows)
  expect(all.length).toBeGreaterThan(25)
  expect(ofGone).toEqual([])
  expect(ofKept).toEqual(all)
})

test('a table that no room declares is found', () => {
  const { all, ofGone } = tablesAfterRemoval({
    core: tables.brandRows.core.filter((sql) => !sql.includes('FROM article ')),
    cache: [],
  })
  expect(ofGone).toEqual(['article', ...all.slice(all.indexOf('ai_visibility'))])
})

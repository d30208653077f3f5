// A row in each table that a team shares, made of any values that its columns take.
import type { Database } from 'better-sqlite3'
import { insertBrand } from '../../src-main/brands/queries/brands.ts'
import type { WritableDb } from '../../src-main/store/db.ts'
import { tables } from '../../src-main/tables.ts'
import { fittingValue } from './fitting-value.ts'
import { newBrand } from './temp-store.ts'

type Column = { readonly name: string; readonly type: string }

const columnsOf = (core: Database, table: string): Column[] =>
  core.prepare<[string], Column>('SELECT name, type FROM pragma_table_info(?)').all(table)

let last = 1_000
const anyValue = (table: string, column: Column): string | number => {
  last += 1
  return fittingValue(table, column, last, `"väl\u0000ue ${last}"`)
}

/** All that belongs to one more brand. */
export const addTeamRows = (db: WritableDb, name: string, { isDemo = false } = {}): string => {
  const { core } = db
  const { id } = insertBrand(db, newBrand(name, { demo: isDemo }))
  core.pragma('foreign_keys = OFF')
  core.pragma('ignore_check_constraints = ON')
  let intentNo = 0
  for (const table of tables.team.tables) {
    if (['brand', 'team_setting', 'person', 'person_brand', 'brand_rule'].includes(table.name)) continue
    if (isDemo && table.brand === null) continue
    const fixed: Record<string, string | number> = { brand_id: id, intent_no: intentNo, is_shared: 1, recipients: '[]' }
    const columns = columnsOf(core, table.name)
    const row = Object.fromEntries(
      columns.map((column) => [column.name, fixed[column.name] ?? anyValue(table.name, column)]),
    )
    const names = Object.keys(row)
    core
      .prepare(`INSERT INTO ${table.name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .run(...Object.values(row))
    if (table.name === 'intent') intentNo = Number(row.no)
  }
  core.pragma('foreign_keys = ON')
  core.pragma('ignore_check_constraints = OFF')
  return id
}

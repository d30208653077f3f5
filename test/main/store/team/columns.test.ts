// Each table that desks share has the same columns in core.db and in PostgreSQL: a migration of one without the other
// would lose what desks write into it.
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../../../../src-main/store/migrate.ts'
import { tables } from '../../../../src-main/tables.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { teamDatabase } from '../../../support/team-database.ts'

type Column = { readonly tbl: string; readonly name: string; readonly type: string }

/** What PostgreSQL has alone: filled there, for its own checks. */
const OF_POSTGRES = /^intent_(call|item|act|claim)\.brand_id$|^intent_item\.kind$/
/** What a desk has alone: the order of its own drafts. */
const OF_DESK = /^template\.no$/

const TYPES: Readonly<Record<string, string>> = { TEXT: 'text C', INTEGER: 'bigint', REAL: 'double precision' }

const coreColumns = (names: readonly string[]): Column[] => {
  const db = new Database(':memory:')
  migrate(db, tables.migrations.core)
  const columns = db.prepare<[string], { name: string; type: string }>('SELECT * FROM pragma_table_info(?)')
  return names.flatMap((tbl) => columns.all(tbl).map(({ name, type }) => ({ tbl, name, type: TYPES[type] ?? type })))
}

const COLUMNS = `
  SELECT table_name AS tbl, column_name AS name, concat_ws(' ', data_type, collation_name) AS type
  FROM information_schema.columns JOIN agency_desk.team_table ON name = table_name
  WHERE table_schema = 'agency_desk'`

const nameOf = ({ tbl, name }: Column): string => `${tbl}.${name}`

describePostgres('tables of a team', (programs) => {
  test('have the columns of core.db', async () => {
    const { owner } = await teamDatabase(programs)
    const there = (await owner.query<Column>(COLUMNS)).rows
    const here = coreColumns([...new Set(there.map(({ tbl }) => tbl))])
    const missing = (columns: readonly Column[], from: readonly Column[], ...known: readonly RegExp[]) => {
      const names = new Set(from.map(nameOf))
      return columns.map(nameOf).filter((name) => !names.has(name) && !known.some((pattern) => pattern.test(name)))
    }
    expect(missing(there, here, OF_POSTGRES)).toEqual([])
    expect(missing(here, there, OF_DESK)).toEqual([])
    const inBoth = new Map(there.map((column) => [nameOf(column), column]))
    const common = here.filter((column) => inBoth.has(nameOf(column)))
    expect(common.map((column) => inBoth.get(nameOf(column))?.type)).toEqual(common.map(({ type }) => type))
    expect(common.length).toBeGreaterThan(120)
  })
})

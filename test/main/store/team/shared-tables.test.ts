// What rooms declare of the tables that desks share is what PostgreSQL has, so that each change is sent, noted and fetched by
// the same key.
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../../../../src-main/store/migrate.ts'
import { tables } from '../../../../src-main/tables.ts'
import { CORE_WRITES } from '../../../support/core-writes.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { teamDatabase } from '../../../support/team-database.ts'

type TeamTable = { name: string; place: number; key: string[]; brand: string | null }

describePostgres('what rooms declare to be shared', (programs) => {
  test('has the names, keys, brands and order of PostgreSQL', async () => {
    const { owner } = await teamDatabase(programs)
    const { rows } = await owner.query<TeamTable>(
      'SELECT name, place, key_columns AS key, brand_column AS brand FROM agency_desk.team_table ORDER BY place',
    )
    const declared = tables.team.tables.map(({ name, place, key, brand }) => ({ name, place, key, brand }))
    expect(declared).toEqual(rows)
  })
})

test('what rooms declare to be shared has its columns in core.db', () => {
  const core = new Database(':memory:')
  migrate(core, tables.migrations.core)
  for (const { name, key, brand, parent, isSharedIf, own = [] } of tables.team.tables) {
    const columns = core.pragma(`table_info(${name})`) as { name: string }[]
    const needed = [...key, ...own, isSharedIf ?? [], parent !== undefined ? [] : (brand ?? [])].flat()
    expect(columns.map((column) => column.name)).toEqual(expect.arrayContaining(needed))
  }
})

test('each write of core.db is tried with cut connections, or is of the copy itself', () => {
  const tried = new Set(CORE_WRITES.map(({ name }) => name))
  expect(Object.keys(tables.writes.core).filter((name) => !tried.has(name))).toEqual(['mirror.copyAgain'])
})

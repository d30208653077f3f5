// A write holds the team's head, so what it reads must not grow with the tables: it goes by keys, also on a connection
// that made its plans when the tables were empty. And a desk that catches up reads the rows that changed, not all.
import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../../../../src-main/store/migrate.ts'
import { fetchByKeys } from '../../../../src-main/store/team/fetch-rows.ts'
import { tables } from '../../../../src-main/tables.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { column, headOf, markRow, pitch, suppressionRow, teamDatabase, write } from '../../../support/team-database.ts'
import { sessionOf } from '../../../support/team-session.ts'

/** A row each, and the list of 28 tables. */
const SMALL = ['head', 'team_table', 'person', 'desk']
const READ_WHOLE = `SELECT relname FROM pg_stat_xact_user_tables
  WHERE schemaname = 'agency_desk' AND seq_tup_read > 0 AND relname <> ALL ($1) ORDER BY 1`

const rowsOf = (no: number) => ({
  ...pitch(no, 'acme', `contact ${no}`),
  prospect_mark: { rows: [markRow('acme', `prospect ${no}`)] },
  suppression: { rows: [suppressionRow(no, `${no}@b.example`)] },
})

describePostgres('a write of a team', (programs) => {
  test('reads no table from end to end, when others wrote since and its connection is older than the rows', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('Ann')
    for (let no = 1; no <= 20; no += 1)
      await write(ann, rowsOf(no), { position: (await headOf(ann)) - (no > 2 ? 1 : 0) })
    const position = await headOf(ann)
    for (let no = 21; no <= 200; no += 1) await write(team.owner, rowsOf(no))
    await ann.query('BEGIN')
    const reads = [{ table: 'keyword_mark', brand: 'acme' }]
    const removed = { prospect_mark: { gone: [['acme', 'prospect 1']] } }
    expect(await write(ann, rowsOf(201), { position, reads })).not.toBeNull()
    expect(await write(ann, { ...removed }, { id: randomUUID() })).not.toBeNull()
    expect(await column(ann, READ_WHOLE, [SMALL])).toEqual([])
    await ann.query('COMMIT')
  })

  test('that others catch up with costs them the rows that it changed, in a table of 30,000', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('Ann', { role: 'reader' })
    await team.owner.query(`INSERT INTO agency_desk.prospect_mark (brand_id, prospect_id, tags, note)
      SELECT 'acme', 'prospect ' || no, '[]', 'A note' FROM generate_series(1, 30000) no`)
    await team.owner.query('ANALYZE agency_desk.prospect_mark')
    const core = new Database(':memory:')
    migrate(core, tables.migrations.core)
    const marks = tables.team.tables.find(({ name }) => name === 'prospect_mark')
    if (marks === undefined) throw new Error('prospect_mark is shared')
    await ann.query('BEGIN')
    const keys = [
      ['acme', 'prospect 7'],
      ['acme', 'gone'],
      ['acme', 'prospect 29000'],
    ] as const
    const found: unknown[] = []
    for await (const rows of fetchByKeys(sessionOf(ann), core, marks, keys)) found.push(...rows)
    expect(found).toHaveLength(2)
    expect(await column(ann, READ_WHOLE, [SMALL])).toEqual([])
    await ann.query('COMMIT')
    core.close()
  })
})

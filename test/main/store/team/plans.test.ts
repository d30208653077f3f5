// A write holds the team's head, so what it reads must not grow with the tables: it goes by keys, also on a connection
// that made its plans when the tables were empty. And a desk that catches up reads the rows that changed, not all.
import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '../../../../src-main/store/migrate.ts'
import { fetchByKeys } from '../../../../src-main/store/team/fetch-rows.ts'
import { prepareSession } from '../../../../src-main/store/team/session.ts'
import { tables } from '../../../../src-main/tables.ts'
import { fittingValue } from '../../../support/fitting-value.ts'
import { describePostgres } from '../../../support/postgres.ts'
import {
  column,
  headOf,
  markRow,
  one,
  pitch,
  suppressionRow,
  teamDatabase,
  write,
} from '../../../support/team-database.ts'
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

/** Of this session, by index or from end to end. */
const READ_MORE = `SELECT relname FROM pg_stat_xact_user_tables
  WHERE schemaname = 'agency_desk' AND seq_tup_read + coalesce(idx_tup_fetch, 0) > $1 ORDER BY 1`

type Filled = { readonly tbl: string; readonly name: string; readonly type: string; readonly isKey: boolean }

/** Another value in each row where it is a key, or any text or number will do. */
const filled = ({ tbl, name, type, isKey }: Filled, login: string): string => {
  if (name === 'made_by') return pg.escapeLiteral(login)
  if (name === 'changed_by') return 'NULL'
  if (name === 'brand_id' && !isKey) return "'acme'"
  const value = fittingValue(tbl, { name, type: type === 'text' ? 'TEXT' : type }, -7, name)
  if (value === name) return name === 'key' ? "'isSendingHeld' || i" : type === 'text' ? `'${name}' || i` : 'i'
  return typeof value === 'string' ? pg.escapeLiteral(value) : value === -7 ? 'i' : `${value}`
}

/** One row a table for each number up to `rows`, signed by this person. Returns the tables' names. */
const fillTables = async (owner: pg.Client, login: string, rows: number): Promise<string[]> => {
  const names = await column<string>(
    owner,
    "SELECT name FROM agency_desk.team_table WHERE name NOT IN ('brand', 'person') ORDER BY place",
  )
  // No rule of the rows is of interest here.
  await owner.query('SET session_replication_role = replica')
  const columns = await owner.query<Filled>(
    `SELECT name AS tbl, attname AS name, atttypid::regtype::text AS type, attname = ANY (key_columns) AS "isKey"
     FROM agency_desk.team_table JOIN pg_attribute ON attrelid = ('agency_desk.' || name)::regclass
     WHERE attnum > 0 AND NOT attisdropped ORDER BY attnum`,
  )
  for (const name of names) {
    const values = columns.rows.filter(({ tbl }) => tbl === name).map((one) => filled(one, login))
    await owner.query(`INSERT INTO agency_desk.${name} SELECT ${values} FROM generate_series(1, ${rows}) i`)
  }
  await owner.query('SET session_replication_role = origin')
  // As the server does by itself after a while; a plan made meanwhile would be of chance.
  await owner.query('ANALYZE')
  return names
}
/** One from the middle. */
const rowOf = (name: string) => `SELECT to_jsonb(t) FROM agency_desk.${name} t OFFSET 1500 LIMIT 1`
const keyOf = (name: string) => `SELECT jsonb_agg(t.row -> k ORDER BY nth)
  FROM (${rowOf(name)}) t (row), agency_desk.team_table, unnest(key_columns) WITH ORDINALITY AS u (k, nth)
  WHERE name = '${name}'`

describePostgres('a write of a team', (programs) => {
  test('reads no table from end to end, when others wrote since and its connection is older than the rows', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('Ann')
    await prepareSession(sessionOf(ann))
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

  test('reads of each table the rows that it changes or removes, in tables of 3,000', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('Ann', { role: 'admin' })
    await prepareSession(sessionOf(ann))
    const names = await fillTables(team.owner, ann.user ?? '', 3000)
    expect(names.length).toBeGreaterThanOrEqual(26)
    const asked: string[] = []
    const ask = async (name: string, right: string, list: unknown) => {
      const [table, does] = [`agency_desk.${name}`, `agency_desk.${right === 'DELETE' ? 'drop' : 'put'}_${name}`]
      if (!(await one(ann, 'SELECT has_table_privilege($1, $2)', [table, right]))) return
      await ann.query(`SELECT ${does}($1)`, [JSON.stringify([list])])
      asked.push(does)
    }
    await ann.query('BEGIN')
    for (const name of names) {
      const [row, key] = [await one(team.owner, rowOf(name)), await one(team.owner, keyOf(name))]
      await ask(name, 'INSERT', row)
      await ask(name, 'DELETE', key)
    }
    expect(asked.filter((name) => name.includes('put_')).length).toBeGreaterThan(20)
    expect(asked.filter((name) => name.includes('drop_')).length).toBeGreaterThan(15)
    // A version of permissions goes once there are 450 newer ones.
    expect(await column(ann, READ_MORE, [500])).toEqual([])
    await ann.query('ROLLBACK')
  })

  test('that others catch up with costs them the rows that it changed, in a table of 30,000', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('Ann', { role: 'reader' })
    await prepareSession(sessionOf(ann))
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
    ].map((key) => JSON.stringify(key))
    const found: unknown[] = []
    for await (const rows of fetchByKeys(sessionOf(ann), core, marks, keys)) found.push(...rows)
    expect(found).toHaveLength(2)
    expect(await column(ann, READ_WHOLE, [SMALL])).toEqual([])
    await ann.query('COMMIT')
    core.close()
  })
})

// Intents that were queued before they had a hash: of an older data folder, and of an older team.
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../../../src-main/store/migrate.ts'
import { migrateTeam } from '../../../src-main/store/team/migrate.ts'
import { teamMigrations } from '../../../src-main/store/team/migrations/index.ts'
import { tables } from '../../../src-main/tables.ts'
import { describePostgres, testDatabase } from '../../support/postgres.ts'
import { column, hashOfRows, intentRow, itemRow, teamDatabase, write } from '../../support/team-database.ts'

const callRow = (no: number) => ({
  ...{ no, intent_no: no, call_no: 0, first_item: 0, payloads: `[{"to":"c${no}","body":"Grüße"}]` },
})
const actRow = (intentNo: number, no: number, act: string) => ({ intent_no: intentNo, no, at_ms: Date.now(), act })
const INTENTS = [intentRow(1, 'acme', { state: 'held', details: '{"sendNow":true}' }), intentRow(2, 'acme')]
const ITEMS = [itemRow(1, 'c1'), itemRow(1, 'c3', { item: 1, contact_id: null }), itemRow(2, 'c2')]
const CALLS = [callRow(1), callRow(2)]
const ACTS = [actRow(1, 1, 'approved'), actRow(1, 2, 'paused'), actRow(2, 3, 'released')]
const HASHES = INTENTS.map((intent) => hashOfRows(intent, CALLS, ITEMS))

test('an older data folder gets the hash of each intent, and approvals of it', () => {
  const steps = tables.migrations.core
  const db = new Database(':memory:')
  migrate(
    db,
    steps.slice(
      0,
      steps.findIndex(({ name }) => name === 'intent-hashes'),
    ),
  )
  const insert = (table: string, rows: readonly object[]) => {
    for (const row of rows) {
      const names = Object.keys(row)
      db.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `@${name}`)})`).run(row)
    }
  }
  insert('intent', INTENTS)
  insert('intent_item', ITEMS)
  insert('intent_call', CALLS)
  insert('intent_act', ACTS)
  migrate(db, steps)
  expect(db.prepare('SELECT hash FROM intent ORDER BY no').pluck().all()).toEqual(HASHES)
  expect(db.prepare('SELECT hash FROM intent_act ORDER BY no').pluck().all()).toEqual([HASHES[0], null, HASHES[1]])
})

describePostgres('an older team', (programs) => {
  test('gets the hash of each intent, approvals of it, and lets the desks hear of it', async () => {
    const database = await testDatabase(programs, 'nothing')
    const owner = await database.connect()
    const before = teamMigrations.slice(
      0,
      teamMigrations.findIndex(({ name }) => name === 'hashes'),
    )
    await migrateTeam(owner, { mayCreate: true, migrations: before })
    const team = await teamDatabase(programs, ['acme'], database)
    const sue = await team.person('sue')
    await write(sue, { intent: { rows: INTENTS }, intent_item: { rows: ITEMS }, intent_call: { rows: CALLS } })
    await write(sue, { intent_act: { rows: ACTS } })
    await migrateTeam(owner)
    expect(await column(owner, 'SELECT hash FROM agency_desk.intent ORDER BY no')).toEqual(HASHES)
    const acts = await column(owner, 'SELECT hash FROM agency_desk.intent_act ORDER BY no')
    expect(acts).toEqual([HASHES[0], null, HASHES[1]])
    const heard = `SELECT DISTINCT tbl FROM agency_desk.change
      WHERE commit_no = (SELECT max(commit_no) FROM agency_desk.change) ORDER BY tbl`
    expect(await column(owner, heard)).toEqual(['intent', 'intent_act'])
  })
})

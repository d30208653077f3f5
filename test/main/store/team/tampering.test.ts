// What a person changes by hand, past the desk, with their own login: PostgreSQL refuses what the desk never does.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { describePostgres } from '../../../support/postgres.ts'
import {
  column,
  intentRow,
  itemRow,
  one,
  pitch,
  refusalOf,
  suppressionRow,
  teamDatabase,
  write,
} from '../../../support/team-database.ts'

const callRow = (no: number, payloads = '[{"to":"c","body":"Hello"}]', callNo = 0) => ({
  no: no * 10 + callNo,
  intent_no: no,
  call_no: callNo,
  first_item: callNo,
  payloads,
})
/** A pitch with what is sent. */
const queued = (no: number, brand = 'acme') => ({ ...pitch(no, brand, `c${no}`), intent_call: { rows: [callRow(no)] } })
const actRow = (no: number, act: string, values: object = {}) => ({
  intent_act: { rows: [{ intent_no: no, no: Math.floor(Math.random() * 1e9), at_ms: Date.now(), act, ...values }] },
})
const sql = (client: pg.Client, statement: string) => refusalOf(client.query(statement))

describePostgres('what was queued', (programs) => {
  const open = async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const walt = await team.person('walt', { role: 'writer' })
    const sue = await team.person('sue', { role: 'sender' })
    return { team, walt, sue }
  }

  test('stays as it was queued when any role changes its payloads, its items or its intent', async () => {
    const { team, walt, sue } = await open()
    await write(sue, queued(1))
    await write(walt, queued(2))
    const changes = [
      `UPDATE agency_desk.intent_call SET payloads = '[{"to":"other","body":"Buy"}]'`,
      'UPDATE agency_desk.intent_call SET first_item = 5',
      "UPDATE agency_desk.intent_item SET subject = 'other'",
      "UPDATE agency_desk.intent_item SET contact_id = contact_id || '-other'",
      'UPDATE agency_desk.intent_item SET call_no = 7',
      "UPDATE agency_desk.intent SET details = '{}' || details",
      "UPDATE agency_desk.intent SET kind = 'publish'",
      "UPDATE agency_desk.intent SET brand_id = 'bolt'",
      'UPDATE agency_desk.intent SET created_at_ms = 7',
      'UPDATE agency_desk.intent SET made_by = session_user',
    ]
    const done = async (person: pg.Client, no: number, given: readonly string[]) => {
      const succeeded: string[] = []
      for (const change of given) {
        const by = change.includes('agency_desk.intent SET') ? 'no' : 'intent_no'
        if ((await sql(person, `${change} WHERE ${by} = ${no}`)) === 'not refused') succeeded.push(change)
      }
      return succeeded
    }
    expect(await done(walt, 1, changes)).toEqual([])
    expect(await done(sue, 2, changes)).toEqual([])
    // What is one's own as well: another person may have approved it. It is signed by oneself already.
    expect(await done(walt, 2, changes.slice(0, -1))).toEqual([])
    expect(await sql(walt, `${changes[0]} WHERE intent_no = 1`)).toBe('permission denied for table intent_call')
    // Past the desk, by the function that a desk calls.
    const other = { intent_call: { rows: [callRow(1, '[{"to":"other","body":"Buy"}]')] } }
    for (const person of [walt, sue]) expect(await refusalOf(write(person, other))).toBe('row_stays')
    const payloads = 'SELECT DISTINCT payloads FROM agency_desk.intent_call'
    expect(await column(team.owner, payloads)).toEqual([callRow(1).payloads])
  })

  test('gets no further call and no further item from any role', async () => {
    const { walt, sue } = await open()
    await write(sue, queued(1))
    await write(walt, queued(2))
    for (const person of [walt, sue])
      for (const no of [1, 2]) {
        const call = { intent_call: { rows: [callRow(no, '[{"to":"other"}]', 1)] } }
        const item = { intent_item: { rows: [itemRow(no, 'other', { item: 1, call_no: 1 })] } }
        expect(await refusalOf(write(person, call))).toBe('only_with_its_intent')
        expect(await refusalOf(write(person, item))).toBe('only_with_its_intent')
      }
    // An intent that was changed in the same transaction is not a new one.
    await walt.query('BEGIN')
    await walt.query('UPDATE agency_desk.intent SET problem = NULL WHERE no = 2')
    const [call] = [callRow(2, '[{"to":"other"}]', 1)]
    expect(await refusalOf(write(walt, { intent_call: { rows: [call] } }))).toBe('only_with_its_intent')
    await walt.query('ROLLBACK')
  })

  test('of a writer waits, and was not sent or claimed, whatever the writer says', async () => {
    const { team, walt, sue } = await open()
    const claim = (no: number) => ({ intent_claim: { rows: [{ intent_no: no, desk_no: 1, until_ms: 9e12 }] } })
    const sent = { intent: { rows: [intentRow(1, 'acme', { sent_at_ms: 1 })] } }
    expect(await refusalOf(write(walt, { ...queued(1), ...sent }))).toBe('only_a_sender')
    for (const state of ['confirmed', 'failed', 'unknown', 'cancelled']) {
      const item = { intent_item: { rows: [itemRow(1, 'c1', { state })] } }
      expect([state, await refusalOf(write(walt, { ...queued(1), ...item }))]).toEqual([state, 'only_a_sender'])
    }
    const noted = { intent_item: { rows: [itemRow(1, 'c1', { result: '{"threadId":"t"}' })] } }
    expect(await refusalOf(write(walt, { ...queued(1), ...noted }))).toBe('only_a_sender')
    expect(await refusalOf(write(walt, queued(1)))).toBe('not refused')
    // An intent that was sent is not held again by a rule of approval that comes later.
    expect(await sql(walt, 'UPDATE agency_desk.intent SET sent_at_ms = 1')).toBe('only_a_sender')
    expect(await refusalOf(write(walt, claim(1)))).toBe('permission denied for function put_intent_claim')
    expect(await refusalOf(write(sue, claim(1)))).toBe('not refused')
    expect(await sql(sue, 'UPDATE agency_desk.intent SET sent_at_ms = 1')).toBe('not refused')
    expect(await one(team.owner, 'SELECT count(*) FROM agency_desk.intent_item')).toBe(1)
  })

  test('of a writer has the counts of its items, or desks would never get past it', async () => {
    const { walt, sue } = await open()
    const item = { intent_item: { rows: [itemRow(1, 'c1')] } }
    const wrong = [
      { in_flight: 1 },
      { in_flight: 1, waiting: 0 },
      { waiting: 0 },
      { waiting: 2 },
      { confirmed: 1, waiting: 0 },
    ]
    for (const values of wrong) {
      const queuedWrong = { ...queued(1), ...item, intent: { rows: [intentRow(1, 'acme', values)] } }
      expect(await refusalOf(write(walt, queuedWrong))).toBe('other_counts')
    }
    expect(await refusalOf(write(walt, queued(1)))).toBe('not refused')
    for (const values of wrong) {
      const set = Object.entries(values).map(([column, value]) => `${column} = ${value}`)
      expect(await sql(walt, `UPDATE agency_desk.intent SET ${set}`)).toBe('other_counts')
    }
    expect(await sql(walt, "UPDATE agency_desk.intent_item SET state = 'cancelled'")).toBe('other_counts')
    await write(sue, queued(2))
    const claimed = await sue.query("SELECT intent_no, is_lost FROM agency_desk.claim_next('{acme}', 60)")
    expect(claimed.rows).toEqual([{ intent_no: 1, is_lost: false }])
  })

  test('is cancelled by the writer who queued it while it waits, and not once it was sent', async () => {
    const { team, walt, sue } = await open()
    await write(walt, queued(1))
    await write(walt, queued(2))
    await sue.query("SELECT agency_desk.claim_next('{acme}', 60)")
    const sent = (state: string) => ({ intent_item: { rows: [itemRow(1, 'c1', { state })] } })
    for (const state of ['in_flight', 'unknown']) await write(sue, sent(state))
    expect(await sql(walt, "UPDATE agency_desk.intent_item SET state = 'cancelled' WHERE intent_no = 1")).toBe(
      'only_a_sender',
    )
    const noted = `UPDATE agency_desk.intent_item SET state = 'cancelled', result = '{"a":1}' WHERE intent_no = 2`
    expect(await sql(walt, noted)).toBe('only_a_sender')
    const cancel = {
      intent: { rows: [intentRow(2, 'acme', { state: 'cancelled', waiting: 0, cancelled: 1, made_by: walt.user })] },
      intent_item: { rows: [itemRow(2, 'c2', { state: 'cancelled' })] },
    }
    expect(await refusalOf(write(walt, cancel))).toBe('not refused')
    expect(await column(team.owner, 'SELECT state FROM agency_desk.intent_item ORDER BY intent_no')).toEqual([
      'unknown',
      'cancelled',
    ])
  })
})

describePostgres('what people did', (programs) => {
  test('has the time of the server, and is what their role may do', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [walt, wilma] = [
      await team.person('walt', { role: 'writer' }),
      await team.person('wilma', { role: 'writer' }),
    ]
    const sue = await team.person('sue', { role: 'sender' })
    await write(walt, queued(1))
    const did = (person: pg.Client, act: string, values: object = {}) =>
      refusalOf(write(person, actRow(1, act, values)))
    const minutes = (count: number) => ({ at_ms: Date.now() + count * 60_000 })
    expect(await did(sue, 'approved', { at_ms: 1 })).toBe('act_time')
    expect(await did(sue, 'approved', minutes(-10))).toBe('act_time')
    expect(await did(sue, 'approved', minutes(10))).toBe('act_time')
    expect(await did(walt, 'approved')).toBe('only_a_sender')
    expect(await did(walt, 'decided')).toBe('only_a_sender')
    expect(await did(walt, 'retried')).toBe('only_a_sender')
    // Released by somebody else counts as approved.
    expect(await did(wilma, 'released')).toBe('not_your_intent')
    for (const act of ['paused', 'resumed', 'released', 'cancelled'])
      expect([act, await did(walt, act)]).toEqual([act, 'not refused'])
    for (const act of ['approved', 'decided', 'retried', 'released'])
      expect([act, await did(sue, act)]).toEqual([act, 'not refused'])
    expect(await one(team.owner, "SELECT count(*) FROM agency_desk.intent_act WHERE act = 'approved'")).toBe(1)
  })
})

describePostgres('a row of the team', (programs) => {
  test('keeps its key, in every table', async () => {
    const { owner } = await teamDatabase(programs)
    const guarded = `SELECT name FROM agency_desk.team_table WHERE NOT EXISTS (SELECT FROM pg_trigger
      WHERE tgrelid = ('agency_desk.' || name)::regclass AND tgname = 'key_stays' AND tgenabled = 'O')`
    expect(await column(owner, guarded)).toEqual([])
    expect(await one(owner, 'SELECT count(*) FROM agency_desk.team_table')).toBeGreaterThan(30)
    // A table that a later migration makes.
    await owner.query('BEGIN')
    await owner.query("SELECT set_config('role', agency_desk.role_of_team('owner'), true)")
    await owner.query('CREATE TABLE agency_desk.later (no bigint PRIMARY KEY)')
    await owner.query("INSERT INTO agency_desk.team_table (name, key_columns) VALUES ('later', '{no}')")
    await owner.query("SELECT agency_desk.note_changes_of('later')")
    await owner.query('INSERT INTO agency_desk.later VALUES (1)')
    expect(await sql(owner, 'UPDATE agency_desk.later SET no = 2')).toBe('key_stays')
    await owner.query('ROLLBACK')
  })

  test('is not renamed into a setting of the admin, nor out of it', async () => {
    const team = await teamDatabase(programs)
    const [ada, sue] = [await team.person('ada', { role: 'admin' }), await team.person('sue')]
    await write(ada, { team_setting: { rows: [{ key: 'profile', value: '{}' }] } })
    await write(sue, { team_setting: { rows: [{ key: 'isSendingHeld', value: 'false' }] } })
    const rename = (from: string, to: string) =>
      sql(sue, `UPDATE agency_desk.team_setting SET key = '${to}' WHERE key = '${from}'`)
    await team.owner.query("DELETE FROM agency_desk.team_setting WHERE key = 'isSendingHeld'")
    expect(await rename('profile', 'isSendingHeld')).toBe('permission denied for table team_setting')
    expect(await column(team.owner, 'SELECT key FROM agency_desk.team_setting')).toEqual(['profile'])
    const hold = { team_setting: { rows: [{ key: 'isSendingHeld', value: 'true' }] } }
    expect(await refusalOf(write(sue, hold))).toBe('not refused')
  })

  test('of the suppression list keeps its address', async () => {
    const team = await teamDatabase(programs)
    const [walt, sue] = [await team.person('walt', { role: 'writer' }), await team.person('sue')]
    await write(walt, { suppression: { rows: [suppressionRow(1, 'a@b.example')] } })
    for (const person of [walt, sue])
      for (const change of ["value = 'x@b.example'", "kind = 'domain'", 'no = 9'])
        expect(await sql(person, `UPDATE agency_desk.suppression SET ${change}`)).toContain('permission denied')
    expect(await column(team.owner, 'SELECT value FROM agency_desk.suppression')).toEqual(['a@b.example'])
    expect(await sql(walt, 'DELETE FROM agency_desk.suppression')).toContain('permission denied')
    expect(await refusalOf(write(sue, { suppression: { gone: [[1]] } }))).toBe('not refused')
  })
})

describePostgres('what was recorded', (programs) => {
  const open = async () => {
    const team = await teamDatabase(programs, ['acme'])
    return { team, walt: await team.person('walt', { role: 'writer' }), sue: await team.person('sue') }
  }
  const creditRow = (no: number, state: string) => ({
    ...{ no, brand_id: 'acme', act: 'discover', intent_no: no, intent_id: `intent-${no}`, call_no: 0, state },
    ...{ at_ms: 1, price: 3, charged: null, about: '' },
  })
  const versionRow = (no: number) => ({
    ...{ no, brand_id: 'acme', at_ms: no, is_by_desk: 0, sync_enabled: 1, permissions: '[]', own: '[]' },
  })

  test('of audits, articles, charged sites and settings of AI tracking is deleted by nobody', async () => {
    const { walt, sue } = await open()
    for (const table of ['audit', 'audit_reply', 'article', 'credit_site', 'visibility_version', 'audit_site'])
      for (const person of [walt, sue])
        expect(await sql(person, `DELETE FROM agency_desk.${table}`)).toBe(`permission denied for table ${table}`)
  })

  test('as a price goes with the own intent that a writer cancelled before it was sent, and not otherwise', async () => {
    const { team, walt, sue } = await open()
    const intent = (no: number, values: object = {}) =>
      intentRow(no, 'acme', { kind: 'discover', waiting: 0, ...values })
    await write(sue, { intent: { rows: [intent(1)] }, credit: { rows: [creditRow(1, 'open')] } })
    await write(walt, {
      intent: { rows: [intent(2), intent(3), intent(4)] },
      credit: { rows: [creditRow(2, 'open'), creditRow(3, 'settled'), creditRow(4, 'open')] },
    })
    const gone = (person: pg.Client, no: number, rows: object = {}) =>
      refusalOf(write(person, { ...rows, credit: { gone: [[no]] } }))
    const cancelled = (no: number) => ({
      intent: { rows: [intent(no, { state: 'cancelled', made_by: walt.user })] },
    })
    expect(await gone(walt, 1)).toBe('credit_stays')
    expect(await gone(walt, 2)).toBe('credit_stays')
    expect(await gone(walt, 3, cancelled(3))).toBe('credit_stays')
    expect(await gone(walt, 4, cancelled(4))).toBe('not refused')
    expect(await gone(sue, 2)).toBe('not refused')
    expect(await column(team.owner, 'SELECT no FROM agency_desk.credit ORDER BY 1')).toEqual([1, 3])
  })

  test('as one of the newest versions of permissions stays', async () => {
    const { team, walt, sue } = await open()
    const versions = Array.from({ length: 500 }, (_, index) => versionRow(index + 1))
    await write(walt, { connector_version: { rows: versions } })
    for (const person of [walt, sue]) {
      expect(await sql(person, 'DELETE FROM agency_desk.connector_version WHERE no = 500')).toBe('version_stays')
      expect(await sql(person, 'DELETE FROM agency_desk.connector_version WHERE no = 401')).toBe('version_stays')
      expect(await sql(person, "UPDATE agency_desk.connector_version SET permissions = '{}x' WHERE no = 2")).toBe(
        'permission denied for table connector_version',
      )
    }
    const prune = { connector_version: { rows: [versionRow(501), versionRow(502)], gone: [[1], [2]] } }
    expect(await refusalOf(write(walt, prune))).toBe('not refused')
    expect(await one(team.owner, 'SELECT count(*) FROM agency_desk.connector_version')).toBe(500)
    const ada = await team.person('ada', { role: 'admin' })
    expect(await refusalOf(write(ada, { brand: { gone: [['acme']] } }))).toBe('not refused')
    expect(await one(team.owner, 'SELECT count(*) FROM agency_desk.connector_version')).toBe(0)
  })
})

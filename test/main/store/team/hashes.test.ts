// What an intent sends is bound by its hash: PostgreSQL computes it again, whatever a person stores with psql.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { describePostgres } from '../../../support/postgres.ts'
import {
  column,
  hashOfRows,
  intentRow,
  itemRow,
  one,
  pitch,
  refusalOf,
  teamDatabase,
  write,
} from '../../../support/team-database.ts'

const callRow = (no: number, payloads = '[{"to":"c","body":"Hello"}]', callNo = 0) => ({
  ...{ no: no * 10 + callNo, intent_no: no, call_no: callNo, first_item: callNo, payloads },
})
const queued = (no: number, brand = 'acme', values: object = {}) => ({
  intent: { rows: [intentRow(no, brand, values)] },
  intent_item: { rows: [itemRow(no, `c${no}`)] },
  intent_call: { rows: [callRow(no)] },
})
const sql = (client: pg.Client, statement: string) => refusalOf(client.query(statement))

describePostgres('the hash of an intent', (programs) => {
  const open = async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const walt = await team.person('walt', { role: 'writer' })
    const sue = await team.person('sue', { role: 'sender' })
    return { team, walt, sue }
  }

  test('is the one that PostgreSQL computes of texts of any kind, or the intent is not stored', async () => {
    const { team, walt, sue } = await open()
    const texts = ['', 'a:b', 'Größe 漢字 👍🏽', '\u0001\n\t"\\', '12:34', '\u{10FFFF}']
    const calls = texts.map((text, index) => ({ ...callRow(1, JSON.stringify([{ text }]), index), first_item: index }))
    const items = texts.map((text, item) =>
      itemRow(1, 'c1', { item, call_no: item, subject: text, contact_id: item % 2 === 0 ? null : `c${item}` }),
    )
    const rows = (values: object) => ({
      intent: {
        rows: [intentRow(1, 'acme', { accepted: '{"warnings":["second-pitch"]}', waiting: texts.length, ...values })],
      },
      intent_call: { rows: calls },
      intent_item: { rows: items },
    })
    for (const person of [walt, sue])
      for (const hash of [null, '', 'f'.repeat(64)])
        expect(await refusalOf(write(person, rows({ hash })))).toBe('other_hash')
    const accepted = { hash: hashOfRows(intentRow(1, 'acme'), calls, items) }
    expect(await refusalOf(write(walt, rows(accepted)))).toBe('other_hash')
    expect(await refusalOf(write(walt, rows({})))).toBe('not refused')
    expect(await one(team.owner, 'SELECT hash = agency_desk.hash_of_intent(no) FROM agency_desk.intent')).toBe(true)
  })

  test('covers every text that is sent, so that another text under the same hash is refused', async () => {
    const { team, walt } = await open()
    const [intent, item, call] = [intentRow(1, 'acme'), itemRow(1, 'c1'), callRow(1)]
    const rows = (changes: { intent?: object; items?: readonly object[]; calls?: readonly object[] }) => ({
      intent: { rows: [{ ...intent, hash: hashOfRows(intent, [call], [item]), ...changes.intent }] },
      intent_call: { rows: changes.calls ?? [call] },
      intent_item: { rows: changes.items ?? [item] },
    })
    const others = [
      { intent: { id: 'intent-9' } },
      { intent: { kind: 'publish' } },
      { intent: { brand_id: 'bolt' } },
      { intent: { details: '{"sendNow":true}' } },
      { intent: { accepted: '{"warnings":[]}' } },
      { items: [{ ...item, subject: 'other' }] },
      { items: [{ ...item, contact_id: 'other' }] },
      { items: [item, itemRow(1, 'c2', { item: 1 })] },
      { items: [item, itemRow(1, 'c2', { item: 1, call_no: 7 })] },
      { items: [] },
      { calls: [callRow(1, '[{"to":"other"}]')] },
      { calls: [{ ...call, first_item: 1 }] },
      { calls: [call, callRow(1, '[]', 1)] },
      { calls: [] },
    ]
    for (const changes of others)
      expect([changes, await refusalOf(write(walt, rows(changes)))]).toEqual([changes, 'other_hash'])
    expect(await one(team.owner, 'SELECT count(*) FROM agency_desk.intent')).toBe(0)
    expect(await refusalOf(write(walt, rows({})))).toBe('not refused')
  })

  test('is checked by parts, where a transaction asks for it between them', async () => {
    const { team, walt } = await open()
    const hash = hashOfRows(intentRow(1, 'acme'), [], [])
    const { intent, ...parts } = queued(1, 'acme', { hash, waiting: 0 })
    await walt.query('BEGIN')
    await walt.query('SET CONSTRAINTS ALL IMMEDIATE')
    // Nothing is what its hash says, so far.
    expect(await refusalOf(write(walt, { intent }))).toBe('not refused')
    expect(await refusalOf(write(walt, parts))).toBe('other_hash')
    await walt.query('ROLLBACK')
    // What follows the intent in its own transaction counts as well.
    await walt.query('BEGIN')
    await write(walt, { intent })
    await write(walt, { intent_call: parts.intent_call })
    expect(await sql(walt, 'COMMIT')).toBe('other_hash')
    expect(await one(team.owner, 'SELECT count(*) FROM agency_desk.intent')).toBe(0)
  })

  test('is changed by nobody, and not by a sender of another brand', async () => {
    const { team, walt, sue } = await open()
    const bob = await team.person('bob', { role: 'sender', brands: ['bolt'] })
    await write(walt, queued(1))
    for (const person of [walt, sue])
      for (const change of ["hash = 'other'", 'hash = NULL', `accepted = '{"warnings":[]}'`])
        expect(await sql(person, `UPDATE agency_desk.intent SET ${change}`)).toBe('permission denied for table intent')
    expect(await sql(bob, "UPDATE agency_desk.intent SET hash = 'other'")).toBe('permission denied for table intent')
    expect(await sql(bob, "UPDATE agency_desk.intent_call SET payloads = '[]'")).toBe(
      'permission denied for table intent_call',
    )
    expect(await one(team.owner, 'SELECT hash = agency_desk.hash_of_intent(no) FROM agency_desk.intent')).toBe(true)
  })

  test('is what an approval names, and another one approves nothing', async () => {
    const { team, walt, sue } = await open()
    const bob = await team.person('bob', { role: 'sender', brands: ['bolt'] })
    await write(walt, queued(1))
    await write(walt, queued(2))
    const [own = '', other = ''] = await column<string>(team.owner, 'SELECT hash FROM agency_desk.intent ORDER BY no')
    const did = (person: pg.Client, act: string, hash: string | null) => {
      const no = Math.floor(Math.random() * 1e9)
      return refusalOf(write(person, { intent_act: { rows: [{ intent_no: 1, no, at_ms: Date.now(), act, hash }] } }))
    }
    for (const act of ['approved', 'released', 'resumed']) {
      for (const hash of [null, '', other]) expect([act, await did(sue, act, hash)]).toEqual([act, 'approves_another'])
      expect([act, await did(sue, act, own)]).toEqual([act, 'not refused'])
      expect([act, await did(bob, act, own)]).not.toEqual([act, 'not refused'])
    }
    expect(await did(sue, 'paused', other)).toBe('approves_another')
    expect(await did(sue, 'paused', null)).toBe('not refused')
    expect(await sql(sue, `UPDATE agency_desk.intent_act SET hash = '${other}'`)).toBe(
      'permission denied for table intent_act',
    )
  })
})

describePostgres('the state of an intent', (programs) => {
  const STATES = ['held', 'ready', 'in_flight', 'confirmed', 'partly_done', 'failed', 'unknown', 'cancelled']

  test('only goes forward, for every role', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [walt, sue] = [await team.person('walt', { role: 'writer' }), await team.person('sue')]
    const to = (person: pg.Client, state: string) => sql(person, `UPDATE agency_desk.intent SET state = '${state}'`)
    await write(walt, queued(1))
    expect(await to(walt, 'cancelled')).toBe('not refused')
    expect(await to(walt, 'ready')).toBe('only_forward')
    const from: Record<string, readonly string[]> = {}
    for (const state of STATES) {
      from[state] = []
      for (const next of STATES) {
        await team.owner.query('ALTER TABLE agency_desk.intent DISABLE TRIGGER only_forward')
        await team.owner.query(`UPDATE agency_desk.intent SET state = '${state}'`)
        await team.owner.query('ALTER TABLE agency_desk.intent ENABLE TRIGGER only_forward')
        if (next !== state && (await to(sue, next)) === 'not refused') from[state] = [...from[state], next]
      }
    }
    const after = (state: string) => STATES.filter((next) => next !== state)
    expect(from).toEqual({
      held: after('held'),
      ready: after('ready'),
      in_flight: after('in_flight').filter((next) => next !== 'held'),
      unknown: ['confirmed', 'partly_done', 'failed', 'cancelled'],
      confirmed: [],
      partly_done: [],
      failed: [],
      cancelled: [],
    })
  })

  test('of its items only goes forward', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const sue = await team.person('sue')
    const to = (state: string) => sql(sue, `UPDATE agency_desk.intent_item SET state = '${state}'`)
    await write(sue, queued(1))
    expect(await to('cancelled')).toBe('not refused')
    for (const state of ['confirmed', 'failed', 'skipped', 'unknown']) expect(await to(state)).toBe('only_forward')
    expect(await to('waiting')).toBe('never_ready_again')
    expect(await to('in_flight')).toBe('not_claimed_here')
  })

  test('never becomes ready again by the desk that takes up what another one had in flight', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [first, second] = [await team.person('ann'), await team.person('ben')]
    const claim = (client: pg.Client) => client.query("SELECT * FROM agency_desk.claim_next('{acme}', 60)")
    const item = (client: pg.Client, state: string) =>
      refusalOf(write(client, { intent_item: { rows: [itemRow(1, 'c1', { state })] } }))
    const endLease = () => team.owner.query("UPDATE agency_desk.claim SET until = now() - interval '1 second'")
    await write(first, pitch(1, 'acme', 'c1'))
    await claim(first)
    expect(await item(first, 'in_flight')).toBe('not refused')
    // Surely not sent: its own desk may say so in time.
    expect(await item(first, 'waiting')).toBe('not refused')
    expect(await item(first, 'in_flight')).toBe('not refused')
    await endLease()
    // A count is a sender's to write: it does not hide what is in flight.
    await second.query("UPDATE agency_desk.intent SET in_flight = 0, state = 'ready'")
    expect((await claim(second)).rows).toMatchObject([{ is_lost: false }])
    expect(await item(second, 'waiting')).toBe('never_ready_again')
    await second.query('SELECT agency_desk.renew(1, 60)')
    expect(await item(second, 'waiting')).toBe('never_ready_again')
    // Nor by the desk that sent it, in another claim.
    await second.query('SELECT agency_desk.give_back(1)')
    await claim(first)
    expect(await item(first, 'waiting')).toBe('never_ready_again')
    expect(await item(first, 'unknown')).toBe('not refused')
  })
})

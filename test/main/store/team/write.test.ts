// A write is stored if nothing that it read or changed has changed since, and once, whatever happens to its answer.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { describePostgres } from '../../../support/postgres.ts'
import {
  brandRow,
  column,
  headOf,
  intentRow,
  itemRow,
  markRow,
  one,
  pitch,
  refusalOf,
  suppressionRow,
  teamDatabase,
  write,
} from '../../../support/team-database.ts'

const mark = (brand: string, prospect: string, note = '') => ({
  prospect_mark: { rows: [markRow(brand, prospect, note)] },
})
const NOTES = 'SELECT note FROM agency_desk.prospect_mark ORDER BY prospect_id'

describePostgres('a write of a team', (programs) => {
  test('stores, changes and removes rows as the desk has them', async () => {
    const { owner } = await teamDatabase(programs, ['acme'])
    const row = {
      ...intentRow(1_823_037_615_171, 'acme', { details: '{"a":"ü"}', release_at_ms: 1_763_800_000_123 }),
    }
    const pace = { brand_id: 'acme', spacing_ms: 0.1 + 0.2, at_ms: 5 }
    await write(owner, { intent: { rows: [row] }, outreach_pace: { rows: [pace] } })
    expect((await owner.query('SELECT * FROM agency_desk.intent')).rows).toEqual([expect.objectContaining(row)])
    expect((await owner.query('SELECT * FROM agency_desk.outreach_pace')).rows).toEqual([pace])
    await write(owner, { intent: { rows: [{ ...row, state: 'held', release_at_ms: null }] } })
    expect(await one(owner, 'SELECT state FROM agency_desk.intent WHERE release_at_ms IS NULL')).toBe('held')
    await write(owner, { outreach_pace: { gone: [['acme']] } })
    expect(await one(owner, 'SELECT count(*) FROM agency_desk.outreach_pace')).toBe(0)
  })

  test('is refused as stale, when another desk changed the same row since', async () => {
    const { owner } = await teamDatabase(programs, ['acme'])
    const position = await headOf(owner)
    expect(await write(owner, mark('acme', 'p', 'first'), { position })).toBe(position + 1)
    expect(await write(owner, mark('acme', 'p', 'second'), { position })).toBeNull()
    expect(await write(owner, { prospect_mark: { gone: [['acme', 'p']] } }, { position })).toBeNull()
    expect(await column(owner, NOTES)).toEqual(['first'])
    expect(await headOf(owner)).toBe(position + 1)
    expect(await write(owner, mark('acme', 'q', 'another row'), { position })).toBe(position + 2)
    expect(await write(owner, mark('acme', 'p', 'second'), { position: position + 1 })).toBe(position + 3)
  })

  test('is refused as stale, when what it read changed since, in the brands that it read', async () => {
    const { owner } = await teamDatabase(programs, ['acme', 'bolt'])
    const position = await headOf(owner)
    await write(owner, mark('acme', 'p'))
    const writeB = (reads: Parameters<typeof write>[2]) =>
      write(owner, mark('bolt', randomUUID()), { position, ...reads })
    expect(await writeB({ reads: [{ table: 'prospect_mark', brand: 'acme' }] })).toBeNull()
    expect(await writeB({ reads: [{ table: 'prospect_mark' }] })).toBeNull()
    expect(await writeB({ reads: [{ table: 'prospect_mark', brand: 'bolt' }] })).toBe(position + 2)
    expect(await writeB({ reads: [{ table: 'keyword_mark', brand: 'acme' }] })).toBe(position + 3)
    await write(owner, { suppression: { rows: [suppressionRow(1, 'a@b.example')] } })
    expect(await writeB({ reads: [{ table: 'suppression', brand: 'bolt' }] })).toBeNull()
    // What was read earlier than the position says so.
    const now = await headOf(owner)
    const readBefore = [{ table: 'suppression', asOf: now - 1 }]
    expect(await write(owner, mark('bolt', 'r'), { position: now, reads: readBefore })).toBeNull()
    expect(await write(owner, mark('bolt', 'r'), { position: now, reads: [{ table: 'suppression' }] })).toBe(now + 1)
  })

  test('is refused as stale, when its position is of another history, or the changes since are not kept any more', async () => {
    const { owner } = await teamDatabase(programs, ['acme'])
    const position = await headOf(owner)
    for (const prospect of ['p', 'q', 'r']) await write(owner, mark('acme', prospect))
    expect(await write(owner, mark('acme', 's'), { position: position + 4 })).toBeNull()
    expect(await write(owner, mark('acme', 's'), { position })).toBe(position + 4)
    const last = position + 1
    await owner.query(`DELETE FROM agency_desk.change WHERE commit_no <= ${last}`)
    await owner.query(`DELETE FROM agency_desk.commit WHERE no <= ${last}`)
    expect(await write(owner, mark('acme', 't'), { position })).toBeNull()
    expect(
      await write(owner, mark('acme', 't'), { position: last, reads: [{ table: 'audit', asOf: position }] }),
    ).toBeNull()
    expect(await write(owner, mark('acme', 't'), { position: last })).toBe(position + 5)
  })

  test('never loses an update, with eight desks counting in one row', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const first = await team.person('ann')
    const desks = [first, ...(await Promise.all(Array.from({ length: 7 }, () => team.desk(first))))]
    await write(first, mark('acme', 'p', '0'))
    await Promise.all(
      desks.map(async (desk) => {
        for (let stored = 0; stored < 5; ) {
          const position = await headOf(desk)
          const [note] = await column<string>(desk, NOTES)
          if ((await write(desk, mark('acme', 'p', `${Number(note) + 1}`), { position })) !== null) stored += 1
        }
      }),
    )
    expect(await column(first, NOTES)).toEqual(['40'])
  })

  test('is stored once, when the same id is sent twice, also at the same time', async () => {
    const { owner, connect } = await teamDatabase(programs, ['acme'])
    const [id, other] = [randomUUID(), await connect()]
    const position = await headOf(owner)
    const both = [owner, other].map((client) => write(client, mark('acme', 'p', 'once'), { id, position }))
    expect(await Promise.all(both)).toEqual([position + 1, position + 1])
    await write(owner, mark('acme', 'p', 'later'))
    expect(await write(owner, mark('acme', 'p', 'once'), { id, position })).toBe(position + 1)
    expect(await column(owner, NOTES)).toEqual(['later'])
  })

  test('whose answer was lost is found, or withdrawn so that it is never stored late', async () => {
    const { owner } = await teamDatabase(programs, ['acme'])
    const outcome = (id: string) => one(owner, 'SELECT agency_desk.outcome($1)', [id])
    const [stored, lost] = [randomUUID(), randomUUID()]
    const number = await write(owner, mark('acme', 'p', 'stored'), { id: stored })
    expect(await outcome(stored)).toBe(number)
    expect(await outcome(lost)).toBeNull()
    expect(await outcome(lost)).toBeNull()
    expect(await refusalOf(write(owner, mark('acme', 'q', 'late'), { id: lost }))).toBe('write_withdrawn')
    expect(await column(owner, NOTES)).toEqual(['stored'])
    expect(await headOf(owner)).toBe(Number(number) + 1)
  })

  test('that is under way while its outcome is asked is waited for', async () => {
    const { owner, connect } = await teamDatabase(programs, ['acme'])
    const [slow, asking, id] = [await connect(), await connect(), randomUUID()]
    await slow.query('BEGIN')
    const number = await write(slow, mark('acme', 'p', 'slow'), { id })
    const outcome = one(asking, 'SELECT agency_desk.outcome($1)', [id])
    await expect.poll(() => one(owner, 'SELECT count(*) FROM pg_locks WHERE NOT granted')).toBe(1)
    await slow.query('COMMIT')
    expect(await outcome).toBe(number)
  })

  test('always succeeds in its turn: nobody else writes between its reads and itself', async () => {
    const { owner, connect } = await teamDatabase(programs, ['acme'])
    const [turn, other] = [await connect(), await connect()]
    await turn.query('BEGIN')
    const position = await one<number>(turn, 'SELECT agency_desk.begin_turn()')
    const late = write(other, mark('acme', 'p', 'late'), { position })
    await expect.poll(() => one(owner, 'SELECT count(*) FROM pg_locks WHERE NOT granted')).toBe(1)
    expect(await write(turn, mark('acme', 'p', 'turn'), { position })).toBe(position + 1)
    await turn.query('COMMIT')
    expect(await late).toBeNull()
  })

  test('is refused by name, when it breaks a rule of the whole team', async () => {
    const { owner } = await teamDatabase(programs, ['acme'])
    expect(await refusalOf(write(owner, { brand: { rows: [brandRow('bolt', { slug: 'acme' })] } }))).toBe(
      'brand_slug_key',
    )
    expect(await refusalOf(write(owner, mark('nobody', 'p')))).toBe('prospect_mark_brand_id_fkey')
    expect(await refusalOf(write(owner, { delivery_forward: { rows: [] } }))).toBe('unknown_table')
    await write(owner, pitch(1, 'acme', 'c'))
    const before = await headOf(owner)
    expect(await refusalOf(write(owner, pitch(2, 'acme', 'c')))).toBe('intent_item_open_pitch')
    expect(await headOf(owner)).toBe(before)
    expect(await column(owner, 'SELECT no FROM agency_desk.intent')).toEqual([1])
  })

  test('is refused, when two desks gave the same number to an act', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    const act = (intentNo: number) => ({
      intent_act: { rows: [{ intent_no: intentNo, no: 5, at_ms: Date.now(), person: ann.user, act: 'paused' }] },
    })
    await write(ann, { ...pitch(1, 'acme', 'c1'), ...act(1) })
    expect(await refusalOf(write(ann, { ...pitch(2, 'acme', 'c2'), ...act(2) }))).toBe('intent_act_no_key')
  })

  test('closes the old pitch and opens the new one together, when a pitch is retried', async () => {
    const { owner } = await teamDatabase(programs, ['acme'])
    await write(owner, pitch(1, 'acme', 'c'))
    const retry = pitch(2, 'acme', 'c', 1)
    const closed = itemRow(1, 'c', { state: 'failed' })
    const both = { ...retry, intent_item: { rows: [...retry.intent_item.rows, closed] } }
    expect(await write(owner, both)).toBe(await headOf(owner))
    expect(await column(owner, 'SELECT state FROM agency_desk.intent_item ORDER BY intent_no')).toEqual([
      'failed',
      'waiting',
    ])
  })

  test('takes the brand and the kind of an item from its intent, whatever the desk says', async () => {
    const { owner } = await teamDatabase(programs, ['acme', 'bolt'])
    const item = { ...itemRow(1, 'c'), brand_id: 'bolt', kind: 'publish' }
    await write(owner, { ...pitch(1, 'acme', 'c'), intent_item: { rows: [item] } })
    await owner.query("UPDATE agency_desk.intent_item SET brand_id = 'bolt', kind = 'publish'")
    const kept = (await owner.query('SELECT brand_id, kind FROM agency_desk.intent_item')).rows
    expect(kept).toEqual([{ brand_id: 'acme', kind: 'queue' }])
  })
})

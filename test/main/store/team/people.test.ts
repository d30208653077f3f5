// Who may see and do what: PostgreSQL decides, for each statement.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { fittingValue } from '../../../support/fitting-value.ts'
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
  type TeamDatabase,
  teamDatabase,
  write,
} from '../../../support/team-database.ts'

const SQLITE: Readonly<Record<string, string>> = { text: 'TEXT', 'double precision': 'REAL' }

/** One row of each table of brands, for each of these brands. */
const fill = async (owner: pg.Client, brands: readonly string[]): Promise<void> => {
  const columns = await owner.query<{ t: string; c: string; type: string }>(
    `SELECT table_name AS t, column_name AS c, data_type AS type FROM information_schema.columns
      JOIN agency_desk.team_table ON name = table_name
      WHERE table_schema = 'agency_desk' AND brand_column IS NOT NULL AND name NOT IN ('brand', 'person_brand') ORDER BY place`,
  )
  const tables = [...new Set(columns.rows.map(({ t }) => t))]
  for (const [index, brand] of brands.entries()) {
    const rowOf = (table: string) => {
      const columnsOf = columns.rows.filter(({ t, c }) => t === table && c !== 'hash')
      const valueIn = ({ c, type }: (typeof columnsOf)[number]) =>
        c === 'brand_id'
          ? brand
          : fittingValue(table, { name: c, type: SQLITE[type] ?? '' }, index + 1, `${brand} ${c}`)
      const row = Object.fromEntries(columnsOf.map((column) => [column.c, valueIn(column)]))
      return {
        ...row,
        person: null,
        made_by: null,
        changed_by: null,
        ...(table === 'intent_item' ? { state: 'waiting' } : {}),
        ...(table === 'intent_act' ? { at_ms: Date.now() } : {}),
        ...(table === 'template' ? { recipients: '[]' } : {}),
      }
    }
    await write(owner, Object.fromEntries(tables.map((table) => [table, { rows: [rowOf(table)] }])))
  }
}

const remove = (team: TeamDatabase, client: pg.Client) =>
  team.owner.query('UPDATE agency_desk.person SET removed_at_ms = 1 WHERE login = $1', [client.user])

describePostgres('people of a team', (programs) => {
  test('see only their brands, in every table of the team and in the list of changes', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const start = await headOf(team.owner)
    await fill(team.owner, ['acme', 'bolt'])
    const all = await team.person('ann', { role: 'reader' })
    const some = await team.person('sam', { role: 'reader', brands: ['acme'] })
    await team.person('bea', { role: 'reader', brands: ['bolt'] })
    const tables = await team.owner.query<{ name: string; brand_column: string }>(
      'SELECT name, brand_column FROM agency_desk.team_table WHERE brand_column IS NOT NULL',
    )
    expect(tables.rows.length).toBeGreaterThan(20)
    for (const { name, brand_column: brand } of tables.rows) {
      const seen = (client: pg.Client) => column(client, `SELECT ${brand} FROM agency_desk.${name} ORDER BY 1`)
      expect([name, await seen(all), await seen(some)]).toEqual([name, ['acme', 'bolt'], ['acme']])
    }
    const changed = (client: pg.Client) =>
      column(client, 'SELECT DISTINCT brand_id FROM agency_desk.change WHERE commit_no > $1 AND brand_id IS NOT NULL', [
        start,
      ])
    expect((await changed(all)).toSorted()).toEqual(['acme', 'bolt'])
    expect(await changed(some)).toEqual(['acme'])
    expect(await column(some, 'SELECT DISTINCT brand_id FROM agency_desk.desk_key')).toEqual([])
  })

  test('write nothing into brands that they do not see, and still meet the rules of the whole team', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const some = await team.person('sam', { brands: ['acme'] })
    await write(team.owner, { prospect_mark: { rows: [markRow('bolt', 'p', 'theirs')] } })
    const into = (brand: string) => refusalOf(write(some, { prospect_mark: { rows: [markRow(brand, 'p', 'mine')] } }))
    expect(await into('acme')).toBe('not refused')
    expect(await into('bolt')).not.toBe('not refused')
    await write(some, { prospect_mark: { gone: [['bolt', 'p']] } })
    expect(await one(team.owner, "SELECT note FROM agency_desk.prospect_mark WHERE brand_id = 'bolt'")).toBe('theirs')
    await write(team.owner, { intent: { rows: [intentRow(1, 'bolt')] } })
    expect(await refusalOf(write(some, { intent_item: { rows: [itemRow(1, 'c')] } }))).toContain('row-level security')
    // A change that this person does not see makes the write stale all the same.
    const position = (await headOf(some)) - 1
    const reads = [{ table: 'intent' }]
    expect(await write(some, { prospect_mark: { rows: [markRow('acme', 'q')] } }, { position, reads })).toBeNull()
    expect(await refusalOf(write(some, { brand: { rows: [brandRow('corp', { slug: 'bolt' })] } }))).not.toBe(
      'not refused',
    )
  })

  test('who are removed get nothing from their next statement on, in an open session', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [gone, stays] = [await team.person('gus', { role: 'admin' }), await team.person('ann')]
    await write(gone, { suppression: { rows: [suppressionRow(1, 'a@b.example')] } })
    await write(gone, pitch(1, 'acme', 'c'))
    await remove(team, gone)
    const statements = [
      'SELECT * FROM agency_desk.brand',
      'SELECT * FROM agency_desk.suppression',
      'SELECT * FROM agency_desk.change',
      'SELECT * FROM agency_desk.person',
      'SELECT no FROM agency_desk.head',
      "SELECT agency_desk.claim_next('{acme}', 60)",
      'SELECT agency_desk.renew(1, 60)',
      "SELECT agency_desk.take_slots('key op', 10, 1, 1000)",
      "SELECT agency_desk.pause_bucket('key op', 1)",
      'SELECT agency_desk.begin_turn()',
      'SELECT agency_desk.outcome(gen_random_uuid())',
      'SELECT agency_desk.commit_no()',
      "SELECT agency_desk.join_desk(gen_random_uuid(), 'again', 0)",
    ]
    for (const sql of statements) expect(await refusalOf(gone.query(sql))).toBe('not_of_the_team')
    const late = write(
      gone,
      { suppression: { rows: [suppressionRow(2, 'c@d.example')] } },
      { position: await headOf(stays) },
    )
    expect(await refusalOf(late)).toBe('not_of_the_team')
    expect(await one(stays, 'SELECT count(*) FROM agency_desk.suppression')).toBe(1)
  })

  test('lose a brand at once, when it is taken from them', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const some = await team.person('sam', { brands: ['acme', 'bolt'] })
    const brands = () => column(some, 'SELECT id FROM agency_desk.brand ORDER BY 1')
    expect(await brands()).toEqual(['acme', 'bolt'])
    await write(team.owner, { person_brand: { gone: [[some.user ?? '', 'bolt']] } })
    expect(await brands()).toEqual(['acme'])
    expect(await refusalOf(write(some, pitch(1, 'bolt', 'c')))).toContain('row-level security')
  })

  test('do what their role allows', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const reader = await team.person('rita', { role: 'reader' })
    const writer = await team.person('walt', { role: 'writer' })
    const sender = await team.person('sue', { role: 'sender' })
    const admin = await team.person('ada', { role: 'admin' })
    const mark = { prospect_mark: { rows: [markRow('acme', 'p')] } }
    const held = { team_setting: { rows: [{ key: 'isSendingHeld', value: 'false' }] } }
    const profile = { team_setting: { rows: [{ key: 'profile', value: '{}' }] } }
    await write(team.owner, { suppression: { rows: [suppressionRow(1, 'a@b.example')] } })
    const unsuppress = { suppression: { gone: [[1]] } }
    const allowed: Record<string, Parameters<typeof write>[1]> = { mark, unsuppress, held, profile }
    const may = async (client: pg.Client) => {
      const names: string[] = []
      for (const [name, rows] of Object.entries(allowed)) {
        await client.query('BEGIN')
        if ((await refusalOf(write(client, rows))) === 'not refused') names.push(name)
        await client.query('ROLLBACK')
      }
      return names
    }
    expect(await may(reader)).toEqual([])
    expect(await may(writer)).toEqual(['mark'])
    expect(await may(sender)).toEqual(['mark', 'unsuppress', 'held'])
    expect(await may(admin)).toEqual(['mark', 'unsuppress', 'held', 'profile'])
    await expect(sender.query('DELETE FROM agency_desk.brand')).rejects.toThrow('permission denied')
    await expect(admin.query('DELETE FROM agency_desk.intent')).rejects.toThrow('permission denied')
    await expect(sender.query('UPDATE agency_desk.claim SET until = now()')).rejects.toThrow('permission denied')
    await expect(sender.query('INSERT INTO agency_desk.commit DEFAULT VALUES')).rejects.toThrow('permission denied')
    await admin.query("DELETE FROM agency_desk.brand WHERE id = 'acme'")
  })

  test('who only write cancel their own intents, and wait for approval where a brand needs it', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    await write(team.owner, { brand_rule: { rows: [{ brand_id: 'bolt', needs_approval: 1 }] } })
    const [walt, wilma] = [
      await team.person('walt', { role: 'writer' }),
      await team.person('wilma', { role: 'writer' }),
    ]
    const sender = await team.person('sue')
    await write(walt, pitch(1, 'acme', 'c'))
    const cancel = {
      intent: { rows: [intentRow(1, 'acme', { state: 'cancelled', waiting: 0, cancelled: 1 })] },
      intent_item: { rows: [itemRow(1, 'c', { state: 'cancelled' })] },
    }
    const cancelBy = (client: pg.Client) => {
      const [row] = cancel.intent.rows
      return refusalOf(write(client, { ...cancel, intent: { rows: [{ ...row, made_by: walt.user }] } }))
    }
    expect(await cancelBy(wilma)).toBe('not_your_intent')
    const confirmed = { intent_item: { rows: [itemRow(1, 'c', { state: 'confirmed' })] } }
    expect(await refusalOf(write(walt, confirmed))).toBe('only_a_sender')
    expect(await cancelBy(walt)).toBe('not refused')

    expect(await refusalOf(write(walt, pitch(2, 'bolt', 'c')))).toBe('needs_approval')
    const waits = { state: 'held', is_paused: 1 }
    const waiting = { ...pitch(2, 'bolt', 'c'), intent: { rows: [intentRow(2, 'bolt', waits)] } }
    expect(await refusalOf(write(walt, waiting))).toBe('not refused')
    const release = (made_by: string | undefined) => ({ intent: { rows: [intentRow(2, 'bolt', { made_by })] } })
    expect(await refusalOf(write(walt, release(walt.user)))).toBe('needs_approval')
    expect(await refusalOf(write(sender, release(walt.user)))).toBe('not refused')
  })

  test('sign for themselves only', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [ann, ben] = [await team.person('ann'), await team.person('ben')]
    const mark = (values: object) => ({ prospect_mark: { rows: [{ ...markRow('acme', 'p'), ...values }] } })
    const signed = async () =>
      (await team.owner.query('SELECT made_by, changed_by FROM agency_desk.prospect_mark')).rows
    expect(await refusalOf(write(ann, mark({ made_by: ben.user })))).toBe('signed_for_another')
    expect(await refusalOf(write(ann, mark({ made_by: ann.user, changed_by: ben.user })))).toBe('signed_for_another')
    await write(ann, mark({}))
    expect(await signed()).toEqual([{ made_by: ann.user, changed_by: null }])
    await write(ben, mark({ made_by: ann.user, changed_by: ben.user }))
    expect(await signed()).toEqual([{ made_by: ann.user, changed_by: ben.user }])
    await write(ann, { intent: { rows: [intentRow(1, 'acme')] } })
    const act = (person?: string) => ({
      intent_act: { rows: [{ intent_no: 1, no: 0, at_ms: Date.now(), person, act: 'paused' }] },
    })
    expect(await refusalOf(write(ann, act(ben.user)))).toBe('signed_for_another')
    await write(ann, act())
    expect(await refusalOf(write(ann, act()))).toBe('row_stays')
    expect(await one(team.owner, 'SELECT person FROM agency_desk.intent_act')).toBe(ann.user)
    // What names nobody is signed by the writer, and keeps who made it.
    await write(ann, mark({ note: 'changed' }))
    expect(await signed()).toEqual([{ made_by: ann.user, changed_by: ann.user }])
    await write(ben, mark({ made_by: ann.user, changed_by: ann.user }))
    expect(await signed()).toEqual([{ made_by: ann.user, changed_by: ben.user }])
    expect(await one(team.owner, 'SELECT person FROM agency_desk.commit ORDER BY no DESC LIMIT 1')).toBe(ben.user)
  })
})

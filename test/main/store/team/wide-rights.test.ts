// What no desk ever does, a person cannot do by hand with their own login: PostgreSQL gives each role the rights that its desk
// uses. Each statement here worked when writers had whole tables.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { describePostgres } from '../../../support/postgres.ts'
import { column, intentRow, one, refusalOf, teamDatabase, write } from '../../../support/team-database.ts'

const HOUR_MS = 3_600_000
const denied = (table: string) => `permission denied for table ${table}`

const creditRow = (no: number) => ({
  ...{ no, brand_id: 'acme', act: 'discover', intent_no: no, intent_id: `intent-${no}`, call_no: 0, state: 'open' },
  ...{ at_ms: 1, price: 3, charged: null, about: '' },
})
const articleRow = (no: number) => ({
  ...{ no, brand_id: 'acme', slug: 'a', provider: 'webhook', status: 'publish', is_scheduled: 0, at_ms: 1 },
  ...{ state: 'published', created_at_ms: 1 },
})
const deliveryRow = (no: number, receivedAtMs: number) => ({
  ...{ no, brand_id: 'acme', received_at_ms: receivedAtMs, event: 'article.published', slug: 'a', title: 'A' },
  ...{ status: 'accepted', secret_used: 'current', bytes: 1, search: 'a' },
})
const auditRow = (no: number, state: string) => ({
  ...{ no, brand_id: 'acme', url: 'https://acme.example', at_ms: 1, state, folded: '', desk_no: 1 },
})
const versionRow = (no: number) => ({
  ...{ no, brand_id: 'acme', at_ms: no, is_by_desk: 0, sync_enabled: 1, permissions: '[]', own: '[]' },
})
const catalogRow = (seenNo: number) => ({
  ...{ brand_id: 'acme', asked_at_ms: 1, fetched_at_ms: 1, can_manage: 1, sync_enabled: 1, tools: '[]' },
  ...{ seen_no: seenNo, expected: '[]' },
})
const templateRow = (id: string) => ({
  ...{ id, kind: 'template', name: id, subject: '', body: '', recipients: '[]', updated_at_ms: 1 },
  ...{ intent_ids: '[]', is_shared: 1 },
})

/** Rows that are there already, as others wrote them: no rule for writers is of interest. */
const fill = async (owner: pg.Client, rows: Readonly<Record<string, readonly object[]>>): Promise<void> => {
  await owner.query('SET session_replication_role = replica')
  for (const [table, list] of Object.entries(rows)) {
    const columns = Object.keys(list[0] ?? {}).join(', ')
    const sql = `INSERT INTO agency_desk.${table} (${columns})
      SELECT ${columns} FROM jsonb_populate_recordset(NULL::agency_desk.${table}, $1)`
    await owner.query(sql, [JSON.stringify(list)])
  }
  await owner.query('SET session_replication_role = origin')
}

describePostgres('a right that no desk uses', (programs) => {
  const open = async () => {
    const team = await teamDatabase(programs, ['acme'])
    const walt = await team.person('walt', { role: 'writer' })
    const sue = await team.person('sue')
    const byHand = (person: pg.Client, sql: string) => refusalOf(person.query(sql))
    return { team, walt, sue, byHand }
  }

  test('changes no record of what was published, paid, received, audited or sent', async () => {
    const { team, walt, sue, byHand } = await open()
    await fill(team.owner, {
      intent: [intentRow(1, 'acme', { kind: 'discover', made_by: sue.user })],
      credit: [creditRow(1)],
      credit_site: [
        {
          ...{ credit_no: 1, prospect_id: 'p', brand_id: 'acme', contacts_before: 0, charged: 2 },
          ...{ state: 'searching', since_ms: 1, refunded: 0, refunded_before: 0 },
        },
      ],
      article: [articleRow(1)],
      delivery: [deliveryRow(1, Date.now())],
      audit: [auditRow(1, 'done')],
      audit_reply: [{ audit_no: 1, brand_id: 'acme', reply: '{}' }],
      template: [templateRow('t')],
    })
    const changes = [
      "article SET slug = 'other'",
      "article SET provider = 'wordpress'",
      'article SET created_at_ms = 0',
      'credit SET price = 0',
      "credit SET act = 'findPeople'",
      'credit_site SET charged = 0',
      "delivery SET title = 'Other'",
      "delivery SET status = 'rejected'",
      'delivery SET received_at_ms = 1',
      "audit SET url = 'https://other.example'",
      "audit_reply SET reply = '[]'",
      "intent_act SET act = 'approved'",
      'preview_use SET used_at_ms = 1',
      "brand SET slug = 'other'",
      'brand SET demo = 1',
      'template SET made_by = session_user',
    ]
    for (const change of changes) {
      const [table = ''] = change.split(' ')
      expect([change, await byHand(walt, `UPDATE agency_desk.${change}`)]).toEqual([change, denied(table)])
    }
    expect(await byHand(walt, 'UPDATE agency_desk.credit SET charged = 0')).toBe('credit_stays')
    expect(await byHand(walt, 'UPDATE agency_desk.audit SET overall_score = 100')).toBe('audit_stays')
    // The functions that a desk calls with whole rows refuse the same, and store no half of it.
    const put = (rows: Parameters<typeof write>[1]) => refusalOf(write(walt, rows))
    expect(await put({ article: { rows: [{ ...articleRow(1), slug: 'other', state: 'draft' }] } })).toBe('row_stays')
    expect(await put({ audit_reply: { rows: [{ audit_no: 1, brand_id: 'acme', reply: '[]' }] } })).toBe('row_stays')
    expect(await one(team.owner, 'SELECT state FROM agency_desk.article')).toBe('published')
    expect(await put({ article: { rows: [{ ...articleRow(1), state: 'draft' }] } })).toBe('not refused')
  })

  test('settles no price of somebody else, and adds no charged site to it', async () => {
    const { team, walt, sue, byHand } = await open()
    await fill(team.owner, {
      intent: [intentRow(1, 'acme', { kind: 'findPeople', made_by: sue.user })],
      credit: [creditRow(1)],
    })
    expect(await byHand(walt, "UPDATE agency_desk.credit SET state = 'settled', charged = 0")).toBe('credit_stays')
    const site = `INSERT INTO agency_desk.credit_site (credit_no, prospect_id, brand_id, contacts_before, charged, state, since_ms)
      VALUES (1, 'p', 'acme', 0, 99, 'searching', 1)`
    expect(await byHand(walt, site)).toBe('credit_stays')
    expect(await byHand(sue, site)).toBe('not refused')
    expect(await byHand(sue, "UPDATE agency_desk.credit SET state = 'settled', charged = 2")).toBe('not refused')
  })

  test('deletes no delivery of the last day', async () => {
    const { team, walt, sue, byHand } = await open()
    const now = Date.now()
    await fill(team.owner, { delivery: [deliveryRow(1, now), deliveryRow(2, now - 24 * HOUR_MS)] })
    for (const person of [walt, sue])
      expect(await byHand(person, 'DELETE FROM agency_desk.delivery')).toBe('delivery_stays')
    expect(await refusalOf(write(walt, { delivery: { gone: [[2]] } }))).toBe('not refused')
    expect(await column(team.owner, 'SELECT no FROM agency_desk.delivery')).toEqual([1])
    const ada = await team.person('ada', { role: 'admin' })
    expect(await byHand(ada, "DELETE FROM agency_desk.brand WHERE id = 'acme'")).toBe('not refused')
    expect(await column(team.owner, 'SELECT no FROM agency_desk.delivery')).toEqual([])
  })

  test('deletes no version of permissions that desks keep, nor the one last seen', async () => {
    const { team, walt, byHand } = await open()
    const versions = Array.from({ length: 501 }, (_, index) => versionRow(index + 1))
    await fill(team.owner, { connector_version: versions, connector_catalog: [catalogRow(1)] })
    const remove = (where: string) => byHand(walt, `DELETE FROM agency_desk.connector_version WHERE ${where}`)
    expect(await remove('no <= 401')).toBe('version_stays')
    expect(await remove('no = 52')).toBe('version_stays')
    expect(await remove('no = 1')).toBe('version_stays')
    expect(await remove('no = 2')).toBe('not refused')
  })

  test('uses up no preview without an intent of it', async () => {
    const { walt, byHand } = await open()
    const use = (id: string) => ({ preview_use: { rows: [{ preview_id: id, used_at_ms: 1 }] } })
    expect(await refusalOf(write(walt, use('theirs')))).toBe('only_with_an_intent')
    expect(await byHand(walt, "INSERT INTO agency_desk.preview_use VALUES ('theirs', 1)")).toBe('only_with_an_intent')
    const queued = { ...use('own'), intent: { rows: [intentRow(1, 'acme', { waiting: 0 })] } }
    expect(await refusalOf(write(walt, queued))).toBe('not refused')
  })

  test('gives a brand no other team of the service', async () => {
    const { team, walt, byHand } = await open()
    await team.owner.query("UPDATE agency_desk.brand SET team_id = NULL WHERE id = 'acme'")
    expect(await byHand(walt, "UPDATE agency_desk.brand SET team_id = 'team-a'")).toBe('not refused')
    for (const other of ["'team-b'", 'NULL'])
      expect(await byHand(walt, `UPDATE agency_desk.brand SET team_id = ${other}`)).toBe('team_stays')
  })

  test('locks no table that others write', async () => {
    const { walt, sue, byHand } = await open()
    const tables = [
      'intent',
      'intent_item',
      'intent_call',
      'article',
      'brand',
      'suppression',
      'person_brand',
      'desk_key',
    ]
    for (const table of tables) {
      const lock = async (person: pg.Client) => {
        await person.query('BEGIN')
        const said = await byHand(person, `LOCK TABLE agency_desk.${table} IN ACCESS EXCLUSIVE MODE NOWAIT`)
        await person.query('ROLLBACK')
        return said
      }
      expect([table, await lock(walt)]).toEqual([table, denied(table)])
      if (table !== 'suppression') expect([table, await lock(sue)]).toEqual([table, denied(table)])
    }
  })

  test('writes no rule, setting, claim or key past the functions for it', async () => {
    const { team, walt, sue, byHand } = await open()
    const ada = await team.person('ada', { role: 'admin' })
    await write(ada, { team_setting: { rows: [{ key: 'profile', value: '{}' }] } })
    const rename = "UPDATE agency_desk.team_setting SET key = 'isSendingHeld' WHERE key = 'profile'"
    for (const person of [walt, sue, ada]) expect(await byHand(person, rename)).toBe(denied('team_setting'))
    expect(await byHand(ada, 'DELETE FROM agency_desk.team_setting')).toBe(denied('team_setting'))
    expect(await byHand(ada, "INSERT INTO agency_desk.brand_rule VALUES ('acme', 0)")).toBe(denied('brand_rule'))
    expect(await byHand(ada, "SELECT agency_desk.set_approval('{acme}', true)")).toBe('not refused')
    expect(await byHand(sue, 'DELETE FROM agency_desk.intent_claim')).toBe(denied('intent_claim'))
    expect(await byHand(walt, 'DELETE FROM agency_desk.desk_key')).toBe(denied('desk_key'))
    for (const table of ['outreach_pace', 'connector_catalog'])
      expect(await byHand(walt, `DELETE FROM agency_desk.${table}`)).toBe(denied(table))
  })
})

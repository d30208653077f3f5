// A person of some brands learns nothing of the others: no id, name, slug or site, from whatever their login may read or call.
// What there is to read comes from the server's own lists, so that a table or a function of a later step is in here too.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { describePostgres, testDatabase } from '../../../support/postgres.ts'
import { brandRow, column, type Role, type TeamDatabase, teamDatabase, write } from '../../../support/team-database.ts'
import { openTeamDesk } from '../../../support/team-desk.ts'

const HIDDEN = 'zq-hidden-id'
/** In each text that belongs to the brand. */
const MARK = /zq-hidden/
const BRAND = brandRow(HIDDEN, { name: 'zq-hidden name', slug: 'zq-hidden-slug' })
const LISTED = JSON.stringify({ brandIds: ['acme', HIDDEN] })
const schedule = (id: string, brands: string) => ({
  ...{ id, name: id, template_id: 't', brands, day_of_month: 1, formats: '["html"]', as_zip: 0, is_on: 1, desk_no: 1 },
  last_month: null,
})

type Column = { readonly name: string; readonly type: string }

const VALUES: Readonly<Record<string, string>> = {
  text: "'zq-hidden.test'",
  'text[]': "ARRAY['zq-hidden.test']",
  bytea: "'zq-hidden.test'",
  uuid: 'gen_random_uuid()',
  boolean: 'true',
  date: 'current_date',
  'double precision[]': 'ARRAY[1.0]',
  xid8: 'pg_current_xact_id()',
  'timestamp with time zone': 'now()',
}

/** A row of the brand in each table that has one, whatever its checks say. */
const plant = async (owner: pg.Client): Promise<string[]> => {
  await owner.query('SELECT agency_desk.make_month(current_date)')
  await owner.query(`SET session_replication_role = replica`)
  const { rows: tables } = await owner.query<{ name: string; checks: string[]; columns: Column[] }>(`
    SELECT c.relname AS name,
      ARRAY(SELECT conname::text FROM pg_constraint WHERE conrelid = c.oid AND contype = 'c') AS checks,
      (SELECT json_agg(json_build_object('name', attname, 'type', format_type(atttypid, NULL))) FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attidentity = '') AS columns
    FROM pg_class c WHERE relnamespace = 'agency_desk'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname NOT IN ('brand', 'change')
      AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'brand_id')`)
  for (const { name, checks, columns } of tables) {
    for (const check of checks) await owner.query(`ALTER TABLE agency_desk.${name} DROP CONSTRAINT ${check}`)
    const asSql = (one: Column) => (one.name === 'brand_id' ? `'${HIDDEN}'` : (VALUES[one.type] ?? '900001'))
    await owner.query(`INSERT INTO agency_desk.${name} (${columns.map((one) => `"${one.name}"`).join(', ')})
      VALUES (${columns.map(asSql).join(', ')}) ON CONFLICT DO NOTHING`)
  }
  await owner.query('SET session_replication_role = origin')
  return tables.map(({ name }) => name)
}

/** All that a statement answers, also where it is refused. */
const answerOf = async (client: pg.Client, sql: string): Promise<string> => {
  try {
    return JSON.stringify((await client.query(sql)).rows)
  } catch (error) {
    return JSON.stringify({ ...(error as object), message: (error as Error).message, query: null })
  }
}

const RELATIONS = `SELECT oid::regclass::text FROM pg_class WHERE relnamespace = 'agency_desk'::regnamespace
  AND relkind IN ('r', 'p', 'v', 'm', 'S') AND (relkind <> 'S' AND has_any_column_privilege(oid, 'SELECT')
    OR relkind = 'S' AND has_sequence_privilege(oid, 'SELECT')) ORDER BY 1`
/** Each function with arguments of nothing, and with the most that somebody could ask for. */
const CALLS = `SELECT format('SELECT * FROM %s(%s)', p.oid::regproc, (
      SELECT string_agg(CASE WHEN form = 'none' THEN format('NULL::%s', format_type(a, NULL))
        WHEN a = 'text'::regtype THEN '''acme''' WHEN a = 'text[]'::regtype THEN '''{acme}'''
        WHEN a = 'jsonb'::regtype THEN '''{}''' WHEN a = 'uuid'::regtype THEN 'gen_random_uuid()'
        WHEN a = 'boolean'::regtype THEN 'true' WHEN a = 'date'::regtype THEN 'current_date'
        WHEN a = 'bigint[]'::regtype THEN '''{900001}''' WHEN a::regtype::text LIKE '%[]' THEN '''{}''' ELSE '900001' END, ', ' ORDER BY nth)
      FROM unnest(p.proargtypes) WITH ORDINALITY AS of (a, nth)))
  FROM pg_proc p, unnest(ARRAY['none', 'some']) form
  WHERE pronamespace = 'agency_desk'::regnamespace AND prorettype <> 'trigger'::regtype
    AND has_function_privilege(p.oid, 'EXECUTE') ORDER BY 1`
const CATALOG = [
  'SELECT * FROM pg_stats',
  'SELECT datname, usename, application_name, query FROM pg_stat_activity WHERE datname = current_database() AND usename <> session_user',
  'SELECT relname FROM pg_class',
  'SELECT prosrc FROM pg_proc',
  'SELECT * FROM pg_description',
  'SELECT * FROM pg_policies',
]

const readAll = async (client: pg.Client): Promise<string[]> => {
  const relations = await column<string>(client, RELATIONS)
  const calls = await column<string>(client, CALLS)
  expect(relations.length).toBeGreaterThan(30)
  expect(calls.length).toBeGreaterThan(20)
  const seen: string[] = []
  for (const sql of [...relations.map((name) => `SELECT * FROM ${name}`), ...calls, ...CATALOG]) {
    const answer = await answerOf(client, sql)
    if (MARK.test(answer)) seen.push(`${sql}: ${answer.slice(Math.max(0, answer.search(MARK) - 60)).slice(0, 120)}`)
  }
  return seen
}

const filesWithMark = (home: string): string[] =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => MARK.test(readFileSync(path, 'latin1')))

/** What is written and named as desks do it, so that changes and messages are the real ones. */
const writeHidden = async (team: TeamDatabase, admin: pg.Client): Promise<void> => {
  await write(admin, { brand: { rows: [BRAND] } })
  const seer = await team.person('seer', { role: 'writer', brands: ['acme', HIDDEN] })
  await write(admin, {
    report_schedule: {
      rows: [schedule('mixed', LISTED), schedule('all', '"all"'), schedule('own', '{"brandIds":["acme"]}')],
    },
    alert_rule: {
      rows: [
        {
          id: 'r',
          name: 'r',
          scope: 'brands',
          tag: null,
          condition: '{}',
          filter: '{}',
          is_on: 1,
          muted_until: null,
          made_at_ms: 1,
        },
      ],
    },
    alert_rule_brand: { rows: [{ rule_id: 'r', brand_id: HIDDEN }] },
  })
  await admin.query('SELECT agency_desk.set_approval(ARRAY[$1], true)', [HIDDEN])
  await admin.query("SELECT agency_desk.set_brands($1, false, '{acme}')", [seer.user])
  await admin.query('SELECT agency_desk.set_brands($1, false, ARRAY[$2])', [seer.user, HIDDEN])
}

describePostgres('a person of some brands', (programs) => {
  for (const role of ['reader', 'writer', 'sender'] as const satisfies readonly Role[])
    test(`learns nothing of the others, as a ${role}`, async () => {
      const database = await testDatabase(programs, 'team')
      const team = await teamDatabase(programs, ['acme'], database)
      const admin = await team.person('ada', { role: 'admin' })
      const mallory = await team.person('mallory', { role, brands: ['acme'] })
      const heard: string[] = []
      const channels = await column<string>(
        team.owner,
        `SELECT DISTINCT (regexp_matches(prosrc, 'pg_notify\\(''([^'']+)''', 'g'))[1] FROM pg_proc`,
      )
      expect(channels).toContain('agency_desk')
      for (const channel of channels) await mallory.query(`LISTEN "${channel}"`)
      mallory.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`))
      // Of the commits of 400 ms the first is named.
      await team.owner.query("UPDATE agency_desk.head SET noticed_at = '-infinity'")
      await writeHidden(team, admin)
      expect((await plant(team.owner)).length).toBeGreaterThan(25)
      expect(await readAll(mallory)).toEqual([])
      expect(heard.length).toBeGreaterThan(0)
      expect(heard.filter((one) => MARK.test(one))).toEqual([])
      expect(await column(mallory, 'SELECT id FROM agency_desk.report_schedule ORDER BY id')).toEqual(['all', 'own'])
      // The same lists find all of it for somebody who may see it.
      const all = await team.person('all', { role })
      expect((await readAll(all)).length).toBeGreaterThan(20)
    })

  test('has nothing of them in the files of the desk, also where a brand was theirs', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const admin = await team.person('ada', { role: 'admin' })
    const desk = await openTeamDesk(team, 'rita', { role: 'reader', brands: ['acme'] })
    await writeHidden(team, admin)
    await desk.caughtUp()
    const schedules = async () => (await desk.call('reports.schedules', {})).schedules.map(({ id }) => id).sort()
    expect(filesWithMark(desk.home)).toEqual([])
    expect(await schedules()).toEqual(['all', 'own'])
    const see = (brands: string[]) => admin.query('SELECT agency_desk.set_brands($1, false, $2)', [desk.login, brands])
    await see(['acme', HIDDEN])
    await desk.caughtUp()
    expect(await schedules()).toEqual(['all', 'mixed', 'own'])
    const { people } = await desk.call('team.people', {})
    expect(people.filter(({ brandIds }) => JSON.stringify(brandIds).includes(HIDDEN))).toHaveLength(2)
    await see(['acme'])
    await desk.caughtUp()
    expect(await schedules()).toEqual(['all', 'own'])
    const after = await desk.call('team.people', {})
    expect(JSON.stringify(after)).not.toMatch(MARK)
    await desk.close()
    expect(filesWithMark(desk.home)).toEqual([])
  })

  test('an admin who sees some brands leaves the others of a person as they are', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt', HIDDEN])
    const ada = await team.person('ada', { role: 'admin', brands: ['acme', 'bolt'] })
    const walt = await team.person('walt', { role: 'writer', brands: ['acme', HIDDEN] })
    await ada.query("SELECT agency_desk.set_brands($1, false, '{bolt}')", [walt.user])
    expect(await column(walt, 'SELECT id FROM agency_desk.brand ORDER BY id')).toEqual(['bolt', HIDDEN])
  })
})

// The rights of each role, cell by cell, with a login of that role: what docs/team-rights.md allows works, or meets a rule for
// rows that has a name; all else is denied by PostgreSQL, and so is what a later step adds until it grants it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { migrateTeam } from '../../../../src-main/store/team/migrate.ts'
import { teamMigrations } from '../../../../src-main/store/team/migrations/index.ts'
import { describePostgres, testDatabase } from '../../../support/postgres.ts'
import { column, one, teamDatabase } from '../../../support/team-database.ts'
import { type Cell, cellsOf, functionsOf, ROLES, rightsPage, type TeamFunction } from '../../../support/team-rights.ts'

const PAGE = join(import.meta.dirname, '../../../../docs/team-rights.md')

type Outcome = 'works' | 'denied' | `rule ${string}`

/** What PostgreSQL answers; what it changes is not kept. */
const outcomeOf = async (person: pg.Client, sql: string, isKept = false): Promise<Outcome> => {
  if (!isKept) await person.query('BEGIN')
  try {
    await person.query(sql)
    return 'works'
  } catch (error) {
    const { code = '', constraint, message } = error as { code?: string; constraint?: string; message: string } // of the server
    if (code === '42501' && /^permission denied for (table|function)/.test(message)) return 'denied'
    const isOfRows = /^(AD|23)/.test(code) || message.includes('row-level security')
    return isOfRows ? `rule ${constraint ?? 'row-level security'}` : `rule ${code} ${message}`
  } finally {
    if (!isKept) await person.query('ROLLBACK')
  }
}

/** A statement that needs this right alone, on the rows that are there. A denied one is refused whatever the rows. */
const statementOf = ({ table, name, type, action, isAllowed }: Cell): string => {
  const [from, of] = [`agency_desk."${table}"`, `"${name}"`]
  if (action === 'SELECT') return `SELECT ${of} FROM ${from}`
  if (action === 'DELETE') return `DELETE FROM ${from}`
  if (action === 'UPDATE') return isAllowed ? `UPDATE ${from} SET ${of} = ${of}` : `UPDATE ${from} SET ${of} = DEFAULT`
  return `INSERT INTO ${from} (${of}) OVERRIDING SYSTEM VALUE SELECT NULL::${type} WHERE false`
}

const VALUES: Readonly<Record<string, string>> = {
  ...{ bigint: '1', 'double precision': '1', text: "'x'", 'text[]': "'{}'", 'double precision[]': "'{}'" },
  ...{ bytea: "''", boolean: 'true', uuid: 'gen_random_uuid()', date: "'2026-03-01'", xid8: "'1'", oid: '1' },
  'timestamp with time zone': 'now()',
}
const BY_NAME: Readonly<Record<string, string>> = {
  ...{ brand_id: "'acme'", recipients: "'[]'", result: "'{}'", state: "'open'" },
  received_at_ms: 'extract(epoch FROM now()) * 1000',
}

/** A row in each table that has none. Checks of values are of other tests. */
const fill = async (owner: pg.Client, cells: readonly Cell[]): Promise<void> => {
  await owner.query("SELECT agency_desk.make_month('2026-03-01')")
  const checks = `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) FROM pg_constraint
    WHERE connamespace = 'agency_desk'::regnamespace AND contype = 'c' AND coninhcount = 0`
  for (const sql of await column<string>(owner, checks)) await owner.query(sql)
  await owner.query('SET session_replication_role = replica')
  for (const table of new Set(cells.map((cell) => cell.table))) {
    if ((await one<number>(owner, `SELECT count(*) FROM agency_desk."${table}"`)) > 0) continue
    const columns = cells.filter((cell) => cell.table === table && cell.role === 'reader' && cell.action === 'SELECT')
    const values = columns.map(({ name, type }) => BY_NAME[name] ?? VALUES[type] ?? 'NULL')
    const names = columns.map(({ name }) => `"${name}"`)
    await owner.query(
      `INSERT INTO agency_desk."${table}" (${names.join(', ')}) OVERRIDING SYSTEM VALUE VALUES (${values.join(', ')})`,
    )
  }
  await owner.query('SET session_replication_role = origin')
}

describePostgres('the rights of a role', (programs) => {
  const open = async () => {
    const team = await teamDatabase(programs, ['acme'], await testDatabase(programs, 'team'))
    const people = new Map<string, pg.Client>()
    for (const role of ROLES) people.set(role, await team.person(role, { role }))
    const tryAs = (role: string, sql: string, isKept?: boolean): Promise<Outcome> => {
      const person = people.get(role)
      if (person === undefined) throw new Error(`Nobody is a ${role}.`)
      return outcomeOf(person, sql, isKept)
    }
    return { ...team, tryAs }
  }

  test('are those of docs/team-rights.md', async () => {
    const { owner } = await teamDatabase(programs)
    await expect(await rightsPage(owner)).toMatchFileSnapshot(PAGE)
  })

  test('are each what the login of that role meets, in every table and column', async () => {
    const { owner, tryAs } = await open()
    const cells = await cellsOf(owner)
    await fill(owner, cells)
    const wrong: unknown[] = []
    const rules = new Set<string>()
    for (const cell of cells) {
      // What changes nothing needs no transaction: there are thousands.
      const changes = cell.isAllowed && (cell.action === 'UPDATE' || cell.action === 'DELETE')
      const outcome = await tryAs(cell.role, statementOf(cell), !changes)
      if (outcome.startsWith('rule')) rules.add(outcome)
      const isRight = cell.isAllowed
        ? outcome === 'works' || /^rule [a-z_-]+( security)?$/.test(outcome)
        : outcome === 'denied'
      if (!isRight) wrong.push([cell.role, statementOf(cell), cell.isAllowed, outcome])
    }
    expect(wrong).toEqual([])
    expect(cells.length).toBeGreaterThan(4 * 4 * 300)
    const met = ['credit_stays', 'delivery_stays', 'not_your_intent', 'only_an_admin', 'version_stays']
    expect([...rules].toSorted()).toEqual(met.map((name) => `rule ${name}`))
  })

  test('hold for functions: those of the page can be called, all others are denied', async () => {
    const { owner, tryAs } = await open()
    const [functions, cells] = [await functionsOf(owner), await cellsOf(owner)]
    const wrong: unknown[] = []
    const tables = new Map<string, TeamFunction[]>()
    for (const one of functions) {
      if (one.table !== null) tables.set(one.table, [...(tables.get(one.table) ?? []), one])
      for (const role of ROLES) {
        const outcome = await tryAs(role, `SELECT ${one.call}`)
        if ((outcome === 'denied') === one.roles.includes(role)) wrong.push([role, one.name, outcome])
      }
    }
    expect(wrong).toEqual([])
    expect(functions.length).toBeGreaterThan(120)
    // Those that are made for a table are of the roles that may do the same by hand.
    for (const [table, made] of tables)
      for (const { kind, roles } of made) {
        const action = kind === 'put' ? 'INSERT' : 'DELETE'
        const allowed = cells.filter((cell) => cell.table === table && cell.action === action && cell.isAllowed)
        expect([table, kind, roles]).toEqual([
          table,
          kind,
          ROLES.filter((role) => allowed.some((cell) => cell.role === role)),
        ])
      }
  })

  test('grow from reader to admin, are of these roles alone, and of nothing else', async () => {
    const { owner } = await teamDatabase(programs)
    const cells = await cellsOf(owner)
    const allowed = new Set(
      cells.filter((cell) => cell.isAllowed).map((cell) => `${cell.role} ${cell.action} ${cell.table} ${cell.name}`),
    )
    const lost = cells.filter(({ role, action, table, name, isAllowed }) => {
      const next = ROLES[ROLES.indexOf(role as (typeof ROLES)[number]) + 1] // one of them
      return isAllowed && next !== undefined && !allowed.has(`${next} ${action} ${table} ${name}`)
    })
    expect(lost).toEqual([])
    const granted = await column(
      owner,
      `SELECT DISTINCT concat_ws(' ', kind, CASE grantee WHEN 0 THEN 'public' ELSE right(grantee::regrole::text, -12) END, privilege_type)
       FROM (SELECT 'table' AS kind, relacl AS acl FROM pg_class WHERE relnamespace = 'agency_desk'::regnamespace AND relkind <> 'S'
         UNION ALL SELECT 'sequence', relacl FROM pg_class WHERE relnamespace = 'agency_desk'::regnamespace AND relkind = 'S'
         UNION ALL SELECT 'column', attacl FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
           WHERE relnamespace = 'agency_desk'::regnamespace
         UNION ALL SELECT 'function', coalesce(proacl, acldefault('f', proowner)) FROM pg_proc
           WHERE pronamespace = 'agency_desk'::regnamespace
         UNION ALL SELECT 'schema', nspacl FROM pg_namespace WHERE nspname = 'agency_desk') things, aclexplode(acl)
       WHERE grantee::regrole::text NOT LIKE '%\\_owner' AND grantee::regrole::text NOT LIKE '%\\_people' ORDER BY 1`,
    )
    expect(granted).toEqual([
      ...['column sender UPDATE', 'column writer UPDATE'],
      ...ROLES.map((role) => `function ${role} EXECUTE`).toSorted(),
      ...[
        'schema reader USAGE',
        'table admin DELETE',
        'table reader SELECT',
        'table sender DELETE',
        'table sender INSERT',
      ],
      ...['table writer DELETE', 'table writer INSERT'],
    ])
  })

  test('do not grow by a later table, column or function that nobody granted', async () => {
    const { owner, tryAs } = await open()
    const later = {
      name: 'later',
      landed: 'of-later',
      sql: `CREATE TABLE later (no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, note text);
        ALTER TABLE intent ADD COLUMN later text;
        CREATE FUNCTION later_one() RETURNS bigint LANGUAGE sql SECURITY DEFINER RETURN 1;`,
    }
    await migrateTeam(owner, { migrations: [...teamMigrations, later] })
    const statements = [
      'SELECT * FROM agency_desk.later',
      "INSERT INTO agency_desk.later (note) VALUES ('x')",
      'UPDATE agency_desk.later SET note = NULL',
      'DELETE FROM agency_desk.later',
      "SELECT nextval('agency_desk.later_no_seq')",
      'TRUNCATE agency_desk.later',
      'UPDATE agency_desk.intent SET later = NULL',
      'SELECT agency_desk.later_one()',
    ]
    for (const role of ROLES)
      for (const sql of statements)
        expect([role, sql, await tryAs(role, sql)]).toEqual([
          ...[role, sql],
          sql.includes('nextval') ? 'rule 42501 permission denied for sequence later_no_seq' : 'denied',
        ])
    const cells = (await cellsOf(owner)).filter(({ table }) => table === 'later')
    expect(cells.some(({ isAllowed }) => isAllowed)).toBe(false)
    expect(cells).toHaveLength(2 * 4 * 4)
  })

  test('to call a function are of those that a desk calls, or that run for a person in what it calls', async () => {
    const { owner } = await teamDatabase(programs)
    const listed = execFileSync('git', ['ls-files', '--', 'src-main'], { encoding: 'utf8' }).split('\n')
    const sources = listed
      .filter((file) => file.endsWith('.ts') && !file.includes('/team/migrations/'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const inside = await column<string>(
      owner,
      `SELECT concat_ws(' ', qual, with_check) FROM pg_policies WHERE schemaname = 'agency_desk'
       UNION ALL SELECT prosrc FROM pg_proc WHERE pronamespace = 'agency_desk'::regnamespace AND NOT prosecdef
         AND (prorettype = 'trigger'::regtype OR has_function_privilege(agency_desk.role_of_team('admin'), oid, 'EXECUTE'))
       UNION ALL SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'c' AND connamespace = 'agency_desk'::regnamespace
       UNION ALL SELECT pg_get_triggerdef(g.oid) FROM pg_trigger g JOIN pg_class c ON c.oid = tgrelid
         WHERE relnamespace = 'agency_desk'::regnamespace`,
    )
    const calls = (text: string, name: string) => new RegExp(`\\b${name}\\(`).test(text)
    const functions = (await functionsOf(owner)).filter(({ table }) => table === null)
    const nameOf = ({ call }: TeamFunction) => call.replace(/^agency_desk\.(\w+).*/, '$1')
    const isCalled = (name: string) =>
      sources.includes(`agency_desk.${name}`) ||
      sources.includes(`'${name}'`) ||
      inside.some((text) => calls(text, name))
    expect(functions.filter((one) => one.roles.length > 0 && !isCalled(nameOf(one))).map(nameOf)).toEqual([])
    const denied = functions.filter((one) => one.roles.length === 0 && sources.includes(`agency_desk.${nameOf(one)}(`))
    expect(denied.map(nameOf)).toEqual([])
  })
})

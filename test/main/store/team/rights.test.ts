// The rights of each role are those of docs/team-rights.md; all else is denied by PostgreSQL, and so is what a later step adds
// until it grants it. rights-cells.test.ts tries each with a login of that role.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrateTeam } from '../../../../src-main/store/team/migrate.ts'
import { teamMigrations } from '../../../../src-main/store/team/migrations/index.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { openRights } from '../../../support/role-tries.ts'
import { column, teamDatabase } from '../../../support/team-database.ts'
import { cellsOf, functionsOf, ROLES, rightsPage, type TeamFunction } from '../../../support/team-rights.ts'

const PAGE = join(import.meta.dirname, '../../../../docs/team-rights.md')

describePostgres('the rights of a role', (programs) => {
  test('are those of docs/team-rights.md', async () => {
    const { owner } = await teamDatabase(programs)
    await expect(await rightsPage(owner)).toMatchFileSnapshot(PAGE)
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
    const { owner, tryAs } = await openRights(programs)
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
    const sources = globSync('src-main/**/*.ts')
      .filter((file) => !file.includes('/team/migrations/'))
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

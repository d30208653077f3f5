// The rights of each role, cell by cell, with a login of that role: what docs/team-rights.md allows works, or meets a rule for
// rows that has a name; all else is denied by PostgreSQL.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { describePostgres } from '../../../support/postgres.ts'
import { openRights } from '../../../support/role-tries.ts'
import { column, one } from '../../../support/team-database.ts'
import { type Cell, cellsOf, functionsOf, ROLES, type TeamFunction } from '../../../support/team-rights.ts'

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
  test('are each what the login of that role meets, in every table and column', async () => {
    const { owner, tryAs } = await openRights(programs)
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
    const { owner, tryAs } = await openRights(programs)
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
})

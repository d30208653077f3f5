// What PostgreSQL checks of a column and what a desk expects of it are the same: what one takes and the other does not is
// skipped by all desks, or refused where a desk writes it.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { createRowRules } from '../../../../src-main/store/team/row-rules.ts'
import { tables } from '../../../../src-main/tables.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { teamDatabase } from '../../../support/team-database.ts'
import { trialCore } from '../../../support/trial-core.ts'

const CHECKS = `SELECT conrelid::regclass::text AS tbl, a.attname AS name, format_type(a.atttypid, NULL) AS type,
    pg_get_expr(conbin, conrelid) AS condition
  FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = conrelid AND conname = 'fits_' || a.attname
  WHERE connamespace = 'agency_desk'::regnamespace`
const UNCHECKED = `SELECT t.name || '.' || a.attname AS name FROM agency_desk.team_table t
  JOIN pg_attribute a ON a.attrelid = ('agency_desk.' || t.name)::regclass AND attnum > 0 AND NOT attisdropped
  WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = a.attrelid AND conname = 'fits_' || a.attname)`
const UNGUARDED = `SELECT t.name FROM agency_desk.team_table t
  JOIN pg_attribute a ON a.attrelid = ('agency_desk.' || t.name)::regclass AND attname = 'no'
  WHERE (SELECT count(*) FROM pg_trigger WHERE tgrelid = a.attrelid AND tgenabled = 'O'
    AND tgname IN ('guard_numbers', 'number_stays')) < 2`

const NUMBERS = ['-719163', '-1', '0', '1', '2', '31', '32', '36501', '2932897', '253402300800000', '9007199254740992']
const REALS = ['NaN', 'Infinity', '-2e15', '0', '1e15']
const TEXTS = [
  '',
  '{}',
  '[]',
  '[1]',
  '["a"]',
  '["a",null]',
  '{"a":1}',
  '"a"',
  'true',
  '1',
  '[',
  'null',
  'keep',
  'address',
]
const MORE = [
  'discover',
  'held',
  'sent',
  '2026-01',
  '2026-1',
  'always',
  ' ',
  'x'.repeat(65),
  'x'.repeat(121),
  'x'.repeat(20_001),
  '#1c7ed6',
]

type Asked = { readonly name: string; readonly type: string; readonly values: readonly string[] }

/** Whether each value fits; a cast to JSON may fail, so those are asked one by one. */
const takes = async (owner: pg.Client, condition: string, { name, type, values }: Asked): Promise<boolean[]> => {
  const ask = async (some: readonly string[]) => {
    const sql = `SELECT (${condition}) AS fits FROM unnest($1::${type}[]) WITH ORDINALITY AS one (${name}, nth) ORDER BY nth`
    const { rows } = await owner.query<{ fits: boolean }>(sql, [some])
    return rows.map(({ fits }) => fits)
  }
  if (!condition.includes('json')) return ask(values)
  const answers = values.map((value) => ask([value]).catch(() => [false]))
  return (await Promise.all(answers)).flat()
}

describePostgres('a column of the team', (programs) => {
  test('has a check in PostgreSQL, and each number of rows a guard', async () => {
    const { owner } = await teamDatabase(programs)
    expect((await owner.query(UNCHECKED)).rows).toEqual([])
    expect((await owner.query(UNGUARDED)).rows).toEqual([])
  })

  test('takes the values that a desk can use, and no others', async () => {
    const { owner } = await teamDatabase(programs)
    const core = trialCore()
    const flawIn = await createRowRules(core, tables.team.tables)
    const shared = new Map(tables.team.tables.map((table) => [table.name, table]))
    const { rows } = await owner.query<{ tbl: string; name: string; type: string; condition: string }>(CHECKS)
    const different: string[] = []
    let compared = 0
    for (const { tbl, name, type, condition } of rows) {
      const table = tbl.replace('agency_desk.', '')
      if (!shared.has(table)) continue
      const columns = core.pragma(`table_info(${table})`) as { name: string }[] // as SQLite documents it
      if (!columns.some((column) => column.name === name)) continue
      const isText = type === 'text'
      const rule = shared.get(table)?.columns?.[name]
      const known = Array.isArray(rule) ? rule : []
      const values = isText ? [...TEXTS, ...MORE, ...known] : type === 'bigint' ? NUMBERS : REALS
      const fits = await takes(owner, condition, { name, type, values })
      for (const [at, value] of values.entries()) {
        const there = fits[at] === true
        const number = Number(value)
        const given = isText ? value : type === 'bigint' && !Number.isSafeInteger(number) ? BigInt(value) : number
        // Other columns are missing: only this one's flaw counts.
        const flaw = flawIn(table, Object.fromEntries([[name, given]]), Date.now(), name)
        compared += 1
        if (there !== (flaw === null)) different.push(`${table}.${name} = ${value.slice(0, 20)}: ${flaw ?? 'fits'}`)
      }
    }
    // What is inside of JSON is for the desk alone to know.
    expect(different.filter((one) => !one.endsWith('has parts that this program cannot read'))).toEqual([])
    expect(compared).toBeGreaterThan(1500)
  })
})

// Any row that a person's rights let them write by hand, over all tables and columns of the database, stops no other desk. Tables,
// columns and rights are read from PostgreSQL, so that what is added later is tried too.
// AGENCY_DESK_TEST_ROWS: how many rows (300 in a usual run).
import fc from 'fast-check'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { type CallName, calls } from '../../../../src-shared/desk/contract.ts'
import { bothSides, openMirror, type TestMirror } from '../../../support/bare-mirror.ts'
import { joinedDesk } from '../../../support/joined-desk.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { markRow, pitch, type Role, type TeamDatabase, teamDatabase, write } from '../../../support/team-database.ts'
import { teamMirror } from '../../../support/team-mirror.ts'

const ROWS = Number(process.env.AGENCY_DESK_TEST_ROWS ?? 300)
/** Rows between two looks at the other desks. */
const AT_ONCE = 30

type Column = {
  readonly name: string
  readonly type: string
  readonly inserts: boolean
  readonly updates: boolean
  readonly check: string | null
}
type Table = { readonly name: string; readonly key: readonly string[]; readonly columns: readonly Column[] }

const WRITABLE = `SELECT c.relname AS name, array_agg(DISTINCT k.attname) FILTER (WHERE k.attname IS NOT NULL) AS key,
    json_agg(DISTINCT jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL),
      'inserts', has_column_privilege(c.oid, a.attnum, 'INSERT'), 'updates', has_column_privilege(c.oid, a.attnum, 'UPDATE'), 'check', pg_get_expr(f.conbin, f.conrelid))) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_constraint f ON f.conrelid = c.oid AND f.conname = 'fits_' || a.attname
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    LEFT JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = ANY (i.indkey)
  WHERE c.relnamespace = 'agency_desk'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND (has_column_privilege(c.oid, a.attnum, 'INSERT') OR has_column_privilege(c.oid, a.attnum, 'UPDATE'))
  GROUP BY c.relname ORDER BY 1`

/** Each number of these is one that some reader could fail at. */
const INTEGERS = [0, 1, 2, 7, -1, 2 ** 31, 253_402_300_799_999, 253_402_300_800_000, 2 ** 53 - 1, 2 ** 53 - 990]
const BEYOND = ['9223372036854775807', '-9223372036854775808', '9007199254740993']
const TEXTS = [
  '',
  'acme',
  'bolt',
  'x',
  'queue',
  'held',
  'ready',
  'cancelled',
  'discover',
  'draft',
  'publish',
  'all',
  'open',
  'keep',
]
const JSONS = [
  '[]',
  '{}',
  '[',
  'null',
  '1',
  '"a"',
  '["a"]',
  '[1,null]',
  '[[]]',
  '[["a","b"]]',
  '{"a":null}',
  '{"move":null}',
  '[{}]',
  '[{"kind":"x"}]',
  '[null]',
  '{"kind":"drop"}',
  '\u0001',
  '[{"name":1}]',
  '{"kind":"network","message":1}',
]
const LONG = ['x'.repeat(30_000), 'é'.repeat(3_000), '['.repeat(1_200) + ']'.repeat(1_200), 'a\tb\n"\'\\']

const anyValue = (type: string): fc.Arbitrary<string | null> => {
  const nothing = { arbitrary: fc.constant(null), weight: 1 }
  const of = <Value>(weight: number, values: readonly Value[]) => ({
    arbitrary: fc.constantFrom(...values.map(String)),
    weight,
  })
  if (type === 'bigint' || type === 'integer')
    return fc.oneof(nothing, of(6, INTEGERS), of(1, BEYOND), {
      arbitrary: fc.bigInt(0n, 2n ** 63n - 1n).map(String),
      weight: 1,
    })
  if (type.startsWith('double'))
    return fc.oneof(nothing, of(4, ['0', '1.5', '-1', '1e300', 'NaN', 'Infinity', '5e-324']))
  if (type === 'text')
    return fc.oneof(
      nothing,
      of(5, TEXTS),
      of(5, JSONS),
      of(1, LONG),
      { arbitrary: fc.json(), weight: 1 },
      { arbitrary: fc.string({ unit: 'binary' }).map((one) => one.replaceAll('\0', '').toWellFormed()), weight: 1 },
    )
  if (type === 'date') return fc.constantFrom('2026-01-01', '0001-01-01', '2026-11-01', 'infinity')
  if (type === 'bytea') return fc.constantFrom('\\x', '\\x00', '\\x789c', '\\x1f8b0800')
  if (type.endsWith('[]')) return fc.constantFrom('{}', '{NULL}', '{1}', '{a,b}')
  if (type === 'boolean') return fc.constantFrom('t', 'f')
  return fc.constantFrom(null, 'now')
}

type Try = { readonly table: Table; readonly sql: string; readonly values: readonly (string | null)[] }

const quoted = (name: string): string => `"${name}"`

/** What a desk would write, with one value or some of them replaced: an entirely random row hardly gets past the first check. */
const sane = ({ name, type, check }: Column, nth: number): string | null => {
  const listed = [...(check ?? '').matchAll(/'([^']+)'::text/g)].flatMap(([, value]) => value ?? [])
  const isOneOf = check?.includes('ANY (ARRAY[') === true
  if (isOneOf && type === 'text') return listed[nth % listed.length] ?? null
  if (isOneOf) return `${nth % 2}`
  if (check?.includes("'array'") === true) return '[]'
  if (check?.includes('json') === true) return '{}'
  if (check?.includes(' ~ ') === true || /(made|changed)_by$|person|reason|problem/.test(name)) return null
  if (name === 'brand_id') return 'acme'
  if (name.endsWith('_ms')) return `${Date.now()}`
  if (type === 'bigint') return /^(no|.*_no|item)$/.test(name) ? `${nth}` : '1'
  if (type.startsWith('double')) return '1'
  if (type === 'date') return '2026-11-01'
  if (type === 'bytea') return '\\x00'
  return type.endsWith('[]') ? '{}' : `t${nth}`
}

const tryOf = (tables: readonly Table[], nth: number): fc.Arbitrary<Try> =>
  fc.constantFrom(...tables).chain((table) => {
    const inserted = table.columns.filter(({ inserts }) => inserts)
    const updated = table.columns.filter(({ updates }) => updates)
    const insert = fc
      .tuple(
        fc.constantFrom(0, 5, 10, 20),
        ...inserted.map(({ type }) => fc.tuple(fc.noBias(fc.integer({ min: 0, max: 99 })), anyValue(type))),
      )

      .map(([share, ...drawn]): Try => {
        const values = inserted.map((column, at) => {
          const [chance, value] = drawn[at] as [number, string | null] // one for each column
          return chance < share ? value : sane(column, nth)
        })
        const names = inserted.map(({ name }) => quoted(name))
        return {
          table,
          sql: `INSERT INTO agency_desk.${table.name} (${names}) VALUES (${names.map((_, at) => `$${at + 1}`)})`,
          values,
        }
      })
    const update =
      updated.length === 0
        ? insert
        : fc.constantFrom(...updated).chain(({ name, type }) =>
            anyValue(type).map(
              (value): Try => ({
                table,
                sql: `UPDATE agency_desk.${table.name} SET ${quoted(name)} = $1`,
                values: [value],
              }),
            ),
          )
    return inserted.length === 0 ? update : fc.oneof({ arbitrary: insert, weight: 3 }, { arbitrary: update, weight: 1 })
  })

/** A table, a role and each value that was taken, for who reads a failure. */
const done: string[] = []

/** All in one transaction: what belongs to an intent is stored with it. How many were taken. */
const attempt = async (person: pg.Client, tries: readonly Try[]): Promise<number> => {
  let taken = 0
  await person.query('BEGIN')
  for (const { sql, values } of tries) {
    await person.query('SAVEPOINT one')
    try {
      const { rowCount } = await person.query(sql, [...values])
      if ((rowCount ?? 0) > 0) taken += 1
      if ((rowCount ?? 0) > 0) done.push(`${sql} ${JSON.stringify(values).slice(0, 500)}`)
    } catch {
      await person.query('ROLLBACK TO one')
    }
  }
  // What is compared at the end of a transaction may refuse all of it.
  return person.query('COMMIT').then(
    () => taken,
    () => 0,
  )
}

let marks = 0
/** A colleague's change after it reaches the mirror, and what it has besides is what PostgreSQL has. */
const assertGoesOn = async (mirror: TestMirror, colleague: pg.Client): Promise<void> => {
  marks += 1
  await write(colleague, { prospect_mark: { rows: [markRow('bolt', `mark ${marks}`)] } })
  await mirror.catchUp()
  expect(mirror.column(`SELECT count(*) FROM prospect_mark WHERE prospect_id = 'mark ${marks}'`)).toEqual([1])
  const { here, there } = await bothSides(mirror, colleague)
  const missing = Object.entries(there).flatMap(([table, rows]) => {
    const count = rows.length - (here[table]?.length ?? 0)
    return count === 0 ? [] : [`${table}: ${count}`]
  })
  const listed = mirror.column("SELECT tbl || ': ' || count(*) FROM bad_row GROUP BY tbl")
  expect(listed, done.join('\n')).toEqual(expect.arrayContaining(missing))
}

describePostgres('any row that a person may write by hand', (programs) => {
  test('stops no mirror, no write and no call of another desk', async () => {
    const team: TeamDatabase = await teamDatabase(programs, ['acme', 'bolt'])
    // A person may compute the right hash of any intent.
    await team.owner.query('ALTER TABLE agency_desk.intent_origin DISABLE TRIGGER guard_hash')
    const [colleague, ada] = [await team.person('colleague'), await joinedDesk(team, 'ada', { role: 'admin' })]
    const mirror = await openMirror(colleague)
    const desk = await teamMirror(colleague)
    const people = new Map<Role, { person: pg.Client; tables: readonly Table[] }>()
    for (const role of ['writer', 'sender'] as const) {
      const person = await team.person(role, { role })
      people.set(role, { person, tables: (await person.query<Table>(WRITABLE)).rows })
    }
    expect(people.get('writer')?.tables.length).toBeGreaterThan(25)
    await write(colleague, { ...pitch(1, 'acme', 'c1'), prospect_mark: { rows: [markRow('acme', 'p')] } })
    let taken = 0
    let nth = 1000
    for (let from = 0; from < ROWS; from += AT_ONCE) {
      for (const { person, tables } of people.values()) {
        for (let group = 0; group < AT_ONCE / 10; group += 1) {
          nth += 1
          const intent = tables.filter(({ name }) => name === 'intent')
          const ofIntent = tables.filter(({ name }) => name.startsWith('intent'))
          const some =
            group % 2 === 0
              ? [tryOf(intent, nth), ...Array(4).fill(tryOf(ofIntent, nth))]
              : Array(5).fill(tryOf(tables, nth))
          const [tries = []] = fc.sample(fc.tuple(...some), { numRuns: 1 })
          taken += await attempt(person, tries as Try[])
        }
      }
      await assertGoesOn(mirror, colleague)
      await desk.catchUp()
      const value = `${from}@free.example`
      await desk.write('suppressions.add', { entries: [{ kind: 'address', value, reason: '' }], atMs: 1 })
    }
    expect(taken).toBeGreaterThan(ROWS / 20)
    await assertGoesOn(await openMirror(colleague), colleague)
    const isUpToDate = async () => {
      const { team: state } = await ada.call('team.status', {})
      return state?.position === state?.head
    }
    await expect.poll(isUpToDate).toBe(true)
    expect(await failing(ada), done.join('\n')).toEqual([])
  })
})

const INPUTS = [
  {},
  { brandIds: 'all' },
  { brandIds: ['acme'] },
  { brandId: 'acme' },
  { brandIds: ['acme'], from: '2026-01-01', to: '2026-12-31' },
]

/** Calls that read, which failed by something other than a sentence for the person. */
const failing = async ({ call }: Awaited<ReturnType<typeof joinedDesk>>): Promise<string[]> => {
  const failed: string[] = []
  for (const [name, { input, reads }] of Object.entries(calls)) {
    if (reads.length === 0) continue
    for (const given of INPUTS.filter((one) => input.safeParse(one).success))
      await call(name as CallName, given as never).catch((error: unknown) => {
        if (/internal error|data folder/.test(String(error))) failed.push(`${name} ${JSON.stringify(given)}`)
      })
  }
  return failed
}

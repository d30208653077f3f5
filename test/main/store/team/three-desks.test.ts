// Whatever three desks write at the same time, by the write functions of the rooms: in the end all have the same rows, those that
// one desk alone would have if it did the same in the order of the commits.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorCode } from '../../../../src-main/store/rpc.ts'
import { applyRows, type Row } from '../../../../src-main/store/team/apply.ts'
import { tables } from '../../../../src-main/tables.ts'
import { DeskError } from '../../../../src-shared/desk/errors.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { column, teamDatabase } from '../../../support/team-database.ts'
import { runWrite, teamMirror } from '../../../support/team-mirror.ts'
import { openTrial } from '../../../support/trial-core.ts'

const RUNS = 2
const BRANDS = ['b1', 'b2']

type Step = { readonly name: string; readonly args: object }

const brandId = fc.constantFrom(...BRANDS)
const small = fc.integer({ min: 0, max: 3 })
const text = fc.constantFrom('', 'a', 'é', 'a\0b', '\u{1F600}', "it's")
const atMs = fc.integer({ min: 1, max: 9 })
const step = (name: string, args: fc.Arbitrary<object>): fc.Arbitrary<Step> => args.map((one) => ({ name, args: one }))
const intentId = small.map((no) => `i${no}`)
const intent = fc.record({ id: intentId, brandId, no: small }).map(({ no, ...one }) => ({
  ...{ ...one, kind: 'queue', details: {}, holdMs: 1000 },
  items: [{ label: `c${no}`, refId: `c${no}`, batch: 0 }],
}))

const anyStep = fc.oneof(
  step(
    'suppressions.add',
    fc.record({ entries: small.map((no) => [{ kind: 'address', value: `${no}@b.c`, reason: '' }]), atMs }),
  ),
  step('suppressions.remove', fc.record({ values: small.map((no) => [`${no}@b.c`]) })),
  step(
    'prospects.mark',
    fc.record({
      brandId,
      prospectIds: small.map((no) => [`p${no}`]),
      addTags: text.map((tag) => [tag]),
      removeTags: text.map((tag) => [tag]),
      note: text,
    }),
  ),
  step(
    'rankings.mark',
    fc.record({
      keywords: fc.record({ brandId, keyword: text }).map((one) => [one]),
      star: fc.boolean(),
      addTags: fc.constant([]),
      removeTags: fc.constant([]),
    }),
  ),
  step(
    'basket.save',
    fc.record({
      brandId,
      entries: fc.record({ keyword: text, state: fc.constantFrom('new', 'used'), note: text }).map((one) => [one]),
      atMs,
    }),
  ),
  step('basket.remove', fc.record({ brandId, keywords: text.map((one) => [one]) })),
  step('outreach.savePace', fc.record({ brandId, spacingMs: fc.double({ min: 0, max: 1e6, noNaN: true }), atMs })),
  step('credits.setBudgets', fc.record({ brandIds: fc.constant(BRANDS), monthlyBudget: fc.option(small) })),
  step('connectors.savePreset', fc.record({ id: small.map(String), name: text, permissions: fc.constant({}) })),
  step('connectors.removePreset', fc.record({ id: small.map(String) })),
  step('auditSites.save', fc.record({ brandId, url: fc.option(text), remindEveryDays: fc.option(small), atMs })),
  step('audits.begin', fc.record({ brandId, url: text, atMs })),
  step('audits.settle', fc.constant({})),
  step(
    'templates.save',
    // A draft is its desk's own until it is shared, and never becomes a template: neither has the id of the other.
    fc
      .record({
        id: small,
        kind: fc.constantFrom('template', 'draft'),
        brandId: fc.option(brandId),
        name: text,
        subject: text,
        body: text,
        recipients: fc.constant([]),
        updatedAtMs: atMs,
      })
      .map((one) => ({ ...one, id: `${one.kind} ${one.id}` })),
  ),
  step('settings.save', fc.record({ isSendingHeld: fc.boolean(), settings: small })),
  step('brands.update', fc.record({ id: brandId, patch: fc.record({ name: text, pinned: fc.boolean() }) })),
  step('intents.insert', fc.record({ intents: intent.map((one) => [one]), atMs })),
  step(
    'intents.apply',
    fc.record({ id: intentId, event: fc.constantFrom('pause', 'resume', 'cancel').map((type) => ({ type })), atMs }),
  ),
)
/** What the desks do at the same time, one step each; then some of them catch up. */
const rounds = fc.array(fc.record({ steps: fc.tuple(anyStep, anyStep, anyStep), behind: fc.nat(3) }), {
  minLength: 4,
  maxLength: 10,
})

/** PostgreSQL refused what a person did, because of its time: then these steps would test nothing. */
const isOfTime = ({ message }: DeskError): boolean => /\btime\b/.test(message)

type Rows = Readonly<Record<string, readonly Row[]>>

const inOrder = (rows: readonly Row[]): Row[] =>
  rows
    .map(({ no: _, ...row }) => row)
    .map((row) => JSON.stringify(row, Object.keys(row).sort()))
    .sort()
    .map((row) => JSON.parse(row) as Row) // as written above

/** Without numbers of local order, and without the brands that PostgreSQL adds. */
const allRows = async (rowsOf: (table: string) => Promise<readonly Row[]> | readonly Row[]): Promise<Rows> =>
  Object.fromEntries(
    await Promise.all(
      tables.team.tables.map(async ({ name, parent, isSharedIf }) => {
        const rows = (await rowsOf(name)).filter((row) => isSharedIf === undefined || row[isSharedIf] === 1)
        const here = parent !== undefined ? rows.map(({ brand_id: _, kind: __, ...row }) => row) : rows
        return [
          name,
          inOrder(name === 'template' ? here : here.map((row) => ({ ...row, number: row.no ?? null }))),
        ] as const
      }),
    ),
  )

/** Numbers follow the time at which a desk tried its write, which is not the order of the commits. */
const withoutNumbers = (rows: Rows): Rows => {
  const ids = new Map(rows.intent?.map(({ number, id }) => [number, id]))
  const named = ({ number: _, intent_no, ...row }: Row): Row =>
    intent_no === undefined ? row : { ...row, intent: ids.get(intent_no) ?? null }
  return Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, inOrder(all.map(named))]))
}

describePostgres('three desks that write at the same time', (programs) => {
  test('have the same rows in the end, those of one desk in the order of the commits', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const team = await teamDatabase(programs, BRANDS)
        const person = await team.person('ann', { role: 'admin' })
        const done = new Map<string, Step & { readonly deskNo: number; nowMs: number }>()
        const current = ['', '', '']
        // The time of the server: an act of another time is refused.
        let now = Date.now()
        const desks = await Promise.all(
          current.map((_, at) =>
            teamMirror(person, {
              deskNo: at + 1,
              nowMs: () => (now += 1),
              onSigned: (nowMs) => {
                const known = done.get(current[at] ?? '')
                if (known !== undefined) known.nowMs = nowMs
              },
            }),
          ),
        )
        const { core: one, trial: replay } = openTrial()
        for (const [table, rows] of Object.entries(await allRows(desks[0]?.rows ?? (() => []))))
          applyRows(one, tables.team.tables, {
            [table]: {
              rows: rows.map(({ number, ...row }) =>
                table === 'template' ? row : { ...row, ...(number === null ? {} : { no: number ?? 0 }) },
              ),
            },
          })

        for (const [round, { steps, behind }] of all.entries()) {
          await Promise.all(
            steps.map(async (each, at) => {
              const as = `${round}.${at}`
              current[at] = as
              const args = each.name === 'intents.apply' ? { ...each.args, atMs: Date.now() } : each.args
              done.set(as, { ...each, args, deskNo: at + 1, nowMs: 0 })
              await desks[at]?.writeAs(as, each.name, args).catch((error: unknown) => {
                // An intent’s id is taken: as on a desk alone.
                const isExpected =
                  error instanceof DeskError ? !isOfTime(error) : errorCode(error) === 'SQLITE_CONSTRAINT_UNIQUE'
                if (!isExpected) throw error
              })
            }),
          )
          await desks[behind]?.catchUp()
        }
        await Promise.all(desks.map((desk) => desk.catchUp()))

        const there = await allRows(
          async (table) => (await team.owner.query(`SELECT * FROM agency_desk.${table}`)).rows,
        )
        for (const desk of desks) expect(await allRows(desk.rows)).toEqual(there)
        const commits = await column<string>(
          team.owner,
          "SELECT name FROM agency_desk.commit WHERE name LIKE '%.%' ORDER BY no",
        )
        for (const as of commits) {
          const { name, args, deskNo, nowMs } = done.get(as) ?? { name: '', args: {}, deskNo: 1, nowMs: 0 }
          const { shared } = replay(() => runWrite(one, name, args, { deskNo }), { login: person.user ?? '', nowMs })
          applyRows(one, tables.team.tables, shared)
        }
        const alone = await allRows((table) => one.prepare<[], Row>(`SELECT * FROM ${table}`).all())
        expect(withoutNumbers(alone)).toEqual(withoutNumbers(there))
      }),
      // Each run has connections of its own until the test ends: there is no room to look for a smaller example.
      { numRuns: RUNS, endOnFailure: true },
    )
  })
})

// What a write function did is known without being done: PostgreSQL decides, and only then the mirror changes.
import type { Database } from 'better-sqlite3'
import { expect, test } from 'vitest'
import { prepared } from '../../../../src-main/store/db.ts'
import { loadReplySchemas } from '../../../../src-main/store/parse-reply.ts'
import { DeskError } from '../../../../src-shared/desk/errors.ts'
import { ARRIVED, CORE_WRITES, TEAM_ROWS } from '../../../support/core-writes.ts'
import { openInbox, runWrite } from '../../../support/team-mirror.ts'
import { anyRow, insertSql, openTrial } from '../../../support/trial-core.ts'

const NOW_MS = Date.UTC(2026, 10, 22)
const FIRST_NUMBER = (NOW_MS - Date.UTC(2026, 0, 1)) * 1024
const ann = { login: 'ann', nowMs: NOW_MS }
const ben = { login: 'ben', nowMs: NOW_MS + 1 }

const put = (core: Database, table: string, row: object, or = '') => core.prepare(insertSql(table, row, or)).run(row)
const rowsIn = (core: Database, table: string) => core.prepare(`SELECT * FROM ${table}`).all()

const mark = { brand_id: 'b1', prospect_id: 'p1', triage: null, tags: '[]', note: 'mine' }
const NOBODY = { made_by: null, changed_by: null, changed_at_ms: null }

test('a trial answers what the function returned and changed, and leaves the file as it was', () => {
  const { core, trial } = openTrial()
  const tried = trial(() => {
    put(core, 'prospect_mark', mark)
    return 'done'
  }, ann)
  const made = { ...mark, made_by: 'ann', changed_by: null, changed_at_ms: NOW_MS }
  expect(tried.outcome).toEqual({ value: 'done' })
  expect(tried.shared).toEqual({ prospect_mark: { rows: [made] } })
  expect(rowsIn(core, 'prospect_mark')).toEqual([])
})

test('an update keeps who made the row, also where the row is replaced', () => {
  const { core, trial } = openTrial()
  put(core, 'prospect_mark', { ...mark, ...NOBODY, made_by: 'ann' })
  const changed = { ...mark, note: 'ours', made_by: 'ann', changed_by: 'ben', changed_at_ms: NOW_MS + 1 }
  const expected = { prospect_mark: { rows: [changed] } }
  expect(trial(() => core.exec("UPDATE prospect_mark SET note = 'ours'"), ben).shared).toEqual(expected)
  const replace = () => put(core, 'prospect_mark', { ...mark, note: 'ours' }, 'OR REPLACE')
  expect(trial(replace, ben).shared).toEqual(expected)
})

test('a row that is replaced by the same one is no change', () => {
  const { core, trial } = openTrial()
  put(core, 'prospect_mark', { ...mark, ...NOBODY, made_by: 'ann' })
  expect(trial(() => put(core, 'prospect_mark', mark, 'OR REPLACE'), ben).shared).toEqual({})
  const andBack = () => core.exec("UPDATE prospect_mark SET note = 'x'; UPDATE prospect_mark SET note = 'mine'")
  expect(trial(andBack, ben).shared).toEqual({})
})

test('rows of this desk alone are stored at once', () => {
  const { core, trial } = openTrial()
  const choice = anyRow(core, 'today_choice', 1)
  const tried = trial(() => put(core, 'today_choice', choice), ann)
  expect(tried.shared).toEqual({})
  expect(rowsIn(core, 'today_choice')).toEqual([choice])
  expect(trial(() => 1, ann).own).toEqual({ tables: [], changes: {} })
})

test('rows of this desk alone wait for the shared ones that were written with them', () => {
  const { core, trial } = openTrial()
  const choice = anyRow(core, 'today_choice', 1)
  const tried = trial(() => {
    put(core, 'today_choice', choice)
    put(core, 'prospect_mark', mark)
  }, ann)
  expect(rowsIn(core, 'today_choice')).toEqual([])
  expect(tried.own).toEqual({
    tables: [{ name: 'today_choice', key: ['item_id'] }],
    changes: { today_choice: { rows: [choice] } },
  })
})

test('a function that fails changes nothing', () => {
  const { core, trial } = openTrial()
  const refusal = new DeskError('conflict', 'It was sent before.')
  const tried = trial(() => {
    put(core, 'today_choice', anyRow(core, 'today_choice', 1))
    throw refusal
  }, ann)
  expect(tried.outcome).toEqual({ error: refusal })
  expect(rowsIn(core, 'today_choice')).toEqual([])
})

test('a transaction of the function that it gives up leaves the rest', () => {
  const { core, trial } = openTrial()
  const giveUp = core.transaction(() => {
    put(core, 'prospect_mark', { ...mark, prospect_id: 'p2' })
    throw new Error('not this one')
  })
  const tried = trial(() => {
    put(core, 'prospect_mark', mark)
    expect(() => giveUp.immediate()).toThrow('not this one')
  }, ann)
  expect(tried.shared.prospect_mark?.rows).toMatchObject([mark])
})

test('numbers begin at the team’s time, and go on from there', () => {
  const { core, trial } = openTrial()
  const add = (value: string) =>
    trial(
      () => prepared(core, "INSERT INTO suppression VALUES (NULL, 'email', ?, '', 1, NULL, NULL, NULL)").run(value),
      ann,
    ).shared.suppression?.rows?.[0] ?? {}
  const first = add('a@b.c')
  expect(first.no).toBe(FIRST_NUMBER + 1)
  put(core, 'suppression', first)
  expect(add('d@e.f').no).toBe(FIRST_NUMBER + 2)
  put(core, 'suppression', { ...first, no: FIRST_NUMBER * 2, value: 'g' })
  expect(add('h@i.j').no).toBe(FIRST_NUMBER * 2 + 1)
})

test('what was read is named with the brands that were written', () => {
  const { core, trial } = openTrial()
  const readsOf = (work: () => unknown) => trial(work, ann).reads
  const read = (table: string) => prepared(core, `SELECT count(*) FROM ${table} -- not intent, 'nor article'`).get()
  expect(readsOf(() => read('suppression'))).toEqual([{ table: 'suppression' }])
  expect(readsOf(() => read('prospect_mark'))).toEqual([{ table: 'prospect_mark' }])
  expect(
    readsOf(() => {
      read('credit')
      read('suppression')
      put(core, 'prospect_mark', mark)
      put(core, 'prospect_mark', { ...mark, brand_id: 'b2' })
    }),
  ).toEqual([{ table: 'suppression' }, { table: 'credit', brand: 'b1' }, { table: 'credit', brand: 'b2' }])
})

test('an item has the brand of its intent, also of one that is new', () => {
  const { core, trial } = openTrial()
  const intent = { ...anyRow(core, 'intent', 7), brand_id: 'b9' }
  const item = { ...anyRow(core, 'intent_item', 1), intent_no: 7 }
  const read = () => prepared(core, 'SELECT 1 FROM article').get()
  const insertBoth = () => {
    put(core, 'intent', intent)
    put(core, 'intent_item', item)
    read()
  }
  const expected = { table: 'article', brand: 'b9' }
  expect(trial(insertBoth, ann).reads).toContainEqual(expected)
  put(core, 'intent', intent)
  put(core, 'intent_item', item)
  const finish = () => {
    core.exec('UPDATE intent_item SET call_no = 9')
    read()
  }
  expect(trial(finish, ann).reads).toContainEqual(expected)
})

test('a batch has the brand of its intent, not that of an intent with its own number', () => {
  const { core, trial } = openTrial()
  put(core, 'intent', { ...anyRow(core, 'intent', 7), brand_id: 'b7' })
  put(core, 'intent', { ...anyRow(core, 'intent', 9), brand_id: 'b9' })
  put(core, 'intent_call', { ...anyRow(core, 'intent_call', 7), intent_no: 9, payloads: '[]' })
  expect(trial(() => core.exec("UPDATE intent_call SET payloads = '[1]'"), ann).brands).toEqual(['b9'])
  expect(trial(() => core.exec('DELETE FROM intent_call'), ann).brands).toEqual(['b9'])
})

test('what PostgreSQL cannot store is replaced, and a real number stays exact', () => {
  const { core, trial } = openTrial()
  const spacing = 0.1 + 0.2
  const tried = trial(() => {
    put(core, 'prospect_mark', { ...mark, prospect_id: 'p\0', note: 'a\0b' })
    put(core, 'outreach_pace', { brand_id: 'b1', spacing_ms: spacing, at_ms: 1 })
  }, ann)
  expect(tried.shared.prospect_mark?.rows).toMatchObject([{ prospect_id: 'p\uFFFD', note: 'a\uFFFDb' }])
  expect(JSON.parse(JSON.stringify(tried.shared)).outreach_pace.rows[0].spacing_ms).toBe(spacing)
})

test('what may wait for PostgreSQL is what colleagues cannot contradict', () => {
  const { core, trial } = openTrial()
  const entry = anyRow(core, 'suppression', 1)
  const canWait = (work: () => unknown) => trial(work, ann).canWait
  expect(canWait(() => put(core, 'prospect_mark', mark))).toBe(true)
  expect(canWait(() => put(core, 'suppression', entry))).toBe(true)
  expect(canWait(() => put(core, 'credit_budget', { brand_id: 'b1', monthly_budget: 5 }))).toBe(false)
  put(core, 'suppression', entry)
  put(core, 'prospect_mark', mark)
  expect(canWait(() => core.exec('DELETE FROM suppression'))).toBe(false)
  expect(canWait(() => core.exec('DELETE FROM prospect_mark'))).toBe(true)
})

test('few writes change rows of this desk alone with the team’s: a kill between the two commits loses those', async () => {
  await loadReplySchemas()
  const { core, trial } = openTrial()
  for (const [at, id] of ['b1', 'b2'].entries())
    put(core, 'brand', { ...anyRow(core, 'brand', at), id, tags: '[]', team_id: null })
  for (const [table, { rows }] of Object.entries(TEAM_ROWS)) for (const row of rows) put(core, table, row)
  const inbox = openInbox(core, [ARRIVED])
  const mixed: Record<string, readonly string[]> = {}
  for (const { name, args } of CORE_WRITES) {
    const tried = trial(() => runWrite(core, name, args, { inbox }), ann)
    expect([name, 'error' in tried.outcome]).toEqual([name, false])
    const own = Object.keys(tried.own.changes)
    if (own.length > 0 && Object.keys(tried.shared).length > 0) mixed[name] = own.toSorted()
    // What changes rows of this desk alone is stored already.
    if (Object.keys(tried.shared).length > 0) runWrite(core, name, args, { inbox })
  }
  expect(mixed).toEqual({
    'brands.insert': ['brand_here'],
    // The draft from which it was queued.
    'intents.insert': ['template'],
    'deliveries.derive': ['setting', 'webhook_count'],
    'deliveries.pruneRows': ['delivery_forward'],
    // A schedule is of the team, its drafts are of one desk: lost ones are made by hand in Reports.
    'reports.draftMonth': ['report_pack', 'report_run'],
  })
})

// What commands print of replies that a desk by itself seldom gives: of a team, and of days on which much or nothing happened.
import { expect, test } from 'vitest'
import type { CliOptions } from '../../../../src-main/shells/cli/run.ts'
import { runCliCommand } from '../../../support/desk-command.ts'

type Replies = Readonly<Record<string, unknown>>

/** A running desk that answers so; what it was asked with. */
const deskOf = (replies: Replies) => {
  const asked: [string, unknown][] = []
  const remote = {
    open: async () => ({}),
    subscribe: () => () => undefined,
    close: async () => undefined,
    call: async (name: string, input: unknown) => {
      asked.push([name, input])
      return name in replies
        ? { ok: true, value: replies[name] }
        : { ok: false, error: { kind: 'not-found', message: `${name} is not asked.` } }
    },
  }
  const reach = (async () => ({ kind: 'running', remote })) as unknown as CliOptions['reach'] // what commands use of it
  const run = (line: string) => runCliCommand(reach, line.split(' '), { stdin: 'a-password' })
  return { run, asked }
}
const printed = async (line: string, replies: Replies) => {
  const { code, stdout, stderr } = await deskOf(replies).run(line)
  expect(stderr).toBe('')
  return [code, ...stdout.trimEnd().split('\n')]
}

const STATUS = {
  ...{ teamId: 't1', url: 'postgres://db/a', login: 'ann', role: 'admin', deskNo: 2, deskName: 'Two' },
  ...{ connection: 'connected', since: '10:00', error: null, position: 7, head: 9, behindSeconds: 0.6 },
  desks: [{ no: 1, name: 'One', login: 'ben', lastSeenAt: '09:00', isThis: false, keysOf: ['b'] }],
  badRows: [
    { table: 'note', key: '[1]', login: null, why: 'too long' },
    { table: 'note', key: '[2]', login: 'ben', why: 'too long' },
  ],
}

test('the state of a team says who is connected, how far behind, and which rows are skipped', async () => {
  expect(await printed('team status', { 'team.status': { team: STATUS } })).toEqual([
    0,
    'Team t1 at postgres://db/a',
    'ann, admin, desk 2 "Two"',
    'connected since 10:00',
    'change 7 of 9, 1 s behind',
    '  desk 1 "One" of ben, last seen 09:00, keys of 1 brand',
    '  skipped: note [1], written by an unknown person: too long',
    '  skipped: note [2], written by ben: too long',
  ])
  const lost = {
    ...STATUS,
    role: null,
    head: null,
    behindSeconds: 0,
    error: { message: 'No answer.' },
    desks: [],
    badRows: [],
  }
  expect((await printed('team status', { 'team.status': { team: lost } })).slice(2)).toEqual([
    'ann, desk 2 "Two"',
    'connected since 10:00: No answer.',
    'change 7 of unknown',
  ])
})

test('a check of a database says what is there, and fails where something has to end first', async () => {
  const rows = {
    total: 3,
    tables: [
      { table: 'note', rows: 2 },
      { table: 'star', rows: 1 },
    ],
  }
  const none = { total: 0, tables: [] }
  const own = { serverVersion: '18', login: 'ann', demoBrands: 0 }
  const check = (more: object) => printed('team check postgres://db/a', { 'team.check': { ...own, ...more } })
  expect(await check({ isEncrypted: true, team: null, ownRows: rows, obstacles: ['A report runs.'] })).toEqual([
    1,
    'PostgreSQL 18 at postgres://db/a, as ann, encrypted',
    'It holds no team: `desk team init` sets one up.',
    'This desk has 3 rows (note 2, star 1) that a team shares.',
    'A report runs.',
  ])
  const team = { teamId: 't1', brands: 4, role: null }
  expect(await check({ isEncrypted: false, team, ownRows: none, obstacles: [] })).toEqual([
    0,
    'PostgreSQL 18 at postgres://db/a, as ann, on this machine',
    'Team t1 with 4 brands; your role: none',
    'This desk has no rows that a team shares.',
  ])
})

test('joining says what the desk gave up, and only then asks how much that is', async () => {
  const rows = { total: 1, tables: [{ table: 'note', rows: 1 }] }
  const { run, asked } = deskOf({ 'team.check': { ownRows: rows }, 'team.join': { teamId: 't1', discarded: rows } })
  expect((await run('team join postgres://db/a --discard')).stdout).toBe(
    'This desk is in team t1. This desk gave up 1 row (note 1); a backup has them.\n',
  )
  const access = { url: 'postgres://db/a', password: 'a-password' }
  expect(asked).toEqual([
    ['team.check', access],
    ['team.join', { ...access, sessionOnly: false, discardRows: 1 }],
  ])
  const kept = deskOf({ 'team.join': { teamId: 't1', discarded: { total: 0, tables: [] } } })
  expect((await kept.run('team join postgres://db/a')).stdout).toBe('This desk is in team t1.\n')
})

test('the copy of a team is the same or not, with the rows that are skipped', async () => {
  const table = (name: string, isSame: boolean, skipped: number) => ({ table: name, rows: 5, skipped, isSame })
  const copy = (isSame: boolean, ...tables: object[]) =>
    printed('team check-copy', { 'team.checkMirror': { isSame, tables } })
  expect(await copy(true, table('note', true, 0))).toEqual([
    0,
    'The copy of the team’s data is the same as the database.',
  ])
  expect(await copy(false, table('note', true, 1), table('star', false, 0), table('tag', false, 0))).toEqual([
    1,
    'Different: star, tag. The desk copied all data of the team again. Skipped as bad rows: note 1.',
  ])
})

test('old changes are deleted by age, and a person with what is left to the administrator', async () => {
  const { run, asked } = deskOf({ 'team.gc': { deleted: { changes: 3, rows: 0 } } })
  expect((await run('team gc --older-than-days 7')).stdout).toBe('Deleted: changes 3, rows 0.\n')
  await run('team gc')
  expect(asked.map(([, input]) => input)).toEqual([{ olderThanDays: 7 }, {}])
  const removed = (leftToDo: string[]) => printed('team people remove ann', { 'team.removePerson': { leftToDo } })
  expect(await removed([])).toEqual([0, 'ann was removed.'])
  expect(await removed(['DROP ROLE ann'])).toEqual([
    0,
    'ann was removed. The server’s administrator has to run these statements too:',
    '  DROP ROLE ann;',
  ])
})

const BRANDS = { brands: [{ id: 'b', slug: 'acme', name: 'Acme' }] }

test('today says what is urgent first, and of which brands nothing is known', async () => {
  const item = { section: 'pitches', detail: 'Three', brandId: 'b', since: '2026-06-01T09:30:00.000Z' }
  const items = [
    { ...item, urgency: 'week', title: 'Later', brandId: null, since: null },
    { ...item, urgency: 'urgent', title: 'Now', cause: 'A page fell' },
  ]
  const checked = { brands: 4, stale: 2, never: 1, at: '2026-06-15T12:00:00.000Z' }
  expect(await printed('today', { 'brands.list': BRANDS, 'today.list': { items, hidden: [{}], checked } })).toEqual([
    0,
    'Urgent (1)',
    '  pitches     Now',
    '              Acme · Three · A page fell · since 2026-06-01 09:30',
    '',
    'This week (1)',
    '  pitches     Later',
    '              several brands · Three',
    '',
    '4 brands checked at 2026-06-15 12:00 UTC, 2 with old rankings, 1 never synced, 1 item snoozed or dismissed.',
  ])
  const calm = { items: [], hidden: [], checked: { ...checked, brands: 1, stale: 0, never: 0 } }
  expect(await printed('today', { 'brands.list': BRANDS, 'today.list': calm })).toEqual([
    0,
    'Nothing needs attention.',
    '',
    '1 brand checked at 2026-06-15 12:00 UTC.',
  ])
})

test('opportunities are listed with their clicks, or it says that there are none', async () => {
  const row = {
    subject: 'tea',
    keywords: 1,
    clicks: 10.4,
    expected: 1234.5,
    low: 20,
    high: 40,
    gain: 24.4,
    needs: 'new',
  }
  const list = (rows: object[], clickShare: number | null) =>
    printed('opportunities acme', {
      'brands.list': BRANDS,
      'opportunities.page': { total: rows.length === 0 ? 0 : 21, rows },
      'opportunities.brand': { clickShare },
    })
  expect(
    await list(
      [
        { ...row, kind: 'keyword', position: null, reachable: 3 },
        { ...row, kind: 'page' },
      ],
      0.1234,
    ),
  ).toEqual([
    0,
    'Click share: 12.3%',
    'Extra clicks in 28 days, 20 of 21',
    '  +24      tea',
    '           not ranking → 3.0 · 10 → 1,235 clicks (20 to 40) · write a page',
    '  +24      tea',
    '           1 keyword · 10 → 1,235 clicks (20 to 40) · write a page',
  ])
  expect(await list([], null)).toEqual([0, expect.stringMatching(/^No opportunities: /)])
})

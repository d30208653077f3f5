import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runDeskCommand } from '../support/desk-command.ts'
import { openOutreachDesk, pitchTo } from '../support/outreach-desk.ts'
import { testAlone } from '../support/team-engine.ts'

type Desk = Awaited<ReturnType<typeof openOutreachDesk>>

const runPitches = (opened: Pick<Desk, 'desk'>, args: string[]) => runDeskCommand(opened, ['pitches', ...args])

const csvOf = (rows: readonly (readonly string[])[]): string =>
  [['brand', 'prospectEmailId', 'subject', 'body'], ...rows]
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\n')

test.each(['none', 'cli'] as const)(
  'desk pitches queues a file over many brands and counts each pitch in its table, with a desk as %s',
  async (shell) => {
    const opened = await openOutreachDesk({ brands: 2, desk: { shell } })
    const { brands, free, home, sandbox, report } = opened
    const [one, two] = brands
    if (one === undefined || two === undefined) throw new Error('Two brands are needed.')
    const ofOne = await free(3)
    const ofTwo = await free(2, two.id)
    const file = join(home, 'pitches.csv')
    const body = 'Hello,\n\na line with "quotes", and a comma.'
    const rows = [
      ...ofOne.map((id) => [one.slug, id, 'An idea', body]),
      ...ofTwo.map((id) => [two.name.toUpperCase(), id, 'An idea', body]),
    ]
    writeFileSync(file, csvOf(rows))
    const { code, stdout, stderr } = await runDeskCommand(opened, ['pitches', file, '--hold', '0'], { columns: 80 })
    expect(code).toBe(0)
    expect(stderr.endsWith('] 5/5  100%\r\u001B[K')).toBe(true)
    const lines = stdout.split('\n').map((line) => line.split(/ {2,}/).map((cell) => cell.trim()))
    expect(lines).toContainEqual([one.name, '3', '3', '0', '0', '0', '0', 'yes'])
    expect(lines).toContainEqual([two.name, '2', '2', '0', '0', '0', '0', 'yes'])
    expect(lines).toContainEqual(['2 brands', '5', '5', '0', '0', '0', '0', 'yes'])
    expect((await report(two.teamId)).contacts.map(({ queued }) => queued)).toEqual([1, 1])
    const pitches = (await opened.pitches()).filter(({ contactId }) => ofOne.includes(contactId))
    expect(pitches.map((pitch) => pitch.body)).toEqual([body, body, body])
    expect((await sandbox.requests()).filter(({ operation }) => operation === 'outreach.queue')).toHaveLength(2)
  },
)

test('an unknown contact is skipped, the rest is queued, and the exit code is 1', async () => {
  const opened = await openOutreachDesk()
  const [first = ''] = await opened.free(1)
  const file = join(opened.home, 'pitches.jsonl')
  const rows = [pitchTo(first), pitchTo('contact_nobody_knows')].map((row) =>
    JSON.stringify({ brand: opened.brand.id, ...row }),
  )
  writeFileSync(file, `${rows.join('\n')}\n`)
  const { code, stdout } = await runPitches(opened, [file, '--hold', '0', '--json'])
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    brands: [{ brand: opened.brand.name, pitches: 2, queued: 1, skipped: 1, failed: 0, unknown: 0, agrees: true }],
  })
})

test('broken rows are listed by row and field, and nothing is sent', async () => {
  const opened = await openOutreachDesk()
  const [first = ''] = await opened.free(1)
  const file = join(opened.home, 'pitches.csv')
  writeFileSync(
    file,
    csvOf([
      [opened.brand.id, first, 'An idea', 'A body'],
      ['Nobody', first, 'x', 'y'],
      [opened.brand.id, '', 'x', ' '],
    ]),
  )
  const { code, stderr } = await runPitches(opened, [file, '--hold', '0', '--json'])
  expect(code).toBe(1)
  expect(JSON.parse(stderr)).toMatchObject({
    kind: 'invalid',
    detail: {
      issues: [
        { path: 'rows.2.brand', message: 'is not a brand of this desk: Nobody' },
        { path: 'rows.3.prospectEmailId', message: 'is empty' },
        { path: 'rows.3.body', message: 'is empty' },
      ],
    },
  })
  expect((await opened.call('intents.list', {})).total).toBe(0)
})

test('a contact listed twice in the file is reported by its row, and nothing is sent', async () => {
  const opened = await openOutreachDesk({ brands: 2 })
  const [one, two] = opened.brands
  const [first = '', second = ''] = await opened.free(2)
  const [other = ''] = await opened.free(1, two?.id)
  const file = join(opened.home, 'pitches.csv')
  const row = (brand: string | undefined, contact: string) => [brand ?? '', contact, 'An idea', 'A body']
  writeFileSync(
    file,
    csvOf([row(one?.id, first), row(two?.id, other), row(one?.name, second), row(one?.slug, ` ${first} `)]),
  )
  const { code, stderr } = await runPitches(opened, [file, '--hold', '0', '--json'])
  expect([code, JSON.parse(stderr)]).toMatchObject([
    1,
    {
      kind: 'invalid',
      detail: { issues: [{ path: 'rows.4.prospectEmailId', message: 'is also the contact of row 1' }] },
    },
  ])
  expect((await opened.call('intents.list', {})).total).toBe(0)
})

testAlone('a contact that has a pitch already is reported by its row, and queued if that is accepted', async () => {
  const opened = await openOutreachDesk({ brands: 2 })
  const [one, two] = opened.brands
  const [first = ''] = await opened.free(1)
  const [other = '', another = ''] = await opened.free(2, two?.id)
  await opened.call('outreach.queue', { brandId: two?.id, items: [pitchTo(another)], holdSeconds: 3600 })
  const file = join(opened.home, 'pitches.csv')
  const rows = [
    [two?.id ?? '', other, 'An idea', 'A body'],
    [one?.id ?? '', first, 'An idea', 'A body'],
    [two?.id ?? '', another, 'An idea', 'A body'],
  ]
  writeFileSync(file, csvOf(rows))
  const refused = await runPitches(opened, [file, '--hold', '0', '--json'])
  expect([refused.code, JSON.parse(refused.stderr)]).toMatchObject([
    1,
    {
      kind: 'conflict',
      detail: {
        issues: [{ path: 'rows.3.prospectEmailId', code: 'already-queued', message: expect.stringContaining('held') }],
      },
    },
  ])
  expect((await opened.report()).contacts).toEqual([])
  const accepted = await runPitches(opened, [file, '--hold', '0', '--accept', 'already-queued', '--json'])
  expect(accepted.code).toBe(0)
  expect(JSON.parse(accepted.stdout)).toMatchObject({ brands: [{ queued: 2 }, { queued: 1 }] })
})

test('a text that the service would cut is reported by its row, and queued if that is accepted', async () => {
  const opened = await openOutreachDesk()
  const [first = '', second = ''] = await opened.free(2)
  const file = join(opened.home, 'pitches.csv')
  const row = (contact: string, body: string) => [opened.brand.id, contact, 'An idea', body]
  writeFileSync(file, csvOf([row(first, 'A body'), row(second, 'b'.repeat(50_001))]))
  const refused = await runPitches(opened, [file, '--hold', '0', '--json'])
  expect([refused.code, JSON.parse(refused.stderr)]).toMatchObject([
    1,
    {
      kind: 'conflict',
      detail: { issues: [{ path: 'rows.2.body', code: 'truncated-body' }] },
    },
  ])
  expect((await opened.report()).contacts).toEqual([])
  const accepted = await runPitches(opened, [file, '--hold', '0', '--accept', 'truncated-body', '--json'])
  expect(accepted.code).toBe(0)
  expect(JSON.parse(accepted.stdout)).toMatchObject({ brands: [{ queued: 2 }] })
})

test('a brand that is refused cancels those before it', async () => {
  const opened = await openOutreachDesk({ brands: 2 })
  const [one, two] = opened.brands
  const [first = ''] = await opened.free(1)
  const [second = ''] = await opened.free(1, two?.id)
  const { rows } = await opened.call('contacts.page', { brandIds: [two?.id ?? ''], limit: 500 })
  const email = rows.find(({ id }) => id === second)?.email ?? ''
  await opened.call('outreach.suppress', { entries: [{ value: email }] })
  const file = join(opened.home, 'pitches.csv')
  writeFileSync(
    file,
    csvOf([
      [one?.id ?? '', first, 'An idea', 'A body'],
      [two?.id ?? '', second, 'An idea', 'A body'],
    ]),
  )
  const { code, stderr } = await runPitches(opened, [file, '--hold', '0', '--json'])
  expect([code, JSON.parse(stderr)]).toMatchObject([1, { kind: 'invalid' }])
  const listed = await opened.call('intents.list', {})
  expect(listed.rows.map(({ state }) => state)).toEqual(['cancelled'])
  expect((await opened.report()).contacts).toEqual([])
})

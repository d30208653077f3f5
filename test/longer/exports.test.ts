// Every list of the desk as a file and as text: what the window and `desk export` write.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import {
  EXPORT_LIST_NAMES,
  EXPORT_LISTS,
  type ExportListName,
  rowKey,
} from '../../src-shared/desk/values/export-lists.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { runDeskCommand } from '../support/desk-command.ts'
import { whenAtRest } from '../support/playbook-desk.ts'
import { openSandbox } from '../support/sandbox.ts'

const open = async (keywords = 300) => {
  const sandbox = await openSandbox({ brands: 2, keywords, days: 40, conflicts: 6 })
  const { desk, home, call, sync } = await openTestDesk()
  await call('service.setProfile', { baseUrl: sandbox.baseUrl })
  await call('desk.setSettings', { historyDays: 35, csvBom: true })
  const names = ['=Acme; @Söhne', 'Bolt']
  const ids: string[] = []
  for (const [index, name] of names.entries())
    ids.push((await call('brands.add', { name, key: sandbox.keyOf(index), sessionOnly: true })).id)
  await sync()
  const [brandId = ''] = ids
  await call('research.saveBasket', { brandId, entries: [{ keyword: '+cmd|calc', state: 'keep', note: '@SUM(A1)' }] })
  await call('outreach.suppress', { entries: [{ value: 'a@b.example', reason: '=1+1' }, { value: 'c.example' }] })
  await call('research.audit', { brandId, url: 'https://audited.example' })
  const condition = { kind: 'audit-score', below: 100 } as const
  await call('alerts.saveRule', { name: '=Audit', condition })
  await call('alerts.check', {})
  const [alert] = (await call('alerts.page', {})).rows
  const at = new Date(Date.now() + 86_400_000).toISOString()
  await call('publishing.schedule', { brandId, articleSlugs: ['tea', 'pots'], provider: 'ghost', publishAt: at })
  await call('publishing.publish', { brandId, articleSlug: 'cups', provider: 'ghost', holdSeconds: 0 })
  const cups = async () => (await call('publishing.articles', { search: 'cups' })).rows[0]?.state
  await expect.poll(cups).toBe('published')
  const { intentId: id } = await call('outreach.discover', { brandId, holdSeconds: 3600 })
  const steps = [{ kind: 'person' as const, text: '=Call the client' }]
  const { id: playbookId } = await call('playbooks.save', { name: '=Calls', description: '', steps })
  const { runIds } = await call('playbooks.start', { playbookId, brandIds: [brandId] })
  await whenAtRest(call, runIds[0] ?? '')
  await call('reports.create', { templateId: 'monthly', period: { days: 7 }, formats: ['html'], review: true })
  await call('desk.backup', {})
  await call('mcp.configure', { brandIds: ids })
  await call('mcp.call', { tool: 'rankings', client: '=Helper' })
  await call('mcp.call', { tool: 'movers', args: { brands: ['bolt'] } })
  await call('service.setProfile', {
    fields: { 'connectors.catalog': { response: { 'items[].name': 'rows[].title' } } },
  })
  const write = async (list: ExportListName, more: Partial<CallInput<'exports.write'>> = {}) => {
    const file = await call('exports.write', { list, ...more })
    return { ...file, text: readFileSync(file.path, 'utf8') }
  }
  type Row = Readonly<Record<string, unknown>>
  const json = async (list: ExportListName, more: Partial<CallInput<'exports.write'>> = {}) => {
    const { text, ...file } = await write(list, { ...more, format: 'json' })
    return { ...file, rows: (JSON.parse(text) as { rows: Row[] }).rows } // our own file
  }
  /** What some lists cannot do without. */
  const needed: Partial<Record<ExportListName, Row>> = {
    suggestions: { brandIds: [brandId] },
    'alert-details': { id: alert?.id },
    'intent-items': { id },
    doctor: { brandIds: [brandId] },
  }
  return { desk, home, call, ids, write, json, needed }
}

type Desk = Awaited<ReturnType<typeof open>>

const isFormula = (cell: string) => /^\s*[=+@]|^\s*-(?![\d.]+$)/.test(cell)

/** Lists that this desk has no rows of. */
const EMPTY: readonly ExportListName[] = ['credits', 'deliveries', 'rejected-requests']

/** Lists whose rows belong to no brand. */
const NO_BRANDS: readonly ExportListName[] = [
  'assistant-requests',
  'suppressions',
  'report-batches',
  'operations',
  'mapped-fields',
  'backups',
]

/** The same rows as CSV, TSV and JSON, with headers in words and no formula. */
const expectFormats = async ({ write, json, call, needed }: Desk, list: ExportListName) => {
  const input = needed[list] ?? {}
  const file = await json(list, { input })
  expect(file.rows, list).toHaveLength(file.rowCount)
  expect(file.rowCount > 0, list).toBe(!EMPTY.includes(list))
  expect(new Set(file.rows.map(rowKey)).size, list).toBe(file.rowCount)

  const csv = await write(list, { input })
  expect(csv.text.startsWith('\ufeff')).toBe(true)
  const [head = [], ...records]: string[][] = parse(csv.text, { bom: true })
  expect(records, list).toHaveLength(file.rowCount)
  for (const title of head) expect(title).toMatch(/^(AI|CTR|[A-Z][a-z-]+)( |$)/)
  expect(new Set(head).size, list).toBe(head.length)
  expect(records.flat().filter(isFormula), list).toEqual([])
  if (!NO_BRANDS.includes(list)) expect(head[0], list).toBe('Brand')

  expect(csv.text, list).not.toContain('sk_')

  const { text, rowCount } = await call('exports.text', { list, input })
  expect(rowCount, list).toBe(file.rowCount)
  expect(text.trimEnd().split('\n').slice(1), list).toHaveLength(file.rowCount)
  expect(text.split('\n')[0]?.split('\t'), list).toEqual(head)
}

/** A selection has its rows in its order; brands have theirs. */
const expectParts = async ({ json, ids, needed }: Desk, list: ExportListName) => {
  const input = needed[list]
  const { rows } = await json(list, { ...(input && { input }) })
  const keys = rows.map(rowKey).reverse().slice(0, 2)
  const some = await json(list, { ...(input && { input }), keys: [...keys, 'of a row that left the list'] })
  expect(some.rows.map(rowKey), list).toEqual(keys)
  if (input !== undefined) return
  const one = await json(list, { input: { brandIds: [ids[1]] } })
  // A note is of several brands, or of all.
  const own = rows.filter(({ brandId, brandIds }) =>
    Array.isArray(brandIds) ? brandIds.includes(ids[1]) : brandId === undefined || brandId === ids[1],
  )
  if (list !== 'movers') expect(one.rows.map(rowKey), list).toEqual(own.map(rowKey))
}

test('every list is exported as CSV, TSV and JSON: all rows, a selection, a filtered set, one brand', async () => {
  const desk = await open()
  const { json, write, call } = desk
  for (const list of EXPORT_LIST_NAMES) {
    await expectFormats(desk, list)
    await expectParts(desk, list)
  }

  const input = { filter: { starred: true }, sort: { by: 'clicks', direction: 'desc' } } as const
  const { rows } = await call('rankings.page', { ...input, limit: 500 })
  expect(rows.length).toBeGreaterThan(0)
  expect((await json('rankings', { input })).rows).toEqual(rows)
  const { statusCounts } = await call('prospects.page', { limit: 500 })
  const { status = '', count } = statusCounts[0] ?? {}
  expect((await json('prospects', { input: { filter: { status: [status] } } })).rowCount).toBe(count)

  const synced = (await call('sync.status', {})).rows
  for (const [list, of] of [
    ['rankings', 'rankings'],
    ['prospects', 'prospects'],
    ['permissions', 'connectors'],
  ] as const) {
    const fetchedAt = synced.flatMap(({ dataset, fetchedAt: at }) => (dataset === of && at !== null ? [at] : []))
    const { text, freshAsOf } = await write(list)
    const records: Record<string, string>[] = parse(text, { bom: true, columns: true })
    for (const record of records) expect(fetchedAt).toContain(record['Synced at'])
    expect(freshAsOf).toBe(fetchedAt.sort()[0])
  }
  const [article]: Record<string, string>[] = parse((await write('calendar')).text, { bom: true, columns: true })
  expect(article?.['Published or scheduled']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('movers are exported beyond the first page of the table, in every format and on the command line', async () => {
  const desk = await open(400)
  const { days } = await desk.call('rankings.days', {})
  const [to = '', from = ''] = [days[1]?.day, days[31]?.day]
  const input = { moves: 'all', from, to }
  // What Rankings counts of the same two days.
  const { total } = await desk.call('rankings.page', {
    day: to,
    compareDay: from,
    filter: { change: ['up', 'down', 'new', 'lost'] },
    limit: 1,
  })
  expect(total).toBeGreaterThan(500)
  const { rows, rowCount } = await desk.json('movers', { input })
  expect(rowCount).toBe(total)
  expect(new Set(rows.map(rowKey)).size).toBe(total)
  const first = await desk.call('rankings.movers', { ...input, moves: 'all', limit: 500 })
  expect(rows.slice(0, 500)).toEqual(first.rows)
  expect(parse((await desk.write('movers', { input })).text, { bom: true, columns: true })).toHaveLength(total)
  expect((await desk.call('exports.text', { list: 'movers', input })).rowCount).toBe(total)
  const [last] = rows.slice(-1).map(rowKey)
  expect((await desk.json('movers', { input, keys: [last ?? ''] })).rowCount).toBe(1)
  const args = ['export', 'movers', '--input', JSON.stringify(input), '--format', 'tsv', '--out', '-']
  expect((await runDeskCommand(desk, args)).stdout.trimEnd().split('\n')).toHaveLength(total + 1)
})

test('a large selection is exported by the numbers of its rows, and refused once the list has changed', async () => {
  const { json, call } = await open()
  const input = { sort: { by: 'keyword', direction: 'asc' } } as const
  const { rows } = await json('rankings', { input })
  // On some days a keyword or two do not rank and are not listed.
  const total = rows.length
  expect(total).toBe((await call('rankings.page', { limit: 1 })).total)
  expect(total).toBeGreaterThan(550)
  const lastTwo: [number, number] = [total - 2, total - 1]
  const ranges: [number, number][] = [[2, 2], [490, 510], lastTwo]
  const chosen = await json('rankings', { input, numbers: { ranges, total } })
  expect(chosen.rows).toEqual([...rows.slice(2, 3), ...rows.slice(490, 511), ...rows.slice(-2)])
  const { text } = await call('exports.text', { list: 'rankings', input, numbers: { ranges: [lastTwo], total } })
  expect(text.trimEnd().split('\n')).toHaveLength(3)
  const old = json('rankings', { input, numbers: { ranges, total: total + 1 } })
  await expect(old).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('Select them again') })
})

test('the answer on show is exported without asking the service again, and only where a list is an answer', async () => {
  const { call, json, ids } = await open()
  const [brandId = ''] = ids
  const input = { brandIds: [brandId] }
  const { suggestions } = await call('research.suggest', { brandId, description: 'Tea and pots' })
  const answer = { suggestions: suggestions.slice(0, 2).map((row) => ({ ...row, keyword: `${row.keyword} on show` })) }
  const all = await json('suggestions', { input, answer })
  expect(all.rows).toEqual(answer.suggestions.map((row) => ({ brandId, ...row })))
  const [, last] = all.rows.map(rowKey)
  expect((await json('suggestions', { input, answer, keys: [last ?? ''] })).rows).toEqual(all.rows.slice(1))

  const report = await call('service.doctor', { brandId })
  const rows = report.rows.slice(0, 3).map((row) => ({ ...row, path: '/on-show' }))
  expect((await json('doctor', { input, answer: { ...report, rows } })).rows).toMatchObject(rows)

  const refused = { kind: 'invalid', message: expect.stringContaining('“answer”') }
  await expect(json('doctor', { input, answer })).rejects.toMatchObject(refused)
  await expect(json('sync', { answer: { rows: [], run: null, watch: null } })).rejects.toMatchObject(refused)
  await expect(json('doctor')).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining('--brands') })
})

test('a list whose call has no filter is filtered by its columns, in the window and on the command line', async () => {
  const desk = await open()
  const { call, json, needed } = desk
  const { entries } = await call('publishing.calendar', { from: '2000-01-01', to: '2099-12-31' })
  const filter = { article: ['tea'] }
  const tea = await json('calendar', { input: { filter: { articleSlug: filter.article } } })
  expect(tea.rows).toEqual(entries.filter(({ articleSlug }) => articleSlug === 'tea'))
  expect(tea.rowCount).toBe(1)
  const failed = await json('intent-items', { input: { ...needed['intent-items'], filter: { state: ['failed'] } } })
  expect(failed.rowCount).toBe(0)
  const input = JSON.stringify({ filter: { dataset: ['clusters'], brand: ['Bolt'] } })
  const { stdout } = await runDeskCommand(desk, ['export', 'sync', '--input', input, '--format', 'tsv', '--out', '-'])
  expect(stdout.trimEnd().split('\n').slice(1)).toEqual([expect.stringMatching(/^Bolt\tclusters\t/)])
  const unknown = json('calendar', { input: { filter } })
  await expect(unknown).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining('articleSlug') })
})

test('clusters are exported with the counts of their articles, each under its own name', async () => {
  const { call } = await open()
  const { rows } = await call('clusters.page', { sort: { by: 'name' } })
  const counted = ['published', 'generated', 'planned', 'unused'] as const
  expect(rows.some(({ coverage: { generated, planned } }) => generated !== planned)).toBe(true)
  const { text } = await call('exports.text', { list: 'clusters', headers: 'machine', input: { sort: { by: 'name' } } })
  const [head = [], ...records]: string[][] = parse(text, { delimiter: '\t' })
  const exported = records.map((cells) => counted.map((name) => Number(cells[head.indexOf(name)])))
  expect(exported).toEqual(rows.map((row) => counted.map((name) => row.coverage[name])))
})

test('movers are exported by the numbers of their rows, as a selection above 10,000 rows is', async () => {
  const { call, json } = await open(400)
  const { days } = await call('rankings.days', {})
  const input = { moves: 'all', from: days[31]?.day, to: days[1]?.day }
  const { rows } = await json('movers', { input })
  const total = rows.length
  expect((await call('rankings.movers', { ...input, moves: 'all', limit: 1 })).total).toBe(total)
  const last = total - 1
  const some = await json('movers', {
    input,
    numbers: {
      ranges: [
        [3, 5],
        [last, last],
      ],
      total,
    },
  })
  expect(some.rows).toEqual([...rows.slice(3, 6), ...rows.slice(last)])
})

test('desk export writes any list to a file or stdout, filtered, with either headers', async () => {
  const desk = await open()
  const out = join(desk.home, 'clusters.csv')
  const written = await runDeskCommand(desk, [
    'export',
    'clusters',
    '--brands',
    'bolt',
    '--headers',
    'machine',
    '--out',
    out,
    '--json',
  ])
  expect(written).toMatchObject({ code: 0, stderr: '' })
  const { path, rowCount } = JSON.parse(written.stdout)
  expect(path).toBe(out)
  const [head = [], ...records]: string[][] = parse(readFileSync(out, 'utf8'), { bom: true })
  expect(head.slice(0, 3)).toEqual(['brand', 'name', 'keywordCount'])
  expect(records).toHaveLength(rowCount)
  expect(new Set(records.map(([brand]) => brand))).toEqual(new Set(['Bolt']))
  // Only what was asked for is left behind.
  expect(readdirSync(desk.desk.exportsFolder)).toEqual([])

  const filter = '{"filter":{"starred":true}}'
  const printed = await runDeskCommand(desk, ['export', 'rankings', '--input', filter, '--format', 'tsv', '--out', '-'])
  const { total } = await desk.call('rankings.page', { filter: { starred: true } })
  expect(printed.stdout.trimEnd().split('\n')).toHaveLength(total + 1)
  expect(printed.stdout.startsWith('Brand\tKeyword\tClicks')).toBe(true)

  // Lists that need a brand or an action.
  const item = JSON.stringify(desk.needed['intent-items'])
  const [bolt, description] = ['bolt', '{"description":"Tea and pots"}']
  for (const [list, ...args] of [
    ['intent-items', '--input', item],
    ['suggestions', '--brands', bolt, '--input', description],
    ['doctor', '--brands', bolt],
  ] as const) {
    const { stdout, code } = await runDeskCommand(desk, ['export', list, ...args, '--format', 'tsv', '--out', '-'])
    expect(code, list).toBe(0)
    expect(stdout.trimEnd().split('\n').length, list).toBeGreaterThan(1)
  }

  const text = await runDeskCommand(desk, ['export', 'clusters', '--out', out])
  expect(text.stdout).toMatch(/^Saved \d+ rows: .*clusters\.csv\n$/)
  expect(await runDeskCommand(desk, ['export', 'clusters', '--format', 'xls'])).toMatchObject({ code: 1 })
  const nowhere = await runDeskCommand(desk, [
    'export',
    'clusters',
    '--out',
    join(desk.home, 'no', 'folder.csv'),
    '--json',
  ])
  expect(JSON.parse(nowhere.stderr)).toMatchObject({ kind: 'storage' })
})

test('a list, field or brand that does not exist is refused, and no file is left', async () => {
  const { desk, call } = await openTestDesk()
  const unknown = { list: 'nothing' } as unknown as CallInput<'exports.write'> // as a script may write it
  await expect(call('exports.write', unknown)).rejects.toMatchObject({ kind: 'invalid' })
  const sort = { by: 'nothing' }
  await expect(call('exports.write', { list: 'rankings', input: { sort } })).rejects.toMatchObject({ kind: 'invalid' })
  const brandIds = ['brand_none']
  await expect(call('exports.write', { list: 'movers', input: { brandIds } })).rejects.toMatchObject({
    kind: 'not-found',
  })
  expect(readdirSync(desk.exportsFolder)).toEqual([])
})

test('a call with pages gives one list, so that a table finds the list of its call', () => {
  const shared: readonly ExportListName[] = ['budgets', 'mapped-fields']
  const calls = EXPORT_LIST_NAMES.filter((name) => !shared.includes(name)).map((name) => EXPORT_LISTS[name])
  expect(new Set(calls).size).toBe(calls.length)
})

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../src-sandbox/server.ts'
import { openTestDesk, type TestDesk } from '../support/composed-desk.ts'
import { tempHome } from '../support/temp-home.ts'

// The shape of a Search Console "Queries" export, with what real ones hold: quotes, line breaks, many scripts, and
// cells that a spreadsheet would run.
const ODD = [
  'say "cheese"',
  'two\nlines',
  'comma, semicolon; tab',
  '日本語 キーワード',
  'сиделка с проживанием',
  'עברית',
  '🧿 emoji',
  '=1+1',
  '-minus',
  '@at',
  "it's",
  '100% wool',
  'under_score',
]
const queries = [...ODD, ...Array.from({ length: 700 }, (_, n) => `plain query ${n}`)].map((query, n) => ({
  query,
  clicks: (n * 7919) % 1000,
  impressions: 1000 + ((n * 104_729) % 9000),
  position: 1 + ((n * 31) % 990) / 10,
}))
const ctrOf = ({ clicks, impressions }: (typeof queries)[number]) => `${((100 * clicks) / impressions).toFixed(2)}%`

const writeExport = () => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'wool-shop.csv')
  const rows = queries.map((row) => [row.query, row.clicks, row.impressions, ctrOf(row), row.position])
  writeFileSync(file, stringify([['Top queries', 'Clicks', 'Impressions', 'CTR', 'Position'], ...rows]))
  return file
}

const loaded = queries.map((row) => ({
  keyword: row.query,
  clicks: row.clicks,
  impressions: row.impressions,
  ctr: Number((Number.parseFloat(ctrOf(row)) / 100).toFixed(6)),
  position: row.position,
}))
const byKeyword = <Row extends { keyword: string }>(rows: Row[]) =>
  [...rows].sort((a, b) => (a.keyword < b.keyword ? -1 : 1))

const allRows = async (desk: TestDesk) => {
  const rows = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof desk.call<'rankings.page'>>> = await desk.call('rankings.page', {
      limit: 100,
      cursor,
    })
    rows.push(...page.rows)
    cursor = page.nextCursor
  } while (cursor !== null)
  return rows
}
const measuresOf = (rows: Awaited<ReturnType<typeof allRows>>) =>
  rows.map(({ keyword, clicks, impressions, ctr, position }) => ({ keyword, clicks, impressions, ctr, position }))

test('a real export is synced, read again after a cold start without a network, and exported unchanged', async () => {
  const sandbox = await startSandbox({ searchConsoleFiles: [writeExport()] })
  const { home } = tempHome()
  const online = await openTestDesk({ home })
  await online.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  await online.call('brands.add', { name: 'Wool shop', key: sandbox.brands[0]?.key ?? '' })
  const run = await online.sync({ datasets: ['rankings'] })
  expect(run).toMatchObject({ done: 1, failed: 0, total: 1 })
  const first = await online.call('rankings.page', { sort: { by: 'clicks', direction: 'desc' } })
  expect(first.total).toBe(queries.length)
  await online.close()
  await sandbox.close()

  const offline = await openTestDesk({ home })
  expect(byKeyword(measuresOf(await allRows(offline)))).toEqual(byKeyword(loaded))
  const again = await offline.call('rankings.page', { sort: { by: 'clicks', direction: 'desc' } })
  expect(again).toEqual(first)
  expect(again.freshAsOf).not.toBeNull()
  const found = await offline.call('rankings.page', { search: 'キーワード' })
  expect(found.rows.map((row) => row.keyword)).toEqual(['日本語 キーワード'])

  const failed = await offline.sync({ datasets: ['rankings'] })
  expect(failed).toMatchObject({ failed: 1 })
  const { rows } = await offline.call('sync.status', {})
  const rankings = rows.find((row) => row.dataset === 'rankings')
  // The key was held for the session only, and the session is over.
  expect(rankings).toMatchObject({
    state: 'failed',
    error: { kind: expect.stringMatching(/network|keychain|unauthorized/) },
  })
  expect(rankings?.fetchedAt).not.toBeNull()

  const json = await offline.call('exports.write', { list: 'rankings', format: 'json' })
  const exported = JSON.parse(readFileSync(json.path, 'utf8')) as { rows: Awaited<ReturnType<typeof allRows>> } // our own file
  expect(byKeyword(measuresOf(exported.rows))).toEqual(byKeyword(loaded))

  const csv = await offline.call('exports.write', { list: 'rankings', headers: 'machine', format: 'csv' })
  expect(csv.rowCount).toBe(queries.length)
  const text = readFileSync(csv.path, 'utf8')
  const cells = parse(text, { columns: true }) as Record<string, string>[] // every cell is text
  expect(cells.filter((row) => /^[=+\-@\t\r]/.test(row.keyword ?? ''))).toEqual([])
  const fromCsv = cells.map((row) => ({
    keyword: (row.keyword ?? '').replace(/^'(?=[=+\-@\t\r])/, ''),
    clicks: Number(row.clicks),
    impressions: Number(row.impressions),
    ctr: Number(row.ctr),
    position: Number(row.position),
  }))
  expect(byKeyword(fromCsv)).toEqual(byKeyword(loaded))
})

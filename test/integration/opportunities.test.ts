// What a better position would bring, from the sync to the list, the file, the command line, SQL and assistants.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dayFromNumber, dayNumber } from '../../src-main/base/clock.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { runDeskCommand } from '../support/desk-command.ts'
import { openSandbox } from '../support/sandbox.ts'

const LIMITS = { limits: { requestsPerMinute: 100_000 } }

const openDesk = async (brands: number) => {
  const sandbox = await openSandbox({ brands, keywords: 200, days: 60, conflicts: 6, profile: LIMITS })
  const opened = await openTestDesk()
  const { call } = opened
  await call('service.setProfile', { baseUrl: sandbox.baseUrl, ...LIMITS })
  await call('desk.setSettings', { historyDays: 40, syncEveryMinutes: 0 })
  const ids: string[] = []
  for (const { name, key } of sandbox.brands) ids.push((await call('brands.add', { name, key, sessionOnly: true })).id)
  return { ...opened, ids, brandId: ids[0] ?? '' }
}

test('opportunities of all brands come after a sync, the same in the list, the file and the view for SQL', async () => {
  const { call, sync, ids, brandId } = await openDesk(3)
  expect(await call('opportunities.page', {})).toMatchObject({ rows: [], total: 0, freshAsOf: null })
  expect(await call('opportunities.brand', { brandId })).toMatchObject({ clickShare: null, plain: [], branded: [] })
  await sync({ datasets: ['rankings', 'history'] })

  const { rows, total, freshAsOf } = await call('opportunities.page', { limit: 500 })
  expect(total).toBeGreaterThan(30)
  expect(freshAsOf).not.toBeNull()
  expect(new Set(rows.map((row) => row.brandId))).toEqual(new Set(ids))
  for (const { gain } of rows) expect(gain).toBeGreaterThan(0)
  const { rows: competing } = await call('cannibalisation.page', { limit: 500 })
  const competes = new Set(competing.map((row) => `${row.brandId} ${row.keyword}`))
  for (const row of rows)
    if (row.needs !== 'new')
      expect(row.needs).toBe(competes.has(`${row.brandId} ${row.subject}`) ? 'competing' : 'page')
  expect(rows.some(({ needs }) => needs === 'competing')).toBe(true)

  const file = await call('exports.write', { list: 'opportunities' })
  const lines = readFileSync(file.path, 'utf8').trim().split(/\r?\n/)
  expect(file.rowCount).toBe(total)
  expect(lines).toHaveLength(total + 1)
  expect(lines[0]).toContain('Effort')
  const sql = 'SELECT count(*), round(sum(gain)) FROM opportunities'
  const { rows: cells } = await call('query.run', { sql })
  expect(cells[0]?.[0]).toBe(total)
  expect(Math.abs(Number(cells[0]?.[1]) - rows.reduce((sum, row) => sum + row.gain, 0))).toBeLessThan(2)
})

test('the curve of a brand falls and shows what it is made of, of each device that was synced', async () => {
  const { call, sync, brandId } = await openDesk(2)
  await sync({ datasets: ['rankings'] })
  const slice = { device: 'mobile', country: null, searchType: 'web', universe: 'all' } as const
  await sync({ datasets: ['rankings'], slice })
  const all = await call('opportunities.brand', { brandId })
  const mobile = await call('opportunities.brand', { brandId, slice })
  for (const { plain, clickShare } of [all, mobile]) {
    expect(plain.length).toBeGreaterThan(8)
    for (const [at, { ctr, low, high }] of plain.entries()) {
      expect(ctr).toBeLessThanOrEqual(plain[at - 1]?.ctr ?? 1)
      expect(low).toBeLessThan(ctr)
      expect(high).toBeGreaterThan(ctr)
    }
    expect(clickShare).toBeGreaterThan(0)
    expect(clickShare).toBeLessThan(1)
  }
  const clicksOf = ({ plain, branded }: typeof all) =>
    [...plain, ...branded].reduce((sum, { clicks }) => sum + clicks, 0)
  expect(clicksOf(mobile)).toBeGreaterThan(0)
  expect(clicksOf(mobile)).toBeLessThan(clicksOf(all))
  const totals = await call('rankings.totals', { brandIds: [brandId] })
  expect(clicksOf(all)).toBe(totals.clicks.now)
})

test('a scenario of the keywords of a list adds up, with a narrower band than one of them', async () => {
  const { call, sync, brandId } = await openDesk(1)
  await sync({ datasets: ['rankings'] })
  const { rows } = await call('opportunities.page', { brandIds: [brandId], limit: 40 })
  const keywords = rows.map(({ subject }) => subject)
  const many = await call('opportunities.scenario', { brandId, keywords, position: 2 })
  expect(many).toMatchObject({ keywords: keywords.length })
  expect(many.clicks).toBe(rows.reduce((sum, { clicks }) => sum + clicks, 0))
  const widthOf = ({ result }: typeof many) => ((result?.high ?? 0) - (result?.low ?? 0)) / (result?.expected ?? 1)
  const one = await call('opportunities.scenario', { brandId, keywords: keywords.slice(0, 1), position: 2 })
  expect(widthOf(many)).toBeLessThan(widthOf(one))
  expect(many.result?.gain).toBeGreaterThan(one.result?.gain ?? 0)
  await expect(call('opportunities.scenario', { brandId: 'none', keywords, position: 2 })).rejects.toMatchObject({
    kind: 'not-found',
  })
})

test('a brand of which only one day is synced has no opportunities, and says so without a fault', async () => {
  const { call, sync, brandId } = await openDesk(1)
  const day = dayFromNumber(dayNumber(new Date().toISOString().slice(0, 10)) - 2)
  await sync({ brandIds: [brandId], datasets: ['history'], periods: [{ from: day, to: day }] })
  expect(await call('opportunities.page', {})).toMatchObject({ rows: [], total: 0 })
  expect(await call('opportunities.brand', { brandId })).toMatchObject({ clickShare: null, plain: [] })
  expect(await call('opportunities.scenario', { brandId, keywords: ['x'], position: 1 })).toMatchObject({
    keywords: 0,
    result: null,
  })
})

test('desk opportunities prints a line for each keyword or page, and JSON', async () => {
  const opened = await openDesk(1)
  const { call, sync } = opened
  await sync({ datasets: ['rankings'] })
  const { brands } = await call('brands.list', {})
  const [{ slug, id } = { slug: '', id: '' }] = brands
  const run = (...args: string[]) => runDeskCommand(opened, ['opportunities', ...args])
  const { rows, total } = await call('opportunities.page', { brandIds: [id], limit: 20 })
  const text = await run(slug)
  expect(text).toMatchObject({ code: 0, stderr: '' })
  expect(text.stdout).toContain(`Extra clicks in 28 days, 20 of ${total}`)
  expect(text.stdout).toMatch(/^Click share: \d+\.\d%/)
  for (const { subject } of rows) expect(text.stdout).toContain(` ${subject}\n`)
  const pages = await run(slug, '--pages', '--json')
  const json = JSON.parse(pages.stdout)
  expect(json.rows.every(({ kind }: { kind: string }) => kind === 'page')).toBe(true)
  expect(json.clickShare).toBeGreaterThan(0)
})

// The SQL console, and what assistants on this machine may read (Settings).
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, axeInBothThemes, THEME_RULES, tooWide } from '../support/page-checks.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({
    sandbox: { brands: 3, keywords: 400, days: 10 },
    historyDays: 3,
    datasets: ['rankings'],
    names: ['Acme Tea', 'Bolt', 'Copper'],
  })
})
afterAll(() => web?.close())

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL' })
const result = (page: Page) => page.getByRole('table', { name: 'Result of the query' })

test('a query is written with the views beside it, runs with Ctrl and Enter, and says what it left out', async () => {
  const page = await web.open({ at: '#/sql/all' })
  await editor(page).fill('SELECT brand, keyword, clicks FROM ')
  await page.getByRole('button', { name: 'rankings', exact: true }).click()
  await expect.poll(() => editor(page).inputValue()).toBe('SELECT brand, keyword, clicks FROM rankings')
  await page.keyboard.press('Control+Enter')
  await result(page).waitFor()
  const { total } = await web.desk.value('rankings.page', { limit: 1 })
  expect(total).toBeGreaterThan(1_000)
  await page.getByText(`1,000 of ${total.toLocaleString('en')} · truncated at 1,000 rows`).waitFor()
  expect(await result(page).getAttribute('aria-rowcount')).toBe('1001')
  expect(await result(page).getByRole('columnheader').allTextContents()).toEqual(['brand', 'keyword', 'clicks'])
  await page.getByText('Plan', { exact: true }).click()
  await page.getByText('SCAN rankings').waitFor()

  // For one brand it sees that brand.
  await page.getByRole('option', { name: 'Bolt' }).first().click()
  await editor(page).fill('SELECT DISTINCT brand FROM rankings')
  await page.getByRole('button', { name: 'Run query' }).click()
  await expect.poll(() => result(page).getByRole('cell').allTextContents()).toEqual(['bolt'])
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await page.getByText('1 row exported').waitFor()
})

test('an error names the place and puts the caret there, and a long query is stopped', async () => {
  const page = await web.open({ at: '#/sql/all' })
  await editor(page).fill('SELECT clics\nFROM rankings')
  await editor(page).press('Control+Enter')
  await page.getByText('Line 1, character 8: There is no column “clics”.').waitFor()
  await expect.poll(() => editor(page).evaluate((field: HTMLTextAreaElement) => field.selectionStart)).toBe(7)

  await editor(page).fill('SELECT count(*) FROM rankings a, rankings b, rankings c')
  await editor(page).press('Control+Enter')
  await page.getByRole('button', { name: 'Stop query' }).click()
  await page.getByText('The query was stopped.').waitFor()

  await page.getByRole('button', { name: 'History', exact: true }).click()
  await page.getByRole('menuitem', { name: /SELECT clics FROM rankings/ }).click()
  await expect.poll(() => editor(page).inputValue()).toBe('SELECT clics\nFROM rankings')
  // Tab indents; after Esc it leaves the field.
  await editor(page).fill('')
  await editor(page).press('Tab')
  await expect.poll(() => editor(page).inputValue()).toBe('  ')
  await editor(page).press('Escape')
  await page.keyboard.press('Tab')
  expect(await editor(page).inputValue()).toBe('  ')
})

test('the console and the settings are accessible in either theme and fit', async () => {
  const page = await web.open({ at: '#/sql/all', viewport: { width: 1024, height: 700 } })
  await page.getByRole('button', { name: 'Columns of movers' }).click()
  await page.getByRole('button', { name: 'Run query' }).click()
  await result(page).waitFor()
  expect(await tooWide(page)).toEqual([])
  expect(await axeInBothThemes(page)).toEqual([])
  await page.goto(`${web.desk.origin}/#/settings/all?section=assistants`)
  await page.getByRole('heading', { name: 'Connect by HTTP' }).waitFor()
  expect(await tooWide(page)).toEqual([])
  expect(await axeInBothThemes(page)).toEqual([])
})

test('brands are chosen, a token is shown once, and requests are listed', async () => {
  const page = await web.open({ at: '#/settings/all?section=assistants' })
  const statusOf = () => web.desk.value('mcp.status', {})
  await page.getByText('None: assistants get no data until you choose brands.').waitFor()
  await page.getByLabel('Brands that assistants may read').first().click()
  await page.getByRole('option', { name: 'Acme Tea' }).last().click()
  await page.getByText('1 of 3. Assistants cannot see other brands.').waitFor()
  expect((await statusOf()).brandIds).toEqual([web.brands.find(({ name }) => name === 'Acme Tea')?.id])
  await page.getByRole('switch', { name: 'E-mail addresses' }).click({ force: true })
  await expect.poll(async () => (await statusOf()).hasAddresses).toBe(true)

  await page.getByRole('switch', { name: 'HTTP on this machine' }).click({ force: true })
  await expect.poll(async () => (await statusOf()).isHttpOn).toBe(true)
  // People are warned where they switch it on.
  await page.getByRole('note').getByText('Connect by command where the assistant can.').waitFor()
  // It listens a little later than it is switched on.
  await expect.poll(async () => (await statusOf()).http.address).not.toBeNull()
  const address = (await statusOf()).http.address ?? ''
  await page.getByText(address, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'New token' }).click()
  const configuration = JSON.parse(await page.getByText(/Bearer adm_/).innerText())
  const { url, headers } = configuration.mcpServers['agency-desk']
  expect(url).toBe(address)
  expect((await fetch(url, { method: 'POST', headers })).status).not.toBe(401)
  expect(await tooWide(page)).toEqual([])
  expect(await axeFindings(page, { rules: THEME_RULES })).toEqual([])
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect.poll(() => page.getByText(/adm_/).count()).toBe(0)
  expect((await statusOf()).http.hasToken).toBe(true)

  await web.desk.value('mcp.call', { tool: 'rankings', args: { brands: ['acme-tea'] } })
  await page.getByRole('cell', { name: 'Acme Tea' }).waitFor()
})

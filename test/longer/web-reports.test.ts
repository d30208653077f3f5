// Reports: a template of the agency's own, drafts that are read and approved, and their files.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, pressSequence, THEME_RULES, tooWide, whenAnswered } from '../support/page-checks.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const NAMES = ['Aurora Fittings', 'Borealis Tea', 'Cumulus Shoes']
const SMALL = { width: 1024, height: 700 }

let web: WebDesk
/** Seven days that the desk has, with the seven before them. */
let period: { readonly from: string; readonly to: string }
beforeAll(async () => {
  web = await startWebDesk({
    sandbox: { brands: 3, keywords: 60, days: 30 },
    historyDays: 20,
    datasets: ['rankings', 'history'],
    names: NAMES,
  })
  const { newestWholeDay } = await web.desk.value('rankings.days', {})
  const to = newestWholeDay ?? ''
  period = { from: new Date(Date.parse(to) - 6 * 86_400_000).toISOString().slice(0, 10), to }
})
afterAll(() => web?.close())

const brandNamed = (name: string) => web.brands.find((brand) => brand.name === name)?.id ?? ''
const main = (page: Page) => page.getByRole('main')
const frame = (page: Page) => page.frameLocator('[data-preview] iframe')
const clicksOf = async (name: string) => {
  const { clicks } = await web.desk.value('rankings.totals', { brandIds: [brandNamed(name)], period })
  return new Intl.NumberFormat('en').format(clicks.now)
}
const choose = async (page: Page, label: string, names: readonly string[]) => {
  const field = main(page).getByRole('combobox', { name: label })
  await field.click()
  for (const name of names) await page.getByRole('option', { name, exact: true }).last().click()
  await page.keyboard.press('Escape')
}

test('a new desk says what a report is, and N orders the first one', async () => {
  const page = await web.open({ at: '#/overview/all' })
  await pressSequence(page, 'g', 'e')
  await page.getByRole('heading', { name: 'No report yet' }).waitFor()
  expect(await axeFindings(page, { within: '#view' })).toEqual([])
  await page.keyboard.press('n')
  await main(page).getByRole('heading', { name: 'New report' }).waitFor()
  await main(page).getByText('3 reports', { exact: true }).waitFor()
  // Last month is not on this machine: the order says so before anything is made.
  await main(page)
    .getByRole('button', { name: /^Fetch / })
    .waitFor()
  await page.goto(`${web.desk.origin}/#/overview/${brandNamed('Cumulus Shoes')}`)
  await page.getByRole('button', { name: 'Report …' }).click()
  await main(page).getByText('1 report', { exact: true }).waitFor()
  await main(page).getByRole('button', { name: 'Make drafts for Cumulus Shoes' }).waitFor()
})

test('a template is copied, its sections are moved by keys and switched off, and its text has numbers', async () => {
  const page = await web.open({ at: '#/templates/all' })
  await main(page).getByRole('button', { name: 'Copy to edit' }).click()
  await main(page).getByRole('textbox', { name: 'Name' }).fill('Client report')
  const sections = main(page).getByRole('list', { name: 'Sections' }).getByRole('listitem')
  const first = () => sections.first().innerText()
  const before = await first()
  await main(page).getByRole('button', { name: 'Move Top keywords up' }).focus()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(first).toContain('Top keywords')
  expect(before).toContain('Summary')
  await main(page).getByRole('switch', { name: 'Outreach is in the report' }).press('Space')
  const summary = main(page).getByRole('textbox', { name: 'Summary' })
  await summary.fill('Clicks so far: ')
  await main(page).getByRole('button', { name: 'Insert a number into summary' }).click()
  await page.getByRole('menuitem', { name: 'Clicks {{ clicks }}', exact: true }).click()
  await expect.poll(() => summary.inputValue()).toBe('Clicks so far: {{ clicks }}')
  // What is not saved outlives a look elsewhere.
  await page.goto(`${web.desk.origin}/#/branding/all`)
  await main(page).getByText('Branding of', { exact: true }).waitFor()
  await page.goBack()
  await main(page).getByRole('button', { name: 'Save template' }).click()
  await page.getByRole('alert').getByText('Template Client report saved').waitFor()
  const { templates } = await web.desk.value('reports.templates', {})
  const saved = templates.find(({ name }) => name === 'Client report')
  expect(saved?.summary).toBe('Clicks so far: {{ clicks }}')
  expect(saved?.sections[0]?.kind).toBe('keywords')
  expect(saved?.sections.find(({ kind }) => kind === 'outreach')?.isOn).toBe(false)
})

test('drafts of two brands are read, worded and approved by keys, and their files are downloaded', async () => {
  const page = await web.open({ at: '#/reports/all?section=new' })
  await main(page).getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'Client report' }).click()
  await main(page).getByText('Choose', { exact: true }).click()
  await choose(page, 'Chosen brands', ['Aurora Fittings', 'Borealis Tea'])
  await main(page).getByText('Own days', { exact: true }).click()
  await main(page).getByLabel('From').fill(period.from)
  await main(page).getByLabel('To', { exact: true }).fill(period.to)
  await main(page).getByRole('checkbox', { name: /^PDF/ }).uncheck()
  await main(page).getByRole('checkbox', { name: /^HTML/ }).check()
  await main(page).getByText('2 files: HTML').waitFor()
  expect(
    await main(page)
      .getByRole('button', { name: /^Fetch / })
      .count(),
  ).toBe(0)
  await main(page).getByRole('button', { name: 'Make drafts for 2 brands' }).click()

  await main(page).getByText('Draft 1 of 2').waitFor()
  const report = () => frame(page).locator('body').innerText()
  await expect.poll(report).toContain(`Clicks so far: ${await clicksOf('Aurora Fittings')}`)
  expect(await report()).not.toMatch(/Borealis|Cumulus/)
  expect(await frame(page).locator('script').count()).toBe(0)
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin')
  // A click into the report leaves the keys with the page.
  await page.locator('[data-preview]').click({ position: { x: 200, y: 200 } })
  await page.keyboard.press('PageDown')
  await expect.poll(() => page.locator('[data-preview]').evaluate((it) => it.scrollTop)).toBeGreaterThan(0)
  await page.keyboard.press('j')
  await main(page).getByText('Draft 2 of 2').waitFor()
  await expect.poll(report).toContain(await clicksOf('Borealis Tea'))
  await page.keyboard.press('k')
  await main(page).getByText('Draft 1 of 2').waitFor()
  const summary = main(page).getByRole('textbox', { name: 'Summary' })
  await summary.fill('Taps of {{ brand }} had {{ clicks }} clicks. <script>document.title=1</script>')
  const words = `Taps of Aurora Fittings had ${await clicksOf('Aurora Fittings')} clicks. <script>document.title=1</script>`
  await expect.poll(report).toContain(words)
  await summary.blur()
  // The report is as high as its frame, which has no bar of its own.
  expect(await page.locator('iframe').getAttribute('scrolling')).toBe('no')
  // Escape leaves the review.
  await page.keyboard.press('Escape')
  await expect.poll(() => page.url()).not.toContain('section=review')
  await page.goBack()
  await main(page).getByText('Draft 1 of 2').waitFor()
  expect(await axeFindings(page, { within: '#view' })).toEqual([])

  await page.keyboard.press('a')
  await main(page).getByText('Draft 1 of 1').waitFor()
  await main(page).getByRole('button', { name: 'Back to reports' }).waitFor()
  await main(page).getByRole('button', { name: 'Approve Borealis Tea' }).click()
  await page.getByRole('heading', { name: 'No draft to review' }).waitFor()
  await main(page).getByRole('button', { name: 'View reports' }).click()
  const panel = page.getByRole('complementary')
  await panel.getByText('done', { exact: true }).nth(2).waitFor()
  const downloading = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download the HTML of Aurora Fittings' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file).toContain(words.slice(0, words.indexOf('<')))
  expect(file).not.toContain('<script')
  expect(file).not.toMatch(/Borealis|Cumulus/)
  // Of one brand, the list has its own reports.
  await page.goto(`${web.desk.origin}/#/reports/${brandNamed('Borealis Tea')}`)
  await main(page).getByText('1 report', { exact: true }).waitFor()
  await main(page).getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).first().click()
  const path = await page.getByRole('alert').filter({ hasText: '1 row exported' }).locator('code').textContent()
  expect(await readFile(path ?? '', 'utf8')).toMatch(/^Brand,First day,.*\r?\n"?Borealis Tea/)
  await page.goto(`${web.desk.origin}/#/reports/${brandNamed('Cumulus Shoes')}`)
  await page.getByRole('heading', { name: 'No report yet' }).waitFor()
})

test('branding warns of a pale colour and a file that is no logo, and a brand keeps its own', async () => {
  const page = await web.open({ at: '#/branding/all' })
  await main(page).getByRole('textbox', { name: 'Name on reports' }).fill('North Agency')
  await main(page).getByRole('textbox', { name: 'Colour of headings and charts' }).fill('#ffd43b')
  await main(page)
    .getByText(/^Hard to read on white paper/)
    .waitFor()
  const logo = (name: string, mimeType: string, buffer: Buffer) =>
    main(page).locator('input[type="file"]').setInputFiles({ name, mimeType, buffer })
  await logo('big.png', 'image/png', Buffer.alloc(600 * 1024))
  await main(page)
    .getByRole('alert')
    .getByText(/^The picture has 600 KB/)
    .waitFor()
  await logo('logo.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))
  await main(page).getByRole('img', { name: 'Logo' }).waitFor()
  await main(page).getByText('Saved', { exact: true }).waitFor()
  await page.goto(`${web.desk.origin}/#/branding/${brandNamed('Borealis Tea')}`)
  await main(page).getByPlaceholder('North Agency').fill('Borealis by North')
  // What is typed is kept also where the place is left at once.
  await page.goto(`${web.desk.origin}/#/today/all`)
  await expect
    .poll(async () => (await web.desk.value('reports.branding', {})).brands)
    .toMatchObject([{ brandId: brandNamed('Borealis Tea'), name: 'Borealis by North', colour: null, logo: null }])
  expect((await web.desk.value('reports.branding', {})).agency).toMatchObject({
    name: 'North Agency',
    colour: '#ffd43b',
  })
})

test('a schedule is made, switched off and removed, and the removal is undone', async () => {
  const page = await web.open({ at: '#/schedules/all' })
  await page.getByRole('button', { name: 'New schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'New schedule' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Retail')
  expect(await axeFindings(page, { within: '[role="dialog"]' })).toEqual([])
  await whenAnswered(page)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const list = main(page).getByRole('list', { name: 'Schedules' })
  await list.getByText(/^on day 1 of each month/).waitFor()
  const schedules = async () => (await web.desk.value('reports.schedules', {})).schedules
  await list.getByRole('switch', { name: 'Retail makes drafts each month' }).press('Space')
  await list.getByText(/^Off/).waitFor()
  await list.getByRole('button', { name: 'Remove Retail' }).click()
  await page.getByRole('heading', { name: 'No schedule yet' }).waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect
    .poll(async () => (await schedules()).map(({ name, isOn }) => ({ name, isOn })))
    .toEqual([{ name: 'Retail', isOn: false }])
})

test('no part is wider than a small window, and axe finds nothing serious in either theme', async () => {
  const page = await web.open({ viewport: SMALL })
  const order = 'reports/all?section=new'
  const review = 'reports/all?section=review'
  const parts = {
    light: ['reports/all', order, 'templates/all', 'branding/all', 'schedules/all'],
    dark: [order, 'templates/all', review],
  }
  for (const theme of ['light', 'dark'] as const) {
    await web.desk.value('desk.setSettings', { theme })
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor({ state: 'attached' })
    for (const part of parts[theme]) {
      await page.goto(`${web.desk.origin}/#/${part}`)
      await page.locator('#view *').first().waitFor()
      await whenAnswered(page)
      const scope = { within: '#view', ...(theme === 'dark' ? { rules: THEME_RULES } : {}) }
      expect({ part, theme, found: await axeFindings(page, scope), wide: await tooWide(page) }).toEqual({
        ...{ part, theme, found: [], wide: [] },
      })
    }
  }
  await web.desk.value('desk.setSettings', { theme: 'system' })
})

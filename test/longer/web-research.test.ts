// Suggestions, the basket and audits over brands, in a real browser on a real desk and sandbox: one brand fails and the
// others go on; what a person wrote stays; hostile keywords are only text.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeInBothThemes, closeNote, tooWide, whenAnswered } from '../support/page-checks.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const BRANDS = 5
const HOSTILE = [
  '<img src=x onerror="globalThis.wasRun=1">',
  '=HYPERLINK("http://outside.invalid","x")',
  '\u202Egnorw eht\u202C',
  `${'W'.repeat(300)}`,
]

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({
    sandbox: { brands: BRANDS, keywords: 60, days: 3 },
    historyDays: 1,
    datasets: ['rankings', 'tracked'],
  })
})
afterAll(() => web?.close())

const teamOf = (index: number): string => web.brand(index).teamId ?? ''
const main = (page: Page): Locator => page.getByRole('main')
const asked = async (operation: string): Promise<number> =>
  (await web.sandbox.requests()).filter((request) => request.operation === operation).length
const suggestions = (page: Page): Locator => main(page).getByRole('list', { name: 'Suggestions' }).getByRole('listitem')
const suggestButton = (page: Page, index: number): Locator =>
  main(page).getByRole('button', { name: `Suggest for ${web.brand(index).name}` })
const place = (view: string, index: number): string => `${web.desk.origin}/#/${view}/${web.brand(index).id}`
const row = (page: Page, index: number): Locator =>
  main(page)
    .getByRole('row')
    .filter({ hasText: web.brand(index).name })

test('suggestions for five brands show their keyword status; one brand fails alone', async () => {
  await web.sandbox.fault({ operation: 'keywords.suggest', kind: 'status', status: 403, teamId: teamOf(2) })
  const page = await web.open()
  for (let index = 0; index < BRANDS; index += 1) {
    await page.goto(place('research', index))
    await suggestButton(page, index).click()
    if (index === 2) {
      const alert = main(page).getByRole('alert')
      await alert.getByText('No suggestions loaded').waitFor()
      await alert.getByText(/fault on demand: 403/).waitFor()
      continue
    }
    await expect.poll(() => suggestions(page).count()).toBe(10)
    await suggestions(page)
      .getByText(/^tracked$|^ranking at /)
      .first()
      .waitFor()
  }
  // What came for the others is still there.
  await page.goto(place('research', 0))
  await suggestButton(page, 0).waitFor()
  await expect.poll(() => suggestions(page).count()).toBe(10)
})

test('keys keep, drop, note and undo; the basket lists keywords of all brands and exports those on show', async () => {
  const page = await web.open({ at: `#/research/${web.brand(3).id}` })
  await suggestButton(page, 3).click()
  await suggestions(page).first().waitFor()
  const pressed = (at: number, name: RegExp) =>
    suggestions(page).nth(at).getByRole('button', { name }).getAttribute('aria-pressed')
  await page.locator('body').press('j')
  await page.keyboard.press('1')
  await expect.poll(() => pressed(0, /^Keep/)).toBe('true')
  // A mark moves to the next row.
  await page.keyboard.press('3')
  await expect.poll(() => pressed(1, /^Drop/)).toBe('true')
  await page.keyboard.press('1')
  await expect.poll(() => pressed(2, /^Keep/)).toBe('true')
  await page.keyboard.press('z')
  await expect.poll(() => pressed(2, /^Keep/)).toBe('false')
  // Enter opens what the cache knows of the keyword.
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  const details = suggestions(page)
    .nth(1)
    .getByRole('region', { name: /^Details of/ })
  await details.getByText('Basket: dropped').waitFor()
  await details.getByText(/^Cluster, matched by text:/).waitFor()
  await suggestions(page).nth(1).getByRole('button', { expanded: true }).click()
  await details.waitFor({ state: 'detached' })
  await page.keyboard.press('k')
  await page.keyboard.press('n')
  await page.keyboard.type('for the spring issue')
  await main(page).getByText('Saved').waitFor()
  await page.keyboard.press('Escape')

  await page.goto(`${web.desk.origin}/#/research/all?tab=basket`)
  const basket = main(page).getByRole('table', { name: 'Basket' })
  await basket.waitFor()
  await expect.poll(() => basket.getByRole('row').count()).toBe(2)
  await basket.getByText(web.brand(3).name, { exact: true }).waitFor()
  await expect.poll(() => basket.getByRole('textbox', { name: /^Note on/ }).inputValue()).toBe('for the spring issue')
  await main(page).getByText('Both', { exact: true }).click()
  await expect.poll(() => basket.getByRole('row').count()).toBe(3)
  await main(page).getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await page.getByText('2 rows exported').waitFor()
  await closeNote(page.getByRole('alert').filter({ hasText: '2 rows exported' }))
  await page.locator('body').press('j')
  await page.keyboard.press('x')
  await main(page).getByText('1 of 2 keywords selected').waitFor()
  await page.keyboard.press('Control+e')
  await page.getByText('1 row exported').waitFor()
  await page
    .locator('[data-export-note]')
    .getByText(/Synced/)
    .waitFor()
  // A click opens the keyword, like Enter; with Ctrl it selects the row.
  const keyword = await basket
    .getByRole('row')
    .nth(2)
    .getByRole('button', { name: /^(?!Keep|Drop|Take)/ })
    .textContent()
  await basket
    .getByRole('row')
    .nth(2)
    .getByRole('cell')
    .nth(3)
    .click({ modifiers: ['Control'] })
  await main(page).getByText('2 of 2 keywords selected').waitFor()
  await basket.getByRole('row').nth(2).getByRole('cell').nth(3).click()
  await expect.poll(() => new URL(page.url()).hash).toContain(`#/rankings/${web.brand(3).id}?`)
  await expect.poll(() => decodeURIComponent(page.url()).replaceAll('+', ' ')).toContain(`keyword=${keyword}`)
})

test('an invalid site is shown at its field before anything is sent; the draft survives another view', async () => {
  const page = await web.open({ at: `#/research/${web.brand(4).id}` })
  const before = await asked('keywords.suggest')
  await main(page).getByText('Website', { exact: true }).click()
  const site = main(page).getByRole('textbox', { name: 'Website' })
  await site.fill('not a site')
  await main(page).getByRole('combobox', { name: 'Audience' }).fill('Small hotels')
  await main(page).getByRole('combobox', { name: 'Audience' }).press('Enter')
  await suggestButton(page, 4).click()
  await main(page).getByText('This is neither a domain nor a web address.', { exact: false }).waitFor()
  expect(await asked('keywords.suggest')).toBe(before)
  await page.goto(place('rankings', 4))
  await page.goto(place('research', 4))
  await expect.poll(() => site.inputValue()).toBe('not a site')
  await main(page).getByText('Small hotels').waitFor()
  await site.fill('example.com/tea')
  await suggestButton(page, 4).click()
  await suggestions(page).first().waitFor()
  expect(await asked('keywords.suggest')).toBe(before + 1)
})

test('hostile keywords are text in the suggestions, the basket and the clipboard', async () => {
  const body = JSON.stringify({ success: true, keywords: HOSTILE })
  await web.sandbox.fault({ operation: 'keywords.suggest', kind: 'malformed', body, teamId: teamOf(1) })
  const page = await web.open({
    at: `#/research/${web.brand(1).id}`,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await suggestButton(page, 1).click()
  await suggestions(page).first().waitFor()
  await expect.poll(() => suggestions(page).count()).toBe(HOSTILE.length)
  await main(page).getByRole('button', { name: 'Keep the remaining 4' }).click()
  await main(page).getByText('all marked').waitFor()
  expect(await tooWide(page)).toEqual([])
  await page.goto(`${place('research', 1)}?tab=basket`)
  await main(page).getByText('4 keywords', { exact: true }).waitFor()
  expect(await tooWide(page)).toEqual([])
  await main(page).getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Copy as TSV' }).click()
  await page.getByText('4 rows copied').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.trim().split('\n')).toHaveLength(5)
  expect(copied).toContain("\t'=HYPERLINK")
  expect(await page.evaluate(() => Reflect.get(globalThis, 'wasRun') ?? null)).toBeNull()
  await expect.poll(() => page.locator('#root img').count()).toBe(0)
})

test('audits of five brands are counted; one fails, and one with an unknown outcome is run again only by a person', async () => {
  await web.sandbox.fault({ operation: 'websiteAudit.run', kind: 'status', status: 403, teamId: teamOf(1) })
  await web.sandbox.fault({ operation: 'websiteAudit.run', kind: 'cut', at: 'after', teamId: teamOf(3) })
  const page = await web.open({ at: '#/audits/all', viewport: { width: 1440, height: 900 } })
  await main(page).getByRole('button', { name: 'Audit 5 sites' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/reports no price for audits/).waitFor()
  await dialog.getByText(web.brand(2).name).waitFor()
  await dialog.getByRole('button', { name: 'Audit 5 sites' }).click()
  await main(page).getByText('3 sites audited · 2 without a result').waitFor()
  expect(await asked('websiteAudit.run')).toBe(5)
  await row(page, 0)
    .getByText(/^\d+ of \d+$/)
    .waitFor()
  await row(page, 1).getByText('failed', { exact: true }).waitFor()
  await row(page, 3).getByText('unknown', { exact: true }).waitFor()

  await row(page, 3)
    .getByRole('button', { name: web.brand(3).name, exact: true })
    .click()
  const unknown = main(page).getByRole('region', { name: 'Unknown outcome' })
  await unknown.getByText(/does not repeat it automatically/).waitFor()
  expect(await asked('websiteAudit.run')).toBe(5)
  await unknown.getByRole('button', { name: `Run again for ${web.brand(3).name}` }).click()
  await unknown.waitFor({ state: 'detached' })
  expect(await asked('websiteAudit.run')).toBe(6)
  await main(page).getByText('2 audits', { exact: true }).waitFor()
  await main(page).getByText('Table', { exact: true }).click()
  await main(page).getByRole('region', { name: 'Score by day' }).getByRole('row').nth(1).waitFor()
})

test('cancelling a run skips audits that have not started', async () => {
  await web.sandbox.fault({ operation: 'websiteAudit.run', kind: 'hold', times: 3 })
  const before = await asked('websiteAudit.run')
  const page = await web.open({ at: '#/audits/all' })
  await main(page).getByRole('button', { name: 'Audit 5 sites' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Audit 5 sites' }).click()
  const run = main(page).getByRole('region', { name: 'Audits running' })
  await run.getByRole('progressbar').waitFor()
  await expect.poll(() => asked('websiteAudit.run')).toBe(before + 3)
  const cancelled = page.waitForResponse('**/api/call/research.cancelAudits')
  await run.getByRole('button', { name: 'Cancel' }).click()
  await cancelled
  await web.sandbox.release()
  await main(page).getByText('2 cancelled', { exact: false }).waitFor()
  expect(await asked('websiteAudit.run')).toBe(before + 3)
})

test('the tests that failed are named as far as the reply has them, for the last audit and an older one', async () => {
  const { id, name } = web.brand(1)
  await web.desk.value('research.setAuditSite', { brandId: id, url: 'named.example' })
  const reply = (isTitled: boolean) =>
    JSON.stringify({
      url: 'https://named.example/',
      seoAudit: {
        overallScore: isTitled ? 90 : 70,
        totalTests: 2,
        passedTests: isTitled ? 2 : 1,
        tests: [
          { name: 'Title tag', passed: isTitled, message: 'Every page needs one' },
          { name: 'Robots file', passed: true },
        ],
      },
    })
  for (const body of [reply(true), reply(false)]) {
    await web.sandbox.fault({ operation: 'websiteAudit.run', kind: 'malformed', body, teamId: teamOf(1) })
    await web.desk.value('research.audit', { brandId: id })
  }
  const page = await web.open({ at: `#/audits/${id}` })
  await main(page).getByRole('heading', { name: '1 failed test of 2' }).waitFor()
  const tests = main(page).getByRole('list', { name: 'Tests, failed first' }).getByRole('listitem')
  await tests.first().getByText('Title tag').waitFor()
  await tests.first().getByText('new since the last audit').waitFor()
  const older = main(page).getByRole('grid', { name: 'Audits, newest first' })
  await older.getByText('1 of 2', { exact: true }).first().waitFor()
  // Of an older audit, by a click on its row.
  await older.getByText('90.0').click()
  await main(page).getByRole('heading', { name: '0 failed tests of 2' }).waitFor()
  // A reply of totals alone names none, and the page says so.
  const totals = JSON.stringify({ seoAudit: { overallScore: 80, totalTests: 10, passedTests: 8 } })
  await web.sandbox.fault({ operation: 'websiteAudit.run', kind: 'malformed', body: totals, teamId: teamOf(1) })
  await main(page)
    .getByRole('button', { name: `Audit ${name}` })
    .first()
    .click()
  await older.getByText('8 of 10', { exact: true }).first().click()
  await main(page)
    .getByText(/does not name its tests/)
    .waitFor()
})

test('a brand’s site is checked at its field, undo restores the detected site, and a reminder is set', async () => {
  const page = await web.open({ at: '#/audits/all' })
  const { name } = web.brand(0)
  await row(page, 0)
    .getByRole('button', { name: new RegExp(`^Site of ${name}.*detected`) })
    .click()
  const field = row(page, 0).getByRole('textbox', { name: `Site of ${name}` })
  await field.fill('http://user:pass@bad')
  await field.press('Enter')
  await row(page, 0)
    .getByText(/Write one such as example.com/)
    .waitFor()
  await field.fill('shop.example.com')
  await field.press('Enter')
  await row(page, 0).getByText('shop.example.com').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(page, 0)
    .getByRole('button', { name: new RegExp(`^Site of ${name}.*detected`) })
    .waitFor()
  await row(page, 0)
    .getByRole('combobox', { name: `Reminder of ${name}` })
    .click()
  await page.getByRole('option', { name: 'every 7 days' }).click()
  await page.getByText(`${name}: reminded every 7 days`).waitFor()
  const { sites } = await web.desk.value('research.auditSites', { brandIds: [web.brand(0).id] })
  expect(sites[0]).toMatchObject({ remindEveryDays: 7, isGuessed: true, isDue: false })
})

/** As if the desk had run for years: rows beside those it wrote itself. */
const write = (sql: string, ...values: readonly (string | number)[]): void => {
  const db = new Database(join(web.desk.home, 'core.db'))
  try {
    db.prepare(sql).run(...values)
  } finally {
    db.close()
  }
}

test('a long history shows its exact number, its oldest audit by one key, and all its days in the chart', async () => {
  const { id } = web.brand(2)
  const url = 'https://years.example/'
  await web.desk.value('research.setAuditSite', { brandId: id, url })
  const before = (await web.desk.value('research.audits', { brandIds: [id], limit: 1 })).total
  const count = 1300
  write(
    `WITH RECURSIVE day(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM day WHERE n < ?)
     INSERT INTO audit (brand_id, url, at_ms, state, overall_score, total_tests, passed_tests, folded)
     SELECT ?, ?, 1600000000000 + n * 86400000, 'done', 40 + n % 50, 40, 20, 'years' FROM day`,
    count - 1,
    id,
    url,
  )
  await web.desk.value('annotations.save', { day: '2021-01-05', brandIds: [id], text: 'Moved to another host' })
  const page = await web.open({ at: `#/audits/${id}` })
  const total = (before + count).toLocaleString('en')
  await main(page).getByRole('list', { name: 'Events' }).getByText('Moved to another host').waitFor()
  await main(page).getByText(`${total} audits`, { exact: true }).waitFor()
  const grid = main(page).getByRole('grid', { name: 'Audits, newest first' })
  expect(await grid.getAttribute('aria-rowcount')).toBe(String(before + count + 1))
  await grid.focus()
  await page.keyboard.press('End')
  await grid.getByText(/^13 Sept? 2020/).waitFor()
  await main(page).getByText('Table', { exact: true }).click()
  const scores = main(page).getByRole('region', { name: 'Score by day' })
  await scores.getByText('13 Sep 2020', { exact: false }).waitFor()
})

test('a due reminder is marked on its brand and found by a filter', async () => {
  const { id, name } = web.brand(4)
  await web.desk.value('research.setAuditSite', { brandId: id, url: 'due.example', remindEveryDays: 7 })
  write('UPDATE audit_site SET remind_since_ms = ? WHERE brand_id = ?', Date.now() - 8 * 86_400_000, id)
  const page = await web.open({ at: '#/audits/all' })
  await row(page, 4).getByText('due', { exact: true }).waitFor()
  await main(page).getByRole('button', { name: 'Due 1' }).click()
  await main(page).getByText(`1 of ${BRANDS} brands`, { exact: true }).waitFor()
  await row(page, 4).getByRole('button', { name, exact: true }).click()
  await main(page).getByText('due', { exact: true }).waitFor()
  // An audit that comes to a score settles it: the next one counts from there.
  await main(page)
    .getByRole('button', { name: `Audit ${name}` })
    .first()
    .click()
  await main(page).getByText('due', { exact: true }).waitFor({ state: 'detached' })
  const { sites } = await web.desk.value('research.auditSites', { brandIds: [id] })
  expect(sites[0]).toMatchObject({ isDue: false, last: { state: 'done' } })
})

test('in a window of 1024 × 700 each row of Audits has its site and its Run button in sight', async () => {
  const page = await web.open({ at: '#/audits/all', viewport: { width: 1024, height: 700 } })
  const site = row(page, 0).getByRole('button', { name: /^Site of/ })
  await site.waitFor()
  expect((await site.boundingBox())?.width).toBeGreaterThan(90)
  const run = row(page, 0).getByRole('button', { name: `Audit ${web.brand(0).name}` })
  const box = await run.boundingBox()
  const panel = await main(page).getByRole('table', { name: 'Audits of all brands' }).boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((panel?.x ?? 0) + (panel?.width ?? 0))
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(1024 - 24)
})

describe('for every person', () => {
  const places = () => {
    const { id } = web.brand(0)
    return ['research/all', `research/${id}`, 'research/all?tab=basket&state=all', 'audits/all', `audits/${id}`]
  }
  test('axe finds nothing serious in either theme, and nothing scrolls sideways', async () => {
    const page = await web.open()
    const found: Record<string, readonly string[]> = {}
    for (const at of places()) {
      await page.goto(`${web.desk.origin}/#/${at}`)
      await main(page).getByRole('heading', { level: 1 }).waitFor()
      await whenAnswered(page)
      found[at] = [...(await tooWide(page)), ...(await axeInBothThemes(page, { within: '#view' }))]
    }
    expect(found).toEqual(Object.fromEntries(places().map((at) => [at, []])))
  })
})

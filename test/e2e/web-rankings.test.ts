// The rankings view: what it paints is what the desk answers, whatever it is narrowed to.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDecimal } from '../../src-renderer/format/numbers.ts'
import { formatDay } from '../../src-renderer/format/time.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { intercept } from '../support/intercept.ts'
import { axeFindings, axeInBothThemes, tooWide, whenAnswered } from '../support/page-checks.ts'
import { expectColumn, readGrid } from '../support/read-grid.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 2, keywords: 150 }, historyDays: 16 })
})
afterAll(() => web?.close())

const label = () => `Rankings of ${web.brand(0).name}`
const openRankings = async () => {
  const page = await web.open({ at: `#/rankings/${web.brand(0).id}` })
  await page.getByRole('grid', { name: label() }).waitFor()
  return page
}
/** In the order in which the table opens. */
const ask = (input: CallInput<'rankings.page'> = {}) =>
  web.desk.value('rankings.page', {
    brandIds: [web.brand(0).id],
    limit: 60,
    sort: { by: 'clicks', direction: 'desc' },
    ...input,
  })

/** Waits until the table shows the desk's page for this query, and returns its count. */
const expectPage = async (page: Page, input: CallInput<'rankings.page'> = {}) => {
  const { rows, total } = await ask(input)
  expect(total).toBeGreaterThan(0)
  await expectColumn(page, { label: label(), column: 'Keyword' }, { total, texts: rows.map((row) => row.keyword) })
  await page.getByText(`${total} keyword${total === 1 ? '' : 's'}`, { exact: true }).waitFor()
  return { rows, total }
}
const head = (page: Page, name: string) => page.getByRole('columnheader', { name }).getByRole('button').first()
/** Filters come before the table, whose headers have the same words. */
const filter = (page: Page, name: string | RegExp) =>
  page
    .getByRole('main')
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()

test('table shows the rows, positions and count of the desk', async () => {
  const page = await openRankings()
  const { rows } = await expectPage(page)
  const grid = await readGrid(page, label())
  const shown = grid?.rows.slice(0, 10).map((row) => [row.Before, row.Position, row.Clicks])
  const number = new Intl.NumberFormat('en')
  expect(shown).toEqual(
    rows
      .slice(0, 10)
      .map((row) => [formatDecimal(row.positionBefore), formatDecimal(row.position), number.format(row.clicks)]),
  )
})

test('table sorts by one column, and by two', async () => {
  const page = await openRankings()
  const clicksHead = page.getByRole('columnheader', { name: /^Clicks/ })
  expect(await clicksHead.getAttribute('aria-sort')).toBe('descending')
  await head(page, 'Position').click()
  await expectPage(page, { sort: { by: 'position', direction: 'asc' } })
  expect(await page.getByRole('columnheader', { name: /^Position/ }).getAttribute('aria-sort')).toBe('ascending')
  await head(page, '★').click()
  await head(page, 'Clicks').click({ modifiers: ['Shift'] })
  await expectPage(page, {
    sort: [
      { by: 'isStarred', direction: 'desc' },
      { by: 'clicks', direction: 'desc' },
    ],
  })
  await head(page, 'Clicks').click({ modifiers: ['Shift'] })
  await expectPage(page, {
    sort: [
      { by: 'isStarred', direction: 'desc' },
      { by: 'clicks', direction: 'asc' },
    ],
  })
})

test('filters by text, band, change and star narrow the table, and clear at once', async () => {
  const page = await openRankings()
  const word = (await ask()).rows[3]?.keyword.split(' ')[0] ?? ''
  await page.getByRole('searchbox', { name: 'Filter by keyword' }).fill(word)
  const found = await expectPage(page, { search: word })
  expect(found.rows.every((row) => row.keyword.includes(word))).toBe(true)
  await page.getByRole('searchbox', { name: 'Filter by keyword' }).fill('no keyword is called this')
  await page.getByText('0 keywords', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expectPage(page)

  // Cleared before the pause after the last letter is over: the text does not come back.
  const search = page.getByRole('searchbox', { name: 'Filter by keyword' })
  await search.fill('no keyword is')
  await page.getByText('0 keywords', { exact: true }).waitFor()
  const clear = await page.getByRole('button', { name: 'Clear all' }).elementHandle()
  await search.evaluate((field: HTMLInputElement, button) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    for (const text of ['no keyword is t', 'no keyword is th']) {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    if (button instanceof HTMLElement) button.click()
    // A timer that is set later and is longer ends after the field's own.
    setTimeout(resolve, 200)
    return promise
  }, clear)
  await expectPage(page)

  await filter(page, 'Position').click()
  await page.getByRole('menu').getByText('3.49 is in the top 3, 3.50 is not').waitFor()
  await page.getByRole('menuitemradio', { name: '4–10' }).click()
  await expectPage(page, { filter: { positionMin: 3.5, positionMax: 10.4999 } })
  await filter(page, 'Change').click()
  await page.getByRole('menuitemcheckbox', { name: 'Climbed' }).click()
  await page.keyboard.press('Escape')
  await expectPage(page, { filter: { positionMin: 3.5, positionMax: 10.4999, change: ['up'] } })
  await page.getByRole('button', { name: 'Remove the filter Position: 4–10' }).click()
  await expectPage(page, { filter: { change: ['up'] } })
  await page.getByRole('button', { name: 'Clear all' }).click()
  await filter(page, 'Starred').click()
  const starred = await expectPage(page, { filter: { starred: true } })
  expect(starred.rows.every((row) => row.isStarred)).toBe(true)
})

/** An earlier notice may still be fading out. */
const undo = (page: Page, said: string) =>
  page.getByRole('alert').filter({ hasText: said }).getByRole('button', { name: 'Undo' }).click()
const pickPeriod = (page: Page) => filter(page, /vs previous$|^\d+ days$| vs /)
const totals = (input: CallInput<'rankings.totals'> = {}) =>
  web.desk.value('rankings.totals', { brandIds: [web.brand(0).id], ...input })
const heads = async (page: Page) =>
  (await page.getByRole('columnheader').allTextContents()).map((text) => text.trim().replace(/\d$/, ''))

test('two weeks are compared in two clicks, side by side, and stay so when a keyword opens', async () => {
  const page = await openRankings()
  await page.setViewportSize({ width: 1024, height: 700 })
  await expectPage(page)
  await pickPeriod(page).click()
  await page.getByRole('button', { name: /^7 days vs previous 7/ }).click()
  const when = { period: { days: 7 }, comparePeriod: 'previous' } as const
  const { rows } = await expectPage(page, when)
  const shown = (await readGrid(page, label()))?.rows.slice(0, 8).map((row) => [row.Before, row.Position])
  expect(shown).toEqual(rows.slice(0, 8).map((row) => [formatDecimal(row.positionBefore), formatDecimal(row.position)]))
  const sums = await totals(when)
  const strip = page.getByRole('region', { name: 'Totals' })
  await strip.getByText(String(sums.keywords), { exact: true }).waitFor()
  await strip.getByText(new Intl.NumberFormat('en').format(sums.clicks.now), { exact: true }).waitFor()
  for (const { keywords } of sums.bands) await strip.getByText(String(keywords), { exact: true }).first().waitFor()

  await page
    .getByRole('grid', { name: label() })
    .getByText(rows[1]?.keyword ?? '', { exact: true })
    .click()
  const detail = page.getByRole('complementary', { name: `Details of ${rows[1]?.keyword}` })
  await detail
    .getByRole('group', { name: 'Figures' })
    .getByText(formatDecimal(rows[1]?.positionBefore ?? null))
    .first()
    .waitFor()
  const beside = (await heads(page)).filter((head) => ['Before', 'Position', 'Change'].includes(head))
  expect(beside).toEqual(['Before', 'Position', 'Change'])
  const box = await page.getByRole('columnheader', { name: /^Change/ }).boundingBox()
  const panel = await detail.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0)
})

test('an open keyword has the figures of the period that is shown, also when another one is chosen', async () => {
  const page = await openRankings()
  const { rows } = await expectPage(page)
  const keyword = rows[0]?.keyword ?? ''
  const weeks = { period: { days: 7 }, comparePeriod: 'previous' } as const
  const ofWeek = (await ask({ ...weeks, filter: { keyword } })).rows[0]
  const number = new Intl.NumberFormat('en')
  const [usual, week] = [rows[0], ofWeek].map((row) => number.format(row?.clicks ?? 0))
  expect(week).not.toBe(usual)
  await page.getByRole('grid', { name: label() }).press('Enter')
  const figures = page.getByRole('complementary').getByRole('group', { name: 'Figures' })
  await figures.getByText(usual ?? '', { exact: true }).waitFor()
  await page.keyboard.press('c')
  await figures.getByText(week ?? '', { exact: true }).waitFor()
  await page.keyboard.press('c')
  await figures.getByText(usual ?? '', { exact: true }).waitFor()
})

test('C compares two weeks, and goes back; a group of positions filters; days and names are picked', async () => {
  const page = await openRankings()
  await expectPage(page)
  await page.keyboard.press('c')
  const when = { period: { days: 7 }, comparePeriod: 'previous' } as const
  await expectPage(page, when)
  await page.keyboard.press('c')
  await expectPage(page)
  await page.keyboard.press('Shift+C')
  // The first choice has the focus a moment after the dialog is there.
  const firstChoice = page.getByRole('dialog', { name: 'Periods to compare' }).getByRole('button', { name: /^7 days/ })
  await expect.poll(() => firstChoice.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await expectPage(page, when)
  await page.getByRole('group', { name: 'Keywords by position' }).getByRole('button', { name: /^4–10/ }).click()
  await expectPage(page, { ...when, filter: { positionMin: 3.5, positionMax: 10.4999 } })
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expectPage(page)

  const { days } = await web.desk.value('rankings.days', { brandIds: [web.brand(0).id] })
  const day = days[1]?.day ?? ''
  // Which days lost a keyword differs with the date of the run.
  let compareDay = ''
  for (const { day: earlier } of days.slice(2)) {
    const { total } = await ask({ day, compareDay: earlier, filter: { change: ['lost'] } })
    if (total > 0) compareDay = earlier
    if (total > 0) break
  }
  await pickPeriod(page).click()
  const picker = page.getByRole('dialog', { name: 'Periods to compare' })
  await picker.getByLabel('From', { exact: true }).fill(day)
  await picker.getByLabel('To', { exact: true }).fill(day)
  await picker.getByText('Other period').click()
  await picker.getByLabel('Compare from').fill(compareDay)
  await picker.getByLabel('Compare to').fill(compareDay)
  const { rows } = await expectPage(page, { day, compareDay })
  expect(rows.some((row) => row.positionChange !== null && row.positionChange !== 0)).toBe(true)
  await page.keyboard.press('Escape')
  await filter(page, 'Change').click()
  await page.getByRole('menuitemcheckbox', { name: 'Lost' }).click()
  const lost = await expectPage(page, { day, compareDay, filter: { change: ['lost'] } })
  const positions = (await readGrid(page, label()))?.rows.map((row) => row.Position)
  expect(positions).toEqual(lost.rows.map(() => '—'))
  await page.keyboard.press('Escape')

  await filter(page, 'All devices').click()
  await page.getByRole('combobox', { name: 'Country' }).fill('germ')
  await page.getByRole('option', { name: 'Germany' }).click()
  await page.getByRole('button', { name: 'Germany', exact: true }).waitFor()
  // Which devices the service knows is not defined: any text is one.
  const device = page.getByRole('combobox', { name: 'Device' })
  await device.fill('Smart TV')
  await device.press('Enter')
  await page.getByRole('button', { name: 'Smart TV · Germany', exact: true }).waitFor()
  await device.fill('mob')
  await page.getByRole('option', { name: 'Mobile' }).click()
  await page.getByRole('button', { name: 'Mobile · Germany', exact: true }).waitFor()
})

test('a period that is not on this machine says which days are, and is fetched on request', async () => {
  const page = await openRankings()
  await expectPage(page)
  await pickPeriod(page).click()
  await page.getByRole('button', { name: /^90 days vs previous 90.* of 180 days stored/ }).click()
  await page.getByText(/not all days are on this machine/).waitFor()
  await page.getByRole('button', { name: `Fetch both periods for ${web.brand(0).name}` }).click()
  await expect
    .poll(async () => (await ask({ period: { days: 90 }, comparePeriod: 'previous' })).total)
    .toBeGreaterThan(0)
  await expectPage(page, { period: { days: 90 }, comparePeriod: 'previous' })
})

test('stars, tags and tracked keywords are marked, filtered and undone', async () => {
  const page = await openRankings()
  const { rows } = await expectPage(page)
  const row = rows.find((each) => !each.isStarred && !each.isTracked)
  const keyword = row?.keyword ?? ''
  const grid = page.getByRole('grid', { name: label() })
  await grid.getByText(keyword, { exact: true }).click()
  const detail = page.getByRole('complementary', { name: `Details of ${keyword}` })
  await detail.getByRole('button', { name: 'Star', exact: true }).click()
  await detail.getByRole('button', { name: 'Starred', exact: true }).waitFor()
  await filter(page, 'Starred').click()
  const starred = await expectPage(page, { filter: { starred: true } })
  expect(starred.rows.map((each) => each.keyword)).toContain(keyword)
  await filter(page, 'Starred').click()
  await detail.getByRole('button', { name: 'Tag', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Tags of ${keyword}` })
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('money')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Tag 1 keyword' }).click()
  await dialog.waitFor({ state: 'detached' })
  await filter(page, /^Tags/).click()
  await page.getByRole('menuitemcheckbox', { name: 'money · 1' }).click()
  await page.keyboard.press('Escape')
  expect(
    (await web.desk.value('rankings.page', { filter: { tags: ['money'] } })).rows.map((each) => each.keyword),
  ).toEqual([keyword])
  await page.getByText('1 keyword', { exact: true }).waitFor()
  await undo(page, 'tagged money')
  await page.getByText('0 keywords', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await filter(page, 'Tracked').click()
  const tracked = await expectPage(page, { filter: { tracked: true } })
  expect(tracked.rows.every((each) => each.isTracked)).toBe(true)
  await grid.getByRole('img', { name: 'tracked' }).first().waitFor()
})

test('an export writes the rows shown, counts them and downloads the file', async () => {
  const page = await openRankings()
  await filter(page, 'Starred').click()
  const { total } = await expectPage(page, { filter: { starred: true } })
  await filter(page, 'Export').click()
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  const note = page.getByRole('alert').filter({ hasText: 'exported' })
  await note.getByText(`${total} rows exported`).waitFor()
  const downloading = page.waitForEvent('download')
  await note.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  const written = await readFile(join(web.desk.home, 'exports', download.suggestedFilename()), 'utf8')
  expect(await readFile(await download.path(), 'utf8')).toBe(written)
  expect(written.trim().split(/\r?\n/)).toHaveLength(total + 1)
  await expect.poll(() => note.locator('code').textContent()).toContain(download.suggestedFilename())
})

test('a keyword opens beside the table with its history as a chart and as a table', async () => {
  const page = await openRankings()
  const keyword = (await expectPage(page)).rows[2]?.keyword ?? ''
  await page.getByRole('grid', { name: label() }).getByText(keyword, { exact: true }).click()
  const detail = page.getByRole('complementary', { name: `Details of ${keyword}` })
  await detail.getByRole('figure', { name: 'Position by day' }).locator('canvas').waitFor()
  await detail.getByRole('switch', { name: 'Show as table' }).click()
  const { points } = await web.desk.value('rankings.history', { brandId: web.brand(0).id, keyword })
  const days = detail.getByRole('table', { name: `Rankings of ${keyword} by day` }).locator('tbody th')
  // What happened on a day follows it.
  const dayNames = async () => (await days.allTextContents()).map((text) => text.split(' · ')[0])
  await expect.poll(dayNames).toEqual(points.map((point) => formatDay(point.day)).reverse())
  expect(points.length).toBeGreaterThanOrEqual(8)
  // The open keyword is in the address, so that a reload keeps it.
  await page.reload()
  await detail.getByRole('heading', { name: keyword }).waitFor()
  await page.getByRole('button', { name: 'Close the details' }).click()
  await detail.waitFor({ state: 'detached' })
})

test('where the history is too short to test a forecast, it is off; to one who asks it says why there is none', async () => {
  const { rows } = await web.desk.value('rankings.page', { limit: 1 })
  const { brandId = '', keyword = '' } = rows[0] ?? {}
  const asked = { brandId, keyword, measure: 'position', days: 14 } as const
  const { forecast, held, reason } = await web.desk.value('rankings.forecast', asked)
  expect([forecast, held]).toEqual([null, null])
  const page = await web.open({ at: `#/rankings/all?brand=${brandId}&keyword=${encodeURIComponent(keyword)}` })
  const detail = page.getByRole('complementary')
  const forecastSwitch = detail.getByRole('switch', { name: 'Forecast' })
  await forecastSwitch.waitFor()
  await whenAnswered(page)
  const told = detail.getByText(reason ?? '')
  expect([await forecastSwitch.isChecked(), await told.count()]).toEqual([false, 0])
  await forecastSwitch.click()
  await told.waitFor()
  await forecastSwitch.click()
  await told.waitFor({ state: 'detached' })
})

test('columns and saved views survive a reload', async () => {
  const page = await openRankings()
  const heads = async () => (await page.getByRole('columnheader').allTextContents()).map((text) => text.trim())
  await page.getByRole('button', { name: /^Columns/ }).click()
  await page.getByRole('checkbox', { name: 'Impressions', exact: true }).uncheck()
  await page.getByRole('checkbox', { name: 'Pages', exact: true }).check()
  await page.keyboard.press('Escape')
  await expect.poll(heads).not.toContain('Impressions')
  await expect.poll(heads).toContain('Pages')
  await filter(page, 'Starred').click()
  await expectPage(page, { filter: { starred: true } })
  await page.getByRole('button', { name: /^Views/ }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('My stars')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'My stars', exact: true }).waitFor()

  await whenAnswered(page) // a page that leaves takes back what it still asks
  await page.reload()
  await expectPage(page)
  expect(await heads()).not.toContain('Impressions')
  expect(await heads()).toContain('Pages')
  await page.getByRole('button', { name: /^Views/ }).click()
  await page.getByRole('button', { name: 'My stars', exact: true }).click()
  await expectPage(page, { filter: { starred: true } })
  expect(await filter(page, 'Starred').getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('button', { name: /^Views/ }).click()
  await page.getByRole('button', { name: 'Remove the view My stars' }).click()
  await page.getByText('Save the filters, columns and sort order under a name.').waitFor()
})

test('slash, J, K, X, Enter, Escape and question mark work as shortcuts', async () => {
  const page = await openRankings()
  const { rows } = await expectPage(page)
  const grid = page.getByRole('grid', { name: label() })
  const activeRow = () =>
    grid.evaluate((element) =>
      Number(
        document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-rowindex'),
      ),
    )
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Filter by keyword' })
  await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type('jxk?')
  await expect.poll(() => search.inputValue()).toBe('jxk?')
  await page.keyboard.press('Escape')
  await expect.poll(() => search.inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await expectPage(page)

  await expect.poll(activeRow).toBe(2)
  for (const key of ['j', 'j', 'ArrowDown', 'k']) await page.keyboard.press(key)
  await expect.poll(activeRow).toBe(4)
  await page.keyboard.press('x')
  await page.getByText(/^1 selected/).waitFor()
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText(/^2 selected/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText(/\d selected/).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: `Details of ${rows[3]?.keyword}` }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('complementary', { name: `Details of ${rows[4]?.keyword}` }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('Open the palette').waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
})

test('selected rows are copied as shown, as tab-separated text', async () => {
  const page = await openRankings()
  const { rows } = await expectPage(page)
  const grid = page.getByRole('grid', { name: label() })
  await grid.focus()
  for (const key of ['x', 'j', 'j', 'x', 'Control+c']) await page.keyboard.press(key)
  await page.getByText('2 rows copied').waitFor()
  // Any field that takes lines will do to see what was copied.
  await page.keyboard.press('Shift+A')
  const dialog = page.getByRole('dialog', { name: 'Add brands' })
  await dialog.getByText('Paste a list', { exact: true }).click()
  const field = dialog.getByRole('textbox', { name: 'Brands and keys' })
  await field.focus()
  await page.keyboard.press('Control+v')
  await expect.poll(() => field.inputValue()).not.toBe('')
  const lines = (await field.inputValue()).trim().split('\n')
  expect(lines[0]?.split('\t')).toEqual(
    expect.arrayContaining(['Keyword', 'Position before', 'Position now', 'Clicks']),
  )
  expect(lines.slice(1).map((line) => line.split('\t')[0])).toEqual([rows[0]?.keyword, rows[2]?.keyword])
})

test('selected keywords are starred and tagged at once, in Rankings and in Movers', async () => {
  const page = await openRankings()
  const { rows } = await expectPage(page, {})
  const grid = page.getByRole('grid', { name: label() })
  await grid.focus()
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key)
  await filter(page, 'Star').click()
  await page.getByText('2 keywords starred').waitFor()
  const starred = (await ask({ filter: { starred: true } })).rows.map(({ keyword }) => keyword)
  expect(starred).toEqual(expect.arrayContaining(rows.slice(0, 2).map(({ keyword }) => keyword)))

  await page.goto(`${page.url().split('#')[0]}#/movers/${web.brand(0).id}`)
  const movers = page.getByRole('grid', { name: /^Movers/ })
  await movers.focus()
  await page.keyboard.press('n')
  await movers.locator('[data-row]').nth(1).waitFor()
  await movers.focus()
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key)
  await filter(page, 'Tag').click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Tags on all of them' }).fill('moved')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Tag 2 keywords' }).click()
  await page.getByText('2 keywords tagged moved').waitFor()
  expect((await web.desk.value('rankings.tags', {})).tags).toContainEqual({ tag: 'moved', count: 2 })
  await undo(page, 'tagged moved')
  const left = async () => (await web.desk.value('rankings.tags', {})).tags.filter(({ tag }) => tag === 'moved')
  await expect.poll(left).toEqual([])
})

test('rows far down load when they are scrolled into view', async () => {
  const page = await openRankings()
  const { total } = await expectPage(page)
  const last = (await ask({ offset: total - 1, limit: 1 })).rows[0]?.keyword ?? ''
  await page.getByRole('grid', { name: label() }).press('End')
  await page.getByRole('grid', { name: label() }).getByText(last, { exact: true }).waitFor()
})

test('strip, period picker and detail have no findings of axe in either theme', async () => {
  const page = await web.open({ at: `#/rankings/${web.brand(0).id}` })
  await page.getByRole('region', { name: 'Totals' }).waitFor()
  await page.getByRole('grid', { name: label() }).press('Enter')
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /^Starred|^Star/ })
    .waitFor()
  await page.keyboard.press('Shift+C')
  await page.getByRole('dialog', { name: 'Periods to compare' }).waitFor()
  expect(await axeInBothThemes(page)).toEqual([])
  expect(await tooWide(page)).toEqual([])
})

test('a cluster shows its keywords, their trend and pages, and opens one', async () => {
  const page = await web.open({ at: `#/clusters/${web.brand(0).id}` })
  const { rows } = await web.desk.value('clusters.page', { brandIds: [web.brand(0).id] })
  const cluster = rows[0]
  if (cluster === undefined) throw new Error('The brand has clusters.')
  const asked = { brandId: web.brand(0).id, clusterId: cluster.id }
  const { keywords, pages, total } = await web.desk.value('clusters.keywords', asked)
  expect(total).toBeGreaterThan(0)
  await page.getByText('Coverage:', { exact: true }).waitFor()
  await page.getByRole('grid').getByText(cluster.name, { exact: true }).waitFor()
  await page.getByRole('grid').press('Enter')
  const detail = page.getByRole('complementary', { name: `Details of ${cluster.name}` })
  const found = detail.getByRole('region', { name: 'Matching keywords' })
  await found.getByText(/^Keywords are found by the name of the cluster: “/).waitFor()
  await found.getByRole('heading', { name: /^\d+ matching keywords?, last 28 days vs previous 28 days$/ }).waitFor()
  await detail.getByText('The service names no period for its trend and change.').waitFor()
  const { published, total: topics } = cluster.coverage
  await detail.getByRole('heading', { name: `Coverage: ${published} of ${topics} published` }).waitFor()
  await expect.poll(() => found.getByRole('button').allTextContents()).toEqual(keywords.map(({ keyword }) => keyword))
  await detail.getByRole('figure', { name: 'Clicks of these keywords by day' }).locator('canvas').waitFor()
  await detail
    .getByRole('region', { name: 'Pages' })
    .getByText(pages[0]?.page ?? '')
    .first()
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await found.getByRole('button').first().click()
  await page.getByRole('complementary', { name: `Details of ${keywords[0]?.keyword}` }).waitFor()
})

test('a detail is docked, covers no column that the list is ranked by, and its width is kept', async () => {
  const page = await web.open({ at: `#/rankings/${web.brand(0).id}`, viewport: { width: 1024, height: 700 } })
  const grid = page.getByRole('grid').first()
  await grid.locator('[data-row="2"]').getByText(/\S/).first().waitFor()
  await grid.locator('[data-row="2"]').click()
  const detail = page.getByRole('complementary', { name: /^Details of / })
  await detail.waitFor()
  const width = async () => (await detail.boundingBox())?.width
  const edges = async () => {
    const [list, side] = await Promise.all([grid.boundingBox(), detail.boundingBox()])
    return (side?.x ?? 0) - ((list?.x ?? 0) + (list?.width ?? 0))
  }
  for (const [size, wide] of [
    [1024, 380],
    [1280, 380],
    [1440, 440],
  ] as const) {
    await page.setViewportSize({ width: size, height: 800 })
    await expect.poll(width).toBe(wide)
    await expect.poll(edges).toBeGreaterThanOrEqual(0)
    await grid.locator('[aria-sort="descending"]').waitFor()
    // Nothing of the list lies beyond its edge.
    await expect.poll(() => grid.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
  }
  expect(await grid.locator('[data-shown]').getAttribute('data-row')).toBe('2')
  const edge = detail.getByRole('separator', { name: 'Width of the details' })
  await edge.press('ArrowLeft')
  await expect.poll(width).toBe(460)
  await whenAnswered(page)
  await page.reload()
  await expect.poll(width).toBe(460)
  await expect.poll(() => grid.locator('[data-shown]').getAttribute('data-row')).toBe('2')
})

test('while the next keyword is read, nothing of the one before stands under its name', async () => {
  const page = await web.open({ at: `#/rankings/${web.brand(0).id}` })
  const grid = page.getByRole('grid').first()
  const detail = page.getByRole('complementary', { name: /^Details of / })
  await grid.locator('[data-row="0"]').getByText(/\S/).first().waitFor()
  await grid.locator('[data-row="0"]').click()
  await detail.getByRole('figure').first().locator('canvas').waitFor()
  const held: (() => void)[] = []
  await intercept(page, '**/api/call/rankings.history', async (route) => {
    await new Promise<void>((done) => held.push(done))
    await route.continue()
  })
  const first = await detail.getAttribute('aria-label')
  await page.keyboard.press('j')
  await expect.poll(() => held.length).toBe(1)
  expect(await detail.getAttribute('aria-label')).not.toBe(first)
  await expect.poll(() => detail.locator('canvas').count()).toBe(0)
  for (const reply of held) reply()
  await detail.getByRole('figure').first().locator('canvas').waitFor()
})

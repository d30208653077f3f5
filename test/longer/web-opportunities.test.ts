// Opportunities: keywords and pages with the most to gain, the curve behind them, a scenario, and three lines in Overview.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatShare, formatWhole } from '../../src-renderer/format/numbers.ts'
import { formatDay } from '../../src-renderer/format/time.ts'
import { clicksText, gainText } from '../../src-renderer/views/opportunities/opportunity-labels.ts'
import { axeFindings, axeInBothThemes, tooWide, whenAnswered } from '../support/page-checks.ts'
import { expectColumn, readGrid } from '../support/read-grid.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({
    sandbox: { brands: 2, keywords: 150, days: 60, conflicts: 4 },
    historyDays: 40,
    datasets: ['rankings', 'history'],
  })
})
afterAll(() => web?.close())

const label = () => `Opportunities of ${web.brand(0).name}`
const open = async (options: Parameters<WebDesk['open']>[0] = {}) => {
  const page = await web.open({ at: `#/opportunities/${web.brand(0).id}`, ...options })
  await page.getByRole('grid', { name: label() }).waitFor()
  await whenAnswered(page)
  return page
}
const found = (kind: 'keyword' | 'page' = 'keyword') =>
  web.desk.value('opportunities.page', { brandIds: [web.brand(0).id], filter: { kind }, limit: 500 })

/** An opportunity whose keyword is a real drop now. */
const fallenOpportunity = async () => {
  const keywords = new Set((await found()).rows.map(({ subject }) => subject))
  const kinds = { moves: 'real', kind: 'down', limit: 500 } as const
  const input = { brandIds: [web.brand(0).id], ...kinds }
  for (const { brandId, keyword } of (await web.desk.value('rankings.movers', input)).rows) {
    const { row } = await web.desk.value('causes.forKeyword', { brandId, keyword })
    if (row?.kind === 'down' && keywords.has(keyword)) return { brandId, keyword, since: row.since }
  }
  throw new Error('An opportunity falls.')
}

test('keywords and pages are listed, most extra clicks first, and narrowed by what they take', async () => {
  const page = await open()
  const { rows, total } = await found()
  expect(total).toBeGreaterThan(10)
  const inColumn = (texts: readonly string[], column = 'Keyword') =>
    expectColumn(page, { label: label(), column }, { total: texts.length, texts })
  await inColumn(rows.map(({ subject }) => subject))
  const competing = page.locator('label', { hasText: 'Resolve competing pages' })
  await competing.click()
  await inColumn(rows.filter(({ needs }) => needs === 'competing').map(({ subject }) => subject))
  await competing.click()
  const pages = await found('page')
  const by = page.getByRole('radiogroup', { name: 'Opportunities by' })
  await by.getByText('Pages', { exact: true }).click()
  await inColumn(
    pages.rows.map(({ subject }) => new URL(subject).pathname),
    'Page',
  )
  // A page has no position: its own figures stand in its place.
  await inColumn(
    pages.rows.map(({ keywords }) => formatWhole(keywords)),
    'Keywords',
  )
  const heads = Object.keys((await readGrid(page, label()))?.rows[0] ?? {})
  expect(heads.filter((head) => head === 'Reachable' || head === '28-day position')).toEqual([])
  await by.getByText('Keywords', { exact: true }).click()
  await page.getByRole('searchbox').fill('no such keyword')
  await page.getByRole('heading', { name: 'No opportunities match these filters' }).waitFor()
})

test('a keyword opens with the clicks that it may bring and the click curve of its brand', async () => {
  const page = await open({ viewport: { width: 1024, height: 700 } })
  const [row] = (await found()).rows
  if (row === undefined) throw new Error('There are opportunities.')
  await page.getByRole('grid', { name: label() }).getByText(row.subject, { exact: true }).click()
  const detail = page.getByRole('complementary', { name: `Details of ${row.subject}` })
  await detail.getByText(gainText(row.gain), { exact: true }).waitFor()
  await detail.getByText(clicksText(row.expected), { exact: true }).first().waitFor()
  const { plain, clickShare } = await web.desk.value('opportunities.brand', { brandId: row.brandId })
  const curve = detail.getByRole('table', { name: 'Searches without the brand’s name' })
  await curve.getByRole('row').nth(plain.length).waitFor()
  expect(await curve.getByRole('row').count()).toBe(plain.length + 1)
  await curve.getByText(formatShare(plain[0]?.ctr), { exact: true }).first().waitFor()
  await detail.getByText(`Click share, last 28 days: ${formatShare(clickShare)}`).waitFor()
  expect(await tooWide(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await detail.getByRole('button', { name: 'Open in Rankings' }).click()
  await expect.poll(() => page.url()).toContain(`#/rankings/${row.brandId}`)
})

test('a page lists its keywords, most extra clicks first, and leads to each of them and to all of its own', async () => {
  const page = await open()
  await page.getByRole('radiogroup', { name: 'Opportunities by' }).getByText('Pages', { exact: true }).click()
  const [row] = (await found('page')).rows
  if (row === undefined) throw new Error('There are pages.')
  const openDetail = async () => {
    await page.getByRole('grid', { name: label() }).getByText(new URL(row.subject).pathname, { exact: true }).click()
    return page.getByRole('complementary', { name: `Details of ${row.subject}` })
  }
  const detail = await openDetail()
  // No word of the address is cut.
  expect(await detail.getByRole('heading', { level: 2 }).locator('wbr').count()).toBeGreaterThan(2)
  const own = (await found()).rows.filter((one) => one.page === row.subject)
  expect(own).toHaveLength(row.keywords)
  const table = detail.getByRole('table', { name: 'Keywords of this page' })
  await expect.poll(() => table.getByRole('button').allTextContents()).toEqual(own.map(({ subject }) => subject))
  const extra = table.getByRole('row').locator('td:last-child')
  expect(await extra.allTextContents()).toEqual(own.map(({ gain }) => gainText(gain)))
  expect(await tooWide(page)).toEqual([])
  expect(await axeInBothThemes(page)).toEqual([])
  await detail.getByRole('button', { name: 'Open in Rankings' }).click()
  const { total } = await web.desk.value('rankings.page', {
    brandIds: [row.brandId],
    filter: { pageAddress: row.subject },
  })
  expect(total).toBeGreaterThan(0)
  await page.getByText(`Page: ${new URL(row.subject).pathname}`, { exact: true }).waitFor()
  await page
    .getByText(`${formatWhole(total)} keyword${total === 1 ? '' : 's'}`, { exact: true })
    .first()
    .waitFor()
  await page.goBack()
  const again = await openDetail()
  await again.getByRole('button', { name: own[0]?.subject ?? '?', exact: true }).click()
  await page.getByRole('complementary', { name: `Details of ${own[0]?.subject}` }).waitFor()
})

test('a keyword that falls now says so in its opportunity, and leads to Movers of the brands in view', async () => {
  const page = await web.open({ at: '#/opportunities/all' })
  const { keyword, since } = await fallenOpportunity()
  await page.getByRole('searchbox').fill(keyword)
  const row = page.getByRole('row').filter({ hasText: web.brand(0).name })
  await row.getByText(keyword, { exact: true }).click()
  const detail = page.getByRole('complementary', { name: `Details of ${keyword}` })
  await detail.getByText(`Falling since ${formatDay(since)}: see Movers`).waitFor()
  await detail.getByRole('button', { name: 'see Movers' }).click()
  await expect.poll(() => page.url()).toContain('#/movers/all?')
  expect(await page.getByRole('searchbox').inputValue()).toBe(keyword)
  await page
    .getByRole('complementary', { name: `Details of ${keyword}` })
    .getByText(/^(Fell from |Falling since .*: did not rank on )/)
    .waitFor()
})

test('a scenario says what the selected keywords would bring at a position', async () => {
  const page = await open()
  const [first, second] = (await found()).rows
  if (first === undefined || second === undefined) throw new Error('There are opportunities.')
  const grid = page.getByRole('grid', { name: label() })
  await grid.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Scenario' }).click()
  const dialog = page.getByRole('dialog', { name: 'Scenario for 2 keywords' })
  await dialog.getByLabel('Target position').fill('2')
  const { result } = await web.desk.value('opportunities.scenario', {
    brandId: first.brandId,
    keywords: [first.subject, second.subject],
    position: 2,
  })
  await dialog.getByText(clicksText(result?.expected ?? Number.NaN), { exact: true }).waitFor()
  await dialog.getByText(gainText(result?.gain ?? Number.NaN), { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('Overview names the three largest, and the click share beside the visibility', async () => {
  const page = await web.open({ at: `#/overview/${web.brand(0).id}` })
  const { rows } = await found()
  const table = page.getByRole('table', { name: 'Opportunities' })
  await table.waitFor()
  await expect.poll(() => table.getByRole('row').count()).toBe(4)
  for (const { subject } of rows.slice(0, 3)) await table.getByText(subject, { exact: true }).waitFor()
  const { clickShare } = await web.desk.value('opportunities.brand', { brandId: web.brand(0).id })
  await page.getByRole('region', { name: 'Figures' }).getByText(formatShare(clickShare), { exact: true }).waitFor()
})

test('the list and its detail pass the checks in both themes', async () => {
  const page = await open()
  const [row] = (await found()).rows
  await page
    .getByRole('grid', { name: label() })
    .getByText(row?.subject ?? '?', { exact: true })
    .click()
  await page.getByRole('complementary').getByText('Click curve of this brand').waitFor()
  expect(await axeInBothThemes(page)).toEqual([])
})

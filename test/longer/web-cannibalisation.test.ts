// Competing pages: keywords for which two pages compete, which page ranked when, and what to do. Forecast: the band beside
// the clicks in Overview.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDecimal } from '../../src-renderer/format/numbers.ts'
import { formatDay } from '../../src-renderer/format/time.ts'
import { forecastText } from '../../src-shared/desk/forecast.ts'
import { axeFindings, THEME_RULES, tooWide, whenAnswered } from '../support/page-checks.ts'
import { expectColumn } from '../support/read-grid.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const SMALL = { width: 1024, height: 700 }

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({
    sandbox: { brands: 2, keywords: 120, days: 70, conflicts: 6 },
    historyDays: 60,
    datasets: ['rankings', 'history'],
  })
})
afterAll(() => web?.close())

const ids = () => [web.brand(0).id]
const label = () => `Competing pages of ${web.brand(0).name}`
const open = async (options: Parameters<WebDesk['open']>[0] = {}) => {
  const page = await web.open({ at: `#/competing-pages/${web.brand(0).id}`, ...options })
  await page.getByRole('grid', { name: label() }).waitFor()
  await whenAnswered(page)
  return page
}
const found = () => web.desk.value('cannibalisation.page', { brandIds: ids(), limit: 500 })
const detailOf = (page: Page, keyword: string) => page.getByRole('complementary', { name: `Details of ${keyword}` })

test('keywords with competing pages are listed, most clicks first, and narrowed by kind and page', async () => {
  const page = await open()
  const { rows, totals, total } = await found()
  expect(total).toBeGreaterThan(4)
  // The desk keeps 60 days here, whatever a list over up to 90 days is called.
  expect(totals.mostDays).toBeLessThanOrEqual(60)
  const inColumn = (texts: readonly string[]) =>
    expectColumn(page, { label: label(), column: 'Keyword' }, { total: texts.length, texts })
  await inColumn(rows.map(({ keyword }) => keyword))
  await page
    .getByText(
      `${total} keywords with ${totals.clicks.toLocaleString('en-GB')} clicks in ${totals.mostDays} synced days`,
    )
    .waitFor()
  await page.getByText('Share clicks', { exact: true }).first().click()
  await inColumn(rows.filter(({ kind }) => kind === 'split').map(({ keyword }) => keyword))
  await page.getByText('Share clicks', { exact: true }).first().click()
  const lately = await web.desk.value('cannibalisation.page', { brandIds: ids(), filter: { days: 28 }, limit: 500 })
  await page.getByText('28 days', { exact: true }).click()
  await inColumn(lately.rows.map(({ keyword }) => keyword))
  await page
    .getByRole('grid', { name: label() })
    .getByText(lately.rows[0]?.keyword ?? '?', { exact: true })
    .click()
  await page.getByRole('complementary').getByText('Clicks in 28 synced days').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Up to 90 days', { exact: true }).click()
  const second = rows[0]?.pages[1].page ?? ''
  await page.getByRole('searchbox').fill(second)
  await inColumn(
    rows.filter(({ pages }) => pages.some((one) => one.page.includes(second))).map(({ keyword }) => keyword),
  )
  await page.getByRole('searchbox').fill('no such page')
  await page.getByRole('heading', { name: 'No keywords with competing pages match these filters' }).waitFor()
})

test('a keyword opens with the advice, the days of both pages and the way to Rankings', async () => {
  const page = await open({ viewport: SMALL })
  const { rows } = await found()
  const first = rows.find(({ flips }) => flips > 3)
  if (first === undefined) throw new Error('Pages take turns.')
  const brandId = web.brand(0).id
  await page.getByRole('grid', { name: label() }).getByText(first.keyword, { exact: true }).click()
  const detail = detailOf(page, first.keyword)
  const day =
    (await web.desk.value('cannibalisation.keyword', { brandId, keyword: first.keyword })).points[20]?.day ?? ''
  await web.desk.value('annotations.save', { day, brandIds: [brandId], keyword: first.keyword, text: 'Pages merged' })
  const { advice, points } = await web.desk.value('cannibalisation.keyword', { brandId, keyword: first.keyword })
  await detail.getByRole('region', { name: 'What to do' }).getByText(advice.text).waitFor()
  const [a, b] = first.pages
  const strip = `Page A ranked best on ${a.days} days, page B on ${b.days}`
  await detail.getByRole('img', { name: strip }).waitFor()
  await detail.getByRole('figure', { name: 'Position: page A solid, page B dashed by day' }).waitFor()
  await detail.getByRole('list', { name: 'Events' }).getByText('Pages merged').waitFor()
  await detail.getByRole('switch', { name: 'Show as table' }).click()
  const days = detail.getByRole('table').locator('tbody th')
  await expect.poll(() => days.first().textContent()).toBe(formatDay(points.at(-1)?.day ?? ''))
  await expect.poll(() => days.count()).toBe(points.length)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeFindings(page, { rules: THEME_RULES })).toEqual([])
  }
  expect(await tooWide(page)).toEqual([])
  await detail.getByRole('button', { name: 'Open in Rankings' }).click()
  await expect.poll(() => page.url()).toContain(`#/rankings/${brandId}`)
  await detailOf(page, first.keyword).waitFor()
})

test('an earlier day that Rankings shows is named as one that this list cannot show', async () => {
  const page = await web.open({ at: `#/rankings/${web.brand(0).id}` })
  await page.getByRole('button', { name: 'Show an earlier day' }).click()
  await page.getByRole('button', { name: /^A week before/ }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /^As of / })
    .waitFor()
  await page.keyboard.press('Alt+4')
  await page.getByText(/^Competing pages shows the newest state: it cannot show/).waitFor()
})

test('the place opens by its keys for all brands, and has no serious findings of axe', async () => {
  const page = await web.open({ at: '#/rankings/all' })
  await page.getByRole('grid').first().waitFor()
  await page.keyboard.press('Alt+4')
  await page.getByRole('grid', { name: 'Competing pages of all brands' }).waitFor()
  await whenAnswered(page)
  expect(await axeFindings(page)).toEqual([])
})

test('a keyword shows the bands of its position and its clicks, as curves and as a table, until a person hides them', async () => {
  const brandId = web.brand(0).id
  const { rows } = await web.desk.value('rankings.page', { brandIds: [brandId], limit: 1 })
  const keyword = rows[0]?.keyword ?? ''
  const at = `#/rankings/${brandId}?brand=${brandId}&keyword=${encodeURIComponent(keyword)}`
  const page = await web.open({ at, viewport: SMALL })
  const detail = detailOf(page, keyword)
  const asked = { brandId, keyword, days: 14 }
  const position = await web.desk.value('rankings.forecast', { ...asked, measure: 'position' })
  const clicks = await web.desk.value('rankings.forecast', { ...asked, measure: 'clicks' })
  const told = detail.getByText(`Forecast of the position, dashed: ${forecastText(position)}`)
  await told.waitFor()
  const last = position.forecast?.at(-1)
  await detail.getByRole('slider', { name: 'Day of Position. Enter adds a note' }).focus()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('PageDown')
  const days = detail.getByRole('slider', { name: 'Day of Position. Enter adds a note' })
  await expect
    .poll(() => days.getAttribute('aria-valuetext'))
    .toContain(`${formatDecimal(last?.value)} expected, ${formatDecimal(last?.low)} to ${formatDecimal(last?.high)}`)
  await detail.getByRole('switch', { name: 'Show as table' }).click()
  const table = detail.getByRole('table')
  const expectedClicks = clicks.forecast?.at(-1)
  await table
    .getByText(`${Math.round(expectedClicks?.value ?? 0).toLocaleString('en-GB')} expected (`)
    .first()
    .waitFor()
  expect(await tooWide(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await detail.getByRole('switch', { name: 'Forecast' }).click()
  await told.waitFor({ state: 'detached' })
  await expect.poll(() => table.getByText(' expected (').count()).toBe(0)
  await detail.getByRole('switch', { name: 'Forecast' }).click()
  await told.waitFor()
})

test('Overview shows the band of the days to come, says how it did, and keeps it hidden where a person wants', async () => {
  const at = `#/overview/${web.brand(0).id}`
  const page = await web.open({ at })
  const forecast = await web.desk.value('rankings.forecast', { brandId: web.brand(0).id, measure: 'clicks', days: 14 })
  const told = page.getByText(`Forecast of clicks, dashed: ${forecastText(forecast)}`)
  await told.waitFor()
  await page.getByRole('switch', { name: 'Show as table' }).click()
  const table = page.getByRole('region', { name: 'Visibility and clicks by day' })
  const last = forecast.forecast?.at(-1)
  await expect.poll(() => table.locator('tbody th').first().textContent()).toBe(formatDay(last?.day ?? ''))
  const whole = (value: number | undefined) => Math.round(value ?? 0).toLocaleString('en-GB')
  await table
    .getByText(`${whole(last?.value)} expected (${whole(last?.low)} to ${whole(last?.high)})`)
    .first()
    .waitFor()
  await page.getByRole('switch', { name: 'Forecast' }).click()
  await told.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await web.desk.value('desk.settings', {})).preferences['overview.forecast'])
    .toBe(false)
  await page.reload()
  await page.getByText('Visibility and clicks').waitFor()
  await whenAnswered(page)
  expect(await page.getByRole('switch', { name: 'Forecast' }).isChecked()).toBe(false)
  expect(await told.count()).toBe(0)
})

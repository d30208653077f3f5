// Every table, sorted by each of its columns, in a browser whose scrollbars take room: no table scrolls sideways by some
// pixels, and no head cuts the arrow of its column. Every chart names its units, and the coverage of clusters its colours.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from '../support/chromium.ts'
import { startDemoDesk } from '../support/demo-desk.ts'
import type { DeskProcess } from '../support/desk-process.ts'
import { drawnTexts, recordDrawnTexts, whenAnswered } from '../support/page-checks.ts'
import { tableFaults } from '../support/table-faults.ts'
import { openDeskPage } from '../support/web-desk.ts'

const SIZES = [
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
]
const PLACES = [
  'alerts',
  'rankings',
  'movers',
  'competing-pages',
  'opportunities',
  'clusters',
  'prospects',
  'contacts',
  'outbox',
  'suppressions',
  'credits',
  'articles',
]
const MORE = ['webhooks', 'activity', 'audits', 'overview']

let browser: Browser
let desk: DeskProcess
let brandId: string
beforeAll(async () => {
  const [started, demo] = await Promise.all([sharedBrowser({ hasScrollbars: true }), startDemoDesk()])
  browser = started
  desk = demo.desk
  brandId = demo.brands[0]?.id ?? ''
})
afterAll(async () => {
  await desk?.stop()
})

const main = (page: Page) => page.getByRole('main')

/** Polled: a vertical scrollbar that comes with the rows takes its room first, and the columns follow. */
const expectWhole = async (page: Page, how: string) => {
  await whenAnswered(page)
  await expect.poll(() => tableFaults(page), { message: how }).toEqual([])
}

test.each([...PLACES, ...MORE])('%s of all brands has no scrollbar for some pixels and no cut arrow', async (place) => {
  const page = await openDeskPage(browser, desk, { at: `#/${place}/all`, isShared: true })
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expectWhole(page, `${size.width} px`)
    const heads = main(page).getByRole('columnheader').getByRole('button').filter({ hasText: /./ })
    for (let at = 0; at < (await heads.count()); at += 1) {
      await heads.nth(at).click()
      await expectWhole(page, `${size.width} px, sorted by column ${at + 1}`)
    }
  }
})

test.each([
  ['credits', 'all', ['Charged', 'Refund']],
  ['credits', 'brand', ['Charged', 'Refund']],
  ['clusters', 'all', ['Cluster visibility', 'AI visibility']],
  ['clusters', 'brand', ['Cluster visibility', 'AI visibility']],
])('%s of %s show %j in a window of 1280 px', async (place, scope, names) => {
  const at = `#/${place}/${scope === 'all' ? scope : brandId}`
  const page = await openDeskPage(browser, desk, { at, isShared: true, viewport: { width: 1280, height: 800 } })
  await expectWhole(page, '1280 px')
  for (const name of names) {
    const head = main(page).getByRole('columnheader', { name, exact: true })
    await head.waitFor()
    const isWhole = (it: Element) =>
      [it, ...it.querySelectorAll('*')].every((part) => part.scrollWidth <= part.clientWidth || part.clientWidth === 0)
    expect([name, await head.evaluate(isWhole)]).toEqual([name, true])
  }
})

test.each(['all', 'brand'])(
  'rankings of %s cut no head in a window of 1280 px, whichever is sorted by',
  async (scope) => {
    const at = `#/rankings/${scope === 'all' ? scope : brandId}`
    const page = await openDeskPage(browser, desk, { at, isShared: true, viewport: { width: 1280, height: 800 } })
    await expectWhole(page, '1280 px')
    const heads = main(page).getByRole('columnheader').getByRole('button').filter({ hasText: /\w/ })
    const cut: unknown[] = []
    for (let index = 0; index < (await heads.count()); index += 1) {
      await heads.nth(index).click()
      await expectWhole(page, `sorted by column ${index + 1}`)
      const name = heads.nth(index).locator('span').first()
      const cutPx = await name.evaluate((it) => it.scrollWidth - it.clientWidth)
      if (cutPx > 0) cut.push([await name.textContent(), cutPx])
    }
    expect(cut).toEqual([])
  },
)

const DAY = /^\d{1,2} [A-Z][a-z]{2}$/
const NUMBER = /^[\d,.]+[KM]?$/

test.each([
  ['rankings', true, { Position: 'position', Clicks: 'a day', Impressions: 'a day' }],
  ['clusters', true, { 'Clicks of these keywords': 'a day', 'Mean position': 'position' }],
  ['overview', false, { Visibility: 'of 100', Clicks: 'a day' }],
  ['audits', false, { Score: 'of 100' }],
])('charts of %s name the unit of their values, and days below', async (place, isInDetail, units) => {
  const page = await openDeskPage(browser, desk, { at: `#/suppressions/all`, isShared: true })
  await recordDrawnTexts(page)
  await page.goto(`${desk.origin}/#/${place}/${brandId}`)
  if (isInDetail) {
    await main(page).getByRole('grid').getByRole('row').nth(1).waitFor()
    await main(page).getByRole('grid').press('Enter')
  }
  for (const [label, unit] of Object.entries(units)) {
    const texts = () => drawnTexts(main(page).getByRole('figure', { name: new RegExp(`^${label}.* by day$`) }))
    await expect.poll(texts).toContain(unit)
    expect((await texts()).filter((text) => DAY.test(text)).length, label).toBeGreaterThan(1)
    expect((await texts()).filter((text) => NUMBER.test(text)).length, label).toBeGreaterThan(1)
  }
})

test('clusters have a legend with the colours of their coverage bars, beside the table and with numbers in a detail', async () => {
  const page = await openDeskPage(browser, desk, { at: `#/clusters/${brandId}`, isShared: true })
  const grid = main(page).getByRole('grid')
  await grid
    .getByRole('img', { name: / published, / })
    .first()
    .waitFor()
  const coloursOf = (within: string) =>
    page.locator(`${within} [data-part]`).evaluateAll((parts) =>
      parts.map((part): [string, string] => {
        const { backgroundColor } = getComputedStyle(part, part.closest('[role="img"]') === null ? '::before' : null)
        return [part.getAttribute('data-part') ?? '', backgroundColor]
      }),
    )
  const inBars = new Map(await coloursOf('[role="grid"] [role="img"]'))
  const legend = new Map((await coloursOf('main')).filter(([, colour]) => colour !== 'rgba(0, 0, 0, 0)'))
  expect([...legend.keys()]).toEqual(['published', 'generated', 'planned', 'unused'])
  expect(new Set(legend.values()).size).toBe(4)
  for (const [part, colour] of inBars) expect([part, legend.get(part)]).toEqual([part, colour])

  await grid.press('Enter')
  const detail = page.getByRole('complementary', { name: /^Details of / })
  for (const part of legend.keys()) await detail.getByText(new RegExp(`^${part} [\\d,]+$`)).waitFor()
})

test.each([
  ['activity', 'Queue 14 pitches'],
  ['impact', 'Travel insurance'],
])('the open detail of %s scrolls as a whole, and no list in it by itself', async (place, row) => {
  const page = await openDeskPage(browser, desk, { at: `#/${place}/all`, isShared: true })
  await page.setViewportSize({ width: 1280, height: 800 })
  await main(page).getByRole('gridcell').filter({ hasText: row }).first().click()
  const detail = main(page).getByRole('complementary')
  await detail.getByRole('list').first().waitFor()
  await whenAnswered(page)
  const scrolling = detail
    .locator('*')
    .evaluateAll((all) =>
      all
        .filter((each) => each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY))
        .map((each) => each.getAttribute('aria-label') ?? each.tagName),
    )
  expect(await scrolling).toHaveLength(1)
})

test('the filters of lists begin at one height', async () => {
  const page = await openDeskPage(browser, desk, { at: '#/contacts/all', isShared: true })
  const tops: (number | undefined)[] = []
  for (const place of ['Contacts', 'Articles', 'Impact']) {
    await page.goto(`${desk.origin}/#/${place.toLowerCase()}/all`)
    await main(page)
      .getByRole('grid', { name: `${place} of all brands` })
      .waitFor()
    await whenAnswered(page)
    tops.push((await main(page).getByRole('searchbox').boundingBox())?.y)
  }
  expect(tops[0]).toBeGreaterThan(0)
  expect(new Set(tops).size).toBe(1)
})

test.each([
  ['clusters', true],
  ['competing-pages', false],
])('%s of all brands cut no name of a brand, a cluster or a keyword at 1280 px', async (place, isInDetail) => {
  const viewport = { width: 1280, height: 800 }
  const page = await openDeskPage(browser, desk, { at: `#/${place}/all`, isShared: true, viewport })
  const rows = main(page).getByRole('grid').getByRole('row')
  await rows.nth(1).waitFor()
  if (isInDetail) {
    await main(page).getByRole('grid').press('Enter')
    await page.getByRole('complementary', { name: /^Details of / }).waitFor()
  }
  await whenAnswered(page)
  /** Texts of the first two columns that are wider, or have more lines, than what is shown of them. */
  const cutNames = () =>
    main(page)
      .getByRole('grid')
      .evaluate((grid) => {
        const isCut = (part: Element) =>
          part.clientWidth > 0 &&
          (part.scrollWidth > part.clientWidth ||
            (part.hasAttribute('data-name') && part.scrollHeight > part.clientHeight + 2))
        const cells = [...grid.querySelectorAll('[data-row]')].flatMap((row) => [...row.children].slice(1, 3))
        const cut = cells.filter((cell) => [cell, ...cell.querySelectorAll('*')].some(isCut))
        return [cells.length > 10, ...cut.map((cell) => cell.textContent)]
      })
  await expect.poll(cutNames).toEqual([true])
})

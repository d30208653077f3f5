// The rail and tables with 200 brands, in low, narrow and zoomed windows: what fits, what scrolls, what stays in sight.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { tooWide } from '../support/page-checks.ts'
import { atIndex, brandsOf, hash, header, inRailOrder } from '../support/places.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const LOW = { width: 1024, height: 700 }

let web: WebDesk
/** In the order of the rail. */
let brands: readonly Brand[]
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 200, keywords: 5, days: 2 }, historyDays: 1, datasets: ['rankings'] })
  brands = inRailOrder(web.brands)
})
const brandAt = (index: number): Brand => atIndex(brands, index)
afterAll(() => web?.close())

const rail = (page: Page) => page.locator('[data-rail="true"]')
const option = (page: Page, index: number) => page.getByRole('option', { name: brandAt(index).name }).first()
const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).boundingBox()
  if (found === null) throw new Error(`${selector} is not shown`)
  return found
}

test('the brand list keeps its room in a low window and scrolls on its own, with 200 brands', async () => {
  const page = await web.open({ viewport: LOW })
  await page.getByRole('option').first().waitFor()
  const list = await box(page, '#brand-list')
  expect(list.height).toBeGreaterThan(150)
  expect(list.y + list.height).toBeLessThanOrEqual(LOW.height)
  await page.locator('#brand-list').evaluate((it) => it.scrollTo(0, it.scrollHeight))
  await page.getByRole('option', { name: brandAt(-1).name }).waitFor()
  expect(await tooWide(page)).toEqual([])
})

test('in a low window the places and the foot stay in sight; zoomed in, the rail scrolls as one', async () => {
  const page = await web.open({ at: '#/today/all', viewport: LOW })
  const rows = rail(page).locator('[data-place]')
  await rows.first().waitFor()
  const ends = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom))
  expect(Math.max(...(await ends()))).toBeLessThanOrEqual(LOW.height)
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(24)
  await page.setViewportSize({ ...LOW, height: 420 })
  await rail(page).evaluate((it) => it.scrollTo(0, it.scrollHeight))
  expect(Math.max(...(await ends()))).toBeLessThanOrEqual(420)
  expect(await rail(page).evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
})

test('the rail folds in a narrow window and by its button, and keeps that', async () => {
  const page = await web.open({ at: `#/rankings/${brandAt(0).id}`, viewport: LOW })
  const width = async () => (await rail(page).boundingBox())?.width
  expect(await width()).toBe(56)
  const first = page.getByRole('option').first()
  await first.hover()
  const actions = brandsOf(page).getByRole('button', { name: /^Actions for/ })
  await actions.waitFor()
  // The keys find a brand by its name, which comes over the page.
  await page.keyboard.press('b')
  await page.keyboard.type(brandAt(7).name.toLowerCase())
  expect(await width()).toBe(232)
  await page.keyboard.press('Enter')
  await expect.poll(() => hash(page)).toBe(`#/rankings/${brandAt(7).id}`)
  expect(await width()).toBe(56)

  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(width).toBe(232)
  expect((await header(page).boundingBox())?.height).toBe(48)
  expect((await box(page, '#view')).x).toBe(232)
  await rail(page).getByRole('button', { name: 'Fold the rail' }).click()
  await expect.poll(width).toBe(56)
  const saved = async () => (await web.desk.value('desk.settings', {})).preferences['rail.isFolded']
  await expect.poll(saved).toBe(true)
  await page.reload()
  await expect.poll(width).toBe(56)
  await rail(page).getByRole('button', { name: 'Unfold the rail' }).click()
  await expect.poll(width).toBe(232)
})

test('brands are grouped by their tags where a person wants it, and the group of the brand in view is open', async () => {
  const tagged = [2, 3, 9].map((index) => brandAt(index))
  for (const { id } of tagged) await web.desk.value('brands.update', { brandId: id, tags: ['Retail'] })
  const page = await web.open({ at: `#/overview/${brandAt(3).id}` })
  await brandsOf(page).getByText('Brands, by tag', { exact: true }).waitFor()
  const shown = brandsOf(page).locator('[data-brand]')
  await expect.poll(() => shown.allTextContents()).toHaveLength(3)
  await brandsOf(page)
    .getByRole('option', { name: /^Retail/ })
    .click()
  await expect.poll(() => shown.count()).toBe(0)
  for (const key of ['b', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => shown.count()).toBe(3)
  await page.keyboard.press('Escape')
  await brandsOf(page).getByText('Sort by name').click()
  await brandsOf(page).getByText('Brands, A–Z', { exact: true }).waitFor()
  await option(page, 0).waitFor()
  for (const { id } of tagged) await web.desk.value('brands.update', { brandId: id, tags: [] })
})

test('the chosen brand is in sight wherever it was chosen, and stays there in a lower window', async () => {
  const page = await web.open({ at: `#/rankings/${brandAt(150).id}`, viewport: { width: 1280, height: 1080 } })
  const list = brandsOf(page).getByRole('listbox')
  /** Above and below its row, in the list. */
  const roomOf = async (index: number) => {
    const row = brandsOf(page).locator(`[data-brand="${brandAt(index).id}"]`)
    const [one, all] = await Promise.all([row.boundingBox(), list.boundingBox()])
    if (one === null || all === null) return -1
    return Math.round(Math.min(one.y - all.y, all.y + all.height - one.y - one.height))
  }
  await expect.poll(() => roomOf(150)).toBeGreaterThanOrEqual(0)
  // Its row was the last one: a lower window would cut it off.
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect.poll(() => roomOf(150)).toBeGreaterThanOrEqual(0)
  await page.evaluate((hash) => window.location.assign(hash), `#/rankings/${brandAt(20).id}`)
  await expect.poll(() => roomOf(20)).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Control+k')
  await page
    .getByRole('dialog')
    .getByPlaceholder(/^Find a brand/)
    .fill(brandAt(180).name)
  await page.keyboard.press('Enter')
  await expect.poll(() => hash(page)).toContain(brandAt(180).id)
  await expect.poll(() => roomOf(180)).toBeGreaterThanOrEqual(0)
})

test('badges of 200 brands differ in their letters, and neighbours in their colour', async () => {
  const page = await web.open({ viewport: { width: 1440, height: 900 } })
  await page.getByRole('option').nth(15).waitFor()
  const badges = await page
    .getByRole('option')
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector('[data-letters]')?.textContent,
        row.querySelector('[style]')?.getAttribute('style'),
      ]),
    )
  expect(badges.length).toBeGreaterThan(15)
  expect(new Set(badges.map(([letters]) => letters)).size).toBe(badges.length)
  expect(badges.filter(([, colour], at) => colour === badges[at + 1]?.[1])).toEqual([])
})

test('lists of brands have the order of the rail', async () => {
  const page = await web.open({ at: '#/sync/all' })
  // As many rows as each page draws at least.
  const SEEN = 10
  const names = brands.map(({ name }) => name)
  const shown = async () => {
    const lines = await page.locator('main tbody tr[data-brand]').allInnerTexts()
    return lines.map((line) => names.find((name) => line.includes(name)) ?? line)
  }
  await page.locator('main tbody tr[data-brand]').first().waitFor()
  expect((await shown()).slice(0, SEEN)).toEqual(names.slice(0, SEEN))
  await page.goto(`${web.desk.origin}/#/settings/all?section=keys`)
  await page.locator('main tbody tr[data-brand]').first().waitFor()
  expect((await shown()).slice(0, SEEN)).toEqual(names.slice(0, SEEN))
})

test('tables of 200 brands fill their width in a narrow window, as those of few brands do', async () => {
  const page = await web.open({ at: '#/audits/all', viewport: LOW })
  for (const place of ['audits', 'overview', 'sync']) {
    await page.goto(`${web.desk.origin}/#/${place}/all`)
    const table = page.getByRole('main').getByRole('table').first()
    await table.locator('tbody tr').nth(5).waitFor()
    const right = (selector: string) =>
      table.evaluate((element, path) => element.querySelector(path)?.getBoundingClientRect().right ?? 0, selector)
    await expect.poll(async () => (await right('thead')) - (await right('tbody tr:nth-child(3) > :last-child'))).toBe(0)
  }
})

test('the overview shows 200 brands, each once and with its figures, down to its end', async () => {
  const page = await web.open({ at: '#/overview/all', viewport: LOW })
  const rows = page.getByRole('table', { name: 'All brands' }).locator('tr[data-brand]')
  await rows.first().waitFor()
  const found = new Map<number, { id: string; text: string }>()
  const shownRows = () =>
    rows.evaluateAll((all) =>
      all.map((row) => ({
        at: Number(row.ariaRowIndex),
        isBusy: row.ariaBusy === 'true',
        id: row.getAttribute('data-brand') ?? '',
        text: row.textContent ?? '',
      })),
    )
  for (let end = 1; end <= brands.length; ) {
    await expect.poll(async () => (await shownRows()).some(({ isBusy }) => isBusy)).toBe(false)
    for (const { at, id, text } of await shownRows()) found.set(at, { id, text })
    await rows.last().evaluate((row) => row.scrollIntoView({ block: 'start' }))
    const before = end
    end = Math.max(...found.keys())
    if (end <= brands.length) await expect.poll(async () => (await shownRows()).at(-1)?.at ?? 0).toBeGreaterThan(end)
    expect(end, 'the last row after scrolling').toBeGreaterThan(before)
  }
  expect(new Set([...found.values()].map(({ id }) => id))).toEqual(new Set(brands.map(({ id }) => id)))
  const names = new Map(brands.map(({ id, name }) => [id, name]))
  for (const { id, text } of found.values()) expect(text.split(names.get(id) ?? '?')[1], text).toMatch(/\d/)
})

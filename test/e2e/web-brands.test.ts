// From brand to brand: every way there is, never with a reload, and never with another brand's rows.
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { intercept } from '../support/intercept.ts'
import { brandInView, expectColumn } from '../support/read-grid.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 12, keywords: 60 }, historyDays: 2 })
})
afterAll(() => web?.close())

const openRankings = (index: number) => web.open({ at: `#/rankings/${web.brand(index).id}` })

/** Waits until the head and every painted row are this brand's, as the desk returns them. */
const expectBrand = async (page: Page, index: number) => {
  const { id, name } = web.brand(index)
  await expect.poll(() => brandInView(page)).toBe(name)
  const { rows, total } = await web.desk.value('rankings.page', {
    brandIds: [id],
    limit: 60,
    sort: { by: 'clicks', direction: 'desc' },
  })
  const texts = rows.map((row) => row.keyword)
  await expectColumn(page, { label: `Rankings of ${name}`, column: 'Keyword' }, { total, texts })
}

const mark = (page: Page) => page.evaluate(() => Reflect.set(globalThis, 'isSamePage', true))
const isSamePage = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'isSamePage') === true)

test('a brand is switched by click, palette, number, name and back, without a reload', async () => {
  for (const index of [3, 5]) await web.desk.value('brands.update', { brandId: web.brand(index).id, pinned: true })
  const page = await openRankings(0)
  await expectBrand(page, 0)
  await mark(page)

  await page
    .getByRole('option', { name: web.brand(1).name })
    .first()
    .click()
  await expectBrand(page, 1)

  await page.keyboard.press('Control+k')
  await page
    .getByRole('dialog')
    .getByPlaceholder('Find a brand, place, action, keyword or contact')
    .fill(web.brand(2).name.slice(0, 5))
  await page.keyboard.press('Enter')
  await expectBrand(page, 2)

  const pinned = [3, 5].map((index) => web.brand(index)).sort((a, b) => a.name.localeCompare(b.name))
  await page.keyboard.press('Control+1')
  await expectBrand(page, web.brands.indexOf(pinned[0] ?? web.brand(3)))
  await page.keyboard.press('Control+2')
  await expectBrand(page, web.brands.indexOf(pinned[1] ?? web.brand(5)))

  // Letters of two words, in any case: "nw tr" finds "Northwind Traders".
  const [first = '', second = ''] = web.brand(7).name.toLowerCase().split(' ')
  await page.keyboard.press('b')
  await page.keyboard.type(`${first.slice(0, 3)} ${second.slice(0, 3)}`)
  await page
    .getByRole('option', { name: web.brand(7).name })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await expectBrand(page, 7)

  await page.keyboard.press('Alt+q')
  await expectBrand(page, 5)
  await page.goBack()
  await expectBrand(page, 7)
  await page.goBack()
  await expectBrand(page, 5)
  await page.goForward()
  await expectBrand(page, 7)
  expect(await isSamePage(page)).toBe(true)
})

const hash = (page: Page) => page.evaluate(() => window.location.hash)

test('the palette opens a place of a brand, a keyword and a contact by a few letters, and remembers them', async () => {
  const brand = web.brand(6)
  const { rows: ranked } = await web.desk.value('rankings.page', {
    brandIds: [brand.id],
    limit: 5,
    sort: { by: 'clicks', direction: 'desc' },
  })
  const { rows: people } = await web.desk.value('contacts.page', { brandIds: [brand.id], limit: 5 })
  const [keyword = ''] = ranked.map((row) => row.keyword)
  const person = people.find(({ email }) => email !== null)
  if (person?.email == null) throw new Error('No contact has an address.')
  const page = await web.open({ at: '#/sync/all' })
  const palette = page.getByRole('dialog')
  const find = async (text: string) => {
    await page.keyboard.press('Control+k')
    await palette.getByPlaceholder(/^Find a brand/).fill(text)
  }
  await page.getByRole('option', { name: brand.name }).waitFor()
  await find(`${brand.name.split(' ')[0]?.toLowerCase()} rank`)
  await page.keyboard.press('Enter')
  await expect.poll(() => hash(page)).toBe(`#/rankings/${brand.id}`)

  await find(keyword)
  await palette.getByRole('button').filter({ hasText: keyword }).filter({ hasText: brand.name }).first().click()
  await page.getByRole('complementary', { name: `Details of ${keyword}` }).waitFor()
  expect(await hash(page)).toContain(`#/rankings/${brand.id}?`)

  await find(person.email)
  await palette.getByRole('button').filter({ hasText: person.email }).first().click()
  const grid = page.getByRole('grid', { name: `Contacts of ${brand.name}` })
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('2')
  await grid.getByText(person.email).first().waitFor()

  await find('email')
  await expect
    .poll(() => palette.getByRole('button').allTextContents())
    .toEqual(expect.arrayContaining([expect.stringMatching(/^Contacts/), expect.stringMatching(/^Outbox/)]))
  await palette.getByRole('button', { name: /^Outbox/ }).click()
  await expect.poll(() => hash(page)).toBe(`#/outbox/${brand.id}`)
  await find('email')
  await expect.poll(() => palette.getByRole('button').first().textContent()).toMatch(/^Outbox/)
})

test('after a jump by a key no frame is drawn around the page', async () => {
  const page = await openRankings(0)
  await page.locator('#view').focus()
  await page.keyboard.press('Alt+2')
  await expect.poll(() => hash(page)).toContain('#/movers/')
  await page.locator('#view').focus()
  const outline = await page.locator('#view').evaluate((view) => getComputedStyle(view).outlineStyle)
  expect(outline).toBe('none')
})

test('after a click on a brand, J and Enter open a keyword of the table', async () => {
  const page = await openRankings(0)
  await page.getByRole('option', { name: web.brand(4).name }).click()
  await expectBrand(page, 4)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText('Show as table').waitFor()
})

test('a search without a match says so, and Escape shows all brands', async () => {
  const page = await openRankings(0)
  await page.getByRole('combobox', { name: 'Find a brand' }).fill('zzzz')
  await page.getByText('No results for “zzzz”.').waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByRole('option', { name: web.brand(0).name })
    .first()
    .waitFor()
})

test('a late reply never shows under another brand', async () => {
  const page = await openRankings(0)
  await expectBrand(page, 0)
  const slow = web.brand(1).id
  const held: (() => Promise<void>)[] = []
  await intercept(page, '**/api/call/rankings.page', async (route: Route) => {
    const isSlow = route.request().postData()?.includes(slow) === true
    if (!isSlow) return route.continue()
    const response = await route.fetch()
    held.push(() => route.fulfill({ response }).catch(() => undefined))
  })
  await page
    .getByRole('option', { name: web.brand(1).name })
    .first()
    .click()
  await expect.poll(() => brandInView(page)).toBe(web.brand(1).name)
  await expect.poll(() => held.length).toBeGreaterThan(0)
  // While its rows load, the previous brand is not shown under its name.
  const texts = await page.getByRole('grid', { name: `Rankings of ${web.brand(1).name}` }).innerText()
  const { rows } = await web.desk.value('rankings.page', {
    brandIds: [web.brand(0).id],
    limit: 20,
    sort: { by: 'clicks', direction: 'desc' },
  })
  expect(rows.filter((row) => texts.includes(row.keyword)).map((row) => row.keyword)).toEqual([])

  await page
    .getByRole('option', { name: web.brand(2).name })
    .first()
    .click()
  await expectBrand(page, 2)
  const late = page.waitForResponse((response) => response.request().postData()?.includes(slow) === true)
  for (const release of held) await release()
  await (await late).finished()
  await expectBrand(page, 2)
})

test('fifty fast switches with replies out of order end on the rows of the selected brand', async () => {
  const page = await openRankings(0)
  await expectBrand(page, 0)
  await mark(page)
  const held: (() => Promise<void>)[] = []
  let isHolding = true
  await intercept(page, '**/api/call/rankings.page', async (route: Route) => {
    const response = await route.fetch().catch(() => null)
    const give = () => (response === null ? route.abort() : route.fulfill({ response })).catch(() => undefined)
    if (isHolding) held.push(give)
    else await give()
  })
  for (let count = 0; count < 50; count += 1) await page.keyboard.press(']')
  const name = await brandInView(page)
  const last = web.brands.findIndex((brand) => brand.name === name)
  expect(last).toBeGreaterThanOrEqual(0)
  await expect.poll(() => held.length).toBeGreaterThan(5)
  isHolding = false
  for (const release of held.reverse()) await release()
  await expectBrand(page, last)
  expect(await isSamePage(page)).toBe(true)
})

test('a keyword of another brand is not opened under the selected brand', async () => {
  const { id, name } = web.brand(1)
  const keyword =
    (await web.desk.value('rankings.page', { brandIds: [id], limit: 1, sort: { by: 'clicks', direction: 'desc' } }))
      .rows[0]?.keyword ?? ''
  const query = `brand=${id}&keyword=${encodeURIComponent(keyword)}`
  const page = await web.open({ at: `#/rankings/${web.brand(0).id}?${query}` })
  await expectBrand(page, 0)
  await expect.poll(() => page.getByRole('complementary').count()).toBe(0)
  await page.goto(`${web.desk.origin}/#/rankings/all?${query}`)
  await page.getByRole('complementary').getByText(name, { exact: true }).waitFor()
})

test('the address of a removed brand shows no other brand, and offers a way back', async () => {
  const page = await web.open({ at: '#/rankings/brand_gone' })
  await page.getByRole('heading', { name: 'This brand is not on this desk' }).waitFor()
  const bar = page.getByRole('region', { name: 'Current view' })
  await bar.getByText('Unknown brand', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show all brands' }).click()
  await bar.getByText('all brands', { exact: true }).waitFor()
  await page.getByRole('grid', { name: 'Rankings of all brands' }).locator('[data-row="0"]').waitFor()
})

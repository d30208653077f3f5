// The map of the window: the rail of brands, the places beside it, and the header that names the place and its scope.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { axeFindings, THEME_RULES, tooWide } from '../support/page-checks.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const LOW = { width: 1024, height: 700 }

let web: WebDesk
/** In the order of the rail. */
let brands: readonly Brand[]
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 200, keywords: 5, days: 2 }, historyDays: 1, datasets: ['rankings'] })
  const { compare } = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' })
  brands = web.brands.toSorted((a, b) => compare(a.name, b.name))
})
const brandAt = (index: number): Brand => {
  const brand = brands.at(index)
  if (brand === undefined) throw new Error(`There is no brand ${index}`)
  return brand
}
afterAll(() => web?.close())

const places = (page: Page) => page.getByRole('navigation', { name: 'Views' })
const rail = (page: Page) => page.getByRole('navigation', { name: 'Brands' })
const header = (page: Page) => page.getByRole('region', { name: 'Current view' })
const hash = (page: Page) => page.evaluate(() => window.location.hash.split('?')[0])
const listed = async (page: Page) => {
  const sections = await places(page).getByRole('group').all()
  return Promise.all(
    sections.map(async (section) => [
      await section.getAttribute('aria-label'),
      ...(await section
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('title')))),
    ]),
  )
}
const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).boundingBox()
  if (found === null) throw new Error(`${selector} is not shown`)
  return found
}

test('places stand in sections, the same for one brand and for all', async () => {
  const page = await web.open({ at: '#/overview/all' })
  const all = await listed(page)
  expect(all.slice(1)).toEqual([
    ['Search', 'Rankings', 'Movers', 'Cannibalisation', 'Clusters', 'Research', 'Audits', 'AI tracking', 'Annotations'],
    ['Outreach', 'Prospects', 'Contacts', 'Compose', 'Outbox', 'Suppressions', 'Credits'],
    ['Publishing', 'Articles', 'Calendar', 'Impact', 'Webhooks'],
    ['Control', 'Assistants', 'Playbooks', 'SQL console', 'Activity'],
    ['Foot', 'Sync', 'Settings', 'Guide'],
  ])
  expect(all[0]).toEqual(expect.arrayContaining(['Today', 'Overview', 'Alerts', 'Reports']))
  await page
    .getByRole('option', { name: brandAt(4).name })
    .first()
    .click()
  await expect.poll(() => hash(page)).toContain(brandAt(4).id)
  expect((await listed(page)).slice(1)).toEqual(all.slice(1))
  await places(page).getByRole('button', { name: 'Outbox' }).click()
  await header(page).getByRole('heading', { level: 1, name: 'Outbox' }).waitFor()
  expect(await hash(page)).toBe(`#/outbox/${brandAt(4).id}`)
})

test('header names the scope that a place really has, and the brand is kept for the next place', async () => {
  const brand = brandAt(3)
  const page = await web.open({ at: `#/rankings/${brand.id}` })
  await header(page).getByText(brand.name, { exact: true }).waitFor()
  for (const title of ['Suppressions', 'Sync', 'Settings']) {
    await places(page).getByRole('button', { name: title }).click()
    await header(page).getByRole('heading', { level: 1, name: title }).waitFor()
    await header(page).getByText('all brands', { exact: true }).waitFor()
    expect(await header(page).getByText(brand.name).count()).toBe(0)
    // One main action: the view's own, else Sync.
    const shown = header(page).getByRole('button', { name: /^(Sync|Add)/ })
    expect(await shown.allTextContents()).toHaveLength(1)
  }
  const asked = page.waitForRequest(/\/api\/call\/sync\.run/)
  await header(page).getByRole('button', { name: 'Sync', exact: true }).click()
  expect((await asked).postDataJSON()).toEqual({ brandIds: 'all' })
  await places(page).getByRole('button', { name: 'Rankings' }).click()
  expect(await hash(page)).toBe(`#/rankings/${brand.id}`)
})

test('place stays when the brand changes, and a place of all brands gives way to the brand’s start', async () => {
  const page = await web.open({ at: `#/movers/${brandAt(1).id}` })
  const option = (index: number) => page.getByRole('option', { name: brandAt(index).name }).first()
  await option(2).click()
  await expect.poll(() => hash(page)).toBe(`#/movers/${brandAt(2).id}`)
  await places(page).getByRole('button', { name: 'Settings' }).click()
  await option(2).click()
  await expect.poll(() => hash(page)).toMatch(new RegExp(`^#/(overview|rankings)/${brandAt(2).id}$`))
  await rail(page).getByRole('button', { name: 'All brands' }).click()
  await page.goto(`${web.desk.origin}/#/portfolio/all`)
  await header(page).getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
})

test('the brand list keeps its room in a low window and scrolls on its own, with 200 brands', async () => {
  const page = await web.open({ viewport: LOW })
  await page.getByRole('option').first().waitFor()
  const list = await box(page, '#brand-list')
  expect(list.height).toBeGreaterThan(400)
  await page.locator('#brand-list').evaluate((it) => it.scrollTo(0, it.scrollHeight))
  await page.getByRole('option', { name: brandAt(-1).name }).waitFor()
  expect(await tooWide(page)).toEqual([])
})

test('places scroll in a low window: the foot stays, the place that is open is in view, rows are high enough', async () => {
  const page = await web.open({ at: '#/today/all', viewport: LOW })
  const inWindow = async (name: string) => {
    const found = await places(page).getByRole('button', { name, exact: true }).boundingBox()
    const { height } = page.viewportSize() ?? LOW
    return found !== null && found.y >= 0 && found.y + found.height <= height
  }
  for (const [height, isLow] of [
    [700, false],
    [420, true],
  ] as const) {
    await page.setViewportSize({ ...LOW, height })
    for (const name of ['Sync', 'Settings', 'Guide']) expect(await inWindow(name)).toBe(true)
    expect(await places(page).evaluate((nav) => nav.scrollWidth <= nav.clientWidth)).toBe(true)
    const heights = await places(page)
      .getByRole('button')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24)
    const list = places(page).locator(':scope > :first-child')
    expect(await list.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
    if (isLow) expect(await list.evaluate((it) => it.scrollHeight > it.clientHeight)).toBe(true)
  }
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await header(page).getByRole('heading', { level: 1, name: 'Activity' }).waitFor()
  const foot = await box(page, '[data-view="sync"]')
  const open = await box(page, '[data-view="intents"]')
  expect(open.y + open.height).toBeLessThanOrEqual(foot.y)
  await page.keyboard.press('g')
  await page.keyboard.press('y')
  await header(page).getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  expect((await box(page, '[data-view="today"]')).y).toBeGreaterThanOrEqual(0)
})

test('the rail folds in a narrow window and by its button, and keeps that', async () => {
  const page = await web.open({ at: `#/rankings/${brandAt(0).id}`, viewport: LOW })
  expect((await rail(page).boundingBox())?.width).toBe(56)
  expect((await places(page).boundingBox())?.width).toBe(168)
  const first = page.getByRole('option').first()
  await first.hover()
  const actions = rail(page).getByRole('button', { name: /^Actions for/ })
  await actions.waitFor()
  // The keys find a brand by its name, which comes over the page.
  await page.keyboard.press('b')
  await page.keyboard.type(brandAt(7).name.toLowerCase())
  expect((await rail(page).boundingBox())?.width).toBe(232)
  await page.keyboard.press('Enter')
  await expect.poll(() => hash(page)).toBe(`#/rankings/${brandAt(7).id}`)
  expect((await rail(page).boundingBox())?.width).toBe(56)

  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(async () => (await rail(page).boundingBox())?.width).toBe(232)
  expect((await places(page).boundingBox())?.width).toBe(168)
  expect((await header(page).boundingBox())?.height).toBe(60)
  await rail(page).getByRole('button', { name: 'Fold brands to badges' }).click()
  await expect.poll(async () => (await rail(page).boundingBox())?.width).toBe(56)
  const saved = async () => (await web.desk.value('desk.settings', {})).preferences['rail.isFolded']
  await expect.poll(saved).toBe(true)
  await page.reload()
  await expect.poll(async () => (await rail(page).boundingBox())?.width).toBe(56)
  await rail(page).getByRole('button', { name: 'Show brand names' }).click()
  await expect.poll(async () => (await rail(page).boundingBox())?.width).toBe(232)
})

test('badges of 200 brands differ in their letters, and neighbours in their colour', async () => {
  const page = await web.open({ viewport: { width: 1440, height: 900 } })
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
  const names = brands.map(({ name }) => name)
  const shown = async () => {
    const lines = await page.locator('main tbody tr[data-brand]').allInnerTexts()
    return lines.map((line) => names.find((name) => line.includes(name)) ?? line)
  }
  await page.locator('main tbody tr[data-brand]').first().waitFor()
  expect((await shown()).slice(0, 15)).toEqual(names.slice(0, 15))
  await page.goto(`${web.desk.origin}/#/settings/all?section=keys`)
  await page.locator('main tbody tr[data-brand]').first().waitFor()
  expect((await shown()).slice(0, 15)).toEqual(names.slice(0, 15))
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

test('a brand is pinned, edited, given a new key and removed from its row', async () => {
  const brand = brandAt(5)
  const page = await web.open({ at: '#/overview/all' })
  const row = page.getByRole('option', { name: brand.name }).first()
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Pin' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  await page.getByRole('alert').getByText(`${brand.name} is pinned`).waitFor()
  expect(await hash(page)).toBe('#/overview/all')
  const open = async (item: string) => {
    await row.hover()
    await rail(page)
      .getByRole('button', { name: `Actions for ${brand.name}` })
      .click()
    await page.getByRole('menuitem', { name: item }).click()
    return page.getByRole('dialog', { name: brand.name })
  }
  const close = async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  const focused = () => page.evaluate(() => document.activeElement?.closest('form')?.textContent ?? '')
  await (await open('Edit …')).getByRole('textbox', { name: 'Name' }).waitFor()
  await close()
  await open('Replace key …')
  await expect.poll(focused).toContain('New key')
  await close()
  const dialog = await open('Remove brand …')
  await dialog.getByRole('textbox', { name: `Type “${brand.name}” to remove it` }).fill(brand.name)
  await close()
  await open('Unpin')
  await expect
    .poll(async () => (await web.desk.value('brands.list', {})).brands.some(({ pinned }) => pinned))
    .toBe(false)
})

test('axe finds nothing serious in the frame, open and folded, in both themes', async () => {
  const page = await web.open({ at: `#/rankings/${brandAt(0).id}` })
  await page.getByRole('option').first().hover()
  expect(await axeFindings(page)).toEqual([])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(LOW)
    await page.getByRole('option').nth(1).hover()
    expect(await axeFindings(page, colorScheme === 'light' ? {} : { rules: THEME_RULES })).toEqual([])
  }
})

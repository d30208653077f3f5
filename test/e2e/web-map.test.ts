// The map of the window: one rail with places and brands, the tabs of a place, and the header that names it and its scope.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { axeFindings, THEME_RULES } from '../support/page-checks.ts'
import { atIndex, brandsOf, hash, header, inRailOrder, openPlace, places, tabs } from '../support/places.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const LOW = { width: 1024, height: 700 }

let web: WebDesk
/** In the order of the rail. */
let brands: readonly Brand[]
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 12, keywords: 5, days: 2 }, historyDays: 1, datasets: ['rankings'] })
  brands = inRailOrder(web.brands)
})
const brandAt = (index: number): Brand => atIndex(brands, index)
afterAll(() => web?.close())

const option = (page: Page, index: number) => page.getByRole('option', { name: brandAt(index).name }).first()

const MAP = {
  today: ['Now', 'Alerts', 'Rules'],
  overview: ['Overview', 'Notes'],
  rankings: ['Keywords', 'Movers', 'Clusters', 'Competing pages', 'Opportunities'],
  research: ['Suggestions', 'Audits'],
  outreach: ['Prospects', 'Contacts', 'Compose', 'Outbox', 'Suppressions', 'Credits'],
  publishing: ['Articles', 'Calendar', 'Impact', 'Webhooks'],
  ai: ['Permissions', 'Tracking'],
  reports: ['Reports', 'Templates', 'Branding', 'Schedules'],
  activity: ['Actions', 'Playbooks', 'Sync'],
}

test('nine places stand above the brands, each with its tabs, and its letter after G', async () => {
  const page = await web.open({ at: '#/overview/all' })
  const rows = places(page).getByRole('button')
  await expect
    .poll(() => rows.evaluateAll((all) => all.map((one) => one.getAttribute('data-place'))))
    .toEqual(Object.keys(MAP))
  for (const [index, [id, titles]] of Object.entries(MAP).entries()) {
    await page.keyboard.press('g')
    // The letters stand beside the places until the next key.
    const letter = (await rows.nth(index).locator('kbd').textContent()) ?? ''
    await page.keyboard.press(letter.toLowerCase())
    await expect.poll(() => rows.nth(index).getAttribute('aria-current')).toBe('page')
    await expect
      .poll(() => tabs(page).evaluateAll((all) => all.map((one) => one.querySelector('[data-text]')?.textContent)))
      .toEqual(titles)
    await expect.poll(() => rows.locator('kbd').count(), { message: id }).toBe(0)
  }
})

test('each tab has an address and a key, and a place opens on the tab that was open there last', async () => {
  const brand = brandAt(4)
  const page = await web.open({ at: `#/rankings/${brand.id}` })
  await page.keyboard.press('Alt+3')
  await expect.poll(() => hash(page)).toBe(`#/clusters/${brand.id}`)
  await openPlace(page, 'Outreach', 'Outbox')
  await header(page).getByRole('heading', { level: 1, name: 'Outreach Outbox' }).waitFor()
  expect(await hash(page)).toBe(`#/outbox/${brand.id}`)
  await openPlace(page, 'Rankings')
  await expect.poll(() => hash(page)).toBe(`#/clusters/${brand.id}`)
  await openPlace(page, 'Rankings')
  await expect.poll(() => hash(page)).toBe(`#/rankings/${brand.id}`)
  await page.goBack()
  await header(page).getByRole('heading', { level: 1, name: 'Rankings Clusters' }).waitFor()
})

test('an old address opens the tab that it is now, and the bar shows the present one', async () => {
  const page = await web.open({ at: '#/portfolio/all' })
  await expect.poll(() => hash(page)).toBe('#/overview/all')
  await page.goto(`${web.desk.origin}/#/alerts/all?section=notifications`)
  await expect.poll(() => page.evaluate(() => window.location.hash)).toBe('#/rules/all')
  await page.getByText('Quiet hours', { exact: true }).waitFor()
  await page.goto(`${web.desk.origin}/#/cannibalisation/${brandAt(1).id}`)
  await expect.poll(() => hash(page)).toBe(`#/competing-pages/${brandAt(1).id}`)
})

test('SQL console opens from Settings and from the palette', async () => {
  const page = await web.open({ at: '#/settings/all' })
  const open = page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'SQL console' })
  await open.click()
  await header(page).getByRole('heading', { level: 1, name: 'SQL console' }).waitFor()
  await expect.poll(() => page.locator('[data-place="settings"]').getAttribute('aria-current')).toBe('page')
  await openPlace(page, 'Today')
  await page.keyboard.press('Control+k')
  await page
    .getByRole('dialog')
    .getByPlaceholder(/^Find a brand/)
    .fill('sql')
  await page.keyboard.press('Enter')
  await expect.poll(() => hash(page)).toBe('#/sql/all')
})

test('header names the scope that a view really has, and the brand stays chosen for the next one', async () => {
  const brand = brandAt(3)
  const page = await web.open({ at: `#/rankings/${brand.id}` })
  await header(page).getByText(brand.name, { exact: true }).waitFor()
  for (const view of ['suppressions', 'sync', 'settings']) {
    await page.goto(`${web.desk.origin}/#/${view}/${brand.id}`)
    // Settings are of the desk, not of brands.
    const said = header(page).getByText(`all brands · ${brand.name} stays selected`, { exact: true })
    if (view === 'settings') await header(page).getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    else await said.waitFor()
    expect(await said.count()).toBe(view === 'settings' ? 0 : 1)
    expect(await option(page, 3).getAttribute('aria-selected')).toBe('true')
    // One main action: the view's own, else Sync.
    const shown = header(page).getByRole('button', { name: /^(Sync(?!ed)|Add)/ })
    await shown.first().waitFor()
    await expect.poll(() => shown.count()).toBe(1)
  }
  const asked = page.waitForRequest(/\/api\/call\/sync\.run/)
  await header(page).getByRole('button', { name: 'Sync', exact: true }).click()
  expect((await asked).postDataJSON()).toEqual({ brandIds: 'all' })
  await openPlace(page, 'Rankings')
  expect(await hash(page)).toBe(`#/rankings/${brand.id}`)
  await header(page)
    .getByRole('button', { name: /^Synced .*, open Sync$/ })
    .click()
  await expect.poll(() => hash(page)).toBe(`#/sync/${brand.id}`)
})

test('the view stays when the brand changes, and one that shows all brands gives way to the overview', async () => {
  const page = await web.open({ at: `#/movers/${brandAt(1).id}` })
  await option(page, 2).click()
  await expect.poll(() => hash(page)).toBe(`#/movers/${brandAt(2).id}`)
  await openPlace(page, 'Today')
  await option(page, 1).click()
  await expect.poll(() => hash(page)).toBe(`#/today/${brandAt(1).id}`)
  await page.locator('[data-place="settings"]').click()
  await option(page, 2).click()
  await expect.poll(() => hash(page)).toBe(`#/overview/${brandAt(2).id}`)
  await brandsOf(page).getByRole('button', { name: 'All brands' }).click()
  await expect.poll(() => hash(page)).toBe('#/overview/all')
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
    await brandsOf(page)
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

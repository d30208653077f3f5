// Every view for every person: axe in dialogs and menus, no sideways scroll at 200% zoom, less motion where the system asks
// for it; with a dozen brands and with two hundred. test/layout has each place at each size in both themes.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, tooWide, whenAnswered } from '../support/page-checks.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const ZOOMED = { width: 640, height: 400 }
const SETTINGS = ['keys', 'service', 'appearance', 'data', 'team', 'operations', 'fields', 'doctor']

type Place = { readonly name: string; readonly at: string; readonly ready: (page: Page) => Promise<unknown> }

const firstRow = (page: Page) => page.getByRole('grid').locator('[data-row="0"]').getByText(/\S/).first().waitFor()
const firstLine = (page: Page) => page.locator('main tbody tr[data-brand]').first().waitFor()

const placesOf = (id: string): Place[] => [
  { name: 'today', at: '#/today/all', ready: (page) => page.locator('[data-today]').waitFor() },
  { name: 'overview', at: '#/overview/all', ready: firstLine },
  { name: 'rankings of all', at: '#/rankings/all', ready: firstRow },
  ...['rankings', 'movers', 'clusters', 'prospects', 'contacts'].map((view) => ({
    name: view,
    at: `#/${view}/${id}`,
    ready: firstRow,
  })),
  { name: 'sync', at: '#/sync/all', ready: firstLine },
  ...SETTINGS.map((section) => ({
    name: `settings: ${section}`,
    at: `#/settings/all?section=${section}`,
    ready: (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor(),
  })),
]

/** Goes through the places in one page and collects what `look` finds at each. */
const walk = async (
  page: Page,
  places: readonly Place[],
  look: (page: Page, index: number) => Promise<readonly string[]>,
) => {
  const found: Record<string, readonly string[]> = {}
  const { origin } = new URL(page.url())
  for (const [index, { name, at, ready }] of places.entries()) {
    await page.goto(`${origin}/${at}`)
    await ready(page)
    await whenAnswered(page) // the rows of the place before are there until then
    const findings = await look(page, index)
    if (findings.length > 0) found[name] = findings
  }
  return found
}

/** The frame around the views is the same everywhere: it is checked with the first of them. */
const axeOf = (page: Page, index: number): Promise<string[]> =>
  axeFindings(page, index === 0 ? {} : { within: '#view' })

const DIALOGS = [
  { name: 'palette', keys: 'Control+k', title: 'Palette' },
  { name: 'shortcuts', keys: '?', title: 'Keyboard shortcuts' },
  { name: 'add brands', keys: 'Shift+A', title: 'Add brands' },
  { name: 'edit brand', keys: 'Shift+E', title: undefined },
] as const

describe('with twelve brands', () => {
  let web: WebDesk
  beforeAll(async () => {
    web = await startWebDesk({ sandbox: { brands: 12, keywords: 60, days: 50 }, historyDays: 34 })
  })
  afterAll(() => web?.close())
  const places = () => placesOf(web.brand(0).id)

  test('axe finds nothing serious in the detail of a keyword, the dialogs and the open menus', async () => {
    await web.desk.value('desk.setSettings', { theme: 'light' })
    const page = await web.open({ at: `#/rankings/${web.brand(0).id}` })
    await firstRow(page)
    await page.getByRole('grid').press('Enter')
    await page.getByRole('complementary').getByRole('figure').first().waitFor()
    expect(await axeFindings(page, { within: '#view' })).toEqual([])
    for (const { name, keys, title } of DIALOGS) {
      await page.keyboard.press(keys)
      const dialog = page.getByRole('dialog', title === undefined ? {} : { name: title })
      await dialog.waitFor()
      expect({ [name]: await axeFindings(page, { within: '[role="dialog"]' }) }).toEqual({ [name]: [] })
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    const main = page.getByRole('main')
    for (const name of ['Position', 'Change']) {
      await main.getByRole('button', { name, exact: true }).first().click()
      await page.getByRole('menu').waitFor()
      expect({ [name]: await axeFindings(page, { within: '[role="menu"]' }) }).toEqual({ [name]: [] })
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
    }
  })

  test('nothing scrolls sideways when zoomed to 200%', async () => {
    const zoomed = await web.open({ viewport: ZOOMED, deviceScaleFactor: 2 })
    expect(await walk(zoomed, places(), tooWide)).toEqual({})
  })

  test('zoomed to 200%, the rows of a table can still be read', async () => {
    const page = await web.open({ viewport: ZOOMED, deviceScaleFactor: 2, at: `#/rankings/${web.brand(0).id}` })
    await firstRow(page)
    const keyword = page.getByRole('grid').locator('[data-row="1"]')
    // A part that is shown late above the table moves its rows.
    const bottom = async () => {
      await keyword.scrollIntoViewIfNeeded()
      const box = await keyword.boundingBox()
      return (box?.y ?? 999) + (box?.height ?? 0)
    }
    await expect.poll(bottom).toBeLessThanOrEqual(ZOOMED.height)
  })

  test('page animates nothing when the system asks for reduced motion', async () => {
    const page = await web.open({ reducedMotion: 'reduce', at: `#/rankings/${web.brand(0).id}` })
    await firstRow(page)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((it) => Number(it.effect?.getComputedTiming().duration ?? 0) > 20)
        .map((it) => ('animationName' in it ? String(it.animationName) : 'a transition')),
    )
    expect(moving).toEqual([])
  })
})

describe('with two hundred brands', () => {
  let web: WebDesk
  beforeAll(async () => {
    web = await startWebDesk({ sandbox: { brands: 200, keywords: 12 }, historyDays: 1, datasets: ['rankings'] })
  })
  afterAll(() => web?.close())
  const places = () => placesOf(web.brand(199).id).filter(({ name }) => /today|overview|rankings|sync|keys/.test(name))

  test('axe finds nothing serious, and nothing scrolls sideways', async () => {
    const page = await web.open()
    const look = async (it: Page, index: number) => [...(await tooWide(it)), ...(await axeOf(it, index))]
    expect(await walk(page, places(), look)).toEqual({})
    await page.setViewportSize(ZOOMED)
    expect(await walk(page, places(), tooWide)).toEqual({})
  })

  test('only visible rows are in the page, and one key reaches the last brand', async () => {
    const page = await web.open({ at: '#/overview/all' })
    const table = page.getByRole('table', { name: 'All brands' })
    await firstLine(page)
    expect(await table.getAttribute('aria-rowcount')).toBe('201')
    await expect.poll(() => page.locator('main tr[data-brand]').count()).toBeLessThan(60)
    await expect.poll(() => page.getByRole('option').count()).toBeLessThan(60)
    const last = web.brand(199)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByPlaceholder('Find a brand, place, action, keyword or contact').fill(last.name)
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Freshness' }).waitFor()
    expect(page.url()).toContain(`#/overview/${last.id}`)
  })
})

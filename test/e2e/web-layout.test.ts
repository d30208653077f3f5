// Every place at four sizes in both themes, with the demo's data: no text on top of another, no button or header cut off,
// nothing that scrolls sideways, nothing serious for axe, no error in the console. LAYOUT_SHOTS=<folder> keeps a picture
// of each.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/chromium.ts'
import { startDemoDesk } from '../support/demo-desk.ts'
import type { DeskProcess } from '../support/desk-process.ts'
import { layoutFaults } from '../support/layout-faults.ts'
import { axeFindings, THEME_RULES, whenAnswered } from '../support/page-checks.ts'
import { openDeskPage } from '../support/web-desk.ts'

const SIZES = [
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
]
const SHOTS = process.env.LAYOUT_SHOTS

let browser: Browser
let desk: DeskProcess
let brandId: string
beforeAll(async () => {
  const [started, demo] = await Promise.all([launchBrowser(), startDemoDesk()])
  browser = started
  desk = demo.desk
  brandId = demo.brands[0]?.id ?? ''
})
afterAll(async () => {
  await Promise.all([browser?.close(), desk?.stop()])
})

type Place = { readonly name: string; readonly at: string; readonly steps?: (page: Page) => Promise<unknown> }

/** As the window lists them, with what opens inside some. */
const placesOf = async (page: Page): Promise<Place[]> => {
  const listed = async (scope: string, name: string): Promise<Place[]> => {
    await page.goto(`${desk.origin}/#/rankings/${scope}`)
    await page.getByRole('navigation', { name: 'Views' }).getByRole('button').first().waitFor()
    const ids = await page
      .locator('[data-view]')
      .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('data-view')))
    return ids.map((id) => ({ name: `${id}-${name}`, at: `${id}/${scope}` }))
  }
  await page.goto(`${desk.origin}/#/settings/all`)
  const sections = page.getByRole('navigation', { name: 'Settings' }).getByRole('button')
  await sections.first().waitFor()
  const titles = await sections.allTextContents()
  const all = await listed('all', 'all')
  const foot = ['sync', 'settings', 'guide']
  const ofBrand = (await listed(brandId, 'brand')).filter(({ name }) => !foot.includes(name.replace('-brand', '')))
  const grid = page.getByRole('main').getByRole('grid')
  return [
    ...all,
    ...ofBrand,
    ...titles.slice(1).map((title) => ({
      name: `settings-${title.replaceAll(/\W+/g, '-')}`,
      at: 'settings/all',
      steps: () =>
        page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: title, exact: true }).click(),
    })),
    { name: 'calendar-list', at: 'calendar/all?span=list' },
    { name: 'webhooks-addresses', at: 'webhooks/all?section=addresses' },
    ...['rankings', 'movers'].map((id) => ({
      name: `${id}-detail`,
      at: `${id}/${brandId}`,
      steps: () => grid.press('Enter'),
    })),
  ]
}

const look = async (
  page: Page,
  { name, sizes, axe }: { name: string; sizes: typeof SIZES; axe: () => Promise<string[]> },
): Promise<string[]> => {
  const found: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    await whenAnswered(page)
    // Beside a detail a table keeps its columns, and scrolls.
    const isTold = (fault: string) => !name.includes('-detail-') || fault.startsWith('overlap')
    found.push(...(await layoutFaults(page)).filter(isTold).map((fault) => `${size.width}×${size.height}: ${fault}`))
    if (SHOTS !== undefined) await page.screenshot({ path: join(SHOTS, `${name}-${size.width}.png`) })
    if (size === SIZES.at(-1)) found.push(...(await axe()))
  }
  return found
}

test.each(['light', 'dark'] as const)(
  'no place has a layout fault or a serious finding in the %s theme',
  async (theme) => {
    if (SHOTS !== undefined) mkdirSync(SHOTS, { recursive: true })
    await desk.value('desk.setSettings', { theme })
    const page = await openDeskPage(browser, desk)
    const found: Record<string, string[]> = {}
    // A place begins with the size that the one before ended with: to lay it all out again is most of what this costs.
    // A theme is colours only: the second one is looked at in one size, unless pictures are wanted.
    let sizes = theme === 'dark' && SHOTS === undefined ? SIZES.slice(-1) : SIZES
    for (const { name, at, steps } of await placesOf(page)) {
      await page.goto(`${desk.origin}/#/${at}`)
      await whenAnswered(page)
      await steps?.(page)
      const isFirst = name === 'rankings-all' // the frame around the places is the same everywhere
      const scope = { ...(isFirst ? {} : { within: '#view' }), ...(theme === 'dark' ? { rules: THEME_RULES } : {}) }
      const all = await look(page, { name: `${name}-${theme}`, sizes, axe: () => axeFindings(page, scope) })
      if (all.length > 0) found[name] = all
      sizes = sizes.toReversed()
    }
    expect(found).toEqual({})
  },
)

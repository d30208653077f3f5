// Every place at four sizes in both themes, with the demo's data and with 200 brands of long names, in a browser whose
// scrollbars take room: no text on top of another, no button or header cut off, nothing that scrolls sideways, no scroll
// area that fills another one, nothing serious for axe, no error in the console. LAYOUT_SHOTS=<folder> keeps a picture of each.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from '../support/chromium.ts'
import { startDemoDesk } from '../support/demo-desk.ts'
import type { DeskProcess } from '../support/desk-process.ts'
import { layoutFaults } from '../support/layout-faults.ts'
import { faultsByPlace } from '../support/layout-places.ts'
import { axeFindings, recordDrawnTexts, whenAnswered } from '../support/page-checks.ts'
import { openDeskPage, startWebDeskProcess, type WebDesk } from '../support/web-desk.ts'

const SIZES = [
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
]
const SHOTS = process.env.LAYOUT_SHOTS
const LONG_NAMES = Array.from(
  { length: 200 },
  (_, at) => `${at % 9 === 0 ? 'International Outdoor Equipment ' : ''}Client ${at}`,
)

let browser: Browser
let demo: { readonly desk: DeskProcess; readonly brandId: string }
let many: WebDesk<DeskProcess>
beforeAll(async () => {
  browser = await sharedBrowser({ hasScrollbars: true })
  const [ofDemo, ofMany] = await Promise.all([
    startDemoDesk(),
    startWebDeskProcess({}, { sandbox: { brands: 200, keywords: 20, days: 40 }, names: LONG_NAMES }),
  ])
  demo = { desk: ofDemo.desk, brandId: ofDemo.brands[0]?.id ?? '' }
  many = ofMany
})
afterAll(async () => {
  await Promise.all([demo?.desk.stop(), many?.close()])
})

test.each([
  ['the demo', 'light'],
  ['the demo', 'dark'],
  ['200 brands', 'light'],
  ['200 brands', 'dark'],
] as const)(
  'no place of %s has a layout fault or a serious finding in the %s theme',
  { timeout: 900_000 },
  async (of, theme) => {
    const { desk, brandId } = of === 'the demo' ? demo : { desk: many.desk, brandId: many.brand(0).id }
    const shots = SHOTS === undefined ? undefined : join(SHOTS, of.replace(/\W/g, '-'))
    if (shots !== undefined) mkdirSync(shots, { recursive: true })
    await desk.value('desk.setSettings', { theme })
    const page = await openDeskPage(browser, desk)
    // A theme is colours only: the second one is looked at in one size, unless pictures are wanted.
    const sizes = theme === 'dark' && shots === undefined ? SIZES.slice(-1) : SIZES
    expect(await faultsByPlace(page, { origin: desk.origin, brandId, theme, sizes, shots })).toEqual({})
  },
)

/** The first keyword whose cause has a chart with controls. */
const fallenOf = async (desk: DeskProcess) => {
  const { rows } = await desk.value('causes.list', { brandIds: 'all', filter: { of: ['keyword'], isNamed: true } })
  for (const { brandId, keyword } of rows) {
    if (keyword === null) continue
    const { evidence } = await desk.value('causes.forKeyword', { brandId, keyword })
    if (evidence?.controls != null) return { brandId, keyword }
  }
  throw new Error('No cause of the demo has a chart.')
}

test.each(['light', 'dark'] as const)(
  'the chart of a cause has no label over its curve at any size in the %s theme',
  { timeout: 120_000 },
  async (theme) => {
    const { desk } = demo
    const { brandId, keyword } = await fallenOf(desk)
    await desk.value('desk.setSettings', { theme })
    const page = await openDeskPage(browser, desk)
    await recordDrawnTexts(page)
    await page.goto(`${desk.origin}/#/rankings/${brandId}?brand=${brandId}&keyword=${encodeURIComponent(keyword)}`)
    const chart = page.getByRole('group', { name: 'Likely cause' }).getByRole('figure')
    await chart.waitFor()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await chart.scrollIntoViewIfNeeded()
      await whenAnswered(page)
      expect([size.width, await layoutFaults(page)]).toEqual([size.width, []])
    }
    for (const name of [/^before: /, /^after: /]) await chart.getByText(name).waitFor()
    expect(await axeFindings(page, { within: '#view' })).toEqual([])
    await chart.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      canvas.getContext('2d')?.fillText('drawn here', canvas.width / 2, canvas.height / 2)
    })
    expect(await layoutFaults(page)).toEqual(['label over a curve: “drawn here”'])
  },
)

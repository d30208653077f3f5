// Every place at four sizes in both themes, with the demo's data: no text on top of another, no button or header cut off,
// nothing that scrolls sideways, nothing serious for axe, no error in the console. LAYOUT_SHOTS=<folder> keeps a picture
// of each.
import { mkdirSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from '../support/chromium.ts'
import { startDemoDesk } from '../support/demo-desk.ts'
import type { DeskProcess } from '../support/desk-process.ts'
import { faultsByPlace } from '../support/layout-places.ts'
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
  const [started, demo] = await Promise.all([sharedBrowser(), startDemoDesk()])
  browser = started
  desk = demo.desk
  brandId = demo.brands[0]?.id ?? ''
})
afterAll(async () => {
  await desk?.stop()
})

test.each(['light', 'dark'] as const)(
  'no place has a layout fault or a serious finding in the %s theme',
  async (theme) => {
    if (SHOTS !== undefined) mkdirSync(SHOTS, { recursive: true })
    await desk.value('desk.setSettings', { theme })
    const page = await openDeskPage(browser, desk)
    // A theme is colours only: the second one is looked at in one size, unless pictures are wanted.
    const sizes = theme === 'dark' && SHOTS === undefined ? SIZES.slice(-1) : SIZES
    expect(await faultsByPlace(page, { origin: desk.origin, brandId, theme, sizes, shots: SHOTS })).toEqual({})
  },
)

// Every place once, with the demo's data: no layout fault, no error in the console. test/layout has every size
// and theme, and axe.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from '../support/chromium.ts'
import { startDemoDesk } from '../support/demo-desk.ts'
import type { DeskProcess } from '../support/desk-process.ts'
import { faultsByPlace } from '../support/layout-places.ts'
import { openDeskPage } from '../support/web-desk.ts'

const SIZES = [{ width: 1280, height: 800 }]

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

test('no place has a layout fault', async () => {
  const page = await openDeskPage(browser, desk)
  const look = { origin: desk.origin, brandId, theme: 'light', sizes: SIZES, hasAxe: false } as const
  expect(await faultsByPlace(page, look)).toEqual({})
})

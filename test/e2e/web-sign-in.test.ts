// The printed address opens a session, once. The page keeps it for reloads and hands it to other tabs of its browser.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeStartPage } from '../../scripts/lib/start-page.mjs'
import { freshAddress, openPage } from '../support/browser.ts'
import { sharedBrowser } from '../support/chromium.ts'
import { type DeskProcess, startDeskProcess } from '../support/desk-process.ts'
import { tempHome } from '../support/temp-home.ts'

let browser: Browser
let desk: DeskProcess

beforeAll(async () => {
  desk = await startDeskProcess({ isBuilt: true })
  browser = await sharedBrowser()
})
afterAll(async () => {
  await desk?.stop()
})

const seesDesk = (page: Page) => page.getByRole('heading', { name: 'Add your first brand' }).waitFor()
const seesSignIn = (page: Page) => page.getByRole('heading', { name: 'This page is not signed in' }).waitFor()

/** A page that opened a fresh address, in a browser profile of its own. */
const openSignedIn = async (): Promise<Page> => {
  const { page } = await openPage(browser)
  await page.goto(await freshAddress(desk))
  await seesDesk(page)
  return page
}

test('the printed address opens the desk once, and its token leaves the address bar and the history', async () => {
  const address = await freshAddress(desk)
  const { page } = await openPage(browser)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto(address)
  await seesDesk(page)
  expect(page.url()).toBe(`${desk.origin}/`)
  expect(await page.evaluate(() => history.length)).toBe(2)
  expect(requested.join()).not.toContain('token')
  const stranger = (await openPage(browser)).page
  await stranger.goto(address)
  await seesSignIn(stranger)
  expect(await stranger.textContent('body')).toContain('npm run desk -- open')
})

test('the start page of the app window opens the desk', async () => {
  const { home } = tempHome()
  const { page } = await openPage(browser)
  await page.goto(writeStartPage(home, await freshAddress(desk)))
  await seesDesk(page)
  expect(page.url()).toBe(`${desk.origin}/`)
})

test('a page without a session shows how to get one, and no data of the desk', async () => {
  const { page } = await openPage(browser)
  await page.goto(desk.origin)
  await seesSignIn(page)
  expect(await page.getByRole('navigation').count()).toBe(0)
})

test('a signed-in page survives a reload, and a second tab gets its session', async () => {
  const page = await openSignedIn()
  await page.reload()
  await seesDesk(page)
  const tab = await page.context().newPage()
  await tab.goto(`${desk.origin}/#/settings/all`)
  await tab.getByRole('heading', { name: 'Settings' }).waitFor()
  // It has the session now, also without the first tab.
  await page.close()
  await tab.reload()
  await tab.getByRole('heading', { name: 'Settings' }).waitFor()
})

test('a used address reopens the desk in a browser that is signed in, in the same tab and in another', async () => {
  const address = await freshAddress(desk)
  const { page } = await openPage(browser)
  await page.goto(address)
  await seesDesk(page)
  const tab = await page.context().newPage()
  await tab.goto(address)
  await seesDesk(tab)
  await page.goto('about:blank')
  await page.goto(address)
  await seesDesk(page)
})

test('a fresh address signs in the tab that shows how to get one', async () => {
  const { page } = await openPage(browser)
  await page.goto(desk.origin)
  await seesSignIn(page)
  // Only the fragment changes: the browser does not load the page again by itself.
  await page.evaluate((address) => window.location.assign(address), await freshAddress(desk))
  await seesDesk(page)
  expect(page.url()).toBe(`${desk.origin}/`)
})

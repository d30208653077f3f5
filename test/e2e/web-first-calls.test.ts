import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshAddress, openPage } from '../support/browser.ts'
import { launchBrowser } from '../support/chromium.ts'
import { type DeskProcess, startDeskProcess } from '../support/desk-process.ts'

let browser: Browser
let desk: DeskProcess
beforeAll(async () => {
  desk = await startDeskProcess()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await desk?.stop()
})

test('page asks for its first rows, once, while its large script is still read', async () => {
  const { page } = await openPage(browser)
  const held: Route[] = []
  await page.route('**/assets/start-*.js', (route) => void held.push(route))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const answered = page.waitForResponse('**/api/call/today.list')
  await page.goto(await freshAddress(desk), { waitUntil: 'commit' })
  expect((await answered).ok()).toBe(true)
  await expect.poll(() => held.length).toBe(1)
  for (const route of held) await route.continue()
  await page.getByRole('heading', { name: 'Add your first brand' }).waitFor()
  for (const call of ['today.list', 'brands.list', 'desk.settings'])
    expect(asked.filter((path) => path === `/api/call/${call}`)).toEqual([`/api/call/${call}`])
})

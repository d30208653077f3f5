import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshAddress, openPage } from '../support/browser.ts'
import { sharedBrowser } from '../support/chromium.ts'
import { type DeskProcess, startDeskProcess } from '../support/desk-process.ts'
import { neverIdle } from '../support/never-idle.ts'
import { listViews } from '../support/places.ts'

let browser: Browser
let desk: DeskProcess
beforeAll(async () => {
  desk = await startDeskProcess()
  browser = await sharedBrowser()
})
afterAll(async () => {
  await desk?.stop()
})

test('page asks for its first rows, once, while its large script is still read', async () => {
  const { page } = await openPage(browser)
  const held: Route[] = []
  await page.route('**/assets/start-*.js', (route) => void held.push(route))
  // A desk that has just started may report a change, and the page would ask again.
  await page.route('**/api/events*', () => undefined)
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

test('page makes no number or date format of the browser before it is drawn: the first one takes 16 ms', async () => {
  const { page } = await openPage(browser)
  await page.addInitScript(() => {
    const made: string[] = []
    Object.assign(window, { formatsMade: made })
    for (const name of ['NumberFormat', 'DateTimeFormat'] as const) {
      const construct = (target: object, args: unknown[]): object => {
        made.push(name)
        return Reflect.construct(target as () => void, args) as object // one of the two formats
      }
      Object.assign(Intl, { [name]: new Proxy(Intl[name], { construct }) })
    }
  })
  await page.goto(await freshAddress(desk), { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Add your first brand' }).waitFor()
  expect(await page.evaluate(() => (window as { formatsMade?: string[] }).formatsMade)).toEqual([]) // set above
})

test('each view can be the first one that a page opens: no script needs one that comes later', async () => {
  const { page, errors } = await openPage(browser)
  await page.addInitScript(neverIdle)
  await page.goto(await freshAddress(desk))
  const ids = (await listViews(page)).map(({ id }) => id)
  expect(ids.length).toBe(34)
  for (const id of ids) {
    await page.goto('about:blank')
    await page.goto(`${desk.origin}/#/${id}/all`)
    await page.waitForFunction(() => (document.getElementById('view')?.childElementCount ?? 0) > 0)
    expect(await page.getByText('This view could not be loaded').count(), `${id}`).toBe(0)
  }
  expect(errors).toEqual([])
})

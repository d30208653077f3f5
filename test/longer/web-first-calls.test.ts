import type { Browser } from 'playwright-core'
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

test('page asks for its first rows once, before anything that can wait', async () => {
  const { page } = await openPage(browser)
  // A desk that has just started may report a change, and the page would ask again.
  await page.route('**/api/events*', () => undefined)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(await freshAddress(desk), { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Add your first brand' }).waitFor()
  const calls = asked.flatMap((path) => (path.startsWith('/api/call/') ? path.slice('/api/call/'.length) : []))
  expect(calls.slice(0, 3)).toEqual(['today.list', 'brands.list', 'desk.settings'])
  expect(new Set(calls.slice(3))).not.toContain('today.list')
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

// The page asks again for what changed, and for nothing else.
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { syncAll } from '../support/sync-all.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 4, keywords: 60 }, historyDays: 2 })
})
afterAll(() => web?.close())

/** The calls that the page makes from now on: their names, and how many wait for a reply. */
const recordCalls = (page: Page) => {
  const names: string[] = []
  const waiting = new Set<Request>()
  page.on('request', (request) => {
    const [, name] = /\/api\/call\/(.+)$/.exec(request.url()) ?? []
    if (name === undefined) return
    names.push(name)
    waiting.add(request)
  })
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))
  return { names, waiting }
}

/** Events come in order: a page that follows a new theme has seen all that the desk sent before it. */
const whenEventsArrived = async (page: Page, theme: 'light' | 'dark') => {
  await web.desk.value('desk.setSettings', { theme })
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor()
}

/** The page reads ahead, one call after the other: it is done when pauses bring no further call. */
const whenAllIsRead = async (page: Page, { names, waiting }: ReturnType<typeof recordCalls>) => {
  for (let quietRounds = 0; quietRounds < 2; ) {
    const before = names.length
    await page.clock.runFor(10_000)
    await expect.poll(() => waiting.size).toBe(0)
    quietRounds = names.length === before ? quietRounds + 1 : 0
  }
}

test('rankings over all brands make no call during a sync of contacts, and one when rankings change', async () => {
  const page = await web.open({ at: '#/sync/all', isShared: false }) // its clock stays what it is set to
  const calls = recordCalls(page)
  const { names } = calls
  await page.evaluate(() => location.assign('#/rankings/all'))
  await page.getByRole('grid').getByRole('row').nth(5).waitFor()
  await page.clock.install()
  await whenAllIsRead(page, calls)
  names.length = 0
  await syncAll(web.desk, { datasets: ['contacts'] })
  await whenEventsArrived(page, 'dark')
  await whenAllIsRead(page, calls)
  await whenEventsArrived(page, 'light')
  expect(names.filter((name) => name.startsWith('rankings.'))).toEqual([])

  await syncAll(web.desk, { datasets: ['rankings'] })
  await whenEventsArrived(page, 'dark')
  await page.clock.runFor(10_000)
  await expect.poll(() => names.filter((name) => name === 'rankings.page').length).toBeGreaterThan(0)
})

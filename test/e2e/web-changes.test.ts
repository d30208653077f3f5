// The page asks again for what changed, and for nothing else.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { syncAll } from '../support/sync-all.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 4, keywords: 60 }, historyDays: 2 })
})
afterAll(() => web?.close())

/** Names of the calls that the page makes from now on. */
const recordCalls = (page: Page): string[] => {
  const names: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/api\/call\/(.+)$/.exec(request.url()) ?? []
    if (name !== undefined) names.push(name)
  })
  return names
}

/** Events come in order: a page that follows a new theme has seen all that the desk sent before it. */
const whenEventsArrived = async (page: Page, theme: 'light' | 'dark') => {
  await web.desk.value('desk.setSettings', { theme })
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor()
}

test('rankings over all brands make no call during a sync of contacts, and one when rankings change', async () => {
  const page = await web.open({ at: '#/rankings/all', isShared: false }) // its clock stays what it is set to
  await page.getByRole('grid').getByRole('row').nth(5).waitFor()
  await page.clock.install()
  await page.clock.runFor(10_000)
  const names = recordCalls(page)
  await syncAll(web.desk, { datasets: ['contacts'] })
  await whenEventsArrived(page, 'dark')
  // Longer than any pause between two calls of one question.
  await page.clock.runFor(10_000)
  await whenEventsArrived(page, 'light')
  expect(names.filter((name) => name.startsWith('rankings.'))).toEqual([])

  await syncAll(web.desk, { datasets: ['rankings'] })
  await whenEventsArrived(page, 'dark')
  await page.clock.runFor(10_000)
  await expect.poll(() => names.filter((name) => name === 'rankings.page').length).toBeGreaterThan(0)
})

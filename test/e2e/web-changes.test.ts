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

type Calls = { readonly names: readonly string[]; readonly waiting: number }

/** Counts the page's calls in the page itself: what playwright reports of them comes later than what it does next. */
const countCalls = (): void => {
  const calls = { names: [] as string[], waiting: 0 }
  const send = window.fetch
  window.fetch = async (...request) => {
    const [, name] = /\/api\/call\/(.+)$/.exec(String(request[0])) ?? []
    if (name === undefined) return send(...request)
    calls.names.push(name)
    calls.waiting += 1
    try {
      const response = await send(...request)
      await response.clone().arrayBuffer()
      return response
    } finally {
      calls.waiting -= 1
    }
  }
  Object.assign(window, { calls })
}
const callsOf = (page: Page): Promise<Calls> => page.evaluate(() => (window as unknown as { calls: Calls }).calls) // made above

/** Events come in order: a page that follows a new theme has seen all that the desk sent before it. */
const whenEventsArrived = async (page: Page, theme: 'light' | 'dark') => {
  await web.desk.value('desk.setSettings', { theme })
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor()
}

/** The page reads ahead, one call after the other: it is done when pauses bring no further call. Resolves with all names. */
const whenAllIsRead = async (page: Page): Promise<readonly string[]> => {
  let known = -1
  for (let quietRounds = 0; quietRounds < 2; ) {
    await page.clock.runFor(10_000)
    await expect.poll(async () => (await callsOf(page)).waiting).toBe(0)
    const { names } = await callsOf(page)
    quietRounds = names.length === known ? quietRounds + 1 : 0
    known = names.length
  }
  return (await callsOf(page)).names
}

test('rankings over all brands make no call during a sync of contacts, and one when rankings change', async () => {
  const page = await web.open({ at: '#/rankings/all', isShared: false }) // its clock stays what it is set to
  await page.addInitScript(countCalls)
  await page.clock.install() // before the page sets a timer: one of the real clock would read ahead at any later time
  await page.reload()
  await page.getByRole('grid').getByRole('row').nth(5).waitFor()
  const { length: before } = await whenAllIsRead(page)
  await syncAll(web.desk, { datasets: ['contacts'] })
  await whenEventsArrived(page, 'dark')
  const names = await whenAllIsRead(page)
  expect(names.slice(before).filter((name) => name.startsWith('rankings.'))).toEqual([])

  await syncAll(web.desk, { datasets: ['rankings'] })
  await whenEventsArrived(page, 'light')
  const after = await whenAllIsRead(page)
  expect(after.slice(names.length)).toContain('rankings.page')
})

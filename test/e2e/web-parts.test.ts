// The page comes in parts: those it does not open with are fetched soon after the start.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pressSequence } from '../support/page-checks.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 1, keywords: 20 }, historyDays: 2 })
})
afterAll(() => web?.close())

const NO_NETWORK = /Failed to load resource|net::ERR/

test('views and dialogs open for the first time while the desk cannot be reached', async () => {
  const page = await web.open({ tolerates: NO_NETWORK })
  await page.waitForFunction(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name)
    return ['settings-view', 'clusters-view', 'dialogs'].every((part) => names.some((name) => name.includes(part)))
  })
  await page.context().setOffline(true)
  await pressSequence(page, 'g', 'r')
  await page.keyboard.press('Alt+3')
  await page.getByRole('heading', { name: 'Clusters', level: 1 }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
})

test('a view whose code cannot be loaded says so, and a reload fixes it', async () => {
  const page = await web.open({ tolerates: NO_NETWORK })
  await page.route(/\/assets\/settings-view-/, (route) => route.abort())
  await page.goto(`${web.desk.origin}/#/settings/all`)
  await page.reload()
  await page.getByRole('heading', { name: 'This view could not be loaded' }).waitFor()
  await page.unroute(/\/assets\/settings-view-/)
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await expect.poll(() => page.getByText('could not be loaded').count()).toBe(0)
})

test('a dialog whose code cannot be loaded says so, and a reload fixes it', async () => {
  const page = await web.open({ tolerates: NO_NETWORK })
  await page.route(/\/assets\/dialogs-/, (route) => route.abort())
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const said = page.getByText('This part of the page could not be loaded')
  await page.keyboard.press('?')
  await said.first().waitFor()
  await page.unroute(/\/assets\/dialogs-/)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
})

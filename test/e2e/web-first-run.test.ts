// The first minutes with an empty desk, which teaches. The demo: test/longer/web-demo.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ isEmpty: true })
})
afterAll(() => web?.close())

test('an empty desk without the demo shows the next step', async () => {
  const { desk, open } = web
  const page = await open()
  await page.getByRole('heading', { name: 'Add your first brand' }).waitFor()
  await expect.poll(() => page.getByText('Settings → Integrations → API').isVisible()).toBe(true)
  // This desk keeps keys in memory, and has not asked the service for anything.
  expect(await page.getByText('keychain').count()).toBe(0)
  await page.getByRole('status').filter({ hasText: 'No brands yet' }).waitFor()
  const view = page.getByRole('main')
  await view.getByRole('button', { name: 'Add brands' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add brands' })
  await dialog.getByLabel('Service address').waitFor()
  await expect.poll(() => dialog.getByLabel('Key', { exact: true }).isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await view.getByRole('button', { name: 'Set the service address' }).click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  for (const place of ['rankings', 'movers', 'clusters', 'prospects', 'contacts', 'sync']) {
    await page.goto(`${desk.origin}/#/${place}/all`)
    await view.getByRole('button', { name: 'Add brands' }).waitFor()
  }
})

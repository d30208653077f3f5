// Esc: the same in every list.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 2, keywords: 60 }, historyDays: 3 })
})
afterAll(() => web?.close())

const openGrid = async (view: string, title: string) => {
  const brand = web.brand(0)
  const page = await web.open({ at: `#/${view}/${brand.id}` })
  const grid = page.getByRole('grid', { name: `${title} of ${brand.name}` })
  await grid.locator('[data-row="2"]').waitFor()
  return { page, grid, brand }
}
const place = (page: Page) => page.evaluate(() => window.location.hash.split('?')[0])

test('Esc clears the selection and closes the detail, and never leaves the brand', async () => {
  const { page, grid, brand } = await openGrid('contacts', 'Contacts')
  await grid.focus()
  for (const key of ['x', 'Enter']) await page.keyboard.press(key)
  const detail = page.getByRole('complementary', { name: /^Details of/ })
  await detail.waitFor()
  await page.getByText('1 selected').waitFor()
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press('Escape')
  expect(await place(page)).toBe(`#/contacts/${brand.id}`)
  expect(await detail.count()).toBe(0)
  expect(await page.getByText(/\d selected/).count()).toBe(0)
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).click()
  for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
  expect(await place(page)).toBe(`#/contacts/${brand.id}`)
})

test('Esc keeps the section that is shown', async () => {
  const page = await web.open({ at: '#/settings/all?section=appearance' })
  await page.getByText('Dark', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => window.location.hash)).toBe('#/settings/all?section=appearance')
})

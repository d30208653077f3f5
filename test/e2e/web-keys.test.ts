// Esc, keys after the mouse, and clicks on rows: the same in every list.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whenAnswered } from '../support/page-checks.ts'
import { openPlace } from '../support/places.ts'
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
  await detail.waitFor({ state: 'detached' })
  await page.getByText(/\d selected/).waitFor({ state: 'detached' })
  expect(await place(page)).toBe(`#/contacts/${brand.id}`)
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

const detailOf = (page: Page) => page.getByRole('complementary', { name: /^Details of/ })

test('a click anywhere in a row opens it, and only the checkbox selects', async () => {
  const { page, grid } = await openGrid('contacts', 'Contacts')
  const cellsOf = (row: number) => grid.locator(`[data-row="${row}"] [role="gridcell"]`)
  const count = await cellsOf(1).count()
  expect(count).toBeGreaterThan(3)
  for (let cell = 1; cell < count; cell += 1) {
    await cellsOf(1)
      .nth(cell)
      .click({ position: { x: 4, y: 4 } })
    await detailOf(page).waitFor()
    await page.keyboard.press('Escape')
    await detailOf(page).waitFor({ state: 'detached' })
  }
  expect(await page.getByText(/\d selected/).count()).toBe(0)
  await cellsOf(1).first().click()
  await page.getByText('1 selected').waitFor()
  expect(await detailOf(page).count()).toBe(0)
})

test('J, K, X and Enter work on the table after a click on a button, a filter or a tab', async () => {
  const { page, grid } = await openGrid('rankings', 'Rankings')
  const activeRow = async () => (await grid.getAttribute('aria-activedescendant'))?.split('-').at(-1)
  const clicks: readonly (() => Promise<void>)[] = [
    async () => {
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByRole('menuitem', { name: 'CSV', exact: true }).waitFor({ state: 'hidden' })
    },
    async () => {
      await page.keyboard.press('Shift+P')
      await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('alert').waitFor({ state: 'detached' })
    },
    () => openPlace(page, 'Rankings'),
  ]
  for (const click of clicks) {
    await click()
    await page.keyboard.press('Home')
    await expect.poll(activeRow).toBe('0')
    await click()
    await page.keyboard.press('j')
    await expect.poll(activeRow).toBe('1')
    await click()
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await click()
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor({ state: 'detached' })
    await click()
    await page.keyboard.press('Enter')
    await detailOf(page).waitFor()
    await page.keyboard.press('Escape')
    await detailOf(page).waitFor({ state: 'detached' })
  }
  await grid.getByRole('columnheader', { name: 'Keyword' }).getByRole('button').first().click()
  await whenAnswered(page)
  await page.keyboard.press('j')
  await expect.poll(activeRow).toBe('1')
})

test('Enter presses the button that the Tab key reached', async () => {
  const { page } = await openGrid('rankings', 'Rankings')
  await page.getByRole('searchbox').first().click()
  const reached = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  for (let step = 0; step < 40 && !(await reached()).startsWith('Columns'); step += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Reset columns' }).waitFor()
  expect(await detailOf(page).count()).toBe(0)
})

// Where the focus is: for those who use the keyboard alone, and for those who are read the page to.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compose } from '../support/publish-page.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 3, keywords: 40 }, historyDays: 2 })
  for (const { id } of web.brands)
    await web.desk.value('research.setAuditSite', { brandId: id, url: 'example.com', remindEveryDays: 1 })
})
afterAll(() => web?.close())

/** The name of what has the focus; of the view itself `#view`, and of nothing `BODY`. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return 'BODY'
    if (element.id === 'view') return '#view'
    return element.getAttribute('aria-label') ?? element.textContent?.trim() ?? element.tagName
  })
const isInRail = (page: Page) => page.evaluate(() => document.activeElement?.closest('main') === null)
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('the Tab key meets a way to the content, then the rail once, then the header', async () => {
  const page = await web.open({ at: '#/rankings/all' })
  await page.getByRole('grid').locator('[data-row="0"]').waitFor()
  await page.getByRole('button', { name: 'open Sync' }).filter({ hasText: 'Synced' }).waitFor()
  await press(page, 'Tab')
  expect(await focused(page)).toBe('Skip to content')
  expect(await page.getByRole('button', { name: 'Skip to content' }).isVisible()).toBe(true)
  await press(page, 'Tab')
  expect([await isInRail(page), await focused(page)]).toEqual([true, 'Rankings'])
  await press(page, 'Tab')
  expect([await isInRail(page), await focused(page)]).toEqual([false, expect.stringContaining('Synced')])
  await press(page, 'Shift+Tab', 'Shift+Tab', 'Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid')
})

test('the arrows, Home and End move in the rail, and the Tab key returns to where it was left', async () => {
  const page = await web.open({ at: '#/rankings/all' })
  await page.getByRole('grid').locator('[data-row="0"]').waitFor()
  await press(page, 'Tab', 'Tab', 'ArrowDown')
  expect(await focused(page)).toBe('Research')
  await press(page, 'Tab', 'Shift+Tab')
  expect(await focused(page)).toBe('Research')
  await press(page, 'Home')
  expect(await focused(page)).toBe('Fold the rail')
  await press(page, 'ArrowUp')
  expect(await focused(page)).toBe('Fold the rail')
  await press(page, 'End')
  expect(await focused(page)).toBe('Guide')
  // Through the filter of the brands, whose own arrows choose a brand.
  await press(page, 'Home', ...Array.from({ length: 10 }, () => 'ArrowDown'))
  expect(await focused(page)).toBe('Find a brand')
  await press(page, 'ArrowDown')
  await expect.poll(() => page.locator('#brand-list [data-active]').count()).toBe(1)
  await press(page, 'ArrowUp')
  await expect.poll(() => page.locator('#brand-list [data-active]').count()).toBe(0)
  await press(page, 'ArrowUp')
  expect(await focused(page)).toMatch(/^Activity/)
  await press(page, 'Enter')
  await expect.poll(() => page.evaluate(() => window.location.hash)).toContain('#/activity/all')
})

test('a click in the rail leaves the arrows to the list in view', async () => {
  const page = await web.open()
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Rankings' }).click()
  const grid = page.getByRole('grid')
  await grid.locator('[data-row="0"]').waitFor()
  await press(page, 'ArrowDown')
  expect(await focused(page)).not.toBe('Research')
})

test('the focus returns to what opened a dialog, a menu or a pane, and else to the view', async () => {
  const page = await web.open()
  await page.locator('[data-item]').first().waitFor()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: /^Search or jump/ }).focus()
  await press(page, 'Enter')
  await dialog.waitFor()
  await press(page, 'Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toMatch(/^Search or jump/)

  const snooze = page.getByRole('button', { name: /^Snooze: / }).first()
  await snooze.focus()
  await press(page, 'Enter')
  await dialog.waitFor()
  await press(page, 'Escape')
  await expect.poll(() => focused(page)).toMatch(/^Snooze: /)
  // Its row is gone with the answer: the keys are for the list.
  await press(page, 'Enter')
  await dialog.getByRole('button', { name: /^Tomorrow/ }).press('Enter')
  await expect.poll(() => focused(page)).not.toBe('BODY')
  await press(page, 'z')

  await page.locator('[data-item]').first().waitFor()
  await page.locator('[data-item]').first().getByRole('heading').click()
  const pane = page.getByRole('complementary')
  await pane.getByRole('button', { name: 'Close the details' }).focus()
  await press(page, 'Enter')
  await pane.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('#view')
})

test('the focus stays in the view when a step replaces the one before', async () => {
  const page = await web.open()
  await compose(page, { brand: web.brand(0), slugs: ['tea'], provider: 'Ghost' })
  await page.getByRole('button', { name: 'Review', exact: true }).focus()
  await press(page, 'Enter')
  await page.getByText('Step 2 of 3: review, nothing is sent yet').waitFor()
  await expect.poll(() => focused(page)).not.toBe('BODY')
  expect(await page.evaluate(() => document.activeElement?.closest('#view') !== null)).toBe(true)
})

test('/ reaches the filter of the place, a chip where it has no field', async () => {
  const page = await web.open()
  await page.locator('[data-item]').first().waitFor()
  await press(page, '/')
  expect(await focused(page)).toMatch(/^All/)
  for (const [place, label] of [
    ['rankings', 'Filter by keyword'],
    ['calendar', 'Provider'],
    ['outbox', 'Filter'],
    ['audits', 'Filter brands and sites'],
  ] as const) {
    await page.goto(`${web.desk.origin}/#/${place}/all`)
    await page.locator('[data-view-filter]').first().waitFor()
    await press(page, '/')
    await expect.poll(() => focused(page)).toContain(label)
    await page.locator('#view').focus()
  }
})

test('/ leaves the brand filter alone in a place without a filter', async () => {
  const page = await web.open({ at: '#/schedules/all' })
  await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
  await press(page, '/', 'b')
  await expect.poll(() => focused(page)).toBe('Find a brand')
  expect(await page.locator('#brand-filter').inputValue()).toBe('')
  await page.locator('#view').focus()
  await press(page, '/')
  expect(await focused(page)).toBe('#view')
})

// Notices move nothing and cover no button of a dialog, and keys work while they are shown. Here the page moves, as it does
// for most people: notices and dialogs fade in and out.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { intercept } from '../support/intercept.ts'
import { whenAnswered } from '../support/page-checks.ts'
import { type PageOptions, startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 2, keywords: 40 }, historyDays: 2 })
})
afterAll(() => web?.close())

const open = (options: PageOptions = {}) => web.open({ reducedMotion: 'no-preference', ...options })

test('after an export from its menu, keys work and no notice covers the link to the file', async () => {
  const brand = web.brand(0)
  const page = await open({ at: `#/rankings/${brand.id}` })
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await page.getByText(/rows? exported/).waitFor()
  await page.keyboard.press('Shift+P')
  const toast = page.getByRole('alert').filter({ hasText: `${brand.name} is pinned` })
  await toast.waitFor()
  for (const name of ['Download', 'Copy path']) {
    const act = page.locator('[data-export-note]').getByText(name, { exact: true })
    const isFree = () =>
      act.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
    // The earlier notice moves up to make room.
    await expect.poll(isFree).toBe(true)
  }
  await toast.getByRole('button', { name: 'Undo' }).click()
})

test('a notice moves nothing in the window, and can be undone', async () => {
  const [brand, other] = [web.brand(0), web.brand(1)]
  const page = await open({ at: `#/rankings/${brand.id}` })
  const grid = page.getByRole('grid')
  await grid.locator('[data-row="0"]').waitFor()
  await grid.focus()
  await page.keyboard.press('Enter')
  const places = [
    page.getByRole('main'),
    page.getByRole('complementary'),
    page.getByRole('navigation').first(),
    page.locator('#view'),
    grid,
  ]
  await page.getByRole('complementary').waitFor()
  await whenAnswered(page)
  const boxes = () => Promise.all(places.map((place) => place.boundingBox()))
  const before = await boxes()
  expect(before).not.toContain(null)
  await page.keyboard.press('Shift+P')
  const toast = page.getByRole('alert').filter({ hasText: `${brand.name} is pinned` })
  await toast.waitFor()
  expect(await boxes()).toEqual(before)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(async () => (await web.desk.value('brands.list', {})).brands.map(({ id, pinned }) => [id, pinned]))
    .toEqual(
      expect.arrayContaining([
        [brand.id, false],
        [other.id, false],
      ]),
    )
})

/** The desk refuses what the window asks, and the window says so. */
const failToPin = async (page: Page, name: string): Promise<Locator> => {
  await intercept(page, '**/api/call/brands.update', (route) => route.continue({ postData: '{}' }))
  await page.keyboard.press('Shift+P')
  const toast = page.getByRole('alert').filter({ hasText: new RegExp(`${name}.* could not be (un)?pinned`) })
  await toast.waitFor()
  return toast
}

/** Of the area that both have, which one is on top. */
const onTop = async (dialog: Locator, toast: Locator): Promise<'dialog' | 'toast' | 'no common area'> =>
  toast.evaluate(
    (notice, other) => {
      const [one, two] = [notice.getBoundingClientRect(), other?.getBoundingClientRect() ?? new DOMRect()]
      const [left, right] = [Math.max(one.left, two.left), Math.min(one.right, two.right)]
      const [top, bottom] = [Math.max(one.top, two.top), Math.min(one.bottom, two.bottom)]
      if (left >= right || top >= bottom) return 'no common area'
      const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return notice.contains(found) ? 'toast' : 'dialog'
    },
    await dialog.elementHandle(),
  )

/** From here on time passes only where a test says so: no notice closes by itself before that. */
const stopTime = async (page: Page): Promise<void> => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

test('a notice covers no button of a dialog that reaches over it', async () => {
  const brand = web.brand(0)
  for (const width of [1024, 1280]) {
    const page = await open({ at: `#/rankings/${brand.id}`, tolerates: /400/, viewport: { width, height: 520 } })
    await page.getByRole('grid').locator('[data-row="0"]').waitFor()
    await stopTime(page)
    const toast = await failToPin(page, brand.name)
    await page.keyboard.press('Shift+A')
    const dialog = page.getByRole('dialog')
    await page.clock.runFor(1000)
    await dialog.getByText('Paste a list').click()
    const lines = Array.from({ length: 60 }, (_, at) => `Brand ${at}, key_${at}`)
    await dialog.getByRole('textbox').first().fill(lines.join('\n'))
    await page.clock.runFor(1000)
    await expect.poll(() => onTop(dialog, toast)).toBe('dialog')
  }
})

test('an error closes after it was seen, and stays in Messages', async () => {
  const brand = web.brand(0)
  const page = await open({ at: `#/rankings/${brand.id}`, tolerates: /400/ })
  await page.getByRole('grid').locator('[data-row="0"]').waitFor()
  await stopTime(page)
  const toast = await failToPin(page, brand.name)
  await page.clock.runFor(1000)
  // Not while the pointer is on it.
  await toast.hover()
  await page.clock.runFor(30_000)
  expect(await toast.isVisible()).toBe(true)
  await page.mouse.move(400, 300)
  await page.clock.runFor(15_000)
  await toast.waitFor({ state: 'detached' })
  const rail = page.getByRole('button', { name: /^\d+ messages?$/ })
  await rail.click()
  await page.clock.runFor(1000)
  const dialog = page.getByRole('dialog', { name: 'Messages' })
  await dialog.getByText(/What you entered was not accepted/).waitFor()
  await dialog.getByRole('button', { name: 'Clear the list' }).click()
  await page.clock.runFor(1000)
  await dialog.waitFor({ state: 'detached' })
  await rail.waitFor({ state: 'detached' })
})

test('a theme chosen in one window reaches the other without a reload', async () => {
  await web.desk.value('desk.setSettings', { theme: 'light' })
  const [page, other] = await Promise.all([open({ at: '#/settings/all?section=appearance' }), open()])
  const scheme = () => other.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
  await expect.poll(scheme).toBe('light')
  await page.getByText('Dark', { exact: true }).click()
  await expect.poll(scheme).toBe('dark')
})

test('a text of the validator never reaches the window', async () => {
  const brand = web.brand(0)
  const page = await open({ at: `#/rankings/${brand.id}`, tolerates: /400/ })
  await page.getByRole('grid').locator('[data-row="0"]').waitFor()
  // As if the window asked wrongly: the desk's reply names a path and the validator's text.
  await intercept(page, '**/api/call/brands.update', (route) => route.continue({ postData: '{}' }))
  const reply = page.waitForResponse('**/api/call/brands.update')
  await page.keyboard.press('Shift+P')
  const toast = page.getByRole('alert').filter({ hasText: brand.name })
  await toast.getByText(/What you entered was not accepted/).waitFor()
  expect(await (await reply).text()).toContain('Invalid input: expected string, received undefined')
  expect(await page.locator('body').innerText()).not.toMatch(/Invalid input|received undefined|brandId/)
})

test('the same problem of all brands is one line, its brands behind a disclosure', async () => {
  await web.sandbox.fault({ operation: 'outreach.contacts', kind: 'status', status: 403, times: 20 })
  await web.desk.value('sync.run', { brandIds: 'all', datasets: ['contacts'] })
  const page = await open({ at: '#/sync/all' })
  const list = page.getByRole('list').filter({ has: page.getByRole('button', { name: '2 brands' }) })
  await list.waitFor()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  // A 403 in words, with the service's own text.
  await list.getByText(/the key may not do this/i).waitFor()
  await list.getByText(/fault on demand: 403/).waitFor()
  await list.getByRole('button', { name: '2 brands' }).click()
  const affected = page.getByRole('list', { name: 'Brands with this problem' })
  await expect
    .poll(() => affected.getByRole('listitem').allTextContents())
    .toEqual(
      expect.arrayContaining([expect.stringContaining(web.brand(0).name), expect.stringContaining(web.brand(1).name)]),
    )
})

// Notices never cover what they are about, and keys work while they are shown. Here the page moves, as it does for most
// people: notices and dialogs fade in and out.
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
    const isFree = act.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
    expect([name, await isFree]).toEqual([name, true])
  }
  await toast.getByRole('button', { name: 'Undo' }).click()
})

test('notices do not lie over the view, and can be undone', async () => {
  const [brand, other] = [web.brand(0), web.brand(1)]
  const page = await open({ at: `#/rankings/${brand.id}` })
  const grid = page.getByRole('grid')
  await grid.locator('[data-row="0"]').waitFor()
  await grid.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+P')
  const toast = page.getByRole('alert').filter({ hasText: `${brand.name} is pinned` })
  await toast.waitFor()
  const rectOf = async (place: Locator) => {
    const box = await place.boundingBox()
    if (box === null) throw new Error('It is not shown')
    return box
  }
  const isOver = async (below: Locator) => {
    const [one, two] = [await rectOf(toast), await rectOf(below)]
    return (
      one.x < two.x + two.width && two.x < one.x + one.width && one.y < two.y + two.height && two.y < one.y + one.height
    )
  }
  for (const place of [page.getByRole('main'), page.getByRole('complementary'), page.getByRole('navigation').first()])
    expect(await isOver(place)).toBe(false)
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
  await page.route('**/api/call/brands.update', (route) => route.continue({ postData: '{}' }))
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

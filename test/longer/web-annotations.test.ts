// Notes on days: added on a curve, found in their place and on other curves. And an earlier day in the rankings views.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, THEME_RULES, tooWide } from '../support/page-checks.ts'
import { openPlace } from '../support/places.ts'
import { syncAll } from '../support/sync-all.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

/** Screenshots, for people who look at the window. */
const SHOTS = process.env.NOTES_SHOTS

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 2, keywords: 60, days: 90 }, historyDays: 58, datasets: ['rankings'] })
  await syncAll(web.desk, { brandIds: [web.brand(0).id], datasets: ['history', 'outbox', 'contacts'] })
})
afterAll(() => web?.close())

const notes = (page: Page) => page.getByRole('list', { name: 'Events', exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add a note' })

test('a note is added on a curve with the keyboard, and is found in its place, on the keyword and on Overview', async () => {
  const { id } = web.brand(0)
  const page = await web.open({ at: `#/overview/${id}`, viewport: { width: 1024, height: 700 } })
  const days = page.getByRole('slider', { name: 'Day of Visibility. Enter adds a note' })
  await days.focus()
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft')
  const at = await days.getAttribute('aria-valuetext')
  expect(at).toMatch(/^\w+ \d+ \w+: /)
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('textbox', { name: 'Note' }).fill('Relaunch of the **shop**')
  const keyword = (await web.desk.value('rankings.page', { brandIds: [id], limit: 1 })).rows[0]?.keyword ?? ''
  await dialog(page)
    .getByRole('button', { name: /^Add note on / })
    .click()
  await dialog(page).waitFor({ state: 'detached' })
  await notes(page).getByText('Relaunch of the shop').waitFor()
  expect(await tooWide(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])

  await page.goto(`${web.desk.origin}/#/rankings/${id}?brand=${id}&keyword=${encodeURIComponent(keyword)}`)
  await notes(page).getByText('Relaunch of the shop').waitFor()
  const curve = page.getByRole('figure', { name: 'Position by day' }).locator('.u-over')
  await curve.click({ position: { x: 60, y: 60 } })
  await dialog(page).getByRole('textbox', { name: 'Note' }).fill('New title of the page')
  await expect.poll(() => dialog(page).getByRole('textbox', { name: 'Keyword' }).inputValue()).toBe(keyword)
  await dialog(page)
    .getByRole('button', { name: /^Add note on / })
    .click()
  await notes(page).getByText('New title of the page').waitFor()

  await page.keyboard.press('Escape')
  await page.goto(`${web.desk.origin}/#/notes/${id}`)
  const table = page.getByRole('region', { name: 'Notes of people' })
  await page.getByRole('searchbox', { name: 'Filter by text, in any order' }).fill('SHOP relaunch')
  await table.getByText('Relaunch of the shop').click()
  const panel = page.getByRole('complementary', { name: /^Details of/ })
  await panel.getByText('shop', { exact: true }).waitFor()
  expect(await panel.locator('strong').textContent()).toBe('shop')
  expect(await tooWide(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await web.desk.value('desk.setSettings', { theme: 'dark' })
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' })
  expect(await axeFindings(page, { rules: THEME_RULES })).toEqual([])
  await web.desk.value('desk.setSettings', { theme: 'system' })

  await panel.getByRole('button', { name: 'Remove note' }).click()
  await page.getByText('No notes match these filters').waitFor()
  await page.getByRole('alert').filter({ hasText: '1 note removed' }).getByRole('button', { name: 'Undo' }).click()
  await table.getByText('Relaunch of the shop').waitFor()
  await page.keyboard.press('a')
  await dialog(page).getByRole('textbox', { name: 'Note' }).waitFor()
})

test('notes of people come first, and what the desk saw is folded by day and kind', async () => {
  const { id } = web.brand(1)
  await web.desk.value('annotations.save', { day: '2026-11-02', brandIds: [id], text: 'New menu' })
  const articleSlugs = ['boot-care', 'tent-care']
  await web.desk.value('publishing.publish', { brandId: id, articleSlugs, provider: 'ghost', holdSeconds: 0 })
  const kinds = ['published' as const]
  const published = async () => (await web.desk.value('annotations.list', { brandIds: [id], kinds })).total
  await expect.poll(published).toBe(2)
  for (const width of [1024, 1280]) {
    const page = await web.open({ at: `#/notes/${id}`, viewport: { width, height: 700 } })
    await page.getByRole('region', { name: 'Notes of people' }).getByText('New menu').waitFor()
    const events = page.getByRole('region', { name: 'What the desk saw' })
    const line = events.getByRole('button', { name: 'Boot care' })
    await events.getByText('Published · 2').waitFor()
    expect(await line.isVisible()).toBe(false)
    await events.getByText('Published · 2').click()
    await line.click()
    const panel = page.getByRole('complementary', { name: /^Details of/ })
    await panel.getByRole('button', { name: 'View details' }).waitFor()
    expect(await tooWide(page)).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await axeFindings(page, colorScheme === 'light' ? {} : { rules: THEME_RULES })).toEqual([])
      if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/notes-${width}-${colorScheme}.png` })
    }
    // A search unfolds what it finds.
    await page.getByRole('searchbox', { name: 'Filter by text, in any order' }).fill('TENT')
    await events.getByRole('button', { name: /Published.*Tent care/ }).waitFor()
  }
})

test('an earlier day is shown under a banner, kept in the address and over the views, and left again', async () => {
  const { id } = web.brand(0)
  const { newestWholeDay } = await web.desk.value('rankings.days', { brandIds: [id] })
  const day = new Date(Date.parse(newestWholeDay ?? '') - 2 * 86_400_000).toISOString().slice(0, 10)
  const page = await web.open({ at: `#/movers/${id}`, viewport: { width: 1024, height: 700 } })
  await page.getByRole('button', { name: 'Show an earlier day' }).click()
  await page.getByRole('dialog', { name: 'Show an earlier day' }).getByLabel('As of').fill(day)
  await page.keyboard.press('Escape')
  const banner = page.getByRole('status').filter({ hasText: /^As of / })
  await banner.waitFor()
  expect(await page.evaluate(() => window.location.hash)).toContain(`asof=${day}`)
  const then = await web.desk.value('rankings.movers', { brandIds: [id], moves: 'real', asOfDay: day })
  await page.getByText(new RegExp(`${then.real?.fell} fell, ${then.real?.climbed} climbed`)).waitFor()

  await openPlace(page, 'Rankings')
  await banner.waitFor()
  const totals = await web.desk.value('rankings.totals', { brandIds: [id], asOfDay: day })
  expect(totals.brands.shown).toBe(1)
  await page.getByRole('region', { name: 'Totals' }).getByText(String(totals.keywords), { exact: true }).waitFor()
  expect(await tooWide(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  // The link shows the same to another person.
  const link = page.url()
  const other = await web.open({ at: new URL(link).hash })
  await other
    .getByRole('status')
    .filter({ hasText: /^As of / })
    .waitFor()

  await page.goto(`${web.desk.origin}/#/clusters/${id}`)
  await page.getByText(/^Clusters shows the newest state: it cannot show/).waitFor()
  await page.goBack()
  await banner.getByRole('button', { name: 'Back to newest' }).click()
  await banner.waitFor({ state: 'detached' })
  expect(page.url()).not.toContain('asof')
})

// The start page: what needs attention, ranked. Enter does the main action, S snoozes, D dismisses, Z undoes.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TodayItem } from '../../src-shared/desk/today.ts'
import { closeNote } from '../support/page-checks.ts'
import * as today from '../support/today-situations.ts'
import { place, row, until } from '../support/today-situations.ts'
import type { WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await today.startToday()
})
afterAll(() => web?.close())

const list = () => today.listOf(web)
const itemOf = (kind: TodayItem['kind']) => today.itemOf(web, kind)
const openToday = (at?: string) => today.openToday(web, at)
const shownIds = (page: Page) =>
  page.locator('[data-item]').evaluateAll((rows) => rows.map((one) => one.getAttribute('data-item')))
const activeId = (page: Page) => page.locator('[data-item][aria-current]').getAttribute('data-item')

test('the page opens on Today, and Enter opens the worst real drop over all brands', async () => {
  const page = await web.open()
  const all = await list()
  await expect.poll(() => shownIds(page)).toEqual(all.map(({ id }) => id))
  // Whether a drop of the sandbox is urgent changes from day to day; the worst urgent one comes first (rank.test.ts).
  const at = all.findIndex(({ kind }) => kind === 'drop')
  const worst = all[at]
  for (let step = 0; step < at; step += 1) await page.keyboard.press('j')
  await expect.poll(() => activeId(page)).toBe(worst?.id)
  await page.keyboard.press('Enter')
  const keyword = worst?.about.keyword ?? ''
  const pane = page.getByRole('complementary', { name: `Details of ${keyword}` })
  await pane.getByRole('group', { name: 'Comparison' }).waitFor()
  expect(await place(page)).toMatch(/^#\/today\/all\?open=drop/)
  // It leads on to its brand alone, among what fell.
  await pane.getByRole('button', { name: /^View (drops of .+|in Movers)$/ }).click()
  await expect.poll(() => place(page)).toContain(`#/movers/${worst?.brandId}?`)
  const kinds = page.getByRole('radiogroup', { name: 'Kind of move' })
  await expect.poll(() => kinds.getByRole('radio', { name: 'Fell' }).isChecked()).toBe(true)
  await page.getByRole('complementary', { name: `Details of ${keyword}` }).waitFor()
})

test('until the first rows are there, the page asks for nothing that they do not need', async () => {
  const page = await openToday()
  const released = Promise.withResolvers<void>()
  await page.route('**/api/call/today.list', async (route) => {
    await released.promise
    await route.continue()
  })
  const asked: string[] = []
  page.on('request', (request) =>
    asked.push(new URL(request.url()).pathname.replace(/^.*\//, '').replace(/-[\w-]{8}\./, '.')),
  )
  const settings = page.waitForResponse('**/api/call/desk.settings')
  await page.reload()
  await (await settings).finished()
  await page.locator('[data-rail] [data-brand]').first().waitFor()
  const paint = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  await page.evaluate(paint)
  const calls = ['alerts.page', 'brands.list', 'desk.settings', 'events', 'today.list']
  const files = ['', 'index.js', 'inter-latin-wght-normal.woff2', 'rolldown-runtime.js', 'start.js', 'style.css']
  expect(asked.filter((what) => ![...calls, ...files].includes(what))).toEqual([])
  released.resolve()
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
  expect(asked).toContain('selected-items.js')
})

test('a row beside a pane has two lines, and its figures are whole', async () => {
  const page = await openToday()
  const drop = await itemOf('drop')
  await row(page, drop).locator('h3').click()
  await page.getByRole('complementary').waitFor()
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    const rows = await page.locator('[data-item]').evaluateAll((all) =>
      all.map((one) => ({
        heightPx: one.getBoundingClientRect().height,
        lines: one.querySelectorAll('h3, p:not([class*="cause"])').length,
        isCauseShown: [...one.querySelectorAll('[class*="cause"]')].some((cause) => cause.clientHeight > 0),
      })),
    )
    expect(rows.map(({ lines }) => lines)).toEqual(rows.map(() => 2))
    expect(Math.max(...rows.map(({ heightPx }) => heightPx))).toBeLessThan(53)
    expect(rows.some(({ isCauseShown }) => isCauseShown)).toBe(false)
    const isCut = await row(page, drop)
      .locator('[class*="figures"]')
      .evaluate((figures) => figures.scrollWidth > figures.clientWidth)
    expect([width, isCut]).toEqual([width, false])
  }
})

test('a snoozed and a dismissed item leave the list, and Z brings each back', async () => {
  const page = await openToday()
  const all = (await list()).map(({ id }) => id)
  await expect.poll(() => shownIds(page)).toEqual(all)
  await page.keyboard.press('j')
  await expect.poll(() => activeId(page)).toBe(all[1])
  await page.keyboard.press('s')
  await page
    .getByRole('dialog', { name: 'Snooze until' })
    .getByRole('button', { name: /^Tomorrow/ })
    .press('Enter')
  await page.getByText(/^Snoozed until/).waitFor()
  await expect.poll(() => shownIds(page)).toEqual(all.filter((_, at) => at !== 1))
  expect(await activeId(page)).toBe(all[2])
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: 'Dismiss with a reason' })
  await dialog.getByRole('textbox', { name: 'Another reason' }).fill('The client knows')
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect.poll(() => shownIds(page)).toEqual(all.filter((_, at) => at !== 1 && at !== 2))
  await page.getByRole('button', { name: 'Snoozed or dismissed 2' }).click()
  const hidden = page.getByRole('region', { name: 'Snoozed and dismissed' })
  await hidden.getByText('Dismissed: The client knows').waitFor()
  await hidden.getByText(/^Snoozed until/).waitFor()
  await page.getByRole('button', { name: 'Snoozed or dismissed 2' }).click()
  await page.reload()
  await expect.poll(() => shownIds(page)).toEqual(all.filter((_, at) => at !== 1 && at !== 2))
  await page.getByRole('button', { name: 'Snoozed or dismissed 2' }).click()
  await hidden.getByRole('button', { name: /^Undo/ }).first().click()
  await page.getByRole('button', { name: 'Snoozed or dismissed 1' }).click()
  await expect.poll(() => shownIds(page)).toEqual(all.filter((_, at) => at !== 1))
  await page.keyboard.press('d')
  await page.getByRole('button', { name: 'Not important' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => shownIds(page)).toHaveLength(all.length - 2)
  await page.keyboard.press('z')
  await expect.poll(() => shownIds(page)).toEqual(all.filter((_, at) => at !== 1))
  await web.desk.value('today.restore', { id: all[1] ?? '' })
  await expect.poll(() => shownIds(page)).toEqual(all)
})

test('selected items are exported, snoozed and dismissed together, and one undo brings them back', async () => {
  const page = await openToday()
  const all = (await list()).map(({ id }) => id)
  await expect.poll(() => shownIds(page)).toEqual(all)
  for (const key of ['x', 'j', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('2 selected').waitFor()
  await page.keyboard.press('Control+e')
  await page.getByText('2 rows exported').waitFor()
  await closeNote(page.getByRole('alert').filter({ hasText: 'exported' }))
  await page.keyboard.press('s')
  const snoozing = page.getByRole('dialog', { name: 'Snooze until' })
  await snoozing.getByText('2 items').waitFor()
  await snoozing.getByRole('button', { name: /^Tomorrow/ }).press('Enter')
  await page.getByText(/^Snoozed 2 items until/).waitFor()
  await expect.poll(() => shownIds(page)).toEqual(all.filter((_, at) => at !== 0 && at !== 2))
  await page.getByText('2 selected').waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await expect.poll(() => shownIds(page)).toEqual(all)

  const [first = '', second = ''] = all
  for (const id of [first, second])
    await row(page, { id })
      .locator('p')
      .click({ modifiers: ['Control'] })
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await page.getByRole('button', { name: 'Not important' }).click()
  await expect.poll(() => shownIds(page)).toEqual(all.slice(2))
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => shownIds(page)).toEqual(all)
  await expect.poll(async () => (await list()).length).toBe(all.length)
})

test('an open item that leaves the list stays in its pane, and a snooze closes it', async () => {
  const page = await openToday()
  const pane = page.getByRole('complementary')
  const item = await itemOf('skipped')
  await row(page, item).getByRole('heading').click()
  await pane.waitFor()
  await page.keyboard.press('s')
  await page.getByRole('button', { name: /^Tomorrow/ }).press('Enter')
  await pane.waitFor({ state: 'detached' })
  expect(await place(page)).toBe('#/today/all')
  // The window hides the row before the desk has stored the snooze, and only a stored snooze can be undone.
  await until(async () => (await list()).every(({ id }) => id !== item.id))
  await web.desk.value('today.restore', { id: item.id })
  await row(page, item).getByRole('heading').click()
  await pane.waitFor()
  // Elsewhere, on another page of the desk.
  await web.desk.value('today.dismiss', { id: item.id, reason: 'Expected' })
  await row(page, item).waitFor({ state: 'detached' })
  await pane.getByRole('button', { name: 'Resend' }).first().waitFor()
  await web.desk.value('today.restore', { id: item.id })
})

test('sections filter the list and count it; a brand without anything to do shows a calm page', async () => {
  const page = await openToday()
  const filters = page.getByRole('group', { name: 'Filter by section' })
  const of = async (section: TodayItem['section']) => (await list()).filter((item) => item.section === section)
  const publishing = await of('publishing')
  await filters.getByRole('button', { name: `Publishing ${publishing.length}` }).click()
  await expect.poll(() => shownIds(page)).toEqual(publishing.map(({ id }) => id))
  await page.keyboard.press('2')
  await expect.poll(() => shownIds(page)).toEqual((await of('search')).map(({ id }) => id))
  await page.keyboard.press('1')
  await expect.poll(() => shownIds(page)).toEqual((await list()).map(({ id }) => id))
  await page.goto(`${web.desk.origin}/#/today/${web.brand(0).id}`)
  await page.getByRole('heading', { name: 'Nothing needs attention' }).waitFor()
  await page.getByText(/^1 brand checked · \d\d:\d\d\. Checked: real drops/).waitFor()
})

test('the pane of an item goes with its brand, and so does an address that names it', async () => {
  const page = await openToday()
  const item = await itemOf('overdue')
  await row(page, item).getByRole('heading').click()
  await page.getByRole('complementary').waitFor()
  await web.desk.value('brands.remove', { brandId: web.brand(1).id })
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  await expect.poll(async () => (await shownIds(page)).includes(item.id)).toBe(false)
  await page.reload()
  await page.locator('[data-item]').first().waitFor()
  expect(await page.getByRole('complementary').count()).toBe(0)
})

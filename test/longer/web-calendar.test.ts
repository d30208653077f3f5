// The calendar and the list of articles in a real browser: choose a day, space articles, move, cancel, read.
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeFiles, openForWriting } from '../../src-main/store/files.ts'
import { tables } from '../../src-main/tables.ts'
import { titleOfSlug } from '../../src-shared/desk/values/slugs.ts'
import { axeFindings, axeInBothThemes } from '../support/page-checks.ts'
import { cmsControl } from '../support/publishing-desk.ts'
import { homePaths } from '../support/temp-home.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const DAY_MS = 86_400_000
const SMALL = { width: 1024, height: 700 }

let web: WebDesk
let cms: ReturnType<typeof cmsControl>
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 2, keywords: 60 }, historyDays: 5 })
  cms = cmsControl(web.sandbox.controlUrl)
})
afterAll(() => web?.close())

const main = (page: Page) => page.getByRole('main')
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const held = (page: Page) => page.getByRole('region', { name: 'Held actions' })
const cell = (page: Page, day: string) => main(page).locator(`[data-day="${day}"]`)
const card = (page: Page, slug: string) => main(page).locator('[data-entry]').filter({ hasText: slug })

/** Scheduled at the service some days from now, each at an hour of its own. */
let hour = 9
type Provider = 'wordpress' | 'webhook'
const schedule = async (index: number, articleSlug: string, days: number, provider: Provider = 'wordpress') => {
  hour += 1
  const publishAt = `${isoDay(Date.now() + days * DAY_MS)}T${hour}:00:00.000Z`
  const { intentId } = await web.desk.value('publishing.schedule', {
    ...{ brandId: web.brand(index).id, articleSlug, provider, publishAt, holdSeconds: 0 },
  })
  await expect.poll(async () => (await web.desk.value('intents.get', { id: intentId })).state).toBe('confirmed')
  return publishAt
}
const openCalendar = (index: number, span: string, day: string, more: object = {}) =>
  web.open({ at: `#/calendar/${web.brand(index).id}?span=${span}&day=${day}`, timezoneId: 'UTC', ...more })

test('a list shows the days of the week that it was opened from', async () => {
  const at = await schedule(0, 'in-this-week', 9)
  const last = isoDay(Date.parse(at) + DAY_MS)
  const page = await openCalendar(0, 'week', last)
  // The day in the address is after the article, and in the same month grid.
  await main(page).getByRole('radiogroup', { name: 'Span' }).getByText('List', { exact: true }).click()
  await main(page).getByRole('region', { name: 'List' }).waitFor()
  await card(page, 'in-this-week').waitFor()
})

test('the month opens on a whole row, below the names of the days, with this week in sight', async () => {
  const page = await web.open({
    at: `#/calendar/${web.brand(0).id}`,
    timezoneId: 'UTC',
    viewport: { width: 1024, height: 460 },
  })
  const board = main(page).getByRole('region', { name: 'Month' })
  await board.locator('[aria-current="date"]').waitFor()
  /** How far the nearest row is from the names of the days, and whether all of today is in sight or the first row. */
  const opened = () =>
    board.evaluate((element) => {
      const under = element.firstElementChild?.getBoundingClientRect().bottom ?? 0
      const days = [...element.querySelectorAll('[data-day]')].map((day) => day.getBoundingClientRect())
      const today = element.querySelector('[data-day]:has([aria-current="date"])')?.getBoundingClientRect()
      const gap = Math.min(...days.map(({ top }) => Math.abs(top - under)))
      const isSeen =
        today !== undefined && today.top > under - 2 && today.bottom < element.getBoundingClientRect().bottom + 2
      return { isWhole: gap < 2, isSeen: isSeen || (today !== undefined && Math.abs(today.top - under) < 2) }
    })
  await expect.poll(opened).toEqual({ isWhole: true, isSeen: true })
  expect(await board.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeGreaterThan(100)
  // Weeks that are scrolled out of sight are counted, and one click shows them.
  const rowsAbove = await board.evaluate((element) => {
    const under = element.firstElementChild?.getBoundingClientRect().bottom ?? 0
    const rows = [...element.querySelectorAll('[data-day]')].filter((_, index) => index % 7 === 0)
    return rows.filter((row) => row.getBoundingClientRect().top < under - 2).length
  })
  const above = board.getByRole('button', { name: /\d weeks? above$/ })
  if (rowsAbove > 0) {
    expect(await above.textContent()).toContain(`${rowsAbove} week`)
    await above.click()
  }
  await expect.poll(() => above.count()).toBe(0)
  expect(await board.evaluate((element) => element.scrollTop)).toBe(0)
})

test('the day of a month’s name has one line, and what the signs of an article that is out mean is said', async () => {
  // Three weeks away and more: the days of the other tests have their cells for themselves.
  const away = new Date(Date.now() + 21 * DAY_MS)
  const first = isoDay(Date.UTC(away.getUTCFullYear(), away.getUTCMonth() + 1, 1))
  const days = Math.round((Date.parse(first) - Date.parse(isoDay(Date.now()))) / DAY_MS)
  for (const [index, slug] of [0, 1, 0, 1].entries())
    await schedule(slug, `on-the-first-${index}`, days, index < 2 ? 'wordpress' : 'webhook')
  // Beside the drawer, days are narrow.
  const at = `#/calendar/all?day=${first}&schedule=any`
  const page = await web.open({ at, timezoneId: 'UTC', viewport: SMALL })
  await card(page, 'on-the-first-0').waitFor()
  const head = cell(page, first).locator('> div').first()
  await head.getByRole('button', { name: /^\+\d/ }).waitFor()
  expect(await head.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(24)
  await main(page).getByText('confirmed by webhook', { exact: true }).waitFor()
  await main(page).getByText('published', { exact: true }).waitFor()
})

test('a click on a free day, on an article and on the button schedules it there: three clicks', async () => {
  const brand = web.brand(0)
  const day = isoDay(Date.now() + 3 * DAY_MS)
  const page = await openCalendar(0, 'month', day, { viewport: SMALL })
  await main(page)
    .getByRole('button', { name: /^Schedule articles on / })

    .first()
    .waitFor()
  await cell(page, day)
    .locator('[data-add]')
    .click({ position: { x: 20, y: 60 } })
  const drawer = page.getByRole('complementary', { name: 'Articles' })
  const article = drawer
    .getByRole('list', { name: `Articles of ${brand.name}` })
    .getByRole('button')
    .nth(1)
  const slug = ((await article.locator('.soft').first().textContent()) ?? '').slice(1)
  await article.click()
  await drawer.getByRole('button', { name: `Schedule 1 article for ${brand.name}` }).click()
  await drawer.waitFor({ state: 'detached' })
  const { rows } = await web.desk.value('intents.list', { filter: { state: ['held'] } })
  expect(rows[0]?.details.publishAt).toBe(`${day}T09:00:00.000Z`)
  await cell(page, day).locator('[data-entry]').filter({ hasText: slug }).waitFor()
  await held(page).getByRole('button', { name: 'Cancel' }).click()
  await held(page).waitFor({ state: 'detached' })
})

test('Enter on a day, Enter on an article and Ctrl+Enter schedule it', async () => {
  const day = isoDay(Date.now() + 4 * DAY_MS)
  const page = await openCalendar(0, 'month', day)
  await cell(page, day).locator('[data-add]').focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('complementary', { name: 'Articles' })
  await drawer.locator('li button:focus').waitFor()
  await page.keyboard.press('Enter')
  await drawer.locator('li button[aria-pressed="true"]').waitFor()
  await page.keyboard.press('Control+Enter')
  await held(page).waitFor()
  await held(page).getByRole('button', { name: 'Cancel' }).click()
  await held(page).waitFor({ state: 'detached' })
})

test('five articles are spaced over weekdays in seven clicks, each with an action of its own', async () => {
  const brand = web.brand(0)
  const page = await openCalendar(0, 'month', isoDay(Date.now()))
  let clicks = 0
  const click = async (target: ReturnType<Page['locator']>) => {
    await target.click()
    clicks += 1
  }
  await click(page.getByRole('button', { name: 'Schedule articles', exact: true }))
  const drawer = page.getByRole('complementary', { name: 'Articles' })
  const articles = drawer.getByRole('list', { name: `Articles of ${brand.name}` }).getByRole('button')
  for (let index = 1; index <= 5; index += 1) await click(articles.nth(index))
  await expect.poll(() => drawer.getByRole('list', { name: 'Times' }).getByRole('listitem').count()).toBe(5)
  expect(await axeFindings(page)).toEqual([])
  await click(drawer.getByRole('button', { name: `Schedule 5 articles for ${brand.name}` }))
  await held(page).getByText(`Schedule 5 articles for ${brand.name}`).waitFor()
  expect(clicks).toBe(7)
  const { rows } = await web.desk.value('intents.list', { filter: { state: ['held'] } })
  const days = rows.map(({ details }) => String(details.publishAt))
  expect(new Set(days.map((at) => at.slice(0, 10))).size).toBe(5)
  expect(days.every((at) => at.endsWith('T09:00:00.000Z') && ![0, 6].includes(new Date(at).getUTCDay()))).toBe(true)
  await held(page).getByRole('button', { name: 'Cancel all 5' }).click()
  await held(page).waitFor({ state: 'detached' })
})

test('a dragged article is a dashed card on its old day and an outlined one on its new day, cancelled as one', async () => {
  const brand = web.brand(1)
  const at = await schedule(1, 'bear-canister-rules', 12)
  const target = isoDay(Date.parse(at) + (new Date(at).getUTCDay() === 0 ? -1 : 1) * DAY_MS)
  const page = await openCalendar(1, 'week', at.slice(0, 10))
  await card(page, 'bear-canister-rules').dragTo(cell(page, target))
  await cell(page, target).locator('[data-move="to"]').getByText('Bear canister rules').waitFor()
  await cell(page, at.slice(0, 10)).locator('[data-move="from"]').waitFor()
  await held(page).getByText(`Move bear-canister-rules for ${brand.name}`).waitFor()
  await page.goto(`${web.desk.origin}/#/activity/${brand.id}`)
  const row = page.getByRole('row').filter({ hasText: 'Move bear-canister-rules' })
  await row.getByText(/moved from .* to /).waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'Unschedule' }).count()).toBe(0)
  await held(page).getByRole('button', { name: 'Cancel' }).click()
  await held(page).waitFor({ state: 'detached' })
  const { rows } = await web.desk.value('intents.list', { filter: { state: ['held', 'ready', 'in_flight'] } })
  expect(rows).toEqual([])
  expect((await cms.articles()).find(({ slug }) => slug === 'bear-canister-rules')?.scheduledFor).toBe(at)
})

test('an article that is moved to the minute of another one asks first, and moves once that is accepted', async () => {
  const at = await schedule(1, 'moved-beside', 15)
  const other = new Date(Date.parse(at) + DAY_MS).toISOString()
  const { intentId } = await web.desk.value('publishing.schedule', {
    ...{
      brandId: web.brand(1).id,
      articleSlug: 'there-before',
      provider: 'wordpress',
      publishAt: other,
      holdSeconds: 0,
    },
  })
  await expect.poll(async () => (await web.desk.value('intents.get', { id: intentId })).state).toBe('confirmed')
  const page = await openCalendar(1, 'list', at.slice(0, 10))
  await card(page, 'moved-beside').press('Shift+ArrowRight')
  await page.getByRole('button', { name: /moved-beside.*press Enter to confirm/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move article' })
  await dialog.getByText('"there-before" is published at the same minute').waitFor()
  await dialog.getByRole('button', { name: 'Move article' }).click()
  await held(page).getByText('Move moved-beside').waitFor()
  await held(page).getByRole('button', { name: 'Cancel' }).click()
  await held(page).waitFor({ state: 'detached' })
})

test('a move by keyboard that is confirmed leaves one card, on the new day', async () => {
  const at = await schedule(1, 'moved-by-keys', 5)
  const later = isoDay(Date.parse(at) + DAY_MS)
  const page = await openCalendar(1, 'list', at.slice(0, 10))
  await card(page, 'moved-by-keys').press('Shift+ArrowRight')
  await page.getByRole('button', { name: /moved-by-keys.*press Enter to confirm/ }).press('Enter')
  await held(page).getByText('Move moved-by-keys').waitFor()
  await page.goto(`${web.desk.origin}/#/calendar/${web.brand(1).id}?span=month&day=${later}`)
  const { rows } = await web.desk.value('intents.list', { filter: { state: ['held'] } })
  await web.desk.value('intents.releaseNow', { id: rows[0]?.id ?? '' })
  await cell(page, later).locator('[data-state="scheduled"]').filter({ hasText: 'moved-by-keys' }).waitFor()
  await expect.poll(() => card(page, 'moved-by-keys').count()).toBe(1)
})

test('an article that a webhook reports before its day is out today and keeps its schedule, and is offered with its title', async () => {
  const brand = web.brand(0)
  await schedule(0, 'out-early', 3, 'webhook')
  const { url, secret } = await web.desk.value('webhooks.rotateSecret', { brandId: brand.id, sessionOnly: true })
  const delivery = { event: 'article.published', article: { slug: 'out-early', title: 'Title of out-early' } }
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(delivery) })).status).toBe(200)
  const today = isoDay(Date.now())
  const page = await openCalendar(0, 'month', today)
  await cell(page, today).locator('[data-state="confirmed"]').getByText('Title of out-early').waitFor()
  const states = () =>
    card(page, 'out-early').evaluateAll((cards) => cards.map((one) => one.getAttribute('data-state')))
  await expect.poll(states).toEqual(['confirmed', 'scheduled'])
  await page.goto(`${web.desk.origin}/#/articles/${brand.id}`)
  const list = main(page).getByRole('grid', { name: `Articles of ${brand.name}` })
  await list.getByRole('row').filter({ hasText: 'out-early' }).getByText('Title of out-early').waitFor()
})

test('a card shows a whole title at 1024 × 700', async () => {
  const at = await schedule(1, 'burst-pipe-first-ten-minutes', 6)
  const page = await openCalendar(1, 'month', at.slice(0, 10), { viewport: SMALL })
  const title = card(page, 'burst-pipe-first-ten-minutes').getByText('Burst pipe first ten minutes', { exact: true })
  const isWhole = await title.evaluate((text) => text.scrollHeight <= text.clientHeight + 1)
  expect(isWhole).toBe(true)
})

test('the place Articles lists what is known, and leads to the reviewed action', async () => {
  const brand = web.brand(1)
  const page = await web.open({ at: `#/articles/${brand.id}`, viewport: SMALL })
  const list = main(page).getByRole('grid', { name: `Articles of ${brand.name}` })
  const article = list.getByRole('row').filter({ hasText: 'Burst pipe first ten minutes' })
  const status = article.getByText('scheduled')
  await article.click()
  const panel = page.getByRole('complementary', { name: 'Burst pipe first ten minutes' })
  await panel.getByText('Known from').waitFor()
  // The panel leaves the status in sight.
  const [statusBox, panelBox] = await Promise.all([status.boundingBox(), panel.boundingBox()])
  expect((statusBox?.x ?? 0) + (statusBox?.width ?? 0)).toBeLessThanOrEqual(panelBox?.x ?? 0)
  await panel.getByRole('button', { name: 'Unschedule …' }).click()
  await main(page)
    .getByRole('button', { name: `Unschedule 1 article for ${brand.name}` })
    .waitFor()
})

test('articles are filtered, selected, exported and scheduled together, and the view is saved', async () => {
  const brand = web.brand(0)
  await schedule(0, 'select-me-first', 8)
  const page = await web.open({ at: `#/articles/${brand.id}` })
  const grid = main(page).getByRole('grid', { name: `Articles of ${brand.name}` })
  await main(page).getByText('Also ranked pages').click()
  await grid.getByRole('row').nth(3).waitFor()
  await main(page).getByRole('searchbox', { name: 'Filter by title or slug' }).fill('select-me')
  await main(page).getByText('1 article', { exact: true }).waitFor()
  await main(page).getByRole('button', { name: 'Views' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Mine')
  await page.keyboard.press('Enter')
  await main(page).getByRole('button', { name: 'Views 1' }).waitFor()
  await page.keyboard.press('Escape')
  await main(page).getByRole('searchbox', { name: 'Filter by title or slug' }).fill('')
  await grid.getByRole('row').nth(3).waitFor()
  await grid.focus()
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.keyboard.press('Control+e')
  const note = page.getByRole('alert').filter({ hasText: '2 rows exported' })
  const path = (await note.locator('code').textContent()) ?? ''
  const rows: Record<string, string>[] = parse(await readFile(path, 'utf8'), { columns: true, bom: true })
  const known = await web.desk.value('publishing.articles', {
    brandIds: [brand.id],
    sort: { by: 'next', direction: 'asc' },
    offset: 1,
    limit: 2,
  })
  expect(rows.map(({ Article }) => Article)).toEqual(known.rows.map(({ articleSlug }) => articleSlug))
  await main(page).getByRole('button', { name: 'Schedule or publish …' }).click()
  const panel = page.getByRole('complementary', { name: '2 articles' })
  await panel.getByText(rows.map(({ Article = '' }) => titleOfSlug(Article)).join(', ')).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('complementary', { name: '3 articles' }).waitFor()
})

test('articles of several brands go to one draft', async () => {
  const page = await web.open({ at: '#/articles/all' })
  const grid = main(page).getByRole('grid', { name: 'Articles of all brands' })
  await main(page).getByText('Also ranked pages').click()
  // The known articles show first, and all of them may be of one brand.
  const brandIds = [web.brand(0).id, web.brand(1).id]
  const { total } = await web.desk.value('publishing.articles', { brandIds, limit: 1 })
  await main(page).getByText(`${total} articles`, { exact: true }).waitFor()
  await grid.focus()
  await page.keyboard.press('Control+a')
  await main(page).getByRole('button', { name: 'Schedule or publish …' }).click()
  await main(page)
    .getByText(/\d+ articles for 2 brands/)
    .waitFor()
})

test('the list of articles and its drawer have no axe findings in either theme', async () => {
  const page = await web.open({ at: '#/articles/all' })
  await main(page).getByRole('grid', { name: 'Articles of all brands' }).getByRole('row').nth(1).click()
  await page.getByRole('complementary').waitFor()
  expect(await axeInBothThemes(page)).toEqual([])
  await page.goto(`${web.desk.origin}/#/calendar/all?schedule=any`)
  await page.getByRole('complementary', { name: 'Articles' }).getByRole('listitem').first().waitFor()
  expect(await axeInBothThemes(page)).toEqual([])
})

/** So many articles of the second brand on a day, as they are stored once they were scheduled. */
const storeArticles = (day: string, count: number) => {
  const { db } = openForWriting(homePaths(web.desk.home), tables)
  const add =
    db.core.prepare(`INSERT INTO article (brand_id, slug, provider, status, is_scheduled, at_ms, state, created_at_ms)
    VALUES (?, ?, 'ghost', 'publish', 1, ?, 'scheduled', 0)`)
  const firstMs = Date.parse(`${day}T00:00:10Z`)
  for (let at = 0; at < count; at += 1)
    add.run(web.brand(1).id, `of-${day}-${String(at).padStart(3, '0')}`, firstMs + at * 1000)
  closeFiles(db, 'writer')
}

test('a list of hundreds draws what is in sight: first the articles of today, and the last ones after a scroll', async () => {
  const [today, yesterday] = [isoDay(Date.now()), isoDay(Date.now() - DAY_MS)]
  for (const day of [yesterday, today]) storeArticles(day, 150)
  const page = await openCalendar(1, 'list', today)
  const list = main(page).getByRole('region', { name: 'List' })
  const isInSight = (slug: string) =>
    card(page, slug).evaluate((one) => {
      const [box, room] = [one.getBoundingClientRect(), one.closest('section')?.getBoundingClientRect()]
      return room !== undefined && box.top >= room.top && box.bottom <= room.bottom
    })
  await card(page, `of-${today}-000`).waitFor()
  await expect.poll(() => isInSight(`of-${today}-000`)).toBe(true)
  expect(Number(await list.getByRole('table').getAttribute('aria-rowcount'))).toBeGreaterThan(150)
  expect(await list.locator('tbody tr').count()).toBeLessThan(60)
  await list.evaluate((one) => one.scrollTo(0, one.scrollHeight))
  await card(page, `of-${today}-149`).waitFor()
  expect(await axeFindings(page)).toEqual([])
})

// An article that is scheduled on two providers, in a real browser: a move and an unschedule of one show what else ends.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, THEME_RULES, tooWide, whenAnswered } from '../support/page-checks.ts'
import { cmsControl } from '../support/publishing-desk.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const DAY_MS = 86_400_000
const SMALL = { width: 1024, height: 700 }
/** Where to keep pictures of what these tests look at. */
const { SHOTS } = process.env

let web: WebDesk
let cms: ReturnType<typeof cmsControl>
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 1, keywords: 40 }, historyDays: 3 })
  cms = cmsControl(web.sandbox.controlUrl)
})
afterAll(() => web?.close())

const main = (page: Page) => page.getByRole('main')
const held = (page: Page) => page.getByRole('region', { name: 'Held actions' })
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const timesOf = async (slug: string) =>
  Object.fromEntries(
    (await cms.articles()).filter((one) => one.slug === slug).map((one) => [one.provider, one.scheduledFor]),
  )

const scheduleTwice = async (articleSlug: string) => {
  const times = { wordpress: `${dayIn(8)}T09:00:00.000Z`, ghost: `${dayIn(9)}T09:00:00.000Z` }
  const about = { brandId: web.brand(0).id, articleSlug, holdSeconds: 0, accept: ['duplicate', 'same-slot'] }
  for (const provider of ['wordpress', 'ghost'] as const) {
    const { intentId } = await web.desk.value('publishing.schedule', {
      ...about,
      provider,
      publishAt: times[provider],
    })
    await expect.poll(async () => (await web.desk.value('intents.get', { id: intentId })).state).toBe('confirmed')
  }
  return times
}

/** In both themes: nothing serious of axe, and nothing wider than a small window. */
const looksRight = async (page: Page, name: string) => {
  await whenAnswered(page)
  expect(await tooWide(page)).toEqual([])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeFindings(page, colorScheme === 'light' ? {} : { rules: THEME_RULES })).toEqual([])
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}.png` })
  }
}

const openCalendar = () =>
  web.open({ at: `#/calendar/${web.brand(0).id}?span=list&day=${dayIn(8)}`, timezoneId: 'UTC', viewport: SMALL })
const card = (page: Page, slug: string, provider: string) =>
  main(page).getByRole('button', { name: new RegExp(`${slug}.*${provider}`) })

test('a move shows that the other provider ends and is set again, and is cancelled as one', async () => {
  const times = await scheduleTwice('tent-care')
  const page = await openCalendar()
  await card(page, 'tent-care', 'WordPress').press('Shift+ArrowRight')
  await page.getByRole('button', { name: /tent-care.*press Enter to confirm/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move article' })
  await dialog.getByText(/Ghost, .*09:00.*it is set again at the same time/).waitFor()
  await looksRight(page, 'move')
  expect((await web.desk.value('intents.list', { filter: { state: ['held'] } })).rows).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })

  await card(page, 'tent-care', 'WordPress').press('Shift+ArrowRight')
  await page.getByRole('button', { name: /tent-care.*press Enter to confirm/ }).press('Enter')
  await dialog.getByRole('button', { name: 'Move article' }).click()
  await held(page).getByText('Move tent-care').waitFor()
  await held(page).getByRole('button', { name: 'Pause' }).click()
  const kept = card(page, 'tent-care', 'Ghost')
  await expect.poll(() => kept.getAttribute('data-move')).toBe('kept')
  await expect.poll(() => main(page).locator('[data-entry]').filter({ hasText: 'tent-care' }).count()).toBe(3)
  await kept.click()
  const panel = page.getByRole('complementary')
  await panel.getByText('It is set again at the same time').waitFor()
  await looksRight(page, 'kept')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${web.desk.origin}/#/activity/${web.brand(0).id}`)
  const row = page.getByRole('row').filter({ hasText: 'Move tent-care' })
  await row.getByText(/also ends Ghost \(.*09:00\), set again/).waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'Set tent-care again' }).count()).toBe(0)
  await row.click()
  await page.getByRole('complementary').waitFor()
  await looksRight(page, 'activity')
  await held(page).getByRole('button', { name: 'Cancel' }).click()
  await held(page).waitFor({ state: 'detached' })
  expect(await timesOf('tent-care')).toEqual(times)
})

test('an unschedule from the calendar names the provider, shows the other one, and keeps it', async () => {
  const times = await scheduleTwice('stove-care')
  const brand = web.brand(0)
  const page = await openCalendar()
  await card(page, 'stove-care', 'WordPress').click()
  await page.getByRole('complementary').getByRole('button', { name: 'Unschedule …' }).click()
  await main(page).getByRole('button', { name: 'Review', exact: true }).click()
  const choice = main(page).getByRole('radiogroup', { name: 'Schedules to end' })
  await expect.poll(() => choice.getByRole('radio', { name: 'WordPress only' }).isChecked()).toBe(true)
  const also = main(page).getByRole('list', { name: 'Also ends' })
  await also.getByText(/Ghost, .*09:00.*it is set again at the same time/).waitFor()
  await looksRight(page, 'unschedule-one')
  await choice.getByText('All of them').click()
  await also.waitFor({ state: 'detached' })
  await expect
    .poll(() => main(page).getByRole('list', { name: 'Ends', exact: true }).getByRole('listitem').count())
    .toBe(2)
  await looksRight(page, 'unschedule-all')
  await choice.getByText('WordPress only').click()
  await main(page)
    .getByRole('textbox', { name: /to unschedule/ })
    .fill(brand.name)
  await main(page)
    .getByRole('button', { name: `Unschedule 1 article for ${brand.name}` })
    .click()
  await held(page).waitFor()
  await looksRight(page, 'unschedule-sent')
  const { rows } = await web.desk.value('intents.list', { filter: { state: ['held'] } })
  await web.desk.value('intents.releaseNow', { id: rows[0]?.id ?? '' })
  await expect.poll(() => timesOf('stove-care')).toEqual({ wordpress: null, ghost: times.ghost })
})

test('a schedule that is unknown is named by what may end with an unschedule', async () => {
  const brand = web.brand(0)
  const articleSlug = 'lamp-care'
  const about = { brandId: brand.id, articleSlug, holdSeconds: 0, accept: ['duplicate', 'same-slot'] }
  const publishAt = `${dayIn(8)}T09:00:00.000Z`
  const fault = { operation: 'cms.schedule', kind: 'cut', at: 'after' }
  await fetch(`${web.sandbox.controlUrl}/faults`, { method: 'POST', body: JSON.stringify(fault) })
  for (const [provider, state] of [
    ['ghost', 'unknown'],
    ['wordpress', 'confirmed'],
  ] as const) {
    const { intentId } = await web.desk.value('publishing.schedule', { ...about, provider, publishAt })
    await expect.poll(async () => (await web.desk.value('intents.get', { id: intentId })).state).toBe(state)
  }
  const page = await web.open({ at: `#/articles/${brand.id}?action=unschedule&slug=${articleSlug}`, viewport: SMALL })
  await main(page).getByRole('button', { name: 'Review', exact: true }).click()
  await main(page).getByRole('list', { name: 'Ends', exact: true }).getByText('lamp-care: WordPress').waitFor()
  await main(page).getByRole('list', { name: 'May end too' }).getByText('lamp-care: Ghost').waitFor()
  await looksRight(page, 'unschedule-may-end')
})

test('an unschedule that was composed asks which schedule ends', async () => {
  await scheduleTwice('boot-care')
  const brand = web.brand(0)
  const page = await web.open({ at: `#/articles/${brand.id}?action=unschedule&slug=boot-care`, viewport: SMALL })
  await main(page).getByRole('button', { name: 'Review', exact: true }).click()
  await main(page).getByText('Choose the schedules to end.').waitFor()
  await main(page)
    .getByRole('textbox', { name: /to unschedule/ })
    .fill(brand.name)
  const send = main(page).getByRole('button', { name: `Unschedule 1 article for ${brand.name}` })
  expect(await send.isDisabled()).toBe(true)
  await looksRight(page, 'unschedule-choose')
  await main(page).getByText('All of them').click()
  await send.click()
  await held(page).waitFor()
  const { rows } = await web.desk.value('intents.list', { filter: { state: ['held'] } })
  await web.desk.value('intents.releaseNow', { id: rows[0]?.id ?? '' })
  await expect.poll(() => timesOf('boot-care')).toEqual({ wordpress: null, ghost: null })
})

test('a provider that has no schedule any more is named where a person looks', async () => {
  await scheduleTwice('rope-care')
  const { entries } = await web.desk.value('publishing.calendar', { from: dayIn(0), to: dayIn(20) })
  const entryId = entries.find(
    ({ articleSlug, provider }) => articleSlug === 'rope-care' && provider === 'wordpress',
  )?.id
  await cms.failing({ provider: 'ghost', fail: 'item', slug: 'rope-care', text: 'the site is locked' })
  const { intentIds } = await web.desk.value('publishing.move', {
    entryId: entryId ?? '',
    publishAt: `${dayIn(10)}T09:00:00.000Z`,
    holdSeconds: 0,
  })
  const states = async () =>
    Promise.all(intentIds.map(async (id) => (await web.desk.value('intents.get', { id })).state))
  await expect.poll(states).toEqual(['confirmed', 'confirmed', 'failed'])
  const page = await web.open({ at: `#/activity/${web.brand(0).id}`, viewport: SMALL })
  const row = page.getByRole('row').filter({ hasText: 'Set rope-care again' })
  await row.click()
  await page
    .getByRole('complementary')
    .getByText('"rope-care" has no schedule on Ghost now: the site is locked')
    .first()
    .waitFor()
  await looksRight(page, 'no-schedule')
})

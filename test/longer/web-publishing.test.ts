// From the click to the result: publish, schedule, retry, cancel, decide, unpublish and move, in a real
// browser on a real desk and sandbox.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { titleOfSlug } from '../../src-shared/desk/values/slugs.ts'
import { axeFindings, axeInBothThemes, tooWide, whenAnswered } from '../support/page-checks.ts'
import { places } from '../support/places.ts'
import { compose, review, sendNow } from '../support/publish-page.ts'
import { cmsControl } from '../support/publishing-desk.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const DAY_MS = 86_400_000

let web: WebDesk
let cms: ReturnType<typeof cmsControl>
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 3, keywords: 60 }, historyDays: 5 })
  cms = cmsControl(web.sandbox.controlUrl)
  const { id, teamId } = web.brand(0)
  const { url, secret } = await web.desk.value('webhooks.rotateSecret', { brandId: id, sessionOnly: true })
  await cms.webhookTo({ teamId: teamId ?? '', url, secret })
})
afterAll(() => web?.close())

const main = (page: Page) => page.getByRole('main')
const stateOf = (page: Page, slug: string) =>
  main(page).getByRole('row').filter({ hasText: slug }).first().getByRole('cell').nth(1)
const publishedCount = async (slug: string) =>
  (await cms.articles()).filter((article) => article.slug === slug).reduce((sum, { published }) => sum + published, 0)
const entry = (page: Page, slug: string, state: string) =>
  main(page).getByRole('button', { name: new RegExp(`${slug}\\s*, .*, ${state},`) })

/** A page of the brand that ranks, by the slug at its end. */
const rankedArticle = async (brand: Brand) => {
  const { rows } = await web.desk.value('rankings.page', {
    brandIds: [brand.id],
    limit: 60,
    sort: { by: 'clicks', direction: 'desc' },
  })
  for (const { keyword, rankedPages } of rows) {
    const slug = new URL(rankedPages[0]?.page ?? 'https://none.example/').pathname
      .split('/')
      .findLast((it) => it !== '')
    if (slug !== undefined) return { keyword, slug }
  }
  throw new Error('No ranked page has a slug.')
}

test('a publish through a webhook is "confirmed by webhook" and marked on the rank curve', async () => {
  const brand = web.brand(0)
  const { keyword, slug } = await rankedArticle(brand)
  const page = await web.open()
  await compose(page, { brand, slugs: [slug], provider: 'Webhook' })
  await review(page)
  await main(page)
    .getByRole('button', { name: `Publish 1 article for ${brand.name}` })
    .click()
  await page.getByRole('region', { name: 'Held actions' }).getByText(`Publish 1 article for ${brand.name}`).waitFor()
  expect(await publishedCount(slug)).toBe(0)
  await sendNow(page)
  await stateOf(page, slug).getByText('confirmed', { exact: true }).waitFor()
  expect(await publishedCount(slug)).toBe(1)

  await main(page).getByRole('button', { name: 'Open calendar' }).click()
  await entry(page, slug, 'confirmed by webhook').waitFor()
  await page.goto(`${web.desk.origin}/#/rankings/${brand.id}?brand=${brand.id}&keyword=${encodeURIComponent(keyword)}`)
  await page
    .getByRole('list', { name: 'Events' })
    .getByText(`${titleOfSlug(slug)}, confirmed by webhook`)
    .waitFor()
  const figure = page.getByRole('figure', { name: 'Position by day' })
  const curve = figure.locator('.u-over')
  await curve.hover({ position: { x: ((await curve.boundingBox())?.width ?? 0) - 2, y: 40 } })
  await expect
    .poll(() => figure.locator('figcaption').textContent())
    .toMatch(new RegExp(`Published ${titleOfSlug(slug)}, confirmed by webhook$`))
})

// Before the service's clock is moved on.
test('the detail of an article has its own time and the actions that have an effect', async () => {
  const brand = web.brand(1)
  const page = await web.open()
  await compose(page, { action: 'schedule', brand, slugs: ['out-later'], provider: 'Webhook' })
  const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
  await main(page).getByLabel('Day').fill(day)
  await main(page).getByLabel('Time', { exact: true }).fill('1215')
  await review(page)
  await main(page)
    .getByRole('button', { name: `Schedule 1 article for ${brand.name}` })
    .click()
  await sendNow(page)
  await stateOf(page, 'out-later').getByText('confirmed', { exact: true }).waitFor()
  await page.goto(`${web.desk.origin}/#/articles/${brand.id}`)
  await main(page).getByText('Out later', { exact: true }).first().click()
  const panel = page.getByRole('complementary', { name: 'Out later' })
  await panel.getByText('Schedule for another time').waitFor()
  expect(await panel.getByLabel('Day').inputValue()).toBe(day)
  expect(await panel.getByLabel('Time').inputValue()).toBe('12:15')
  const schedule = panel.getByRole('button', { name: /^Schedule 1 article/ })
  expect(await schedule.isDisabled()).toBe(true)
  expect(await panel.getByRole('button', { name: /^Un/ }).allInnerTexts()).toEqual(['Unschedule …'])
  expect(await panel.getByRole('link').count()).toBe(0)
  await panel.getByLabel('Time').fill('9:30 PM')
  await panel.getByLabel('Time').blur()
  expect(await panel.getByLabel('Time').inputValue()).toBe('12:15')
  await panel.getByLabel('Time').fill('13:00')
  await expect.poll(() => schedule.isEnabled()).toBe(true)
})

test('an article that failed on one platform shows why, also once it is scheduled on another', async () => {
  const brand = web.brand(2)
  await cms.failing({ provider: 'shopify', fail: 'item', slug: 'two-platforms', text: 'no such shop' })
  const asked = { brandId: brand.id, articleSlugs: ['two-platforms'], holdSeconds: 0 }
  const failed = await web.desk.value('publishing.publish', { ...asked, provider: 'shopify' })
  const stateOf = async (id: string) => (await web.desk.value('intents.get', { id })).state
  await expect.poll(() => stateOf(failed.intentId)).toBe('failed')
  const publishAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const scheduled = await web.desk.value('publishing.schedule', { ...asked, provider: 'ghost', publishAt })
  await expect.poll(() => stateOf(scheduled.intentId)).toBe('confirmed')
  const page = await web.open({ at: `#/articles/${brand.id}`, viewport: { width: 1280, height: 800 } })
  await main(page).getByText('Two platforms', { exact: true }).first().click()
  const panel = page.getByRole('complementary', { name: 'Two platforms' })
  await panel.getByText('no such shop').waitFor()
  await panel.getByRole('button', { name: 'Fix and retry' }).waitFor()
  await panel.getByRole('button', { name: 'Unschedule …' }).waitFor()
})

test('a text that is no slug cannot be reviewed until the offered one is used', async () => {
  const brand = web.brand(1)
  const page = await web.open()
  await compose(page, { brand, slugs: ['fine', 'Bad Slug!!'], provider: 'WordPress' })
  const reviewButton = main(page).getByRole('button', { name: 'Review', exact: true })
  await main(page)
    .getByRole('list', { name: `Slugs of ${brand.name} to fix` })
    .getByText('A slug has no spaces, “!”.')
    .waitFor()
  expect(await reviewButton.isDisabled()).toBe(true)
  await main(page).getByRole('button', { name: 'Use bad-slug' }).click()
  await main(page)
    .getByRole('list', { name: `Chosen for ${brand.name}` })
    .getByText('/bad-slug')
    .waitFor()
  await expect.poll(() => reviewButton.isDisabled()).toBe(false)
})

// First of the schedules: another test moves the service's clock ahead, for which this time would be over.
test('an unconfirmed schedule says so after its time, and a person settles it', async () => {
  const brand = web.brand(1)
  // Another brand's webhooks arrive here; nothing of this one does.
  const publishAt = new Date(Date.now() + 1_500).toISOString()
  const action = {
    brandId: brand.id,
    articleSlug: 'quiet-one',
    provider: 'webhook',
    publishAt,
    holdSeconds: 0,
  } as const
  await web.desk.value('publishing.schedule', action)
  const days = { brandIds: [brand.id], from: publishAt.slice(0, 10), to: publishAt.slice(0, 10) }
  const state = async () =>
    (await web.desk.value('publishing.calendar', days)).entries.find(({ articleSlug }) => articleSlug === 'quiet-one')
      ?.state
  await expect.poll(state, { timeout: 20_000 }).toBe('overdue')
  const page = await web.open({ at: `#/calendar/${brand.id}?span=list` })
  await main(page).getByText('1 article overdue, not confirmed.').waitFor()
  await main(page)
    .getByRole('button', { name: /quiet-one/ })
    .first()
    .click()
  const panel = page.getByRole('complementary', { name: 'Quiet one' })
  await panel.getByText('No webhook has confirmed it.', { exact: false }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await panel.getByRole('button', { name: 'It was published' }).click()
  await panel.getByText('You checked: it was published.').waitFor()
  await main(page).getByText('overdue, not confirmed').waitFor({ state: 'detached' })
})

test('a schedule is shown with its zones, fires by the service’s clock, and its delivery confirms it', async () => {
  const brand = web.brand(0)
  const page = await web.open({ timezoneId: 'Europe/Berlin' })
  await compose(page, { action: 'schedule', brand, slugs: ['fires-later'], provider: 'Webhook' })
  const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
  await main(page).getByLabel('Day').fill(day)
  await main(page).getByLabel('Time', { exact: true }).fill('12:00')
  await main(page)
    .getByText(/12:00.*Europe\/Berlin.*your time/)
    .waitFor()
  await review(page)
  await main(page)
    .getByRole('button', { name: `Schedule 1 article for ${brand.name}` })
    .click()
  await sendNow(page)
  await stateOf(page, 'fires-later').getByText('confirmed', { exact: true }).waitFor()
  await page.goto(`${web.desk.origin}/#/calendar/${brand.id}?span=list&day=${day}`)
  await entry(page, 'fires-later', 'scheduled').waitFor()
  await cms.advance(3 * DAY_MS)
  // The delivery says that it is out now, which may be the month before.
  await page.goto(`${web.desk.origin}/#/calendar/${brand.id}?span=list`)
  await entry(page, 'fires-later', 'confirmed by webhook').waitFor()
})

test('one article fails with the service’s text, and only that one is retried', async () => {
  const brand = web.brand(1)
  await cms.failing({ provider: 'ghost', fail: 'item', slug: 'bad-one', text: 'no such template' })
  const page = await web.open()
  await compose(page, { brand, slugs: ['good-one', 'bad-one'], provider: 'Ghost' })
  await review(page)
  await main(page)
    .getByRole('button', { name: `Publish 2 articles for ${brand.name}` })
    .click()
  await sendNow(page)
  await main(page).getByText('partly done', { exact: true }).waitFor()
  await main(page).getByText('no such template').first().waitFor()
  await main(page).getByRole('button', { name: 'Retry failed only (1)' }).click()
  await sendNow(page)
  await expect.poll(() => publishedCount('bad-one')).toBe(1)
  expect(await publishedCount('good-one')).toBe(1)
})

test('held articles are paused and cancelled from any view, and none is sent', async () => {
  const brand = web.brand(1)
  const page = await web.open()
  await compose(page, { brand, slugs: ['never-sent'] })
  await review(page)
  await main(page)
    .getByRole('button', { name: `Publish 1 article for ${brand.name}` })
    .click()
  await page.goto(`${web.desk.origin}/#/rankings/${brand.id}`)
  const bar = page.getByRole('region', { name: 'Held actions' })
  await bar.getByText(/sends in \d+ s/).waitFor()
  await bar.getByRole('button', { name: 'Pause' }).click()
  await bar.getByText('paused').waitFor()
  await page.reload()
  await bar.getByText('paused').waitFor()
  await bar.getByRole('button', { name: 'Cancel' }).click()
  await bar.waitFor({ state: 'detached' })
  await page.goto(`${web.desk.origin}/#/activity/${brand.id}`)
  await page.getByRole('grid').getByText('cancelled').first().click()
  const facts = page.getByRole('term')
  await facts.getByText('Cancelled', { exact: true }).waitFor()
  expect(await facts.allInnerTexts()).toEqual(['Action', 'Created', 'Paused', 'Cancelled'])
  expect(await publishedCount('never-sent')).toBe(0)
})

test('an unknown outcome waits for a person to decide; a retry needs confirmation', async () => {
  const brand = web.brand(2)
  await web.sandbox.fault({ operation: 'cms.publish', kind: 'cut', at: 'after' })
  const { intentId } = await web.desk.value('publishing.publish', {
    brandId: brand.id,
    articleSlugs: ['perhaps'],
    provider: 'wordpress',
    holdSeconds: 0,
  })
  const page = await web.open({ at: `#/activity/${brand.id}` })
  await places(page).getByText('1 with an unknown outcome').waitFor()
  await page.getByRole('grid').getByText('Publish 1 article').first().click()
  const decide = page.getByRole('region', { name: 'Unknown outcome' })
  const again = decide.getByRole('button', { name: `Send 1 article again for ${brand.name}` })
  await again.waitFor()
  await expect.poll(() => again.isDisabled()).toBe(true)
  await decide.getByRole('checkbox').check()
  await expect.poll(() => again.isDisabled()).toBe(false)
  await decide.getByRole('button', { name: 'It was done' }).click()
  await decide.waitFor({ state: 'detached' })
  expect((await web.desk.value('intents.get', { id: intentId })).state).toBe('confirmed')
  expect(await publishedCount('perhaps')).toBe(1)
})

test('another brand’s name in a slug is a warning that must be accepted', async () => {
  const [brand, other] = [web.brand(1), web.brand(2)]
  const page = await web.open()
  await compose(page, { brand, slugs: [`${other.slug}-guide`] })
  await review(page)
  const button = main(page).getByRole('button', { name: `Publish 1 article for ${brand.name}` })
  await main(page)
    .getByText(/1 warning/)
    .waitFor()
  await expect.poll(() => button.isDisabled()).toBe(true)
  await main(page)
    .getByRole('checkbox', { name: /Another brand’s name/ })
    .check()
  await expect.poll(() => button.isDisabled()).toBe(false)
})

test('a list that is typed for one brand is left by Esc, Back and a tab, and shows under no other brand', async () => {
  const [brand, other] = [web.brand(1), web.brand(2)]
  const page = await web.open({ at: `#/articles/${brand.id}` })
  const list = () => page.getByRole('grid', { name: `Articles of ${brand.name}` })
  const field = main(page).getByRole('combobox', { name: `Articles of ${brand.name}` })
  const chosen = main(page).getByRole('list', { name: `Chosen for ${brand.name}` })
  await page.getByRole('button', { name: 'Schedule or publish', exact: true }).click()
  await field.fill('for-the-one')
  await field.press('Enter')
  await chosen.getByText('for-the-one').waitFor()
  // From the field, and with what is still typed in it.
  await field.fill('second-one')
  await page.keyboard.press('Escape')
  if (await field.isVisible()) await page.keyboard.press('Escape')
  await list().waitFor()
  await page.getByRole('button', { name: 'Continue the list of 2 articles' }).click()
  await chosen.getByText('second-one').waitFor()
  await review(page)
  for (const title of ['For the one', 'Second one']) await main(page).getByText(title).first().waitFor()
  await page.goBack()
  await chosen.waitFor()
  await page.goBack()
  await list().waitFor()
  await page.goForward()
  await chosen.waitFor()
  await page.getByRole('navigation', { name: 'Publishing' }).getByRole('link', { name: 'Articles' }).click()
  await list().waitFor()
  await page.goto(`${web.desk.origin}/#/articles/${other.id}?step=compose`)
  await main(page)
    .getByRole('combobox', { name: `Articles of ${other.name}` })
    .waitFor()
  expect(await main(page).getByText('for-the-one').count()).toBe(0)
  // An action on another article leaves the list as it was.
  await page.goto(`${web.desk.origin}/#/articles/${brand.id}?action=unpublish&slug=old-one`)
  await chosen.getByText('old-one').waitFor()
  await page.goto(`${web.desk.origin}/#/articles/${brand.id}?step=compose`)
  await chosen.getByText('second-one').waitFor()
  await expect.poll(() => chosen.getByRole('listitem').count()).toBe(2)
})

test('known articles are offered by title, and a typed title chooses its article', async () => {
  const brand = web.brand(0)
  const { slug } = await rankedArticle(brand)
  const title = titleOfSlug(slug)
  const page = await web.open({ at: `#/articles/${brand.id}?step=compose` })
  const field = main(page).getByRole('combobox', { name: `Articles of ${brand.name}` })
  const offered = page.getByRole('option').filter({ hasText: `${title} /${slug} ` })
  const chosen = main(page).getByRole('list', { name: `Chosen for ${brand.name}` })
  await field.fill(slug)
  await offered.click()
  await chosen.getByText(`/${slug}`).waitFor()
  await chosen.getByRole('button', { name: `Remove ${slug}`, exact: true }).click()
  await field.fill(title)
  await offered.waitFor()
  await field.press('Enter')
  await chosen.getByText(`/${slug}`).waitFor()
})

test('“Fix and retry” of Activity opens a draft of what failed, with the reason, and sends only that', async () => {
  const brand = web.brand(2)
  await cms.failing({ provider: 'shopify', fail: 'item', slug: 'wrong-one', text: 'no such blog' })
  const { intentId } = await web.desk.value('publishing.publish', {
    brandId: brand.id,
    articleSlugs: ['right-one', 'wrong-one'],
    provider: 'shopify',
    holdSeconds: 0,
  })
  const state = async () => (await web.desk.value('intents.get', { id: intentId })).state
  await expect.poll(state).toBe('partly_done')
  const page = await web.open({ at: `#/activity/${brand.id}`, viewport: { width: 1280, height: 800 } })
  const row = page.getByRole('row').filter({ hasText: 'partly done' }).first()
  for (const header of ['Created', 'Next step', 'Result'])
    await page.getByRole('columnheader', { name: header }).waitFor()
  await row.getByText(/\d s$/).waitFor()
  await row.getByRole('button', { name: 'Fix and retry' }).click()
  await main(page).getByText('Wrong one: no such blog').waitFor()
  const chosen = main(page).getByRole('list', { name: `Chosen for ${brand.name}` })
  await expect.poll(() => chosen.getByRole('listitem').allInnerTexts()).toEqual(['Wrong one · /wrong-one'])
  await expect.poll(() => main(page).getByRole('combobox', { name: 'Provider' }).inputValue()).toBe('Shopify')
  expect(await axeFindings(page)).toEqual([])
  await review(page)
  await main(page)
    .getByRole('button', { name: `Publish 1 article for ${brand.name}` })
    .click()
  await sendNow(page)
  await expect.poll(() => publishedCount('wrong-one')).toBe(1)
  expect(await publishedCount('right-one')).toBe(1)
})

test('taking an article off the site asks for the brand by name', async () => {
  const brand = web.brand(1)
  const page = await web.open()
  await compose(page, { action: 'unpublish', brand, slugs: ['good-one'], provider: 'Ghost' })
  await review(page)
  const button = main(page).getByRole('button', { name: `Unpublish 1 article for ${brand.name}` })
  await expect.poll(() => button.isDisabled()).toBe(true)
  await main(page)
    .getByRole('textbox', { name: `Type “${brand.name}”` })
    .fill(brand.name)
  await button.click()
  await sendNow(page)
  await stateOf(page, 'good-one').getByText('confirmed', { exact: true }).waitFor()
})

test('articles are pasted, and read from a CSV file for many brands', async () => {
  const [one, other] = [web.brand(0), web.brand(1)]
  const page = await web.open({ at: '#/articles/all?action=publish' })
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    main(page).getByRole('button', { name: 'Read CSV file' }).click(),
  ])
  const text = `brand,slug\n${one.name},first\n${other.name},second\n${other.name},"third, with a comma"\nNobody,lost\n`
  await chooser.setFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await main(page).getByText('3 articles for 2 brands').waitFor()
  await page.getByText(/Nobody is not on this desk/).waitFor()
})

// Each place as it opens is looked at in test/layout; here is what that does not see.
describe('for every person', () => {
  const places = () => {
    const { id } = web.brand(0)
    return ['calendar/all?span=week', `calendar/${id}?span=week`, `intents/${id}`]
  }
  test('axe finds nothing serious in either theme, and nothing scrolls sideways', async () => {
    const page = await web.open()
    const found: Record<string, readonly string[]> = {}
    for (const at of places()) {
      await page.goto(`${web.desk.origin}/#/${at}`)
      await main(page).getByRole('heading', { level: 1 }).waitFor()
      await whenAnswered(page)
      found[at] = [...(await tooWide(page)), ...(await axeInBothThemes(page, { within: '#view' }))]
    }
    expect(found).toEqual(Object.fromEntries(places().map((at) => [at, []])))
  })
})

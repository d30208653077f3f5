// Each platform of an article by itself: in the list of articles, on the calendar, in Today and in the settings of webhooks.
import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { axeFindings, tooWide } from '../support/page-checks.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 2, keywords: 30 }, historyDays: 3, datasets: ['rankings'] })
  const brandId = web.brand(0).id
  const input = { brandId, articleSlug: 'tent-care', holdSeconds: 0 }
  const send = async (provider: 'ghost' | 'wordpress' | 'shopify', status: 'draft' | 'publish' = 'publish') =>
    ended((await web.desk.value('publishing.publish', { ...input, provider, status })).intentId)
  await send('ghost')
  await send('wordpress')
  await send('shopify', 'draft')
  await ended((await web.desk.value('publishing.unpublish', { ...input, provider: 'ghost' })).intentId)
})
afterAll(() => web?.close())

const ended = (id: string) =>
  vi.waitFor(async () => expect((await web.desk.value('intents.get', { id })).endedAt).not.toBeNull(), {
    ...{ timeout: 20_000, interval: 100 },
  })
const main = (page: Page) => page.getByRole('main')

/** Kept only where a person asks for it. */
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.PICTURES
  if (folder !== undefined) await writeFile(`${folder}/${name}.png`, await page.screenshot())
}

const THEMES = ['light', 'dark'] as const

test.each(THEMES)('the list of articles shows the state on each platform, in %s', async (colorScheme) => {
  const page = await web.open({ at: `#/articles/${web.brand(0).id}`, colorScheme })
  const row = main(page).getByRole('row').filter({ hasText: 'Tent care' }).first()
  for (const text of ['WordPress: published', 'Shopify: draft', '+1']) await row.getByText(text).waitFor()
  await row.getByTitle('Ghost: unpublished, WordPress: published, Shopify: draft').waitFor()
  expect(await tooWide(page)).toEqual([])
  await picture(page, `articles-${colorScheme}`)
  await row.getByText('Tent care').click()
  const panel = page.getByRole('complementary', { name: 'Tent care' })
  await panel.getByText('WordPress', { exact: true }).first().waitFor()
  await picture(page, `article-panel-${colorScheme}`)
  expect(await axeFindings(page)).toEqual([])
})

test.each(THEMES)('the calendar has drafts of its own, in %s', async (colorScheme) => {
  const page = await web.open({ at: `#/calendar/${web.brand(0).id}?span=list`, colorScheme })
  await main(page).getByRole('row').filter({ hasText: 'Shopify' }).getByText('draft', { exact: true }).waitFor()
  await picture(page, `calendar-${colorScheme}`)
  expect(await axeFindings(page)).toEqual([])
})

test.each(THEMES)('a person says which platforms report by webhook, in %s', async (colorScheme) => {
  const { id, name } = web.brand(1)
  const page = await web.open({ at: `#/webhooks/${id}?section=addresses`, colorScheme })
  const menu = main(page).getByRole('button', { name: `: platforms that report for ${name}` })
  await menu.waitFor()
  const providers = async () =>
    (await web.desk.value('webhooks.status', {})).brands.find(({ brandId }) => brandId === id)?.providers
  await menu.click()
  await page.getByRole('menuitemcheckbox', { name: 'Ghost' }).click()
  await expect.poll(providers).toEqual(['ghost', 'webhook'])
  await expect.poll(() => menu.textContent()).toBe('Ghost, Webhook')
  await picture(page, `webhooks-${colorScheme}`)
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('menuitemcheckbox', { name: 'Ghost' }).click()
  await expect.poll(providers).toEqual(['webhook'])
})

test('articles that should be out are one line in Today, and many are settled at once', async () => {
  const brandId = web.brand(1).id
  const atMs = Date.now() + 6_000
  for (const [at, articleSlug] of ['tea', 'stoves', 'lamps'].entries()) {
    const publishAt = new Date(atMs + at).toISOString()
    const input = {
      brandId,
      articleSlug,
      provider: 'ghost' as const,
      publishAt,
      holdSeconds: 0,
      accept: ['same-slot', 'duplicate'],
    }
    await web.desk.value('publishing.schedule', input)
  }
  const due = async () => (await web.desk.value('today.list', {})).items.filter(({ kind }) => kind === 'due')
  await expect.poll(async () => (await due())[0]?.about.count, { timeout: 30_000 }).toBe(3)
  for (const colorScheme of THEMES) {
    const page = await web.open({ at: '#/today/all', colorScheme })
    const line = main(page).getByRole('listitem').filter({ hasText: '3 articles should be out: check' })
    await line.waitFor()
    await picture(page, `today-${colorScheme}`)
    await line.getByRole('button', { name: /^Check/ }).click()
    const pane = page.getByRole('complementary')
    await expect.poll(() => pane.getByRole('link').count()).toBe(3)
    await picture(page, `today-due-${colorScheme}`)
    expect(await axeFindings(page)).toEqual([])
  }
  const page = await web.open({ at: `#/calendar/${brandId}?span=list` })
  await main(page).getByText('should be out', { exact: true }).first().waitFor()
  expect(await main(page).getByText('overdue, not confirmed.').count()).toBe(0)
  await picture(page, 'calendar-due')
  const today = await web.open({ at: '#/today/all' })
  await main(today)
    .getByRole('button', { name: /^Check/ })
    .click()
  const pane = today.getByRole('complementary')
  await pane.getByRole('checkbox', { name: 'lamps on Ghost' }).click()
  await pane.getByRole('button', { name: '2 articles are out' }).click()
  await pane.waitFor({ state: 'detached' })
  await main(today).getByText('Should be out: Lamps').waitFor()
  const { rows } = await web.desk.value('publishing.articles', { brandIds: [brandId], search: 'tea' })
  expect(rows.find(({ articleSlug }) => articleSlug === 'tea')?.state).toBe('published')
})

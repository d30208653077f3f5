// Today with more urgent items than a person reads one by one: real actions that failed at a real service.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cmsControl } from '../support/publishing-desk.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 2, keywords: 20 }, historyDays: 2, datasets: ['contacts'] })
  await cmsControl(web.sandbox.controlUrl).failing({
    provider: 'ghost',
    fail: 'item',
    text: 'password expired',
    times: 100,
  })
})
afterAll(() => web?.close())

/** Each is an urgent item of its own. */
const failToPublish = async (index: number, names: readonly string[]) => {
  const brandId = web.brand(index).id
  const started = await Promise.all(
    names.map((slug) =>
      web.desk.value('publishing.publish', { brandId, holdSeconds: 0, articleSlugs: [slug], provider: 'ghost' }),
    ),
  )
  const isEnded = async (id: string) => (await web.desk.value('intents.get', { id })).endedAt !== null
  await vi.waitFor(
    async () => expect((await Promise.all(started.map(({ intentId }) => isEnded(intentId)))).every(Boolean)).toBe(true),
    { timeout: 60_000, interval: 100 },
  )
}

const slugs = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name}-${index + 1}`)
const urgentCount = async () =>
  (await web.desk.value('today.list', {})).items.filter(({ urgency }) => urgency === 'urgent').length
const groups = (page: Page) => page.locator('[data-group]')
const rows = (page: Page) => page.getByRole('region', { name: 'Urgent' }).locator('[data-item]')

test('twenty urgent items are listed one by one, and twenty-one by brand and cause', async () => {
  await failToPublish(0, slugs(17, 'tea'))
  await failToPublish(1, slugs(3, 'coffee'))
  expect(await urgentCount()).toBe(20)
  const page = await web.open()
  await expect.poll(() => rows(page).count()).toBe(20)
  expect(await groups(page).count()).toBe(0)

  await failToPublish(1, ['coffee-4'])
  await expect.poll(() => groups(page).count()).toBe(2)
  expect(await rows(page).count()).toBe(0)
  const [first, second] = [groups(page).nth(0), groups(page).nth(1)]
  await first.getByRole('heading', { name: 'Failed articles 17' }).waitFor()
  await first.getByText(web.brand(0).name, { exact: false }).waitFor()
  await second.getByRole('heading', { name: 'Failed articles 4' }).waitFor()

  // Enter opens the group, and an item opens beside the list by a click; its main action would leave Today.
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows(page).count()).toBe(4)
  await rows(page).first().getByRole('heading').click()
  await page.getByRole('complementary').getByText('password expired').first().waitFor()
  expect(await page.evaluate(() => window.location.hash)).toContain('#/today/all?open=')
  await page.keyboard.press('Escape')
  await page.getByRole('complementary').waitFor({ state: 'detached' })

  // A snooze of a group is one of all its items, and takes the list below the limit.
  await page.keyboard.press('k')
  await page.keyboard.press('s')
  await page.getByRole('dialog').getByText('4 items').waitFor()
  await page.getByRole('button', { name: /^Tomorrow/ }).press('Enter')
  await expect.poll(() => rows(page).count()).toBe(17)
  await page.keyboard.press('z')
  await expect.poll(() => groups(page).count()).toBe(2)
})

test('a brand whose urgent items have all one cause lists them', async () => {
  await failToPublish(0, slugs(4, 'cocoa'))
  const page = await web.open({ at: `#/today/${web.brand(0).id}` })
  await expect.poll(() => rows(page).count()).toBe(21)
  expect(await groups(page).count()).toBe(0)
})

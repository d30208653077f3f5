// A team in the window: the way into one from a desk alone, and two desks of one team that show each other's work.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/chromium.ts'
import { axeFindings } from '../support/page-checks.ts'
import { describePostgres } from '../support/postgres.ts'
import { openSandbox } from '../support/sandbox.ts'
import { accessOf } from '../support/team-access.ts'
import { teamDatabase } from '../support/team-database.ts'
import { startTeamDesk } from '../support/team-desk.ts'
import { openDeskPage, startWebDesk } from '../support/web-desk.ts'

const TEAM = '#/settings/all?section=team'
const ACTIVITY = '#/intents/all'

describePostgres('Settings and Activity in a team', (programs) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  test('a desk alone shows only the way into a team, and says first what is at an address', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const { url, password } = accessOf(await team.person('ann', { role: 'admin' }))
    const web = await startWebDesk({ sandbox: { brands: 1, keywords: 20 }, isEmpty: true })
    try {
      const page = await web.open({ at: TEAM })
      await page.getByRole('heading', { name: 'This desk works alone' }).waitFor()
      expect(await page.getByText('Team of').count()).toBe(0)
      const address = page.getByRole('textbox', { name: 'Address of the database' })
      await address.fill(url)
      await page.getByLabel('Password').fill('another one')
      await page.getByRole('button', { name: 'Check first' }).click()
      await page.getByRole('alert').waitFor()
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Check first' }).click()
      await page.getByText('A team with 1 brand; you are admin').waitFor()
      for (const theme of ['light', 'dark'] as const) {
        await web.desk.value('desk.setSettings', { theme })
        expect(await axeFindings(page, { within: '#view' })).toEqual([])
      }
      await page.getByRole('button', { name: /(Join the team|and join)$/ }).click()
      await page.getByRole('table', { name: 'People of the team' }).getByText('you').waitFor()
      // Pages of tests are never idle, and the foot of the rail comes when a page is.
      await page.evaluate(() => {
        window.requestIdleCallback = (work) => window.setTimeout(work, 0)
      })
      await page.getByText('Team of 1').waitFor()
      expect(await page.content()).not.toContain(password)
    } finally {
      await web.close()
    }
  })

  test('what one desk queues, the other shows with the name of the person', async () => {
    const team = await teamDatabase(programs, [])
    const sandbox = await openSandbox()
    const ann = await startTeamDesk(team, 'ann', { role: 'admin', isBuilt: true })
    const bob = await startTeamDesk(team, 'bob', { role: 'sender', isBuilt: true })
    await ann.value('service.setProfile', { baseUrl: sandbox.baseUrl })
    const key = sandbox.brands[0]?.key ?? ''
    const brand = await ann.value('brands.add', { name: 'Globex', key, sessionOnly: true })

    const page = await openDeskPage(browser, bob, { at: ACTIVITY })
    await page.getByRole('navigation', { name: 'Brands' }).getByText('Globex').waitFor()
    await page.getByRole('heading', { name: 'No actions yet' }).waitFor()
    await ann.value('publishing.publish', {
      brandId: brand.id,
      provider: 'ghost',
      articleSlug: 'rain-jackets',
      holdSeconds: 3600,
    })
    const row = page.getByRole('grid').locator('[data-row="0"]')
    await row.getByText('ann').waitFor()
    expect(await page.getByRole('columnheader', { name: 'Person' }).count()).toBe(1)
    await row.click()
    await page
      .getByRole('complementary')
      .getByText(/Created/)
      .first()
      .waitFor()
  })

  test('a sender approves in Activity what a writer queued', async () => {
    const team = await teamDatabase(programs, [])
    const sandbox = await openSandbox()
    const ann = await startTeamDesk(team, 'ann', { role: 'admin', isBuilt: true })
    await ann.value('service.setProfile', { baseUrl: sandbox.baseUrl })
    const key = sandbox.brands[0]?.key ?? ''
    const brand = await ann.value('brands.add', { name: 'Globex', key, sessionOnly: true })
    await ann.value('team.setApproval', { brandIds: [brand.id], needsApproval: true })
    const bob = await startTeamDesk(team, 'bob', { role: 'writer', isBuilt: true })
    await bob.value('brands.replaceKey', { brandId: brand.id, key, sessionOnly: true })
    const article = { brandId: brand.id, provider: 'ghost', articleSlug: 'rain-jackets', holdSeconds: 0 } as const
    const { intentId } = await bob.value('publishing.publish', article)

    const page = await openDeskPage(browser, ann, { at: ACTIVITY })
    const row = page.getByRole('grid').locator('[data-row="0"]')
    await row.getByText('Globex').click()
    const panel = page.getByRole('complementary')
    await panel.getByText('waits for approval · can still be cancelled').waitFor()
    await panel.getByRole('button', { name: 'Approve' }).click()
    await panel.getByText('Released').first().waitFor()
    await expect
      .poll(async () => (await bob.value('intents.get', { id: intentId })).acts.map(({ act }) => act))
      .toContain('released')
  })
})

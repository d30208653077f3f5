// In the window of a desk without a brand's key: what is queued waits for a desk with the key, and both places say so.
import type { Browser } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { sharedBrowser } from '../support/chromium.ts'
import { describePostgres } from '../support/postgres.ts'
import { openSandbox } from '../support/sandbox.ts'
import { teamDatabase } from '../support/team-database.ts'
import { serveTeamDesk } from '../support/team-desk.ts'
import { openDeskPage } from '../support/web-desk.ts'

describePostgres('Publish on a desk without the brand’s key', (programs) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await sharedBrowser()
  })

  test('says who sends before it is queued, then what it waits for, until a desk with the key sends it', async () => {
    const team = await teamDatabase(programs, [])
    const sandbox = await openSandbox()
    const ann = await serveTeamDesk(team, 'ann', { role: 'admin' })
    await ann.value('service.setProfile', { baseUrl: sandbox.baseUrl })
    const key = sandbox.keyOf(0)
    const brand = await ann.value('brands.add', { name: 'Globex', key, sessionOnly: true })
    const bob = await serveTeamDesk(team, 'bob', { role: 'sender' })
    await ann.stop()

    const page = await openDeskPage(browser, bob, { at: `#/articles/${brand.id}?action=publish&slug=rain-jackets` })
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByText('This desk has no key for Globex. A desk with the key sends it.').waitFor()
    await page.getByRole('button', { name: 'Publish 1 article for Globex' }).click()
    await page.getByRole('region', { name: 'Hold' }).getByRole('button', { name: 'Send now' }).click()
    await page.getByText('Waits for a desk with the key of this brand.').waitFor()
    await page.getByText('waiting for a desk with the key · can still be cancelled').waitFor()

    const eve = await serveTeamDesk(team, 'eve', { role: 'sender' })
    await eve.value('brands.replaceKey', { brandId: brand.id, key, sessionOnly: true })
    await page.getByText('1 of 1 confirmed').waitFor()
  })
})

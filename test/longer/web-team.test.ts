// A team in the window: the way into one from a desk alone, and two desks of one team that show each other's work.
import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { sharedBrowser } from '../support/chromium.ts'
import { startDeskProcess } from '../support/desk-process.ts'
import { goTo, main, preview, review } from '../support/outreach-page.ts'
import { axeFindings, THEME_RULES } from '../support/page-checks.ts'
import { startPgProxy } from '../support/pg-proxy.ts'
import { createDatabase, describePostgres } from '../support/postgres.ts'
import { openSandbox } from '../support/sandbox.ts'
import { syncAll } from '../support/sync-all.ts'
import { accessOf } from '../support/team-access.ts'
import { teamDatabase } from '../support/team-database.ts'
import { serveTeamDesk } from '../support/team-desk.ts'
import { openDeskPage, startWebDesk } from '../support/web-desk.ts'

const TEAM = '#/settings/all?section=team'
const ACTIVITY = '#/activity/all'
/** What the sandbox’s own history may warn of. */
const ACCEPT = ['already-queued', 'contacted-before']

describePostgres('Settings and Activity in a team', (programs) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await sharedBrowser()
  })

  test('a desk alone shows only the way into a team, and says first what is at an address', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const { url, password } = accessOf(await team.person('ann', { role: 'admin' }))
    const web = await startWebDesk({ sandbox: { brands: 1, keywords: 20 }, isEmpty: true })
    // After the page, which would go on asking.
    onTestFinished(web.close)
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
  })

  test('an admin ends a pause that the service asked a desk for', async () => {
    const team = await teamDatabase(programs, [])
    const ann = await serveTeamDesk(team, 'ann', { role: 'admin' })
    const sue = await team.person('sue')
    await sue.query("SELECT agency_desk.take_slots('service:mark outreach.queue', 60, 1, 30000)")
    await sue.query("SELECT agency_desk.pause_bucket('service:mark outreach.queue', 86400000)")
    const page = await openDeskPage(browser, ann, { at: TEAM })
    const pauses = page.getByRole('table', { name: 'Pauses of the team' })
    await pauses.getByText('outreach.queue, with one key').waitFor()
    await pauses.getByText('sue').waitFor()
    for (const theme of ['light', 'dark'] as const) {
      await ann.value('desk.setSettings', { theme })
      expect(await axeFindings(page, { within: '#view' })).toEqual([])
    }
    await pauses.getByRole('button', { name: 'End the pause of outreach.queue' }).click()
    await pauses.waitFor({ state: 'detached' })
    expect(await ann.value('team.pauses', {})).toEqual({ pauses: [] })
  })

  test('what one desk queues, the other shows with the name of the person', async () => {
    const team = await teamDatabase(programs, [])
    const sandbox = await openSandbox()
    const ann = await serveTeamDesk(team, 'ann', { role: 'admin' })
    const bob = await serveTeamDesk(team, 'bob', { role: 'sender' })
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
    await ann.value('outreach.suppress', { entries: [{ value: 'jane@daily.test', reason: 'asked us to stop' }] })
    await goTo(page, 'suppressions/all', 'Suppressions')
    await page.getByRole('grid').locator('[data-row="0"]').getByText('ann').waitFor()
    await page.goto(`${bob.origin}/#/settings/all?section=service`)
    await page.getByText('Changed by ann, ', { exact: false }).waitFor()
  })

  test('a sender approves in Activity what a writer queued', async () => {
    const team = await teamDatabase(programs, [])
    const sandbox = await openSandbox()
    const ann = await serveTeamDesk(team, 'ann', { role: 'admin' })
    await ann.value('service.setProfile', { baseUrl: sandbox.baseUrl })
    const key = sandbox.brands[0]?.key ?? ''
    const brand = await ann.value('brands.add', { name: 'Globex', key, sessionOnly: true })
    await ann.value('team.setApproval', { brandIds: [brand.id], needsApproval: true })
    const bob = await serveTeamDesk(team, 'bob', { role: 'writer' })
    await bob.value('brands.replaceKey', { brandId: brand.id, key, sessionOnly: true })
    const article = { brandId: brand.id, provider: 'ghost', articleSlug: 'rain-jackets', holdSeconds: 0 } as const
    const { intentId } = await bob.value('publishing.publish', article)

    const page = await openDeskPage(browser, ann, { at: ACTIVITY })
    const row = page.getByRole('grid').locator('[data-row="0"]')
    await row.getByText('Globex').click()
    const panel = page.getByRole('complementary')
    await panel.getByText('waits for approval · can still be cancelled').waitFor()
    await panel.getByRole('button', { name: 'Approve' }).click()
    await panel.getByText('Approved').first().waitFor()
    await expect
      .poll(async () => (await bob.value('intents.get', { id: intentId })).acts.map(({ act }) => act))
      .toContain('approved')
  })

  test('Compose names the colleague who queued a pitch to a contact, and queues the rest', async () => {
    const team = await teamDatabase(programs, [])
    const sandbox = await openSandbox({ brands: 1, contacts: 12 })
    const ann = await serveTeamDesk(team, 'ann', { role: 'admin' })
    await ann.value('service.setProfile', { baseUrl: sandbox.baseUrl })
    const key = sandbox.keyOf(0)
    const { id: brandId } = await ann.value('brands.add', { name: 'Globex', key, sessionOnly: true })
    await syncAll(ann, { datasets: ['prospects', 'contacts', 'outbox'] })
    const bob = await serveTeamDesk(team, 'bob', { role: 'sender' })
    await bob.value('brands.replaceKey', { brandId, key, sessionOnly: true })
    await syncAll(bob, { datasets: ['prospects', 'contacts', 'outbox', 'mailboxes'] })
    const found = await bob.value('contacts.page', { brandIds: [brandId], filter: { hasEmail: true }, limit: 3 })
    const [first, second, third] = found.rows.map(({ id, email }) => ({ id, email: email ?? '' }))
    if (first === undefined || second === undefined || third === undefined) throw new Error('There are too few people')
    const queueAsAnn = async ({ id }: typeof first) => {
      const items = [{ prospectEmailId: id, subject: 'From Ann', body: 'Hello' }]
      const { intentId } = await ann.value('outreach.queue', { brandId, items, holdSeconds: 3600, accept: ACCEPT })
      // Bob's desk has it as well.
      await expect.poll(async () => (await bob.call('intents.get', { id: intentId })).ok).toBe(true)
    }
    const named = ({ email }: typeof first) => `ann queued a pitch to this contact (${email}) at `
    const recipients = [first, second, third].map(({ id }) => ({ brandId, contactId: id }))
    const text = { subject: 'From Bob', body: 'Hello' }
    const draft = await bob.value('outreach.saveTemplate', {
      kind: 'draft',
      brandId: null,
      name: '',
      recipients,
      ...text,
    })

    const page = await openDeskPage(browser, bob, { at: `#/compose/${brandId}?doc=${draft.id}` })
    await main(page).getByRole('button', { name: 'Globex 3 people' }).click()
    const list = main(page).getByRole('region', { name: 'Recipients' })
    await list.getByRole('button', { name: /^Remove all/ }).waitFor()
    await queueAsAnn(first)
    // The page was open: the colleague's pitch shows by itself.
    await list.getByText(named(first)).waitFor()
    await review(page)
    await main(page).getByRole('region', { name: 'Pitches' }).getByText(named(first)).waitFor()
    await main(page)
      .getByText('1 blocked. It stays', { exact: false })
      .or(main(page).getByText('1 blocked, '))
      .waitFor()
    for (const warning of await main(page).getByRole('checkbox').all()) await warning.check()
    // Now one more, after the pitches were prepared.
    await queueAsAnn(second)
    await main(page).getByRole('button', { name: 'Queue 2 pitches for' }).click()
    const refusal = main(page).getByRole('alert')
    await refusal.getByText(named(second)).waitFor()
    await refusal.getByRole('button', { name: 'Leave out 1 person' }).click()
    await main(page).getByRole('button', { name: 'Queue 1 pitch for' }).click()
    await main(page).getByRole('region', { name: 'Results' }).waitFor()
    const { rows } = await bob.value('intents.list', { filter: { madeBy: 'me' }, limit: 10 })
    expect(rows.map(({ counts }) => counts.total)).toEqual([1])
    const { items } = await bob.value('intents.get', { id: rows[0]?.id ?? '' })
    expect(items.map(({ refId }) => refId)).toEqual([third.id])

    await main(page).getByRole('button', { name: 'Resolve 2 pitches in the draft' }).click()
    await preview(page).getByText(named(first)).waitFor()
    await preview(page).getByRole('button', { name: 'Leave out' }).click()
    await preview(page).getByText(named(second)).waitFor()
    await preview(page).getByRole('button', { name: 'View in Activity' }).click()
    const row = page.getByRole('grid').locator('[data-row="0"]')
    await row.getByText('ann').waitFor()
    await expect.poll(() => page.getByRole('grid').locator('[data-row]').count()).toBe(1)
    await row.click()
    await page.getByRole('complementary').getByText(second.email).first().waitFor()
  })

  test('Settings sets up a team, manages it while it refuses or is away, and leaves it', async () => {
    const owner = await (await createDatabase(programs, 'nothing')).connect()
    const proxy = await startPgProxy({ host: owner.host, port: owner.port })
    const { url } = accessOf(owner, { port: proxy.port })
    const desk = await startDeskProcess({ isBuilt: true })
    onTestFinished(async () => void (await desk.stop()))
    const sandbox = await openSandbox({ brands: 1 })
    await desk.value('service.setProfile', { baseUrl: sandbox.baseUrl })
    const key = sandbox.keyOf(0)
    const { id: brandId } = await desk.value('brands.add', { name: 'Globex', key, sessionOnly: true })
    const page = await openDeskPage(browser, desk, { at: TEAM })
    const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog')

    // Set up, as a login that owns the database.
    const founder = `ann_${randomUUID().slice(0, 8)}`
    await owner.query(`CREATE ROLE ${founder} LOGIN CREATEROLE PASSWORD 'first'`)
    await owner.query(`ALTER DATABASE ${owner.database} OWNER TO ${founder}`)
    await page.getByText('Set up a team', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Address of the database' }).fill(url.replace(/[^/]+@/, `${founder}@`))
    await page.getByLabel('Password').fill('first')
    await press('Check first')
    await page.getByText('No team yet').waitFor()
    await page.getByLabel('Your name').fill('Ann Lee')
    await press('Set up the team')
    const people = page.getByRole('table', { name: 'People of the team' })
    await people.getByText('Ann Lee').waitFor()

    // People.
    const login = `bob_${randomUUID().slice(0, 8)}`
    await press('Add a person')
    await dialog.getByLabel('Name').fill('Bob')
    await dialog.getByLabel('Login').fill(login)
    await dialog.getByLabel('Password').fill('the word of bob')
    await press('Add Bob')
    await dialog.waitFor({ state: 'detached' })
    await people.getByLabel('Role of Bob').click()
    await page.getByRole('option', { name: 'Sender' }).click()
    await press('Brands of Bob')
    await dialog.getByRole('switch', { name: /^Sees all brands/ }).click()
    await press('Save')
    await people.getByText('No brands').waitFor()
    await expect
      .poll(async () => (await desk.value('team.people', {})).people.find(({ name }) => name === 'Bob'))
      .toMatchObject({ login, role: 'sender', brandIds: [] })
    for (const theme of ['light', 'dark'] as const) {
      await desk.value('desk.setSettings', { theme })
      expect(await axeFindings(page, theme === 'light' ? {} : { rules: THEME_RULES })).toEqual([])
    }
    // Approval, for one brand.
    await page.goto(`${desk.origin}/#/settings/all?section=keys`)
    await page.getByRole('button', { name: /^Edit/ }).click()
    const approval = dialog.getByRole('switch', { name: 'Actions of writers wait for approval' })
    for (const needed of [[brandId], []]) {
      await approval.click()
      await expect.poll(async () => (await desk.value('team.people', {})).needsApproval).toEqual(needed)
      await expect.poll(() => approval.isChecked()).toBe(needed.length > 0)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${desk.origin}/${TEAM}`)
    await press('Remove Bob')
    await dialog.getByRole('button', { name: 'Remove Bob' }).click()
    await people.getByText('Bob', { exact: true }).waitFor({ state: 'detached' })
    await press('Check the copy')
    await page.getByText('The copy is the same as the database', { exact: false }).waitFor()

    // Refused: only the right password helps.
    const bar = page.getByRole('status').filter({ hasText: 'removing suppressions wait' })
    await owner.query(`ALTER ROLE ${founder} PASSWORD 'second'`)
    await owner.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [founder])
    await bar.getByText('The team’s database refused this desk').waitFor()
    for (const password of ['wrong', 'second']) {
      if (password === 'wrong') await press('Sign in again')
      await dialog.getByLabel(/^Password of/).fill(password)
      await press('Sign in')
      if (password === 'wrong') await dialog.getByText('You were not signed in').waitFor()
    }
    await dialog.waitFor({ state: 'detached' })
    await bar.waitFor({ state: 'detached' })

    // Away.
    proxy.close()
    await bar.getByText('Team offline').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Check the copy' }).isDisabled()).toBe(true)
    proxy.open()
    await bar.waitFor({ state: 'detached' })

    await press('Leave the team …')
    await press('Leave the team')
    await page.getByRole('heading', { name: 'This desk works alone' }).waitFor()
    expect(await desk.value('brands.list', {})).toMatchObject({ brands: [{ id: brandId }] })
  })
})

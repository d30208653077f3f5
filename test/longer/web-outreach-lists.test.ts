// Prospects, people, credits, suppressions and the activity of outreach in a real browser, on a real desk and sandbox:
// nothing is paid before its price was shown, nothing is sent while all sending is paused, and marks can be undone.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { goTo, main, outreachControl } from '../support/outreach-page.ts'
import { axeInBothThemes, tooWide } from '../support/page-checks.ts'
import { dialog, firstRow, grid, openProspectsOf, prospectAt, rowCount } from '../support/prospects-page.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const HOSTILE = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>'
const MINUTES_MS = 60_000

let web: WebDesk
let sandbox: ReturnType<typeof outreachControl>
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 6, keywords: 30, days: 10 }, historyDays: 3 })
  sandbox = outreachControl(web.sandbox.controlUrl)
})
afterAll(() => web?.close())

const openProspects = (brand: Brand) => openProspectsOf(web, brand)

/** The pointer leaves the place of the button: under it are rows now, and rows wait while it is over them. */
const closeDialog = async (page: Page, name = 'Close'): Promise<void> => {
  await dialog(page).getByRole('button', { name }).last().click()
  await page.mouse.move(0, 0)
}

/** Orders what the sandbox does next for this brand. */
const order = (brand: Brand, next: Record<string, unknown>) =>
  fetch(`${web.sandbox.controlUrl}/outreach`, {
    method: 'POST',
    body: JSON.stringify({ teamId: brand.teamId, ...next }),
  })

/** Reads the service's answer now, not at the desk's next poll. */
const readNow = (brand: Brand) =>
  web.desk.value('sync.run', { brandIds: [brand.id], datasets: ['prospects', 'contacts'] })

const requestsTo = async (operation: string) =>
  (await web.sandbox.requests()).filter((request) => request.operation === operation).length

const withAddress = async (brand: Brand, count: number) => {
  const filter = { hasEmail: true }
  const { rows } = await web.desk.value('contacts.page', { brandIds: [brand.id], filter, limit: 100 })
  const { rows: waiting } = await web.desk.value('outreach.outbox', { brandIds: [brand.id], limit: 500 })
  const known = new Set(waiting.map((row) => row.prospectEmailId))
  const fresh = rows.filter(({ id }) => !known.has(id)).slice(0, count)
  expect(fresh).toHaveLength(count)
  return fresh
}

const markOf = (brand: Brand, index: number) => prospectAt(web, brand, index)

test('discovery and people search show the price first, then progress, then new rows', async () => {
  const brand = web.brand(0)
  const page = await openProspects(brand)
  const before = await rowCount(page)
  await main(page).getByRole('button', { name: 'Discover prospects' }).click()
  await dialog(page).getByText('25 credits', { exact: true }).waitFor()
  await dialog(page).getByText('0 spent this month, no budget set').waitFor()
  expect(await requestsTo('outreach.discover')).toBe(0)
  await dialog(page)
    .getByRole('button', { name: new RegExp(`^Discover prospects for .*${brand.name}.* · 25 credits$`) })
    .click()
  await dialog(page).getByText('25 credits charged', { exact: false }).waitFor()
  expect(await requestsTo('outreach.discover')).toBe(1)
  await closeDialog(page)
  await readNow(brand)
  await main(page)
    .getByText(/Discovery: running for \d/)
    .waitFor()

  await sandbox.advance(2 * MINUTES_MS)
  await readNow(brand)
  await expect.poll(() => rowCount(page)).toBeGreaterThan(before)
  const contacts = (await web.desk.value('contacts.page', { brandIds: [brand.id] })).total

  await grid(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('p')
  await dialog(page)
    .getByText(/^\d+ sites × 5 = up to \d+ credits$/)
    .waitFor()
  await dialog(page).getByText('Refunded for sites with nobody new.').waitFor()
  await dialog(page)
    .getByText(/not searched, not charged/)
    .waitFor()
  const price = () =>
    dialog(page)
      .getByText(/^\d+ sites × 5 = up to \d+ credits$/)
      .innerText()
  const without = await price()
  const anyway = dialog(page).getByRole('checkbox', { name: /^Also search sites that the service would/ })
  await anyway.check()
  await dialog(page)
    .getByText(/not searched, not charged/)
    .waitFor({ state: 'detached' })
  await expect.poll(price).not.toBe(without)
  await anyway.uncheck()
  await expect.poll(price).toBe(without)
  await dialog(page).getByText('My own titles').click()
  const titles = dialog(page).getByLabel('Job titles')
  await titles.focus()
  for (let count = 0; count < 30; count += 1) await titles.press('Backspace')
  await titles.fill('Editor')
  await titles.press('Enter')
  await dialog(page).getByText('2 more: enter at least 3 titles', { exact: false }).waitFor()
  const confirm = dialog(page).getByRole('button', { name: /^Find people for/ })
  await expect.poll(() => confirm.isDisabled()).toBe(true)
  await titles.fill('Writer, Founder,')
  await titles.press('Enter')
  await confirm.click()
  await dialog(page)
    .getByText(/The service searches \d+ sites/)
    .waitFor()
  await closeDialog(page)
  await readNow(brand)
  await page.keyboard.press('Escape')
  await main(page)
    .getByText(/Searching for people at \d+ sites/)
    .waitFor()
  await sandbox.advance(10 * MINUTES_MS)
  await readNow(brand)
  await main(page)
    .getByText(/Searching for people/)
    .waitFor({ state: 'detached' })
  await goTo(page, `contacts/${brand.id}`, 'Contacts')
  await expect.poll(() => rowCount(page)).toBeGreaterThan(contacts)
})

test('a paid people search marks its sites at once, and the counts of rows and filters agree', async () => {
  const brand = web.brand(5)
  await readNow(brand)
  const page = await openProspects(brand)
  const statuses = main(page)
    .getByRole('button', { name: /^Status/ })
    .first()
  const item = (status: string) => page.getByRole('menuitemcheckbox', { name: new RegExp(`^${status} · \\d+$`) })
  const counted = async (status: string) => Number(/\d+$/.exec(await item(status).innerText())?.[0])
  await main(page)
    .getByRole('searchbox')
    .fill((await markOf(brand, 0))?.domain ?? '')
  await main(page).getByRole('searchbox').fill('')
  await statuses.click()
  await expect.poll(() => counted('new')).toBeGreaterThan(1)
  const before = await counted('new')
  await item('new').click()
  await page.keyboard.press('Escape')
  await expect.poll(() => rowCount(page)).toBe(before)
  await grid(page).focus()
  for (const key of ['Home', 'x', 'j', 'x', 'j', 'x', 'p']) await page.keyboard.press(key)
  await dialog(page)
    .getByRole('button', { name: /^Find people for/ })
    .click()
  await dialog(page)
    .getByText(/The service searches \d sites? for people/)
    .waitFor()
  const searched = Number(/searches (\d)/.exec(await dialog(page).innerText())?.[1])
  // Nothing reads the service again here: the answer of the search is enough.
  await expect.poll(() => rowCount(page)).toBe(before - searched)
  await closeDialog(page)
  await statuses.click()
  await expect.poll(() => counted('finding people')).toBe(searched)
  await expect.poll(() => counted('new')).toBe(before - searched)
  await item('new').click()
  await expect.poll(() => grid(page).getByText('finding people', { exact: true }).count()).toBeGreaterThan(0)
})

test('the ledger lists each charge, and a budget that would be exceeded needs its own consent', async () => {
  const brand = web.brand(0)
  const page = await web.open({ at: `#/credits/${brand.id}` })
  const charges = page.getByRole('grid', { name: `Credits of ${brand.name}` })
  await charges.getByText('Discovery', { exact: true }).waitFor()
  await charges
    .getByText(/sites searched for people/)
    .first()
    .waitFor()
  // A charge opens beside its list.
  await charges.getByText('Discovery', { exact: true }).click()
  await page
    .getByRole('complementary', { name: 'Details of Discover prospects' })
    .getByText(/· 25 credits/)
    .waitFor()
  expect(page.url()).toContain(`#/credits/${brand.id}`)
  await page.keyboard.press('Escape')
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  await main(page)
    .getByRole('button', { name: `Budget of ${brand.name}: none. Edit` })
    .click()
  await page.keyboard.type('30')
  await page.keyboard.press('Enter')
  await main(page)
    .getByRole('button', { name: `Budget of ${brand.name}: 30. Edit` })
    .waitFor()
  await main(page).getByText('Left this month').waitFor()
  await main(page)
    .getByText(/^\d+ days? to go$/)
    .waitFor()
  await goTo(page, `prospects/${brand.id}`, 'Prospects')
  await firstRow(page).waitFor()
  const asked = await requestsTo('outreach.discover')
  await main(page).getByRole('button', { name: 'Discover prospects' }).click()
  const confirm = dialog(page).getByRole('button', { name: /^Discover prospects for/ })
  const pastBudget = dialog(page).getByRole('checkbox', { name: /exceeds the budget of 30 credits/ })
  await pastBudget.waitFor()
  await dialog(page).getByText('0 credits left of this month’s budget of 30;', { exact: false }).waitFor()
  await expect.poll(() => confirm.isDisabled()).toBe(true)
  await pastBudget.check()
  await order(brand, { nextDiscover: 'conflict' })
  await confirm.click()
  await dialog(page).getByText('add tracked keywords or a topic cluster', { exact: false }).waitFor()
  expect(await requestsTo('outreach.discover')).toBe(asked + 1)
  await dialog(page).getByRole('button', { name: 'View its clusters' }).click()
  await page.getByRole('grid', { name: `Topic clusters of ${brand.name}` }).waitFor()
})

test('a brand without credits gets an error, and nothing is charged', async () => {
  const brand = web.brand(1)
  await order(brand, { credits: 3 })
  const page = await openProspects(brand)
  await page.keyboard.press('d')
  await dialog(page)
    .getByRole('button', { name: /^Discover prospects for/ })
    .click()
  await dialog(page).getByText('Not enough credits: nothing was charged.', { exact: false }).waitFor()
  await order(brand, { credits: 10_000 })
})

test('discovery over all brands is priced by brand', async () => {
  const page = await web.open({ at: '#/prospects/all' })
  await firstRow(page).waitFor()
  await page.keyboard.press('d')
  const [one, other] = [web.brand(2), web.brand(3)]
  const choices = page.getByRole('listbox', { name: 'For which brands?' })
  for (const { name } of [one, other]) await choices.getByRole('option', { name }).click()
  await page.keyboard.press('Tab')
  await dialog(page).getByRole('button', { name: 'Show the price for 2 brands' }).click()
  await expect.poll(() => dialog(page).getByText('25 credits', { exact: true }).count()).toBe(2)
  await dialog(page).getByRole('button', { name: 'Discover prospects for 2 brands · 50 credits' }).waitFor()
})

test('a suppressed person is marked, stops a pitch, and can be removed from the list', async () => {
  const brand = web.brand(1)
  const [person] = await withAddress(brand, 1)
  const page = await web.open({ at: `#/contacts/${brand.id}` })
  await firstRow(page).waitFor()
  await main(page)
    .getByRole('searchbox')
    .fill(person?.email ?? '')
  await expect.poll(() => rowCount(page)).toBe(1)
  await grid(page).focus()
  await page.keyboard.press('s')
  await dialog(page).getByLabel('Reason').fill(HOSTILE)
  await dialog(page)
    .getByRole('button', { name: `Suppress ${person?.email} for all brands` })
    .click()
  await grid(page).getByText('suppressed', { exact: true }).waitFor()
  const item = { prospectEmailId: person?.id ?? '', subject: 'A note', body: 'Hello' }
  const refused = await web.desk.call('outreach.queue', { brandId: brand.id, items: [item] })
  expect(refused.ok ? null : refused.error.kind).toBe('invalid')

  await goTo(page, 'suppressions/all', 'Suppressions')
  await grid(page).getByText(HOSTILE, { exact: true }).waitFor()
  const bounced = (await web.desk.value('outreach.bounced', {})).addresses.map(({ email }) => email)
  await main(page).getByText(`${bounced.length} bounced address`).waitFor()
  await main(page).getByRole('button', { name: 'Review' }).click()
  const offered = await dialog(page).getByLabel('Addresses and domains').inputValue()
  expect(offered.split('\n').map((line) => line.split(',')[0])).toEqual(bounced)
  await closeDialog(page, 'Cancel')
  await main(page).getByRole('button', { name: 'Add suppressions' }).first().click()
  await dialog(page).getByLabel('Addresses and domains').fill('ann@example.com\nno domain at all\nexample.org, bounced')
  await dialog(page).getByRole('button', { name: 'Suppress 3 entries for all brands' }).click()
  await dialog(page).getByText('Line 2: no domain at all', { exact: false }).waitFor()
  expect((await web.desk.value('outreach.suppressions', {})).total).toBe(1)
  await dialog(page).getByRole('button', { name: 'Add 2 · 1 line needs fixing' }).click()
  await expect.poll(() => dialog(page).getByLabel('Addresses and domains').inputValue()).toBe('no domain at all')
  await dialog(page).getByText('Line 1: no domain at all', { exact: false }).waitFor()
  expect((await web.desk.value('outreach.suppressions', {})).total).toBe(3)
  await closeDialog(page, 'Cancel')
  await expect.poll(() => rowCount(page)).toBe(3)
  await main(page)
    .getByRole('searchbox')
    .fill(person?.email ?? '')
  await expect.poll(() => rowCount(page)).toBe(1)
  await grid(page).focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => rowCount(page)).toBe(0)
  await page
    .getByRole('alert')
    .filter({ hasText: 'can be contacted again' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect.poll(() => rowCount(page)).toBe(1)
  await web.desk.value('outreach.unsuppress', { values: [person?.email ?? '', 'ann@example.com', 'example.org'] })

  await goTo(page, `contacts/${brand.id}`, 'Contacts')
  await main(page)
    .getByRole('searchbox')
    .fill(person?.email ?? '')
  await expect.poll(() => rowCount(page)).toBe(1)
  await expect.poll(() => grid(page).getByText('suppressed', { exact: true }).count()).toBe(0)
  const domain = person?.email?.split('@')[1] ?? ''
  await web.desk.value('outreach.suppress', { entries: [{ value: `WWW.${domain}`, reason: 'partner' }] })
  await grid(page).getByText('suppressed', { exact: true }).waitFor()
  await grid(page).press('Enter')
  await main(page).getByText(`Everyone at ${domain}: partner`).waitFor()
  await main(page).getByRole('button', { name: 'Remove from list' }).click()
  await expect.poll(() => main(page).getByText('suppressed', { exact: true }).count()).toBe(0)
  expect(await page.title()).not.toBe('owned')
  // Nobody is selected: the list says how to write, and the open person has a button of their own.
  await main(page).getByText('Select people to write to them', { exact: true }).waitFor()
  await main(page).getByRole('button', { name: 'Write to 1 person' }).click()
  await expect.poll(() => page.url()).toContain(`#/compose/${brand.id}`)
  await main(page)
    .getByText(person?.name ?? '', { exact: true })
    .first()
    .waitFor()
})

test('while all sending is paused nothing is sent; resumed, it is', async () => {
  const brand = web.brand(2)
  const people = await withAddress(brand, 2)
  const page = await web.open()
  await page.keyboard.press('Control+k')
  await dialog(page).getByPlaceholder('Find a brand, place, action, keyword or contact').fill('pause all sending')
  await page.keyboard.press('Enter')
  const bar = page.getByRole('region', { name: 'All sending is paused' })
  await bar.getByText('no pitches held yet', { exact: false }).waitFor()
  // The page shows the switch at once; the desk has it a moment later.
  await expect.poll(async () => (await web.desk.value('desk.settings', {})).isSendingHeld).toBe(true)
  onTestFinished(async () => void (await web.desk.value('desk.setSettings', { isSendingHeld: false })))
  const sent = await requestsTo('outreach.queue')
  const items = people.map(({ id, name }) => ({ prospectEmailId: id, subject: `For ${name}`, body: 'Hello' }))
  const { intentId } = await web.desk.value('outreach.queue', { brandId: brand.id, items, holdSeconds: 0 })
  await bar.getByText('1 action held · 2 pitches', { exact: false }).waitFor()
  await bar.getByRole('button', { name: 'View' }).click()
  await main(page).getByText('held: all sending is paused', { exact: false }).first().waitFor()
  expect(await requestsTo('outreach.queue')).toBe(sent)

  await bar.getByRole('button', { name: 'Resume sending …' }).click()
  await dialog(page).getByText('2 pitches in 1 action').waitFor()
  await dialog(page)
    .getByRole('button', { name: new RegExp(`^Resume sending 2 pitches for .*${brand.name}`) })
    .click()
  await bar.waitFor({ state: 'detached' })
  await main(page).getByText('2 pitches = 2 queued').waitFor()
  expect(await requestsTo('outreach.queue')).toBe(sent + 1)
  await expect.poll(async () => (await web.desk.value('intents.get', { id: intentId })).state).toBe('confirmed')
})

test('skipped pitches show their cause and are resent corrected; replaced ones show the difference', async () => {
  const brand = web.brand(3)
  const people = await withAddress(brand, 3)
  const items = people.map(({ id }, index) => ({
    prospectEmailId: id,
    subject: index === 1 ? '' : `A note ${HOSTILE}`,
    body: `One thing is missing. ${HOSTILE}`,
  }))
  const { intentId } = await web.desk.value('outreach.queue', { brandId: brand.id, items, holdSeconds: 0 })
  const page = await web.open({ at: `#/activity/all?open=${intentId}` })
  await page.getByText('Open actions first, then the newest').waitFor()
  await main(page).getByText('3 pitches = 2 queued + 1 skipped').waitFor()
  await main(page).getByText('skipped 1', { exact: true }).click()
  const shown = main(page).getByRole('region', { name: 'Items of this action' }).getByRole('listitem')
  await expect.poll(() => shown.count()).toBe(1)
  await shown.getByText('It has no subject.').waitFor()

  await main(page).getByText('1 pitch has no subject').waitFor()
  await page.getByRole('complementary').getByRole('button', { name: 'Fix and resend' }).click()
  await dialog(page).getByLabel('Subject').fill('A better note')
  await dialog(page)
    .getByRole('button', { name: new RegExp(`^Resend 1 pitch for .*${brand.name}`) })
    .click()
  await main(page).getByRole('heading', { name: 'Queue 1 pitch' }).waitFor()
  await main(page).getByRole('region', { name: 'Hold' }).getByRole('button', { name: 'Send now' }).click()
  await main(page).getByText('1 pitch = 1 queued').waitFor()
  const queued = await sandbox.pitches(brand)
  expect(queued.filter(({ subject }) => subject === 'A better note')).toHaveLength(1)

  const [first] = people
  const again = { prospectEmailId: first?.id ?? '', subject: 'A note', body: 'Two things are missing.' }
  const { intentId: next } = await web.desk.value('outreach.queue', {
    brandId: brand.id,
    items: [again],
    holdSeconds: 0,
    accept: ['already-queued'],
  })
  await page.goto(`${web.desk.origin}/#/activity/all?open=${next}`)
  await main(page).getByText('1 pitch = 1 updated').waitFor()
  await main(page).getByRole('region', { name: 'Items of this action' }).getByRole('button').click()
  await dialog(page).locator('del').getByText('One', { exact: true }).waitFor()
  await dialog(page).locator('ins').getByText('Two', { exact: true }).waitFor()
  await dialog(page).getByText('Exactly what was sent to the service').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await main(page).getByText('1 pitch = 1 updated').waitFor()
  expect(await page.title()).not.toBe('owned')
})

test('after a lost answer the outbox is checked, and pitches in it are confirmed', async () => {
  const brand = web.brand(3)
  const [person] = await withAddress(brand, 1)
  await web.sandbox.fault({ operation: 'outreach.queue', kind: 'cut', at: 'after', times: 1 })
  await web.sandbox.fault({ operation: 'outreach.outbox', kind: 'status', status: 400, times: 20 })
  const item = { prospectEmailId: person?.id ?? '', subject: 'Lost and found', body: 'Hello' }
  const { intentId } = await web.desk.value('outreach.queue', { brandId: brand.id, items: [item], holdSeconds: 0 })
  const page = await web.open({ at: `#/activity/all?open=${intentId}` })
  const doubt = main(page).getByRole('region', { name: 'Unknown outcome' })
  await doubt.getByText('1 pitch may have been queued.').waitFor()
  await web.sandbox.clearFaults()
  await doubt.getByRole('button', { name: 'Check again' }).click()
  await doubt.getByText('1 found in the outbox.').waitFor()
  await main(page).getByText('1 pitch = 1 queued').waitFor()
  expect((await sandbox.pitches(brand)).filter(({ subject }) => subject === 'Lost and found')).toHaveLength(1)
})

test('reply counts of the service that do not add up are an error', async () => {
  const brand = web.brand(5)
  const [person] = await withAddress(brand, 1)
  const reply = { queued: 2, queuedConversationIds: ['a', 'b'], updated: 0, skipped: 0, sendNow: false, spacingMs: 1 }
  await web.sandbox.fault({ operation: 'outreach.queue', kind: 'malformed', body: JSON.stringify(reply) })
  const item = { prospectEmailId: person?.id ?? '', subject: 'Odd', body: 'Hello' }
  const { intentId } = await web.desk.value('outreach.queue', { brandId: brand.id, items: [item], holdSeconds: 0 })
  const page = await web.open({ at: `#/activity/all?open=${intentId}` })
  await main(page).getByRole('alert').getByText("The service's counts do not add up", { exact: false }).waitFor()
})

// Each place as it opens is looked at in test/layout; here is what that does not see.
describe('for every person', () => {
  test('axe finds nothing serious in either theme, and nothing scrolls sideways', async () => {
    const page = await web.open({ at: '#/credits/all?by=brand' })
    await grid(page).waitFor()
    const credits = [...(await tooWide(page)), ...(await axeInBothThemes(page, { within: '#view' }))]
    await page.goto(`${web.desk.origin}/#/prospects/${web.brand(0).id}`)
    await firstRow(page).waitFor()
    await page.keyboard.press('d')
    await dialog(page).getByText('25 credits', { exact: true }).waitFor()
    const price = await axeInBothThemes(page, { within: '[role="dialog"]' })
    expect({ credits, price }).toEqual({ credits: [], price: [] })
  })
})

// What stops or delays a pitch: the service is down, the connection breaks, somebody is suppressed meanwhile, many brands
// at once, and thousands of pitches to prepare.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { intercept } from '../support/intercept.ts'
import { goTo, main, outreachControl, preview } from '../support/outreach-page.ts'
import { axeFindings, tooWide } from '../support/page-checks.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
let sandbox: ReturnType<typeof outreachControl>
beforeAll(async () => {
  web = await startWebDesk({
    sandbox: { brands: 12, keywords: 20, days: 5, contacts: 30 },
    historyDays: 2,
    datasets: ['prospects', 'contacts', 'outbox', 'mailboxes'],
  })
  sandbox = outreachControl(web.sandbox.controlUrl)
})
afterAll(() => web?.close())

/** People with an address that no brand contacted yet. */
const calmPeople = async (brand: Brand, count: number) => {
  const { rows } = await web.desk.value('contacts.page', {
    brandIds: [brand.id],
    filter: { hasEmail: true },
    limit: 100,
  })
  const pitched = new Set((await sandbox.pitches(brand)).map(({ contactId }) => contactId))
  const fresh = rows.filter(({ id }) => !pitched.has(id)).slice(0, count)
  expect(fresh).toHaveLength(count)
  return fresh.map(({ id, email }) => ({ id, email: email ?? '' }))
}

const queueOne = async (brand: Brand, subject: string, more: object = {}) => {
  const [person] = await calmPeople(brand, 1)
  const items = [{ prospectEmailId: person?.id ?? '', subject, body: 'Hello' }]
  const { intentId } = await web.desk.value('outreach.queue', { brandId: brand.id, items, holdSeconds: 0, ...more })
  return web.open({ at: `#/activity/all?open=${intentId}` })
}

const sentAs = async (brand: Brand, subject: string) =>
  (await sandbox.pitches(brand)).filter((pitch) => pitch.subject === subject)

/** Retries the failed pitch by hand, and waits for its result. */
const sendAgain = async (page: Page) => {
  await main(page).getByRole('button', { name: 'Retry', exact: true }).click()
  await main(page).getByRole('region', { name: 'Hold' }).getByRole('button', { name: 'Send now' }).click()
  await main(page).getByText('1 pitch = 1 queued').waitFor()
}

const itemsOf = (page: Page) => main(page).getByRole('region', { name: 'Items of this action' })

test('a service that is down shows its own text, and the pitch is retried by hand', async () => {
  const brand = web.brand(0)
  const body = JSON.stringify({ success: false, error: 'Sending is down for maintenance until 14:00.' })
  await web.sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 503, body })
  const page = await queueOne(brand, 'While it was down')
  await itemsOf(page)
    .getByText(
      'It is not in the outbox: you can send it again. The service had said (503): Sending is down for maint',
      {
        exact: false,
      },
    )
    .waitFor()
  expect(await sentAs(brand, 'While it was down')).toEqual([])
  await sendAgain(page)
  expect(await sentAs(brand, 'While it was down')).toHaveLength(1)
})

test('after a broken connection nothing is sent again until the user decides that it was not sent', async () => {
  const brand = web.brand(1)
  await web.sandbox.fault({ operation: 'outreach.queue', kind: 'cut', at: 'before' })
  const page = await queueOne(brand, 'Lost on the way')
  const doubt = main(page).getByRole('region', { name: 'Unknown outcome' })
  await doubt.getByText('1 pitch may have been queued.').waitFor()
  await itemsOf(page).getByText('The desk checks again in a minute', { exact: false }).waitFor()
  expect(
    await main(page)
      .getByRole('button', { name: /^Retry/ })
      .count(),
  ).toBe(0)
  await doubt.getByRole('button', { name: 'It was not' }).click()
  await sendAgain(page)
  expect(await sentAs(brand, 'Lost on the way')).toHaveLength(1)
})

test('a person suppressed during the hold gets no pitch, and Activity shows why', async () => {
  const brand = web.brand(2)
  const [first, second] = await calmPeople(brand, 2)
  const items = [first, second].map((one) => ({
    prospectEmailId: one?.id ?? '',
    subject: 'In the hold',
    body: 'Hello',
  }))
  const { intentId } = await web.desk.value('outreach.queue', { brandId: brand.id, items, holdSeconds: 3600 })
  const page = await web.open()
  await goTo(page, 'suppressions/all', 'Suppressions')
  const dialog = page.getByRole('dialog')
  await main(page).getByRole('button', { name: 'Add suppressions' }).first().click()
  await dialog.getByLabel('Addresses and domains').fill(`${first?.email}, asked us to stop`)
  await dialog.getByRole('button', { name: 'Suppress 1 entry for all brands' }).click()
  await dialog.waitFor({ state: 'detached' })
  onTestFinished(async () => void (await web.desk.value('outreach.unsuppress', { values: [first?.email ?? ''] })))
  await goTo(page, `activity/all?open=${intentId}`, 'Activity')
  await main(page).getByRole('region', { name: 'Hold' }).getByRole('button', { name: 'Send now' }).click()
  await itemsOf(page)
    .getByText(`${first?.email} is on the suppression list: asked us to stop`, { exact: false })
    .waitFor()
  await main(page).getByText('1 pitch = 1 queued; 1 suppressed, not sent').waitFor()
  // A correction cannot make up for it.
  expect(
    await main(page)
      .getByRole('button', { name: /^Resend/ })
      .count(),
  ).toBe(0)
  const sent = await sentAs(brand, 'In the hold')
  expect(sent.map(({ contactId }) => contactId)).toEqual([second?.id])
})

const openDraft = async (subject: string, brands: readonly Brand[], body = 'Hello'): Promise<Page> => {
  const recipients = []
  for (const brand of brands)
    for (const { id } of await calmPeople(brand, 1)) recipients.push({ brandId: brand.id, contactId: id })
  const draft = {
    kind: 'draft' as const,
    brandId: null,
    name: subject.slice(0, 60),
    subject,
    body,
    recipients,
  }
  const { id } = await web.desk.value('outreach.saveTemplate', draft)
  const page = await web.open({ at: `#/compose/all?doc=${id}` })
  await preview(page).getByText(`1 of ${brands.length}`).waitFor()
  return page
}

test('pitches for more than ten brands are queued only after their number is typed', async () => {
  const page = await openDraft('To many', web.brands)
  await main(page).getByRole('button', { name: 'Review', exact: true }).click()
  const confirm = main(page).getByRole('button', { name: 'Queue 12 pitches for 12 brands' })
  await main(page).getByRole('region', { name: 'Counts by brand' }).waitFor()
  for (const box of await main(page).getByRole('checkbox').all()) await box.check()
  await expect.poll(() => confirm.isDisabled()).toBe(true)
  await main(page).getByText('Type the number of brands.').waitFor()
  const number = main(page).getByLabel('Type 12, the number of brands, to continue')
  await number.fill('11')
  await expect.poll(() => confirm.isDisabled()).toBe(true)
  await number.press('Enter')
  expect((await web.desk.value('intents.list', { filter: { state: ['held'] } })).total).toBe(0)
  await number.fill('12')
  await expect.poll(() => confirm.isDisabled()).toBe(false)
  await number.press('Enter')
  await page.getByRole('region', { name: 'Held actions' }).getByRole('button', { name: 'Cancel all 12' }).click()
  await expect.poll(async () => (await web.desk.value('intents.list', { filter: { state: ['held'] } })).total).toBe(0)
  for (const brand of web.brands) expect(await sentAs(brand, 'To many')).toEqual([])
})

test('warnings are accepted together, except another brand’s name and an unfilled placeholder', async () => {
  const subject = `[fill in] ${'a'.repeat(500)} at ${web.brand(7).name}`
  const page = await openDraft(subject, web.brands.slice(0, 2), 'a'.repeat(50_001))
  await main(page).getByRole('button', { name: 'Review', exact: true }).click()
  const confirm = main(page).getByRole('button', { name: 'Queue 2 pitches for 2 brands' })
  await main(page)
    .getByRole('button', { name: /^Accept remaining \d$/ })
    .click()
  await expect.poll(() => confirm.isDisabled()).toBe(true)
  await main(page).getByText('No pitch is ready: accept a warning', { exact: false }).waitFor()
  for (const name of [/^Another brand’s name/, /^Unfilled placeholder/]) {
    expect(await confirm.isDisabled()).toBe(true)
    await main(page).getByRole('checkbox', { name }).check()
  }
  await expect.poll(() => confirm.isDisabled()).toBe(false)
})

test('preparing shows its progress; Esc cancels it and goes back to the message', async () => {
  const page = await openDraft('Kept draft', web.brands.slice(0, 3))
  const held = Promise.withResolvers<void>()
  const calledOff: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('outreach.cancelFreeze')) calledOff.push(request.postData() ?? '')
  })
  await intercept(page, '**/*outreach.freeze', async (route) => {
    await held.promise
    await route.abort().catch(() => undefined)
  })
  await main(page).getByRole('button', { name: 'Review', exact: true }).click()
  const waiting = main(page).getByRole('region', { name: 'Preparing pitches' })
  await waiting.getByText('0 of 3 prepared', { exact: false }).waitFor()
  expect([...(await tooWide(page)), ...(await axeFindings(page, { within: '#view' }))]).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => main(page).getByLabel('Subject', { exact: true }).inputValue()).toBe('Kept draft')
  await expect.poll(() => calledOff.length).toBe(1)
  expect(calledOff[0]).toContain('runId')
  await page.unroute('**/*outreach.freeze')
  held.resolve()
  await main(page).getByRole('button', { name: 'Review', exact: true }).click()
  await main(page).getByRole('button', { name: 'Queue 3 pitches for 3 brands' }).waitFor()
})

// What test/e2e/web-outreach-compose.test.ts leaves out: warnings that must be accepted, people added from contacts, queued
// pitches that are unsent, hostile texts, and axe in each step.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Brand } from '../../src-shared/desk/brands.ts'
import {
  acceptAll,
  firstWithoutPitch,
  goTo,
  main,
  outreachControl,
  paper,
  peopleWithoutPitch,
  preview,
  review,
  settled,
  writeLabel,
  writeToContacts,
} from '../support/outreach-page.ts'
import { axeFindings, axeInBothThemes, tooWide } from '../support/page-checks.ts'
import { syncAll } from '../support/sync-all.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const _HOUR_MS = 3_600_000

let web: WebDesk
let outreach: ReturnType<typeof outreachControl>
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 6, keywords: 20, contacts: 40 }, historyDays: 2 })
  outreach = outreachControl(web.sandbox.controlUrl)
})
afterAll(() => web?.close())

const newPeople = (brand: Brand, hasEmail: boolean) => peopleWithoutPitch(web, brand, hasEmail)
const firstNew = (brand: Brand) => firstWithoutPitch(web, brand)
const _bodiesTo = async (brand: Brand, contactId: string) =>
  (await outreach.pitches(brand)).filter((pitch) => pitch.contactId === contactId).map((pitch) => pitch.body)

test('another brand’s name in the text is a warning that must be accepted separately', async () => {
  const [brand, other] = [web.brand(2), web.brand(3)]
  const person = await firstNew(brand)
  const page = await web.open()
  await writeToContacts(page, brand, { search: person.email })
  await writeLabel(page, { subject: 'Hello', body: `We are ${other.name}.` })
  await settled(page)
  await preview(page).getByText('Another brand’s name.').waitFor()
  await review(page)
  const button = main(page).getByRole('button', { name: `Queue 1 pitch for ${brand.name}` })
  await expect.poll(() => button.isDisabled()).toBe(true)
  await acceptAll(page)
  await expect.poll(() => button.isDisabled()).toBe(false)
  await page.keyboard.press('Escape')
  await main(page).getByLabel('Subject', { exact: true }).waitFor()
  expect((await web.desk.value('intents.list', { brandIds: [brand.id] })).total).toBe(0)
})

test('people are added from contacts without leaving the pitch; who is suppressed or listed already is shown as such', async () => {
  const brand = web.brand(2)
  const [one, other, gone] = await newPeople(brand, true)
  if (one?.email == null || other?.email == null || gone?.email == null) throw new Error('The brand has new contacts.')
  await web.desk.value('outreach.suppress', { entries: [{ value: gone.email, reason: 'asked us to stop' }] })
  onTestFinished(async () => void (await web.desk.value('outreach.unsuppress', { values: [gone.email ?? ''] })))
  const page = await web.open({ at: `#/compose/${brand.id}` })
  const opener = main(page).getByRole('button', { name: 'From contacts' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Add people from contacts' })
  const line = (email: string) => dialog.getByRole('listitem').filter({ hasText: email })
  const find = dialog.getByRole('searchbox', { name: 'Find contacts' })
  await expect.poll(() => find.evaluate((field) => field === document.activeElement)).toBe(true)
  await find.fill(gone.email)
  await line(gone.email).getByText('Suppressed').waitFor()
  expect(await line(gone.email).getByRole('checkbox').isDisabled()).toBe(true)
  // Enter takes who was typed for; what was chosen stays through the next search.
  await find.fill(one.email)
  await line(one.email).waitFor()
  await find.press('Enter')
  await dialog.getByRole('button', { name: 'Add 1 person' }).waitFor()
  await find.fill(other.email)
  await line(other.email).getByRole('checkbox').check()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add 2 people' }).click()
  await dialog.waitFor({ state: 'detached' })
  await main(page).getByRole('region', { name: 'Recipients' }).getByText('2 people').first().waitFor()
  await opener.click()
  await find.fill(one.email)
  await line(one.email).getByText('Added').waitFor()
  expect(await line(one.email).getByRole('checkbox').isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('queued pitches are unsent, one or many, and Activity shows it', async () => {
  const brand = web.brand(4)
  const people = (await newPeople(brand, true)).slice(0, 4)
  const { intentId } = await web.desk.value('outreach.queue', {
    brandId: brand.id,
    items: people.map(({ id }, index) => ({ prospectEmailId: id, subject: `Waits ${index}`, body: 'Words' })),
    holdSeconds: 0,
  })
  await expect.poll(async () => (await web.desk.value('intents.get', { id: intentId })).state).toBe('confirmed')
  await syncAll(web.desk, { brandIds: [brand.id], datasets: ['outbox'] })
  const waiting = (await outreach.pitches(brand)).filter(({ sentAt }) => sentAt === null)
  const page = await web.open()
  await goTo(page, `outbox/${brand.id}`, 'Outbox')
  await main(page).getByText('Queued only').click()
  const grid = page.getByRole('grid', { name: `Outbox of ${brand.name}` })
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(waiting.length + 1))
  await main(page)
    .getByText(new RegExp(`^${waiting.length} queued; .*UTC`))
    .waitFor()
  await grid.focus()
  for (const key of ['x', 'j', 'x', 'u']) await page.keyboard.press(key)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: `Unsend 2 pitches of ${brand.name}` }).click()
  // The view stays open, and its figures and rows follow.
  await page.getByRole('alert').getByText('Unsending 2 pitches').waitFor()
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(waiting.length - 1))
  const outcomes = main(page).getByRole('region', { name: 'Outcomes of pitches' })
  await outcomes
    .getByText(String(waiting.length - 2), { exact: true })
    .first()
    .waitFor()
  await outcomes.getByText('last 28 days').first().waitFor()
  const left = (await outreach.pitches(brand)).filter(({ sentAt }) => sentAt === null)
  expect(left).toHaveLength(waiting.length - 2)
  await page.getByRole('alert').getByRole('button', { name: 'View details' }).click()
  await page.getByRole('complementary').getByText('2 of 2 confirmed').waitFor()
})

test('an estimated time is marked as such', async () => {
  const brand = web.brand(3)
  const people = (await newPeople(brand, true)).slice(0, 3)
  const { intentId } = await web.desk.value('outreach.queue', {
    brandId: brand.id,
    items: people.map(({ id }) => ({ prospectEmailId: id, subject: 'No time told', body: 'Words' })),
    holdSeconds: 0,
  })
  await expect.poll(async () => (await web.desk.value('intents.get', { id: intentId })).state).toBe('confirmed')
  const ids = new Set(people.map(({ id }) => id))
  const items = (await outreach.pitches(brand))
    .filter(({ contactId }) => ids.has(contactId))
    .map(({ conversationId, contactId, subject }) => ({
      conversationId,
      prospectEmailId: contactId,
      subject,
      status: 'queued',
    }))
  const body = JSON.stringify({ items })
  await web.sandbox.fault({ operation: 'outreach.outbox', kind: 'malformed', body, times: 1 })
  await syncAll(web.desk, { brandIds: [brand.id], datasets: ['outbox'] })
  const page = await web.open()
  await goTo(page, `outbox/${brand.id}`, 'Outbox')
  const grid = page.getByRole('grid', { name: `Outbox of ${brand.name}` })
  // The first one is due already, so that nothing is said of it.
  await expect.poll(() => grid.getByText(/^about /).count()).toBe(2)
  await grid.getByText('no time given', { exact: true }).waitFor()
  await main(page)
    .getByText(/^3 queued; .*last about .* \(estimated\)$/)
    .waitFor()
})

const HOSTILE =
  '<img src=x onerror="globalThis.wasRun=1"> <script>globalThis.wasRun=1</script> [go](javascript:globalThis.wasRun=1)' +
  ' ![pixel](http://outside.invalid/p.png) <iframe srcdoc="<script>parent.wasRun=1</script>"></iframe>' +
  ' [data](data:text/html,x) <http://outside.invalid>'

test('hostile texts and names are text: nothing runs, loads or links away', async () => {
  const brand = web.brand(5)
  const contacts = [{ id: 'c1', prospectId: 'p1', name: HOSTILE, role: HOSTILE, email: 'x@hostile.example' }]
  const body = JSON.stringify({ items: contacts })
  await web.sandbox.fault({ operation: 'outreach.contacts', kind: 'malformed', body, times: 1 })
  await syncAll(web.desk, { brandIds: [brand.id], datasets: ['contacts'] })
  onTestFinished(() => syncAll(web.desk, { brandIds: [brand.id], datasets: ['contacts'] }))
  const page = await web.open()
  await writeToContacts(page, brand)
  await writeLabel(page, { subject: `${HOSTILE} {{ contact.name }}`, body: `${HOSTILE}\n\n{{ contact.role }}` })
  await settled(page)
  const effects = () =>
    page.evaluate(() => ({
      wasRun: Reflect.get(globalThis, 'wasRun') ?? null,
      elements: [...document.querySelectorAll('#view :is(img, iframe, script)')].map((one) => one.outerHTML),
      links: [...document.querySelectorAll('#view a[href]')].map((link) => link.getAttribute('href')),
    }))
  const NOTHING = { wasRun: null, elements: [], links: [] }
  await paper(page).getByText('[picture: pixel]').first().waitFor()
  // Markup is sent as it is written, so it is shown.
  await paper(page).getByText('<iframe', { exact: false }).first().waitFor()
  expect(await effects()).toEqual(NOTHING)
  await review(page)
  await main(page).getByText('Read', { exact: true }).first().click()
  expect(await effects()).toEqual(NOTHING)
})

// Each place as it opens is looked at in test/layout; here is what that does not see.
describe('for every person', () => {
  test('axe finds nothing serious in either theme, and nothing scrolls sideways', async () => {
    const brand = web.brand(0)
    // A fade has less contrast for a moment.
    const page = await web.open()
    const found: Record<string, readonly string[]> = {}
    const look = async (name: string) => {
      found[name] = [...(await tooWide(page)), ...(await axeInBothThemes(page))]
    }
    await writeToContacts(page, brand, { count: 12 })
    await writeLabel(page, {
      subject: 'To {{ contact.email }}',
      body: `Hi {{ contact.firstName }} [name], ${'x '.repeat(300)}`,
    })
    await settled(page)
    await main(page)
      .getByRole('region', { name: 'Recipients' })
      .getByRole('button', { expanded: false })
      .first()
      .click()
    await look('written')
    await main(page).getByRole('button', { name: 'Templates and drafts' }).click()
    await look('templates')
    await page.keyboard.press('Escape')
    await main(page).getByRole('button', { name: 'From a CSV file' }).click()
    await page.getByRole('dialog').getByLabel('Rows').fill('email\nnobody')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Add people of/ })
      .click()
    await page.getByRole('region', { name: 'Problems in the file' }).waitFor()
    await look('a broken file')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await review(page)
    await look('review')
    await goTo(page, 'outbox/all', 'Outbox')
    await page.getByRole('grid').locator('[data-row="0"]').waitFor()
    await page.getByRole('grid').press('Enter')
    await page.getByRole('complementary').waitFor()
    await look('outbox')
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])))
  })
})

// From contacts to a sent pitch in a real browser on a real desk and sandbox: what is previewed is sent, blocked people
// are left out, and one person gets it at once. The rest: test/longer/web-outreach-composing.test.ts.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Brand } from '../../src-shared/desk/brands.ts'
import {
  acceptAll,
  endHold,
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
import { axeFindings } from '../support/page-checks.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const HOUR_MS = 3_600_000

let web: WebDesk
let outreach: ReturnType<typeof outreachControl>
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 6, keywords: 20, contacts: 40 }, historyDays: 2 })
  outreach = outreachControl(web.sandbox.controlUrl)
})
afterAll(() => web?.close())

const newPeople = (brand: Brand, hasEmail: boolean) => peopleWithoutPitch(web, brand, hasEmail)
const firstNew = (brand: Brand) => firstWithoutPitch(web, brand)
const bodiesTo = async (brand: Brand, contactId: string) =>
  (await outreach.pitches(brand)).filter((pitch) => pitch.contactId === contactId).map((pitch) => pitch.body)

test('a previewed pitch is held, queued and sent byte for byte', async () => {
  const brand = web.brand(0)
  const person = await firstNew(brand)
  const page = await web.open()
  await writeToContacts(page, brand, { search: person.email })
  await writeLabel(page, {
    subject: 'For {{ contact.name }}',
    body: 'Hi **{{ contact.firstName | default: "there" }}**,\nsecond line\n\n- one\n- two',
  })
  await settled(page)
  await paper(page)
    .getByRole('heading', { name: `For ${person.name}` })
    .waitFor()
  await expect.poll(() => paper(page).locator('strong').count()).toBe(1)
  await expect.poll(() => paper(page).locator('br').count()).toBe(1)
  await review(page)
  await acceptAll(page)
  await main(page)
    .getByRole('button', { name: `Queue 1 pitch for ${brand.name}` })
    .click()
  await page.getByRole('region', { name: 'Held actions' }).getByText(`Queue 1 pitch for ${brand.name}`).waitFor()
  expect(await bodiesTo(brand, person.id)).toEqual([])

  await endHold(page)
  await main(page).getByText('confirmed', { exact: true }).first().waitFor()
  const [body] = await bodiesTo(brand, person.id)
  expect(body).toMatch(/^Hi \*\*\S+\*\*,\nsecond line\n\n- one\n- two$/)

  await main(page).getByRole('button', { name: 'Open outbox' }).click()
  const grid = page.getByRole('grid', { name: `Outbox of ${brand.name}` })
  await main(page).getByRole('searchbox').fill(`For ${person.name}`)
  const row = grid.getByRole('row').filter({ hasText: `For ${person.name}` })
  await row.first().waitFor()
  await outreach.advance(240 * HOUR_MS)
  await page.getByRole('button', { name: 'Sync', exact: true }).click()
  await row.getByText('sent', { exact: true }).waitFor()
  await row
    .first()
    .getByText(person.name ?? '', { exact: true })
    .first()
    .click()
  const detail = page.getByRole('complementary')
  await detail.getByText('second line').waitFor()
  await detail.getByText(/cannot be recalled/).waitFor()
})

test('an empty variable blocks its recipient with the reason, and the others are sent', async () => {
  const brand = web.brand(1)
  const [bare] = await newPeople(brand, false)
  const page = await web.open()
  const count = 30
  await writeToContacts(page, brand, { count })
  await writeLabel(page, { subject: 'Hello', body: 'To {{ contact.email }}' })
  await settled(page)
  const place = preview(page).getByText(/1 of 30, \d+ blocked/)
  await place.waitFor()
  const blocked = Number(/, (\d+) blocked/.exec(await place.innerText())?.[1])
  expect(blocked).toBeGreaterThan(0)
  await preview(page).getByRole('button', { name: 'Next blocked' }).click()
  await preview(page).getByRole('list', { name: 'Findings' }).getByText('Empty variable.', { exact: false }).waitFor()
  await main(page).getByText(`${blocked} blocked, left out`, { exact: false }).waitFor()
  await review(page)
  await main(page)
    .getByRole('region', { name: 'Pitches' })
    .getByText(/which is empty for this contact/)
    .first()
    .waitFor()
  await acceptAll(page)
  await main(page)
    .getByRole('button', { name: `Queue ${count - blocked} pitches for ${brand.name}` })
    .click()
  await endHold(page)
  await main(page)
    .getByText(`${count - blocked} of ${count - blocked} confirmed`)
    .waitFor()
  expect(bare === undefined ? [] : await bodiesTo(brand, bare.id)).toEqual([])

  // Who is blocked stays in the draft. With nobody left to write to there is nothing to review.
  await main(page)
    .getByRole('button', { name: new RegExp(`^Resolve ${blocked} pitch`) })
    .click()
  await main(page)
    .getByText(/pitch(es are| is) blocked: resolve/)
    .waitFor()
  expect(await main(page).getByRole('button', { name: 'Review', exact: true }).isDisabled()).toBe(true)
  await main(page).getByLabel('Text', { exact: true }).fill('Nothing personal.')
  await expect.poll(() => main(page).getByRole('button', { name: 'Review', exact: true }).isDisabled()).toBe(false)
})

test('people suppressed since the review are left out after consent', async () => {
  const brand = web.brand(3)
  const page = await web.open()
  const { rows } = await web.desk.value('contacts.page', { brandIds: [brand.id], limit: 500 })
  const sites = Map.groupBy(rows, ({ domain }) => domain ?? '')
  const isPair = (people: typeof rows) => people.length === 2 && people.every(({ email }) => email !== null)
  const [search = '', people = []] = [...sites].find(([, of]) => isPair(of)) ?? []
  const value = people[0]?.email ?? ''
  await writeToContacts(page, brand, { count: 2, search })
  await writeLabel(page, { subject: 'Left alone', body: 'Hello' })
  await settled(page)
  await review(page)
  await acceptAll(page)
  await web.desk.value('outreach.suppress', { entries: [{ value, reason: 'asked us to stop' }] })
  onTestFinished(async () => void (await web.desk.value('outreach.unsuppress', { values: [value] })))
  await main(page)
    .getByRole('button', { name: `Queue 2 pitches for ${brand.name}` })
    .click()
  const refusal = main(page).getByRole('alert')
  await refusal.getByText(`${value} is on the suppression list: asked us to stop`).first().waitFor()
  expect(await axeFindings(page)).toEqual([])
  await refusal.getByRole('button', { name: 'Leave out 1 person' }).click()
  await refusal.waitFor({ state: 'detached' })
  await main(page)
    .getByRole('button', { name: `Queue 1 pitch for ${brand.name}` })
    .click()
  await endHold(page)
  await expect
    .poll(async () => (await outreach.pitches(brand)).filter(({ subject }) => subject === 'Left alone'))
    .toHaveLength(1)
})

test('send now is for one person only, and asks for confirmation', async () => {
  const brand = web.brand(4)
  const person = await firstNew(brand)
  const page = await web.open()
  await writeToContacts(page, brand, { search: person.email })
  await writeLabel(page, { subject: 'At once', body: 'Now.' })
  await settled(page)
  await review(page)
  await acceptAll(page)
  await main(page)
    .getByRole('switch', { name: /Send it now/ })
    .click()
  const button = main(page).getByRole('button', { name: `Send 1 pitch now for ${brand.name}` })
  await expect.poll(() => button.isDisabled()).toBe(true)
  await main(page)
    .getByRole('checkbox', { name: /cannot be recalled/ })
    .check()
  await button.click()
  await endHold(page)
  await main(page).getByText('confirmed', { exact: true }).first().waitFor()
  await outreach.advance(1000)
  const [sent] = (await outreach.pitches(brand)).filter(({ contactId }) => contactId === person.id)
  expect(sent?.sentAt).not.toBeNull()

  await goTo(page, `compose/${brand.id}`, 'Compose')
  await main(page).getByRole('button', { name: 'New pitch' }).click()
  await writeToContacts(page, brand, { count: 2 })
  await writeLabel(page, { subject: 'Two', body: 'Both.' })
  await settled(page)
  await review(page)
  expect(
    await main(page)
      .getByRole('switch', { name: /Send it now/ })
      .count(),
  ).toBe(0)
})

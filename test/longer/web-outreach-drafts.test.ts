// Drafts in a real browser: kept by brand, filled from a file, saved as templates, moved to Sent and back.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Brand } from '../../src-shared/desk/brands.ts'
import {
  acceptAll,
  endHold,
  firstWithoutPitch,
  goTo,
  main,
  paper,
  preview,
  review,
  settled,
  writeLabel,
  writeToContacts,
} from '../support/outreach-page.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 6, keywords: 20, contacts: 40 }, historyDays: 2 })
})
afterAll(() => web?.close())

const firstNew = (brand: Brand) => firstWithoutPitch(web, brand)

test('what is composed or queued for one brand does not show under another, and stays as it is', async () => {
  const [brand, other] = [web.brand(0), web.brand(5)]
  const person = await firstNew(brand)
  const page = await web.open()
  const subject = main(page).getByLabel('Subject', { exact: true })
  const text = main(page).getByLabel('Text', { exact: true })
  await writeToContacts(page, brand, { search: person.email })
  await writeLabel(page, { subject: 'For one brand', body: 'Hello' })
  // At once: what is not saved yet must not get lost or saved for the other brand.
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/compose/${other.id}`)
  await expect.poll(() => subject.inputValue()).toBe('')
  await subject.fill('For the other')
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/compose/${brand.id}`)
  await expect.poll(() => subject.inputValue()).toBe('For one brand')
  await expect.poll(() => text.inputValue()).toBe('Hello')
  const drafts = async () =>
    (await web.desk.value('outreach.templates', { kind: 'draft' })).templates
      .filter(({ sent }) => sent === null)
      .map((draft) => [draft.subject, draft.recipients.length])
  await expect.poll(drafts).toEqual(
    expect.arrayContaining([
      ['For one brand', 1],
      ['For the other', 0],
    ]),
  )
  expect(await drafts()).toHaveLength(2)

  await review(page)
  await acceptAll(page)
  await main(page)
    .getByRole('button', { name: `Queue 1 pitch for ${brand.name}` })
    .click()
  await endHold(page)
  await main(page).getByText('confirmed', { exact: true }).first().waitFor()
  await goTo(page, `compose/${other.id}`, 'Compose')
  await expect.poll(() => subject.inputValue()).toBe('For the other')
  await goTo(page, `compose/${brand.id}`, 'Compose')
  await main(page).getByText('confirmed', { exact: true }).first().waitFor()
  expect(await subject.count()).toBe(0)
})

test('a CSV with broken rows names the cells, loses nothing, and is read when corrected', async () => {
  const brand = web.brand(3)
  const person = await firstNew(brand)
  const page = await web.open({ at: `#/compose/${brand.id}` })
  await main(page).getByRole('button', { name: 'From a CSV file' }).click()
  const dialog = page.getByRole('dialog')
  const file = (first: string) => `email,Offer\n${first},a free audit\n`
  await dialog.locator('input[type="file"]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${file('nobody@nowhere.example')},without anyone\n`),
  })
  const button = dialog.getByRole('button', { name: `Add people of ${brand.name}` })
  await button.click()
  const problems = dialog.getByRole('region', { name: 'Problems in the file' })
  await problems.getByRole('row').filter({ hasText: 'nobody@nowhere.example' }).waitFor()
  await expect
    .poll(() => problems.getByRole('row').nth(1).getByRole('cell').allInnerTexts())
    .toEqual(['1', 'email', `"nobody@nowhere.example" is no contact of ${brand.name}`])
  await expect.poll(() => problems.getByRole('row').count()).toBe(3)
  await dialog.getByLabel('Rows').fill(file(person.email))
  await button.click()
  await dialog.waitFor({ state: 'detached' })
  const text = main(page).getByLabel('Text', { exact: true })
  await text.fill('For ')
  // Typed brackets offer the variables, also the columns of the file.
  await text.pressSequentially('{{ off')
  await page
    .getByRole('listbox', { name: 'Variables' })
    .getByRole('option', { name: /^Offer/ })
    .waitFor()
  // A busy page draws its next frame late: what is typed before it keeps its order.
  await page.evaluate(() => {
    window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 200)
  })
  await page.keyboard.press('Enter')
  await expect.poll(() => text.inputValue()).toBe('For {{ Offer }}')
  await text.pressSequentially(' {{ contact.nmae }}', { delay: 20 })
  await expect.poll(() => text.inputValue()).toBe('For {{ Offer }} {{ contact.nmae }}')
  const marks = (kind: string) => main(page).locator(`mark[data-kind="${kind}"]`)
  await expect.poll(() => marks('unknown').allInnerTexts()).toEqual(['{{ contact.nmae }}'])
  await expect.poll(() => marks('variable').allInnerTexts()).toEqual(['{{ Offer }}'])
  await text.fill('It is ')
  await main(page).getByRole('button', { name: 'Insert' }).click()
  await page.getByRole('menuitem', { name: 'Offer' }).click()
  await main(page).getByLabel('Subject', { exact: true }).fill('Hello')
  await paper(page).getByText('It is a free audit').waitFor()
})

test('drafts survive a reload, templates fill in the message, and a removal can be undone', async () => {
  const brand = web.brand(5)
  const page = await web.open()
  await writeToContacts(page, brand, { count: 3 })
  await writeLabel(page, { subject: 'Kept as typed', body: 'Some words' })
  await settled(page)
  await page.reload()
  await main(page).getByLabel('Subject', { exact: true }).waitFor()
  await expect.poll(() => main(page).getByLabel('Subject', { exact: true }).inputValue()).toBe('Kept as typed')
  await preview(page).getByText('1 of 3').waitFor()

  await main(page).getByRole('button', { name: 'Save as template' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('My best one')
  await page.getByRole('dialog').getByRole('button', { name: 'Save template' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await main(page).getByRole('button', { name: 'New draft' }).click()
  await expect.poll(() => main(page).getByLabel('Subject', { exact: true }).inputValue()).toBe('')
  await page.keyboard.press('Shift+T')
  await page
    .getByRole('list', { name: 'Templates' })
    .getByRole('button', { name: /^My best one/ })
    .click()
  await expect.poll(() => main(page).getByLabel('Text', { exact: true }).inputValue()).toBe('Some words')

  await page.keyboard.press('Escape')
  await main(page).getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Shift+T')
  await page.getByRole('list', { name: 'Built in' }).getByRole('button', { name: 'Use Broken link' }).click()
  await expect.poll(() => main(page).getByLabel('Subject', { exact: true }).inputValue()).toContain('A broken link on')
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => main(page).getByLabel('Text', { exact: true }).inputValue()).toBe('Some words')

  const names = async () =>
    (await web.desk.value('outreach.templates', { kind: 'template' })).templates.map((template) => template.name)
  await main(page).getByRole('button', { name: 'Templates and drafts' }).click()
  await page.getByRole('button', { name: 'Remove My best one' }).click()
  await expect.poll(names).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(names).toEqual(['My best one'])
})

test('a queued draft moves to Sent, leads to its results, and returns if it is cancelled', async () => {
  const brand = web.brand(3)
  const person = await firstNew(brand)
  const page = await web.open()
  await writeToContacts(page, brand, { search: person.email })
  await writeLabel(page, { subject: 'Queued from a draft', body: 'Hello' })
  await settled(page)
  await review(page)
  await acceptAll(page)
  await main(page)
    .getByRole('button', { name: `Queue 1 pitch for ${brand.name}` })
    .click()
  await main(page).getByRole('button', { name: 'Edit message' }).click()
  const drafts = () => page.getByRole('list', { name: 'Drafts' })
  const sent = () => page.getByRole('list', { name: 'Sent' })
  await page.keyboard.press('Shift+T')
  await sent()
    .getByRole('button', { name: /^Queued from a draft/ })
    .click()
  await main(page).getByRole('heading', { level: 1, name: 'Activity' }).waitFor()
  await main(page).getByRole('region', { name: 'Hold' }).getByRole('button', { name: 'Cancel', exact: true }).click()
  await main(page).getByText('cancelled', { exact: true }).first().waitFor()
  await goTo(page, `compose/${brand.id}`, 'Compose')
  await page.keyboard.press('Shift+T')
  await drafts()
    .getByRole('button', { name: /^Queued from a draft/ })
    .click()
  await expect.poll(() => main(page).getByLabel('Subject', { exact: true }).inputValue()).toBe('Queued from a draft')
})

test('text that the service would cut is marked before it is sent', async () => {
  const brand = web.brand(5)
  const page = await web.open()
  await writeToContacts(page, brand)
  await writeLabel(page, { subject: `${'s'.repeat(500)}GONE`, body: `${'b '.repeat(24_999)}\n\nBYE` })
  await settled(page)
  await main(page).getByText('504 of 500').waitFor()
  await paper(page).locator('del').filter({ hasText: 'GONE' }).waitFor()
  await paper(page).getByText('Cut by the service: 3 characters past 50,000').waitFor()
  await preview(page).getByText('Subject over 500 characters.').waitFor()
})

test('a warning appears when another brand than that of the pitches is in view', async () => {
  const [brand, other] = [web.brand(5), web.brand(4)]
  const page = await web.open()
  await writeToContacts(page, brand)
  await writeLabel(page, { subject: 'For one brand only', body: 'Hello' })
  await settled(page)
  await goTo(page, `compose/${other.id}`, 'Compose')
  await page.keyboard.press('Shift+T')
  await page
    .getByRole('list', { name: 'Drafts' })
    .getByRole('button', { name: /^For one brand only/ })
    .click()
  const alert = main(page).getByRole('alert')
  await alert.getByText(`These pitches are for ${brand.name},`).waitFor()
  await alert.getByRole('button', { name: `Go to ${brand.name}` }).click()
  await alert.waitFor({ state: 'detached' })
  await preview(page).getByText(brand.name, { exact: true }).waitFor()
})

test('keys move through the recipients, and are in the shortcut sheet', async () => {
  const brand = web.brand(5)
  const page = await web.open()
  await writeToContacts(page, brand, { count: 3 })
  await writeLabel(page, { subject: 'Hello', body: 'Words' })
  await settled(page)
  await page.keyboard.press('Alt+ArrowDown')
  await preview(page).getByText('2 of 3').waitFor()
  await main(page).getByRole('heading', { level: 1 }).click()
  for (const [key, place] of [
    [']', '3 of 3'],
    [']', '1 of 3'],
    ['[', '3 of 3'],
  ] as const) {
    await page.keyboard.press(key)
    await preview(page).getByText(place).waitFor()
  }
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog')
  for (const words of ['Next recipient', 'Previous recipient', 'Next blocked recipient', 'Review the pitches'])
    await sheet.getByText(words, { exact: true }).waitFor()
})

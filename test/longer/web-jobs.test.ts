// The jobs of an account manager, done in the shortest way that the window offers, with every click and key counted. Each
// begins on Today of all brands. `before` is what a reviewer needed in November 2026.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Acts, countActs } from '../support/counted-acts.ts'
import { whenAnswered } from '../support/page-checks.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const NAMES = ['Aurora Fittings', 'Borealis Tea', 'Cumulus Shoes']
const LOGO = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
}

let web: WebDesk
let empty: WebDesk
beforeAll(async () => {
  const sandbox = { brands: 3, keywords: 120, days: 75, contacts: 40 }
  ;[web, empty] = await Promise.all([
    startWebDesk({ sandbox, historyDays: 60, names: NAMES }),
    startWebDesk({ sandbox: { brands: 3, keywords: 5 }, historyDays: 1, isEmpty: true }),
  ])
})
afterAll(async () => {
  await Promise.all([web?.close(), empty?.close()])
})

const main = (page: Page) => page.getByRole('main')
const grid = (page: Page) => main(page).getByRole('grid')
const row = (page: Page, at: number) => grid(page).locator(`[data-row="${at}"]`)
/** What selects it. */
const box = (page: Page, at: number) => row(page, at).locator('[data-pick]')
const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: new RegExp(`^${name}`) })
const held = (page: Page) => page.getByRole('region', { name: 'Held actions' })

const counted = new Map<string, { readonly before: number; readonly now: number }>()

const begin = async (desk = web) => {
  const page = await desk.open({ at: '#/today/all', permissions: ['clipboard-read', 'clipboard-write'] })
  await whenAnswered(page)
  return { page, acts: countActs(page) }
}
const done = (job: string, before: number, acts: Acts): void => {
  counted.set(job, { before, now: acts.count() })
  expect(acts.count(), job).toBeLessThanOrEqual(before)
}

test('three brands are connected', async () => {
  const { page, acts } = await begin(empty)
  await acts.press('Shift+A')
  const dialog = page.getByRole('dialog', { name: 'Add brands' })
  await dialog.getByRole('textbox', { name: 'Name' }).waitFor()
  const lines = empty.sandbox.brands.map(({ key }, at) => `${NAMES[at]}\t${key}`)
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'))
  await acts.press('Control+v')
  // Only where the machine has no keychain.
  await dialog.getByRole('checkbox', { name: /^Keep keys in memory only/ }).check()
  await acts.click(dialog.getByRole('button', { name: 'Check and add 3 brands' }))
  await expect.poll(async () => (await empty.desk.value('brands.list', {})).brands.length).toBe(3)
  done('connect three brands', 8, acts)
})

test('the worst drop and what is known about it', async () => {
  const { page, acts } = await begin()
  await acts.click(page.locator('[data-item]').first().getByRole('heading'))
  await page.getByRole('complementary').getByRole('figure', { name: 'Position by day' }).waitFor()
  done('worst drop and why', 2, acts)
})

test('two weeks are compared and exported', async () => {
  const { page, acts } = await begin()
  await acts.click(place(page, 'Rankings'))
  await row(page, 1).waitFor()
  await acts.press('c')
  await main(page)
    .getByRole('button', { name: /^7 days vs previous/ })
    .waitFor()
  await whenAnswered(page)
  await acts.press('Control+e')
  await page
    .getByRole('alert')
    .getByText(/rows exported/)
    .waitFor()
  done('compare two weeks and export', 7, acts)
})

/** Rows of people with an address who were not contacted before. */
const newPeople = async (page: Page, count: number): Promise<number[]> => {
  const found: number[] = []
  for (let at = 0; found.length < count; at += 1) {
    const cells = await row(page, at).getByRole('gridcell').allTextContents()
    if (cells.at(-1)?.trim() === '' && !cells.some((cell) => cell.startsWith('none yet'))) found.push(at)
  }
  return found
}

test('five people are pitched, and two of the pitches are stopped', async () => {
  const { page, acts } = await begin()
  await acts.click(place(page, 'Outreach'))
  await acts.press('Alt+2')
  await grid(page)
    .and(page.getByRole('grid', { name: /^Contacts/ }))
    .waitFor()
  await row(page, 8).waitFor()
  // When they were contacted comes a moment after the rows.
  await whenAnswered(page)
  await expect.poll(() => row(page, 0).getByRole('gridcell').last().innerText()).not.toBe('')
  for (const at of await newPeople(page, 5)) await acts.click(box(page, at))
  await main(page).getByRole('button', { name: 'Write to 5 people' }).waitFor()
  await acts.press('w')
  await main(page).getByRole('heading', { level: 1, name: 'Outreach' }).waitFor()
  await acts.type('A question', main(page).getByLabel('Subject', { exact: true }))
  await acts.type('Hi, one question about your page.', main(page).getByLabel('Text', { exact: true }))
  await main(page)
    .getByText(/^Saved/)
    .waitFor()
  await acts.press('Control+Enter')
  // Some of their sites link to the brand already, which the review shows and accepts at first.
  expect(
    await main(page)
      .getByRole('checkbox', { name: /^Site links already/ })
      .isChecked(),
  ).toBe(true)
  const queue = main(page).getByRole('button', { name: /^Queue 5 pitches/ })
  await queue.waitFor()
  await acts.click(queue)
  await held(page).waitFor()
  const cancel = main(page).getByRole('button', { name: /^Cancel the pitch to/ })
  for (const before of [5, 4]) {
    await expect.poll(() => cancel.count()).toBe(before)
    await acts.click(cancel.first())
  }
  await expect.poll(() => cancel.count()).toBe(3)
  done('pitch five, stop two', 16, acts)
})

/** A day after tomorrow without an article, at whose minute a move would ask first, and that no notice covers. */
const freeDay = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const isFree = (cell: Element): boolean => {
      const { left, right, top, bottom } = cell.getBoundingClientRect()
      return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('[data-day]') === cell
    }
    const after = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const days = [...document.querySelectorAll('[data-day]')]
      .filter((cell) => cell.querySelector('[data-entry]') === null && isFree(cell))
      .map((cell) => cell.getAttribute('data-day'))
    return days.find((day) => day !== null && day > after) ?? ''
  })

test('three articles are scheduled, and one is moved', async () => {
  const { page, acts } = await begin()
  await acts.click(place(page, 'Publishing'))
  // This desk knows of no article yet: its ranked pages are listed.
  await row(page, 11).waitFor()
  await acts.click(box(page, 9))
  await acts.click(box(page, 11), 'Shift')
  await acts.click(main(page).getByRole('button', { name: 'Schedule or publish …' }))
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: /^Schedule 3 articles for/ }).waitFor()
  await acts.press('Control+Enter')
  await held(page).waitFor()
  await acts.press('Alt+2')
  const cards = main(page).locator('[data-entry]')
  await cards.first().waitFor()
  const card = cards.filter({ hasText: 'Clay mask guide' })
  // It may be in the next month.
  if ((await card.count()) === 0) await acts.press('ArrowRight')
  await acts.drag(card, main(page).locator(`[data-day="${await freeDay(page)}"]`))
  await page
    .getByRole('alert')
    .getByText(/ moved to /)
    .waitFor()
  done('schedule three, move one', 9, acts)
})

test('a tool is denied for all brands', async () => {
  const { page, acts } = await begin()
  await acts.click(place(page, 'AI'))
  const tool = grid(page).getByRole('row').filter({ hasText: 'List brands' }).getByRole('rowheader')
  await tool.waitFor()
  await acts.click(tool)
  await acts.click(page.getByRole('button', { name: /^Deny for 3 brands/ }))
  await acts.click(main(page).getByRole('button', { name: 'Apply 3 changes for 3 brands' }))
  await main(page).getByText('3 applied').waitFor()
  done('forbid a tool for all', 5, acts)
})

test('a model is switched off for three brands', async () => {
  const { page, acts } = await begin()
  await acts.click(place(page, 'AI'))
  await acts.press('Alt+2')
  await acts.click(main(page).getByRole('button', { name: 'ChatGPT: for many brands' }))
  await acts.click(page.getByRole('menuitem', { name: /^Turn off/ }))
  await acts.click(main(page).getByRole('button', { name: /^Apply 3 changes/ }))
  await main(page)
    .getByText(/Applies at the next AI tracking refresh|All changes are saved/)
    .first()
    .waitFor()
  done('switch a model for several', 10, acts)
})

test('two reports are made, with a logo', async () => {
  const { page, acts } = await begin()
  await acts.click(place(page, 'Reports'))
  await acts.press('Alt+3')
  await acts.chooseFile(main(page).locator('input[type="file"]'), LOGO)
  await main(page).getByText('Saved', { exact: true }).waitFor()
  await acts.press('n')
  await acts.click(main(page).getByText('Choose', { exact: true }))
  for (const name of NAMES.slice(0, 2))
    await acts.click(page.getByRole('listbox', { name: 'Chosen brands' }).getByRole('option', { name }))
  await acts.click(main(page).getByRole('button', { name: 'Make drafts for 2 brands' }))
  for (const left of ['Draft 1 of 2', 'Draft 1 of 1']) {
    await main(page).getByText(left).waitFor()
    await whenAnswered(page)
    await acts.press('a')
  }
  await page.getByRole('heading', { name: 'No draft to review' }).waitFor()
  done('two reports with a logo', 14, acts)
})

test('an alert is tested on the past and saved', async () => {
  const { page, acts } = await begin()
  await acts.press('Alt+3')
  await page.getByRole('button', { name: 'Add rule' }).waitFor()
  await acts.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add rule' })
  // For few brands it is tested without being asked.
  await dialog.getByText(/would (not )?have fired/).waitFor()
  await acts.click(dialog.getByRole('button', { name: 'Save rule' }))
  await page
    .getByRole('alert')
    .getByText(/^Checked now/)
    .waitFor()
  done('an alert tested on the past', 5, acts)
})

test('a secret is rotated, and a delivery arrives with it', async () => {
  const before = await web.desk.value('webhooks.rotateSecret', { brandId: web.brand(0).id, sessionOnly: true })
  const { page, acts } = await begin()
  await acts.click(place(page, 'Publishing'))
  await acts.press('Alt+4')
  await acts.click(main(page).getByText('Addresses and secrets').first())
  await acts.click(main(page).getByRole('button', { name: `Rotate … for ${web.brand(0).name}` }))
  const dialog = page.getByRole('dialog')
  // With a keychain the secret is rotated at once.
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: /^Rotate the secret of/ }).click()
  const secret = (await dialog.getByTestId('secret').textContent()) ?? ''
  await acts.press('Escape')
  const body = JSON.stringify({ event: 'article.published', article: { slug: 'rotated', title: 'Rotated' } })
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  expect((await fetch(before.url, { method: 'POST', headers, body })).status).toBe(200)
  const { rows } = await web.desk.value('webhooks.deliveries', { brandIds: [web.brand(0).id] })
  expect(rows.map(({ slug }) => slug)).toContain('rotated')
  done('rotate a secret and receive', 6, acts)
})

test('without the service, rankings are read', async () => {
  const { page, acts } = await begin()
  await web.sandbox.close()
  await acts.click(place(page, 'Rankings'))
  await row(page, 5).waitFor()
  done('offline', 2, acts)
})

test('all of it takes a third less than before', () => {
  const sum = (of: 'before' | 'now') => [...counted.values()].reduce((total, one) => total + one[of], 0)
  process.stdout.write(`${[...counted].map(([job, { before, now }]) => `${job}: ${before}, now ${now}`).join('\n')}\n`)
  expect(counted.size).toBe(11)
  expect(sum('now') / sum('before')).toBeLessThanOrEqual(2 / 3)
})

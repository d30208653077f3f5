// Export menus beside lists that are no table of pages: an answer, the items of an action, the sync, the calendar,
// rejected requests and the tables of Settings. The file has the rows on show, or the selected ones.
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { layoutFaults } from '../support/layout-faults.ts'
import { closeNote } from '../support/page-checks.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 3, keywords: 30, days: 3 }, historyDays: 1, datasets: ['rankings'] })
})
afterAll(() => web?.close())

type Row = Readonly<Record<string, string>>
type Wanted = { readonly button?: string; readonly item: string }

const main = (page: Page) => page.getByRole('main')
const asked = async (operation: string) =>
  (await web.sandbox.requests()).filter((request) => request.operation === operation).length

/** The file of an export, by its headers. */
const exported = async (page: Page, { button = 'Export', item }: Wanted): Promise<Row[]> => {
  await main(page).getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  const note = page.getByRole('alert').filter({ hasText: /rows? exported/ })
  const path = (await note.locator('code').textContent()) ?? ''
  await closeNote(note)
  return parse(await readFile(path, 'utf8'), { columns: true, bom: true })
}
const valuesOf = (rows: readonly Row[], column: string) => rows.map((row) => row[column])

test('suggestions are exported as they were answered, all or the selected ones', async () => {
  const { id, name } = web.brand(0)
  const page = await web.open({ at: `#/research/${id}` })
  await main(page)
    .getByRole('button', { name: `Suggest for ${name}` })
    .click()
  const list = main(page).getByRole('list', { name: 'Suggestions' }).getByRole('listitem')
  await list.first().waitFor()
  const shown = await list.evaluateAll((rows) =>
    rows.map((row) => row.querySelector('button[title]:not([aria-pressed])')?.getAttribute('title')),
  )
  const before = await asked('keywords.suggest')
  expect(valuesOf(await exported(page, { item: 'CSV' }), 'Keyword')).toEqual(shown)
  for (const at of [2, 5]) await list.nth(at).click({ modifiers: ['Control'], position: { x: 400, y: 4 } })
  const some = await exported(page, { item: 'CSV' })
  expect(valuesOf(some, 'Keyword')).toEqual([shown[2], shown[5]])
  expect(valuesOf(some, 'Brand')).toEqual([name, name])
  expect(await asked('keywords.suggest')).toBe(before)

  await page.setViewportSize({ width: 1024, height: 700 })
  // The page learns of its new size with its next frame.
  await expect.poll(() => layoutFaults(page)).toEqual([])
  const heights = await list.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThan(90)
})

test('the items of an action are exported from its panel, and Ctrl+E stays with the table beside it', async () => {
  const articleSlugs = ['one', 'two', 'three']
  const publishAt = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const { id: brandId } = web.brand(0)
  const what = { brandId, articleSlugs, provider: 'ghost', publishAt, holdSeconds: 3600 } as const
  const { intentId } = await web.desk.value('publishing.schedule', what)
  const page = await web.open({ at: `#/activity/${brandId}?open=${intentId}` })
  const rows = await exported(page, { button: 'Export the items', item: 'CSV' })
  expect(valuesOf(rows, 'Item').sort()).toEqual(articleSlugs.toSorted())
  // Ctrl+E is the table's own.
  await page.keyboard.press('Control+e')
  const note = page.getByRole('alert').filter({ hasText: /rows? exported/ })
  expect(await note.locator('code').textContent()).toContain('/activity-')
})

test('brands of the sync are selected, exported and synced together', async () => {
  const page = await web.open({ at: '#/sync/all' })
  const table = main(page).getByRole('table', { name: 'Sync state of all brands' })
  const [one, two] = [web.brand(0), web.brand(2)]
  for (const { name } of [one, two])
    await table
      .getByRole('row')
      .filter({ hasText: name })
      .click({ position: { x: 300, y: 8 } })
  const rows = await exported(page, { item: 'CSV' })
  expect(new Set(valuesOf(rows, 'Brand'))).toEqual(new Set([one.name, two.name]))
  await main(page).getByRole('button', { name: 'Sync 2 selected brands' }).waitFor()
  await page.keyboard.press('Escape')
  expect(new Set(valuesOf(await exported(page, { item: 'CSV' }), 'Brand')).size).toBe(web.brands.length)
})

test('the calendar exports the days and states on show, or all', async () => {
  const day = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}`
  const { id: brandId } = web.brand(1)
  const add = (articleSlug: string, days: number, provider: 'ghost' | 'wordpress') =>
    web.desk.value('publishing.schedule', {
      ...{
        brandId,
        articleSlug,
        provider,
        publishAt: `${day(days)}T${provider === 'ghost' ? 12 : 13}:00:00.000Z`,
        holdSeconds: 3600,
      },
    })
  await add('soon', 30, 'ghost')
  await add('soon-elsewhere', 30, 'wordpress')
  await add('late', 120, 'ghost')
  const page = await web.open({ at: `#/calendar/${brandId}?span=week&day=${day(30)}`, timezoneId: 'UTC' })
  await main(page).locator('[data-entry]').nth(1).waitFor()
  expect(valuesOf(await exported(page, { item: 'CSV' }), 'Article').sort()).toEqual(['soon', 'soon-elsewhere'])
  await main(page).getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'Ghost' }).click()
  await expect.poll(() => main(page).locator('[data-entry]').count()).toBe(1)
  expect(valuesOf(await exported(page, { item: 'CSV' }), 'Article')).toEqual(['soon'])
  const all = await exported(page, { item: 'All as CSV' })
  expect(valuesOf(all, 'Article').sort()).toEqual(['late', 'soon', 'soon-elsewhere'])
})

test('rejected requests are selected and exported', async () => {
  const { url } = (await web.desk.value('webhooks.status', {})).brands[0] ?? { url: '' }
  for (const secret of ['wrong', 'also wrong', 'wrong again'])
    await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${secret}` }, body: '{}' })
  const page = await web.open({ at: '#/webhooks/all' })
  await main(page).getByText('3 requests refused', { exact: true }).click()
  await main(page)
    .getByRole('checkbox', { name: /^Select the request of / })
    .nth(1)
    .check()
  const { refusals } = await web.desk.value('webhooks.status', {})
  const [row, ...others] = await exported(page, { button: 'Export the refused requests', item: 'CSV' })
  expect(others).toEqual([])
  expect(row?.Received).toBe(refusals[1]?.at)
  const all = await exported(page, { button: 'Export the refused requests', item: 'All as CSV' })
  expect(all).toHaveLength(3)
})

test('the tables of Settings are exported: brands, operations, mapped fields, findings of the doctor, backups', async () => {
  const fields = { 'connectors.catalog': { response: { 'tools[].label': 'tools[].caption' } } }
  await web.desk.value('service.setProfile', { fields })
  await web.desk.value('desk.backup', {})
  const page = await web.open()
  const open = (section: string) => page.goto(`${web.desk.origin}/#/settings/all?section=${section}`)

  await open('keys')
  await main(page).getByRole('textbox', { name: 'Filter brands' }).fill(web.brand(1).name)
  expect(await exported(page, { item: 'CSV' })).toMatchObject([{ Brand: web.brand(1).name, Key: 'ok' }])
  expect(await exported(page, { item: 'All as CSV' })).toHaveLength(web.brands.length)

  await open('operations')
  await main(page).getByRole('textbox', { name: 'Filter operations' }).fill('keywords.suggest')
  expect(await exported(page, { item: 'CSV' })).toMatchObject([{ Operation: 'keywords.suggest', Method: 'GET' }])

  await open('fields')
  expect(await exported(page, { item: 'CSV' })).toMatchObject([
    { 'Our field': 'tools[].label', 'Field in the service': 'tools[].caption' },
  ])

  await open('data')
  expect(await exported(page, { item: 'CSV' })).toContainEqual(
    expect.objectContaining({ Reason: 'asked', Brands: '3' }),
  )

  await open('doctor')
  await main(page).getByRole('button', { name: 'Test the service' }).click()
  const findings = main(page).getByRole('table', { name: 'Findings of the service doctor' })
  await findings.waitFor()
  const before = (await web.sandbox.requests()).length
  const rows = await exported(page, { item: 'CSV' })
  expect(rows.some(({ Result }) => Result === 'matches')).toBe(true)
  expect((await web.sandbox.requests()).length).toBe(before)
})

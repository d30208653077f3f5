// Files of lists and of places without one in a real browser: what matches, what is selected, or all.
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExportedRow, exportedRows } from '../support/exported-rows.ts'
import { closeNote } from '../support/page-checks.ts'
import { chooseStatus, expectColumn } from '../support/read-grid.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 5, keywords: 120 }, historyDays: 9 })
})
afterAll(() => web?.close())

const brandIds = () => [web.brand(1).id]
const labelOf = (what: string) => `${what} of ${web.brand(1).name}`

test('a filtered list exports what matches, or all, also for a spreadsheet', async () => {
  const page = await web.open({
    at: `#/prospects/${web.brand(1).id}`,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const all = await web.desk.value('prospects.page', {
    brandIds: brandIds(),
    sort: { by: 'more.domainAuthority', direction: 'desc' },
    limit: 500,
  })
  const { status = '', count = 0 } = all.statusCounts[0] ?? {}
  await chooseStatus(page, status, count)
  await expectColumn(
    page,
    { label: labelOf('Prospects'), column: 'Site' },
    {
      total: count,
      texts: all.rows.flatMap((one) => (one.status === status ? [one.domain ?? one.url ?? one.id] : [])),
    },
  )
  const open = () => page.getByRole('button', { name: 'Export', exact: true }).click()
  await open()
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  const matching = await exportedRows(page, count)
  expect(new Set(matching.map(({ Status }) => Status))).toEqual(new Set([status]))
  await open()
  await page.getByRole('menuitem', { name: 'All as CSV' }).click()
  expect(await exportedRows(page, all.total)).toHaveLength(all.total)
  await open()
  await page.getByRole('menuitem', { name: 'Copy as TSV' }).click()
  await page.getByText(`${count} rows copied`).waitFor()
  const [head, ...lines] = (await page.evaluate(() => navigator.clipboard.readText())).trimEnd().split('\n')
  expect(head?.split('\t').slice(0, 2)).toEqual(['Brand', 'Site'])
  expect(lines).toHaveLength(count)
})

test('Overview, Assistants and AI tracking export the selected brands, or those that match', async () => {
  const page = await web.open({ at: '#/overview/all' })
  const exported = async (name: string, count: number) => {
    await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    const rows = await exportedRows(page, count)
    return new Set(rows.map(({ Brand }) => Brand))
  }
  const [one, other] = [web.brand(0), web.brand(3)]
  const brandsIn = page.getByRole('table', { name: 'All brands' }).getByRole('row')
  for (const { name } of [one, other]) await brandsIn.filter({ hasText: name }).click({ modifiers: ['Control'] })
  await page.getByRole('button', { name: 'Sync 2 selected brands' }).waitFor()
  expect(await exported('CSV', 2)).toEqual(new Set([one.name, other.name]))
  expect((await exported('All as CSV', web.brands.length)).size).toBe(web.brands.length)

  const { models } = await web.desk.value('visibility.models', {})
  await page.goto(`${web.desk.origin}/#/tracking/all`)
  await page.getByRole('row').filter({ hasText: other.name }).getByRole('checkbox').click()
  expect(await exported('CSV', models.length)).toEqual(new Set([other.name]))

  await page.goto(`${web.desk.origin}/#/permissions/all?q=cms_publish`)
  const grid = page.getByRole('grid', { name: 'Tools by brand' })
  await grid.waitFor()
  const { tools } = await web.desk.value('connectors.matrix', {})
  const found = tools.filter(({ name, label, description }) =>
    `${label} ${name} ${description}`.includes('cms_publish'),
  )
  expect(await exported('CSV', found.length * web.brands.length)).toEqual(new Set(web.brands.map(({ name }) => name)))
  await grid.press('x')
  await page.getByText('Only the 1 selected brand').waitFor()
  expect((await exported('CSV', found.length)).size).toBe(1)
})

test('places without a table of pages export what they show', async () => {
  const page = await web.open({ at: '#/sync/all' })
  const exported = async (view: string) => {
    await page.goto(`${web.desk.origin}/#/${view}/all`)
    await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    const note = page.getByRole('alert').filter({ hasText: 'exported' })
    const path = (await note.locator('code').textContent()) ?? ''
    await closeNote(note)
    const rows: ExportedRow[] = parse(await readFile(path, 'utf8'), { columns: true, bom: true })
    return { path, rows }
  }
  for (const [view, list, column] of [
    ['overview', 'overview', 'Visibility (0–100)'],
    ['audits', 'audits', 'Website'],
    ['visibility', 'ai-tracking', 'AI model'],
    ['connectors', 'permissions', 'Permission'],
    ['sync', 'sync', 'Status'],
    ['calendar', 'calendar', undefined],
  ] as const) {
    const { path, rows } = await exported(view)
    expect(path).toContain(`/${list}-`)
    if (column === undefined) continue
    expect(rows.length, view).toBeGreaterThanOrEqual(web.brands.length)
    expect(new Set(rows.map(({ Brand }) => Brand)), view).toEqual(new Set(web.brands.map(({ name }) => name)))
    expect(Object.keys(rows[0] ?? {}), view).toContain(column)
  }
})

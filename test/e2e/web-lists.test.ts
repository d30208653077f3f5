import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDecimal } from '../../src-renderer/format/numbers.ts'
import { formatDay } from '../../src-renderer/format/time.ts'
import { exportedRows } from '../support/exported-rows.ts'
import { whenAnswered } from '../support/page-checks.ts'
import { chooseStatus, expectColumn, readGrid } from '../support/read-grid.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 5, keywords: 120 }, historyDays: 9 })
})
afterAll(() => web?.close())

const openView = (view: string) => web.open({ at: `#/${view}/${web.brand(1).id}` })
const brandIds = () => [web.brand(1).id]
const labelOf = (what: string) => `${what} of ${web.brand(1).name}`
/** Once there is something: the days come from the desk. */
const shownIn = async (page: Page, name: string) => {
  const box = page.getByRole('combobox', { name, exact: true })
  await expect.poll(() => box.inputValue()).not.toBe('')
  return box.inputValue()
}

test('movers are listed between the days shown, by kind, and over all brands', async () => {
  const page = await openView('movers')
  await page.getByText('All moves', { exact: true }).click()
  const at = { label: labelOf('Movers'), column: 'Keyword' }
  await page.getByRole('grid', { name: at.label }).waitFor()
  const { days } = await web.desk.value('rankings.days', { brandIds: brandIds() })
  const dayIn = async (name: string) => {
    const shown = await shownIn(page, name)
    return days.find(({ day }) => formatDay(day) === shown)?.day ?? ''
  }
  const [from, to] = [await dayIn('From day'), await dayIn('To day')]
  expect(from < to).toBe(true)
  const movers = async (kind: 'any' | 'up') => {
    const { rows } = await web.desk.value('rankings.movers', { brandIds: brandIds(), from, to, kind, limit: 500 })
    expect(rows.length).toBeGreaterThan(0)
    return { total: rows.length, texts: rows.map((row) => row.keyword) }
  }
  await expectColumn(page, at, await movers('any'))
  await page.getByText('Climbed', { exact: true }).first().click()
  await expectColumn(page, at, await movers('up'))
  const climbed = (await readGrid(page, at.label))?.rows ?? []
  expect(climbed.every(({ Change = '' }) => Change.startsWith('▲') || Change === 'new')).toBe(true)

  await page.getByRole('button', { name: 'All brands' }).click()
  await page.getByRole('grid', { name: 'Movers of all brands' }).waitFor()
  const over = await web.desk.value('rankings.movers', { from, to, kind: 'up', limit: 500 })
  const nameOf = new Map(web.brands.map((brand) => [brand.id, brand.name]))
  await expectColumn(
    page,
    { label: 'Movers of all brands', column: 'Keyword' },
    { total: over.rows.length, texts: over.rows.map((row) => row.keyword) },
  )
  const grid = await readGrid(page, 'Movers of all brands')
  const brands = (grid?.rows ?? []).map((row) => row.Brand ?? '')
  expect(brands.length).toBeGreaterThan(5)
  for (const [index, text] of brands.entries()) expect(text).toContain(nameOf.get(over.rows[index]?.brandId ?? ''))
})

test('choosing other days lists other movers', async () => {
  const page = await openView('movers')
  await page.getByText('All moves', { exact: true }).click()
  await page.getByRole('grid', { name: labelOf('Movers') }).waitFor()
  const { days } = await web.desk.value('rankings.days', { brandIds: brandIds() })
  const [to = '', from = ''] = [days[1]?.day, days[2]?.day]
  for (const [name, day] of [
    ['To day', to],
    ['From day', from],
  ] as const) {
    await page.getByRole('combobox', { name, exact: true }).click()
    await page.getByRole('option', { name: formatDay(day), exact: true }).click()
  }
  const { rows } = await web.desk.value('rankings.movers', { brandIds: brandIds(), from, to, limit: 500 })
  const texts = rows.map((row) => row.keyword)
  await expectColumn(page, { label: labelOf('Movers'), column: 'Keyword' }, { total: rows.length, texts })
})

test('clusters show their coverage, a summary and the leaders', async () => {
  const page = await openView('clusters')
  const { rows, total } = await web.desk.value('clusters.page', { brandIds: brandIds(), limit: 60 })
  const at = { label: labelOf('Topic clusters'), column: 'Cluster' }
  await expectColumn(page, at, { total, texts: rows.map((row) => row.name) })
  const grid = page.getByRole('grid', { name: at.label })
  const first = rows[0]
  if (first === undefined) throw new Error('There is no cluster')
  const { coverage } = first
  const bar = await grid
    .locator('[data-row="0"]')
    .getByRole('img', { name: /published/i })
    .getAttribute('aria-label')
  const { total: articles, published, generated, planned, unused } = coverage
  expect(bar).toBe(
    `${published} published, ${generated} generated, ${planned} planned, ${unused} unused of ${articles}`,
  )
  const summary = (await web.desk.value('clusters.summary', { brandIds: brandIds() })).rows[0]
  await page.getByText('Clusters', { exact: true }).last().waitFor()
  await expect.poll(() => page.getByRole('main').innerText()).toContain(String(summary?.totalKeywords))
  await grid.getByText(first.name, { exact: true }).click()
  const detail = page.getByRole('complementary', { name: `Details of ${first.name}` })
  for (const leader of first.leaders) await detail.getByText(leader.domain, { exact: true }).waitFor()
})

test('prospects are filtered by status and show the contacts of a site', async () => {
  const page = await openView('prospects')
  const at = { label: labelOf('Prospects'), column: 'Site' }
  const sort = { by: 'more.domainAuthority', direction: 'desc' } as const
  const all = await web.desk.value('prospects.page', { brandIds: brandIds(), sort, limit: 60 })
  await expectColumn(page, at, { total: all.total, texts: all.rows.map((row) => row.domain ?? row.url ?? row.id) })
  const { status = '', count = 0 } = all.statusCounts[0] ?? {}
  await chooseStatus(page, status, count)
  const some = await web.desk.value('prospects.page', {
    brandIds: brandIds(),
    filter: { status: [status] },
    sort,
    limit: 60,
  })
  expect(some.total).toBe(count)
  await expectColumn(page, at, { total: count, texts: some.rows.map((row) => row.domain ?? row.url ?? row.id) })
  const known = some.rows.find((row) => row.contacts > 0) ?? some.rows[0]
  const title = known?.domain ?? ''
  const { rows: people } = await web.desk.value('contacts.page', {
    brandIds: brandIds(),
    filter: { prospectId: known?.id ?? '' },
  })
  await page.getByRole('grid', { name: at.label }).getByText(title, { exact: true }).click()
  const detail = page.getByRole('complementary', { name: `Details of ${title}` })
  if (people.length === 0) await detail.getByText('No people are known at this site.').waitFor()
  for (const person of people)
    await detail
      .getByText(person.name ?? 'no name', { exact: true })
      .first()
      .waitFor()
})

test('contacts are listed all, or only those with an address', async () => {
  const page = await openView('contacts')
  const at = { label: labelOf('Contacts'), column: 'Name' }
  const all = await web.desk.value('contacts.page', { brandIds: brandIds(), limit: 60 })
  await expectColumn(page, at, { total: all.total, texts: all.rows.map((row) => row.name ?? 'no name') })
  await page.getByText('With an address', { exact: true }).click()
  const filter = { hasEmail: true }
  const some = await web.desk.value('contacts.page', { brandIds: brandIds(), filter, limit: 60 })
  expect(some.total).toBeLessThan(all.total)
  await expectColumn(page, at, { total: some.total, texts: some.rows.map((row) => row.name ?? 'no name') })
})

test('the overview of all brands shows the numbers of the overview, sorted, filtered and by keyboard', async () => {
  const page = await web.open({ at: '#/overview/all', viewport: { width: 1440, height: 900 } })
  const { rows } = await web.desk.value('brands.overview', {})
  const table = page.getByRole('table', { name: 'All brands' })
  const ids = () =>
    table.locator('tr[data-brand]').evaluateAll((all) => all.map((row) => row.getAttribute('data-brand')))
  await table.getByRole('button', { name: 'Clicks, 28 days' }).click()
  const byClicks = [...rows].sort((a, b) => b.clicks - a.clicks).map((row) => row.brandId)
  await expect.poll(ids).toEqual(byClicks)
  const first = rows.find((row) => row.brandId === byClicks[0])
  await expect
    .poll(() => table.locator(`tr[data-brand="${byClicks[0]}"] td`).nth(1).textContent())
    .toContain(formatDecimal(first?.visibility))
  await page.keyboard.press('/')
  await page.keyboard.type(web.brand(3).name.slice(0, 6))
  await expect.poll(ids).toEqual([web.brand(3).id])
  await page.getByRole('textbox', { name: 'Filter brands by name or tag' }).fill('')
  await expect.poll(async () => (await ids()).length).toBe(5)
  await page.getByRole('heading', { name: 'Overview' }).click()
  for (const key of ['j', 'j', 'x']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Sync 1 selected brand' }).waitFor()
  await page.keyboard.press('Enter')
  const second = web.brands.find((brand) => brand.id === byClicks[1])
  await expect.poll(() => page.url()).toContain(`#/overview/${second?.id}`)
})

const topOf = async (row: Locator) => (await row.boundingBox())?.y

test('a selection opens actions below the rows, and Ctrl+E exports the selection alone', async () => {
  const page = await openView('rankings')
  const grid = page.getByRole('grid', { name: labelOf('Rankings') })
  const row = (index: number) => grid.locator(`[data-row="${index}"]`)
  await row(7).waitFor()
  await whenAnswered(page) // what comes above the table moves its rows
  const keywords = ((await readGrid(page, labelOf('Rankings')))?.rows ?? []).map(({ Keyword }) => Keyword)
  const tops = [await topOf(row(0)), await topOf(row(7))]
  const height = (await grid.boundingBox())?.height

  await row(2).locator('[data-pick]').click()
  await row(5).locator('[data-pick]').click()
  await page.getByRole('button', { name: 'Copy 2 rows' }).waitFor()
  expect([await topOf(row(0)), await topOf(row(7))]).toEqual(tops)
  expect((await grid.boundingBox())?.height).toBe(height)
  await page.keyboard.press('Control+e')
  const byKey = await exportedRows(page, 2)
  expect(byKey.map(({ Keyword }) => Keyword)).toEqual([keywords[2], keywords[5]])
  await page.getByRole('button', { name: 'Export 2' }).click()
  expect(await exportedRows(page, 2)).toEqual(byKey)

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const { total } = await web.desk.value('rankings.page', { brandIds: brandIds() })
  await page.getByText('2 selected keywords', { exact: true }).waitFor()
  await page.getByRole('menuitem', { name: 'All as CSV' }).click()
  expect(await exportedRows(page, total)).toHaveLength(total)
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'Copy 2 rows' }).waitFor({ state: 'detached' })
})

test('rows that arrive during a selection wait, and an action reaches the selected rows alone', async () => {
  const values = Array.from({ length: 8 }, (_, index) => `old-${index}.example`)
  const suppress = (some: readonly string[]) =>
    web.desk.value('outreach.suppress', { entries: some.map((value) => ({ value })) })
  for (const value of values) await suppress([value])
  const page = await web.open({ at: '#/suppressions/all' })
  const grid = page.getByRole('grid')
  const row = (index: number) => grid.locator(`[data-row="${index}"]`)
  const listed = async () => (await web.desk.value('outreach.suppressions', {})).rows.map(({ value }) => value)
  const before = await listed()
  const isAt = (index: number, value = '') => row(index).getByText(value, { exact: true }).waitFor()
  await isAt(0, before[0])

  // The pointer alone keeps them as well.
  await row(4).hover()
  await suppress(['new-0.example'])
  await page.getByRole('button', { name: '1 new · Show' }).waitFor()
  await isAt(0, before[0])
  await row(2).locator('[data-pick]').click()
  await row(5).locator('[data-pick]').click()
  await suppress(['new-1.example', 'new-2.example'])
  await page.getByRole('button', { name: '3 new · Show' }).waitFor()
  for (const index of [0, 2, 5]) await isAt(index, before[index])
  await page.getByRole('button', { name: 'Remove from list' }).click()
  await expect.poll(async () => (await listed()).length).toBe(before.length + 3 - 2)
  const left = await listed()
  expect(left).not.toContain(before[2])
  expect(left).not.toContain(before[5])

  // Away from the rows they are shown by themselves.
  await page.getByRole('heading', { level: 1 }).hover()
  await isAt(0, left[0])
  await page.getByRole('button', { name: /· Show$/ }).waitFor({ state: 'detached' })
})

test('selected keywords are starred, tagged and put into the basket, where they keep their notes', async () => {
  const { rows } = await web.desk.value('rankings.page', {
    brandIds: brandIds(),
    limit: 5,
    sort: { by: 'clicks', direction: 'desc' },
  })
  const [brandId = ''] = brandIds()
  const keywords = rows.map(({ keyword }) => keyword)
  const [, first = '', , second = ''] = keywords
  await web.desk.value('research.saveBasket', { brandId, entries: [{ keyword: first, state: 'drop', note: 'mine' }] })
  const page = await openView('rankings')
  const grid = page.getByRole('grid', { name: labelOf('Rankings') })
  for (const index of [1, 3]) await grid.locator(`[data-row="${index}"] [data-pick]`).click()
  await page.getByRole('button', { name: 'Add to basket' }).click()
  const basket = async () =>
    (await web.desk.value('research.basket', {})).rows.map(({ keyword, state, note }) => [keyword, state, note]).sort()
  const kept = [
    [first, 'keep', 'mine'],
    [second, 'keep', ''],
  ].sort()
  await expect.poll(basket).toEqual(kept)
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(basket).toEqual([[first, 'drop', 'mine']])

  await page.getByRole('button', { name: 'Star', exact: true }).click()
  const starred = async () => {
    const { rows: own } = await web.desk.value('rankings.page', {
      brandIds: brandIds(),
      limit: 500,
      sort: { by: 'clicks', direction: 'desc' },
    })
    return own.filter(({ keyword, isStarred }) => isStarred && [first, second].includes(keyword)).length
  }
  await expect.poll(starred).toBe(2)
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('spring')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Tag 2 keywords' }).click()
  await expect.poll(async () => (await web.desk.value('rankings.tags', {})).tags).toEqual([{ tag: 'spring', count: 2 }])
})

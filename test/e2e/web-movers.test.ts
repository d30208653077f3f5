// The Movers view: real moves first, all moves one key away, and a detail that shows the comparison of its row.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDecimal } from '../../src-renderer/format/numbers.ts'
import { formatDay } from '../../src-renderer/format/time.ts'
import { expectColumn, readGrid } from '../support/read-grid.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 2, keywords: 200, days: 50 }, historyDays: 36 })
})
afterAll(() => web?.close())

const label = () => `Movers of ${web.brand(0).name}`
const brandIds = () => [web.brand(0).id]
const openMovers = async () => {
  const page = await web.open({ at: `#/movers/${web.brand(0).id}` })
  await page.getByRole('grid', { name: label() }).waitFor()
  return page
}
const realMoves = () => web.desk.value('rankings.movers', { brandIds: brandIds(), moves: 'real', limit: 500 })
const inColumn = (page: Page, rows: readonly { readonly keyword: string }[]) =>
  expectColumn(
    page,
    { label: label(), column: 'Keyword' },
    { total: rows.length, texts: rows.map((row) => row.keyword) },
  )
const openDetail = async (page: Page, keyword: string) => {
  await page.getByRole('grid', { name: label() }).getByText(keyword, { exact: true }).click()
  return page.getByRole('complementary', { name: `Details of ${keyword}` })
}
/** The day of each row and the period it is in; notes and events of the day come after them. */
const periodCells = async (detail: Locator) =>
  (await detail.getByRole('table').locator('tbody th').allTextContents()).map((text) => text.split(' · ').slice(0, 2))
const one = (value: number | null | undefined) => (value == null ? 'not ranking' : formatDecimal(value))

test('the detail of a move between two days shows that move, marks both days, and takes no column', async () => {
  const page = await openMovers()
  await page.getByText('All moves', { exact: true }).click()
  const { days } = await web.desk.value('rankings.days', { brandIds: brandIds() })
  const box = (name: string) => page.getByRole('combobox', { name, exact: true })
  await expect.poll(() => box('From day').inputValue()).not.toBe('')
  const [fromText, toText] = [await box('From day').inputValue(), await box('To day').inputValue()]
  const dayOf = (text: string) => days.find(({ day }) => formatDay(day) === text)?.day ?? ''
  const { rows } = await web.desk.value('rankings.movers', {
    brandIds: brandIds(),
    from: dayOf(fromText),
    to: dayOf(toText),
    limit: 500,
  })
  await inColumn(page, rows)
  await expectColumn(
    page,
    { label: label(), column: 'Clicks' },
    { total: rows.length, texts: rows.map(({ dayClicks }) => `${dayClicks?.from} → ${dayClicks?.to}`) },
  )
  const heads = async () => Object.keys((await readGrid(page, label()))?.rows[0] ?? {})
  const before = await heads()
  const fall = rows.find((row) => row.kind === 'down')
  if (fall === undefined) throw new Error('No keyword fell.')
  const detail = await openDetail(page, fall.keyword)
  const comparison = detail.getByRole('group', { name: 'Comparison' })
  await comparison.getByText(`${toText} vs ${fromText}`).waitFor()
  await comparison.getByText(one(fall.fromPosition), { exact: true }).waitFor()
  await comparison.getByText(one(fall.toPosition), { exact: true }).waitFor()
  await comparison.getByRole('img', { name: /^down/ }).waitFor()
  await detail.getByRole('switch', { name: 'Show as table' }).click()
  await expect
    .poll(async () => (await periodCells(detail)).filter(([, period]) => period === 'Now' || period === 'Before'))
    .toEqual([
      [toText, 'Now'],
      [fromText, 'Before'],
    ])
  // All columns have room beside the detail.
  const beside = await heads()
  expect(before.filter((head) => !beside.includes(head))).toEqual([])
  await detail.getByRole('button', { name: 'Close the details' }).click()
  await expect.poll(heads).toEqual(before)
})

test('movers open with real moves, the biggest loss first, and the key N shows all moves', async () => {
  const page = await openMovers()
  const { rows, real } = await realMoves()
  expect(rows.filter(({ kind }) => kind === 'down').length).toBeGreaterThan(1)
  await inColumn(page, rows)
  await page.getByText(`${real?.fell} fell, ${real?.climbed} climbed`).waitFor()
  await page.getByText('vs the 28 days before').waitFor()
  const shown = (await readGrid(page, label()))?.rows ?? []
  expect(shown.map((row) => row.Now).slice(0, 8)).toEqual(
    rows.slice(0, 8).map((row) => (row.toPosition === null ? '—' : one(row.toPosition))),
  )
  const first = rows.find(({ kind, toPosition }) => kind === 'down' && toPosition !== null)
  const range = `usually ${one(first?.real?.usual?.low)} to ${one(first?.real?.usual?.high)}, now ${one(first?.toPosition)}`
  await page.getByRole('img', { name: range }).first().waitFor()
  await page.keyboard.press('n')
  await page.getByRole('combobox', { name: 'From day', exact: true }).waitFor()
  await page.keyboard.press('n')
  await inColumn(page, rows)
})

test('slash filters the movers by words of the keyword, of real moves and of all moves, and says when none match', async () => {
  const page = await openMovers()
  const { rows } = await realMoves()
  await inColumn(page, rows)
  const words = rows[0]?.keyword.split(' ') ?? []
  const search = words.toReversed().join(' ')
  const found = rows.filter(({ keyword }) => words.every((word) => keyword.includes(word)))
  expect(found.length).toBeLessThan(rows.length)
  await page.keyboard.press('/')
  await page.keyboard.type(search)
  await inColumn(page, found)
  await page.keyboard.press('Enter')
  await page.keyboard.press('n')
  await page.getByRole('combobox', { name: 'From day', exact: true }).waitFor()
  const shown = async () => (await readGrid(page, label()))?.rows.map((row) => row.Keyword ?? '') ?? []
  await expect.poll(async () => (await shown()).every((text) => words.every((word) => text.includes(word)))).toBe(true)
  await page.keyboard.press('/')
  await page.keyboard.type('no such keyword')
  await page.getByText('No movers match these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('Real moves', { exact: true }).click()
  await inColumn(page, rows)
  await page.getByText('biggest losses of clicks first, then the biggest gains').waitFor()
  await page.getByText('Climbed', { exact: true }).click()
  await page.getByText('biggest gains of clicks first').waitFor()
  await page.getByText('Fell', { exact: true }).click()
  await page.getByText('biggest losses of clicks first', { exact: true }).waitFor()
})

test('the detail of a real move shows its usual range, its clicks and its 31 days', async () => {
  const page = await openMovers()
  const { rows } = await realMoves()
  await inColumn(page, rows)
  const fall = rows.find(({ kind, toPosition }) => kind === 'down' && toPosition !== null)
  if (fall?.real === undefined) throw new Error('No keyword fell.')
  const detail = await openDetail(page, fall.keyword)
  const comparison = detail.getByRole('group', { name: 'Comparison' })
  await comparison.getByText('vs the 28 days before').waitFor()
  await comparison.getByText(one(fall.fromPosition), { exact: true }).waitFor()
  await comparison.getByText(one(fall.toPosition), { exact: true }).waitFor()
  await detail.getByRole('switch', { name: 'Show as table' }).click()
  const daysOf = async (period: string) => (await periodCells(detail)).filter((cell) => cell[1] === period)
  await expect.poll(async () => (await daysOf('Now')).length).toBe(3)
  expect(await daysOf('Before')).toHaveLength(28)
})

test('a small window keeps Before, Now and Change beside the detail of a move', async () => {
  const page = await openMovers()
  await page.setViewportSize({ width: 1024, height: 700 })
  const [row] = (await realMoves()).rows
  const detail = await openDetail(page, row?.keyword ?? '')
  await detail.getByRole('group', { name: 'Comparison' }).waitFor()
  const left = (await detail.boundingBox())?.x ?? 0
  for (const name of ['Before', 'Now', 'Change']) {
    const box = await page.getByRole('columnheader', { name: new RegExp(`^${name}`) }).boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(left)
  }
})

test('the overview of all brands counts real moves and names their period', async () => {
  const page = await web.open({ at: '#/overview/all' })
  const { rows } = await web.desk.value('brands.overview', {})
  const count = rows.reduce((sum, row) => sum + (row.realUp ?? 0) + (row.realDown ?? 0), 0)
  expect(count).toBeGreaterThan(2)
  const card = page.locator('dl > div').filter({ hasText: 'Real moves, last 3 days' })
  await card.getByText(String(count), { exact: true }).waitFor()
  await card.getByText('vs the 28 days before').waitFor()
})

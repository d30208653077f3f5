// Why a keyword fell, in its detail: the cause with its figures, or that none was found, and what could not be checked.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, whenAnswered } from '../support/page-checks.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({
    sandbox: { brands: 1, keywords: 300, days: 70 },
    historyDays: 60,
    datasets: ['rankings', 'history'],
  })
})
afterAll(() => web?.close())

test('the detail of each drop says its likely cause, its evidence and what was not checked', async () => {
  const { id } = web.brand(0)
  const { rows } = await web.desk.value('causes.list', { brandIds: [id], limit: 500 })
  const drops = rows.filter((row) => row.of === 'keyword')
  const shown = [drops.find(({ causes }) => causes.length > 0), drops.find(({ causes }) => causes.length === 0)]
  expect(shown.filter((drop) => drop !== undefined).length).toBeGreaterThan(0)
  for (const drop of shown) {
    if (drop === undefined) continue
    const page = await web.open({ at: `#/rankings/${id}` })
    await page
      .getByRole('searchbox')
      .first()
      .fill(drop.keyword ?? '')
    await page
      .getByRole('grid')
      .getByText(drop.keyword ?? '', { exact: true })
      .first()
      .click()
    const detail = page.getByRole('complementary', { name: `Details of ${drop.keyword}` })
    const cause = detail.getByRole('group', { name: 'Likely cause' })
    await cause
      .getByText(drop.causes[0]?.title ?? 'No cause found')
      .first()
      .waitFor()
    for (const sentence of drop.causes[0]?.evidence ?? []) await cause.getByText(sentence, { exact: true }).waitFor()
    const { evidence } = await web.desk.value('causes.forKeyword', { brandId: id, keyword: drop.keyword ?? '' })
    for (const line of [evidence?.own, evidence?.controls])
      if (line != null) await cause.getByText(line.label, { exact: true }).waitFor()
    expect(await cause.getByRole('figure').count()).toBe(drop.causes.length > 0 ? 1 : 0)
    await cause.getByText(`Not checked: ${drop.uncheckedTexts.join(' ')}`, { exact: true }).waitFor()
    await whenAnswered(page)
    expect(await axeFindings(page)).toEqual([])
  }
})

test('a person names the cause of a drop, which Movers shows, and removes it again', async () => {
  const { id } = web.brand(0)
  const { rows } = await web.desk.value('causes.list', { brandIds: [id], limit: 500 })
  const keyword = rows.find(({ of, kind }) => of === 'keyword' && kind !== 'clicks')?.keyword ?? ''
  const text = 'New owner <b>since</b> June'
  const page = await web.open({ at: `#/rankings/${id}` })
  await page.getByRole('searchbox').first().fill(keyword)
  await page.getByRole('grid').getByText(keyword, { exact: true }).first().click()
  const cause = page
    .getByRole('complementary', { name: `Details of ${keyword}` })
    .getByRole('group', { name: 'Likely cause' })
  await cause.getByRole('button', { name: 'Name the cause' }).click()
  const dialog = page.getByRole('dialog', { name: 'Name the cause' })
  await dialog.getByRole('combobox', { name: 'Cause' }).click()
  await page.getByRole('option', { name: 'Another cause' }).click()
  await dialog.getByRole('textbox', { name: 'Cause in one line' }).fill(text)
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Name cause' }).click()
  await cause.getByText(text, { exact: true }).waitFor()
  const movers = await web.open({ at: `#/movers/${id}` })
  await movers.getByRole('row').filter({ hasText: keyword }).getByText(`Named: ${text}`).first().waitFor()
  await cause.getByRole('button', { name: 'Remove answer' }).click()
  await cause.getByText(text, { exact: true }).waitFor({ state: 'detached' })
  expect((await web.desk.value('causes.forKeyword', { brandId: id, keyword })).row?.answer).toBeNull()
})

test('a keyword that did not fall has no line about a cause', async () => {
  const { id } = web.brand(0)
  const { rows } = await web.desk.value('causes.list', { brandIds: [id], limit: 500 })
  const fell = new Set(rows.map(({ keyword }) => keyword))
  const { rows: keywords } = await web.desk.value('rankings.page', { brandIds: [id], limit: 50 })
  const steady = keywords.find(({ keyword }) => !fell.has(keyword))?.keyword ?? ''
  const page = await web.open({ at: `#/rankings/${id}` })
  await page.getByRole('grid').getByText(steady, { exact: true }).first().click()
  const detail = page.getByRole('complementary', { name: `Details of ${steady}` })
  await detail.getByRole('figure').first().waitFor()
  await whenAnswered(page)
  expect(await detail.getByRole('group', { name: 'Likely cause' }).count()).toBe(0)
})

test('Movers and Today say the cause of each drop in one line', async () => {
  const { id } = web.brand(0)
  const { rows } = await web.desk.value('rankings.movers', { brandIds: [id], moves: 'real', kind: 'any', limit: 500 })
  const drops = rows
    .filter(({ kind }) => kind === 'down' || kind === 'lost')
    .map(({ brandId, keyword }) => ({ brandId, keyword }))
  const { lines } = await web.desk.value('causes.lines', { drops })
  expect(lines).toHaveLength(drops.length)
  expect(lines.length).toBeGreaterThan(0)
  const movers = await web.open({ at: `#/movers/${id}` })
  for (const { keyword, text } of lines.slice(0, 3))
    await movers
      .getByRole('row')
      .filter({ hasText: keyword ?? '' })
      .getByText(text.replace('Likely cause: ', ''))
      .first()
      .waitFor()
  const { items } = await web.desk.value('today.list', { brandIds: [id] })
  const said = items.flatMap(({ kind, cause }) => (kind === 'drop' ? [cause ?? 'no line'] : []))
  expect(said.length).toBeGreaterThan(0)
  const today = await web.open({ at: `#/today/${id}` })
  for (const cause of said) await today.getByRole('listitem').getByText(cause).first().waitFor()
})

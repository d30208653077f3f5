// AI models and refresh intervals of 20 brands, in a real browser on a real desk and sandbox: staged over many brands,
// reviewed once, applied in one action, with the result of each brand and model.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeInBothThemes, tooWide } from '../support/page-checks.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const BRANDS = 20

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({
    sandbox: { brands: BRANDS, keywords: 40, days: 2 },
    historyDays: 1,
    datasets: ['visibility'],
  })
  for (const [index, brand] of web.brands.entries())
    await web.desk.value('brands.update', { brandId: brand.id, tags: [index < 4 ? 'retail' : 'travel'] })
})
afterAll(() => web?.close())

const teamOf = (index: number): string => web.brand(index).teamId ?? ''
const changePlan = async (index: number, change: object): Promise<void> => {
  const body = JSON.stringify({ teamId: teamOf(index), ...change })
  const reply = await fetch(`${web.sandbox.controlUrl}/ai-models`, { method: 'POST', body })
  expect(reply.status).toBe(200)
}
const readAgain = (brandIds: string[]) => web.desk.value('sync.run', { brandIds, datasets: ['visibility'] })
const main = (page: Page): Locator => page.getByRole('main')
const matrix = (page: Page): Locator => page.getByRole('grid', { name: 'AI models by brand' })
const cell = (page: Page, model: string, index: number): Locator =>
  matrix(page).getByRole('switch', { name: `${model} for ${web.brand(index).name}` })
const sent = async (operation: string): Promise<number> =>
  (await web.sandbox.requests()).filter((request) => request.operation === operation).length

/** Every brand has the same floor and follows it, so that what changes is known. */
const levelPlans = async (): Promise<void> => {
  for (let index = 0; index < BRANDS; index += 1) await changePlan(index, { planFloor: 3 })
  await web.desk.value('visibility.setInterval', { brandIds: 'all', interval: null })
  await web.desk.value('visibility.setModel', { brandIds: 'all', modelId: 'perplexity', isActive: false })
}

test('a model and an interval are applied for 20 brands at once, with one 403 and one 404 explained', async () => {
  await levelPlans()
  const page = await web.open({ at: '#/tracking/all' })
  await cell(page, 'Perplexity', 0).waitFor()
  await main(page).getByRole('checkbox', { name: 'Select every brand shown' }).check()
  await main(page).getByRole('button', { name: 'Perplexity: for many brands' }).click()
  await page.getByRole('menuitem', { name: /Turn on\s*20 brands/ }).click()
  // With nothing else staged its review opens; more can be staged before.
  await main(page).getByRole('button', { name: 'Back to the matrix' }).click()
  await main(page).getByRole('button', { name: 'Refresh interval: for many brands' }).click()
  // A step below the plan's floor cannot be chosen.
  await expect.poll(() => page.getByRole('menuitem', { name: /every day/ }).isDisabled()).toBe(true)
  await page.getByRole('menuitem', { name: /every 7 days\s*20 brands/ }).click()
  await main(page).getByRole('button', { name: 'Review 40 changes' }).click()

  const before = [await sent('aiModels.update'), await sent('aiModels.setRefreshInterval')]
  const apply = main(page).getByRole('button', { name: 'Apply 40 changes for 20 brands' })
  await expect.poll(() => apply.isDisabled()).toBe(true)
  await main(page).getByRole('textbox', { name: 'Type 20, the number of brands' }).fill('20')
  await web.sandbox.fault({ operation: 'aiModels.update', kind: 'status', status: 403, teamId: teamOf(4) })
  await web.sandbox.fault({ operation: 'aiModels.update', kind: 'status', status: 404, teamId: teamOf(9) })
  await apply.click()

  await main(page).getByText('2 changes failed', { exact: false }).waitFor()
  const line = (index: number) =>
    main(page)
      .getByRole('listitem')
      .filter({ hasText: web.brand(index).name })
  await line(4).getByText('The plan does not include it').waitFor()
  await line(4).getByText('refused', { exact: true }).waitFor()
  await line(9).getByText('The path may be wrong').waitFor()
  await line(9).getByText('failed', { exact: true }).waitFor()
  // Their intervals, and all of the other brands, were taken all the same.
  await line(4).getByText('Applies at the next AI tracking refresh.').waitFor()
  await expect
    .poll(() =>
      main(page)
        .getByText(/(^|\. )Applies at the next AI tracking refresh\.$/)
        .count(),
    )
    .toBe(38)
  expect([await sent('aiModels.update'), await sent('aiModels.setRefreshInterval')]).toEqual(
    before.map((count) => count + BRANDS),
  )

  await main(page).getByRole('button', { name: 'Back, with 2 changes not applied' }).click()
  await main(page).getByRole('button', { name: 'Review 2 changes' }).waitFor()
  await expect.poll(() => cell(page, 'Perplexity', 0).getAttribute('aria-checked')).toBe('true')
  await main(page).getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => cell(page, 'Perplexity', 4).getAttribute('aria-checked')).toBe('false')
})

test('the keyboard alone moves, changes, selects and reviews; staged changes survive another view', async () => {
  const page = await web.open({ at: '#/tracking/all' })
  await cell(page, 'ChatGPT', 0).waitFor()
  const order = web.brands.map(({ name }, index) => ({ name, index })).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const first = order[0]?.index ?? 0
  const was = await cell(page, 'ChatGPT', first).getAttribute('aria-checked')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await expect.poll(() => cell(page, 'ChatGPT', first).getAttribute('aria-checked')).not.toBe(was)
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await main(page).getByText('20 brands · 3 selected').waitFor()
  await page.goto(`${web.desk.origin}/#/overview/all`)
  await page.goto(`${web.desk.origin}/#/tracking/all`)
  await main(page).getByRole('button', { name: 'Review 1 change' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await main(page)
    .getByRole('button', { name: `Apply 1 change for ${web.brand(first).name}` })
    .waitFor()
  await main(page)
    .getByRole('button', { name: /^Leave out: ChatGPT/ })
    .click()
  await main(page).getByText('No changes.').waitFor()
})

test('changes staged for one brand stay there: another brand shows none, and all brands name them', async () => {
  const [one, two] = [web.brand(0), web.brand(1)]
  const page = await web.open({ at: `#/tracking/${one.id}` })
  const staged = main(page).getByRole('region', { name: 'Changes not applied yet' })
  const goTo = (scope: string) => page.goto(`${web.desk.origin}/#/tracking/${scope}`)
  const gemini = (name: string) => main(page).getByRole('switch', { name: `Gemini for ${name}` })
  await gemini(one.name).press('Space')
  await staged.getByText('1 change for').waitFor()
  await main(page).getByRole('button', { name: 'Review 1 change' }).click()
  await main(page)
    .getByRole('button', { name: `Apply 1 change for ${one.name}` })
    .waitFor()
  await goTo(two.id)
  await gemini(two.name).press('Space')
  await staged.getByText('1 change for').waitFor()
  expect(await staged.textContent()).not.toContain(one.name)
  await goTo(web.brand(2).id)
  await gemini(web.brand(2).name).waitFor()
  expect(await staged.count()).toBe(0)
  await goTo('all')
  await staged.getByText('2 changes for 2 brands').waitFor()
  for (const { name } of [one, two]) expect(await staged.textContent()).toContain(name)
  // The review of the first brand is as it was left.
  await goTo(one.id)
  await main(page)
    .getByRole('button', { name: `Apply 1 change for ${one.name}` })
    .waitFor()
})

test('a model outside the plan is locked with its reason, and the plan’s limit of an interval is explained', async () => {
  const [brand] = web.brands
  await changePlan(0, { planFloor: 1 })
  await web.desk.value('visibility.setInterval', { brandIds: [brand?.id ?? ''], interval: 1 })
  await changePlan(0, { planFloor: 15 })
  await readAgain([brand?.id ?? ''])
  const page = await web.open({ at: '#/tracking/all', viewport: { width: 1440, height: 900 } })
  const grok = cell(page, 'Grok', 0)
  await grok.waitFor()
  expect(await grok.getAttribute('aria-disabled')).toBe('true')
  await grok.click({ force: true }) // it is disabled, and still says why
  await main(page)
    .getByText(/Grok: off\. Needs the Enterprise plan/)
    .waitFor()
  await expect.poll(() => main(page).getByRole('region', { name: 'Changes not applied yet' }).count()).toBe(0)
  await main(page)
    .getByTitle(/Set to every day, but the plan allows at most one refresh every 15 days/)
    .first()
    .waitFor()
  await page.goto(`${web.desk.origin}/#/tracking/${brand?.id}`)
  await main(page).getByText('Needs the Enterprise plan.').first().waitFor()
  await main(page)
    .getByText(/Set to every day, but the plan allows at most one refresh/)
    .waitFor()
})

test('a tag limits the brands that a column’s menu and the palette change', async () => {
  const page = await web.open({ at: '#/tracking/all?tag=retail' })
  await main(page).getByText('4 brands', { exact: true }).waitFor()
  await main(page).getByRole('button', { name: 'Refresh interval: for many brands' }).click()
  await page.getByText('All 4 brands shown').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/./).last().fill('Refresh every 30 days')
  await page.getByText('Refresh every 30 days for all 4 shown').first().click()
  await main(page).getByRole('heading', { name: '4 changes for 4 brands' }).waitFor()
})

describe('for every person', () => {
  test('axe finds nothing serious in either theme, and nothing scrolls sideways', async () => {
    const page = await web.open({ at: '#/tracking/all' })
    const found: Record<string, readonly string[]> = {}
    const look = async (state: string) => {
      found[state] = [...(await tooWide(page)), ...(await axeInBothThemes(page, { within: '#view' }))]
    }
    await cell(page, 'Gemini', 1).click()
    await look('matrix')
    await main(page).getByRole('button', { name: 'Review 1 change' }).click()
    await look('review')
    await main(page)
      .getByRole('button', { name: /^Apply 1 change/ })
      .click()
    await main(page).getByRole('button', { name: 'Back to the matrix' }).waitFor()
    await look('results')
    await main(page).getByRole('button', { name: 'Back to the matrix' }).click()
    await page.goto(`${web.desk.origin}/#/tracking/${web.brand(0).id}`)
    await main(page).getByRole('heading', { name: 'Refresh interval' }).waitFor()
    await look('one brand')
    expect(found).toEqual({ matrix: [], review: [], results: [], 'one brand': [] })
  })
})

test('the name of a brand opens its clusters, and Refresh reads their figures as well', async () => {
  const brand = web.brand(7)
  const page = await web.open({ at: '#/tracking/all' })
  await matrix(page).getByRole('button', { name: brand.name }).click()
  await expect.poll(() => page.url()).toContain(`#/tracking/${brand.id}`)
  await main(page).getByText('No clusters are synced.').waitFor()
  await main(page).getByRole('button', { name: 'Refresh', exact: true }).click()
  const clusters = main(page).getByRole('list', { name: 'AI visibility by cluster' })
  const first = clusters.getByRole('button').first()
  const name = (await first.innerText()).trim()
  await main(page).getByText('the service gives no figure by model', { exact: false }).waitFor()
  // One day is known, and its value is that of the service.
  const { days } = await web.desk.value('clusters.aiVisibility', { brandId: brand.id })
  const { all } = await web.desk.value('clusters.summary', { brandIds: [brand.id] })
  expect(days.map(({ value }) => value)).toEqual([all.avgAiVisibility])
  await main(page).getByText('the chart begins with the second day', { exact: false }).waitFor()
  await axeInBothThemes(page)
  await first.click()
  await expect.poll(() => page.url()).toContain(`#/clusters/${brand.id}`)
  await page
    .getByRole('grid', { name: `Clusters of ${brand.name}` })
    .getByText(name, { exact: true })
    .first()
    .waitFor()
})

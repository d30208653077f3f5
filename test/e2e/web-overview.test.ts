// Overview: one brand on one page with the figures of its places, printable; and all brands in a small window.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatDecimal, formatShort, formatWhole } from '../../src-renderer/format/numbers.ts'
import { tooWide, whenAnswered } from '../support/page-checks.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 4, keywords: 200, days: 50 }, historyDays: 36 })
  const [first] = web.brands
  await web.desk.value('publishing.schedule', {
    brandId: first?.id,
    articleSlugs: ['winter-layering-guide'],
    provider: 'ghost',
    publishAt: new Date(Date.now() + 5 * 86_400_000).toISOString(),
    holdSeconds: 0,
  })
})
afterAll(() => web?.close())

const SMALL = { width: 1024, height: 700 }
const ids = () => [web.brand(0).id]
const openBrand = async (options: Parameters<WebDesk['open']>[0] = {}) => {
  const page = await web.open({ at: `#/overview/${web.brand(0).id}`, ...options })
  await page.getByRole('list', { name: 'Freshness' }).waitFor()
  await whenAnswered(page)
  return page
}
const cells = (page: Page, name: string) =>
  page
    .getByRole('table', { name, exact: true })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')))

describe('the overview of one brand', () => {
  test('opens when the brand is first chosen, by its row or from the rail', async () => {
    const page = await web.open({ at: '#/overview/all' })
    const row = page.locator(`tr[data-brand="${web.brand(1).id}"]`)
    // Anywhere in the row: the status is no button.
    await row.locator('td').last().click()
    await expect.poll(() => page.url()).toContain(`#/overview/${web.brand(1).id}`)
    await page
      .getByRole('option', { name: web.brand(2).name })
      .first()
      .click()
    await expect.poll(() => page.url()).toContain(`#/overview/${web.brand(2).id}`)
    await page.getByRole('heading', { name: 'Position distribution' }).waitFor()
  })

  test('shows the same figures as Rankings, Movers, Outbox, Clusters and Calendar do', async () => {
    const page = await openBrand()
    const brandIds = ids()
    const totals = await web.desk.value('rankings.totals', { brandIds })
    const figures = page.getByRole('region', { name: 'Figures' })
    for (const [name, value] of [
      ['Clicks', formatShort(totals.clicks.now)],
      ['Impressions', formatShort(totals.impressions.now)],
      ['Average position', formatDecimal(totals.avgPosition)],
    ] as const) {
      const figure = figures.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
      await figure.getByText(value, { exact: true }).waitFor()
    }

    expect((await cells(page, 'Position distribution')).map(([, , count, change]) => [count, change])).toEqual(
      totals.bands.map(({ keywords }) => [formatWhole(keywords), '']),
    )

    const { rows, real } = await web.desk.value('rankings.movers', { brandIds, moves: 'real', limit: 500 })
    const losses = rows.filter(({ kind }) => kind === 'down' || kind === 'lost').slice(0, 5)
    expect(losses.length).toBeGreaterThan(0)
    expect((await cells(page, 'Biggest losses')).map(([keyword]) => keyword)).toEqual(losses.map((row) => row.keyword))
    const heads = page.getByRole('table', { name: 'Biggest losses', exact: true }).getByRole('columnheader')
    expect(await heads.allTextContents()).toEqual(['Keyword', 'Position', 'Change', 'Δ clicks a day'])
    await page
      .getByRole('link', { name: `All ${real?.fell}`, exact: true })
      .first()
      .waitFor()

    const [overview] = (await web.desk.value('brands.overview', { brandIds })).rows
    const outcomes = await web.desk.value('outreach.outcomes', { brandIds })
    const funnel = Object.fromEntries((await cells(page, 'Outreach')).map(([name = '', count]) => [name, count]))
    expect(funnel).toMatchObject({
      Prospects: formatWhole(overview?.prospects),
      Contacts: formatWhole(overview?.contacts),
      'Queued now': formatWhole(outcomes.queued),
      'Sent, 28 days': formatWhole(outcomes.sent),
    })
    const clusters = await web.desk.value('clusters.page', { brandIds, limit: 5 })
    expect((await cells(page, 'Clusters')).map(([name]) => name)).toEqual(clusters.rows.map(({ name }) => name))
    await expect.poll(() => cells(page, 'Publishing')).toMatchObject([['Winter layering guide', /./, 'scheduled']])
  })

  test('a card without moves has no link to all 0 of them', async () => {
    const { days } = await web.desk.value('rankings.days', { brandIds: ids() })
    // On the first day no move is beyond the usual ones.
    const asOfDay = days.map(({ day }) => day).toSorted()[0] ?? ''
    const { real } = await web.desk.value('rankings.movers', { brandIds: ids(), moves: 'real', asOfDay, limit: 1 })
    expect(real).toMatchObject({ climbed: 0, fell: 0 })
    const page = await openBrand({ at: `#/overview/${web.brand(0).id}?asof=${asOfDay}` })
    await page.getByText(/No keyword climbed more than it usually does/).waitFor()
    await page.getByText(/No keyword fell more than it usually does/).waitFor()
    expect(await page.getByRole('link', { name: /^All \d/ }).count()).toBe(0)
  })

  test('leads from each card to its place, and from a move to its keyword', async () => {
    const page = await openBrand()
    const { id } = web.brand(0)
    const links = await page.locator('#view a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    for (const view of ['rankings', 'movers', 'clusters', 'outbox', 'calendar', 'permissions', 'sync'])
      expect(links).toContain(`#/${view}/${id}`)
    const [first] = await cells(page, 'Biggest losses')
    await page.getByRole('link', { name: first?.[0] ?? '', exact: true }).click()
    await page.getByRole('complementary', { name: `Details of ${first?.[0]}` }).waitFor()
  })

  test('says the value and its change under the pointer, and shows the charts as a table by keyboard', async () => {
    const page = await openBrand()
    const figure = page.getByRole('figure', { name: 'Visibility by day' })
    await figure.locator('.u-over').hover({ position: { x: 200, y: 40 } })
    await expect
      .poll(() => figure.locator('figcaption').textContent())
      .toMatch(/\d [A-Z]\w+: [\d.]+ · (0\.0|[▲▼] [\d.]+) vs \d/)
    const toggle = page.getByRole('switch', { name: 'Show as table' })
    await toggle.focus()
    await page.keyboard.press('Space')
    const brandId = web.brand(0).id
    const { period } = await web.desk.value('rankings.totals', { brandIds: [brandId] })
    const days = await web.desk.value('brands.days', { brandId })
    const points = days.points.filter(({ day }) => day >= (period?.from ?? ''))
    const table = page.getByRole('region', { name: 'Visibility and clicks by day' })
    await expect.poll(() => table.locator('tbody tr').count()).toBe(points.length)
    const shown = await table.locator('tbody tr td:nth-child(2)').allTextContents()
    expect(shown).toEqual(
      points.map(({ visibility, isWhole }) => formatDecimal(isWhole ? visibility : null)).toReversed(),
    )
  })

  test('marks on the curve what was published, and says it under the pointer and in the table', async () => {
    const brandId = web.brand(0).id
    await web.desk.value('publishing.publish', {
      brandId,
      articleSlugs: ['autumn-boots'],
      provider: 'ghost',
      holdSeconds: 0,
    })
    await expect
      .poll(async () => (await web.desk.value('publishing.marks', { brandId })).marks.map((mark) => mark.articleSlug))
      .toContain('autumn-boots')
    const page = await web.open({ at: `#/overview/${brandId}` })
    await page.getByRole('list', { name: 'Events' }).getByText('Autumn boots, confirmed by the service').waitFor()
    const figure = page.getByRole('figure', { name: 'Visibility by day' })
    const curve = figure.locator('.u-over')
    await curve.hover({ position: { x: ((await curve.boundingBox())?.width ?? 0) - 2, y: 40 } })
    await expect
      .poll(() => figure.locator('figcaption').textContent())
      .toMatch(/Published Autumn boots, confirmed by the service$/)
    await page.getByRole('switch', { name: 'Show as table' }).click()
    const table = page.getByRole('region', { name: 'Visibility and clicks by day' })
    await expect.poll(() => table.locator('tbody tr').first().textContent()).toContain('Autumn boots')
  })

  test('prints the page alone, in light colours, with no card cut off', async () => {
    await web.desk.value('desk.setSettings', { theme: 'dark' })
    const page = await openBrand({ viewport: { width: 794, height: 1123 } })
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' })
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.getByRole('navigation', { name: 'Places' }).isVisible()).toBe(false)
    expect(await page.getByRole('navigation', { name: 'Brands' }).isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    const paper = await page.evaluate(() => {
      const view = document.getElementById('view')
      const ink = getComputedStyle(document.body).color.match(/\d+/g)?.map(Number) ?? []
      const ends = [...document.querySelectorAll('#view section')].map((it) => it.getBoundingClientRect().right)
      return {
        // scrollHeight is rounded to whole pixels.
        isWhole: view !== null && view.getBoundingClientRect().height > view.scrollHeight - 1,
        isDarkOnLight: Math.max(...ink) < 100,
        // What the browser paints where the page paints nothing.
        paper: getComputedStyle(document.documentElement).colorScheme,
        isInside: Math.max(...ends) <= window.innerWidth,
      }
    })
    expect(paper).toEqual({ isWhole: true, isDarkOnLight: true, paper: 'light', isInside: true })
    const pdf = await page.pdf({ format: 'A4' })
    // Its pages, whose number the file holds as text: a long rail would make it many.
    const count = Number(/\/Type \/Pages[^>]*?\/Count (\d+)/s.exec(pdf.toString('latin1'))?.[1])
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(4)
    await web.desk.value('desk.setSettings', { theme: 'light' })
  })
})

/** Texts of one row or card that lie over each other, or beyond their cell. */
const meeting = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const spans: { text: string; box: DOMRect }[] = []
    const walker = document.createTreeWalker(document.getElementById('view') ?? document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const text = node.textContent?.trim() ?? ''
      if (text === '' || node.parentElement?.closest('.visually-hidden') != null) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const own = range.getBoundingClientRect()
      const cell = node.parentElement?.closest('td, th')?.getBoundingClientRect()
      // What an ellipsis cuts is not on the page.
      const right = Math.min(own.right, cell?.right ?? own.right)
      // Nor is what a list of its own height scrolls away.
      const list = node.parentElement?.closest('ul')?.getBoundingClientRect()
      const height = Math.min(own.bottom, list?.bottom ?? own.bottom) - own.top
      if (own.width > 0 && height > 0)
        spans.push({ text, box: new DOMRect(own.left, own.top, right - own.left, height) })
    }
    return spans.flatMap(({ text, box }, index) =>
      spans
        .slice(index + 1)
        .filter(
          (other) =>
            box.left < other.box.right - 1 &&
            other.box.left < box.right - 1 &&
            box.top < other.box.bottom - 3 &&
            other.box.top < box.bottom - 3,
        )
        .map((other) => `${text} / ${other.text}`),
    )
  })

describe('the overview of all brands', () => {
  test('shows no overlapping or broken figures in a small window; other columns are in the chooser', async () => {
    const page = await web.open({ at: '#/overview/all', viewport: SMALL })
    await page.locator('tr[data-brand]').first().waitFor()
    await whenAnswered(page)
    expect(await meeting(page)).toEqual([])
    expect(await tooWide(page)).toEqual([])
    const lines = await page
      .getByRole('region', { name: 'Totals' })
      .locator('dl > div > *')
      .evaluateAll((all) =>
        all.map((it) => it.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(it).lineHeight)),
      )
    expect(lines.every((count) => count < 1.5)).toBe(true)
    const heads = page.getByRole('table', { name: 'All brands' }).getByRole('columnheader')
    const cut = await heads.evaluateAll((all) =>
      all.filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent),
    )
    expect(cut).toEqual([])
    expect(await heads.allTextContents()).not.toContain('Keywords')
    await page.getByRole('button', { name: /^Columns 6 of/ }).click()
    await page.getByRole('checkbox', { name: 'Keywords' }).click()
    await expect.poll(() => heads.allTextContents()).toContain('Keywords')
    await page.getByRole('button', { name: 'Reset columns' }).click()
    await expect.poll(() => heads.allTextContents()).not.toContain('Keywords')
  })

  test('counts keywords in the same groups of positions as the page of one brand, of the brands shown', async () => {
    const page = await web.open({ at: '#/overview/all' })
    const legend = page.getByRole('list', { name: 'Keywords by position' }).getByRole('listitem')
    const shown = async () => (await legend.allTextContents()).map((text) => text.trim())
    const groups = ['1–3', '4–10', '11–20', '21–50', '51+', 'Not ranking']
    const expected = async (brandIds: 'all' | string[]) =>
      (await web.desk.value('rankings.totals', { brandIds })).bands.map(
        ({ keywords }, at) => `${groups[at]} ${formatWhole(keywords)}`,
      )
    await expect.poll(shown).toEqual(await expected('all'))
    await page.getByRole('textbox', { name: 'Filter brands by name or tag' }).fill(web.brand(0).name)
    await expect.poll(shown).toEqual(await expected(ids()))
    await page.goto(`${web.desk.origin}/#/overview/${web.brand(0).id}`)
    await expect.poll(async () => (await cells(page, 'Position distribution')).map(([group]) => group)).toEqual(groups)
  })

  test('a filter that no brand matches shows one empty state, and no totals of nothing', async () => {
    const page = await web.open({ at: '#/overview/all?q=no%20such%20brand' })
    await page.getByText('No brands match this filter').waitFor()
    const totals = page.getByRole('region', { name: 'Totals' })
    expect(await totals.count()).toBe(0)
    await page.getByRole('button', { name: 'Show all brands' }).click()
    await totals.waitFor()
  })

  test('lists the brand that lost most clicks first and opens it by Enter', async () => {
    const page = await web.open({ at: '#/overview/all' })
    const { rows } = await web.desk.value('brands.overview', {})
    const { brands } = await web.desk.value('brands.list', {})
    const nameOf = ({ brandId }: { brandId: string }) => brands.find(({ id }) => id === brandId)?.name ?? ''
    // Equal losses are in the order of the names.
    const lost = rows
      .toSorted((a, b) => (b.lostClicks ?? -1) - (a.lostClicks ?? -1) || nameOf(a).localeCompare(nameOf(b)))
      .map(({ brandId }) => brandId)
    const shown = () =>
      page.locator('main tr[data-brand]').evaluateAll((all) => all.map((row) => row.getAttribute('data-brand')))
    await expect.poll(shown).toEqual(lost)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain(`#/overview/${lost[0]}`)
  })
})

test('AI, Tracking shows what tracking finds: by brand, and by cluster of one brand', async () => {
  const { id, name } = web.brand(1)
  const { all } = await web.desk.value('clusters.summary', { brandIds: [id] })
  const average = formatDecimal(all.avgAiVisibility)
  const page = await web.open({ at: '#/tracking/all' })
  const matrix = page.getByRole('grid', { name: 'AI models by brand' })
  await matrix.getByRole('row').filter({ hasText: name }).getByText(average, { exact: true }).waitFor()
  await page.goto(`${web.desk.origin}/#/tracking/${id}`)
  const list = page.getByRole('list', { name: 'AI visibility by cluster' })
  await list.getByRole('listitem').first().waitFor()
  await page.getByRole('main').getByText(`average ${average} of 100`).waitFor()
  const { rows } = await web.desk.value('clusters.page', {
    brandIds: [id],
    sort: [{ by: 'aiVisibility', direction: 'desc' }],
    limit: 20,
  })
  await expect.poll(() => list.locator('[title]').allTextContents()).toEqual(rows.map((row) => row.name))
})

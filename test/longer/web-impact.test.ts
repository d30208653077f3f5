// The Impact view: verdicts as a list, one article with its chart and reasons, the way there from Articles.

import type { Browser } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { deltaText } from '../../src-renderer/charts/delta-text.ts'
import { formatEffect, VERDICT_LABELS } from '../../src-renderer/format/impact-labels.ts'
import { titleOfSlug } from '../../src-shared/desk/values/slugs.ts'
import { sharedBrowser } from '../support/chromium.ts'
import { startDeskProcess } from '../support/desk-process.ts'
import { openPastDesk } from '../support/impact-desk.ts'
import { axeFindings, THEME_RULES, tooWide } from '../support/page-checks.ts'
import { expectColumn } from '../support/read-grid.ts'
import { openDeskPage } from '../support/web-desk.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})

/** Articles of two brands with each verdict, on a desk that is then offline. */
const publishedDesk = async () => {
  const past = await openPastDesk(2, { daysAgo: 40 })
  const [one, two] = past.brands
  if (one === undefined || two === undefined) throw new Error('There are two brands.')
  await past.sync()
  const [better = '', same = '', later = ''] = await past.slugs(one.id)
  const [worse = ''] = await past.slugs(two.id)
  await past.publish({ provider: 'ghost', articleSlugs: [better, same, 'not-ranking-yet'] })
  await past.publish({ brandId: two.id, provider: 'ghost', articleSlugs: [worse] })
  await past.lift({ slug: better, factor: 3, teamId: one.teamId })
  await past.lift({ slug: worse, factor: 0.35, teamId: two.teamId })
  past.pass(35)
  await past.publish({ provider: 'ghost', articleSlugs: [later] })
  past.pass(5)
  await past.sync()
  await past.close()
  return { home: past.home, one, two, slugs: { better, same, later, worse } }
}

test('Impact lists verdicts, filters them, and shows how one came about', async () => {
  const { home, one, two, slugs } = await publishedDesk()
  const desk = await startDeskProcess({ isBuilt: true, home })
  onTestFinished(async () => {
    await desk.stop()
  })
  const page = await openDeskPage(browser, desk, { at: '#/impact/all', viewport: { width: 1024, height: 700 } })
  const list = { label: 'Impact of all brands', column: 'Verdict' }
  await expect.poll(async () => (await desk.value('impact.list', {})).waiting).toBe(0)
  const { rows, verdicts } = await desk.value('impact.list', { sort: [{ direction: 'desc', by: 'effect' }] })
  expect(verdicts).toEqual({ up: 1, down: 1, 'no-change': 1, 'too-early': 1, 'not-measured': 1 })
  const verdictOf = (slug: string) => rows.find(({ articleSlug }) => articleSlug === slug)?.verdict
  expect([verdictOf(slugs.better), verdictOf(slugs.worse), verdictOf(slugs.later)]).toEqual(['up', 'down', 'too-early'])
  await page.getByText('3 measured: 1 up, 1 down, 1 no visible change.').waitFor()
  await expectColumn(page, list, { total: 5, texts: rows.map(({ verdict }) => VERDICT_LABELS[verdict]) })
  expect(await tooWide(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Verdict', exact: true }).first().click()
  await page.getByRole('menuitemcheckbox', { name: 'Down' }).click()
  await expectColumn(page, list, { total: 1, texts: ['Down'] })
  await page.getByText('3 measured: 1 up, 1 down, 1 no visible change.').waitFor()
  await page.getByRole('menuitem', { name: 'Any' }).click()
  await page.keyboard.press('Escape')

  // From an article to its impact.
  await page.goto(`${desk.origin}/#/articles/${one.id}`)
  const articles = page.getByRole('grid', { name: `Articles of ${one.name}` })
  await articles.getByRole('button', { name: 'Up', exact: true }).click()
  const detail = page.getByRole('complementary')
  await detail.getByText(/^Clicks are .* above what is expected without the article/).waitFor()
  await detail.getByRole('figure', { name: 'Clicks, 7-day average by day' }).waitFor()
  await detail.getByRole('list', { name: 'Events' }).getByText(titleOfSlug(slugs.better)).waitFor()
  const article = await desk.value('impact.article', {
    brandId: one.id,
    articleSlug: slugs.better,
    day: rows.find(({ articleSlug }) => articleSlug === slugs.better)?.publishedDay ?? '',
  })
  const effects = detail.getByRole('table', { name: 'Effect on clicks, impressions and position' })
  await expect
    .poll(() => effects.locator('tbody th').allTextContents())
    .toEqual(['Clicks a day', 'Impressions a day', 'Position'])
  await expect
    .poll(() => effects.locator('tbody td:last-child b').allTextContents())
    .toEqual([
      formatEffect(article.row.effect),
      formatEffect(article.impressions.effect),
      deltaText(article.position.effect, 'position').text,
    ])
  await detail.getByRole('switch', { name: 'Show as table' }).click()
  const days = detail.getByRole('region', { name: 'Clicks by day, and expected clicks' })
  await expect.poll(() => days.locator('tbody tr').count()).toBe(article.series.length)
  await detail
    .getByRole('row')
    .filter({ hasText: article.keywords[0]?.keyword ?? '?' })
    .waitFor()
  expect(await tooWide(page)).toEqual([])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeFindings(page, { rules: THEME_RULES })).toEqual([])
  }
  await page.keyboard.press('Escape')
  await detail.waitFor({ state: 'detached' })

  // Nothing of one brand is shown under another.
  await page.goto(`${desk.origin}/#/impact/${two.id}?open=${encodeURIComponent(`${one.id} 2026-01-01 x`)}`)
  await expectColumn(page, { label: `Impact of ${two.name}`, column: 'Verdict' }, { total: 1, texts: ['Down'] })
  expect(await page.getByRole('complementary').count()).toBe(0)
})

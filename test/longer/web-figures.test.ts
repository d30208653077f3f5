// The figures as they are painted: the same in the overview of all brands, in that of one and in Rankings, each change with its
// period, and a detail with the period of its list.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDay } from '../../src-renderer/format/time.ts'
import { whenAnswered } from '../support/page-checks.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 2, keywords: 120, days: 75 }, historyDays: 65 })
})
afterAll(() => web?.close())

/** Room for all columns of the overview. */
const WIDE = { width: 1920, height: 1080 }
const open = async (at: string) => {
  const page = await web.open({ at, viewport: WIDE })
  await page.locator('#view').getByRole('img').first().waitFor()
  await whenAnswered(page)
  return page
}
/** A change as a person sees it: `▼ 0.3`. */
const CHANGE = /[▲▼] [\d.,]+%?|—/
const textsOf = (page: Page, selector: string) => page.locator(selector).allTextContents()
const read = (text: string | undefined) => ({
  value: /^[\d.,]+k?/.exec(text ?? '')?.[0],
  change: CHANGE.exec(text ?? '')?.[0],
})
const figureOf = async (page: Page, region: string, name: string) => {
  const named = { has: page.getByText(name, { exact: true }) }
  const figure = page.getByRole('region', { name: region }).locator('div').filter(named).last()
  return read((await figure.textContent())?.replace(name, ''))
}
const countsOf = (texts: readonly (string | null)[]) => texts.map((text) => Number(text?.replace(/\D/g, '')))

test('average position, visibility and distribution of a brand are the same in each place that shows them', async () => {
  const { id } = web.brand(0)
  const all = await open('#/overview/all')
  const heads = (await textsOf(all, 'table[aria-label="All brands"] thead th')).map((head) => head.trim())
  const cells = await textsOf(all, `tr[data-brand="${id}"] td`)
  const ofAll = (title: string) => read(cells[heads.findIndex((head) => head.startsWith(title))])

  const one = await open(`#/overview/${id}`)
  const distribution = await textsOf(one, 'table[aria-label="Position distribution"] b')

  const rankings = await open(`#/rankings/${id}`)
  const bands = await rankings.getByRole('group', { name: 'Keywords by position' }).locator('b').allTextContents()

  expect(await figureOf(one, 'Figures', 'Average position')).toEqual(ofAll('Avg. position'))
  expect(await figureOf(rankings, 'Totals', 'Avg. position')).toEqual(ofAll('Avg. position'))
  expect(await figureOf(one, 'Figures', 'Visibility')).toEqual(ofAll('Visibility'))
  expect(countsOf(distribution)).toEqual(countsOf(bands))
})

test('every change names the period it is a change against', async () => {
  const { id } = web.brand(0)
  const unnamed: string[] = []
  const places = [`#/overview/all`, `#/overview/${id}`, `#/rankings/${id}`, `#/movers/${id}`, `#/clusters/${id}`]
  for (const place of places) {
    const page = await open(place)
    // Of a cluster, the keywords alone have changes with a period.
    if (place.startsWith('#/clusters/')) await page.getByRole('grid').press('Enter')
    const changes = page.locator('#view [role="img"]').filter({ hasText: /[▲▼]/ })
    await changes.first().waitFor()
    const labels = await changes.evaluateAll((all) => all.map((change) => change.getAttribute('aria-label') ?? ''))
    unnamed.push(...labels.filter((label) => !/ vs \S/.test(label)).map((label) => `${place}: ${label}`))
    await page.close()
  }
  expect(unnamed).toEqual([])
  const page = await open(`#/overview/${id}`)
  for (const note of await textsOf(page, 'section[aria-label="Figures"] dd:last-child'))
    expect(note).toMatch(/ vs \S|average of|of clicks if all ranked first/)
})

test('the page of a keyword is of the period that its list compares', async () => {
  const { id } = web.brand(0)
  const page = await open(`#/movers/${id}`)
  await page.getByRole('grid').getByRole('row').nth(1).click()
  const panel = page.getByRole('complementary')
  const compared = await panel.getByRole('group', { name: 'Comparison' }).locator('p').first().textContent()
  const heading = panel.getByRole('heading', { name: /^Ranked page/ })
  // Of a lost keyword, the comparison goes on with what its clicks are compared with.
  const [period] = (compared ?? '').split(' · ')
  await expect.poll(() => heading.textContent()).toBe(`Ranked page, ${period}`)
  expect(await panel.textContent()).not.toMatch(/last 28 days vs/)
})

test('Movers compare the last whole day with the day before by one choice, beside the last 3 days', async () => {
  const { id } = web.brand(0)
  const page = await open(`#/movers/${id}`)
  await page.getByRole('radiogroup', { name: 'Moves' }).getByText('vs day before').click()
  const { days, newestWholeDay } = await web.desk.value('rankings.days', { brandIds: [id] })
  const whole = days.filter(({ day }) => newestWholeDay !== null && day <= newestWholeDay)
  const [to = '', from = ''] = whole.map(({ day }) => day)
  await page.getByText(`${formatDay(to)} vs ${formatDay(from)}`, { exact: true }).waitFor()
  const { rows } = await web.desk.value('rankings.movers', { brandIds: [id], from, to })
  await whenAnswered(page)
  const first = page.getByRole('grid').getByRole('row').nth(1)
  await expect.poll(() => first.textContent()).toContain(rows[0]?.keyword ?? 'a move')
})

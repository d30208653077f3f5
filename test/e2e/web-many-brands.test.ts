// A fall of many brands on the same days is one card on Today, which opens to its drops.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayNumber } from '../../src-main/base/clock.ts'
import { closeFiles, openForWriting } from '../../src-main/store/files.ts'
import { loadReplySchemas } from '../../src-main/store/parse-reply.ts'
import { tables } from '../../src-main/tables.ts'
import { fallTogether } from '../main/causes/small-cache.ts'
import { axeFindings, whenAnswered } from '../support/page-checks.ts'
import { homePaths } from '../support/temp-home.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 8, keywords: 10, days: 3 }, datasets: ['clusters'] })
  await loadReplySchemas()
  // Days in which five of the brands fall, as a sync would store them.
  const { db } = openForWriting(homePaths(web.desk.home), tables)
  fallTogether(
    db,
    web.brands.map(({ id }) => id),
    dayNumber(new Date().toISOString().slice(0, 10)) - 1,
  )
  closeFiles(db, 'writer')
  await web.desk.value('rankings.movers', { brandIds: 'all', moves: 'real', kind: 'any', limit: 1 })
  for (const { id } of [...web.brands, ...web.brands]) await web.desk.value('causes.list', { brandIds: [id], limit: 1 })
})
afterAll(() => web?.close())

test('one card counts the brands, says what it likely is, and opens to the drops, which lead to Movers', async () => {
  const { items } = await web.desk.value('today.list', {})
  const [card, ...others] = items.filter(({ kind }) => kind === 'many-brands')
  expect(others).toEqual([])
  expect(items.filter(({ kind }) => kind === 'drop')).toEqual([])
  expect(card).toMatchObject({ urgency: 'urgent', title: '5 of 8 brands fell at once' })

  const page = await web.open({ at: '#/today/all' })
  await page
    .getByRole('listitem')
    .filter({ hasText: '5 of 8 brands fell at once' })
    .getByRole('button', { name: 'View drops' })
    .click()
  const pane = page.getByRole('complementary', { name: /5 of 8 brands/ })
  await pane.getByText(/Probably a change at the search engine/).waitFor()
  const rows = pane.getByRole('list', { name: 'Keywords that fell' }).getByRole('listitem')
  await rows.first().waitFor()
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(card?.about.count ?? 0)
  await whenAnswered(page)
  expect(await axeFindings(page)).toEqual([])
  await rows.first().getByRole('button').click()
  await page.waitForURL(/#\/movers\//)
})

// Why a brand and its pages lost clicks, in Overview, and what a person says of it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayNumber } from '../../src-main/base/clock.ts'
import { closeFiles, openForWriting } from '../../src-main/store/files.ts'
import { loadReplySchemas } from '../../src-main/store/parse-reply.ts'
import { tables } from '../../src-main/tables.ts'
import { loadFewerSearches } from '../main/causes/small-cache.ts'
import { axeFindings, whenAnswered } from '../support/page-checks.ts'
import { homePaths } from '../support/temp-home.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 2, keywords: 10, days: 3 }, datasets: ['clusters'] })
  await loadReplySchemas()
  const { db } = openForWriting(homePaths(web.desk.home), tables)
  loadFewerSearches(db, web.brand(0).id, dayNumber(new Date().toISOString().slice(0, 10)) - 1)
  closeFiles(db, 'writer')
})
afterAll(() => web?.close())

test('the brand and its pages have their causes, and each is answered apart; a brand that lost nothing has no card', async () => {
  const page = await web.open({ at: `#/overview/${web.brand(0).id}` })
  const card = page.getByRole('list', { name: 'Lost clicks' })
  const drops = card.getByRole('listitem')
  const brand = drops.filter({ hasText: 'The brand as a whole' })
  await brand.getByText('Fewer searches').waitFor()
  const ofPage = drops.filter({ hasText: 'https://shop.example/' }).first()
  for (const drop of [brand, ofPage]) {
    await drop.getByRole('figure', { name: 'Impressions and CTR, % change vs before, 7-day averages by day' }).waitFor()
    for (const name of ['Impressions', 'CTR']) await drop.getByText(name, { exact: true }).waitFor()
    for (const name of [/^before: /, /^after: /]) await drop.getByText(name).waitFor()
    await drop.getByText('No one has confirmed or rejected this cause yet.').waitFor()
    await drop.getByText('First named on').waitFor()
  }
  await brand.getByRole('button', { name: 'Not this' }).click()
  await brand.getByText('Rejected:').waitFor()
  expect(await card.getByText('Rejected:').count()).toBe(1)
  await whenAnswered(page)
  expect(await axeFindings(page)).toEqual([])
  await brand.getByRole('button', { name: 'Remove answer' }).click()
  await brand.getByText('Rejected:').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'All keywords that fell' }).click()
  await expect.poll(() => page.url()).toContain(`#/movers/${web.brand(0).id}`)
  expect(await page.getByRole('radio', { name: 'Fell' }).isChecked()).toBe(true)
  const other = await web.open({ at: `#/overview/${web.brand(1).id}` })
  await whenAnswered(other)
  expect(await other.getByText('Lost clicks').count()).toBe(0)
})

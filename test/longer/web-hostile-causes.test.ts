// Keywords, pages, names and answers that hold markup, marks of direction or no end are text wherever a cause is shown: in the
// detail with its chart, the dialog, Movers, Today, Overview and the preview of a report. Nothing of them moves the layout.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNumber, dayNumber } from '../../src-main/base/clock.ts'
import { closeFiles, openForWriting } from '../../src-main/store/files.ts'
import { loadReplySchemas } from '../../src-main/store/parse-reply.ts'
import { tables } from '../../src-main/tables.ts'
import { isOnPage, loadDays } from '../main/causes/small-cache.ts'
import { layoutFaults } from '../support/layout-faults.ts'
import { recordDrawnTexts, whenAnswered } from '../support/page-checks.ts'
import { homePaths } from '../support/temp-home.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const MARKUP = '<img src=x onerror="globalThis.wasRun=1">'
const TURNED = '\u202Egnorw\u2066 end'
const LONG = 'W'.repeat(300)
const KEYWORDS = [MARKUP, `${TURNED} shoes`, LONG, '<script>globalThis.wasRun=1</script>']
const PAGE = `https://shop.example/${MARKUP}/${TURNED}/${LONG}`
const ANSWER = `${MARKUP} ${TURNED} ${'W'.repeat(120)}`
const NEWEST = dayNumber(new Date().toISOString().slice(0, 10)) - 1

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({
    sandbox: { brands: 1, keywords: 10, days: 3 },
    names: [`${MARKUP} ${TURNED}`],
    datasets: ['clusters'],
  })
  await loadReplySchemas()
  const { db } = openForWriting(homePaths(web.desk.home), tables)
  loadDays(db, web.brand(0).id, {
    newest: NEWEST,
    isHit: isOnPage,
    keywordAt: (at) => KEYWORDS[at] ?? `thing ${at}`,
    pageAt: (at) => (isOnPage(at) ? PAGE : `https://shop.example/${Math.floor(at / 8)}`),
  })
  closeFiles(db, 'writer')
})
afterAll(() => web?.close())

const expectText = async (page: Page, where: string) => {
  await whenAnswered(page)
  const made = await page.evaluate(() => ({
    wasRun: Reflect.get(globalThis, 'wasRun') ?? null,
    elements: document.querySelectorAll('#root :is(img, script), [role="dialog"] :is(img, script)').length,
  }))
  expect([where, made]).toEqual([where, { wasRun: null, elements: 0 }])
  expect([where, await layoutFaults(page)]).toEqual([where, []])
}

test('a cause with hostile names is text in the detail, the dialog, Movers, Today, Overview and a report', async () => {
  const { id } = web.brand(0)
  const page = await web.open({ at: '#/suppressions/all', viewport: { width: 1024, height: 700 } })
  await recordDrawnTexts(page)
  const cause = page.getByRole('group', { name: 'Likely cause' }).first()
  for (const keyword of KEYWORDS) {
    await page.goto(`${web.desk.origin}/#/rankings/${id}?brand=${id}&keyword=${encodeURIComponent(keyword)}`)
    await page.getByRole('complementary').getByText(keyword.slice(-9)).first().waitFor()
    await cause.getByText('One page fell').first().waitFor()
    await cause.getByRole('figure').waitFor()
    await cause.getByText(LONG).waitFor()
    await cause.getByRole('button', { name: 'Name the cause' }).click()
    const dialog = page.getByRole('dialog', { name: 'Name the cause' })
    await dialog.getByRole('combobox', { name: 'Cause' }).click()
    await page.getByRole('option', { name: 'Another cause' }).click()
    await dialog.getByRole('textbox', { name: 'Cause in one line' }).fill(ANSWER)
    await expectText(page, 'dialog')
    await dialog.getByRole('button', { name: 'Name cause' }).click()
    await cause.getByText('W'.repeat(120)).first().waitFor()
    await expectText(page, 'detail')
  }
  const answers = async () => {
    const { rows } = await web.desk.value('causes.list', { brandIds: [id], filter: { of: ['keyword'] } })
    return rows.flatMap(({ answer }) => answer?.text ?? [])
  }
  await expect.poll(answers).toEqual(KEYWORDS.map(() => ANSWER))
  for (const place of ['movers', 'today', 'overview']) {
    await page.goto(`${web.desk.origin}/#/${place}/${id}`)
    await page
      .getByRole('main')
      .getByText(place === 'overview' ? 'One page fell' : MARKUP)
      .first()
      .waitFor()
    await expectText(page, place)
  }
  await page.goto(`${web.desk.origin}/#/reports/${id}?section=new`)
  await page.getByText('Own days', { exact: true }).click()
  await page.getByLabel('From', { exact: true }).fill(dayFromNumber(NEWEST - 27))
  await page.getByLabel('To', { exact: true }).fill(dayFromNumber(NEWEST))
  await page.getByRole('button', { name: /^Make drafts/ }).click()
  const report = page.frameLocator('[data-preview] iframe')
  await report.getByRole('heading', { name: 'What fell, and why' }).waitFor()
  await report.getByText(ANSWER.slice(-120)).first().waitFor()
  expect(await report.locator('[onerror], script').count()).toBe(0)
  await expectText(page, 'report')
})

// The desk ends while its page is open, and comes back; two open pages show the same.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type DeskProcess, startDeskProcess } from '../support/desk-process.ts'
import { expectColumn } from '../support/read-grid.ts'
import { openDeskPage, startWebDeskProcess, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk<DeskProcess>
let home: string
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'agency-desk-test-'))
  web = await startWebDeskProcess({ home }, { sandbox: { brands: 6, keywords: 40 }, historyDays: 2 })
})
afterAll(async () => {
  await web?.close()
  rmSync(home, { recursive: true, force: true })
})

test('a change in one page shows in the other', async () => {
  const one = await web.open({ at: '#/overview/all' })
  const other = await web.open({ at: `#/rankings/${web.brand(1).id}` })
  await other.locator('[role="grid"] [data-row="0"]').waitFor()
  await other.keyboard.press('Shift+E')
  const dialog = other.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Renamed Elsewhere')
  await dialog.getByRole('button', { name: 'Save Renamed Elsewhere' }).click()
  await one.getByRole('option', { name: 'Renamed Elsewhere' }).waitFor()
  await one.getByRole('table', { name: 'All brands' }).getByText('Renamed Elsewhere').waitFor()
})

test('after the desk is killed the page keeps its rows, says so and asks to be reopened', async () => {
  const lost = /ERR_|Failed to load resource/
  const page = await web.open({ at: `#/rankings/${web.brand(0).id}`, tolerates: lost })
  const { rows, total } = await web.desk.value('rankings.page', {
    brandIds: [web.brand(0).id],
    limit: 60,
    sort: { by: 'clicks', direction: 'desc' },
  })
  const names = (await web.desk.value('brands.list', {})).brands.map(({ name }) => name).toSorted()
  const far = names[(names.indexOf(web.brand(0).name) + 3) % names.length] ?? ''
  const label = `Rankings of ${web.brand(0).name}`
  const expectRows = () =>
    expectColumn(page, { label, column: 'Keyword' }, { total, texts: rows.map((row) => row.keyword) })
  await expectRows()
  const { port } = new URL(web.desk.origin)
  await web.desk.stop('SIGKILL')
  await page.getByText('The desk does not answer.').waitFor()
  await expectRows()
  const bar = page.getByRole('region', { name: 'Current view' })
  await expect.poll(() => bar.getByRole('button', { name: 'Sync', exact: true }).isEnabled()).toBe(false)

  // What was never read is not called unsynced. The brands beside this one may have been read ahead.
  await page.getByRole('option', { name: far }).click()
  await page.getByRole('alert').filter({ hasText: 'The rows could not be loaded' }).waitFor()
  await expect.poll(() => page.getByRole('main').textContent()).not.toContain('Not synced yet')
  await page.getByRole('option', { name: web.brand(0).name }).click()
  await expectRows()

  const again = await startDeskProcess({ home, env: { AGENCY_DESK_PORT: port } })
  onTestFinished(() => void again.stop())
  const signedOut = page.getByText('This page is signed out.')
  // The page may have found the desk by itself before the click.
  await page.getByRole('button', { name: 'Try now' }).or(signedOut).click()
  await signedOut.waitFor()
  await expectRows()
  // Its keys were kept in memory only: they are missing now, and each brand says so; its rows are all there.
  const { brands } = await again.value('brands.list', {})
  expect(brands.map((brand) => brand.keyIn)).toEqual(names.map(() => null))
  expect((await again.value('rankings.page', { brandIds: [web.brand(0).id] })).total).toBe(total)
})

test('column layout is kept when the desk restarts on another port', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const first = await startWebDeskProcess({ home: folder }, { sandbox: { brands: 1, keywords: 20 }, historyDays: 2 })
  onTestFinished(() => first.close())
  const at = `#/rankings/${first.brand(0).id}`
  const viewport = { width: 1440, height: 900 } // room for the column
  const page = await first.open({ at, viewport, tolerates: /ERR_|Failed to load resource/ })
  await page.getByRole('columnheader', { name: 'Impressions' }).waitFor()
  await page.getByRole('button', { name: /^Columns/ }).click()
  await page.getByRole('checkbox', { name: 'Impressions', exact: true }).uncheck()
  await page.getByRole('columnheader', { name: 'Impressions' }).waitFor({ state: 'detached' })
  const saved = async () => (await first.desk.value('desk.settings', {})).preferences
  await expect.poll(saved).toMatchObject({ 'table.rankings': { hidden: expect.arrayContaining(['impressions']) } })
  await first.desk.stop('SIGTERM')

  const again = await startDeskProcess({ home: folder, isBuilt: true })
  onTestFinished(() => void again.stop())
  expect(again.origin).not.toBe(first.desk.origin)
  const next = await openDeskPage(first.browser, again, { at })
  await next.getByRole('columnheader', { name: 'Clicks', exact: true }).waitFor()
  await expect.poll(() => next.getByRole('columnheader', { name: 'Impressions' }).count()).toBe(0)
})

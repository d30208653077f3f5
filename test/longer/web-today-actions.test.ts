// The start page: the main action of each kind of item.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TodayItem } from '../../src-shared/desk/today.ts'
import { syncAll } from '../support/sync-all.ts'
import * as today from '../support/today-situations.ts'
import { place, row } from '../support/today-situations.ts'
import type { WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await today.startToday()
})
afterAll(() => web?.close())

const itemOf = (kind: TodayItem['kind']) => today.itemOf(web, kind)

test('each main action opens a pane or its place, and keeps the brand that was chosen', async () => {
  const page = await today.openToday(web)
  const { id } = web.brand(1)
  const pane = page.getByRole('complementary')
  const panes: readonly (readonly [TodayItem['kind'], string, string])[] = [
    ['overdue', 'View article', 'It was published'],
    ['skipped', 'View 1 skipped', 'Resend'],
    ['unknown', 'Check results', 'It was done'],
  ]
  for (const [kind, label, inside] of panes) {
    const item = await itemOf(kind)
    await row(page, item).getByRole('button', { name: label }).click()
    await expect.poll(() => place(page)).toBe(`#/today/all?open=${item.id}`)
    await pane.getByRole('button', { name: inside }).first().waitFor()
    expect(await row(page, item).getAttribute('data-open')).toBe('true')
    await page.keyboard.press('Escape')
    await pane.waitFor({ state: 'detached' })
  }
  const places: readonly (readonly [TodayItem['kind'], string, RegExp])[] = [
    ['publish-failed', 'Fix and retry', /^#\/articles\/all\?step=compose&of=chosen$/],
    ['drift', 'Review changes', /^#\/permissions\/all$/],
    ['audit', 'Run audit', /^#\/audits\/all\?q=/],
    ['webhooks', 'View 1 rejected', /^#\/webhooks\/all$/],
    ['sync', 'View sync', /^#\/sync\/all\?failed=1/],
  ]
  for (const [kind, label, address] of places) {
    await row(page, await itemOf(kind))
      .getByRole('button', { name: label })
      .click()
    await expect.poll(() => place(page)).toMatch(address)
    await page.goBack()
    await page.locator('[data-today]').waitFor()
  }
  await web.sandbox.fault({
    operation: 'rankTracking.topKeywords',
    kind: 'status',
    status: 401,
    teamId: web.brand(1).teamId ?? '',
  })
  await syncAll(web.desk, { brandIds: [id], datasets: ['rankings'] })
  await row(page, await itemOf('key'))
    .getByRole('button', { name: 'Replace key' })
    .click()
  await page.getByRole('dialog', { name: web.brand(1).name }).waitFor()
  await page.keyboard.press('Escape')
  await web.desk.value('brands.check', { brandId: id })
  // A click anywhere in the row opens the pane, J moves on in it, and its button leads to the place.
  const drift = await itemOf('drift')
  await row(page, drift).getByRole('heading').click()
  await page.getByRole('complementary', { name: `Details of ${drift.title}` }).waitFor()
  await page.keyboard.press('k')
  await page.keyboard.press('j')
  await expect.poll(() => place(page)).toContain('open=drift:')
  await pane.getByRole('button', { name: 'Review changes' }).click()
  await expect.poll(() => place(page)).toBe('#/permissions/all')
})

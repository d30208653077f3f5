// Playbooks in a real browser: dry run, start, gates, a run of several brands, and an edited copy.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, THEME_RULES, tooWide } from '../support/page-checks.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({
    sandbox: { brands: 3, keywords: 20, days: 3 },
    historyDays: 1,
    datasets: ['rankings', 'tracked', 'prospects', 'contacts'],
  })
})
afterAll(() => web?.close())

const main = (page: Page): Locator => page.getByRole('main')
const steps = (page: Page, name: string): Locator =>
  main(page)
    .getByRole('list', { name: `Steps of ${name}` })
    .getByRole('listitem')
const asked = async (operation: string): Promise<number> =>
  (await web.sandbox.requests()).filter((request) => request.operation === operation).length
const openPlaces = (scope: string, section = 'playbooks') => web.open({ at: `#/playbooks/${scope}?section=${section}` })

test('without runs the place says what a playbook is; a dry run sends nothing, a gate waits in Today', async () => {
  const { id, name } = web.brand(0)
  const page = await web.open({ at: `#/playbooks/${id}` })
  await main(page).getByText('No playbook was run yet').waitFor()
  await main(page).getByRole('button', { name: 'Choose a playbook' }).click()
  await main(page).getByRole('button', { name: 'Dry run Monthly health check' }).click()
  const start = main(page).getByRole('button', { name: `Start Monthly health check for ${name}` })
  await start.waitFor()
  await main(page).getByText('asks you before it spends').waitFor()
  const before = (await web.sandbox.requests()).length
  await page.reload()
  await start.waitFor()
  expect((await web.sandbox.requests()).length).toBe(before)
  await start.click()

  const audit = steps(page, 'Monthly health check').nth(6)
  const confirm = audit.getByRole('button', { name: `Run 1 audit for ${name}` })
  await confirm.waitFor()
  expect(await asked('websiteAudit.run')).toBe(0)
  await page.goto(`${web.desk.origin}/#/today/all`)
  await page.locator('[data-item^="playbook:waiting"]').getByRole('button', { name: 'View run' }).click()
  await confirm.click()
  await audit.getByText(/^Score /).waitFor()
  await main(page).getByText('done', { exact: true }).first().waitFor()
  expect(await asked('websiteAudit.run')).toBe(1)
})

test('a run of all brands waits at each gate; one is confirmed, one is skipped with a reason, one is cancelled', async () => {
  const saved = await web.desk.value('playbooks.save', {
    name: 'Prospects',
    description: '',
    steps: [{ kind: 'discover' }],
  })
  const page = await openPlaces('all')
  await main(page).getByRole('button', { name: 'Dry run Prospects' }).click()
  await main(page).getByRole('button', { name: 'All 3 brands' }).click()
  await main(page).getByRole('button', { name: 'Start Prospects for 3 brands' }).click()
  const rows = main(page).getByRole('row').filter({ hasText: 'Prospects' })
  await expect.poll(() => rows.filter({ hasText: 'waits for you' }).count()).toBe(3)
  const openRunOf = async (index: number) => {
    await rows
      .filter({ hasText: web.brand(index).name })
      .getByText('Prospects')
      .click()
    await main(page).getByRole('button', { name: 'All runs' }).waitFor()
  }
  await openRunOf(0)
  await main(page)
    .getByRole('button', { name: `Spend up to 25 credits for ${web.brand(0).name}` })
    .click()
  await steps(page, 'Prospects').getByText('1 of 1 confirmed by the service.').waitFor()
  await main(page).getByRole('button', { name: 'All runs' }).click()
  await openRunOf(1)
  await main(page).getByRole('button', { name: 'Skip: Discover prospects' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('The client pauses outreach')
  await dialog.getByRole('button', { name: 'Skip step' }).click()
  await steps(page, 'Prospects').getByText('The client pauses outreach').waitFor()
  await main(page).getByRole('button', { name: 'All runs' }).click()
  await openRunOf(2)
  await main(page).getByRole('button', { name: 'Cancel run' }).click()
  await main(page).getByText('cancelled', { exact: true }).first().waitFor()
  expect(await asked('outreach.discover')).toBe(1)
  await web.desk.value('playbooks.remove', { id: saved.id })
})

test('a built-in playbook is copied, its steps are moved, added and removed, and the copy is saved', async () => {
  const page = await openPlaces('all')
  await main(page).getByRole('button', { name: 'More for Key was replaced' }).click()
  await page.getByRole('menuitem', { name: 'Copy and edit' }).click()
  const list = main(page).getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await expect.poll(() => list.count()).toBe(4)
  await main(page).getByRole('button', { name: 'Move up: Back-fill history, step 3' }).click()
  await main(page).getByRole('button', { name: 'Remove: Check freshness, step 4' }).click()
  await main(page).getByRole('button', { name: 'Add step' }).click()
  await page.getByRole('menuitem', { name: 'Task for a person' }).click()
  const save = main(page).getByRole('button', { name: 'Save Key was replaced (copy)' })
  expect(await save.isDisabled()).toBe(true)
  await list.nth(3).getByRole('textbox', { name: 'What is to be done' }).fill('Tell the client')
  await save.click()
  await main(page).getByRole('button', { name: 'Dry run Key was replaced (copy)' }).waitFor()
  const { playbooks } = await web.desk.value('playbooks.list', {})
  const own = playbooks.find(({ isBuiltIn }) => !isBuiltIn)
  expect(own?.steps.map(({ kind }) => kind)).toEqual(['checkKey', 'history', 'sync', 'person'])
})

test('the pages have no fault for people with aids, in both themes, and fit a narrow window', async () => {
  const { runIds } = await web.desk.value('playbooks.start', { playbookId: 'built-in-new-client', brandIds: [] })
  const hashes = [
    '?section=runs',
    '?section=playbooks',
    '?playbook=built-in-launch',
    '?edit=copy:built-in-monthly',
    `?open=${runIds[0]}`,
  ]
  const page = await web.open({ viewport: { width: 1024, height: 700 } })
  for (const [index, hash] of hashes.entries()) {
    await page.goto(`${web.desk.origin}/#/playbooks/${hash.startsWith('?playbook') ? web.brand(0).id : 'all'}${hash}`)
    await main(page)
      .getByRole(index === 0 ? 'row' : 'listitem')
      .first()
      .waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await tooWide(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await axeFindings(page, { rules: THEME_RULES })).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  }
})

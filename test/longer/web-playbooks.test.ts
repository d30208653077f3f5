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
const openPlaces = (scope: string) => web.open({ at: `#/playbooks/${scope}` })

test('the place shows the playbooks above their runs, and says what one is; a dry run sends nothing, a gate waits in Today', async () => {
  const { id, name } = web.brand(0)
  const page = await web.open({ at: `#/playbooks/${id}` })
  await main(page).getByRole('heading', { name: '4 playbooks' }).waitFor()
  await main(page).getByText(`No playbook was run for ${name} yet`).waitFor()
  await main(page).getByRole('button', { name: 'Dry run Monthly health check' }).click()
  const start = main(page).getByRole('button', { name: `Start Monthly health check for ${name}` })
  await start.waitFor()
  await main(page).getByText('asks you before it spends').waitFor()
  // By itself the desk looks for what the service has found since.
  const requests = async () =>
    (await web.sandbox.requests()).filter(({ operation }) => operation !== 'outreach.prospects').length
  const before = await requests()
  await page.reload()
  await start.waitFor()
  expect(await requests()).toBe(before)
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
      .getByRole('button', { name: 'Continue …' })
      .click()
    await main(page).getByRole('button', { name: 'All playbooks and runs' }).waitFor()
  }
  await openRunOf(0)
  await main(page)
    .getByRole('button', { name: `Spend up to 25 credits for ${web.brand(0).name}` })
    .click()
  await steps(page, 'Prospects').getByText('1 of 1 confirmed by the service.').waitFor()
  await main(page).getByRole('button', { name: 'All playbooks and runs' }).click()
  await openRunOf(1)
  await main(page).getByRole('button', { name: 'Skip: Discover prospects' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('The client pauses outreach')
  await dialog.getByRole('button', { name: 'Skip step' }).click()
  await steps(page, 'Prospects').getByText('The client pauses outreach').waitFor()
  await main(page).getByRole('button', { name: 'All playbooks and runs' }).click()
  await openRunOf(2)
  await main(page).getByRole('button', { name: 'Cancel run' }).click()
  await main(page).getByText('cancelled', { exact: true }).first().waitFor()
  expect(await asked('outreach.discover')).toBe(1)
  await web.desk.value('playbooks.remove', { id: saved.id })
})

test('gates of several brands are confirmed in one review, with what is done, how many and the price of each', async () => {
  const { id: playbookId } = await web.desk.value('playbooks.save', {
    name: 'Discoveries',
    description: '',
    steps: [{ kind: 'discover' }],
  })
  const brandIds = [1, 2].map((index) => web.brand(index).id)
  await web.desk.value('outreach.setBudget', { brandIds: brandIds.slice(0, 1), monthlyBudget: 10 })
  await web.desk.value('playbooks.start', { playbookId, brandIds })
  const before = await asked('outreach.discover')
  const page = await openPlaces('all')
  await main(page).getByRole('button', { name: 'Review 2 brands that wait' }).click()
  const lines = main(page).getByRole('list', { name: 'What you confirm' }).getByRole('listitem')
  await expect.poll(() => lines.count()).toBe(2)
  for (const index of [1, 2])
    await expect.poll(() => lines.filter({ hasText: web.brand(index).name }).innerText()).toContain('up to 25 credits')
  expect(await axeFindings(page)).toEqual([])
  expect(await tooWide(page)).toEqual([])

  await main(page).getByRole('button', { name: 'Spend up to 50 credits for 2 brands' }).waitFor()
  await lines
    .filter({ hasText: web.brand(2).name })
    .getByRole('checkbox')
    .uncheck()
  const confirm = main(page).getByRole('button', { name: `Spend up to 25 credits for ${web.brand(1).name}` })
  expect(await confirm.isDisabled()).toBe(true)
  await main(page).getByRole('checkbox', { name: 'Exceed the monthly budget of 1 brand' }).check()
  expect(await asked('outreach.discover')).toBe(before)
  await confirm.click()
  await expect.poll(() => lines.count()).toBe(1)
  await expect.poll(() => asked('outreach.discover')).toBe(before + 1)
  expect(await lines.first().innerText()).toContain(web.brand(2).name)
  const { rows } = await web.desk.value('playbooks.runs', { filter: { state: ['waiting'] } })
  for (const { id } of rows) await web.desk.value('playbooks.cancel', { runId: id })
  await main(page).getByText('No run waits for you').waitFor()
  await web.desk.value('playbooks.remove', { id: playbookId })
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
  await list.nth(3).getByRole('textbox', { name: 'Task' }).fill('Tell the client')
  await main(page).getByRole('button', { name: 'Add step' }).click()
  await page.getByRole('menuitem', { name: 'Add alert rules' }).click()
  await list.nth(4).getByText('Choose at least one rule.').waitFor()
  await list.nth(4).getByLabel('Rules').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'No webhook for 7 days' }).click()
  await page.keyboard.press('Escape')
  await main(page).getByRole('button', { name: 'Add step' }).click()
  await page.getByRole('menuitem', { name: 'Make report draft' }).click()
  await list.nth(5).getByText('Choose a template.').waitFor()
  await list.nth(5).getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'Short report' }).click()
  await save.click()
  await main(page).getByRole('button', { name: 'Dry run Key was replaced (copy)' }).waitFor()
  const { playbooks } = await web.desk.value('playbooks.list', {})
  const own = playbooks.find(({ isBuiltIn }) => !isBuiltIn)
  expect(own?.steps.map(({ kind }) => kind)).toEqual(['checkKey', 'history', 'sync', 'person', 'alertRules', 'report'])
  expect(own?.steps.slice(4)).toMatchObject([
    { rules: [{ name: 'No webhook for 7 days', condition: { kind: 'silent-webhook', days: 7 } }] },
    { templateId: 'short', days: null },
  ])
})

test('the pages have no fault for people with aids, in both themes, and fit a narrow window', async () => {
  const { runIds } = await web.desk.value('playbooks.start', { playbookId: 'built-in-new-client', brandIds: [] })
  const hashes = ['', '?playbook=built-in-launch', '?edit=copy:built-in-monthly', `?open=${runIds[0]}`]
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

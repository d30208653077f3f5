// Alerts in the window: ready-made rules, a rule that is tested on the past before it is saved, and what fired.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { intercept } from '../support/intercept.ts'
import { axeFindings, pressSequence, THEME_RULES, tooWide, whenAnswered } from '../support/page-checks.ts'
import { syncAll } from '../support/sync-all.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const SMALL = { width: 1024, height: 700 }
/** Screenshots, for people who look at the window. */
const SHOTS = process.env.ALERT_SHOTS

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({
    sandbox: { brands: 2, keywords: 120, days: 75 },
    historyDays: 60,
    datasets: ['rankings', 'history'],
  })
  const { digest } = await web.desk.value('alerts.settings', {})
  await web.desk.value('alerts.setSettings', { isNotifying: false, digest: { ...digest, isOn: false } })
})
afterAll(() => web?.close())

const open = async (tab: 'alerts' | 'rules' = 'alerts') => {
  const page = await web.open({ at: `#/${tab}/all`, viewport: SMALL })
  await page.getByRole('button', { name: 'Add rule', exact: true }).waitFor()
  await whenAnswered(page)
  return page
}

/** In both themes: nothing serious of axe, and nothing wider than a small window. */
const looksRight = async (page: Page, name: string) => {
  expect(await tooWide(page)).toEqual([])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeFindings(page, colorScheme === 'light' ? {} : { rules: THEME_RULES })).toEqual([])
    if (SHOTS === undefined) continue
    for (const size of [SMALL, { width: 1440, height: 900 }]) {
      await page.setViewportSize(size)
      await page.screenshot({ path: `${SHOTS}/${name}-${size.width}-${colorScheme}.png` })
    }
    await page.setViewportSize(SMALL)
  }
}

const rules = async () => (await web.desk.value('alerts.rules', {})).rules

test('without a rule the place says what one is; a ready-made rule is added, muted, and removed with a way back', async () => {
  const page = await open()
  await looksRight(page, 'empty')
  await page.getByRole('button', { name: 'Choose a rule' }).click()
  await page.getByRole('heading', { name: 'No rule yet' }).waitFor()
  await looksRight(page, 'presets')
  const name = 'Unusual drop that costs 1 click a day'
  await page.getByRole('button', { name: `Add ${name}` }).click()
  const line = page.getByRole('list', { name: 'Rules', exact: true }).getByRole('listitem')
  await line.getByText('A keyword drops unusually and loses at least 1 click a day').waitFor()
  expect((await rules()).map((rule) => [rule.name, rule.isOn])).toEqual([[name, true]])
  await page.getByRole('button', { name: `Add ${name}` }).waitFor({ state: 'detached' })
  await line.getByRole('button', { name: `Mute ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Until I end it' }).click()
  await line.getByText('Muted').waitFor()
  const isOn = line.getByRole('switch', { name: `${name} is on` })
  await isOn.press('Space')
  // The window knows it too: what it removes it can add again.
  await expect.poll(() => isOn.isChecked()).toBe(false)
  expect((await rules()).map((rule) => rule.isOn)).toEqual([false])
  await looksRight(page, 'rules')
  await line.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('heading', { name: 'No rule yet' }).waitFor()
  await page.getByRole('alert').filter({ hasText: 'removed' }).getByRole('button', { name: 'Undo' }).click()
  await line.getByText('Muted').waitFor()
  expect((await rules()).map((rule) => [rule.isOn, rule.mutedUntil])).toEqual([[false, 'always']])
})

test('a rule is tested on the past in its dialog, and saved', async () => {
  const page = await open('rules')
  await page.getByRole('button', { name: 'Add rule', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add rule' })
  await dialog.getByRole('combobox', { name: 'Alert me when' }).click()
  await page.getByRole('option', { name: 'A keyword falls out of the top 10' }).click()
  await dialog.getByRole('textbox', { name: 'Clicks a week, at least' }).fill('0')
  const condition = { kind: 'lost-top-10', days: 2 } as const
  const expected = await web.desk.value('alerts.backTest', { rule: { name: 'x', condition } })
  expect(expected.fired).toBeGreaterThan(1)
  const days = expected.days.filter(({ alerts }) => alerts > 0).length
  const said = `would have fired ${expected.fired} times in the last 90 days, on ${days} days, for ${expected.brands.length} brands`
  await dialog.getByText(said).waitFor()
  await dialog.getByRole('img', { name: 'Alerts by day' }).waitFor()
  await expect
    .poll(() => dialog.getByRole('list', { name: 'Examples' }).getByRole('listitem').count())
    .toBe(Math.min(5, expected.examples.length))
  await dialog.getByRole('list', { name: 'Examples' }).scrollIntoViewIfNeeded()
  await looksRight(page, 'dialog')
  // For few brands the test follows each change of the rule.
  await dialog.getByRole('textbox', { name: 'Days in a row' }).fill('7')
  const rule = { name: 'x', condition: { ...condition, days: 7 } }
  const { fired } = await web.desk.value('alerts.backTest', { rule })
  expect(fired).not.toBe(expected.fired)
  await dialog.getByText(`would have fired ${fired} times`).waitFor()
  await dialog.getByRole('textbox', { name: 'Days in a row' }).fill('2')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Out of ten')
  const next = 'Checked now, over 2 brands; then after each sync.'
  await dialog.getByText(next).waitFor()
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('alert').filter({ hasText: 'Out of ten' }).getByText(next).waitFor()
  const saved = (await rules()).find((rule) => rule.name === 'Out of ten')
  expect(saved).toMatchObject({ condition, scope: { of: 'all' }, filter: { minClicksAWeek: 0 }, isOn: true })
})

test('brands that no rule covers are named, and a rule equal to another is pointed out before it is saved', async () => {
  const [first, second] = [web.brand(0), web.brand(1)]
  for (const { id } of await rules()) await web.desk.value('alerts.removeRule', { id })
  await web.desk.value('alerts.saveRule', {
    ...{ name: 'Assistants of one', condition: { kind: 'drift' } },
    scope: { of: 'brands', brandIds: [first.id] },
  })
  const page = await open('rules')
  const uncovered = page.getByRole('status').filter({ hasText: 'No rule covers 1 brand' })
  await uncovered.getByText(second.name).waitFor()
  await looksRight(page, 'uncovered')
  await uncovered.getByRole('button', { name: 'Add rule for it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add rule' })
  await expect.poll(() => dialog.getByRole('radio', { name: 'Choose' }).isChecked()).toBe(true)
  await dialog.getByRole('combobox', { name: 'Alert me when' }).click()
  await page.getByRole('option', { name: 'Permissions of assistants change elsewhere' }).click()
  await dialog.getByText('over 1 brand;').waitFor()
  // Not the same: it is of another brand.
  expect(await dialog.getByText('is the same rule').count()).toBe(0)
  await dialog.getByText('All brands, also new ones').click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Assistants of all')
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await dialog.waitFor({ state: 'detached' })
  await uncovered.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit Assistants of one' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit rule' })
  await edited.getByRole('status').getByText('Assistants of all').waitFor()
  await looksRight(page, 'same-rule')
  await page.keyboard.press('Escape')
  await edited.waitFor({ state: 'detached' })
  // A tag that no brand has.
  await web.desk.value('alerts.saveRule', {
    ...{ name: 'Law', condition: { kind: 'drift' }, scope: { of: 'tags', tags: ['law'] } },
  })
  await page.getByText('Covers no brand').waitFor()
  await web.desk.value('brands.update', { brandId: second.id, tags: ['law'] })
  await page.getByText('Covers no brand').waitFor({ state: 'detached' })
  // Of one brand: the rules that cover it come first, and a new rule is about it alone.
  const ofOne = await web.open({ at: `#/rules/${second.id}`, viewport: SMALL })
  await ofOne
    .getByRole('list', { name: `2 rules for ${second.name}` })
    .getByText('Assistants of all')
    .waitFor()
  await ofOne.getByRole('list', { name: '1 rule for other brands only' }).getByText('Assistants of one').waitFor()
  await ofOne.getByRole('button', { name: 'Add Unusual drop that costs 1 click a day' }).click()
  const isAdded = (rule: { scope: object; condition: { kind: string } }) => rule.condition.kind === 'drop'
  await expect.poll(async () => (await rules()).find(isAdded)?.scope).toEqual({ of: 'brands', brandIds: [second.id] })
  for (const { id } of await rules()) await web.desk.value('alerts.removeRule', { id })
  await page.getByRole('heading', { name: 'No rule yet' }).waitFor()
  await web.desk.value('brands.update', { brandId: second.id, tags: [] })
})

test('a back-test that takes long tells how far it is, and is cancelled', async () => {
  const page = await open('rules')
  // Its reply waits: of two brands a back-test is over at once.
  const release = Promise.withResolvers<void>()
  await intercept(page, '**/api/call/alerts.backTest', async (route) => {
    const response = await route.fetch()
    await release.promise
    await route.fulfill({ response }).catch(() => undefined) // the page may be gone
  })
  await page.getByRole('button', { name: 'Add rule', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add rule' })
  await dialog.getByText('2 of 2 brands').waitFor()
  await looksRight(page, 'testing')
  const asked = page.waitForRequest('**/api/call/alerts.cancelBackTest')
  await dialog.getByRole('button', { name: 'Cancel test' }).press('Enter')
  await asked
  await dialog.getByRole('button', { name: 'Cancel test' }).waitFor({ state: 'detached' })
  release.resolve()
  await page.unrouteAll({ behavior: 'wait' })
  expect(await dialog.getByRole('status').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Test on the last 90 days' }).click()
  await dialog.getByRole('status').getByText('This rule would').waitFor()
})

test('alerts are listed, opened, marked as seen and lead to Rankings', async () => {
  for (const condition of [
    { kind: 'lost-top-10', days: 1 },
    { kind: 'lost-top-3', days: 1 },
    { kind: 'page-changed', days: 1 },
  ] as const)
    await web.desk.value('alerts.saveRule', { name: `Test ${condition.kind}`, condition })
  await web.desk.value('alerts.check', {})
  const found = async () => (await web.desk.value('alerts.page', { limit: 500 })).rows
  const ids = (await found()).map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(1)
  await web.desk.value('alerts.mark', { ids, state: 'new' })
  const page = await open()
  const [first] = await found()
  if (first === undefined) throw new Error('Alerts fired.')
  const grid = page.getByRole('grid', { name: 'Alerts of all brands' })
  await looksRight(page, 'list')
  // What the rules found is readable without opening it.
  await page.setViewportSize({ width: 1440, height: 900 })
  const cut = () =>
    grid
      .locator('[class*="twoLines"]')
      .evaluateAll((texts) =>
        texts.filter((text) => text.scrollHeight > text.clientHeight + 1).map((text) => text.textContent),
      )
  await expect.poll(cut).toEqual([])
  await page.setViewportSize(SMALL)
  await grid.getByText(first.title, { exact: true }).first().click()
  const detail = page.getByRole('complementary', { name: 'Details of' })
  const openId = () => new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('open') ?? ''
  const openedId = openId()
  const { occurrences, brandId } = await web.desk.value('alerts.get', { id: openedId })
  const rows = detail.getByRole('table', { name: 'What the rule found' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(occurrences.length)
  await looksRight(page, 'detail')
  // The detail says the limit of a rule that is still there, and what to do.
  const ruled = (await found()).find(({ ruleName }) => ruleName === 'Test page-changed')
  await page.evaluate((id) => window.location.assign(`#/alerts/all?open=${encodeURIComponent(id)}`), ruled?.id ?? '')
  await detail.getByText('Another page ranks for a keyword, on one day').waitFor()
  await detail.getByRole('heading', { name: 'What to do' }).waitFor()
  await page.evaluate((id) => window.location.assign(`#/alerts/all?open=${encodeURIComponent(id)}`), openedId)
  await expect.poll(() => rows.count()).toBe(occurrences.length)
  // Beside it a row still says whether it is new.
  await page.setViewportSize({ width: 1280, height: 800 })
  await grid.getByRole('columnheader', { name: 'Status' }).waitFor()
  await expect.poll(cut).toEqual([])
  // A wider window gives its room to the titles, not to a column of details that are cut.
  await page.setViewportSize({ width: 1440, height: 900 })
  const titles = grid.getByRole('columnheader', { name: 'What happened' })
  await expect.poll(async () => (await titles.boundingBox())?.width).toBe(250)
  await expect.poll(cut).toEqual([])
  await page.setViewportSize(SMALL)
  // Beside the detail each title is whole: neither cut by its column nor under the panel.
  const panelStart = (await detail.boundingBox())?.x ?? 0
  for (const { title } of await found()) {
    const ends = await grid
      .getByText(title, { exact: true })
      .first()
      .evaluate((text) =>
        [text, text.closest('[role="gridcell"]')].map((one) => one?.getBoundingClientRect().right ?? 0),
      )
    expect([title, (ends[0] ?? 0) <= Math.min(ends[1] ?? 0, panelStart)]).toEqual([title, true])
  }
  await detail.getByRole('button', { name: 'Mark as seen' }).click()
  await detail.getByRole('button', { name: 'Mark as new' }).waitFor()
  const isNew = async () => (await found()).filter(({ state }) => state === 'new').length
  expect(await isNew()).toBe(ids.length - 1)
  await page.getByRole('button', { name: 'Mark all as seen' }).click()
  await expect.poll(isNew).toBe(0)
  await page.locator('label').getByText('New', { exact: true }).click()
  await page.getByRole('heading', { name: 'No alerts match these filters' }).waitFor()
  await detail.getByRole('button', { name: occurrences[0]?.subject ?? '', exact: true }).click()
  await expect.poll(() => page.url()).toContain(`#/rankings/all?brand=${brandId}&`)
})

test('notifications are changed, and the place opens by its keys', async () => {
  const page = await web.open({ at: '#/rankings/all', viewport: SMALL })
  await page.getByRole('grid').first().waitFor()
  await pressSequence(page, 'g', 't')
  await page.keyboard.press('Alt+3')
  await page.getByText('Quiet hours', { exact: true }).waitFor()
  await whenAnswered(page)
  await looksRight(page, 'notifications')
  const before = await web.desk.value('alerts.settings', {})
  await page.getByRole('switch', { name: 'Digest' }).press('Space')
  await page.getByText('Sun', { exact: true }).click()
  const from = page.getByLabel('Quiet from')
  if (!before.quiet.isOn) await page.getByRole('switch', { name: 'Quiet hours' }).press('Space')
  await from.fill('20:30')
  await from.blur()
  const changed = async () => {
    const { digest, days, quiet } = await web.desk.value('alerts.settings', {})
    return { digest: digest.isOn, sunday: days.includes(7), from: quiet.from }
  }
  await expect.poll(changed).toEqual({ digest: !before.digest.isOn, sunday: !before.days.includes(7), from: '20:30' })
})

declare global {
  interface Window {
    shown?: EventTarget[]
  }
}

/** A headless Chromium shows no notifications and allows none: what a page uses of them, and another window has the focus. */
const standIn = () => {
  const shown: EventTarget[] = []
  window.shown = shown
  document.hasFocus = () => false
  class Shown extends EventTarget {
    static permission = 'default'
    static requestPermission = async () => {
      Shown.permission = 'granted'
      return 'granted'
    }
    readonly title: string
    constructor(title: string) {
      super()
      this.title = title
      shown.push(this)
    }
    close = () => {}
  }
  Object.assign(window, { Notification: Shown })
}

test('an alert is a notification of the system while the page has no focus; a click on it or on View opens the alert', async () => {
  const { id: brandId, name, teamId } = web.brand(0)
  const connectors = { datasets: ['connectors' as const] }
  await syncAll(web.desk, connectors)
  const { id: ruleId } = await web.desk.value('alerts.saveRule', { name: 'Drift', condition: { kind: 'drift' } })
  await web.desk.value('alerts.check', {})
  await web.desk.value('alerts.mark', { state: 'seen' })
  await web.desk.value('alerts.setSettings', {
    isNotifying: true,
    quiet: { isOn: false, from: '19:00', to: '08:00' },
    days: [1, 2, 3, 4, 5, 6, 7],
    digest: { isOn: false, at: '08:00' },
  })
  const page = await open('rules')
  await page.addInitScript(standIn)
  await page.reload()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Allowed', { exact: true }).waitFor()
  const body = JSON.stringify({ teamId, permissions: { outreach_reply: 'allow' } })
  expect((await fetch(`${web.sandbox.controlUrl}/connectors`, { method: 'POST', body })).ok).toBe(true)
  await syncAll(web.desk, connectors)
  const title = `${name}: 1 permission changed elsewhere`
  await expect.poll(() => page.evaluate(() => JSON.stringify(window.shown))).toContain(title)
  const alerts = (await web.desk.value('alerts.page', { filter: { ruleIds: [ruleId] } })).rows
  const at = `#/alerts/${brandId}?open=${alerts[0]?.id}`
  await page.evaluate(() => window.shown?.[0]?.dispatchEvent(new Event('click')))
  await expect.poll(() => page.url()).toContain(at)
  await page.getByRole('complementary', { name: 'Details of 1 permission' }).getByText('outreach_reply').waitFor()
  await page.evaluate(() => {
    window.location.hash = '#/rankings/all'
  })
  await page.getByRole('alert').filter({ hasText: title }).getByRole('button', { name: 'View' }).click()
  await expect.poll(() => page.url()).toContain(at)
})

// The first minutes with the demo, which works.
import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../src-sandbox/server.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { sharedBrowser } from '../support/chromium.ts'
import { type DeskProcessOptions, startDeskProcess } from '../support/desk-process.ts'
import { compose, review } from '../support/publish-page.ts'
import { tempHome } from '../support/temp-home.ts'
import { openDeskPage } from '../support/web-desk.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})

const startDesk = async (options: DeskProcessOptions) => {
  const desk = await startDeskProcess({ isBuilt: true, ...options })
  onTestFinished(async () => void (await desk.stop()))
  return desk
}

test('a first start opens a demo agency with twelve synced brands', async () => {
  const desk = await startDesk({ env: { AGENCY_DESK_DEMO: '1' } })
  const page = await openDeskPage(browser, desk, { at: '#/overview/all' })
  const table = page.getByRole('table', { name: 'All brands' })
  await expect.poll(() => table.locator('tbody tr[data-brand]').count()).toBe(12)
  const { brands } = await desk.value('brands.list', {})
  expect(brands.every((brand) => brand.demo)).toBe(true)
  for (const brand of brands) await table.getByRole('row').filter({ hasText: brand.name }).waitFor()
  // Numbers appear as the first sync goes on; a dash is not a number.
  const first = table.locator(`tr[data-brand="${brands[0]?.id}"] td`)
  await expect.poll(() => first.nth(1).textContent()).toMatch(/^\d/)
  await first.getByRole('button').click()
  await page.getByRole('heading', { name: 'Position distribution' }).waitFor()
  await page.getByText('Demo', { exact: true }).waitFor()

  // Each place has something to show: suggestions of a brand's own business need no click.
  await page.goto(`${desk.origin}/#/research/${brands[0]?.id}`)
  const suggestions = page.getByRole('list', { name: 'Suggestions', exact: true }).getByRole('listitem')
  await expect.poll(() => suggestions.count()).toBe(10)
  const basketOf = async () => (await desk.value('research.basket', {})).rows
  await expect.poll(async () => new Set((await basketOf()).map(({ brandId }) => brandId)).size).toBe(4)
  await page.goto(`${desk.origin}/#/overview/all`)
  const [from, to] = [-30, 10].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
  const states = async () => {
    const { entries } = await desk.value('publishing.calendar', { from: from ?? '', to: to ?? '' })
    return new Set(entries.map(({ state }) => state))
  }
  await expect.poll(states).toEqual(new Set(['published', 'confirmed', 'failed', 'scheduled']))
  const changedVersions = async () => {
    const ids = brands.map(({ id: brandId }) => desk.value('connectors.versions', { brandId }))
    return (await Promise.all(ids)).filter(({ versions }) => versions.length > 1).length
  }
  await expect.poll(changedVersions).toBe(1)
  const pitches = await desk.value('intents.list', { filter: { kind: ['queue'] } })
  expect(pitches.rows.map(({ state, counts }) => [state, counts.confirmed > 5, counts.skipped])).toEqual([
    ['partly_done', true, 2],
    ['partly_done', true, 2],
  ])
  // Only the subject of a skipped pitch is missing: its text is there to be sent again.
  for (const { id: intentId } of pitches.rows) {
    const { items } = await desk.value('intents.get', { id: intentId })
    const skipped = items.filter(({ state }) => state === 'skipped').map(({ item }) => ({ intentId, item }))
    for (const one of skipped) expect((await desk.value('outreach.pitch', one)).body).toMatch(/^Hello /)
  }
  const { rows: deliveries } = await desk.value('webhooks.deliveries', {})
  expect(deliveries.length).toBe(18)
  // An event that the desk does not know names the article of its body, as the receiver reads it.
  const unknown = deliveries.filter(({ status }) => status === 'unknown-event')
  expect(unknown.map(({ slug, title }) => [slug, title])).toEqual([
    ['opening-hours', 'Opening hours'],
    ['opening-hours', 'Opening hours'],
  ])
  // A rejected body is a row and is counted; a wrong secret is only counted.
  const { refused } = await desk.value('webhooks.status', {})
  expect(refused).toEqual({
    'bad-body': deliveries.filter(({ status }) => status === 'rejected').length,
    unauthorized: 1,
  })
  const created = (await desk.value('intents.list', { limit: 100 })).rows.map(({ createdAt }) => createdAt)
  expect(created.length).toBe(74)
  expect(created).toEqual(created.toSorted().toReversed())
  const { rows: audits } = await desk.value('research.audits', {})
  // Nine brands were audited, each several times; their sites differ, and rise and fall.
  expect(new Set(audits.map(({ brandId }) => brandId)).size).toBe(9)
  const changes = audits.flatMap(({ scoreChange }) => (scoreChange === null ? [] : [scoreChange]))
  expect(changes.length).toBe(audits.length - 9)
  expect(new Set(changes).size).toBeGreaterThan(changes.length / 3)
  expect(Math.min(...changes)).toBeLessThan(0)
  expect(Math.max(...changes)).toBeGreaterThan(0)
  const verdicts = async () => new Set((await desk.value('impact.list', {})).rows.map(({ verdict }) => verdict))
  await expect.poll(verdicts).toEqual(new Set(['up', 'down', 'no-change', 'too-early']))
  // What people left behind: reports, a schedule, playbook runs, notes, suppressions and charges.
  const reportsBy = async (state: 'done' | 'review') =>
    (await desk.value('reports.packs', { filter: { state: [state] } })).total
  expect([await reportsBy('done'), await reportsBy('review')]).toEqual([2, 3])
  expect((await desk.value('reports.schedules', {})).schedules.map(({ name }) => name)).toEqual([
    'Monthly reports to clients',
  ])
  expect((await desk.value('playbooks.runs', {})).rows.map(({ state }) => state)).toEqual(['waiting', 'done'])
  expect((await desk.value('annotations.list', { kinds: ['note'] })).total).toBe(3)
  expect((await desk.value('outreach.suppressions', {})).total).toBe(4)
  // Each site that was searched was paid for once, at its price; where nobody was found, it was refunded.
  for (const { id } of brands) {
    const { rows } = await desk.value('prospects.page', { brandIds: [id], limit: 200 })
    const barren = rows.filter(({ status }) => status === 'no_people_found').length
    const searched = rows.filter(({ contacts }) => contacts > 0).length + barren
    const ledger = await desk.value('outreach.ledger', { brandIds: [id] })
    expect(ledger.rows.map(({ charged, refunded }) => [charged, refunded])).toEqual([
      [searched * 5, barren * 5],
      [25, 0],
    ])
  }
  // No past row is sent again, now or by another start.
  expect((await desk.value('intents.list', { filter: { state: ['ready', 'in_flight', 'unknown'] } })).rows).toEqual([])

  // The steps to the person's own data stand on Today, and tick themselves.
  await page.goto(`${desk.origin}/#/today/all`)
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByText('0 of 5 done').waitFor()
  // No service is asked for anything yet.
  await page.getByRole('status').getByText('Demo only', { exact: true }).waitFor()
  const { presets } = await desk.value('alerts.rules', {})
  await desk.value('alerts.saveRule', { ...presets[0], name: 'Own rule' } as CallInput<'alerts.saveRule'>)
  await steps.getByText('1 of 5 done').waitFor()
  await steps.getByRole('button', { name: 'Connect: Connect your service' }).click()
  const adding = page.getByRole('dialog', { name: 'Add brands' })
  const focused = adding.locator('input:focus')
  await expect.poll(() => focused.getAttribute('placeholder')).toBe('https://api.example.com')
  await page.keyboard.press('Escape')
  await adding.waitFor({ state: 'detached' })

  const demo = page.getByRole('region', { name: 'Demo' })
  await demo.getByText('12 invented brands on this computer. Nothing is sent.').waitFor()
  await demo.getByRole('button', { name: 'Connect your agency' }).click()
  await adding.waitFor()
  await page.keyboard.press('Escape')
  await demo.getByRole('button', { name: 'Remove the demo' }).click()
  await page.getByRole('dialog', { name: 'Remove the demo?' }).getByRole('button', { name: 'Remove the demo' }).click()
  await demo.waitFor({ state: 'hidden' })
  await page.goto(`${desk.origin}/#/today/all`)
  await page.getByRole('main').getByRole('button', { name: 'Add brands' }).waitFor()
  expect((await desk.value('brands.list', {})).brands).toEqual([])
  await page.getByRole('status').getByText('No brands yet', { exact: true }).waitFor()
})

test('the demo is removed without a keychain, and brands that were connected stay', async () => {
  const sandbox = await startSandbox({ brands: 1 })
  onTestFinished(sandbox.close)
  const desk = await startDesk({
    env: { AGENCY_DESK_DEMO: '1', AGENCY_DESK_KEYCHAIN: 'os', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/no-bus' },
  })
  await desk.value('service.setProfile', { baseUrl: sandbox.baseUrl })
  const rows = sandbox.brands.map(({ key }) => ({ name: 'Own', key }))
  await desk.value('brands.addMany', { rows, sessionOnly: true })
  const { brands } = await desk.value('brands.list', {})
  const totalsOf = async (isOfDemo: boolean) => {
    const brandIds = brands.filter(({ demo }) => demo === isOfDemo).map(({ id }) => id)
    return desk.value('rankings.totals', { brandIds })
  }
  await expect.poll(async () => (await totalsOf(true)).keywords).toBeGreaterThan(0)
  expect(await desk.value('rankings.totals', {})).toEqual(await totalsOf(false))
  const leftBehind = async () => {
    const { rows: reports } = await desk.value('reports.packs', {})
    const { schedules } = await desk.value('reports.schedules', {})
    const runs = await desk.value('playbooks.runs', {})
    const notes = await desk.value('annotations.list', { kinds: ['note'] })
    const suppressions = await desk.value('outreach.suppressions', {})
    const ledger = await desk.value('outreach.ledger', {})
    const totals = [notes.total, suppressions.total, ledger.total, runs.total, schedules.length]
    return { totals, reports: reports.map(({ state }) => state), files: reports.flatMap(({ files }) => files) }
  }
  const made = ['done', 'done', 'review', 'review', 'review']
  await expect.poll(async () => (await leftBehind()).reports.toSorted()).toEqual(made)
  const before = await leftBehind()
  // Charges of the demo are not added to those of own brands.
  expect(before.totals).toEqual([3, 4, 0, 2, 1])
  const demoIds = brands.filter(({ demo }) => demo).map(({ id }) => id)
  expect((await desk.value('outreach.ledger', { brandIds: demoIds })).total).toBe(24)
  expect(before.files.map(({ path }) => existsSync(path))).toEqual(before.files.map(() => true))
  // None of it is of the own brand, nor in its totals.
  const own = brands.filter(({ demo }) => !demo).map(({ id }) => id)
  const ownLedger = await desk.value('outreach.ledger', { brandIds: own })
  expect([ownLedger.total, ownLedger.totals.map(({ spentThisMonth }) => spentThisMonth)]).toEqual([0, [0]])
  expect((await desk.value('reports.packs', { brandIds: own })).total).toBe(0)
  await desk.value('outreach.suppress', { entries: [{ value: 'own@example.com', reason: 'asked us' }] })
  const page = await openDeskPage(browser, desk, { at: '#/settings/all' })
  await page.getByRole('main').getByText('13 brands', { exact: true }).waitFor()
  await page.getByRole('main').getByText('There is no keychain').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Remove the demo' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Remove the demo?' })
  await dialog.getByText('Deletes 12 demo brands').waitFor()
  await dialog.getByRole('button', { name: 'Remove the demo' }).click()
  await page.getByRole('main').getByText('1 brand', { exact: true }).waitFor()
  expect((await desk.value('brands.list', {})).brands.map(({ name, demo }) => [name, demo])).toEqual([['Own', false]])
  expect(await leftBehind()).toEqual({ totals: [0, 1, 0, 0, 0], reports: [], files: [] })
  expect(before.files.filter(({ path }) => existsSync(path))).toEqual([])
})

test('a demo brand whose sandbox is away says so, without the name of a field', async () => {
  const { home } = tempHome()
  const demo = await startDesk({ home, env: { AGENCY_DESK_DEMO: '1' } })
  const { brands } = await demo.value('brands.list', {})
  await demo.stop()
  const desk = await startDesk({ home })
  const [brand] = brands
  if (brand === undefined) throw new Error('The demo has no brand')
  const page = await openDeskPage(browser, desk, { tolerates: /400/, reducedMotion: 'no-preference' })
  await compose(page, { brand, slugs: ['a-guide'], provider: 'WordPress' })
  await review(page)
  await page.getByRole('button', { name: `Publish 1 article for ${brand.name}` }).click()
  await page.getByText(/the demo's sandbox is not running/).waitFor()
  expect(await page.locator('body').innerText()).not.toMatch(/brandId|targets\.|Correct the field/)
})

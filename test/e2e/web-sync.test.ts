// The sync centre, and what the desk looks like while the service is away.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../../src-sandbox/server.ts'
import { DATASETS } from '../../src-shared/desk/sync.ts'
import { intercept } from '../support/intercept.ts'
import { expectColumn } from '../support/read-grid.ts'
import { syncAll } from '../support/sync-all.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

/** A run in which nothing failed. */
const ALL_SYNCED = /^Last sync .* (\d+) of \1 datasets synced$/

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 4, keywords: 60 }, historyDays: 2 })
})
afterAll(() => web?.close())

const openCentre = () => web.open({ at: '#/sync/all' })
const rowOf = (page: Page, index: number) =>
  page.getByRole('table', { name: 'Sync state of all brands' }).locator(`tr[data-brand="${web.brand(index).id}"]`)

test('every brand and dataset shows its age; one brand is synced by its own button', async () => {
  const page = await openCentre()
  for (const index of [0, 1, 2, 3]) {
    const cells = () => rowOf(page, index).locator('td').allTextContents()
    const isFresh = (text: string) => /^(now|\d+ min)$/.test(text)
    await expect.poll(async () => (await cells()).slice(1, 7).map(isFresh)).toEqual(Array(6).fill(true))
    expect((await cells())[0]).toContain(web.brand(index).name)
  }
  const before = (await web.desk.value('sync.status', { brandIds: [web.brand(2).id] })).rows
  await rowOf(page, 2)
    .getByRole('button', { name: `Sync ${web.brand(2).name}` })
    .click()
  const fetchedAt = async () =>
    (await web.desk.value('sync.status', { brandIds: [web.brand(2).id] })).rows.filter(
      (row) =>
        row.fetchedAt !== null && row.fetchedAt > (before.find((old) => old.dataset === row.dataset)?.fetchedAt ?? ''),
    ).length
  await expect.poll(fetchedAt).toBe(DATASETS.length)
  await page.getByText(ALL_SYNCED).waitFor()
})

test('until the desk has said what is synced, nothing is called not synced', async () => {
  const page = await web.open({ at: '#/sync/all' })
  await page.getByText(ALL_SYNCED).waitFor()
  const held: (() => void)[] = []
  await intercept(page, '**/api/call/sync.status', async (route) => {
    await new Promise<void>((done) => held.push(done))
    await route.continue()
  })
  await page.reload()
  await rowOf(page, 0).waitFor()
  await expect.poll(() => held.length).toBe(1)
  expect(await page.getByText(/Not synced yet|^never$|^0 brands fresh/).count()).toBe(0)
  for (const reply of held) reply()
  await page.getByText(ALL_SYNCED).waitFor()
})

test('a run shows its progress, can be cancelled, and keeps the fetched data', async () => {
  await web.sandbox.fault({ operation: 'rankTracking.topKeywords', kind: 'hold', times: 100 })
  const page = await openCentre()
  await page.getByRole('button', { name: 'Sync all brands' }).click()
  const run = page.getByRole('region', { name: 'Sync in progress' })
  await run.getByText(new RegExp(`^\\d+ of ${4 * DATASETS.length}$`)).waitFor()
  await run.getByRole('button', { name: 'Cancel' }).click()
  await run.waitFor({ state: 'detached' })
  await web.sandbox.clearFaults()
  await rowOf(page, 0).getByText('cancelled').first().waitFor()
  const { total } = await web.desk.value('rankings.page', { brandIds: [web.brand(0).id] })
  expect(total).toBeGreaterThan(0)
})

test('a rate limit shows a countdown, and the sync continues by itself', async () => {
  const brand = web.brand(1)
  await web.sandbox.fault({
    operation: 'topicClusters.list',
    kind: 'status',
    status: 429,
    retryAfterSeconds: 8, // in sight for long enough on a slow machine as well
    teamId: brand.teamId ?? '',
  })
  const page = await openCentre()
  await rowOf(page, 1)
    .getByRole('button', { name: `Sync ${brand.name}` })
    .click()
  await page
    .getByRole('list', { name: 'Rate limits' })
    .getByText(new RegExp(`^${brand.name}: .*continues automatically in \\d s`))
    .waitFor()
  await page.getByText(ALL_SYNCED).waitFor()
  await page.getByRole('list', { name: 'Rate limits' }).waitFor({ state: 'detached' })
})

test('a cancelled run shows no rate limit countdown', async () => {
  const brand = web.brand(1)
  const teamId = brand.teamId ?? ''
  await web.sandbox.fault({
    operation: 'outreach.contacts',
    kind: 'status',
    status: 429,
    retryAfterSeconds: 50,
    teamId,
  })
  const page = await openCentre()
  await rowOf(page, 1)
    .getByRole('button', { name: `Sync ${brand.name}` })
    .click()
  const waits = page.getByRole('list', { name: 'Rate limits' })
  await waits.waitFor()
  await page.getByRole('region', { name: 'Sync in progress' }).getByRole('button', { name: 'Cancel' }).click()
  await waits.waitFor({ state: 'detached' })
})

test('in a window of 1024 × 700 no head of a dataset is cut', async () => {
  const page = await web.open({ at: '#/sync/all', viewport: { width: 1024, height: 700 } })
  const table = page.getByRole('table', { name: 'Sync state of all brands' })
  await table.waitFor()
  const cut = await table
    .locator('th')
    .evaluateAll((heads) =>
      heads
        .filter((head) =>
          [head, ...head.querySelectorAll('span')].some(
            (it) => !it.classList.contains('visually-hidden') && it.scrollWidth > it.clientWidth + 1,
          ),
        )
        .map((head) => head.textContent),
    )
  expect(cut).toEqual([])
  const lap = await table.locator('th').evaluateAll((heads) => {
    const boxes = heads.map((head) => (head.querySelector('span') ?? head).getBoundingClientRect())
    return boxes.filter((box, index) => index > 0 && box.left < (boxes[index - 1]?.right ?? 0) - 1).length
  })
  expect(lap).toBe(0)
})

test('the service’s error text is shown with one next step', async () => {
  const brand = web.brand(3)
  const teamId = brand.teamId ?? ''
  const body = JSON.stringify({ error: 'the plan of this team has no topic clusters' })
  await web.sandbox.fault({ operation: 'topicClusters.list', kind: 'status', status: 403, teamId, body })
  await web.sandbox.fault({ operation: 'outreach.prospects', kind: 'html', teamId, times: 10 })
  await syncAll(web.desk, { brandIds: [brand.id] })
  const page = await openCentre()
  const problems = page.getByRole('listitem').filter({ hasText: brand.name })
  await problems.filter({ hasText: 'the plan of this team has no topic clusters' }).waitFor()
  // The age of the rows from before is not green beside the failure.
  const ofLevel = (level: string) => rowOf(page, 3).locator(`[data-level="${level}"]`)
  await expect.poll(() => ofLevel('fresh').count()).toBe(DATASETS.length - 2)
  await expect.poll(() => ofLevel('last sync failed').count()).toBe(2)
  await page.getByText(/ · 1 failed$/).waitFor()
  const steps = problems.getByRole('button').filter({ hasNotText: 'Copy details' })
  await expect.poll(async () => (await steps.count()) - (await problems.count())).toBe(0)
  await web.sandbox.clearFaults()
  await page.getByRole('button', { name: 'Try 1 failed brand again' }).click()
  await page.getByText(ALL_SYNCED).waitFor()
  await problems.first().waitFor({ state: 'detached' })
})

test('without the service one banner shows and cached rows stay, until the service is back', async () => {
  const page = await web.open({ at: `#/rankings/${web.brand(0).id}` })
  const { rows, total } = await web.desk.value('rankings.page', {
    brandIds: [web.brand(0).id],
    limit: 60,
    sort: { by: 'clicks', direction: 'desc' },
  })
  const expectRows = () =>
    expectColumn(
      page,
      { label: `Rankings of ${web.brand(0).name}`, column: 'Keyword' },
      { total, texts: rows.map((row) => row.keyword) },
    )
  await expectRows()
  const port = Number(new URL(web.sandbox.baseUrl).port)
  // Without the background sync nothing is tried again by itself, and nothing counts down.
  await web.desk.value('desk.setSettings', { syncEveryMinutes: 60 })
  await web.sandbox.close()
  // All of them: the desk's own check of running outreach asks for some brands at times of its own.
  await syncAll(web.desk, { datasets: ['clusters'] })
  const banner = page.getByText('The service cannot be reached for 4 brands.')
  await banner.waitFor()
  // The desk answers, and the service does not: the foot of the rail does not say that all is well.
  const foot = page.getByRole('status').filter({ hasText: /^Offline$/ })
  await foot.waitFor()
  await expectRows()
  const says = page.getByRole('status').filter({ has: banner })
  await expect.poll(() => says.textContent()).toContain('Syncing, searches and sending wait until it answers.')
  // The banner and the list of problems count down to the same moment.
  await page.goto(`${web.desk.origin}/#/sync/all`)
  const countdowns = async () =>
    [...(await page.locator('body').innerText()).matchAll(/next try ([^.·\n]+)/gi)].map(([, when = '']) => when.trim())
  await expect.poll(async () => (await countdowns()).length).toBeGreaterThan(1)
  await expect.poll(async () => new Set(await countdowns()).size).toBe(1)
  await page.goto(`${web.desk.origin}/#/rankings/${web.brand(0).id}`)
  // A cold start of the page works on the cache alone.
  await page.reload()
  await banner.waitFor()
  await expectRows()
  for (const place of ['movers', 'clusters', 'prospects', 'contacts']) {
    await page.goto(`${web.desk.origin}/#/${place}/${web.brand(0).id}`)
    if (place === 'movers') await page.getByText('All moves', { exact: true }).click()
    await page.getByRole('grid').locator('[data-row="0"]').getByRole('gridcell').nth(1).waitFor()
  }
  const status = await web.desk.value('sync.status', { brandIds: [web.brand(0).id] })
  expect(status.rows.find((row) => row.dataset === 'clusters')?.error?.kind).toBe('network')

  const again = await startSandbox({ port, brands: 4, keywords: 60, days: 40 })
  try {
    await page.getByRole('button', { name: 'Sync now' }).click()
    await banner.waitFor({ state: 'detached' })
  } finally {
    await again.close()
  }
})

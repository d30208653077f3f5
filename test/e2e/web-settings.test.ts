// Settings: each takes effect at once, is kept by the desk, and a refusal is shown at its field.
import { stat } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whenAnswered } from '../support/page-checks.ts'
import { startScriptedServer } from '../support/scripted-server.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 2, keywords: 40 }, historyDays: 2 })
})
afterAll(() => web?.close())

const openSection = (section: string) => web.open({ at: `#/settings/all?section=${section}` })

test('an invalid service address is refused at its field, and the saved one stays', async () => {
  const page = await openSection('service')
  const field = page.getByRole('textbox', { name: 'Service address' })
  await expect.poll(() => field.inputValue()).toBe(web.sandbox.baseUrl)
  for (const bad of ['ftp://example.com', 'nonsense']) {
    await field.fill(bad)
    await field.press('Enter')
    await page.getByText('must be an http or https address').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
  }
  expect((await web.desk.value('service.profile', {})).baseUrl).toBe(web.sandbox.baseUrl)
  await field.press('Escape')
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe(web.sandbox.baseUrl)
})

test('brands and keys come first, and the saved service address says whether the service answers there', async () => {
  const page = await web.open({ at: '#/settings/all', viewport: { width: 1024, height: 700 } })
  const nav = page.getByRole('navigation', { name: 'Settings' })
  await expect
    .poll(() => nav.getByRole('button').allTextContents())
    .toEqual([
      'Brands and keys',
      'Service',
      'Appearance',
      'Data and sync',
      'Team',
      'Assistants on this machine',
      'Operations',
      'Field names',
      'Service doctor',
      'SQL console',
    ])
  const row = page.getByRole('table', { name: 'Keys of all brands' }).getByRole('row').nth(1)
  for (const button of await row.getByRole('button').all())
    expect(
      await button.evaluate((it) =>
        [it, ...it.querySelectorAll('span')].every((part) => part.scrollWidth <= part.clientWidth + 1),
      ),
    ).toBe(true)
  await nav.getByRole('button', { name: 'Service', exact: true }).click()
  await page.getByText('This address answers like the service.').waitFor()
  const other = await startScriptedServer((response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Another site</title>')
  })
  await web.desk.value('service.setProfile', { baseUrl: other.baseUrl })
  await page.reload()
  await page.getByText(/not like the service: a web page/).waitFor()
  await web.desk.value('service.setProfile', { baseUrl: web.sandbox.baseUrl })
  await page.reload()
  await page.getByText('This address answers like the service.').waitFor()
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('This address answers like the service.').waitFor()
})

test('plain http to another machine is refused, because keys would be readable', async () => {
  const page = await openSection('service')
  const field = page.getByRole('textbox', { name: 'Service address' })
  await field.fill('http://service.example')
  await field.press('Enter')
  await page.getByText(/https/).first().waitFor()
  await expect.poll(async () => (await web.desk.value('service.profile', {})).baseUrl).toBe(web.sandbox.baseUrl)
})

test('theme and density change at once and survive a reload', async () => {
  const page = await openSection('appearance')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const brightness = async () =>
    (/\d+/g[Symbol.match](await background()) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)
  await page.getByText('Dark', { exact: true }).click()
  await expect.poll(brightness).toBeLessThan(200)
  await page.getByText('Compact', { exact: true }).click()
  await expect.poll(() => web.desk.value('desk.settings', {})).toMatchObject({ theme: 'dark', density: 'compact' })
  await page.reload()
  await expect.poll(brightness).toBeLessThan(200)
  await page.getByRole('radio', { name: 'Compact' }).and(page.locator(':checked')).waitFor({ state: 'attached' })
  await page.getByText('Light', { exact: true }).click()
  await expect.poll(brightness).toBeGreaterThan(600)
  await page.getByText('Comfortable', { exact: true }).click()
  await expect.poll(() => web.desk.value('desk.settings', {})).toMatchObject({ theme: 'light', density: 'comfortable' })
})

test('the system’s colour scheme is used when no theme was chosen', async () => {
  await web.desk.value('desk.setSettings', { theme: 'system' })
  const page = await web.open({ colorScheme: 'dark' })
  const scheme = () => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
  await expect.poll(scheme).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(scheme).toBe('light')
})

test('a page that opens computes its styles once: a style for all elements comes only with another theme', async () => {
  await web.desk.value('desk.setSettings', { theme: 'system' })
  const page = await web.open({ at: '#/settings/all?section=appearance' })
  await page.addInitScript(() => {
    const forAll: string[] = []
    Object.assign(window, { forAll })
    const isStyle = (node: Node): node is HTMLStyleElement => node instanceof HTMLStyleElement
    const look = ({ addedNodes }: MutationRecord) =>
      void forAll.push(...[...addedNodes].filter(isStyle).flatMap(({ textContent }) => textContent.match(/^\*/) ?? []))
    new MutationObserver((records) => records.forEach(look)).observe(document, { childList: true, subtree: true })
  })
  const styles = () => page.evaluate(() => (window as unknown as { forAll: string[] }).forAll.length) // as set above
  await page.reload()
  await page.getByRole('radio', { name: 'System' }).and(page.locator(':checked')).waitFor({ state: 'attached' })
  await whenAnswered(page)
  expect(await styles()).toBe(0)
  await page.getByText('Dark', { exact: true }).click()
  await expect.poll(styles).toBe(1)
  await web.desk.value('desk.setSettings', { theme: 'system' })
})

test('the doctor tests each read endpoint and names the missing one', async () => {
  const page = await openSection('doctor')
  await page.getByRole('button', { name: 'Test the service' }).click()
  const table = page.getByRole('table', { name: 'Findings of the service doctor' })
  await table.waitFor()
  const asked = async () => (await web.desk.value('service.doctor', { brandId: web.brand(0).id })).rows
  const clusters = table.getByRole('row').filter({ hasText: 'topicClusters.list' })
  const before = await asked()
  await expect.poll(() => table.locator('tbody tr:has(td:nth-child(5))').count()).toBe(before.length)
  await expect.poll(() => clusters.textContent()).toContain('matches')
  for (const { operation, problems } of before) {
    const row = await table
      .locator('tbody tr')
      .filter({ has: page.getByText(operation, { exact: true }) })
      .textContent()
    for (const problem of problems) expect(row).toContain(problem)
  }
  await web.desk.value('service.setProfile', { operations: { 'topicClusters.list': { path: '/v3/no/such/place' } } })
  await page.getByRole('button', { name: 'Test the service' }).click()
  await clusters.getByText('404', { exact: true }).waitFor()
  const ill = (await asked()).filter((row) => row.problems.length > 0).length
  await page.getByText(new RegExp(`^${ill} problem`)).waitFor()
  await web.desk.value('service.setProfile', { operations: { 'topicClusters.list': null } })
})

test('a backup is made and its file shown', async () => {
  const page = await openSection('data')
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByText(/^Backup taken, /).waitFor()
  const path =
    (await page
      .getByText(/agency-desk.*backups/)
      .first()
      .textContent()) ?? ''
  expect((await stat(path.trim())).size).toBeGreaterThan(0)
  await page.getByText(/Last one .* just now/).waitFor()
})

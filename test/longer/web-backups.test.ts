// Backups in the window: the list, a restore with what it takes away, a clock in doubt, a missing core.db.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { sharedBrowser } from '../support/chromium.ts'
import { type DeskProcess, startDeskProcess } from '../support/desk-process.ts'
import { homePaths, tempHome } from '../support/temp-home.ts'
import { openDeskPage, type PageOptions } from '../support/web-desk.ts'

const DAY_MS = 86_400_000

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})

/** The desk of a data folder, until the test ends or it is stopped. */
const startDesk = async (home: string): Promise<DeskProcess> => {
  const desk = await startDeskProcess({ isBuilt: true, home })
  onTestFinished(async () => void (await desk.stop()))
  return desk
}

const open = (desk: DeskProcess, options: PageOptions = {}): Promise<Page> => openDeskPage(browser, desk, options)

const suppress = (desk: DeskProcess, ...values: string[]) =>
  desk.value('outreach.suppress', { entries: values.map((value) => ({ value })) })
const suppressed = async (desk: DeskProcess) =>
  (await desk.value('outreach.suppressions', {})).rows.map(({ value }) => value).toSorted()

test('Settings lists the backups, names what a restore would lose, and restores', async () => {
  const desk = await startDesk(tempHome().home)
  await suppress(desk, 'kept@example.test')
  await desk.value('desk.backup', {})
  await suppress(desk, 'one@example.test', 'two@example.test')
  const page = await open(desk, { at: '#/settings/all?section=data' })
  const table = page.getByRole('table', { name: 'Backups' })
  const rows = table.locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(1)
  await expect.poll(() => rows.first().textContent()).toContain('By hand')

  await rows.first().getByRole('button', { name: /^View/ }).click()
  const viewed = page.getByRole('dialog', { name: /^Backup of/ })
  await viewed.getByRole('row', { name: 'suppressions 3 1' }).waitFor()
  expect(await viewed.getByRole('button', { name: 'Restore backup' }).count()).toBe(0)
  await viewed.getByText('Close', { exact: true }).click()

  await rows
    .first()
    .getByRole('button', { name: /^Restore/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Restore the backup of/ })
  await dialog.getByText('Lost: 2 suppressions, and changes made since.').waitFor()
  await dialog.getByText('Cancel', { exact: true }).click()
  expect(await suppressed(desk)).toHaveLength(3)

  await rows
    .first()
    .getByRole('button', { name: /^Restore/ })
    .click()
  await dialog.getByRole('button', { name: 'Restore backup' }).click()
  // The page reloads itself; the list then also has the state before the restore.
  await expect.poll(() => rows.count()).toBe(2)
  await expect.poll(() => rows.first().textContent()).toContain('Before a restore')
  expect(await suppressed(desk)).toEqual(['kept@example.test'])
})

test('a doubtful clock shows a notice until the date is confirmed', async () => {
  const { home, coreFile } = tempHome()
  await (await startDeskProcess({ isBuilt: true, home })).stop()
  const core = new Database(coreFile)
  core.prepare("UPDATE setting SET value = ? WHERE key = 'desk.lastRunMs'").run(String(Date.now() - 400 * DAY_MS))
  core.close()
  const desk = await startDesk(home)
  expect(desk.output()).toContain('400 days after the desk last ran')
  const page = await open(desk)
  const line = page.getByRole('region', { name: 'Clock' })
  await line.getByText(/^The clock says \d+ \w+ \d{4}, 400 days after the desk last ran\.$/).waitFor()
  await line.getByRole('button', { name: 'Confirm date' }).click()
  await line.waitFor({ state: 'detached' })
  expect(await desk.value('desk.clock', {})).toMatchObject({ isInDoubt: false })
  await page.reload()
  await page.getByRole('navigation', { name: 'Brands' }).waitFor()
  expect(await line.count()).toBe(0)
})

/** A data folder that lost its core.db while its cache holds a brand. */
const loseCore = async (): Promise<{ home: string; backup: string }> => {
  const { home, coreFile, cacheFile, backupsFolder } = tempHome()
  const desk = await startDeskProcess({ isBuilt: true, home })
  await suppress(desk, 'kept@example.test')
  const { path } = await desk.value('desk.backup', {})
  await desk.stop()
  const backup = join(home, 'elsewhere.db')
  copyFileSync(path, backup)
  rmSync(backupsFolder, { recursive: true })
  rmSync(coreFile)
  new Database(cacheFile).exec("INSERT INTO brand (id) VALUES ('brand_lost')").close()
  return { home, backup }
}

test('a missing core.db is reported instead of the window, and a backup put in the folder is found', async () => {
  const { home, backup } = await loseCore()
  const desk = await startDesk(home)
  expect(desk.output()).toContain('core.db is missing')
  const page = await open(desk, { heading: 'The file core.db is missing' })
  await page.getByRole('button', { name: 'Look for backups' }).click()
  await page.getByText('No backup found.').waitFor()
  const { backupsFolder } = homePaths(home)
  mkdirSync(backupsFolder, { recursive: true })
  copyFileSync(backup, join(backupsFolder, 'core-2026-01-02T000000.000Z.db'))
  await page.getByRole('button', { name: 'Look for backups' }).click()
  await page.getByRole('navigation', { name: 'Brands' }).waitFor()
  expect(await suppressed(desk)).toEqual(['kept@example.test'])
})

test('a person without a backup confirms and starts with an empty desk', async () => {
  const { home } = await loseCore()
  const desk = await startDesk(home)
  const page = await open(desk, { heading: 'The file core.db is missing' })
  await page.getByRole('button', { name: 'Start with an empty desk' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start with an empty desk?' })
  await dialog.getByText('Cancel', { exact: true }).click()
  expect((await desk.value('desk.recovery', {})).state).toBe('core-missing')
  await page.getByRole('button', { name: 'Start with an empty desk' }).click()
  await dialog.getByRole('button', { name: 'Start with an empty desk' }).click()
  await page.getByRole('navigation', { name: 'Brands' }).waitFor()
  expect((await desk.value('desk.recovery', {})).state).toBe('none')
})

// The service address: its check is shown before it is saved, and it is confirmed by its host before keys go there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, tooWide } from '../support/page-checks.ts'
import { type Answer, startScriptedServer } from '../support/scripted-server.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 3, keywords: 5, days: 2 }, historyDays: 1, datasets: ['connectors'] })
})
afterAll(() => web?.close())

const page200: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Another site</title>')
}

test('an address without the service shows a warning, and is saved only on confirmation', async () => {
  const other = await startScriptedServer(page200)
  const page = await web.open({ at: '#/settings/all?section=service' })
  const field = page.getByRole('textbox', { name: 'Service address' })
  await field.fill(other.baseUrl)
  await field.press('Enter')
  await page.getByText('not like the service: a web page (HTML, 200)').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect((await web.desk.value('service.profile', {})).baseUrl).toBe(web.sandbox.baseUrl)
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await page.getByText('Nothing is sent for 3 brands').waitFor()
  expect((await web.desk.value('service.profile', {})).baseUrl).toBe(other.baseUrl)
  expect(other.seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
  // Changed back: nothing is asked.
  await field.fill(web.sandbox.baseUrl)
  await field.press('Enter')
  await page.getByText('This address answers like the service.').waitFor()
  await page.getByText('Nothing is sent for 3 brands').waitFor({ state: 'hidden' })
})

test('the typed host confirms a changed address, for the chosen brands only', async () => {
  const moved = web.sandbox.baseUrl.replace('127.0.0.1', 'localhost')
  const { host } = new URL(moved)
  await web.desk.value('service.setProfile', { baseUrl: moved })
  const before = (await web.sandbox.requests()).length
  const page = await web.open({ at: '#/rankings/all' })
  await page.getByRole('alert').getByText('Nothing is sent for 3 brands').waitFor()
  await page.getByRole('button', { name: 'Confirm address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm the service address' })
  const typed = dialog.getByRole('textbox', { name: `Type “${host}” to confirm it` })
  for (const index of [1, 2])
    await dialog.getByRole('checkbox', { name: new RegExp(`Confirm for .*${web.brand(index).name}`) }).click()
  const confirm = dialog.getByRole('button', { name: 'Confirm for 1 brand' })
  await typed.fill('127.0.0.1')
  expect(await confirm.isDisabled()).toBe(true)
  await typed.fill(host)
  for (const colorScheme of ['light', 'dark'] as const) {
    await web.desk.value('desk.setSettings', { theme: colorScheme })
    const scheme = () => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
    await expect.poll(scheme).toBe(colorScheme)
    expect(await axeFindings(page)).toEqual([])
    expect(await tooWide(page)).toEqual([])
  }
  await confirm.click()
  await dialog.getByText('1 confirmed, 0 not confirmed.').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('alert').getByText('Nothing is sent for 2 brands').waitFor()
  // Null: the look at the address, without a key.
  const teams = (await web.sandbox.requests()).slice(before).map(({ teamId }) => teamId)
  expect(new Set(teams)).toEqual(new Set([null, web.brand(0).teamId]))
  const states = (await web.desk.value('brands.list', {})).brands.map(({ keyState }) => keyState)
  expect(states).toEqual(['ok', 'unconfirmed', 'unconfirmed'])
})

// Brands come and go: pasted in bulk, keys replaced, and removed with the name typed.
import { existsSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startScriptedServer } from '../support/scripted-server.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 6, keywords: 20 }, historyDays: 1, isEmpty: true })
})
afterAll(() => web?.close())

const keyOf = (index: number) => web.sandbox.brands[index]?.key ?? ''
const REFUSED = `sk_${'refused'.repeat(5)}`
const CONSENT = /^Keep keys in memory only/

const openDialog = async (page: Page) => {
  await page.keyboard.press('Shift+A')
  const dialog = page.getByRole('dialog', { name: 'Add brands' })
  await dialog.waitFor()
  return dialog
}
/** Everything a page holds: what is drawn, what is typed, what is stored. */
const heldBy = (page: Page) =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value), // fields
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      location.href,
    ].join('\n'),
  )

test('a wrong service address keeps its field, and the error of a brand names it', async () => {
  const other = await startScriptedServer((response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Another site</title>')
  })
  const page = await web.open()
  const dialog = await openDialog(page)
  const field = dialog.getByRole('textbox', { name: 'Service address' })
  await expect.poll(() => field.inputValue()).toBe(web.sandbox.baseUrl)
  await field.fill(other.baseUrl)
  await dialog.getByRole('button', { name: 'Set address' }).click()
  await dialog.getByText('not like the service').waitFor()
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await expect.poll(async () => (await web.desk.value('service.profile', {})).baseUrl).toBe(other.baseUrl)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('First')
  await dialog.getByLabel('Key', { exact: true }).fill(keyOf(0))
  await dialog.getByRole('checkbox', { name: CONSENT }).check()
  await dialog.getByRole('button', { name: 'Add First' }).click()
  await dialog.getByRole('alert').getByText(other.baseUrl).waitFor()
  expect(await field.inputValue()).toBe(other.baseUrl)
  await web.desk.value('service.setProfile', { baseUrl: web.sandbox.baseUrl })
})

test('a pasted list shows a result for each key: good, malformed, refused or repeated', async () => {
  const page = await web.open()
  const dialog = await openDialog(page)
  await dialog.getByText('Paste a list', { exact: true }).click()
  const lines = [
    `Good One\t${keyOf(0)}`,
    `"Comma, Inc",${keyOf(1)}`,
    'Badly Begun\tpk_123456',
    `Refused by it\t${REFUSED}`,
    `Doubled\t${keyOf(0)}`,
    'No key at all',
  ]
  await dialog.getByRole('textbox', { name: 'Brands and keys' }).fill(lines.join('\n'))
  await dialog.getByText('3 ready, 3 with a problem').waitFor()
  const cells = (name: string) => dialog.getByRole('row').filter({ hasText: name })
  await expect.poll(() => cells('Badly Begun').textContent()).toContain('A key starts with sk_.')
  await expect.poll(() => cells('Doubled').textContent()).toContain('The same key as in line 1.')
  await expect.poll(() => cells('No key at all').textContent()).toContain('No key')
  // Keys are shown by their last letters only, and there is no keychain here: memory only, once that is agreed to.
  await expect.poll(() => dialog.getByRole('table').textContent()).not.toContain(keyOf(0))
  const add = dialog.getByRole('button', { name: 'Check and add 3 brands' })
  await expect.poll(() => add.isEnabled()).toBe(false)
  await dialog.getByRole('checkbox', { name: CONSENT }).check()
  await add.click()
  await dialog.getByText('2 added, 1 refused, 3 with a problem').waitFor()
  await expect.poll(() => cells('Good One').textContent()).toContain('Added')
  await expect.poll(() => cells('Comma, Inc').textContent()).toContain('Added')
  await expect.poll(() => cells('Refused by it').textContent()).toMatch(/key/i)
  // Every line that was not added is left to be corrected, as it was pasted.
  await expect
    .poll(() => dialog.getByRole('textbox', { name: 'Brands and keys' }).inputValue())
    .toBe(lines.slice(2).join('\n'))
  await expect.poll(() => cells('No key at all').textContent()).toContain('No key')
  // Its reason is read in full, and the list need not be corrected now.
  const reason = cells('Refused by it').getByRole('cell').last()
  expect(await reason.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { brands } = await web.desk.value('brands.list', {})
  expect(brands.map((brand) => brand.name).sort()).toEqual(['Comma, Inc', 'Good One'])
  expect(brands.every((brand) => brand.keyIn === 'session')).toBe(true)
  for (const brand of brands) await page.getByRole('option', { name: brand.name }).waitFor()
  const held = await heldBy(page)
  for (const key of [keyOf(0), keyOf(1), REFUSED]) expect(held).not.toContain(key)
})

test('a pasted key goes into its field, and a pasted name with its key is a list', async () => {
  const page = await web.open({ permissions: ['clipboard-read', 'clipboard-write'] })
  const dialog = await openDialog(page)
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press('Control+v')
  }
  const key = dialog.getByLabel('Key', { exact: true })
  await key.focus()
  await paste(keyOf(2))
  await expect.poll(() => key.inputValue()).toBe(keyOf(2))
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).focus()
  await paste(`Third\t${keyOf(2)}`)
  await dialog.getByText('1 ready, 0 with a problem').waitFor()
})

test('a list pasted again replaces the keys of its brands, and names them', async () => {
  const page = await web.open()
  const dialog = await openDialog(page)
  await dialog.getByText('Paste a list', { exact: true }).click()
  const lines = [`Good One\t${keyOf(0)}`, `Another name\t${keyOf(1)}`]
  await dialog.getByRole('textbox', { name: 'Brands and keys' }).fill(lines.join('\n'))
  await dialog.getByRole('checkbox', { name: CONSENT }).check()
  await dialog.getByRole('button', { name: 'Check and add 2 brands' }).click()
  await dialog.getByText('0 added, 2 keys replaced, 0 refused').waitFor()
  const cells = (name: string) => dialog.getByRole('row').filter({ hasText: name })
  await expect.poll(() => cells('Good One').textContent()).toContain('Replaced: Good One')
  await expect.poll(() => cells('Another name').textContent()).toContain('belongs to Comma, Inc')
  expect((await web.desk.value('brands.list', {})).brands).toHaveLength(2)
})

test('a key whose brand was added already is refused, naming the brand', async () => {
  const page = await web.open()
  const dialog = await openDialog(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Second try')
  await dialog.getByLabel('Key', { exact: true }).fill(keyOf(0))
  await dialog.getByRole('checkbox', { name: CONSENT }).check()
  await dialog.getByRole('button', { name: 'Add Second try' }).click()
  const alert = dialog.getByRole('alert')
  await alert.waitFor()
  await expect.poll(() => alert.textContent()).toContain('Good One')
  expect((await web.desk.value('brands.list', {})).brands).toHaveLength(2)
})

test('one brand: added, opened and synced by itself', async () => {
  const page = await web.open()
  const dialog = await openDialog(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Third One')
  await dialog.getByLabel('Key', { exact: true }).fill('sk_wrong')
  await dialog.getByRole('checkbox', { name: CONSENT }).check()
  await dialog.getByRole('button', { name: 'Add Third One' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Key', { exact: true }).fill(keyOf(2))
  await dialog.getByRole('button', { name: 'Add Third One' }).click()
  await dialog.waitFor({ state: 'detached' })
  const grid = page.getByRole('grid', { name: 'Rankings of Third One' })
  await grid.locator('[data-row="0"]').waitFor()
  expect(await heldBy(page)).not.toContain(keyOf(2))
})

test('a key is replaced only by a key of the same brand', async () => {
  const page = await web.open()
  await page.getByRole('option', { name: 'Good One' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.keyboard.press('Shift+E')
  const dialog = page.getByRole('dialog', { name: 'Good One' })
  const replaceBy = async (key: string) => {
    await dialog.getByLabel('New key').fill(key)
    const consent = dialog.getByRole('checkbox', { name: CONSENT })
    if (!(await consent.isChecked())) await consent.check()
    await dialog.getByRole('button', { name: 'Replace' }).click()
  }
  await replaceBy(REFUSED)
  await dialog.getByRole('alert').waitFor()
  await replaceBy(keyOf(1))
  await expect.poll(() => dialog.getByRole('alert').textContent()).toMatch(/Comma, Inc|does not belong/i)
  await replaceBy(keyOf(0))
  await page.getByText('Good One has a new key').waitFor()
  await dialog.getByRole('button', { name: 'Check key' }).click()
  await page.getByText('Good One: key works').waitFor()
})

test('a brand is removed completely, once its name is typed', async () => {
  const { brands } = await web.desk.value('brands.list', {})
  const { id = '' } = brands.find(({ name }) => name === 'Comma, Inc') ?? {}
  const alone = await web.desk.value('exports.write', { list: 'rankings', input: { brandIds: [id] } })
  const shared = await web.desk.value('exports.write', { list: 'rankings', format: 'json' })
  const page = await web.open()
  await page.getByRole('option', { name: 'Comma, Inc' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.keyboard.press('Shift+E')
  const dialog = page.getByRole('dialog', { name: 'Comma, Inc' })
  await dialog.getByRole('button', { name: 'Remove …' }).click()
  await dialog.getByRole('list', { name: 'Deleted: 1 export' }).getByText(alone.fileName).waitFor()
  await dialog.getByRole('list', { name: 'Rewritten: 1 export' }).getByText(shared.fileName).waitFor()
  const remove = dialog.getByRole('button', { name: 'Remove Comma, Inc' })
  await expect.poll(() => remove.isEnabled()).toBe(false)
  await dialog.getByRole('textbox', { name: /^Type/ }).fill('comma')
  await expect.poll(() => remove.isEnabled()).toBe(false)
  await dialog.getByRole('textbox', { name: /^Type/ }).fill('Comma, Inc')
  await remove.click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Comma, Inc removed').waitFor()
  await page.getByRole('option', { name: 'Comma, Inc' }).waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Current view' }).getByText('all brands', { exact: true }).waitFor()
  expect((await web.desk.value('brands.list', {})).brands.map((brand) => brand.name)).not.toContain('Comma, Inc')
  expect((await web.desk.value('rankings.page', {})).rows.length).toBeGreaterThan(0)
  expect(existsSync(alone.path)).toBe(false)
  expect(readFileSync(shared.path, 'utf8')).not.toContain(id)
})

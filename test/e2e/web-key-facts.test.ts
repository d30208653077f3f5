// How old keys are, the reminder, and keys that somebody else uses too, as Settings shows them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyAgeFindings } from '../../src-main/today/rules/key-ages.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 2, keywords: 20 }, historyDays: 2 })
})
afterAll(() => web?.close())

test('Settings says how old each key is, and keeps the days until the reminder', async () => {
  const page = await web.open({ at: '#/settings/all?section=keys' })
  const keys = page.getByRole('table', { name: 'Keys of all brands' })
  await keys.getByRole('columnheader', { name: 'Key age' }).waitFor()
  const age = keys.getByTitle(/^Key added \d+ \w+ \(0 days ago\)$/).first()
  expect(await age.textContent()).toBe('0 days')
  const days = page.getByRole('textbox', { name: 'Days until a reminder to replace a key' })
  await expect.poll(() => days.inputValue()).toBe('90 days')
  await days.fill('30')
  await days.press('Enter')
  await expect.poll(async () => (await web.desk.value('desk.settings', {})).keyReminderDays).toBe(30)
  await keys.getByRole('button', { name: /^Edit/ }).first().click()
  await page
    .getByRole('dialog')
    .getByText(/Key added \d+ \w+ \(0 days ago\)/)
    .waitFor()
  for (const name of ['Check key', 'Remove …']) {
    const button = page.getByRole('dialog').getByRole('button', { name })
    const isWhole = (it: Element) =>
      [...it.querySelectorAll('span')].every((part) => part.scrollWidth <= part.clientWidth)
    expect([name, await button.evaluate(isWhole)]).toEqual([name, true])
  }
})

test('Settings names a key that the service refused too early', async () => {
  await web.desk.value('service.setProfile', { limits: { requestsPerMinute: 60 } })
  const [brand] = (await web.desk.value('brands.list', {})).brands
  await web.sandbox.fault({ operation: 'connectors.catalog', kind: 'status', status: 429, times: 1 })
  const page = await web.open({ at: '#/settings/all?section=keys' })
  await web.desk.call('brands.check', { brandId: brand?.id ?? '' })
  await page.getByText('Keys that another desk or program may use').waitFor()
  const line = page.getByRole('listitem').filter({ hasText: 'the service refused connectors.catalog' })
  expect(await line.textContent()).toMatch(/although this desk sent \d of 60 requests in that minute\.$/)
  expect(await line.textContent()).toContain(brand?.name)
})

test('Today opens the field for a new key from an old key', async () => {
  const [brand] = (await web.desk.value('brands.list', {})).brands
  if (brand === undefined) throw new Error('There is no brand.')
  const since = new Date(Date.now() - 103 * 86_400_000).toISOString()
  // A key of this run is for its session, and no day passes: the desk's own rule makes the item of an older one.
  const old = { ...brand, keyIn: 'os', keyAge: { since, isExact: true } } as const
  const findings = keyAgeFindings([old], 90, Date.now()).map(({ id, brandId, occurrences, describe }) => ({
    id,
    brandId,
    ...describe(new Set(occurrences)),
  }))
  const page = await web.open({ at: '#/today/all' })
  await page.route('**/api/call/today.list', async (route) => {
    const reply = await (await route.fetch()).json()
    await route.fulfill({ json: { ...reply, value: { ...reply.value, items: [...findings, ...reply.value.items] } } })
  })
  await page.reload()
  await page.getByText('Key is 103 days old').waitFor()
  await page.getByRole('button', { name: 'Replace key' }).first().click()
  const field = page.getByRole('dialog').getByLabel('New key')
  await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true)
})

// More brands than one call takes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDED_AT_ONCE_MAX } from '../../src-shared/desk/values/brand-limits.ts'
import { intercept } from '../support/intercept.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const BRANDS = 510
const FIRST_CALL = ADDED_AT_ONCE_MAX

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: BRANDS, keywords: 1, days: 1 }, historyDays: 1, isEmpty: true })
})
afterAll(() => web?.close())

test(`a pasted list of ${BRANDS} brands is added to its last line, also where a call fails in its middle`, async () => {
  const page = await web.open({ tolerates: /ERR_FAILED/ })
  let calls = 0
  await intercept(page, '**/api/call/brands.addMany', async (route) => {
    calls += 1
    await (calls === 2 ? route.abort() : route.continue())
  })
  await page.keyboard.press('Shift+A')
  const dialog = page.getByRole('dialog', { name: 'Add brands' })
  await dialog.getByText('Paste a list', { exact: true }).click()
  const box = dialog.getByRole('textbox', { name: 'Brands and keys' })
  const lines = web.sandbox.brands.map(({ key }, index) => `Brand ${index}\t${key}`)
  await box.fill(['no key', ...lines].join('\n'))
  await dialog.getByText(`${BRANDS} ready, 1 with a problem`).waitFor()
  await dialog.getByRole('checkbox', { name: /^Keep keys in memory only/ }).check()
  await dialog.getByRole('button', { name: `Check and add ${BRANDS} brands` }).click()
  await dialog.getByText('The rest was not added').waitFor()
  await dialog.getByText(`${FIRST_CALL} added, 0 refused, 1 with a problem`).waitFor()
  await expect.poll(() => box.inputValue()).toBe(['no key', ...lines.slice(FIRST_CALL)].join('\n'))
  await dialog.getByRole('button', { name: `Check and add ${BRANDS - FIRST_CALL} brands` }).click()
  await dialog.getByText(`${BRANDS - FIRST_CALL} added, 0 refused, 1 with a problem`).waitFor()
  await expect.poll(() => box.inputValue()).toBe('no key')
  const { brands } = await web.desk.value('brands.list', {})
  expect(new Set(brands.map(({ name }) => name)).size).toBe(BRANDS)
  expect(calls).toBe(3)
})

// More brands than one call takes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const BRANDS = 510

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: BRANDS, keywords: 1, days: 1 }, historyDays: 1, isEmpty: true })
})
afterAll(() => web?.close())

test(`a pasted list of ${BRANDS} brands is added to its last line`, async () => {
  const page = await web.open()
  await page.keyboard.press('Shift+A')
  const dialog = page.getByRole('dialog', { name: 'Add brands' })
  await dialog.getByText('Paste a list', { exact: true }).click()
  const box = dialog.getByRole('textbox', { name: 'Brands and keys' })
  await box.fill(['no key', ...web.sandbox.brands.map(({ key }, index) => `Brand ${index}\t${key}`)].join('\n'))
  await dialog.getByText(`${BRANDS} ready, 1 with a problem`).waitFor()
  await dialog.getByRole('checkbox', { name: /^Keep keys in memory only/ }).check()
  await dialog.getByRole('button', { name: `Check and add ${BRANDS} brands` }).click()
  await dialog.getByText(`${BRANDS} added, 0 refused, 1 with a problem`).waitFor()
  await expect.poll(() => box.inputValue()).toBe('no key')
  const { brands } = await web.desk.value('brands.list', {})
  expect(new Set(brands.map(({ name }) => name)).size).toBe(BRANDS)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 2, keywords: 40 }, historyDays: 2 })
})
afterAll(() => web?.close())

const openSection = (section: string) => web.open({ at: `#/settings/all?section=${section}` })

test('numbers are limited to their range', async () => {
  const page = await openSection('data')
  const field = page.getByRole('textbox', { name: 'Brands synced side by side' })
  await field.fill('99')
  await field.press('Tab')
  await expect.poll(async () => (await web.desk.value('desk.settings', {})).syncConcurrency).toBe(16)
  await expect.poll(() => field.inputValue()).toBe('16')
})

test('an operation’s path can be changed and reset', async () => {
  const page = await openSection('operations')
  const field = page.getByRole('textbox', { name: 'Path of outreach.prospects' })
  await expect.poll(() => field.inputValue()).not.toBe('')
  const standard = await field.inputValue()
  await field.fill('no slash')
  await field.press('Enter')
  await page.getByText('must begin with / and hold no query').waitFor()
  await field.fill('/moved/prospects')
  await field.press('Enter')
  await page.getByRole('button', { name: 'Reset to default: outreach.prospects' }).click()
  await expect.poll(() => field.inputValue()).toBe(standard)
  expect((await web.desk.value('service.profile', {})).operations).toEqual({})
})

test('a path without the value that its operation needs is refused at its field', async () => {
  const page = await openSection('operations')
  const field = page.getByRole('textbox', { name: 'Path of aiModels.update' })
  const stored = async () => (await web.desk.value('service.profile', {})).operations
  const refusals = [
    ['/v3/ai-models', 'The path of aiModels.update needs {modelId}.'],
    ['/v3/ai-models/{modeId}', 'The path of aiModels.update has {modeId}, which has no value. Use {modelId}.'],
  ] as const
  for (const [path, message] of refusals) {
    await field.fill(path)
    await field.press('Enter')
    await page.getByText(message, { exact: true }).waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
  }
  expect(await stored()).toEqual({})
  await field.fill('/v3/ai-models/{modelId}')
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('/v3/ai-models/:modelId')
  expect(await stored()).toEqual({ 'aiModels.update': { path: '/v3/ai-models/:modelId' } })
  await page.getByRole('button', { name: 'Reset to default: aiModels.update' }).click()
  await expect.poll(stored).toEqual({})
})

test('values, units and signs of rankings are set and reset with their operation', async () => {
  const page = await openSection('operations')
  const of = 'rankTracking.topKeywords'
  const stored = async () => {
    const { values, readings } = await web.desk.value('service.profile', {})
    return { values, readings }
  }
  const before = await stored()
  await page.getByRole('button', { name: of, exact: true }).click()
  const mobile = page.getByRole('textbox', { name: 'Wire value of device mobile' })
  await mobile.fill('MOBILE')
  await mobile.press('Enter')
  await expect.poll(stored).toMatchObject({ values: { [of]: { device: { mobile: 'MOBILE' } } } })
  const add = page.getByRole('form', { name: `Add a value of ${of}` })
  await add.getByRole('textbox', { name: 'Our value' }).fill('Smart TV')
  await add.getByRole('button', { name: 'Add value' }).click()
  await add.getByText('Enter the value in the service.').waitFor()
  await add.getByRole('textbox', { name: 'Value in the service' }).fill('TV')
  await add.getByRole('button', { name: 'Add value' }).click()
  await page.getByRole('textbox', { name: 'Wire value of device Smart TV' }).waitFor()
  await page.getByText('percentage (3.4)', { exact: true }).click()
  await expect.poll(stored).toMatchObject({ readings: { ctr: 'percent' } })
  await page.getByRole('button', { name: `Reset to default: ${of}` }).click()
  await expect.poll(stored).toEqual(before)
})

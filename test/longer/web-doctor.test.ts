// A service that names open fields otherwise than the desk: the doctor suggests the mapping, one click applies it, and the
// view that lacked the fields has them. The same mappings are edited by hand in the settings.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goTo, main } from '../support/outreach-page.ts'
import { axeFindings, tooWide } from '../support/page-checks.ts'
import { syncAll } from '../support/sync-all.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

/** How this service names the fields of its catalog. */
const NAMES = {
  'tools[]': 'permissions[]',
  'tools[].default': 'permissions[].defaultState',
  'tools[].effective': 'permissions[].effectiveState',
}
const CATALOG_OPERATIONS = ['connectors.catalog', 'connectors.update', 'connectors.setSync'] as const

let web: WebDesk
beforeAll(async () => {
  const fields = Object.fromEntries(CATALOG_OPERATIONS.map((name) => [name, { response: NAMES }]))
  web = await startWebDesk({
    sandbox: { brands: 2, keywords: 5, days: 2, profile: { fields } },
    datasets: ['tracked', 'connectors'],
  })
})
afterAll(() => web?.close())

const openSection = (section: string, options: Parameters<WebDesk['open']>[0] = {}) =>
  web.open({ at: `#/settings/all?section=${section}`, ...options })
const fieldsOf = async () => (await web.desk.value('service.profile', {})).fields
const testService = async (page: Awaited<ReturnType<typeof openSection>>) => {
  await page.getByRole('button', { name: 'Test the service' }).click()
  await page.getByRole('table', { name: 'Findings of the service doctor' }).waitFor()
}

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('axe finds nothing serious in the doctor’s findings and suggestions, and they fit the window', async () => {
    const page = await openSection('doctor', { colorScheme, viewport: { width: 1024, height: 800 } })
    await testService(page)
    await page.getByRole('button', { name: 'outreach.contacts: fields of its reply' }).click()
    expect(await axeFindings(page)).toEqual([])
    expect(await tooWide(page)).toEqual([])
  })
})

test('the doctor suggests mappings, one click applies them, and the assistants have their permissions', async () => {
  const brand = web.brand(0)
  const matrix = () => web.desk.value('connectors.matrix', { brandIds: [brand.id] })
  expect((await matrix()).tools).toEqual([])
  const page = await openSection('doctor')
  await testService(page)
  const row = page.getByRole('row').filter({ hasText: 'GET /v3/settings/mcp' })
  await row.getByText('1 field does not match').waitFor()
  await page.getByText('tools expected array, found nothing').waitFor()
  const group = page.getByRole('group', { name: 'connectors.catalog' })
  const suggested = group.getByRole('checkbox', { name: /^tools\[\]\.default from permissions\[\]\.defaultState/ })
  await suggested.uncheck()
  await page.getByRole('button', { name: 'Apply 8 mappings' }).waitFor()
  await suggested.check()
  expect(await fieldsOf()).toEqual({})

  await page.getByRole('button', { name: 'Apply 9 mappings' }).click()
  await row.getByText('matches', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Apply/ }).waitFor({ state: 'detached' })
  const response = NAMES
  expect(await fieldsOf()).toEqual(Object.fromEntries(CATALOG_OPERATIONS.map((name) => [name, { response }])))

  await syncAll(web.desk, { datasets: ['connectors'] })
  await goTo(page, 'permissions/all', 'Permissions')
  const grid = main(page).getByRole('grid', { name: 'Tools by brand' })
  await grid.getByRole('columnheader').filter({ hasText: brand.name }).waitFor()
  const queue = grid.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^Queue pitches/ }) })
  await queue
    .getByRole('gridcell', { name: /^(allowed|denied)/ })
    .first()
    .waitFor()

  // The service takes a change by the same names.
  await fetch(`${web.sandbox.controlUrl}/connectors`, {
    method: 'POST',
    body: JSON.stringify({ teamId: brand.teamId, role: 'admin' }),
  })
  await syncAll(web.desk, { datasets: ['connectors'] })
  const tool = 'outreach_reply'
  const wanted = (await matrix()).brands[0]?.effective[tool] === 'allow' ? 'deny' : 'allow'
  const changes = [{ brandId: brand.id, tool, value: wanted } as const]
  const { planId } = await web.desk.value('connectors.plan', { changes })
  const { results } = await web.desk.value('connectors.apply', { planId })
  expect(results).toMatchObject([{ state: 'applied' }])
  expect((await matrix()).brands[0]?.effective[tool]).toBe(wanted)
})

test('mappings are added, edited and removed by hand; a bad one is refused at its field', async () => {
  await web.desk.value('service.setProfile', {
    fields: Object.fromEntries(CATALOG_OPERATIONS.map((name) => [name, null])),
  })
  const page = await openSection('fields')
  const form = page.getByRole('form', { name: 'Add a mapping' })
  const ours = form.getByRole('combobox', { name: 'Our field' })
  const wire = form.getByRole('textbox', { name: 'Service’s field' })
  const add = form.getByRole('button', { name: 'Add mapping' })
  await ours.fill('tools[].default')
  await wire.fill('tools[.state')
  await add.click()
  await form.getByText('must be a path such as items[].name').waitFor()
  expect(await wire.getAttribute('aria-invalid')).toBe('true')
  await wire.fill('tools[].state')
  await add.click()
  const table = page.getByRole('table', { name: 'Mapped fields' })
  const edited = table.getByRole('textbox', { name: /^Service’s field for tools\[\]\.default/ })
  await edited.fill('state')
  await edited.press('Enter')
  await table.getByText('must hold [] as often as our path').waitFor()
  await edited.fill('tools[].defaultState')
  await edited.press('Enter')
  const response = { 'tools[].default': 'tools[].defaultState' }
  await expect.poll(fieldsOf).toEqual({ 'connectors.catalog': { response } })
  // The row has the saved field as soon as the window says so.
  await page.getByText('Mapping of tools[].default changed', { exact: true }).waitFor()

  const ourField = table.getByRole('textbox', { name: /^Our field tools\[\]\.default/ })
  await ourField.fill('tools[].effective')
  await ourField.press('Enter')
  await expect
    .poll(fieldsOf)
    .toEqual({ 'connectors.catalog': { response: { 'tools[].effective': 'tools[].defaultState' } } })
  expect(await axeFindings(page)).toEqual([])
  await table.getByRole('button', { name: /^Remove mapping of tools\[\]\.effective/ }).click()
  await expect.poll(fieldsOf).toEqual({})
  await page.getByText(/^No mapped fields/).waitFor()
})

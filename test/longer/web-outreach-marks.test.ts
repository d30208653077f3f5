// Marks, tags and notes of prospects in a real browser, actions beside an open detail, and an action of ten thousand pitches.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { main } from '../support/outreach-page.ts'
import { dialog, firstRow, grid, openProspectsOf, prospectAt, rowCount } from '../support/prospects-page.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const HOSTILE = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 6, keywords: 30, days: 10 }, historyDays: 3 })
})
afterAll(() => web?.close())

const openProspects = (brand: Brand) => openProspectsOf(web, brand)

const markOf = (brand: Brand, index: number) => prospectAt(web, brand, index)

test('triage by keyboard marks, moves on, undoes one by one and filters', async () => {
  const brand = web.brand(4)
  const page = await openProspects(brand)
  await grid(page).focus()
  await page.keyboard.press('1')
  await expect.poll(async () => (await markOf(brand, 0))?.triage).toBe('keep')
  // A notice stays while the mouse is over it.
  const kept = page.getByRole('alert').filter({ hasText: 'kept' }).last()
  await kept.hover()
  await page.keyboard.press('3')
  await expect.poll(async () => (await markOf(brand, 1))?.triage).toBe('drop')
  await grid(page).locator('[data-row="1"]').getByText('drop').waitFor()
  await page.keyboard.press('z')
  await expect.poll(async () => (await markOf(brand, 1))?.triage).toBeNull()
  await kept.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await markOf(brand, 0))?.triage).toBeNull()

  await grid(page).focus()
  await page.keyboard.press('Home')
  for (const key of ['x', 'j', 'x', '2']) await page.keyboard.press(key)
  await page.getByText('2 prospects marked for later').waitFor()
  // They stay selected, for the next action.
  await main(page).getByText('2 selected', { exact: false }).waitFor()
  await grid(page).getByRole('columnheader', { name: /^Site/ }).getByText('Site').click()
  const firstByName = async () => {
    const { rows } = await web.desk.value('prospects.page', {
      brandIds: [brand.id],
      sort: { by: 'domain', direction: 'asc' },
      limit: 1,
    })
    return rows[0]?.domain ?? ''
  }
  await expect.poll(async () => grid(page).locator('[data-row="0"]').innerText()).toContain(await firstByName())
  await grid(page).focus()
  await main(page).getByRole('button', { name: 'Mark', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'later' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => rowCount(page)).toBe(2)
})

test('beside an open detail all actions on the selection are visible and nothing overlaps', async () => {
  const brand = web.brand(4)
  const page = await openProspects(brand)
  for (const place of ['prospects', 'contacts', 'outbox']) {
    await page.goto(`${web.desk.origin}/#/${place}/${brand.id}`)
    await firstRow(page).waitFor()
    await grid(page).focus()
    for (const key of ['Home', 'x', 'j', 'x', 'Enter']) await page.keyboard.press(key)
    await main(page).getByRole('button', { name: 'Close' }).waitFor()
    await main(page).getByText('2 selected', { exact: false }).waitFor()
    const bar = main(page).getByRole('status').filter({ hasText: '2 selected' }).locator('..')
    const outside = await bar.evaluate((element) => {
      const box = element.getBoundingClientRect()
      const isCut = (button: HTMLElement) => {
        const { left, right, top, bottom } = button.getBoundingClientRect()
        const isInside = left >= box.left && right <= box.right + 0.5 && top >= box.top && bottom <= box.bottom + 0.5
        const label = button.querySelector<HTMLElement>('.mantine-Button-label')
        return !isInside || (label !== null && label.scrollWidth > label.clientWidth + 1)
      }
      return [...element.querySelectorAll('button')].filter(isCut).map((button) => button.textContent)
    })
    expect([place, outside]).toEqual([place, []])
  }
})

test('tags and a note are saved with any characters', async () => {
  const brand = web.brand(5)
  const page = await openProspects(brand)
  await grid(page).focus()
  await page.keyboard.press('t')
  await dialog(page).getByLabel('Tags', { exact: true }).fill('<b>bold</b>')
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Tag 1 prospect' }).click()
  await grid(page).locator('[data-row="0"]').getByText('<b>bold</b>', { exact: true }).waitFor()
  await dialog(page).waitFor({ state: 'detached' })
  await page.keyboard.press('n')
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.type(HOSTILE)
  // A note closed while typing is saved too.
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await markOf(brand, 0))?.note).toBe(HOSTILE)
  await page.reload()
  await firstRow(page).waitFor()
  await grid(page).press('Enter')
  await expect.poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe(HOSTILE)
  await main(page).getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: '<b>bold</b> 1' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => rowCount(page)).toBe(1)
  expect(await page.title()).not.toBe('owned')
})

test('of ten thousand pitches only those in sight are on the page', async () => {
  const brand = web.brand(4)
  const items = Array.from({ length: 10_000 }, (_, index) => ({
    prospectEmailId: `nobody-${index}`,
    subject: 'A',
    body: 'B',
  }))
  const { intentId } = await web.desk.value('outreach.queue', { brandId: brand.id, items, holdSeconds: 3600 })
  const page = await web.open({ at: `#/activity/all?open=${intentId}` })
  const list = main(page).getByRole('region', { name: 'Items of this action' })
  await list.getByRole('listitem').first().waitFor()
  expect(await list.getByRole('listitem').first().getAttribute('aria-setsize')).toBe('10000')
  await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(40)
  await list.evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await list.locator('[aria-posinset="10000"]').waitFor()
  await web.desk.value('intents.cancel', { id: intentId })
})

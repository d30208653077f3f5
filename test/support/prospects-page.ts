// The list of prospects of a brand in a browser.
import type { Page } from 'playwright-core'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { main } from './outreach-page.ts'
import type { WebDesk } from './web-desk.ts'

export const grid = (page: Page) => main(page).getByRole('grid')
export const dialog = (page: Page) => page.getByRole('dialog')
export const firstRow = (page: Page) => grid(page).locator('[data-row="0"]').getByText(/\S/).first()
export const rowCount = async (page: Page) => Number(await grid(page).getAttribute('aria-rowcount')) - 1

/** Resolves once its first row is there. */
export const openProspectsOf = async (web: WebDesk, brand: Brand): Promise<Page> => {
  const page = await web.open({ at: `#/prospects/${brand.id}` })
  await firstRow(page).waitFor()
  return page
}

/** Undefined: the list is shorter. In the list's first order. */
export const prospectAt = async (web: WebDesk, brand: Brand, index: number) => {
  const sort = { by: 'more.domainAuthority', direction: 'desc' } as const
  const { rows } = await web.desk.value('prospects.page', { brandIds: [brand.id], sort, limit: 60 })
  return rows[index]
}

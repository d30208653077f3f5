// The map of the window as a person goes about in it: places in the rail, and the tabs of the one that is open.
import type { Page } from 'playwright-core'
import type { Brand } from '../../src-shared/desk/brands.ts'

export const places = (page: Page) => page.getByRole('navigation', { name: 'Places' })

export const brandsOf = (page: Page) => page.getByRole('navigation', { name: 'Brands' })
export const header = (page: Page) => page.getByRole('region', { name: 'Current view' })
export const hash = (page: Page) => page.evaluate(() => window.location.hash.split('?')[0])

export const inRailOrder = (brands: readonly Brand[]): readonly Brand[] => {
  const { compare } = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' })
  return brands.toSorted((a, b) => compare(a.name, b.name))
}

/** The brand at this place of the rail; -1 is the last one. */
export const atIndex = (brands: readonly Brand[], index: number): Brand => {
  const brand = brands.at(index)
  if (brand === undefined) throw new Error(`There is no brand ${index}`)
  return brand
}

/** The tabs of the place that is open. */
export const tabs = (page: Page) => page.locator('[data-view]')

/** Opens a place by a click in the rail, and one of its tabs. */
export const openPlace = async (page: Page, place: string, tab?: string): Promise<void> => {
  await places(page).getByRole('button', { name: place }).click()
  if (tab !== undefined) await page.getByRole('navigation', { name: place }).getByRole('link', { name: tab }).click()
}

export type ShownView = { readonly id: string; readonly title: string }

/** Every view that the rail and its tabs offer, as the window lists them. */
export const listViews = async (page: Page): Promise<readonly ShownView[]> => {
  await places(page).getByRole('button').first().waitFor()
  const found: ShownView[] = []
  for (const place of await places(page).getByRole('button').all()) {
    await place.click()
    await page.locator('[data-place][aria-current="page"]').waitFor()
    const title = (await place.locator('.truncate').textContent()) ?? ''
    await page.getByRole('navigation', { name: title }).waitFor()
    found.push(
      ...(await tabs(page).evaluateAll((all) =>
        all.map((one) => ({
          id: one.getAttribute('data-view') ?? '',
          title: one.querySelector('[data-text]')?.textContent ?? '',
        })),
      )),
    )
  }
  return [
    ...found,
    { id: 'settings', title: 'Settings' },
    { id: 'guide', title: 'Guide' },
    { id: 'sql', title: 'SQL console' },
  ]
}

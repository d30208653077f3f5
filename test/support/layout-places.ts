// The places of the window, as it lists them, and what is wrong with one of them at some sizes.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { layoutFaults } from './layout-faults.ts'
import { axeFindings, recordDrawnTexts, THEME_RULES, whenAnswered } from './page-checks.ts'
import { listViews } from './places.ts'

export type Size = { readonly width: number; readonly height: number }
type Place = { readonly name: string; readonly at: string; readonly steps?: (page: Page) => Promise<unknown> }

/** As the window lists them, with what opens inside some. */
const placesOf = async (page: Page, origin: string, brandId: string): Promise<Place[]> => {
  const views = await listViews(page)
  const listed = (scope: string, name: string): Place[] =>
    views.map(({ id }) => ({ name: `${id}-${name}`, at: `${id}/${scope}` }))
  await page.goto(`${origin}/#/settings/all`)
  const sections = page.getByRole('navigation', { name: 'Settings' }).getByRole('button')
  await sections.first().waitFor()
  const titles = (await sections.allTextContents()).filter((title) => title !== 'SQL console')
  const all = listed('all', 'all')
  const foot = ['sync', 'settings', 'guide']
  const ofBrand = listed(brandId, 'brand').filter(({ name }) => !foot.includes(name.replace('-brand', '')))
  const grid = page.getByRole('main').getByRole('grid')
  return [
    ...all,
    ...ofBrand,
    ...titles.slice(1).map((title) => ({
      name: `settings-${title.replaceAll(/\W+/g, '-')}`,
      at: 'settings/all',
      steps: () =>
        page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: title, exact: true }).click(),
    })),
    { name: 'calendar-list', at: 'calendar/all?span=list' },
    { name: 'webhooks-addresses', at: 'webhooks/all?section=addresses' },
    ...['rankings', 'movers'].map((id) => ({
      name: `${id}-detail`,
      at: `${id}/${brandId}`,
      steps: () => grid.press('Enter'),
    })),
  ]
}

type Look = {
  readonly origin: string
  readonly brandId: string
  readonly theme: 'light' | 'dark'
  /** At the last one, axe looks as well. */
  readonly sizes: readonly Size[]
  /** Keeps a picture of each place at each size. */
  readonly shots?: string | undefined
}

const faultsOf = async (
  page: Page,
  { name }: Place,
  { theme, sizes, axeAt, shots }: Look & { readonly axeAt: Size | undefined },
): Promise<string[]> => {
  const isFirst = name === 'rankings-all' // the frame around the places is the same everywhere
  const scope = { ...(isFirst ? {} : { within: '#view' }), ...(theme === 'dark' ? { rules: THEME_RULES } : {}) }
  const found: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    await whenAnswered(page)
    found.push(...(await layoutFaults(page)).map((fault) => `${size.width}×${size.height}: ${fault}`))
    if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}-${theme}-${size.width}.png`) })
    if (size === axeAt) found.push(...(await axeFindings(page, scope)))
  }
  return found
}

/** What is wrong, by place; empty where nothing is. */
export const faultsByPlace = async (page: Page, options: Look): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {}
  let { sizes } = options
  const axeAt = sizes.at(-1)
  const places = await placesOf(page, options.origin, options.brandId)
  await recordDrawnTexts(page)
  for (const place of places) {
    await page.goto(`${options.origin}/#/${place.at}`)
    await whenAnswered(page)
    await place.steps?.(page)
    const faults = await faultsOf(page, place, { ...options, sizes, axeAt })
    if (faults.length > 0) found[place.name] = faults
    // A place begins with the size that the one before ended with: to lay it all out again is most of what this costs.
    sizes = sizes.toReversed()
  }
  return found
}

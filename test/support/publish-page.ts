import type { Page } from 'playwright-core'
import type { Brand } from '../../src-shared/desk/brands.ts'

type Composed = {
  readonly action?: 'publish' | 'schedule' | 'unschedule' | 'unpublish'
  readonly brand: Brand
  readonly slugs: readonly string[]
  /** By its name on the page. */
  readonly provider?: string
}

const ACT_NAMES = {
  publish: 'Publish',
  schedule: 'Schedule',
  unschedule: 'Unschedule',
  unpublish: 'Unpublish',
} as const

/** Fills in the publish view as a person would, for one brand; nothing is reviewed or sent yet. */
export const compose = async (page: Page, { action = 'publish', brand, slugs, provider }: Composed): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/#/articles/${brand.id}?action=${action}`)
  const main = page.getByRole('main')
  await main.getByRole('radiogroup', { name: 'Action' }).getByText(ACT_NAMES[action], { exact: true }).click()
  if (provider !== undefined) {
    await main.getByRole('combobox', { name: 'Provider' }).click()
    await page.getByRole('option', { name: provider, exact: true }).click()
  }
  const input = main.getByRole('combobox', { name: `Articles of ${brand.name}` })
  for (const slug of slugs) {
    await input.fill(slug)
    await input.press('Enter')
  }
  await main
    .getByRole('list', { name: `Chosen for ${brand.name}` })
    .getByText(`/${slugs.at(-1) ?? ''}`)
    .waitFor()
}

export const review = (page: Page): Promise<void> =>
  page.getByRole('main').getByRole('button', { name: 'Review', exact: true }).click()

/** Sends a held intent in view without waiting for its hold. */
export const sendNow = (page: Page): Promise<void> =>
  page.getByRole('main').getByRole('region', { name: 'Hold' }).first().getByRole('button', { name: 'Send now' }).click()

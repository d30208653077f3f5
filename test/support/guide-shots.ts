// The pictures of the user guide (docs/guide/images): each a place of the demo agency, reached as the page describes it.
import type { Page } from 'playwright-core'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { whenAnswered } from './page-checks.ts'

export type Shot = {
  readonly name: string
  /** The place: its id, and whether it shows one brand. */
  readonly view: string
  readonly isOfBrand?: boolean
  /** Of which brand; the first one where it is absent. */
  readonly brand?: string
  readonly params?: string
  readonly steps?: (page: Page) => Promise<void>
}

const rows = (page: Page) => page.getByRole('main').getByRole('grid')
const openFirst = async (page: Page) => {
  await rows(page).focus()
  await page.keyboard.press('Enter')
}

/** One of the brands whose rankings the demo lets fall. */
const FALLEN = 'Driftwood Interiors'

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

export const SHOTS: readonly Shot[] = [
  {
    name: 'add-brands',
    view: 'overview',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Connect your agency' }).click()
      await page.getByRole('dialog', { name: 'Add brands' }).waitFor()
    },
  },
  { name: 'today', view: 'today' },
  {
    name: 'alerts',
    view: 'alerts',
    steps: async (page) => {
      await rows(page).getByRole('row').nth(1).waitFor()
      await rows(page).focus()
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'alert-rule',
    view: 'rules',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Test and change Fell out of the top 10' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add rule' })
      const examples = dialog.getByRole('list', { name: 'Examples' }).getByRole('listitem')
      const areShown = () =>
        examples
          .first()
          .waitFor({ timeout: 10_000 })
          .then(() => true)
          .catch(() => false)
      // Fewer, or none, where the history of the demo is still on its way.
      do await dialog.getByRole('button', { name: 'Test on the last 90 days' }).click()
      while (!(await areShown()))
      await examples.nth(Math.min(2, (await examples.count()) - 1)).scrollIntoViewIfNeeded()
    },
  },
  { name: 'overview-all', view: 'overview' },
  { name: 'overview-brand', view: 'overview', isOfBrand: true },
  {
    name: 'rankings-compare',
    view: 'rankings',
    isOfBrand: true,
    steps: async (page) => {
      await rows(page).focus()
      await page.keyboard.press('c')
      await page.keyboard.press('Enter')
    },
  },
  { name: 'movers', view: 'movers' },
  {
    name: 'likely-cause',
    view: 'movers',
    isOfBrand: true,
    brand: FALLEN,
    steps: async (page) => {
      await rows(page).getByRole('row').filter({ hasText: 'Published “' }).first().click()
      const cause = page.getByRole('group', { name: 'Likely cause' })
      await cause.getByRole('figure').waitFor()
      await cause.evaluate((group) => group.scrollIntoView({ block: 'start' }))
    },
  },
  { name: 'compose', view: 'compose', isOfBrand: true },
  { name: 'calendar', view: 'calendar', isOfBrand: true },
  { name: 'articles', view: 'articles', isOfBrand: true },
  { name: 'webhooks', view: 'webhooks' },
  { name: 'assistants', view: 'permissions' },
  { name: 'research', view: 'research', isOfBrand: true },
  { name: 'audits', view: 'audits' },
  { name: 'activity', view: 'activity' },
  { name: 'sync', view: 'sync' },
  { name: 'settings-data', view: 'settings', params: 'section=data' },
  {
    name: 'settings-assistants',
    view: 'settings',
    params: 'section=assistants',
    steps: (page) => page.getByText('What they may read').waitFor(),
  },
  { name: 'clusters', view: 'clusters', isOfBrand: true, steps: openFirst },
  { name: 'cannibalisation', view: 'competing-pages', steps: openFirst },
  { name: 'opportunities', view: 'opportunities', isOfBrand: true, steps: openFirst },
  {
    name: 'impact',
    view: 'impact',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Verdict', exact: true }).first().click()
      await page.getByRole('menuitemcheckbox', { name: 'Up' }).click()
      await page.keyboard.press('Escape')
      await openFirst(page)
    },
  },
  { name: 'annotations', view: 'notes' },
  {
    name: 'sql',
    view: 'sql',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Run query' }).click()
      await page.getByRole('main').getByRole('table').waitFor()
    },
  },
  {
    name: 'playbook',
    view: 'playbooks',
    isOfBrand: true,
    steps: async (page) => {
      await page.getByRole('button', { name: 'Dry run Monthly health check' }).click()
      await page.getByRole('button', { name: /^Start Monthly health check/ }).waitFor()
    },
  },
  {
    name: 'report',
    view: 'reports',
    isOfBrand: true,
    params: 'section=new',
    steps: async (page) => {
      await page.getByRole('button', { name: /^Make drafts/ }).click()
      await page.frameLocator('[data-preview] iframe').getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'report-causes',
    view: 'reports',
    isOfBrand: true,
    brand: FALLEN,
    params: 'section=new',
    steps: async (page) => {
      await page.getByText('Own days', { exact: true }).click()
      await page.getByLabel('From', { exact: true }).fill(dayBefore(28))
      await page.getByLabel('To', { exact: true }).fill(dayBefore(1))
      await page.getByRole('button', { name: /^Make drafts/ }).click()
      const title = page.frameLocator('[data-preview] iframe').getByRole('heading', { name: 'What fell, and why' })
      await title.evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
    },
  },
]

export const SHOT_SIZE = { width: 1280, height: 800 }

/** Leads the page to the place of the picture. */
export const goToShot = async (
  page: Page,
  { view, isOfBrand = false, brand: name, params, steps }: Shot,
  { origin, brands }: { readonly origin: string; readonly brands: readonly Brand[] },
): Promise<void> => {
  const brand = name === undefined ? brands[0] : brands.find((one) => one.name === name)
  if (brand === undefined) throw new Error(`The demo has no brand ${name ?? ''}.`)
  await page.goto(`${origin}/#/${view}/${isOfBrand ? brand.id : 'all'}${params === undefined ? '' : `?${params}`}`)
  await whenAnswered(page)
  await steps?.(page)
  await whenAnswered(page)
}

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Serious and critical findings of axe, one line each; `rules` narrows what is looked at. */
export const axeFindings = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  const builder = new AxeBuilder({ page })
  const { violations } = await (rules === undefined ? builder : builder.withRules([...rules])).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
}

/** Elements that make the page wider than its window, a few of them by name; empty where it fits. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const room = document.documentElement.clientWidth
    const view = document.getElementById('view')
    const isWide =
      document.documentElement.scrollWidth > room ||
      document.body.scrollWidth > room ||
      (view !== null && view.scrollWidth > view.clientWidth)
    if (!isWide) return []
    const wide = [...document.querySelectorAll('#root *')].filter((it) => it.getBoundingClientRect().right > room + 1)
    return ['The page scrolls sideways', ...wide.slice(0, 5).map((it) => `${it.tagName} ${it.className}`)]
  })

/** Waits until nothing is on its way: no table asks, no panel loads. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

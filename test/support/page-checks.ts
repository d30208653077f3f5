import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

type AxeScope = {
  /** A selector; the whole page where it is absent. */
  readonly within?: string
  readonly rules?: readonly string[]
}

/** A dialog that fades in has colours of neither its own nor the page's; what turns for ever is not waited for. */
const atRest = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )

/** Serious and critical findings of axe, one line each, once nothing moves. */
export const axeFindings = async (page: Page, { within, rules }: AxeScope = {}): Promise<string[]> => {
  await atRest(page)
  const builder = new AxeBuilder({ page })
  if (within !== undefined) builder.include(within)
  if (rules !== undefined) builder.withRules([...rules])
  const { violations } = await builder.analyze()
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

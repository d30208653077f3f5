// Falls of the demo's rankings that have a cause in the data, so that the desk can show what it finds: all other falls of the
// sandbox are chance. As with its articles, each start plants them again by the day of the first start.
import { dayFromNumber } from '../base/clock.ts'
import { articlePages } from './articles.ts'
import type { Demo } from './demo.ts'

type Fall = {
  /** Place of the brand among those of the demo. */
  readonly brand: number
  /** Places of the pages by clicks, from `from` to before `to`; without `to` all others as well. */
  readonly from: number
  readonly to?: number
  readonly daysAgo: number
  /** Positions are divided by it. */
  readonly factor: number
}

/** In this order: a page after its article, one page alone, one that nearly vanished, a whole site. */
export const FALLS: readonly Fall[] = [
  { brand: 4, from: 3, to: 4, daysAgo: 7, factor: 0.3 },
  { brand: 7, from: 0, to: 1, daysAgo: 4, factor: 0.35 },
  { brand: 10, from: 1, to: 2, daysAgo: 3, factor: 0.15 },
  { brand: 9, from: 0, daysAgo: 5, factor: 0.65 },
]

/** To be called before the first sync. */
export const plantFalls = async (demo: Pick<Demo, 'control' | 'brands'>, madeDay: number): Promise<void> => {
  for (const { brand, from, to, daysAgo, factor } of FALLS) {
    const teamId = demo.brands[brand]?.teamId
    if (teamId === undefined) continue
    const pages = await articlePages(demo, teamId)
    for (const { slug } of pages.slice(from, to))
      await demo.control('/lifts', { teamId, slug, from: dayFromNumber(madeDay - daysAgo), factor })
  }
}

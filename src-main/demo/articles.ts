// The articles of the demo's past. Pages of two of them rank better and worse from their day on, so that Impact has
// something to find. The sandbox forgets that when it ends: each start plants it again, by the day of the first start.
import { z } from 'zod'
import { dayFromNumber } from '../base/clock.ts'
import type { Demo } from './demo.ts'

export type ArticlePage = { readonly slug: string; readonly url: string }

/** Of so many brands. */
export const BRANDS_WITH_ARTICLES = 6
/** On the pages with the most clicks, in this order. Positions of a page are divided by its `factor`. */
export const PUBLISHED = [
  { daysAgo: 26, factor: 2.5 },
  { daysAgo: 25, factor: 0.4 },
  { daysAgo: 22, factor: 1 },
  { daysAgo: 10, factor: 1 },
  { daysAgo: 3, factor: 1 },
] as const

const PagesSchema = z.object({ pages: z.array(z.url()) })
const lastPart = (url: string): string => new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? ''

/** Pages of a brand that look like articles. */
export const articlePages = async ({ control }: Pick<Demo, 'control'>, teamId: string): Promise<ArticlePage[]> => {
  const { pages } = PagesSchema.parse(await control(`/pages?teamId=${encodeURIComponent(teamId)}`))
  return pages.map((url) => ({ url, slug: lastPart(url) })).filter(({ slug }) => slug.includes('-'))
}

/** To be called before the first sync. */
export const plantLifts = async (demo: Pick<Demo, 'control' | 'brands'>, madeDay: number): Promise<void> => {
  const plantOf = async ({ teamId }: Demo['brands'][number]): Promise<void> => {
    const pages = await articlePages(demo, teamId)
    for (const [at, { daysAgo, factor }] of PUBLISHED.entries()) {
      const slug = pages[at]?.slug
      if (slug === undefined || factor === 1) continue
      await demo.control('/lifts', { teamId, slug, from: dayFromNumber(madeDay - daysAgo), factor })
    }
  }
  await Promise.all(demo.brands.slice(0, BRANDS_WITH_ARTICLES).map(plantOf))
}

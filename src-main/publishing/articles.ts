// The articles of a brand as far as the desk knows them, to choose from instead of memory.
import type { CallOutput, ParsedInput } from '../../src-shared/desk/contract.ts'
import type { Article } from '../../src-shared/desk/publishing.ts'
import { slugProblem } from '../../src-shared/desk/slugs.ts'
import type { Clock } from '../base/clock.ts'
import type { Store } from '../store/store.ts'
import { slugOfPage } from './rules/slugs.ts'

/** Ranked pages are read brand by brand; above this, the list would be theirs and no longer the articles'. */
const BRANDS_WITH_PAGES_MAX = 10
const PAGES_MAX = 2000

const lastMs = ({ at, lastPublishedAt }: Article): number => Date.parse(at ?? lastPublishedAt ?? '') || 0

const newestFirst = (one: Article, other: Article): number =>
  lastMs(other) - lastMs(one) || one.articleSlug.localeCompare(other.articleSlug)

export const createArticleList = ({ store, clock }: { readonly store: Store; readonly clock: Clock }) => {
  const rankedOf = async (brandId: string): Promise<Article[]> => {
    const pages = await store.read('brands.pages', { brandId, search: '', limit: PAGES_MAX })
    return pages.flatMap((url) => {
      const articleSlug = slugOfPage(url)
      if (articleSlug === null || slugProblem(articleSlug) !== null) return []
      const none = { title: null, state: null, at: null, lastPublishedAt: null, provider: null } as const
      return [{ ...none, brandId, articleSlug, seenIn: 'ranked-page' as const, url }]
    })
  }

  return async ({
    brandIds,
    search,
    limit,
  }: ParsedInput<'publishing.articles'>): Promise<CallOutput<'publishing.articles'>> => {
    const withPages = brandIds === 'all' || brandIds.length > BRANDS_WITH_PAGES_MAX ? [] : brandIds
    const [known, ...ranked] = await Promise.all([
      store.read('articles.known', { brandIds, nowMs: clock.now() }),
      ...withPages.map(rankedOf),
    ])
    const byKey = new Map(known.map((article) => [`${article.brandId} ${article.articleSlug}`, article]))
    for (const page of ranked.flat()) {
      const key = `${page.brandId} ${page.articleSlug}`
      const article = byKey.get(key)
      byKey.set(key, article === undefined ? page : { ...article, url: article.url ?? page.url })
    }
    const needle = search.trim().toLowerCase()
    const rows = [...byKey.values()]
      .filter(({ articleSlug, title }) => `${articleSlug}\n${title ?? ''}`.toLowerCase().includes(needle))
      .sort(newestFirst)
    return { rows: rows.slice(0, limit), total: rows.length }
  }
}

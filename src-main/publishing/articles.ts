// The articles of a brand as far as the desk knows them, to choose from instead of memory.
import type { CallOutput, ParsedInput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Article } from '../../src-shared/desk/publishing.ts'
import { slugProblem } from '../../src-shared/desk/slugs.ts'
import type { Clock } from '../base/clock.ts'
import { slugOfPage } from '../base/page-slugs.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Store } from '../store/store.ts'
import { sortArticles } from './rules/sort-articles.ts'

/** Up to so many brands, each has all of its ranked pages; above, its first ones, so that the list stays that of articles. */
const BRANDS_WITH_PAGES_MAX = 10
const PAGES_MAX = 2000
const SOME_PAGES = 20

const NOT_PUBLISHED = {
  title: null,
  state: null,
  at: null,
  lastPublishedAt: null,
  provider: null,
  impact: null,
} as const

const articlesOfPages = (brandId: string, pages: readonly string[]): Article[] =>
  pages.flatMap((url) => {
    const articleSlug = slugOfPage(url)
    if (articleSlug === null || slugProblem(articleSlug) !== null) return []
    return [{ ...NOT_PUBLISHED, providers: [], brandId, articleSlug, seenIn: 'ranked-page' as const, url }]
  })

const keyOf = ({ brandId, articleSlug }: Article): string => `${brandId} ${articleSlug}`

/** What is known of an article, with the address of its ranked page where it has no other. */
const joined = (known: readonly Article[], ranked: readonly Article[]): Article[] => {
  const byKey = new Map(known.map((article) => [keyOf(article), article]))
  for (const page of ranked) {
    const article = byKey.get(keyOf(page))
    byKey.set(keyOf(page), article === undefined ? page : { ...article, url: article.url ?? page.url })
  }
  return [...byKey.values()]
}

const startOf = ({ cursor, offset = 0 }: Pick<ParsedInput<'publishing.articles'>, 'cursor' | 'offset'>): number => {
  if (cursor == null) return offset
  const start = Number(cursor)
  if (Number.isSafeInteger(start) && start >= 0) return start
  throw new DeskError('invalid', 'This page cannot be continued. Load the list again.')
}

type Deps = { readonly store: Store; readonly clock: Clock; readonly book: Pick<BrandBook, 'resolve'> }

export const createArticleList = ({ store, clock, book }: Deps) => {
  const rankedOf = async (brandIds: readonly string[], search: string): Promise<Article[]> => {
    if (brandIds.length > BRANDS_WITH_PAGES_MAX) {
      const pages = await store.read('brands.somePages', { brandIds, search, limit: SOME_PAGES })
      return brandIds.flatMap((brandId) => articlesOfPages(brandId, pages[brandId] ?? []))
    }
    const read = (brandId: string) => store.read('brands.pages', { brandId, search: '', limit: PAGES_MAX })
    const pages = await Promise.all(brandIds.map(read))
    return brandIds.flatMap((brandId, at) => articlesOfPages(brandId, pages[at] ?? []))
  }

  return async (input: ParsedInput<'publishing.articles'>): Promise<CallOutput<'publishing.articles'>> => {
    const { brandIds, search = '', filter, sort, limit } = input
    const needle = search.trim().toLowerCase()
    const [known, ranked] = await Promise.all([
      store.read('articles.known', { brandIds, nowMs: clock.now() }),
      rankedOf(book.resolve(brandIds), needle),
    ])
    const fitting = joined(known, ranked).filter(
      ({ articleSlug, title, providers }) =>
        `${articleSlug}\n${title ?? ''}`.toLowerCase().includes(needle) &&
        (filter.state?.some((state) => providers.some((one) => one.state === state)) ?? true),
    )
    const start = startOf(input)
    const shown = sortArticles(fitting, sort).slice(start, start + limit)
    const end = start + shown.length
    const impacts = await store.read('impact.last', { articles: shown })
    const rows = shown.map((article, at) => ({ ...article, impact: impacts[at] ?? null }))
    return { rows, total: fitting.length, nextCursor: end < fitting.length ? String(end) : null, asOf: null }
  }
}

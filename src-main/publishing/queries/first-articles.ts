// The first articles of brands as the desk knows them: from earlier publishes, deliveries and ranked pages. Joined, filtered and
// sorted here, so that of tens of thousands only those that a list shows cross to the main thread; and the reader is given
// back after some brands, so that no other read waits for all of them.
import type { ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { Article } from '../../../src-shared/desk/publishing.ts'
import { slugProblem, titleOfSlug } from '../../../src-shared/desk/values/slugs.ts'
import { slugOfPage } from '../../base/page-slugs.ts'
import { brandPages, somePages } from '../../rankings/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import { sortArticles } from '../rules/sort-articles.ts'
import { knownArticles } from './known-articles.ts'

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

/** Pages that a site has besides its articles. */
const SITE_PAGES =
  /^(about|contact)(-us)?$|^(home|imprint|impressum|privacy|terms|cookies)(-(policy|of-(use|service)))?$|^(cart|checkout|login|search|sitemap)$/

const articlesOfPages = (brandId: string, pages: readonly string[]): Article[] =>
  pages.flatMap((url) => {
    const articleSlug = slugOfPage(url)
    if (articleSlug === null || slugProblem(articleSlug) !== null || SITE_PAGES.test(articleSlug)) return []
    return [{ ...NOT_PUBLISHED, providers: [], brandId, articleSlug, seenIn: 'ranked-page' as const, url }]
  })

/** What is known of an article, with the address of its ranked page where it has no other; then the pages of which nothing is. */
const joined = (known: readonly Article[], ranked: readonly Article[]): readonly Article[] => {
  if (ranked.length === 0) return known
  const pages = new Map(ranked.map((page) => [page.articleSlug, page]))
  const rows = known.map((article) => {
    const page = pages.get(article.articleSlug)
    if (page === undefined) return article
    pages.delete(article.articleSlug)
    return { ...article, url: article.url ?? page.url }
  })
  return [...rows, ...pages.values()]
}

type Args = Pick<ParsedInput<'publishing.articles'>, 'sort' | 'filter'> & {
  readonly brandIds: readonly string[]
  readonly nowMs: number
  /** Lower case. */
  readonly search: string
  readonly hasAllPages: boolean
  /** The most rows of each brand that can be shown. */
  readonly keep: number
  /** After so long no further brand is begun. */
  readonly workMs: number
}

type FirstArticles = {
  /** Of each brand, in its order. */
  readonly rows: readonly Article[]
  readonly total: number
  /** Articles besides ranked pages, also those that do not fit. */
  readonly known: number
  /** Brands for the next read. */
  readonly left: readonly string[]
}

const fittingOf = (all: readonly Article[], { search, filter: { state, seenIn } }: Args): readonly Article[] => {
  if (search === '' && state === undefined && seenIn === undefined) return all
  return all.filter(
    ({ articleSlug, title, providers, seenIn: from }) =>
      (seenIn?.includes(from) ?? true) &&
      `${articleSlug}\n${title ?? titleOfSlug(articleSlug)}`.toLowerCase().includes(search) &&
      (state?.some((wanted) => providers.some((one) => one.state === wanted)) ?? true),
  )
}

type Sorted = {
  readonly pages: readonly string[]
  readonly asked: string
  readonly rows: readonly Article[]
  readonly total: number
}
/** Of what is known of a brand, the list that was asked for last: each further page asks for it again. */
const lastSorted = new WeakMap<readonly Article[], Sorted>()
/** Rows that are sorted at a time. */
const SORTED = 240

const sortedOf = (known: readonly Article[], pages: readonly string[], brandId: string, args: Args): Sorted => {
  const { sort, filter, search, keep } = args
  const most = Math.ceil(keep / SORTED) * SORTED
  const asked = JSON.stringify([sort, filter, search, most])
  const last = lastSorted.get(known)
  if (last?.asked === asked && last.pages === pages) return last
  const fitting = fittingOf(joined(known, articlesOfPages(brandId, pages)), args)
  const made = { pages, asked, rows: sortArticles(fitting, sort, most), total: fitting.length }
  lastSorted.set(known, made)
  return made
}

/** Throws not-found for an unknown brand. */
export const firstArticles = (db: ReadableDb, args: Args): FirstArticles => {
  const { brandIds, nowMs, search, hasAllPages, keep, workMs } = args
  const endsAt = performance.now() + workMs
  const rows: Article[] = []
  let [total, known, done] = [0, 0, 0]
  for (const brandId of brandIds) {
    if (done > 0 && performance.now() >= endsAt) break
    const pages = hasAllPages
      ? brandPages(db, { brandId, search: '', limit: PAGES_MAX })
      : (somePages(db, { brandIds: [brandId], search, limit: SOME_PAGES })[brandId] ?? [])
    const ofBrand = knownArticles(db, { brandId, nowMs })
    const sorted = sortedOf(ofBrand, pages, brandId, args)
    for (const row of sorted.rows.slice(0, keep)) rows.push(row)
    total += sorted.total
    known += ofBrand.length
    done += 1
  }
  return { rows, total, known, left: brandIds.slice(done) }
}

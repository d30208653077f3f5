// The articles of a brand as far as the desk knows them, to choose from instead of memory.
import type { CallOutput, ParsedInput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Article } from '../../src-shared/desk/publishing.ts'
import type { Clock } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { readLastImpacts } from '../impact/public.ts'
import type { Store } from '../store/store.ts'
import { sortArticles } from './rules/sort-articles.ts'

/** Up to so many brands, each has all of its ranked pages; above, its first ones, so that the list stays that of articles. */
const BRANDS_WITH_PAGES_MAX = 10
/** Other reads come in between. */
const WORK_MS = 20

const startOf = ({ cursor, offset = 0 }: Pick<ParsedInput<'publishing.articles'>, 'cursor' | 'offset'>): number => {
  if (cursor == null) return offset
  const start = Number(cursor)
  if (Number.isSafeInteger(start) && start >= 0) return start
  throw new DeskError('invalid', 'This page cannot be continued. Load the list again.')
}

type Deps = { readonly store: Store; readonly clock: Clock; readonly book: Pick<BrandBook, 'resolve'> }

export const createArticleList =
  ({ store, clock, book }: Deps) =>
  async (input: ParsedInput<'publishing.articles'>): Promise<CallOutput<'publishing.articles'>> => {
    const { search = '', filter, sort, limit } = input
    const start = startOf(input)
    const brandIds = book.resolve(input.brandIds)
    const hasAllPages = brandIds.length <= BRANDS_WITH_PAGES_MAX
    const wanted = {
      sort,
      hasAllPages,
      search: search.trim().toLowerCase(),
      nowMs: clock.now(),
      workMs: WORK_MS,
    }
    const readAll = async (fits: typeof filter) => {
      const first: Article[] = []
      let [total, known] = [0, 0]
      for (let left: readonly string[] = brandIds; left.length > 0; ) {
        const asked = { ...wanted, filter: fits, brandIds: left, keep: start + limit }
        const found = await store.read('articles.first', asked)
        for (const row of found.rows) first.push(row)
        total += found.total
        known += found.known
        left = found.left
      }
      return { first, total, known }
    }
    const found = await readAll(filter)
    const { seenIn: _, ...ofAnyKind } = filter
    const { first, total } = filter.orPages === true && found.known === 0 ? await readAll(ofAnyKind) : found
    const shown = sortArticles(first, sort).slice(start, start + limit)
    const end = start + shown.length
    const impacts = await readLastImpacts(store, { articles: shown })
    const rows = shown.map((article, at) => ({ ...article, impact: impacts[at] ?? null }))
    return { rows, total, nextCursor: end < total ? String(end) : null, freshAsOf: null }
  }

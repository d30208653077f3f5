import type { Article, ArticleSort } from '../../../src-shared/desk/publishing.ts'

const lastMs = ({ at, lastPublishedAt }: Article): number | null => Date.parse(at ?? lastPublishedAt ?? '') || null

const NEEDS_PERSON: ReadonlySet<Article['state']> = new Set(['failed', 'unknown', 'overdue', 'due'])
const IS_TO_COME: ReadonlySet<Article['state']> = new Set(['held', 'sending', 'scheduled'])
/** Above every instant of the next 3000 years, so that one number holds the part of the list and the place in it. */
const PART = 100_000_000_000_000

const nextOf = (article: Article): number | null => {
  const ms = lastMs(article)
  if (ms === null) return null
  if (NEEDS_PERSON.has(article.state)) return PART - ms
  return IS_TO_COME.has(article.state) ? PART + ms : 3 * PART - ms
}

const VALUES: Readonly<Record<ArticleSort, (article: Article) => string | number | null>> = {
  next: nextOf,
  newest: lastMs,
  title: ({ title, articleSlug }) => (title ?? articleSlug).toLowerCase(),
  state: ({ state }) => state,
  lastPublishedAt: ({ lastPublishedAt }) => lastPublishedAt,
  seenIn: ({ seenIn }) => seenIn,
}

const compare = (one: string | number | null, other: string | number | null, isDescending: boolean): number => {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return (one < other ? -1 : 1) * (isDescending ? -1 : 1)
}

// Many times faster than `localeCompare`.
const inOrder = new Intl.Collator().compare

type Key = { readonly by: ArticleSort; readonly direction: 'asc' | 'desc' }

type Keyed = { readonly article: Article; readonly values: readonly (string | number | null)[] }

const orderBy =
  (keys: readonly Key[]) =>
  (one: Keyed, other: Keyed): number => {
    for (const [at, { direction }] of keys.entries()) {
      const order = compare(one.values[at] ?? null, other.values[at] ?? null, direction === 'desc')
      if (order !== 0) return order
    }
    return (
      inOrder(one.article.articleSlug, other.article.articleSlug) || inOrder(one.article.brandId, other.article.brandId)
    )
  }

/** The first ones of many are found in one pass: a sort of tens of thousands takes many times longer. */
const FEW = 500

const firstOf = (all: readonly Keyed[], count: number, order: (one: Keyed, other: Keyed) => number): Keyed[] => {
  const first: Keyed[] = []
  for (const one of all) {
    const last = first[count - 1]
    if (last !== undefined && order(one, last) >= 0) continue
    let [from, until] = [0, first.length]
    while (from < until) {
      const middle = (from + until) >> 1
      const other = first[middle]
      if (other !== undefined && order(one, other) < 0) until = middle
      else from = middle + 1
    }
    first.splice(from, 0, one)
    first.length = Math.min(first.length, count)
  }
  return first
}

/** The first `count`. No value comes last in either direction; equals go by slug, then by brand. */
export const sortArticles = (
  articles: readonly Article[],
  keys: readonly Key[],
  count = articles.length,
): Article[] => {
  const keyed = articles.map((article) => ({ article, values: keys.map(({ by }) => VALUES[by](article)) }))
  const order = orderBy(keys)
  const isFew = count > 0 && count <= FEW && count < keyed.length
  const first = isFew ? firstOf(keyed, count, order) : keyed.sort(order).slice(0, count)
  return first.map(({ article }) => article)
}

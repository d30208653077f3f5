import type { Article, ArticleSort } from '../../../src-shared/desk/publishing.ts'

const lastMs = ({ at, lastPublishedAt }: Article): number | null => Date.parse(at ?? lastPublishedAt ?? '') || null

const VALUES: Readonly<Record<ArticleSort, (article: Article) => string | number | null>> = {
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

type Key = { readonly by: ArticleSort; readonly direction: 'asc' | 'desc' }

/** No value comes last in either direction; equals go by slug, then by brand. */
export const sortArticles = (articles: readonly Article[], keys: readonly Key[]): Article[] =>
  articles.toSorted((one, other) => {
    for (const { by, direction } of keys) {
      const order = compare(VALUES[by](one), VALUES[by](other), direction === 'desc')
      if (order !== 0) return order
    }
    return one.articleSlug.localeCompare(other.articleSlug) || one.brandId.localeCompare(other.brandId)
  })

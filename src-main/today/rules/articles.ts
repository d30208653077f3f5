// Articles that are overdue, by brand; that should be out and no webhook reports, in one quiet item; and that failed, by the
// action that failed.
import { titleOfSlug } from '../../../src-shared/desk/values/slugs.ts'
import { PROVIDER_NAMES } from '../../../src-shared/service/providers.ts'
import { toDay, toInstant } from '../../base/clock.ts'
import type { ArticleToCheck } from '../../publishing/public.ts'
import { count, type Described, type Finding } from './finding.ts'

type Articles = readonly [ArticleToCheck, ...ArticleToCheck[]]

const nameOf = ({ title, slug }: ArticleToCheck): string => title ?? titleOfSlug(slug)

const namesOf = ([first, ...rest]: Articles): string =>
  rest.length === 0 ? nameOf(first) : `${nameOf(first)} and ${count(rest.length, 'more article')}`

const shared = (articles: Articles) => {
  const [first] = articles
  const { entryId, intentId, atMs } = first
  return {
    section: 'publishing',
    urgency: 'urgent',
    since: toInstant(atMs),
    about: { entryId, day: toDay(atMs), count: articles.length, ...(intentId !== null && { intentId }) },
    weight: 0,
  } as const
}

const overdue = (articles: Articles): Described => ({
  ...shared(articles),
  kind: 'overdue',
  title: `Overdue: ${namesOf(articles)}`,
  detail: `Not confirmed · ${[...new Set(articles.map(({ provider }) => PROVIDER_NAMES[provider]))].join(', ')}`,
})

const failed = (articles: Articles): Described => ({
  ...shared(articles),
  kind: 'publish-failed',
  title: `Publish failed: ${namesOf(articles)}`,
  detail: articles[0].reason ?? PROVIDER_NAMES[articles[0].provider],
})

const NAMED_MAX = 3

/** `Tent care on Ghost, Tea on WordPress and 2 more`. */
const placesOf = (articles: Articles): string => {
  const named = articles
    .slice(0, NAMED_MAX)
    .map((article) => `${nameOf(article)} on ${PROVIDER_NAMES[article.provider]}`)
  const more = articles.length - named.length
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`
}

/** As many as one action settles; the others follow. */
const LISTED_MAX = 500

const due = (articles: Articles): Described => ({
  ...shared(articles),
  kind: 'due',
  urgency: 'week',
  title:
    articles.length === 1
      ? `Should be out: ${nameOf(articles[0])}`
      : `${articles.length} articles should be out: check`,
  detail: placesOf(articles),
  about: {
    count: articles.length,
    articles: articles.slice(0, LISTED_MAX).map(({ entryId, brandId, slug, title, provider, atMs, postUrl }) => {
      return { entryId, brandId, articleSlug: slug, title, provider, at: toInstant(atMs), postUrl }
    }),
  },
})

const DESCRIBED = { overdue, due, failed } as const

const finding = (id: string, articles: readonly ArticleToCheck[], describe: (all: Articles) => Described): Finding => ({
  id,
  brandId: new Set(articles.map(({ brandId }) => brandId)).size === 1 ? (articles[0]?.brandId ?? null) : null,
  occurrences: articles.map(({ entryId }) => entryId),
  describe: (kept) => {
    const [first, ...rest] = articles.filter(({ entryId }) => kept.has(entryId))
    if (first === undefined) throw new Error(`${id} has none of the articles that were asked for.`)
    return describe([first, ...rest])
  },
})

export const articleFindings = (articles: readonly ArticleToCheck[]): Finding[] => {
  const groups = Map.groupBy(articles, ({ state, brandId, intentId, entryId }) => {
    if (state === 'failed') return `publish-failed:${intentId ?? entryId}`
    return state === 'due' ? 'due' : `overdue:${brandId}`
  })
  return Array.from(groups, ([id, all]) => finding(id, all, DESCRIBED[all[0]?.state ?? 'due']))
}

// Articles that are overdue, by brand, and that failed, by the action that failed.
import { toDay, toInstant } from '../../base/clock.ts'
import { count, type Described, type Finding } from './finding.ts'

/** As the publishing room gives it. */
export type ArticleToCheck = {
  readonly entryId: string
  readonly brandId: string
  readonly slug: string
  readonly provider: string
  readonly state: 'overdue' | 'failed'
  readonly atMs: number
  readonly intentId: string | null
  readonly reason: string | null
}

type Articles = readonly [ArticleToCheck, ...ArticleToCheck[]]

const namesOf = ([first, ...rest]: Articles): string =>
  rest.length === 0 ? first.slug : `${first.slug} and ${count(rest.length, 'more article')}`

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
  detail: `Not confirmed · ${articles[0].provider}`,
})

const failed = (articles: Articles): Described => ({
  ...shared(articles),
  kind: 'publish-failed',
  title: `Publish failed: ${namesOf(articles)}`,
  detail: articles[0].reason ?? articles[0].provider,
})

const finding = (id: string, articles: readonly ArticleToCheck[], describe: (all: Articles) => Described): Finding => ({
  id,
  brandId: articles[0]?.brandId ?? null,
  occurrences: articles.map(({ entryId }) => entryId),
  describe: (kept) => {
    const [first, ...rest] = articles.filter(({ entryId }) => kept.has(entryId))
    if (first === undefined) throw new Error(`${id} has none of the articles that were asked for.`)
    return describe([first, ...rest])
  },
})

export const articleFindings = (articles: readonly ArticleToCheck[]): Finding[] => {
  const groups = Map.groupBy(articles, ({ state, brandId, intentId, entryId }) =>
    state === 'overdue' ? `overdue:${brandId}` : `publish-failed:${intentId ?? entryId}`,
  )
  return Array.from(groups, ([id, all]) => finding(id, all, id.startsWith('overdue') ? overdue : failed))
}

// Articles that core.db knows: of earlier publishes and of deliveries. Ranked pages are in the cache (articles.ts of this room).
import type { Article } from '../../../src-shared/desk/publishing.ts'
import { toInstant, toInstantOrNull } from '../../base/clock.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { all, isOneOf } from '../../store/search-text.ts'
import { type EntryFacts, shownState } from '../rules/shown-state.ts'
import { AWAITS_WEBHOOK } from './awaits-webhook.ts'

type ArticleRow = EntryFacts & {
  brandId: string
  slug: string
  provider: NonNullable<Article['provider']>
  postUrl: string | null
}
type DeliveryRow = { brandId: string; slug: string; title: string | null; atMs: number }
type Args = { readonly brandIds: 'all' | readonly string[]; readonly nowMs: number }

const ARTICLES = `SELECT a.brand_id AS brandId, a.slug, a.provider, a.at_ms AS atMs, a.state,
  a.confirmed_at_ms AS confirmedAtMs, a.post_url AS postUrl, ${AWAITS_WEBHOOK} AS awaitsWebhook FROM article a`
const DELIVERIES = `SELECT brand_id AS brandId, slug, title, max(received_at_ms) AS atMs FROM delivery`

const EMPTY = {
  title: null,
  seenIn: 'publish',
  state: null,
  at: null,
  lastPublishedAt: null,
  provider: null,
  url: null,
  impact: null,
} as const

const withEntry = (article: Article, row: ArticleRow, nowMs: number): Article => {
  // A cancelled entry says nothing about what is at the service.
  if (row.state === 'cancelled') return article
  const { provider, postUrl, state, confirmedAtMs, atMs } = row
  const before = article.providers.find((one) => one.provider === provider)
  const newest = {
    provider,
    state: shownState(row, nowMs),
    at: toInstant(state === 'published' ? (confirmedAtMs ?? atMs) : atMs),
    url: postUrl ?? before?.url ?? null,
  }
  return {
    ...article,
    ...newest,
    url: postUrl ?? article.url,
    providers: [...article.providers.filter((one) => one !== before), newest],
    lastPublishedAt: state === 'published' ? toInstant(confirmedAtMs ?? atMs) : article.lastPublishedAt,
  }
}

const withDelivery = (article: Article, { title, atMs }: DeliveryRow): Article => ({
  ...article,
  title: title ?? article.title,
  seenIn: 'delivery',
  lastPublishedAt: toInstantOrNull(Math.max(atMs, Date.parse(article.lastPublishedAt ?? '') || 0)),
})

/** In no order. Throws not-found for an unknown brand. */
export const knownArticles = (db: ReadableDb, { brandIds, nowMs }: Args): Article[] => {
  if (brandIds !== 'all') for (const id of brandIds) assertBrand(db, id)
  const ofBrands = (column: string) => (brandIds === 'all' ? undefined : isOneOf(column, brandIds))
  const known = new Map<string, Article>()
  const change = ({ brandId, slug }: { brandId: string; slug: string }, next: (article: Article) => Article) => {
    const key = JSON.stringify([brandId, slug])
    known.set(key, next(known.get(key) ?? { ...EMPTY, providers: [], brandId, articleSlug: slug }))
  }
  const entries = all([ofBrands('a.brand_id'), { sql: "a.state <> 'superseded'", params: [] }])
  for (const row of prepared<ArticleRow>(db.core, `${ARTICLES} WHERE ${entries.sql} ORDER BY a.no`).all(
    ...entries.params,
  ))
    change(row, (article) => withEntry(article, row, nowMs))
  const delivered = all([ofBrands('brand_id'), { sql: "status = 'accepted' AND slug IS NOT NULL", params: [] }])
  const sql = `${DELIVERIES} WHERE ${delivered.sql} GROUP BY brand_id, slug`
  for (const row of prepared<DeliveryRow>(db.core, sql).all(...delivered.params))
    change(row, (article) => withDelivery(article, row))
  return [...known.values()]
}

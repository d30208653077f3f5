// Articles that core.db knows: of earlier publishes and of deliveries. Ranked pages are in the cache (articles.ts of this room).
import type { Article } from '../../../src-shared/desk/publishing.ts'
import { CALENDAR_STATES } from '../../../src-shared/desk/state-names.ts'
import { toInstant, toInstantOrNull } from '../../base/clock.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { all, isOneOf } from '../../store/search-text.ts'
import type { ArticleState } from './article-track.ts'

type ArticleRow = {
  brandId: string
  slug: string
  provider: NonNullable<Article['provider']>
  atMs: number
  state: ArticleState
  confirmedAtMs: number | null
  postUrl: string | null
}
type DeliveryRow = { brandId: string; slug: string; title: string | null; atMs: number }
type Args = { readonly brandIds: 'all' | readonly string[]; readonly nowMs: number }

const ARTICLES = `SELECT brand_id AS brandId, slug, provider, at_ms AS atMs, state, confirmed_at_ms AS confirmedAtMs,
  post_url AS postUrl FROM article`
const DELIVERIES = `SELECT brand_id AS brandId, slug, title, max(received_at_ms) AS atMs FROM delivery`

const stateOf = ({ state, confirmedAtMs, atMs }: ArticleRow, nowMs: number): Article['state'] => {
  if (state === 'published' && confirmedAtMs !== null) return 'confirmed'
  if (state === 'scheduled' && atMs < nowMs) return 'overdue'
  return CALENDAR_STATES.find((known) => known === state) ?? null
}

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
  return {
    ...article,
    state: stateOf(row, nowMs),
    at: toInstant(atMs),
    provider,
    url: postUrl ?? article.url,
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
  const ofBrands = brandIds === 'all' ? undefined : isOneOf('brand_id', brandIds)
  const known = new Map<string, Article>()
  const change = ({ brandId, slug }: { brandId: string; slug: string }, next: (article: Article) => Article) => {
    const key = JSON.stringify([brandId, slug])
    known.set(key, next(known.get(key) ?? { ...EMPTY, brandId, articleSlug: slug }))
  }
  const entries = all([ofBrands, { sql: "state <> 'superseded'", params: [] }])
  for (const row of prepared<ArticleRow>(db.core, `${ARTICLES} WHERE ${entries.sql} ORDER BY no`).all(
    ...entries.params,
  ))
    change(row, (article) => withEntry(article, row, nowMs))
  const delivered = all([ofBrands, { sql: "status = 'accepted' AND slug IS NOT NULL", params: [] }])
  const sql = `${DELIVERIES} WHERE ${delivered.sql} GROUP BY brand_id, slug`
  for (const row of prepared<DeliveryRow>(db.core, sql).all(...delivered.params))
    change(row, (article) => withDelivery(article, row))
  return [...known.values()]
}

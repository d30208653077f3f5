// What the calendar, the checks and the slug field read of the articles.
import { CALENDAR_STATES, type CalendarEntry } from '../../../src-shared/desk/publishing.ts'
import { toInstant } from '../../base/clock.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { all, isOneOf } from '../../store/search-text.ts'
import type { ArticleState } from './article-track.ts'

type Row = {
  no: number
  brandId: string
  articleSlug: string
  provider: CalendarEntry['provider']
  status: CalendarEntry['status']
  atMs: number
  state: ArticleState
  intentId: string | null
  postUrl: string | null
  confirmedAtMs: number | null
  reason: string | null
}

const CALENDAR = `SELECT a.no, a.brand_id AS brandId, a.slug AS articleSlug, a.provider, a.status, a.at_ms AS atMs, a.state,
  i.id AS intentId, a.post_url AS postUrl, a.confirmed_at_ms AS confirmedAtMs, a.reason
  FROM article a LEFT JOIN intent i ON i.no = a.intent_no`

const OVERDUE = 'Overdue, and nothing has confirmed it.'

const calendarState = (row: Row, nowMs: number): { state: CalendarEntry['state']; reason: string | null } => {
  if (row.state === 'published' && row.confirmedAtMs !== null) return { state: 'confirmed', reason: null }
  if (row.state === 'scheduled' && row.atMs < nowMs) return { state: 'overdue', reason: OVERDUE }
  const state = CALENDAR_STATES.find((known) => known === row.state)
  return { state: state ?? 'cancelled', reason: row.reason }
}

const toEntry = (row: Row, nowMs: number): CalendarEntry => ({
  id: `article_${row.no}`,
  brandId: row.brandId,
  articleSlug: row.articleSlug,
  provider: row.provider,
  status: row.status,
  at: toInstant(row.atMs),
  ...calendarState(row, nowMs),
  confirmedByWebhook: row.confirmedAtMs !== null,
  intentId: row.intentId ?? '',
  postUrl: row.postUrl,
})

export type CalendarArgs = {
  readonly brandIds: 'all' | readonly string[]
  readonly fromMs: number
  /** Not included. */
  readonly untilMs: number
  readonly nowMs: number
}

/** By time. Throws not-found for an unknown brand. */
export const articleCalendar = (
  db: ReadableDb,
  { brandIds, fromMs, untilMs, nowMs }: CalendarArgs,
): CalendarEntry[] => {
  if (brandIds !== 'all') for (const id of brandIds) assertBrand(db, id)
  const { sql, params } = all([
    brandIds === 'all' ? undefined : isOneOf('a.brand_id', brandIds),
    { sql: 'a.at_ms >= ? AND a.at_ms < ?', params: [fromMs, untilMs] },
    { sql: "a.state <> 'superseded'", params: [] },
  ])
  return prepared<Row>(db.core, `${CALENDAR} WHERE ${sql} ORDER BY a.at_ms, a.no`)
    .all(...params)
    .map((row) => toEntry(row, nowMs))
}

export type KnownArticle = {
  readonly brandId: string
  readonly slug: string
  readonly provider: string
  readonly state: ArticleState
  readonly isScheduled: boolean
  readonly atMs: number
}

const LIVE = `SELECT brand_id AS brandId, slug, provider, state, is_scheduled AS isScheduled, at_ms AS atMs
  FROM article WHERE state IN ('held', 'sending', 'scheduled', 'published', 'unknown')
    AND brand_id IN (SELECT value FROM json_each(@brandIds))
    AND (slug IN (SELECT value FROM json_each(@slugs)) OR (is_scheduled AND at_ms >= @fromMs AND at_ms < @untilMs))`

/** Articles of these slugs that are published or being sent, and articles that these brands scheduled in this time. */
export const liveArticles = (
  { core }: ReadableDb,
  args: { brandIds: readonly string[]; slugs: readonly string[]; fromMs: number; untilMs: number },
): KnownArticle[] =>
  prepared<Omit<KnownArticle, 'isScheduled'> & { isScheduled: number }>(core, LIVE)
    .all({ ...args, brandIds: JSON.stringify(args.brandIds), slugs: JSON.stringify(args.slugs) })
    .map((row) => ({ ...row, isScheduled: row.isScheduled === 1 }))

const SLUGS = `SELECT slug FROM article WHERE brand_id = @brandId AND instr(lower(slug), @search) > 0
  GROUP BY slug ORDER BY max(no) DESC LIMIT @limit`

type SlugArgs = { readonly brandId: string; readonly search: string; readonly limit: number }

/** Slugs of a brand's articles that contain the text (lower case), newest first. */
export const articleSlugs = (db: ReadableDb, args: SlugArgs): string[] => {
  assertBrand(db, args.brandId)
  return prepared<{ slug: string }>(db.core, SLUGS)
    .all(args)
    .map(({ slug }) => slug)
}

const DELIVERED = `SELECT slug FROM delivery WHERE brand_id = @brandId AND status = 'accepted' AND instr(lower(slug), @search) > 0
  GROUP BY slug ORDER BY max(no) DESC LIMIT @limit`

/** The same for articles of webhook deliveries. */
export const deliveredSlugs = (db: ReadableDb, args: SlugArgs): string[] =>
  prepared<{ slug: string }>(db.core, DELIVERED)
    .all(args)
    .map(({ slug }) => slug)

const OUT = `SELECT slug, coalesce(confirmed_at_ms, at_ms) AS atMs FROM article
  WHERE brand_id = ? AND state = 'published' AND status = 'publish' ORDER BY atMs, no`

/** When a brand's articles were published, confirmed by the service or a webhook; oldest first. */
export const articlesOut = (db: ReadableDb, { brandId }: { brandId: string }): { slug: string; atMs: number }[] => {
  assertBrand(db, brandId)
  return prepared<{ slug: string; atMs: number }>(db.core, OUT).all(brandId)
}

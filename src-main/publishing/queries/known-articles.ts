// Articles that core.db knows: of earlier publishes and of deliveries. Ranked pages are in the cache (articles.ts of this room).
import type { Article } from '../../../src-shared/desk/publishing.ts'
import { PROVIDERS } from '../../../src-shared/service/providers.ts'
import { toInstant } from '../../base/clock.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { DELIVERED, reportingMark } from '../../webhooks/public.ts'
import { changesWithTime, type EntryFacts, shownState } from '../rules/shown-state.ts'
import { AWAITS_WEBHOOK } from './articles.ts'
import { createKeptArticles } from './kept-articles.ts'

type ArticleRow = EntryFacts & {
  slug: string
  provider: NonNullable<Article['provider']>
  postUrl: string | null
}
type DeliveryRow = { slug: string; title: string | null; atMs: number }
type Args = { readonly brandId: string; readonly nowMs: number; readonly slugs?: readonly string[] }

const OF_SLUGS = 'AND slug IN (SELECT value FROM json_each(@slugs))'
const entriesOf = (which: string): string => `SELECT a.slug, a.provider, a.at_ms AS atMs, a.state,
  a.confirmed_at_ms AS confirmedAtMs, a.post_url AS postUrl, ${AWAITS_WEBHOOK} AS awaitsWebhook
  FROM article a WHERE a.brand_id = @brandId AND a.state <> 'superseded' ${which} ORDER BY a.no`
const deliveriesOf = (which: string): string => `SELECT slug, title, max(received_at_ms) AS atMs FROM ${DELIVERED}
  WHERE brand_id = @brandId AND slug IS NOT NULL ${which} GROUP BY slug`
const ALL = { entries: entriesOf(''), deliveries: deliveriesOf('') }
const SOME = { entries: entriesOf(OF_SLUGS), deliveries: deliveriesOf(OF_SLUGS) }

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

/** Changed in place, in this file only: a brand may have tens of thousands. */
type Growing = { -readonly [Field in keyof Article]: Article[Field] }

/** One text for all that have it: SQLite gives a new one for each row, and tens of thousands stay in memory. */
const OF_PROVIDER: ReadonlyMap<string, ArticleRow['provider']> = new Map(PROVIDERS.map((one) => [one, one]))

const addEntry = (article: Growing, row: ArticleRow, nowMs: number): void => {
  // A cancelled entry says nothing about what is at the service.
  if (row.state === 'cancelled') return
  const { postUrl, state, confirmedAtMs, atMs } = row
  const provider = OF_PROVIDER.get(row.provider) ?? row.provider
  const before = article.providers.find((one) => one.provider === provider)
  const at = toInstant(state === 'published' ? (confirmedAtMs ?? atMs) : atMs)
  const newest = { provider, state: shownState(row, nowMs), at, url: postUrl ?? before?.url ?? null }
  article.provider = provider
  article.state = newest.state
  article.at = at
  article.url = postUrl ?? article.url
  // A list that is spread or pushed to has room for 17.
  article.providers = article.providers.filter((one) => one !== before).concat(newest)
  if (state === 'published') article.lastPublishedAt = at
}

const addDelivery = (article: Growing, { title, atMs }: DeliveryRow): void => {
  const knownMs = Date.parse(article.lastPublishedAt ?? '') || 0
  article.title = title ?? article.title
  article.seenIn = 'delivery'
  if (atMs > knownMs) article.lastPublishedAt = toInstant(atMs)
}

/** One list for all that have none: tens of thousands stay in memory. */
const NONE: never[] = []

/** Row by row: all of them at once are as large as the articles. */
const loadKnown = (db: ReadableDb, { brandId, nowMs, slugs }: Args): Map<string, Article> => {
  const found = new Map<string, Growing>()
  const ofSlug = (slug: string): Growing => {
    const known = found.get(slug)
    if (known !== undefined) return known
    const made = { ...EMPTY, providers: NONE, brandId, articleSlug: slug }
    found.set(slug, made)
    return made
  }
  const sql = slugs === undefined ? ALL : SOME
  const args = slugs === undefined ? { brandId } : { brandId, slugs: JSON.stringify(slugs) }
  for (const row of prepared<ArticleRow>(db.core, sql.entries).iterate(args)) addEntry(ofSlug(row.slug), row, nowMs)
  for (const row of prepared<DeliveryRow>(db.core, sql.deliveries).iterate(args)) addDelivery(ofSlug(row.slug), row)
  return found
}

const isScheduled = ({ state }: Article['providers'][number]): boolean => changesWithTime(state)
const turnsOf = ({ providers }: Article): readonly number[] =>
  providers.some(isScheduled) ? providers.filter(isScheduled).map(({ at }) => Date.parse(at)) : NONE

const kept = createKeptArticles({ load: loadKnown, turnsOf, keyOf: reportingMark })

/** In no order; not to be changed, and the same list until one of them changes. Throws not-found for an unknown brand. */
export const knownArticles = (
  db: ReadableDb,
  args: { readonly brandId: string; readonly nowMs: number },
): readonly Article[] => {
  assertBrand(db, args.brandId)
  return kept(db, args)
}

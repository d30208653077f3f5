// Articles that a webhook reports as published. A delivery says nothing of platforms that do not report by webhook, and a
// repeated one says nothing new: the state is kept for each brand, slug and platform.
import { INTENTS, type IntentWrites, ITEMS, type StoredIntent } from '../../journal/public.ts'
import { prepared, type WritableDb } from '../../store/db.ts'
import { likelyProvider, reportsByWebhook } from '../../webhooks/public.ts'
import { type ArticleState, supersedeDrafts } from './article-track.ts'

/** SQL over `article a`: 1 where a webhook reports it once it is out. None reports a draft. */
export const AWAITS_WEBHOOK = `(a.status = 'publish' AND ${reportsByWebhook('a')})`

export type ArticlePublished = {
  readonly brandId: string
  readonly slug: string
  readonly deliveryId: string
  readonly receivedAtMs: number
}
export type ArticleConfirmed = {
  /** The intent that the delivery confirmed, now or before. */
  readonly intentId: string | null
  /** The intent that changed by it. */
  readonly changed: ({ readonly intentId: string } & Pick<StoredIntent, 'kind' | 'state'>) | null
}

type Candidate = {
  readonly no: number
  readonly provider: string
  readonly intentId: string | null
  readonly item: number | null
  readonly state: ArticleState
  /** 1: a delivery may confirm it. */
  readonly isOpen: number
}

/** Nothing is confirmed before its time, but for clocks that differ: the service's, this machine's, a colleague's. */
const EARLY_MS = 5 * 60_000

const COLUMNS = `a.no, a.provider, i.id AS intentId, a.item, a.state,
  a.delivery_id IS NULL AND a.state <> 'unpublished' AS isOpen`
const FROM = `FROM article a LEFT JOIN ${INTENTS} i ON i.no = a.intent_no`
const OF_SLUG = 'a.brand_id = @brandId AND a.slug = @slug'

/** Deliveries of unknown articles come in bursts and need only this query. */
const IS_KNOWN = 'SELECT 1 FROM article WHERE brand_id = ? AND slug = ? LIMIT 1'

const SAME_DELIVERY = `SELECT ${COLUMNS} ${FROM} WHERE ${OF_SLUG} AND a.delivery_id = @deliveryId`

/**
 * What went out last on each platform that reports by webhook: where a delivery confirmed that, or it was unpublished since,
 * this one is a repeat, and nothing earlier is confirmed in its place. An open one comes first, then provider "webhook".
 */
const NEWEST = `SELECT * FROM (
    SELECT ${COLUMNS}, a.at_ms, row_number() OVER (PARTITION BY a.provider ORDER BY a.at_ms DESC, a.no DESC) AS nth
    ${FROM} LEFT JOIN ${ITEMS} t ON t.intent_no = a.intent_no AND t.item = a.item
    WHERE ${OF_SLUG} AND ${AWAITS_WEBHOOK} AND a.at_ms <= @receivedAtMs + ${EARLY_MS}
      AND a.state IN ('sending', 'unknown', 'published', 'scheduled', 'unpublished') AND coalesce(t.state, '') <> 'waiting')
  WHERE nth = 1 ORDER BY isOpen DESC, provider = 'webhook' DESC, at_ms DESC LIMIT 1`

/** The clock was set back since, a person replays an old one, or the platforms that report are others since. */
const LATER = `SELECT ${COLUMNS} ${FROM}
  WHERE ${OF_SLUG} AND (a.intent_no IS NULL OR ${AWAITS_WEBHOOK}) AND a.delivery_id IS NOT NULL ORDER BY a.no DESC LIMIT 1`

const CONFIRM = `UPDATE article SET delivery_id = @deliveryId, confirmed_at_ms = @receivedAtMs, reason = NULL,
  state = 'published' WHERE no = @no`

const INSERT_PUBLISHED = `
  INSERT INTO article (brand_id, slug, provider, status, is_scheduled, at_ms, state, created_at_ms, delivery_id,
    confirmed_at_ms)
  VALUES (?, ?, ?, 'publish', 0, ?, 'published', ?, ?, ?)`

/** Binds in order, which is the cheapest way. */
const insertPublished = (db: WritableDb, { brandId, slug, receivedAtMs: at, deliveryId }: ArticlePublished): void => {
  const provider = likelyProvider(db, brandId)
  supersedeDrafts(db, { brandId, slug, provider })
  prepared(db.core, INSERT_PUBLISHED).run(brandId, slug, provider, at, at, deliveryId, at)
}

type ApplyEvent = Pick<IntentWrites, 'applyEvent'>['applyEvent']

const confirmArticle = (db: WritableDb, published: ArticlePublished, found: Candidate, applyEvent: ApplyEvent) => {
  const { no, intentId, item, state, provider } = found
  const isUnsettled = state === 'sending' || state === 'unknown'
  const after =
    isUnsettled && intentId !== null && item !== null
      ? db.core.transaction(applyEvent)(db, {
          id: intentId,
          event: { type: 'confirm', item, result: { deliveryId: published.deliveryId } },
          atMs: published.receivedAtMs,
        })
      : null
  supersedeDrafts(db, { ...published, provider })
  prepared(db.core, CONFIRM).run({ ...published, no })
  return { intentId, changed: after === null ? null : { intentId: after.id, kind: after.kind, state: after.state } }
}

/**
 * Confirms what the slug's newest going-out on a platform that reports by webhook left open, and its item if that is in flight
 * or unknown. Where none was: the article is out, and the desk did not send it. Repeats change nothing. Use it inside a transaction; what it did
 * before it throws is undone.
 */
export const createConfirmArticle =
  ({ applyEvent }: Pick<IntentWrites, 'applyEvent'>) =>
  (db: WritableDb, published: ArticlePublished): ArticleConfirmed => {
    const { core } = db
    const find = (sql: string) => prepared<Candidate>(core, sql).get(published)
    const isKnown = prepared(core, IS_KNOWN).get(published.brandId, published.slug) !== undefined
    const same = isKnown ? find(SAME_DELIVERY) : undefined
    if (same !== undefined) return { intentId: same.intentId, changed: null }
    const found = isKnown ? (find(NEWEST) ?? find(LATER)) : undefined
    if (found === undefined) insertPublished(db, published)
    else if (found.isOpen === 1) return confirmArticle(db, published, found, applyEvent)
    return { intentId: found?.intentId ?? null, changed: null }
  }

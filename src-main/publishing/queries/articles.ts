// Articles that a webhook reports as published.

import type { Database } from 'better-sqlite3'
import type { IntentWrites, StoredIntent } from '../../journal/public.ts'
import { prepared, type WritableDb } from '../../store/db.ts'
import type { ArticleState } from './article-track.ts'

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

type Candidate = { no: number; intentId: string | null; item: number | null; state: ArticleState }

const SELECT = `SELECT a.no, i.id AS intentId, a.item, a.state FROM article a
  LEFT JOIN intent i ON i.no = a.intent_no
  LEFT JOIN intent_item t ON t.intent_no = a.intent_no AND t.item = a.item
  WHERE a.brand_id = @brandId AND a.slug = @slug`

/** Deliveries of unknown articles come in bursts and need only this query. */
const IS_KNOWN = 'SELECT 1 FROM article WHERE brand_id = ? AND slug = ? LIMIT 1'

const SAME_DELIVERY = `${SELECT} AND a.delivery_id = @deliveryId`

// Deliveries most likely belong to the provider "webhook"; others are second choice.
const UNCONFIRMED = `${SELECT} AND a.delivery_id IS NULL AND a.created_at_ms <= @receivedAtMs
    AND a.state IN ('sending', 'unknown', 'published', 'scheduled') AND coalesce(t.state, '') <> 'waiting'
  ORDER BY a.provider = 'webhook' DESC, a.state = 'scheduled' AND a.at_ms > @receivedAtMs, a.no DESC LIMIT 1`

const CONFIRMED = `${SELECT} AND a.delivery_id IS NOT NULL ORDER BY a.no DESC LIMIT 1`

const CONFIRM = `UPDATE article SET delivery_id = @deliveryId, confirmed_at_ms = @receivedAtMs, reason = NULL,
  state = 'published' WHERE no = @no`

const INSERT_PUBLISHED = `
  INSERT INTO article (brand_id, slug, provider, status, is_scheduled, at_ms, state, created_at_ms, delivery_id,
    confirmed_at_ms)
  VALUES (?, ?, 'webhook', 'publish', 0, ?, 'published', ?, ?, ?)`

/** Binds in order, which is the cheapest way. */
const insertPublished = (core: Database, { brandId, slug, receivedAtMs: at, deliveryId }: ArticlePublished) =>
  prepared(core, INSERT_PUBLISHED).run(brandId, slug, at, at, deliveryId, at)

/**
 * Confirms the newest unconfirmed publish of the slug, and its item if that is in flight or unknown. Idempotent by delivery
 * and by (brand, slug). Use it inside a transaction; what it did before it throws is undone.
 */
export const createConfirmArticle =
  ({ applyEvent }: Pick<IntentWrites, 'applyEvent'>) =>
  (db: WritableDb, published: ArticlePublished): ArticleConfirmed => {
    const { core } = db
    if (prepared(core, IS_KNOWN).get(published.brandId, published.slug) === undefined) {
      insertPublished(core, published)
      return { intentId: null, changed: null }
    }
    const find = (sql: string) => prepared<Candidate>(core, sql).get(published)
    const known = find(SAME_DELIVERY)
    if (known !== undefined) return { intentId: known.intentId, changed: null }
    const found = find(UNCONFIRMED)
    if (found === undefined) {
      const earlier = find(CONFIRMED)
      if (earlier === undefined) insertPublished(core, published)
      return { intentId: earlier?.intentId ?? null, changed: null }
    }
    const { no, intentId, item, state } = found
    const isOpen = state === 'sending' || state === 'unknown'
    const after =
      isOpen && intentId !== null && item !== null
        ? core.transaction(applyEvent)(db, {
            id: intentId,
            event: { type: 'confirm', item, result: { deliveryId: published.deliveryId } },
            atMs: published.receivedAtMs,
          })
        : null
    prepared(core, CONFIRM).run({ ...published, no })
    return { intentId, changed: after === null ? null : { intentId: after.id, kind: after.kind, state: after.state } }
  }

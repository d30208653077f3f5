// Each going-out of an article, kept true to the intents that send it and to the webhooks that tell of it.
import type { IntentItemState } from '../../../src-shared/desk/intents.ts'
import { prepared, type WritableDb } from '../db.ts'
import type { IntentEffect } from './intent-effects.ts'
import { applyEvent, type StoredIntent } from './intents.ts'

/** `superseded`: a later schedule of the same article took its place. */
export type ArticleState =
  | 'held'
  | 'sending'
  | 'scheduled'
  | 'published'
  | 'failed'
  | 'unknown'
  | 'cancelled'
  | 'unpublished'
  | 'superseded'

type Item = StoredIntent['items'][number]

const AFTER: Readonly<Record<Exclude<IntentItemState, 'waiting' | 'confirmed'>, ArticleState>> = {
  in_flight: 'sending',
  failed: 'failed',
  skipped: 'failed',
  unknown: 'unknown',
  cancelled: 'cancelled',
}

const stateOf = ({ kind, state }: StoredIntent, item: Item): ArticleState => {
  if (item.state === 'waiting') return state === 'held' ? 'held' : 'sending'
  if (item.state === 'confirmed') return kind === 'schedule' ? 'scheduled' : 'published'
  return AFTER[item.state]
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const atMsOf = (intent: StoredIntent, nowMs: number): number => {
  const publishAt = textOf(intent.details.publishAt)
  if (intent.kind === 'schedule' && publishAt !== null) return Date.parse(publishAt)
  return intent.state === 'held' ? (intent.releaseAtMs ?? nowMs) : (intent.sentAtMs ?? nowMs)
}

const SAVE = `
  INSERT INTO article (brand_id, slug, provider, status, is_scheduled, at_ms, state, intent_no, item, post_id, post_url,
    reason, created_at_ms)
  VALUES (@brandId, @slug, @provider, @status, @isScheduled, @atMs, @state, @intentNo, @item, @postId, @postUrl,
    @reason, @createdAtMs)
  ON CONFLICT (intent_no, item) DO UPDATE SET at_ms = @atMs, state = @state,
    post_id = coalesce(@postId, post_id), post_url = coalesce(@postUrl, post_url), reason = @reason`

const SUPERSEDE = `UPDATE article SET state = 'superseded'
  WHERE brand_id = @brandId AND slug = @slug AND provider = @provider AND state = 'scheduled'
    AND NOT (intent_no IS @intentNo AND item IS @item)`

const saveGoingOut = ({ core }: WritableDb, intent: StoredIntent, item: Item, atMs: number): void => {
  const place = { brandId: intent.brandId, slug: item.subject, provider: textOf(intent.details.provider) ?? '' }
  const key = { intentNo: intent.no, item: item.item }
  const state = stateOf(intent, item)
  if (state === 'scheduled') prepared(core, SUPERSEDE).run({ ...place, ...key })
  prepared(core, SAVE).run({
    ...place,
    ...key,
    state,
    status: textOf(intent.details.status) ?? 'publish',
    isScheduled: intent.kind === 'schedule' ? 1 : 0,
    atMs: atMsOf(intent, atMs),
    postId: textOf(item.result.postId),
    postUrl: textOf(item.result.postUrl),
    reason: item.reason,
    createdAtMs: intent.createdAtMs,
  })
}

const UNSCHEDULE = `UPDATE article SET state = 'cancelled'
  WHERE brand_id = ? AND slug = ? AND state = 'scheduled' AND confirmed_at_ms IS NULL`
const UNPUBLISH = `UPDATE article SET state = 'unpublished'
  WHERE brand_id = ? AND slug = ? AND provider = ? AND (state = 'published' OR (state = 'scheduled' AND at_ms <= ?))`

const takeBack = ({ core }: WritableDb, intent: StoredIntent, item: Item, atMs: number): void => {
  if (item.state !== 'confirmed') return
  if (intent.kind === 'unschedule') prepared(core, UNSCHEDULE).run(intent.brandId, item.subject)
  else prepared(core, UNPUBLISH).run(intent.brandId, item.subject, textOf(intent.details.provider), atMs)
}

/** Items that changed; where the hold did, all that wait. */
const changedItems = (before: StoredIntent | null, after: StoredIntent): readonly Item[] => {
  const isHoldChanged = before?.releaseAtMs !== after.releaseAtMs
  return after.items.filter((item, place) => {
    if (isHoldChanged && item.state === 'waiting') return true
    return before?.items[place] !== item
  })
}

export const trackArticles: IntentEffect = (db, before, { after, atMs }) => {
  const isGoingOut = after.kind === 'publish' || after.kind === 'schedule'
  for (const item of changedItems(before, after)) (isGoingOut ? saveGoingOut : takeBack)(db, after, item, atMs)
}

export type ArticlePublished = {
  readonly brandId: string
  readonly slug: string
  readonly deliveryId: string
  readonly receivedAtMs: number
}
export type ArticleConfirmed = {
  /** The desk's own intent that the delivery confirmed, now or before. */
  readonly intentId: string | null
  /** The intent whose state or items changed by it. */
  readonly changed: { readonly intentId: string; readonly state: StoredIntent['state'] } | null
}

type Candidate = { no: number; intentId: string | null; item: number | null; state: ArticleState }

const SELECT = `SELECT a.no, i.id AS intentId, a.item, a.state FROM article a
  LEFT JOIN intent i ON i.no = a.intent_no
  LEFT JOIN intent_item t ON t.intent_no = a.intent_no AND t.item = a.item
  WHERE a.brand_id = @brandId AND a.slug = @slug`

const SAME_DELIVERY = `${SELECT} AND a.delivery_id = @deliveryId`

// The tie of the event to the provider "webhook" is likely, not certain: others are second choice.
const UNCONFIRMED = `${SELECT} AND a.delivery_id IS NULL AND a.created_at_ms <= @receivedAtMs
    AND a.state IN ('sending', 'unknown', 'published', 'scheduled') AND coalesce(t.state, '') <> 'waiting'
  ORDER BY a.provider = 'webhook' DESC, a.state = 'scheduled' AND a.at_ms > @receivedAtMs, a.no DESC LIMIT 1`

const CONFIRMED = `${SELECT} AND a.delivery_id IS NOT NULL ORDER BY a.no DESC LIMIT 1`

const CONFIRM = `UPDATE article SET delivery_id = @deliveryId, confirmed_at_ms = @receivedAtMs, reason = NULL,
  state = 'published' WHERE no = @no`

const INSERT_TOLD = `
  INSERT INTO article (brand_id, slug, provider, status, is_scheduled, at_ms, state, created_at_ms, delivery_id,
    confirmed_at_ms)
  VALUES (@brandId, @slug, 'webhook', 'publish', 0, @receivedAtMs, 'published', @receivedAtMs, @deliveryId,
    @receivedAtMs)`

/**
 * A webhook told that an article is out: the newest going-out of that slug that waits for such word is confirmed, and an
 * item of it that is in flight or unknown with it. Idempotent by delivery and by (brand, slug). Inside a transaction.
 */
export const confirmArticleIn = (db: WritableDb, told: ArticlePublished): ArticleConfirmed => {
  const { core } = db
  const find = (sql: string) => prepared<Candidate>(core, sql).get(told)
  const known = find(SAME_DELIVERY)
  if (known !== undefined) return { intentId: known.intentId, changed: null }
  const found = find(UNCONFIRMED)
  if (found === undefined) {
    const earlier = find(CONFIRMED)
    if (earlier === undefined) prepared(core, INSERT_TOLD).run(told)
    return { intentId: earlier?.intentId ?? null, changed: null }
  }
  const { no, intentId, item, state } = found
  const isOpen = state === 'sending' || state === 'unknown'
  const after =
    isOpen && intentId !== null && item !== null
      ? applyEvent(db, {
          id: intentId,
          event: { type: 'tell', item, result: { deliveryId: told.deliveryId } },
          atMs: told.receivedAtMs,
        })
      : null
  prepared(core, CONFIRM).run({ ...told, no })
  return { intentId, changed: after === null ? null : { intentId: after.id, state: after.state } }
}

/** Deliveries come in bursts: all of them in one transaction, in the order they came. */
export const confirmArticles = (
  db: WritableDb,
  { articles }: { articles: readonly ArticlePublished[] },
): ArticleConfirmed[] => db.core.transaction(() => articles.map((told) => confirmArticleIn(db, told))).immediate()

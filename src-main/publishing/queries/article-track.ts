// Rows of `article` follow the intents that publish, schedule or unpublish them.
import type { IntentItemState } from '../../../src-shared/desk/intents.ts'
import { INTENTS, type IntentEffect, type StoredIntent } from '../../journal/public.ts'
import { prepared, type WritableDb } from '../../store/db.ts'

/** `superseded`: replaced by a later schedule of the same article, or a draft by a later draft or publish. */
export const ARTICLE_STATES = [
  'held',
  'sending',
  'scheduled',
  'draft',
  'published',
  'failed',
  'unknown',
  'cancelled',
  'unpublished',
  'superseded',
] as const
export type ArticleState = (typeof ARTICLE_STATES)[number]

type Item = StoredIntent['items'][number]

const AFTER: Readonly<Record<Exclude<IntentItemState, 'waiting' | 'confirmed'>, ArticleState>> = {
  in_flight: 'sending',
  failed: 'failed',
  skipped: 'failed',
  unknown: 'unknown',
  cancelled: 'cancelled',
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** A platform may keep as a draft what was to be published: its reply says so. */
const isKeptAsDraft = ({ kind }: StoredIntent, { state, result }: Item): boolean =>
  kind === 'publish' && state === 'confirmed' && textOf(result.status)?.trim().toLowerCase() === 'draft'

const statusOf = (intent: StoredIntent, item: Item): 'draft' | 'publish' =>
  intent.details.status === 'draft' || isKeptAsDraft(intent, item) ? 'draft' : 'publish'

const stateOf = (intent: StoredIntent, item: Item): ArticleState => {
  if (item.state === 'waiting') return intent.state === 'held' ? 'held' : 'sending'
  if (item.state !== 'confirmed') return AFTER[item.state]
  if (intent.kind === 'schedule') return 'scheduled'
  return statusOf(intent, item) === 'draft' ? 'draft' : 'published'
}

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
  ON CONFLICT (intent_no, item) DO UPDATE SET at_ms = @atMs, state = @state, status = @status,
    post_id = coalesce(@postId, post_id), post_url = coalesce(@postUrl, post_url), reason = @reason`

const SUPERSEDE = `UPDATE article SET state = 'superseded'
  WHERE brand_id = @brandId AND slug = @slug AND provider = @provider AND state = 'scheduled'
    AND NOT (intent_no IS @intentNo AND item IS @item)`

const SUPERSEDE_DRAFTS = `UPDATE article SET state = 'superseded'
  WHERE brand_id = @brandId AND slug = @slug AND provider = @provider AND state = 'draft'`

/** A person may settle an unknown one late: what was sent to this platform after it has replaced it. */
const NEWER = `SELECT 1 FROM article a JOIN ${INTENTS} i ON i.no = a.intent_no
  WHERE a.brand_id = @brandId AND a.slug = @slug AND a.provider = @provider
    AND (a.state = @state OR @state = 'draft' AND a.state = 'published')
    AND (i.sent_at_ms > @sentAtMs OR i.sent_at_ms = @sentAtMs AND i.no > @intentNo)`

type Place = { readonly brandId: string; readonly slug: string; readonly provider: string }

/** A platform has one version of an article: a newer draft, or the published one, replaces an earlier draft. */
export const supersedeDrafts = ({ core }: WritableDb, place: Place): void =>
  void prepared(core, SUPERSEDE_DRAFTS).run(place)

const saveGoingOut = (db: WritableDb, intent: StoredIntent, item: Item, atMs: number): void => {
  const { core } = db
  const target = { brandId: intent.brandId, slug: item.refId, provider: textOf(intent.details.provider) ?? '' }
  const key = { intentNo: intent.no, item: item.item }
  const settled = stateOf(intent, item)
  const isOver =
    (settled === 'scheduled' || settled === 'draft') &&
    prepared(core, NEWER).get({ ...target, state: settled, sentAtMs: intent.sentAtMs ?? atMs, intentNo: intent.no }) !==
      undefined
  const state = isOver ? 'superseded' : settled
  if (state === 'scheduled') prepared(core, SUPERSEDE).run({ ...target, ...key })
  if (state === 'draft' || state === 'published') supersedeDrafts(db, target)
  prepared(core, SAVE).run({
    ...target,
    ...key,
    state,
    status: statusOf(intent, item),
    isScheduled: intent.kind === 'schedule' ? 1 : 0,
    atMs: atMsOf(intent, atMs),
    postId: textOf(item.result.postId),
    postUrl: textOf(item.result.postUrl),
    reason: item.reason,
    createdAtMs: intent.createdAtMs,
  })
}

/** A person may settle an unknown one late: what was sent after it is not what it took back. */
const SENT_BEFORE = `NOT EXISTS (SELECT 1 FROM ${INTENTS} i WHERE i.no = article.intent_no
  AND (i.sent_at_ms > @sentAtMs OR i.sent_at_ms = @sentAtMs AND i.no > @intentNo))`
const UNSCHEDULE = `UPDATE article SET state = 'cancelled'
  WHERE brand_id = @brandId AND slug = @slug AND state = 'scheduled' AND confirmed_at_ms IS NULL AND ${SENT_BEFORE}`
const TO_COME = `${UNSCHEDULE} AND at_ms > @sentAtMs`
const UNPUBLISH = `UPDATE article SET state = 'unpublished'
  WHERE brand_id = @brandId AND slug = @slug AND provider = @provider AND ${SENT_BEFORE}
    AND (state IN ('published', 'draft') OR (state = 'scheduled' AND at_ms <= @atMs))`

const takeBack = ({ core }: WritableDb, intent: StoredIntent, item: Item, atMs: number): void => {
  if (item.state !== 'confirmed') return
  const { brandId, no: intentNo } = intent
  const args = { brandId, intentNo, slug: item.refId, sentAtMs: intent.sentAtMs ?? atMs }
  if (intent.kind === 'unpublish')
    return void prepared(core, UNPUBLISH).run({ ...args, provider: textOf(intent.details.provider), atMs })
  // A schedule whose time had passed may be out. It was ended only where the service had nothing else to end.
  if (prepared(core, TO_COME).run(args).changes === 0) prepared(core, UNSCHEDULE).run(args)
}

const HOLD = `UPDATE article SET state = @state, at_ms = @atMs WHERE intent_no = @no AND state = 'held'`

/** The articles of an intent whose hold was paused, resumed or ended: a change of a hold loads no items. */
const saveHold = ({ core }: WritableDb, intent: StoredIntent, atMs: number): void => {
  const state: ArticleState = intent.state === 'held' ? 'held' : 'sending'
  prepared(core, HOLD).run({ no: intent.no, state, atMs: atMsOf(intent, atMs) })
}

export const trackArticles: IntentEffect = (db, before, { after, atMs }) => {
  const isGoingOut = after.kind === 'publish' || after.kind === 'schedule'
  if (isGoingOut && before?.state === 'held') saveHold(db, after, atMs)
  const changed = after.items.filter((item, index) => before?.items[index] !== item)
  for (const item of changed) (isGoingOut ? saveGoingOut : takeBack)(db, after, item, atMs)
}

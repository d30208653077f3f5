// When articles went out, and when they were taken down: for annotations.
import { confirmedItems } from '../../journal/public.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

export type ArticleEvent = {
  readonly kind: 'published' | 'scheduled' | 'unpublished'
  readonly id: string
  readonly brandId: string
  readonly slug: string
  readonly provider: string
  readonly atMs: number
  /** Null: a webhook reported it, and the desk did not send it. */
  readonly intentId: string | null
  readonly isByWebhook: boolean
  readonly madeBy: string | null
}
type Span = { readonly brandIds: readonly string[]; readonly fromMs: number; readonly untilMs: number }
type OutRow = Omit<ArticleEvent, 'kind' | 'id' | 'isByWebhook'> & {
  readonly no: number
  readonly isScheduled: number
  readonly isByWebhook: number
}

/** What was taken down since went out all the same. */
const OUT = `SELECT a.no, a.brand_id AS brandId, a.slug, a.provider, a.is_scheduled AS isScheduled,
    a.delivery_id IS NOT NULL AS isByWebhook,
    coalesce(a.confirmed_at_ms, a.at_ms) AS atMs, i.id AS intentId, i.made_by AS madeBy
  FROM article a LEFT JOIN intent i ON i.no = a.intent_no
  WHERE a.state IN ('published', 'unpublished') AND a.status = 'publish'
    AND a.brand_id IN (SELECT value FROM json_each(@brandIds))
    AND coalesce(a.confirmed_at_ms, a.at_ms) >= @fromMs AND coalesce(a.confirmed_at_ms, a.at_ms) < @untilMs`

/** In no order. A publish counts once the service or a webhook confirmed it. */
export const articleEvents = (db: ReadableDb, span: Span): ArticleEvent[] => {
  const out = prepared<OutRow>(db.core, OUT)
    .all({ ...span, brandIds: JSON.stringify(span.brandIds) })
    .map(
      ({ no, isScheduled, isByWebhook, ...row }): ArticleEvent => ({
        ...row,
        kind: isScheduled === 1 ? 'scheduled' : 'published',
        id: String(no),
        isByWebhook: isByWebhook === 1,
      }),
    )
  const down = confirmedItems(db, { ...span, kind: 'unpublish' }).map(
    ({ intentId, item, label, details, ...row }): ArticleEvent => ({
      ...row,
      intentId,
      kind: 'unpublished',
      isByWebhook: false,
      id: `${intentId}.${item}`,
      slug: label,
      provider: typeof details.provider === 'string' ? details.provider : '',
    }),
  )
  return [...out, ...down]
}

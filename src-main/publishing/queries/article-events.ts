// When articles went out, and when they were taken down: for annotations.
import { confirmedItems } from '../../journal/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import { countTimed, type EventsOf, newestRows, type TimedRows } from '../../store/time-span.ts'

export type ArticleEvent = {
  readonly id: string
  readonly brandId: string
  readonly slug: string
  readonly atMs: number
  /** Null: a webhook reported it, and the desk did not send it. */
  readonly intentId: string | null
  readonly isByWebhook: boolean
  readonly madeBy: string | null
}
type OutRow = Omit<ArticleEvent, 'id' | 'isByWebhook'> & { readonly no: number; readonly isByWebhook: number }

/** What was taken down since went out all the same. The index article_out has these terms. */
const out = (isScheduled: 0 | 1): TimedRows => ({
  columns: `a.no, a.brand_id AS brandId, a.slug, a.delivery_id IS NOT NULL AS isByWebhook,
    (SELECT id FROM intent WHERE no = a.intent_no) AS intentId,
    (SELECT made_by FROM intent WHERE no = a.intent_no) AS madeBy`,
  from: 'article a',
  ofBrands: 'a.brand_id IN (SELECT value FROM json_each(?))',
  at: 'coalesce(a.confirmed_at_ms, a.at_ms)',
  tie: 'a.no DESC',
  where: "a.state IN ('published', 'unpublished') AND a.status = 'publish'",
  only: `a.is_scheduled = ${isScheduled}`,
})
const OUT = { published: out(0), scheduled: out(1) } as const

/** It was a draft there and had not been out: nothing was taken down. */
const ofDraft = (at: string): string => {
  const place = `FROM article a WHERE a.brand_id = i.brand_id AND a.slug = t.subject AND a.provider = i.details ->> 'provider'`
  return `EXISTS (SELECT 1 ${place} AND a.state = 'unpublished' AND a.status = 'draft')
    AND NOT EXISTS (SELECT 1 ${place} AND a.state IN ('published', 'unpublished') AND a.status = 'publish'
      AND coalesce(a.confirmed_at_ms, a.at_ms) < ${at})`
}

const toEvent = ({ no, isByWebhook, ...row }: OutRow): ArticleEvent => ({
  ...row,
  id: String(no),
  isByWebhook: isByWebhook === 1,
})

/** A publish counts once the service or a webhook confirmed it. */
export const articleEvents = (
  db: ReadableDb,
  kind: 'published' | 'scheduled' | 'unpublished',
): EventsOf<ArticleEvent> => {
  if (kind !== 'unpublished')
    return {
      newest: (span) => newestRows<OutRow>(db.core, OUT[kind], span).map(toEvent),
      count: (span) => countTimed(db.core, OUT[kind], span),
    }
  const items = confirmedItems(db, 'unpublish', ofDraft)
  return {
    newest: (span) =>
      items.newest(span).map((item) => ({
        ...item,
        isByWebhook: false,
        id: `${item.intentId}.${item.item}`,
        slug: item.label,
      })),
    count: items.count,
  }
}

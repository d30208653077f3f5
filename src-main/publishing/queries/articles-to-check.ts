import type { Provider } from '../../../src-shared/service/providers.ts'
import { INTENTS } from '../../journal/public.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { DELIVERED } from '../../webhooks/public.ts'
import { AWAITS_WEBHOOK } from './articles.ts'

export type ArticleToCheck = {
  /** As in the calendar. */
  readonly entryId: string
  readonly brandId: string
  readonly slug: string
  /** As the newest webhook about it says. */
  readonly title: string | null
  readonly provider: Provider
  /** `due`: no webhook is to report it. */
  readonly state: 'overdue' | 'due' | 'failed'
  /** When it was due, or when it failed. */
  readonly atMs: number
  readonly intentId: string | null
  readonly reason: string | null
  readonly postUrl: string | null
}

/** A failed one counts until the article was sent again to its platform. */
const SQL = `SELECT 'article_' || a.no AS entryId, a.brand_id AS brandId, a.slug, a.provider,
    CASE WHEN a.state = 'failed' THEN 'failed' WHEN ${AWAITS_WEBHOOK} THEN 'overdue' ELSE 'due' END AS state,
    iif(a.state = 'failed', coalesce(i.ended_at_ms, a.created_at_ms), a.at_ms) AS atMs, i.id AS intentId, a.reason,
    a.post_url AS postUrl,
    (SELECT d.title FROM ${DELIVERED} d WHERE d.brand_id = a.brand_id AND d.slug = a.slug AND d.title IS NOT NULL
      ORDER BY d.no DESC LIMIT 1) AS title
  FROM article a LEFT JOIN ${INTENTS} i ON i.no = a.intent_no
  WHERE a.brand_id IN (SELECT value FROM json_each(@brandIds))
    AND (a.state = 'scheduled' AND a.at_ms < @nowMs
      OR a.state = 'failed' AND coalesce(i.ended_at_ms, a.created_at_ms) >= @sinceMs
        AND NOT EXISTS (SELECT 1 FROM article later WHERE later.brand_id = a.brand_id AND later.slug = a.slug
          AND later.provider = a.provider AND later.no > a.no AND later.state <> 'cancelled'))
  ORDER BY atMs`

type Args = { readonly brandIds: readonly string[]; readonly nowMs: number; readonly sinceMs: number }

/** Articles whose time has passed, and those that failed since; the oldest first. */
export const articlesToCheck = ({ core }: ReadableDb, { brandIds, ...times }: Args): ArticleToCheck[] =>
  prepared<ArticleToCheck>(core, SQL).all({ ...times, brandIds: JSON.stringify(brandIds) })

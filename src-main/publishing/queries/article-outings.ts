import { DAY_MS } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

/** An article on the day on which it was published; `endDay`: when it was unpublished again. Days since 1970, UTC. */
export type ArticleOuting = {
  readonly slug: string
  readonly title: string | null
  readonly day: number
  readonly endDay: number | null
}

/** A publish that an unpublish of the same slug and provider followed ended with it. */
const OUTINGS = `SELECT a.slug, CAST(coalesce(a.confirmed_at_ms, a.at_ms) / ${DAY_MS} AS INTEGER) AS day,
    (SELECT title FROM delivery WHERE brand_id = a.brand_id AND slug = a.slug AND status = 'accepted'
      ORDER BY no DESC LIMIT 1) AS title,
    CASE WHEN a.state = 'unpublished' THEN (SELECT min(coalesce(i.ended_at_ms, i.sent_at_ms)) / ${DAY_MS} FROM intent i
      JOIN intent_item t ON t.intent_no = i.no AND t.subject = a.slug AND t.state = 'confirmed'
      WHERE i.brand_id = a.brand_id AND i.kind = 'unpublish' AND i.details ->> 'provider' = a.provider
        AND coalesce(i.ended_at_ms, i.sent_at_ms) >= coalesce(a.confirmed_at_ms, a.at_ms)) END AS endDay
  FROM article a WHERE a.brand_id = ? AND a.status = 'publish' AND a.state IN ('published', 'unpublished')
  ORDER BY day, a.no`

/** Where one of several publishes of a day stayed, the article stayed. */
const joined = (one: ArticleOuting | undefined, other: ArticleOuting): ArticleOuting => {
  if (one === undefined) return other
  const isOut = one.endDay === null || other.endDay === null
  return { ...one, endDay: isOut ? null : Math.max(one.endDay ?? 0, other.endDay ?? 0) }
}

const outingsOf = (db: ReadableDb, brandId: string): ArticleOuting[] => {
  const found = new Map<string, ArticleOuting>()
  for (const row of prepared<ArticleOuting>(db.core, OUTINGS).all(brandId)) {
    const key = JSON.stringify([row.slug, row.day])
    found.set(key, joined(found.get(key), { ...row, endDay: row.endDay === null ? null : Math.floor(row.endDay) }))
  }
  return [...found.values()]
}

/** What brands published, also what they took off again later; a slug once for each day, oldest first. */
export const articleOutings = (db: ReadableDb, { brandIds }: { brandIds: readonly string[] }) =>
  brandIds.map((brandId) => ({ brandId, outings: outingsOf(db, brandId) }))

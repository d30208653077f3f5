import { prepared, type ReadableDb } from '../../store/db.ts'

export type RejectedWebhooks = {
  /** Null: no brand is known, because the secret on the common path was wrong. */
  readonly brandId: string | null
  readonly count: number
  readonly firstAtMs: number
  readonly lastAtMs: number
  /** Of the last one. */
  readonly reason: string | null
  /** All of them were turned away by their secret: none is among the deliveries. */
  readonly isRefused: number
}

/**
 * Those after the brand's last accepted delivery: what was accepted since shows that the sender works again. The desk's own
 * sample shows nothing of the sender.
 */
const SQL = `WITH rejected AS (
    SELECT brand_id, received_at_ms AS at_ms, reason, 0 AS is_refused FROM delivery
      WHERE status = 'rejected' AND received_at_ms >= @sinceMs
    UNION ALL SELECT brand_id, at_ms, NULL, 1 FROM webhook_refusal WHERE reason = 'unauthorized' AND at_ms >= @sinceMs),
  accepted AS MATERIALIZED (
    SELECT brand_id, (SELECT received_at_ms FROM delivery d WHERE d.brand_id = b.brand_id AND d.status NOT IN ('rejected', 'sample')
      ORDER BY received_at_ms DESC LIMIT 1) AS at_ms
    FROM (SELECT DISTINCT brand_id FROM rejected) b)
  SELECT r.brand_id AS brandId, count(*) AS count, min(r.at_ms) AS firstAtMs, max(r.at_ms) AS lastAtMs,
    (SELECT n.reason FROM rejected n WHERE n.brand_id IS r.brand_id ORDER BY n.at_ms DESC LIMIT 1) AS reason,
    min(is_refused) AS isRefused
  FROM rejected r LEFT JOIN accepted a ON a.brand_id = r.brand_id
  WHERE (r.brand_id IN (SELECT value FROM json_each(@brandIds)) OR r.brand_id IS NULL AND @isAll)
    AND r.at_ms > coalesce(a.at_ms, 0)
  GROUP BY r.brand_id`

type Args = { readonly brandIds: readonly string[]; readonly isAll: boolean; readonly sinceMs: number }

/** Webhooks rejected since, by brand. */
export const webhooksRejected = ({ core }: ReadableDb, { brandIds, isAll, sinceMs }: Args): RejectedWebhooks[] =>
  prepared<RejectedWebhooks>(core, SQL).all({ brandIds: JSON.stringify(brandIds), isAll: isAll ? 1 : 0, sinceMs })

import { prepared, type ReadableDb } from '../../store/db.ts'

export type AuditEvent = {
  readonly id: string
  readonly brandId: string
  readonly url: string
  readonly atMs: number
  readonly score: number | null
  /** vs the audit of the same site before it. */
  readonly scoreChange: number | null
  readonly madeBy: string | null
}

const EVENTS = `SELECT 'a' || a.no AS id, a.brand_id AS brandId, a.url, a.at_ms AS atMs, a.overall_score AS score,
    a.made_by AS madeBy, round(a.overall_score - (SELECT p.overall_score FROM audit p WHERE p.brand_id = a.brand_id
      AND p.url = a.url AND p.no < a.no AND p.state = 'done' ORDER BY p.no DESC LIMIT 1), 2) AS scoreChange
  FROM json_each(@brandIds) b CROSS JOIN audit a ON a.brand_id = b.value AND a.at_ms >= @fromMs AND a.at_ms < @untilMs
  WHERE a.state = 'done'`

/** Audits within this time that came to a result. */
export const auditEvents = (
  { core }: ReadableDb,
  span: { readonly brandIds: readonly string[]; readonly fromMs: number; readonly untilMs: number },
): AuditEvent[] => prepared<AuditEvent>(core, EVENTS).all({ ...span, brandIds: JSON.stringify(span.brandIds) })

import type { ReadableDb } from '../../store/db.ts'
import { countTimed, type EventsOf, newestRows, type TimedRows } from '../../store/time-span.ts'
import { SCORE_CHANGE } from './audits.ts'

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

const AUDITS: TimedRows = {
  columns: `'a' || no AS id, brand_id AS brandId, url, overall_score AS score, made_by AS madeBy,
    ${SCORE_CHANGE} AS scoreChange`,
  from: 'audit',
  ofBrands: 'brand_id IN (SELECT value FROM json_each(?))',
  at: 'at_ms',
  tie: 'no DESC',
  where: "state = 'done'",
}

/** Audits that came to a result. */
export const auditEvents = ({ core }: ReadableDb): EventsOf<AuditEvent> => ({
  newest: (span) => newestRows<AuditEvent>(core, AUDITS, span),
  count: (span) => countTimed(core, AUDITS, span),
})

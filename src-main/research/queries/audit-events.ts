import type { ReadableDb } from '../../store/db.ts'
import type { Condition } from '../../store/search-text.ts'
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

const FIELDS = { url: 'url', score: 'overall_score', scoreChange: SCORE_CHANGE }

/** Audits that came to a result. `says` gets SQL of each field. */
export const auditEvents = (
  { core }: ReadableDb,
  says?: (fields: typeof FIELDS) => Condition,
): EventsOf<AuditEvent> => {
  const narrow = says?.(FIELDS)
  return {
    newest: (span) => newestRows<AuditEvent>(core, AUDITS, { ...span, narrow }),
    count: (span) => countTimed(core, AUDITS, { ...span, narrow }),
  }
}

// Pitches of other intents to the same contacts: the outbox does not name intents, so a conversation that another intent may
// have created or changed proves nothing for the unknown one.
import { DAY_MS } from '../../base/clock.ts'
import { intentOfId, itemsOfContact } from '../../journal/public.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

export type OtherPitch = {
  readonly contactId: string
  /** null if the desk never found it in the outbox. */
  readonly conversationId: string | null
  /** It was stored after this intent, or sent after this one was stored. */
  readonly isSince: boolean
  /** It was sent so shortly before this one was stored that the cached outbox may not have shown it. */
  readonly isShortlyBefore: boolean
}
type Row = Omit<OtherPitch, 'isSince' | 'isShortlyBefore'> & { isSince: number; isShortlyBefore: number }

/** A pitch that was never found in the outbox may still appear there for this long. */
const SHORTLY_MS = DAY_MS

const OTHERS = `
  SELECT t.contact_id AS contactId, t.result ->> 'conversationId' AS conversationId,
    (i.no > this.no OR coalesce(i.sent_at_ms, 0) >= this.created_at_ms) AS isSince,
    coalesce(i.sent_at_ms, 0) >= this.created_at_ms - ${SHORTLY_MS} AS isShortlyBefore
  FROM ${intentOfId('@intentId')} AS this CROSS JOIN json_each(@ids) AS sought
    ${itemsOfContact('sought.value')}
  WHERE i.brand_id = this.brand_id AND i.kind = 'queue' AND i.no <> this.no
    AND t.state IN ('in_flight', 'unknown', 'confirmed')`

/** Pitches of the brand's other intents to these contacts that reached the service, or may have. */
export const otherPitches = (
  { core }: ReadableDb,
  { intentId, ids }: { readonly intentId: string; readonly ids: readonly string[] },
): OtherPitch[] =>
  prepared<Row>(core, OTHERS)
    .all({ intentId, ids: JSON.stringify(ids) })
    .map((row) => ({ ...row, isSince: row.isSince === 1, isShortlyBefore: row.isShortlyBefore === 1 }))

// What other rooms ask of intents of a kind and their items.
import type { IntentKind } from '../../../src-shared/desk/intents.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type Payload, payloadsOf } from './intent-items.ts'

/** SQL, after FROM: the items `t` of a contact, each with its intent `i`. */
export const itemsOfContact = (contactId: string): string =>
  `CROSS JOIN intent_item AS t ON t.contact_id = ${contactId} CROSS JOIN intent AS i ON i.no = t.intent_no`

/** SQL, as a table: one intent. */
export const intentOfId = (id: string): string => `(SELECT no, brand_id, created_at_ms FROM intent WHERE id = ${id})`

const anyOpen = (kind: IntentKind) => `SELECT EXISTS (SELECT 1 FROM intent WHERE kind = '${kind}'
  AND (waiting + in_flight + unknown > 0 OR created_at_ms >= @sinceMs OR ended_at_ms >= @sinceMs)) AS isThere`

/** Whether any brand has an open intent of the kind, or one that was stored or ended since then. */
export const isAnyOpenOrSince = ({ core }: ReadableDb, kind: IntentKind, sinceMs: number): boolean =>
  prepared<{ isThere: number }>(core, anyOpen(kind)).get({ sinceMs })?.isThere === 1

const CONFIRMED = `SELECT 1 FROM intent_item AS t JOIN intent AS i ON i.no = t.intent_no
  WHERE t.contact_id = @refId AND i.brand_id = @brandId AND i.kind = @kind AND t.state = 'confirmed'`

/** Whether an intent of the kind did this to what its item refers to. */
export const isConfirmed = (
  { core }: ReadableDb,
  args: { readonly kind: IntentKind; readonly brandId: string; readonly refId: string },
): boolean => prepared(core, CONFIRMED).get(args) !== undefined

type EndSums = { readonly skipped: number; readonly failed: number; readonly unknown: number }
const endSums = (kind: IntentKind, where: string) => `SELECT coalesce(sum(skipped), 0) AS skipped,
    coalesce(sum(failed), 0) AS failed, coalesce(sum(unknown), 0) AS unknown
  FROM intent WHERE kind = '${kind}' AND created_at_ms >= ? AND ${where}`

/** How items of intents of the kind ended that were stored since then; `where`: a condition on the intent's brand. */
export const sumEnds = (
  { core }: ReadableDb,
  { kind, sinceMs, where }: { kind: IntentKind; sinceMs: number; where: { sql: string; params: readonly unknown[] } },
): EndSums | undefined => prepared<EndSums>(core, endSums(kind, where.sql)).get(sinceMs, ...where.params)

const WRITERS = `
  SELECT intent_no AS no, item, call_no AS batch FROM intent_item
  WHERE intent_no IN (SELECT no FROM intent WHERE brand_id = @brandId AND kind = 'queue' AND no < @beforeNo)
    AND state = 'confirmed' AND result ->> 'conversationId' = @conversationId
  ORDER BY intent_no DESC, item DESC LIMIT 1`

type Writer = { readonly no: number; readonly item: number; readonly batch: number }

/** The last payload that an earlier intent of this desk sent to the conversation; null: none. */
export const pitchBefore = (
  db: ReadableDb,
  args: { brandId: string; conversationId: string; beforeNo: number },
): Payload | null => {
  const writer = prepared<Writer>(db.core, WRITERS).get(args)
  return writer === undefined ? null : (payloadsOf(db, writer.no, [writer]).get(writer.item) ?? null)
}

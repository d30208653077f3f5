import { type Payload, payloadsOf } from '../../journal/public.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

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

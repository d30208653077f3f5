// Pitches of this desk that are not in the outbox yet: waiting, in flight, unknown, or just queued. Found by contact, so that
// thousands of other pitches cost nothing.
import type { IntentItemState, IntentState } from '../../../src-shared/desk/intents.ts'
import { payloadsOf } from '../../journal/public.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

export type PitchHere = {
  readonly brandId: string
  readonly contactId: string
  readonly createdAtMs: number
  readonly intentState: IntentState
  readonly itemState: IntentItemState
  readonly subject: string | null
  /** Who of the team made it; null on a desk alone, also one that has left a team. */
  readonly madeBy: string | null
}
type Found = Omit<PitchHere, 'subject'> & {
  readonly no: number
  readonly item: number
  readonly batch: number
  /** 1: its conversation in the outbox is known. */
  readonly isListed: number
}

export type SoughtPitches = {
  readonly contacts: readonly { readonly brandId: string; readonly contactId: string }[]
  /** Confirmed ones of intents stored since then count as well. */
  readonly confirmedSinceMs: number
  /** Of these only the ones without a known conversation. */
  readonly isUnseenOnly: boolean
}

const OF_CONTACTS = `
  SELECT i.brand_id AS brandId, t.contact_id AS contactId, i.created_at_ms AS createdAtMs, i.state AS intentState,
    t.state AS itemState, coalesce((SELECT name FROM person WHERE login = i.made_by), i.made_by) AS madeBy, i.no, t.item, t.call_no AS batch,
    t.result ->> 'conversationId' IS NOT NULL AND coalesce(t.result ->> 'isUnlisted', 0) = 0 AS isListed
  FROM json_each(@contacts) AS sought
    CROSS JOIN intent_item AS t ON t.contact_id = sought.value ->> 'contactId'
    CROSS JOIN intent AS i ON i.no = t.intent_no
  WHERE i.brand_id = sought.value ->> 'brandId' AND i.kind = 'queue'
    AND (t.state IN ('waiting', 'in_flight', 'unknown') OR t.state = 'confirmed' AND i.created_at_ms >= @confirmedSinceMs)
  ORDER BY i.no DESC, t.item DESC`

const ANY = `SELECT EXISTS (SELECT 1 FROM intent WHERE kind = 'queue' AND (waiting + in_flight + unknown > 0
  OR created_at_ms >= ?)) AS isThere`

/** Whether any brand has such a pitch. */
export const arePitchesHere = ({ core }: ReadableDb, confirmedSinceMs: number): boolean =>
  prepared<{ isThere: number }>(core, ANY).get(confirmedSinceMs)?.isThere === 1

/** With their subjects, newest first. */
export const findPitchesHere = (db: ReadableDb, { contacts, confirmedSinceMs, isUnseenOnly }: SoughtPitches) => {
  const found = prepared<Found>(db.core, OF_CONTACTS)
    .all({ contacts: JSON.stringify(contacts), confirmedSinceMs })
    .filter(({ itemState, isListed }) => !isUnseenOnly || itemState !== 'confirmed' || isListed === 0)
  const payloads = new Map(
    Array.from(
      Map.groupBy(found, ({ no }) => no),
      ([no, items]) => [no, payloadsOf(db, no, items)],
    ),
  )
  return found.map(({ no, item, batch: _, isListed: __, ...pitch }): PitchHere => {
    const subject = payloads.get(no)?.get(item)?.subject
    const madeBy = db.deskNo === 0 ? null : pitch.madeBy
    return { ...pitch, madeBy, subject: typeof subject === 'string' ? subject : null }
  })
}

/** Those of one brand for these contacts, newest first. Throws not-found. */
export const pitchesHere = (
  db: ReadableDb,
  { brandId, ids, ...sought }: Omit<SoughtPitches, 'contacts'> & { brandId: string; ids: readonly string[] },
): PitchHere[] => {
  assertBrand(db, brandId)
  if (!arePitchesHere(db, sought.confirmedSinceMs)) return []
  return findPitchesHere(db, { ...sought, contacts: ids.map((contactId) => ({ brandId, contactId })) })
}

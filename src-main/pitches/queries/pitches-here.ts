// Pitches of this desk that are not in the outbox yet: waiting, in flight, unknown, or just queued. Found by contact, so that
// thousands of other pitches cost nothing.
import type { IntentItemState, IntentState } from '../../../src-shared/desk/intents.ts'
import { isAnyOpenOrSince, isConfirmed, itemsOfContact, payloadsOf } from '../../journal/public.ts'
import { assertBrand, findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { fetchedAt } from '../../store/freshness.ts'
import { rulesOf } from '../../store/team/desk-rules.ts'
import { nameOfLogin } from '../../team/public.ts'

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
  readonly endedAtMs: number | null
  readonly conversationId: string | null
  /** 1: its conversation in the outbox is known. */
  readonly isListed: number
}

export type SoughtPitches = {
  readonly contacts: readonly { readonly brandId: string; readonly contactId: string }[]
  /** Confirmed ones of intents stored since then count as well. */
  readonly confirmedSinceMs: number
  /** Of these only the ones without a known conversation. */
  readonly isUnseenOnly: boolean
  /** With `isUnseenOnly`: confirmed ones that ended since then, and whose conversation this desk does not have, count as well. */
  readonly endedSinceMs?: number | undefined
}

/** The service may still be listing its outbox when a pitch is queued: a read that ended within this time may lack it. */
const READ_TAKES_MS = 600_000

const OF_CONTACTS = `
  SELECT i.brand_id AS brandId, t.contact_id AS contactId, i.created_at_ms AS createdAtMs, i.state AS intentState,
    t.state AS itemState, ${nameOfLogin('i.made_by')} AS madeBy, i.no, t.item, t.call_no AS batch,
    i.ended_at_ms AS endedAtMs, t.result ->> 'conversationId' AS conversationId,
    t.result ->> 'conversationId' IS NOT NULL AND coalesce(t.result ->> 'isUnlisted', 0) = 0 AS isListed
  FROM json_each(@contacts) AS sought
    ${itemsOfContact("sought.value ->> 'contactId'")}
  WHERE i.brand_id = sought.value ->> 'brandId' AND i.kind = 'queue'
    AND (t.state IN ('waiting', 'in_flight', 'unknown') OR t.state = 'confirmed' AND i.created_at_ms >= @confirmedSinceMs)
  ORDER BY i.no DESC, t.item DESC`

/** Whether any brand has such a pitch. */
export const arePitchesHere = (db: ReadableDb, sinceMs: number): boolean => isAnyOpenOrSince(db, 'queue', sinceMs)

const IS_CACHED = 'SELECT 1 FROM outbox WHERE brand_no = ? AND id = ?'

/** Whether the outbox of this desk does not tell of a confirmed pitch. */
const isUnseen = (db: ReadableDb, pitch: Found, { confirmedSinceMs, endedSinceMs }: SoughtPitches): boolean => {
  const { brandId, conversationId, createdAtMs, endedAtMs, isListed } = pitch
  if (isListed === 0 && createdAtMs >= confirmedSinceMs) return true
  if (endedSinceMs === undefined || (endedAtMs ?? endedSinceMs) < endedSinceMs) return false
  if (conversationId === null) return true
  const isCached = prepared(db.cache, IS_CACHED).get(findBrandNo(db, brandId), conversationId) !== undefined
  return !isCached && !isConfirmed(db, { kind: 'unqueue', brandId, refId: conversationId })
}

/** With their subjects, newest first. */
export const findPitchesHere = (db: ReadableDb, sought: SoughtPitches) => {
  const { contacts, confirmedSinceMs, isUnseenOnly, endedSinceMs } = sought
  const found = prepared<Found>(db.core, OF_CONTACTS)
    .all({ contacts: JSON.stringify(contacts), confirmedSinceMs: endedSinceMs === undefined ? confirmedSinceMs : 0 })
    .filter((pitch) => !isUnseenOnly || pitch.itemState !== 'confirmed' || isUnseen(db, pitch, sought))
  const payloads = new Map(
    Array.from(
      Map.groupBy(found, ({ no }) => no),
      ([no, items]) => [no, payloadsOf(db, no, items)],
    ),
  )
  return found.map(
    ({ no, item, batch: _, isListed: __, endedAtMs: ___, conversationId: ____, ...pitch }): PitchHere => {
      const subject = payloads.get(no)?.get(item)?.subject
      const madeBy = rulesOf(db).writer(pitch.madeBy)
      return { ...pitch, madeBy, subject: typeof subject === 'string' ? subject : null }
    },
  )
}

const READ_AT = `SELECT ${fetchedAt('?', 'outbox')} AS atMs`

/** In a team the outbox of this desk may be older than what colleagues sent; undefined: this desk sends alone. */
const notInOutboxSince = (db: ReadableDb, brandId: string): number | undefined => {
  if (!rulesOf(db).othersPitch) return undefined
  const readAtMs = prepared<{ atMs: number | null }>(db.cache, READ_AT).get(findBrandNo(db, brandId))?.atMs ?? 0
  return readAtMs - READ_TAKES_MS
}

type Asked = Omit<SoughtPitches, 'contacts' | 'endedSinceMs'> & { brandId: string; ids: readonly string[] }

/** Those of one brand for these contacts, newest first. Throws not-found. */
export const pitchesHere = (db: ReadableDb, { brandId, ids, ...asked }: Asked): PitchHere[] => {
  assertBrand(db, brandId)
  const endedSinceMs = asked.isUnseenOnly ? notInOutboxSince(db, brandId) : undefined
  if (!arePitchesHere(db, endedSinceMs ?? asked.confirmedSinceMs)) return []
  const contacts = ids.map((contactId) => ({ brandId, contactId }))
  return findPitchesHere(db, { ...asked, contacts, endedSinceMs })
}

// In a team, a contact has one open pitch of each brand, from whichever desk. PostgreSQL refuses a second one; here the person
// learns whose the first one is. One that was sent a moment ago counts as well, unless it was there when the warnings were read.
// What this reads is checked again by PostgreSQL as the write is stored.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { sinceLabel } from '../../base/since-label.ts'
import type { NewIntent } from '../../journal/public.ts'
import { prepared, type WritableDb } from '../../store/db.ts'

type OpenPitch = {
  readonly contactId: string
  readonly subject: string
  readonly who: string
  readonly atMs: number
  readonly isSent: number
}

/** Longer than the warnings of a queueing are old when it is stored. */
export const MOMENT_MS = 60_000

const OPEN = `
  SELECT t.contact_id AS contactId, t.subject, i.created_at_ms AS atMs, t.state = 'confirmed' AS isSent,
    coalesce((SELECT name FROM person WHERE login = i.made_by), i.made_by, 'Somebody') AS who
  FROM json_each(@contacts) AS sought
    CROSS JOIN intent_item AS t ON t.contact_id = sought.value
    CROSS JOIN intent AS i ON i.no = t.intent_no
  WHERE i.brand_id = @brandId AND i.kind = 'queue'
    AND (t.state IN ('waiting', 'in_flight', 'unknown') OR t.state = 'confirmed' AND i.created_at_ms >= @sinceMs
      AND t.contact_id NOT IN (SELECT value FROM json_each(@warned)))
  ORDER BY i.no LIMIT 20`

const sentence = ({ subject, who, atMs, isSent }: OpenPitch, nowMs: number): string =>
  `${who} queued a pitch to this contact (${subject}) at ${sinceLabel(atMs, nowMs)}, and it ${isSent === 1 ? 'was just sent' : 'is still open'}.`

/** Throws `conflict`, which names the colleague, where a contact of these pitches has an open one. */
export const assertNoOpenPitch = (
  { core }: WritableDb,
  { brandId, items, warnedContacts = [] }: Pick<NewIntent, 'brandId' | 'items' | 'warnedContacts'>,
  nowMs: number,
): void => {
  const contacts = JSON.stringify(items.flatMap(({ refId }) => refId ?? []))
  const warned = JSON.stringify(warnedContacts)
  const open = prepared<OpenPitch>(core, OPEN).all({ brandId, contacts, warned, sinceMs: nowMs - MOMENT_MS })
  const [first] = open
  if (first === undefined) return
  const more = open.length === 1 ? '' : ` (and ${open.length - 1} more)`
  const issues = open.map((pitch) => {
    const index = items.findIndex(({ refId }) => refId === pitch.contactId)
    return { path: `items.${index}.prospectEmailId`, code: 'open-pitch', message: sentence(pitch, nowMs) }
  })
  throw new DeskError('conflict', `${sentence(first, nowMs)}${more} Nothing was sent.`, { brandId, issues })
}

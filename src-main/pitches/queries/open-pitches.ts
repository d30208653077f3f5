// In a team, a contact has one open pitch of each brand, from whichever desk. PostgreSQL refuses a second one; here the person
// learns whose the first one is. One that was sent a moment ago counts as well, unless it was there when the warnings were read.
// What this reads is checked again by PostgreSQL as the write is stored.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { sinceLabel } from '../../base/since-label.ts'
import type { NewIntent } from '../../journal/public.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

export type OpenPitch = {
  readonly contactId: string
  readonly subject: string
  readonly who: string
  readonly atMs: number
  readonly isSent: number
}

/** Longer than the warnings of a queueing are old when it is stored. */
export const MOMENT_MS = 60_000
const ISSUES_MAX = 20

const OPEN = `
  SELECT t.contact_id AS contactId, t.subject, i.created_at_ms AS atMs, t.state = 'confirmed' AS isSent,
    coalesce((SELECT name FROM person WHERE login = i.made_by), i.made_by, 'Somebody') AS who
  FROM json_each(@contacts) AS sought
    CROSS JOIN intent_item AS t ON t.contact_id = sought.value
    CROSS JOIN intent AS i ON i.no = t.intent_no
  WHERE i.brand_id = @brandId AND i.kind = 'queue'
    AND (t.state IN ('waiting', 'in_flight', 'unknown') OR t.state = 'confirmed' AND i.created_at_ms >= @sinceMs
      AND t.contact_id NOT IN (SELECT value FROM json_each(@warned)))
  ORDER BY i.no`

const sentence = ({ subject, who, atMs, isSent }: OpenPitch, nowMs: number): string =>
  `${who} queued a pitch to this contact (${subject}) at ${sinceLabel(atMs, nowMs)}, and it ${isSent === 1 ? 'was just sent' : 'is still open'}.`

type SoughtOpen = { readonly brandId: string; readonly ids: readonly string[] }

/** Open pitches of the brand to these contacts; none on a desk alone, where a second one may replace the first. */
export const openPitches = ({ core, deskNo }: ReadableDb, { brandId, ids }: SoughtOpen): OpenPitch[] =>
  deskNo === 0
    ? []
    : prepared<OpenPitch>(core, OPEN).all({ brandId, contacts: JSON.stringify(ids), warned: '[]', sinceMs: null })

type Pitched = { readonly brandId: string; readonly pathOf: (contactId: string) => string }

/** Throws `conflict` where there are any: it names the colleague of each, and the first issue has their number. */
export const assertNoneOpen = (open: readonly OpenPitch[], { brandId, pathOf }: Pitched, nowMs: number): void => {
  const [first] = open
  if (first === undefined) return
  const more = open.length === 1 ? '' : ` (and ${open.length - 1} more)`
  const issues = open.slice(0, ISSUES_MAX).map((pitch, at) => ({
    path: pathOf(pitch.contactId),
    code: 'open-pitch',
    message: sentence(pitch, nowMs),
    ...(at === 0 ? { count: open.length } : {}),
  }))
  throw new DeskError('conflict', `${sentence(first, nowMs)}${more} Nothing was sent.`, { brandId, issues })
}

/** The same, as the pitches are stored. */
export const assertNoOpenPitch = (
  { core }: WritableDb,
  { brandId, items, warnedContacts = [] }: Pick<NewIntent, 'brandId' | 'items' | 'warnedContacts'>,
  nowMs: number,
): void => {
  const contactIds = items.map(({ refId }) => refId)
  const open = prepared<OpenPitch>(core, OPEN).all({
    brandId,
    contacts: JSON.stringify(contactIds.filter((id) => id !== undefined)),
    warned: JSON.stringify(warnedContacts),
    sinceMs: nowMs - MOMENT_MS,
  })
  assertNoneOpen(open, { brandId, pathOf: (id) => `items.${contactIds.indexOf(id)}.prospectEmailId` }, nowMs)
}

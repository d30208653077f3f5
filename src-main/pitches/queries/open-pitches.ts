// A pitch is stored only if its desk knew the newest pitch to the contact when it checked, open or ended: what a person accepts
// covers no other. In a team, a contact also has one open pitch of each brand, from whichever desk. PostgreSQL refuses the same;
// here the person learns whose the other one is. What this reads is checked again by PostgreSQL as the write is stored.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { IntentItemState } from '../../../src-shared/desk/intents.ts'
import { sinceLabel } from '../../base/since-label.ts'
import { itemsOfContact, type NewIntent } from '../../journal/public.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { rulesOf } from '../../store/team/desk-rules.ts'
import { nameOfLogin } from '../../team/public.ts'

/** A pitch that stands in the way of another one. */
export type OtherPitch = {
  readonly contactId: string
  readonly subject: string
  /** Its login; null on a desk alone. */
  readonly madeBy: string | null
  /** null: nobody is known to have made it. */
  readonly who: string | null
  readonly atMs: number
  readonly sentAtMs: number | null
  readonly state: IntentItemState
}

const ISSUES_MAX = 20
const IS_OPEN = "t.state IN ('waiting', 'in_flight', 'unknown')"

const OTHERS = `
  SELECT t.contact_id AS contactId, t.subject, i.made_by AS madeBy, i.created_at_ms AS atMs, i.sent_at_ms AS sentAtMs, t.state,
    ${nameOfLogin('i.made_by')} AS who
  FROM json_each(@contacts) AS sought
    ${itemsOfContact("sought.value ->> 'id'")}
  WHERE i.brand_id = @brandId AND i.kind = 'queue'
    AND (@othersPitch AND ${IS_OPEN} OR i.no > coalesce(sought.value ->> 'afterNo', 0))
  ORDER BY ${IS_OPEN}, i.no`

/** `afterNo`: the intent of the newest pitch to the contact that is known; left out: none. */
export type KnownContact = { readonly id: string; readonly afterNo?: number | undefined }
type Sought = { readonly brandId: string; readonly contacts: readonly KnownContact[] }

/** Pitches that are newer than the known one, and in a team open ones; an open one last, then by age. */
export const otherPitchesOf = (db: ReadableDb, { brandId, contacts }: Sought): OtherPitch[] =>
  prepared<OtherPitch>(db.core, OTHERS).all({
    brandId,
    contacts: JSON.stringify(contacts),
    othersPitch: rulesOf(db).othersPitch ? 1 : 0,
  })

const OPEN_STATES: readonly IntentItemState[] = ['waiting', 'in_flight', 'unknown']
export const isOpen = ({ state }: Pick<OtherPitch, 'state'>): boolean => OPEN_STATES.includes(state)

const sentence = (pitch: OtherPitch, nowMs: number): string => {
  const { subject, who, atMs, sentAtMs, state } = pitch
  const said = (verb: string): string =>
    who === null
      ? `A pitch to this contact (${subject}) was ${verb}`
      : `${who} ${verb} a pitch to this contact (${subject})`
  if (state === 'confirmed') return `${said('sent')} at ${sinceLabel(sentAtMs ?? atMs, nowMs)}.`
  return `${said('queued')} at ${sinceLabel(atMs, nowMs)}, and it ${isOpen(pitch) ? 'is still open' : 'was not sent'}.`
}

type Pitched = { readonly brandId: string; readonly pathOf: (contactId: string) => string }

/** Throws `conflict` where there are any: it names the colleague of each, and the first issue has the number of contacts. */
export const assertNoOthers = (found: readonly OtherPitch[], { brandId, pathOf }: Pitched, nowMs: number): void => {
  const others = [...new Map(found.map((pitch) => [pitch.contactId, pitch])).values()]
  const [first] = others
  if (first === undefined) return
  const more = others.length === 1 ? '' : ` (and ${others.length - 1} more)`
  const issues = others.slice(0, ISSUES_MAX).map((pitch, at) => ({
    path: pathOf(pitch.contactId),
    code: 'open-pitch',
    message: sentence(pitch, nowMs),
    ...(at === 0 ? { count: others.length } : {}),
  }))
  throw new DeskError('conflict', `${sentence(first, nowMs)}${more} Nothing was sent.`, { brandId, issues })
}

/** The same, as the pitches are stored. */
export const assertNewestKnown = (
  db: WritableDb,
  { brandId, items }: Pick<NewIntent, 'brandId' | 'items'>,
  nowMs: number,
): void => {
  const contacts = items.flatMap(({ refId: id, afterNo }) => (id === undefined ? [] : [{ id, afterNo }]))
  const pathOf = (id: string) => `items.${items.findIndex(({ refId }) => refId === id)}.prospectEmailId`
  assertNoOthers(otherPitchesOf(db, { brandId, contacts }), { brandId, pathOf }, nowMs)
}

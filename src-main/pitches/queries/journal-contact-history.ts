// Waiting pitches to the same people, or to others at the same sites, from the journal. Contacts are in cache.db and pitches
// in core.db, so two queries are joined here.

import { type ContactSigns, contactSigns, contactsLike } from '../../prospects/public.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import type { ReadableDb } from '../../store/db.ts'
import type { ContactHistoryRow } from './outbox-contact-history.ts'
import { arePitchesHere, findPitchesHere, type PitchHere } from './pitches-here.ts'

type Candidate = ContactSigns & { readonly brandId: string }
type Pitched = Candidate & PitchHere

const keyOf = ({ brandId, contactId }: Pick<Candidate, 'brandId' | 'contactId'>): string => `${brandId} ${contactId}`

/** Contacts with the same address as a wanted one, or at the same site. */
const candidatesOf = (db: ReadableDb, brandId: string, wanted: readonly ContactSigns[]): Map<string, Candidate> => {
  // The last entry of a contact wins: it has the site.
  const all = [...contactsLike(db, wanted), ...wanted.map((one) => ({ ...one, brandId }))]
  return new Map(all.map((one) => [keyOf(one), one]))
}

const toRow = (contactId: string, match: ContactHistoryRow['match'], pitch: Pitched): ContactHistoryRow => {
  const { brandId, createdAtMs, subject } = pitch
  return { contactId, byBrandId: brandId, match, atMs: createdAtMs, isWaiting: true, subject }
}

/** The first of each brand. */
const onePerBrand = (pitches: readonly Pitched[]): Pitched[] => [
  ...new Map(pitches.toReversed().map((pitch) => [pitch.brandId, pitch])).values(),
]

export type JournalContactHistoryArgs = {
  readonly brandId: string
  readonly contactIds: readonly string[]
  readonly confirmedSinceMs: number
}

/** At most one row per contact, brand and match. Throws not-found for an unknown brand. */
export const journalContactHistory = (
  db: ReadableDb,
  { brandId, contactIds, confirmedSinceMs }: JournalContactHistoryArgs,
): ContactHistoryRow[] => {
  assertBrand(db, brandId)
  if (!arePitchesHere(db, confirmedSinceMs)) return []
  const wanted = contactSigns(db, { brandId, ids: [...new Set(contactIds)] })
  const candidates = candidatesOf(db, brandId, wanted)
  const contacts = Array.from(candidates.values(), (one) => ({ brandId: one.brandId, contactId: one.contactId }))
  const pitched = findPitchesHere(db, { contacts, confirmedSinceMs, isUnseenOnly: true }).flatMap(
    (pitch): Pitched[] => {
      const candidate = candidates.get(keyOf(pitch))
      return candidate === undefined ? [] : [{ ...candidate, ...pitch }]
    },
  )
  const byContact = Map.groupBy(pitched, keyOf)
  const byEmail = Map.groupBy(pitched, ({ email }) => email)
  const bySite = Map.groupBy(pitched, ({ site }) => site)
  return wanted.flatMap(({ contactId, email, site }) => {
    const own = byContact.get(keyOf({ brandId, contactId })) ?? []
    const persons = email === null ? own : (byEmail.get(email) ?? [])
    const others = (site === null ? [] : (bySite.get(site) ?? [])).filter(
      (other) => other.email !== email && !(other.brandId === brandId && other.contactId === contactId),
    )
    return [
      ...onePerBrand(persons).map((pitch) => toRow(contactId, 'person', pitch)),
      ...onePerBrand(others).map((pitch) => toRow(contactId, 'domain', pitch)),
    ]
  })
}

// Waiting pitches to the same people, or to others at the same sites, from the journal. Contacts are in cache.db and pitches
// in core.db, so two queries are joined here.

import { assertBrand, findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import type { ContactHistoryRow } from './outbox-contact-history.ts'
import { arePitchesHere, findPitchesHere, type PitchHere } from './pitches-here.ts'

type Wanted = { readonly contactId: string; readonly email: string | null; readonly site: string | null }
type Candidate = Wanted & { readonly brandId: string }
type Pitched = Candidate & PitchHere

const WANTED = `SELECT wanted.value AS contactId, nullif(c.email_key, '') AS email,
    (SELECT site_key FROM prospect AS p WHERE p.brand_no = c.brand_no AND p.id = c.prospect_id) AS site
  FROM json_each(@ids) AS wanted LEFT JOIN contact AS c ON c.brand_no = @brand AND c.id = wanted.value`
const OTHER = `SELECT (SELECT id FROM brand WHERE no = other.brand_no) AS brandId, other.id AS contactId,
  nullif(other.email_key, '') AS email`
const PERSONS = `${OTHER}, NULL AS site FROM json_each(?) AS sought
  CROSS JOIN contact AS other ON other.email_key = sought.value`
const SITES = `${OTHER}, site.site_key AS site FROM json_each(?) AS sought
  CROSS JOIN prospect AS site ON site.site_key = sought.value
  CROSS JOIN contact AS other ON other.brand_no = site.brand_no AND other.prospect_id = site.id`

const distinct = (values: readonly (string | null)[]): string =>
  JSON.stringify([...new Set(values.filter((value) => value !== null))])

const keyOf = ({ brandId, contactId }: Pick<Candidate, 'brandId' | 'contactId'>): string => `${brandId} ${contactId}`

/** Contacts with the same address as a wanted one, or at the same site. */
const candidatesOf = ({ cache }: ReadableDb, brandId: string, wanted: readonly Wanted[]): Map<string, Candidate> => {
  const persons = prepared<Candidate>(cache, PERSONS).all(distinct(wanted.map(({ email }) => email)))
  const atSites = prepared<Candidate>(cache, SITES).all(distinct(wanted.map(({ site }) => site)))
  // The last entry of a contact wins: it has the site.
  const all = [...persons, ...atSites, ...wanted.map((one) => ({ ...one, brandId }))]
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
  const args = { ids: JSON.stringify([...new Set(contactIds)]), brand: findBrandNo(db, brandId) }
  const wanted = prepared<Wanted>(db.cache, WANTED).all(args)
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

// Contacts for other rooms: one by its id, and those with the same address or at the same site.
import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

/** SQL: a value of a contact `c`. */
export const ofContact = (value: string, brandNo: string, id: string): string =>
  `(SELECT ${value} FROM contact c WHERE c.brand_no = ${brandNo} AND c.id = ${id})`

/** SQL: a contact, with its `name_key`, `email_key` and `domain_key`; all NULL where it is not listed. */
export const joinContact = (brandNo: string, id: string): string =>
  `LEFT JOIN contact ON contact.brand_no = ${brandNo} AND contact.id = ${id}`

const WANTED = 'json_each(@ids) AS wanted CROSS JOIN contact AS c ON c.brand_no = @brand AND c.id = wanted.value'

/** SQL, after FROM: contacts `c` of a brand and contacts `other` of all brands with their address. Bind @brand and @ids. */
export const SAME_ADDRESS = `${WANTED} CROSS JOIN contact AS other ON c.email_key <> '' AND other.email_key = c.email_key`

/** The same with other people at their sites. */
export const SAME_SITE = `${WANTED}
  CROSS JOIN prospect AS p ON p.brand_no = c.brand_no AND p.id = c.prospect_id
  CROSS JOIN prospect AS site ON site.site_key = p.site_key
  CROSS JOIN contact AS other ON other.brand_no = site.brand_no AND other.prospect_id = site.id
    AND other.email_key IS NOT c.email_key AND NOT (other.brand_no = c.brand_no AND other.id = c.id)`

/** By what a contact is recognised in other brands. */
export type ContactSigns = {
  readonly contactId: string
  /** In lower case; null: it has none. */
  readonly email: string | null
  readonly site: string | null
}

const SIGNS = `SELECT wanted.value AS contactId, nullif(c.email_key, '') AS email,
    (SELECT site_key FROM prospect AS p WHERE p.brand_no = c.brand_no AND p.id = c.prospect_id) AS site
  FROM json_each(@ids) AS wanted LEFT JOIN contact AS c ON c.brand_no = @brand AND c.id = wanted.value`

export const contactSigns = (
  db: ReadableDb,
  { brandId, ids }: { readonly brandId: string; readonly ids: readonly string[] },
): ContactSigns[] =>
  prepared<ContactSigns>(db.cache, SIGNS).all({ ids: JSON.stringify(ids), brand: findBrandNo(db, brandId) })

const OTHER = `SELECT (SELECT id FROM brand WHERE no = other.brand_no) AS brandId, other.id AS contactId,
  nullif(other.email_key, '') AS email`
const PERSONS = `${OTHER}, NULL AS site FROM json_each(?) AS sought
  CROSS JOIN contact AS other ON other.email_key = sought.value`
const AT_SITES = `${OTHER}, site.site_key AS site FROM json_each(?) AS sought
  CROSS JOIN prospect AS site ON site.site_key = sought.value
  CROSS JOIN contact AS other ON other.brand_no = site.brand_no AND other.prospect_id = site.id`

const distinct = (values: readonly (string | null)[]): string =>
  JSON.stringify([...new Set(values.filter((value) => value !== null))])

/** Contacts of any brand with one of the addresses, then those at one of the sites, with the site. */
export const contactsLike = (
  { cache }: ReadableDb,
  wanted: readonly ContactSigns[],
): (ContactSigns & { readonly brandId: string })[] => [
  ...prepared<ContactSigns & { brandId: string }>(cache, PERSONS).all(distinct(wanted.map(({ email }) => email))),
  ...prepared<ContactSigns & { brandId: string }>(cache, AT_SITES).all(distinct(wanted.map(({ site }) => site))),
]

import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { ContactRow } from '../../../src-shared/desk/prospects.ts'
import type { Contact, Prospect } from '../../../src-shared/service/outreach.ts'
import { caseFold } from '../../base/text.ts'
import { type JudgedSite, sitesByContacts } from '../../credits/public.ts'
import { assertBrand, brandNo, brandScope, findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { freshAsOf } from '../../store/freshness.ts'
import { ingestListing } from '../../store/listing.ts'
import { listPage, type SortKey } from '../../store/paging.ts'
import { furtherFields, type IngestArgs, type IngestResult, parseReply } from '../../store/parse-reply.ts'
import { type Condition, caseFoldOrNull, holds, searchText } from '../../store/search-text.ts'
import { suppressionsOf } from '../../suppressions/public.ts'
import { createFindProspect } from './prospect-facts.ts'

const LINK_DOMAINS = `
  UPDATE contact SET (domain, domain_key) =
    (SELECT domain, domain_key FROM prospect WHERE prospect.brand_no = contact.brand_no AND id = prospect_id)
  WHERE brand_no = ?
`
const LINK_COUNTS = `
  UPDATE prospect SET contacts =
    (SELECT count(*) FROM contact WHERE contact.brand_no = prospect.brand_no AND prospect_id = prospect.id)
  WHERE brand_no = ?
`

/** Updates rows of another room that hold values of the brand's contacts. */
export type AfterLink = (db: WritableDb, brandNo: number) => void

/** Updates what contacts and prospects of a brand hold of each other; either listing may come first. */
export const linkContacts = (db: WritableDb, brand: number, afterLink: AfterLink): void => {
  const { cache } = db
  prepared(cache, LINK_DOMAINS).run(brand)
  prepared(cache, LINK_COUNTS).run(brand)
  afterLink(db, brand)
}

const toRecord = (item: Contact) => ({
  id: item.id,
  prospectId: item.prospectId,
  nameKey: caseFoldOrNull(item.name),
  roleKey: caseFoldOrNull(item.role),
  emailKey: caseFoldOrNull(item.email),
  search: searchText([item.name, item.role, item.email]),
  raw: JSON.stringify(item),
})

/** One page of a brand's contacts; the last page removes contacts that are no longer listed. */
export const createIngestContacts =
  (afterLink: AfterLink) =>
  (db: WritableDb, args: IngestArgs): IngestResult & { readonly sites: readonly JudgedSite[] } => {
    const reply = parseReply(db, 'outreach.contacts', args)
    const onEnd = (brand: number) => linkContacts(db, brand, afterLink)
    const result = ingestListing(db, args, reply, { table: 'contact', toRecord, onEnd })
    const { brandId, batch } = args
    const isLast = result.nextCursor === null
    return {
      ...result,
      sites: isLast
        ? sitesByContacts(db, { brandId, batch, findProspect: createFindProspect(db, brandNo(db, brandId)) })
        : [],
    }
  }

/** A contact with everything that a template can use. `more`: other fields of its record. */
export type KnownContact = Omit<ContactRow, 'brandId' | 'suppression'> & {
  /** null if the prospect is not listed (any more). */
  readonly prospect: {
    readonly domain: string | null
    readonly title: string | null
    readonly url: string | null
    readonly more: Record<string, unknown>
  } | null
}

type KnownRecord = { domain: string | null; raw: string; prospectRaw: string | null }

const KNOWN_CONTACTS = `SELECT c.domain, c.raw, p.raw AS prospectRaw FROM contact c
  LEFT JOIN prospect p ON p.brand_no = c.brand_no AND p.id = c.prospect_id`
const BY_IDS = `${KNOWN_CONTACTS} WHERE c.brand_no = ? AND c.id IN (SELECT value FROM json_each(?))`
const BY_EMAILS = `${KNOWN_CONTACTS} WHERE +c.brand_no = ? AND c.email_key IN (SELECT value FROM json_each(?))`

const knownProspect = (raw: string): KnownContact['prospect'] => {
  const item = JSON.parse(raw) as Prospect // as ingestProspects wrote it
  const more = furtherFields(item, ['domain', 'title', 'url'])
  return { domain: item.domain ?? null, title: item.title ?? null, url: item.url ?? null, more }
}

const knownContacts = (
  db: ReadableDb,
  sql: string,
  { brandId, keys }: { brandId: string; keys: readonly string[] },
) => {
  assertBrand(db, brandId)
  const brand = findBrandNo(db, brandId)
  if (brand === null) return []
  return prepared<KnownRecord>(db.cache, sql)
    .all(brand, JSON.stringify(keys))
    .map(({ prospectRaw, ...record }): KnownContact => {
      const { brandId: _, ...contact } = toRow({ brandId, ...record })
      return { ...contact, prospect: prospectRaw === null ? null : knownProspect(prospectRaw) }
    })
}

/** Those of the brand's contacts that are known, unordered. Throws not-found for an unknown brand. */
export const contactsById = (
  db: ReadableDb,
  { brandId, ids }: { brandId: string; ids: readonly string[] },
): KnownContact[] => knownContacts(db, BY_IDS, { brandId, keys: ids })

/** The brand's contacts with one of these addresses, letter case aside. */
export const contactsByEmails = (
  db: ReadableDb,
  { brandId, emails }: { brandId: string; emails: readonly string[] },
): KnownContact[] => knownContacts(db, BY_EMAILS, { brandId, keys: emails.map(caseFold) })

type PageInput = ParsedInput<'contacts.page'>
type SortField = PageInput['sort'][number]['by']

const SORT_COLUMNS: Record<SortField, Pick<SortKey, 'sql' | 'nullable'>> = {
  name: { sql: 'name_key', nullable: true },
  role: { sql: 'role_key', nullable: true },
  email: { sql: 'email_key', nullable: true },
  domain: { sql: 'domain_key', nullable: true },
}

const KNOWN = ['id', 'prospectId', 'name', 'role', 'email']

type ContactRecord = { brandId: string; domain: string | null; raw: string }

const toRow = ({ brandId, domain, raw }: ContactRecord): Omit<ContactRow, 'suppression'> => {
  const item = JSON.parse(raw) as Contact // as toRecord wrote it
  return {
    brandId,
    id: item.id,
    prospectId: item.prospectId,
    name: item.name ?? null,
    role: item.role ?? null,
    email: item.email ?? null,
    domain,
    more: furtherFields(item, KNOWN),
  }
}

const isOfProspect = (id: string | undefined): Condition | undefined =>
  id === undefined ? undefined : { sql: 'prospect_id = ?', params: [id] }

const hasEmail = (wanted: boolean | undefined): Condition | undefined =>
  wanted === undefined ? undefined : { sql: `coalesce(email_key, '') ${wanted ? '<>' : '='} ''`, params: [] }

export const contactsPage = (db: ReadableDb, input: PageInput): CallOutput<'contacts.page'> => {
  const { search, filter } = input
  const { rows: records, ...page } = listPage<ContactRecord>(db.cache, input, {
    columns: '(SELECT id FROM brand WHERE brand.no = brand_no) AS brandId, domain, raw',
    from: 'contact',
    conditions: [
      brandScope(db, input.brandIds),
      holds("(search || char(10) || coalesce(domain_key, ''))", search),
      isOfProspect(filter.prospectId),
      hasEmail(filter.hasEmail),
    ],
    keys: input.sort.map(({ by, direction }) => ({ by, direction, ...SORT_COLUMNS[by] })),
    tie: 'contact.no',
  })
  const rows = records.map(toRow)
  const suppressions = suppressionsOf(db, { contacts: rows })
  return {
    rows: rows.map((row, index) => ({ ...row, suppression: suppressions[index] ?? null })),
    ...page,
    freshAsOf: freshAsOf(db, 'contacts', input.brandIds),
  }
}

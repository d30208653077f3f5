import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { ProspectRow } from '../../../src-shared/desk/prospects.ts'
import type { Prospect } from '../../../src-shared/service/outreach.ts'
import { registrableDomain } from '../../base/registrable-domain.ts'
import { type JudgedSite, sitesByProspects } from '../../credits/public.ts'
import { brandNo, brandScope } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { freshAsOf } from '../../store/freshness.ts'
import { ingestListing } from '../../store/listing.ts'
import { listPage, type SortKey } from '../../store/paging.ts'
import { furtherFields, type IngestArgs, type IngestResult, parseReply } from '../../store/parse-reply.ts'
import { type Condition, caseFoldOrNull, holds, isOneOf, searchText } from '../../store/search-text.ts'
import { type AfterLink, linkContacts } from './contacts.ts'
import { createFindProspect } from './prospect-facts.ts'
import { countTags, createShownMark, hasMarks, isTagged, isTriaged } from './prospect-marks.ts'
import { showSearching } from './searched-sites.ts'

const SAVE_STATUS = `
  INSERT OR REPLACE INTO prospect_status
    (brand_no, discovery_status, mention_check_status, relationship_sweep_status)
  VALUES (?, ?, ?, ?)
`

const toRecord = (item: Prospect) => ({
  id: item.id,
  status: item.status,
  domain: item.domain ?? null,
  domainKey: caseFoldOrNull(item.domain),
  siteKey: registrableDomain(item.domain ?? item.url ?? ''),
  titleKey: caseFoldOrNull(item.title),
  search: searchText([item.domain, item.title, item.url]),
  raw: JSON.stringify(item),
})

/** One page of a brand's prospects; the last page removes prospects that are no longer listed. */
export const createIngestProspects =
  (afterLink: AfterLink) =>
  (db: WritableDb, args: IngestArgs): IngestResult & { readonly sites: readonly JudgedSite[] } => {
    const reply = parseReply(db, 'outreach.prospects', args)
    const words = [reply.discoveryStatus, reply.mentionCheckStatus, reply.relationshipSweepStatus]
    const result = ingestListing(db, args, reply, {
      table: 'prospect',
      toRecord,
      onPage: (brand) => prepared(db.cache, SAVE_STATUS).run(brand, ...words.map((word) => word ?? null)),
      onEnd: (brand) => linkContacts(db, brand, afterLink),
    })
    if (result.nextCursor !== null) return { ...result, sites: [] }
    const { brandId, batch } = args
    const sites = sitesByProspects(db, { brandId, batch, findProspect: createFindProspect(db, brandNo(db, brandId)) })
    // A listing that was begun before a search was ordered does not know of it.
    showSearching(db, { brandId, afterMs: batch })
    return { ...result, sites }
  }

type PageInput = ParsedInput<'prospects.page'>
type SortColumn = Pick<SortKey, 'sql' | 'nullable'>

const SORT_COLUMNS: Readonly<Record<string, SortColumn>> = {
  domain: { sql: 'domain_key', nullable: true },
  title: { sql: 'title_key', nullable: true },
  status: { sql: 'status', nullable: false },
  contacts: { sql: 'contacts', nullable: false },
}

/** `more.` and a name of letters, digits and underscores, by the contract; anything else sorts by nothing. */
const MORE_FIELD = /^more\.([A-Za-z_]\w*)$/
const sortColumn = (by: string): SortColumn => {
  const path = `'$.${MORE_FIELD.exec(by)?.[1] ?? ''}'`
  return (
    SORT_COLUMNS[by] ?? {
      sql: `iif(json_type(raw, ${path}) IN ('integer', 'real'), raw ->> ${path}, NULL)`,
      nullable: true,
    }
  )
}

const KNOWN = ['id', 'status', 'domain', 'title', 'url', 'creditsRefunded']

type StoredRow = { readonly brandId: string; readonly contacts: number; readonly raw: string }

type MarkOf = ReturnType<typeof createShownMark>

const toRow = (markOf: MarkOf, { brandId, contacts, raw }: StoredRow): ProspectRow => {
  const item = JSON.parse(raw) as Prospect // as toRecord wrote it
  return {
    brandId,
    id: item.id,
    status: item.status,
    domain: item.domain ?? null,
    title: item.title ?? null,
    url: item.url ?? null,
    contacts,
    ...markOf(brandId, item.id),
    more: furtherFields(item, KNOWN),
  }
}

const hasContacts = (wanted: boolean | undefined): Condition | undefined =>
  wanted === undefined ? undefined : { sql: wanted ? 'contacts > 0' : 'contacts = 0', params: [] }

type Output = CallOutput<'prospects.page'>

const statuses = (db: ReadableDb, scope: Condition): Output['statuses'] =>
  prepared<Output['statuses'][number]>(
    db.cache,
    `SELECT (SELECT id FROM brand WHERE no = brand_no) AS brandId, discovery_status AS discoveryStatus,
       mention_check_status AS mentionCheckStatus, relationship_sweep_status AS relationshipSweepStatus
     FROM prospect_status WHERE ${scope.sql} ORDER BY brand_no`,
  ).all(...scope.params)

const statusCounts = (db: ReadableDb, scope: Condition): Output['statusCounts'] =>
  prepared<Output['statusCounts'][number]>(
    db.cache,
    `SELECT status, count(*) AS count FROM prospect WHERE ${scope.sql} GROUP BY status ORDER BY status`,
  ).all(...scope.params)

/** A service sends the same fields with every prospect, so a few tell them all. */
const SAMPLE = 50
const numberFields = (db: ReadableDb, scope: Condition): string[] =>
  prepared<{ key: string }>(
    db.cache,
    `SELECT DISTINCT field.key AS key FROM (SELECT raw FROM prospect WHERE ${scope.sql} LIMIT ${SAMPLE}) AS some,
       json_each(some.raw) AS field WHERE field.type IN ('integer', 'real') ORDER BY key`,
  )
    .all(...scope.params)
    .map(({ key }) => key)
    .filter((key) => MORE_FIELD.test(`more.${key}`))

export const prospectsPage = (db: ReadableDb, input: PageInput): Output => {
  const scope = brandScope(db, input.brandIds)
  const { search, filter } = input
  const { rows, ...page } = listPage<StoredRow>(db.cache, input, {
    columns: '(SELECT id FROM brand WHERE brand.no = brand_no) AS brandId, contacts, raw',
    from: 'prospect',
    conditions: [
      scope,
      holds('search', search),
      isOneOf('status', filter.status),
      hasContacts(filter.hasContacts),
      isTriaged(db, input.brandIds, filter.triage),
      isTagged(db, input.brandIds, filter.tags),
    ],
    keys: input.sort.map(({ by, direction }) => ({ by, direction, ...sortColumn(by) })),
    tie: 'prospect.no',
  })
  const markOf = createShownMark(db)
  return {
    rows: rows.map((row) => toRow(markOf, row)),
    ...page,
    freshAsOf: freshAsOf(db, 'prospects', input.brandIds),
    statuses: statuses(db, scope),
    statusCounts: statusCounts(db, scope),
    numberFields: numberFields(db, scope),
    tagCounts: countTags(db, input.brandIds),
    hasMarks: hasMarks(db, input.brandIds),
  }
}

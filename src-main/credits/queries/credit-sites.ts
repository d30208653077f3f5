// Results of searching sites for people, from listings that began after the search. A site that left `finding_people` has
// ended; the contacts read after that show whether anybody is new. A listing is stored in cache.db by one thread, and what it
// says of the sites in core.db by another: if a crash comes between, the next listing says it again.
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

type OpenState = 'searching' | 'ended'
type Site = { readonly no: number; readonly prospectId: string; readonly contactsBefore: number }
/** `batch` is when the listing began. */
type Listing = { readonly brandId: string; readonly brandNo: number; readonly batch: number }

export type JudgedSite = Pick<Site, 'no' | 'prospectId'> & { readonly from: OpenState; readonly to: string }

const SITES = `SELECT credit_no AS no, prospect_id AS prospectId, contacts_before AS contactsBefore FROM credit_site
  WHERE brand_id = ? AND state = ? AND since_ms <= ?`
const PROSPECT = 'SELECT status, contacts FROM prospect WHERE brand_no = ? AND id = ?'

type Judge = (prospect: { status: string; contacts: number } | undefined, site: Site) => string | null

const judgedSites = (
  { core, cache }: ReadableDb,
  { brandId, brandNo, batch }: Listing,
  { from, judge }: { from: OpenState; judge: Judge },
): JudgedSite[] =>
  prepared<Site>(core, SITES)
    .all(brandId, from, batch)
    .flatMap((site) => {
      const prospect = prepared<{ status: string; contacts: number }>(cache, PROSPECT).get(brandNo, site.prospectId)
      const to = judge(prospect, site)
      return to === null ? [] : [{ no: site.no, prospectId: site.prospectId, from, to }]
    })

/** What a prospect listing says, once its last page is stored. */
export const sitesByProspects = (db: ReadableDb, listing: Listing): JudgedSite[] =>
  judgedSites(db, listing, {
    from: 'searching',
    judge: (prospect) => {
      if (prospect === undefined) return 'gone'
      return prospect.status === 'finding_people' ? null : 'ended'
    },
  })

/** What a contact listing says, once its last page is stored and its contacts are counted. */
export const sitesByContacts = (db: ReadableDb, listing: Listing): JudgedSite[] =>
  judgedSites(db, listing, {
    from: 'ended',
    judge: (prospect, { contactsBefore }) => {
      if (prospect === undefined) return 'gone'
      return prospect.contacts > contactsBefore ? 'found' : 'nobody'
    },
  })

const SAVE = `UPDATE credit_site SET state = @to, since_ms = @atMs
  WHERE credit_no = @no AND prospect_id = @prospectId AND state = @from`

/** `atMs`: when the listing was complete. A site whose state changed meanwhile stays as it is. */
export const saveSites = (
  { core }: WritableDb,
  { sites, atMs }: { sites: readonly JudgedSite[]; atMs: number },
): void =>
  core
    .transaction(() => {
      for (const site of sites) prepared(core, SAVE).run({ ...site, atMs })
    })
    .immediate()

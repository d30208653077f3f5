// Results of searching sites for people, from listings that began after the search. A site that left `finding_people` has
// ended; the contacts read after that show whether anybody is new. A listing is stored in cache.db by one thread, and what it
// says of the sites in core.db by another: if a crash comes between, the next listing says it again. A refund counts only once the
// service reports it, for a site with nobody new, and up to its charge.
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

type OpenState = 'searching' | 'ended'
type Site = {
  readonly no: number
  readonly prospectId: string
  readonly contactsBefore: number
  readonly refundedBefore: number
  readonly charged: number
}
/** As the cache has it; `refunded` is what the service reports. */
type ListedSite = { readonly status: string; readonly contacts: number; readonly refunded: number | null }
/** `batch` is when the listing began. */
export type Listing = {
  readonly brandId: string
  readonly batch: number
  readonly findProspect: (id: string) => ListedSite | undefined
}

export type JudgedSite = Pick<Site, 'no' | 'prospectId'> & {
  readonly from: OpenState | 'nobody'
  readonly to: string
  readonly refunded: number
}

const COLUMNS = `credit_no AS no, prospect_id AS prospectId, contacts_before AS contactsBefore,
  refunded_before AS refundedBefore, charged`
/** `IN` are the words of the index of open sites: it is not used without them. */
const SITES = `SELECT ${COLUMNS} FROM credit_site WHERE brand_id = ? AND state IN ('searching', 'ended') AND state = ?
  AND since_ms <= ? ORDER BY credit_no`
type Judge = (prospect: ListedSite | undefined, site: Site) => string | null

const judgedSites = (
  { core }: ReadableDb,
  { brandId, batch, findProspect }: Listing,
  { from, judge }: { from: OpenState; judge: Judge },
) =>
  prepared<Site>(core, SITES)
    .all(brandId, from, batch)
    .flatMap((site) => {
      const to = judge(findProspect(site.prospectId), site)
      return to === null ? [] : [{ site, from, to }]
    })

const judgedOf = ({ no, prospectId }: Site, change: Omit<JudgedSite, 'no' | 'prospectId'>): JudgedSite => ({
  no,
  prospectId,
  ...change,
})

const NOBODY = `SELECT ${COLUMNS} FROM credit_site WHERE brand_id = ? AND state = 'nobody' ORDER BY credit_no`
const RECORDED = `SELECT prospect_id AS prospectId, sum(refunded) AS total FROM credit_site
  WHERE brand_id = ? AND refunded > 0 GROUP BY prospect_id`

/** What the service reports as refunded for a search that found nobody; to be asked for older searches first. */
const createRefundOf = ({ core }: ReadableDb, { brandId, findProspect }: Listing) => {
  const recorded = new Map<string, number>()
  for (const { prospectId, total } of prepared<{ prospectId: string; total: number }>(core, RECORDED).all(brandId))
    recorded.set(prospectId, total)
  return ({ prospectId, refundedBefore, charged }: Site): number => {
    const reported = findProspect(prospectId)?.refunded ?? 0
    const already = recorded.get(prospectId) ?? 0
    const refunded = Math.max(0, Math.min(charged, reported - Math.max(already, refundedBefore)))
    recorded.set(prospectId, already + refunded)
    return refunded
  }
}

/** What a prospect listing says, once its last page is stored. */
export const sitesByProspects = (db: ReadableDb, listing: Listing): JudgedSite[] => {
  const ended = judgedSites(db, listing, {
    from: 'searching',
    judge: (prospect) => {
      if (prospect === undefined) return 'gone'
      return prospect.status === 'finding_people' ? null : 'ended'
    },
  })
  const refundOf = createRefundOf(db, listing)
  const refunded = prepared<Site>(db.core, NOBODY)
    .all(listing.brandId)
    .map((site) => judgedOf(site, { from: 'nobody', to: 'refunded', refunded: refundOf(site) }))
  return [
    ...ended.map(({ site, from, to }) => judgedOf(site, { from, to, refunded: 0 })),
    ...refunded.filter((one) => one.refunded > 0),
  ]
}

/** What a contact listing says, once its last page is stored and its contacts are counted. */
export const sitesByContacts = (db: ReadableDb, listing: Listing): JudgedSite[] => {
  const refundOf = createRefundOf(db, listing)
  const judged = judgedSites(db, listing, {
    from: 'ended',
    judge: (prospect, { contactsBefore }) => {
      if (prospect === undefined) return 'gone'
      return prospect.contacts > contactsBefore ? 'found' : 'nobody'
    },
  })
  return judged.map(({ site, from, to }) => {
    const refunded = to === 'nobody' ? refundOf(site) : 0
    return judgedOf(site, { from, to: refunded > 0 ? 'refunded' : to, refunded })
  })
}

const SAVE = `UPDATE credit_site SET state = @to, since_ms = @atMs, refunded = @refunded
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

/** `IN` are the words of the index of open sites: it is not used without them. */
const SEARCHING = `SELECT prospect_id AS id FROM credit_site
  WHERE brand_id = ? AND state IN ('searching', 'ended') AND state = 'searching' AND since_ms > ?`

/** The prospects of a brand that searches since then are about. */
export const searchedSince = (
  { core }: ReadableDb,
  { brandId, afterMs }: { readonly brandId: string; readonly afterMs: number },
): string[] =>
  prepared<{ id: string }>(core, SEARCHING)
    .all(brandId, afterMs)
    .map(({ id }) => id)

// Results of searching sites for people, from listings that began after the search. A site that left `finding_people` has
// ended; the contacts read after that show whether anybody is new.
import { prepared, type WritableDb } from '../../store/db.ts'

type Site = { no: number; prospectId: string; contactsBefore: number }
/** `batch` is when the listing began. */
type Listing = { readonly brandId: string; readonly brandNo: number; readonly batch: number }

const SITES = `SELECT credit_no AS no, prospect_id AS prospectId, contacts_before AS contactsBefore FROM credit_site
  WHERE brand_id = ? AND state = ? AND since_ms <= ?`
const SAVE = 'UPDATE credit_site SET state = ?, since_ms = ? WHERE credit_no = ? AND prospect_id = ?'
const PROSPECT = 'SELECT status, contacts FROM prospect WHERE brand_no = ? AND id = ?'

type Judge = (prospect: { status: string; contacts: number } | undefined, site: Site) => string | null

const judgeSites = (
  db: WritableDb,
  { brandId, brandNo, batch }: Listing,
  { from, sinceMs, judge }: { from: 'searching' | 'ended'; sinceMs: number; judge: Judge },
): void => {
  const sites = prepared<Site>(db.core, SITES).all(brandId, from, batch)
  const changes = sites.flatMap((site) => {
    const prospect = prepared<{ status: string; contacts: number }>(db.cache, PROSPECT).get(brandNo, site.prospectId)
    const state = judge(prospect, site)
    return state === null ? [] : [{ ...site, state }]
  })
  if (changes.length === 0) return
  // Another thread writes this file too: the lock is taken at the start.
  db.core
    .transaction(() => {
      for (const { state, no, prospectId } of changes) prepared(db.core, SAVE).run(state, sinceMs, no, prospectId)
    })
    .immediate()
}

/** Call it with the last page of a prospect listing, which was complete at `atMs`. */
export const noteEndedSites = (db: WritableDb, listing: Listing, atMs: number): void =>
  judgeSites(db, listing, {
    from: 'searching',
    sinceMs: atMs,
    judge: (prospect) => {
      if (prospect === undefined) return 'gone'
      return prospect.status === 'finding_people' ? null : 'ended'
    },
  })

/** Call it with the last page of a contact listing, after its contacts are counted. */
export const judgeEndedSites = (db: WritableDb, listing: Listing, atMs: number): void =>
  judgeSites(db, listing, {
    from: 'ended',
    sinceMs: atMs,
    judge: (prospect, { contactsBefore }) => {
      if (prospect === undefined) return 'gone'
      return prospect.contacts > contactsBefore ? 'found' : 'nobody'
    },
  })

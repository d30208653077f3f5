// What the credits' quotes and the ends of searches need to know of prospects.
import type { Prospect } from '../../../src-shared/service/outreach.ts'
import type { Listing, ProspectFacts } from '../../credits/public.ts'
import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

const STATUS = 'SELECT discovery_status AS status FROM prospect_status WHERE brand_no = ?'
const ANY = 'SELECT 1 FROM prospect WHERE brand_no = ? LIMIT 1'
const THESE = `SELECT p.contacts, p.raw FROM json_each(?) AS wanted
  CROSS JOIN prospect AS p ON p.brand_no = ? AND p.id = wanted.value`

export const prospectFacts: ProspectFacts = {
  discoveryOf: (db, brandId) => {
    const no = findBrandNo(db, brandId) ?? -1
    return {
      status: prepared<{ status: string | null }>(db.cache, STATUS).get(no)?.status ?? null,
      hasAny: prepared(db.cache, ANY).get(no) !== undefined,
    }
  },
  findProspects: (db, { brandId, ids }) =>
    prepared<{ contacts: number; raw: string }>(db.cache, THESE)
      .all(JSON.stringify(ids), findBrandNo(db, brandId) ?? -1)
      .map(({ contacts, raw }) => ({ contacts, prospect: JSON.parse(raw) as Prospect })), // as ingestProspects wrote it
}

const ONE = `SELECT status, contacts, raw ->> 'creditsRefunded' AS refunded FROM prospect WHERE brand_no = ? AND id = ?`

/** Prospects by id, as a listing that was just stored left them. */
export const createFindProspect =
  ({ cache }: ReadableDb, brandNo: number): Listing['findProspect'] =>
  (id) =>
    prepared<{ status: string; contacts: number; refunded: number | null }>(cache, ONE).get(brandNo, id)

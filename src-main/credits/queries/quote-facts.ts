// Facts from the cache and the ledger for quotes.

import type { Prospect } from '../../../src-shared/service/outreach.ts'
import { assertBrand, findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { likelySkip } from '../rules/find-people-skips.ts'

export type DiscoverFacts = {
  readonly isRunning: boolean
  /** This desk has never seen prospects or a discovery of the brand. */
  readonly isFirst: boolean
}

const STATUS = 'SELECT discovery_status AS status FROM prospect_status WHERE brand_no = ?'
const ANY_PROSPECT = 'SELECT 1 FROM prospect WHERE brand_no = ? LIMIT 1'
const ANY_DISCOVERY = "SELECT 1 FROM credit WHERE brand_id = ? AND act = 'discover' LIMIT 1"

export const discoverFacts = (db: ReadableDb, { brandId }: { brandId: string }): DiscoverFacts => {
  assertBrand(db, brandId)
  const no = findBrandNo(db, brandId) ?? -1
  const status = prepared<{ status: string | null }>(db.cache, STATUS).get(no)?.status ?? null
  const isSeen =
    prepared(db.cache, ANY_PROSPECT).get(no) !== undefined ||
    prepared(db.core, ANY_DISCOVERY).get(brandId) !== undefined
  return { isRunning: status === 'running', isFirst: !isSeen && status === null }
}

export type SiteFacts = {
  readonly id: string
  readonly domain: string | null
  /** How many contacts of it are known. */
  readonly contacts: number
  readonly isFinding: boolean
  /** What the service reports as refunded for it so far. */
  readonly refunded: number
  /** Why the service will probably skip it. */
  readonly skip: string | null
}

const SITES = `SELECT p.contacts, p.raw FROM json_each(?) AS wanted JOIN prospect AS p ON p.brand_no = ? AND p.id = wanted.value`

/** Those of these prospects that are cached. */
export const siteFacts = (
  db: ReadableDb,
  { brandId, prospectIds }: { brandId: string; prospectIds: readonly string[] },
): SiteFacts[] => {
  assertBrand(db, brandId)
  const no = findBrandNo(db, brandId) ?? -1
  return prepared<{ contacts: number; raw: string }>(db.cache, SITES)
    .all(JSON.stringify(prospectIds), no)
    .map(({ contacts, raw }) => {
      const prospect = JSON.parse(raw) as Prospect // as ingestProspects wrote it
      const { id, status, domain, creditsRefunded } = prospect
      return {
        id,
        domain: domain ?? null,
        contacts,
        isFinding: status === 'finding_people',
        refunded: creditsRefunded ?? 0,
        skip: likelySkip(prospect),
      }
    })
}

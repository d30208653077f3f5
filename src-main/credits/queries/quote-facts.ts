// Facts from the cache and the ledger for quotes.

import type { Prospect } from '../../../src-shared/service/outreach.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { likelySkip } from '../rules/find-people-skips.ts'

export type DiscoverFacts = {
  readonly isRunning: boolean
  /** This desk has never seen prospects or a discovery of the brand. */
  readonly isFirst: boolean
}

/** What the cache knows, of the room that has the prospects. */
export type ProspectFacts = {
  /** `status`: what the service says of the discovery; null: nothing. */
  readonly discoveryOf: (
    db: ReadableDb,
    brandId: string,
  ) => { readonly status: string | null; readonly hasAny: boolean }
  readonly findProspects: (
    db: ReadableDb,
    args: { readonly brandId: string; readonly ids: readonly string[] },
  ) => readonly { readonly contacts: number; readonly prospect: Prospect }[]
}

const ANY_DISCOVERY = "SELECT 1 FROM credit WHERE brand_id = ? AND act = 'discover' LIMIT 1"

export const createDiscoverFacts =
  ({ discoveryOf }: ProspectFacts) =>
  (db: ReadableDb, { brandId }: { brandId: string }): DiscoverFacts => {
    assertBrand(db, brandId)
    const { status, hasAny } = discoveryOf(db, brandId)
    const isSeen = hasAny || prepared(db.core, ANY_DISCOVERY).get(brandId) !== undefined
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

/** Those of these prospects that are cached. */
export const createSiteFacts =
  ({ findProspects }: ProspectFacts) =>
  (db: ReadableDb, { brandId, prospectIds }: { brandId: string; prospectIds: readonly string[] }): SiteFacts[] => {
    assertBrand(db, brandId)
    return findProspects(db, { brandId, ids: prospectIds }).map(({ contacts, prospect }) => {
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

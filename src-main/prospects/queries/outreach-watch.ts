// What tells the desk that it should look again: work that the service does in the background, and actions whose effect the
// listing does not show yet.

import { assertBrand, findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

export type OutreachWatch = {
  readonly brandId: string
  /** Brand-level words that say `running`. */
  readonly running: number
  /** Prospects that are `finding_people`. */
  readonly finding: number
  /** Sites of our own searches that no listing has shown yet, or shows as searched. */
  readonly searching: number
  /** Sites whose search has ended and whose contacts are still to be read. */
  readonly ended: number
  /** The last paid action was answered after the newest listing of prospects was begun. */
  readonly isActNewer: boolean
  /** When the last paid action was answered; 0: never. */
  readonly actMs: number
  /** Changes whenever anything of the brand's ledger does. */
  readonly ledger: string
}

const RUNNING = `SELECT coalesce((discovery_status IS 'running') + (mention_check_status IS 'running')
  + (relationship_sweep_status IS 'running'), 0) AS count FROM prospect_status WHERE brand_no = ?`
const FINDING = "SELECT count(*) AS count FROM prospect WHERE brand_no = ? AND status = 'finding_people'"
/** A listing's batch is the time it was begun; one that found nothing left only the time it was read. */
const BEGUN = `SELECT coalesce((SELECT max(batch) FROM prospect WHERE brand_no = @no),
  (SELECT fetched_at_ms FROM freshness WHERE brand_no = @no AND dataset = 'prospects'), 0) AS atMs`
const LEDGER = `SELECT count(*) AS rows, coalesce(sum(charged), 0) AS charged, coalesce(sum(price), 0) AS price,
  coalesce(max(at_ms), 0) AS atMs, coalesce(max(iif(state = 'settled', at_ms, 0)), 0) AS actMs,
  (SELECT coalesce(sum(refunded), 0) FROM credit_site WHERE brand_id = @brandId AND refunded > 0) AS refunded
  FROM credit WHERE brand_id = @brandId`
const SITES = `SELECT coalesce(sum(state = 'searching'), 0) AS searching, coalesce(sum(state = 'ended'), 0) AS ended
  FROM credit_site WHERE brand_id = ? AND state IN ('searching', 'ended')`

type Ledger = { rows: number; charged: number; price: number; atMs: number; actMs: number; refunded: number }

const watchOf = (db: ReadableDb, brandId: string): OutreachWatch => {
  const { core, cache } = db
  const no = findBrandNo(db, brandId) ?? -1
  const countOf = (sql: string) => prepared<{ count: number }>(cache, sql).get(no)?.count ?? 0
  const begunAtMs = prepared<{ atMs: number }>(cache, BEGUN).get({ no })?.atMs ?? 0
  const ledger = prepared<Ledger>(core, LEDGER).get({ brandId })
  const actMs = ledger?.actMs ?? 0
  const sites = prepared<{ searching: number; ended: number }>(core, SITES).get(brandId)
  return {
    brandId,
    running: countOf(RUNNING),
    finding: countOf(FINDING),
    searching: sites?.searching ?? 0,
    ended: sites?.ended ?? 0,
    actMs,
    isActNewer: actMs > 0 && actMs >= begunAtMs,
    ledger: JSON.stringify([ledger, sites]),
  }
}

/** Throws not-found for an unknown brand. */
export const outreachWatch = (db: ReadableDb, { brandIds }: { brandIds: readonly string[] }): OutreachWatch[] =>
  brandIds.map((brandId) => {
    assertBrand(db, brandId)
    return watchOf(db, brandId)
  })

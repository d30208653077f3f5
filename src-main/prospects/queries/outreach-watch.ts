// What tells the desk that it should look again: work that the service does in the background, and actions whose effect the
// listing does not show yet.
import { type LedgerWatch, watchLedger } from '../../credits/public.ts'
import { assertBrand, findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { fetchedAt } from '../../store/freshness.ts'

export type OutreachWatch = LedgerWatch & {
  readonly brandId: string
  /** Brand-level words that say `running`. */
  readonly running: number
  /** Prospects that are `finding_people`. */
  readonly finding: number
  /** The last paid action was answered after the newest listing of prospects was begun. */
  readonly isActNewer: boolean
}

const RUNNING = `SELECT coalesce((discovery_status IS 'running') + (mention_check_status IS 'running')
  + (relationship_sweep_status IS 'running'), 0) AS count FROM prospect_status WHERE brand_no = ?`
const FINDING = "SELECT count(*) AS count FROM prospect WHERE brand_no = ? AND status = 'finding_people'"
/** A listing's batch is the time it was begun; one that found nothing left only the time it was read. */
const BEGUN = `SELECT coalesce((SELECT max(batch) FROM prospect WHERE brand_no = @no),
  ${fetchedAt('@no', 'prospects')}, 0) AS atMs`

const watchOf = (db: ReadableDb, brandId: string): OutreachWatch => {
  const { cache } = db
  const no = findBrandNo(db, brandId) ?? -1
  const countOf = (sql: string) => prepared<{ count: number }>(cache, sql).get(no)?.count ?? 0
  const begunAtMs = prepared<{ atMs: number }>(cache, BEGUN).get({ no })?.atMs ?? 0
  const ledger = watchLedger(db, brandId)
  return {
    brandId,
    running: countOf(RUNNING),
    finding: countOf(FINDING),
    ...ledger,
    isActNewer: ledger.actMs > 0 && ledger.actMs >= begunAtMs,
  }
}

/** Throws not-found for an unknown brand. */
export const outreachWatch = (db: ReadableDb, { brandIds }: { brandIds: readonly string[] }): OutreachWatch[] =>
  brandIds.map((brandId) => {
    assertBrand(db, brandId)
    return watchOf(db, brandId)
  })

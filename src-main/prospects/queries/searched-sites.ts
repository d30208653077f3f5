import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

const ELSEWHERE = `
  SELECT DISTINCT t.subject AS id FROM intent AS i JOIN intent_item AS t ON t.intent_no = i.no
  WHERE i.brand_id = @brandId AND i.kind = 'findPeople' AND i.id <> @intentId
    AND t.subject IN (SELECT value FROM json_each(@prospectIds)) AND t.state IN ('confirmed', 'in_flight', 'unknown')
    AND (t.state <> 'confirmed' OR i.ended_at_ms IS NULL
      OR i.ended_at_ms >= (SELECT created_at_ms FROM intent WHERE id = @intentId))`

/** Which of these sites another intent of the brand searches for people, or has searched since this one was stored. */
export const searchedElsewhere = (
  { core }: ReadableDb,
  args: { brandId: string; intentId: string; prospectIds: readonly string[] },
): string[] =>
  prepared<{ id: string }>(core, ELSEWHERE)
    .all({ ...args, prospectIds: JSON.stringify(args.prospectIds) })
    .map(({ id }) => id)

const SEARCHING =
  "SELECT prospect_id AS id FROM credit_site WHERE brand_id = ? AND state = 'searching' AND since_ms > ?"
const SHOW = `UPDATE prospect SET status = 'finding_people', raw = json_set(raw, '$.status', 'finding_people')
  WHERE brand_no = ? AND id IN (SELECT value FROM json_each(?)) AND status <> 'finding_people'`

/**
 * Sites whose search the service accepted are `finding_people` from its answer on (section 3 of the interface), also before
 * a listing says so. The next listing replaces it. `afterMs`: of the searches since then alone. Returns how many rows
 * changed.
 */
export const showSearching = (
  db: WritableDb,
  { brandId, afterMs = -1 }: { brandId: string; afterMs?: number },
): number => {
  const brandNo = findBrandNo(db, brandId)
  const ids = prepared<{ id: string }>(db.core, SEARCHING)
    .all(brandId, afterMs)
    .map(({ id }) => id)
  return brandNo === null || ids.length === 0 ? 0 : prepared(db.cache, SHOW).run(brandNo, JSON.stringify(ids)).changes
}

import { searchedSince } from '../../credits/public.ts'
import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type WritableDb } from '../../store/db.ts'

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
  const ids = searchedSince(db, { brandId, afterMs })
  return brandNo === null || ids.length === 0 ? 0 : prepared(db.cache, SHOW).run(brandNo, JSON.stringify(ids)).changes
}

import type { WritableDb } from '../../src-main/store/db.ts'
import { addBrand, rankDb } from '../main/rankings/rank-db.ts'
import { openTestDesk } from './composed-desk.ts'
import { tempHome } from './temp-home.ts'

/** A desk on a folder whose cache was filled before, by the ids of its brands. */
export const openFilledDesk = async (
  names: readonly string[],
  fill: (db: WritableDb, brandIds: readonly string[]) => void,
) => {
  const paths = tempHome()
  const db = rankDb(paths)
  const brandIds = names.map((name) => addBrand(db, name))
  fill(db, brandIds)
  db.core.close()
  db.cache.close()
  return { ...(await openTestDesk({ home: paths.home })), brandIds, brandId: brandIds[0] ?? '' }
}

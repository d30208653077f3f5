// cache.db keys its rows by a small number instead of the brand's id; this table is the mirror between the two.
import { DeskError } from '../../src-shared/desk/errors.ts'
import { prepared, type ReadableDb, type WritableDb } from './db.ts'
import type { Condition } from './search-text.ts'

const SELECT = 'SELECT no FROM brand WHERE id = ?'

/** The number of a brand that has cached rows, else null. */
export const findBrandNo = ({ cache }: ReadableDb, brandId: string): number | null =>
  prepared<{ no: number }>(cache, SELECT).get(brandId)?.no ?? null

const insertNo = ({ cache }: WritableDb, brandId: string): number =>
  Number(prepared(cache, 'INSERT INTO brand (id) VALUES (?)').run(brandId).lastInsertRowid)

/** The number of a brand, assigned if it has none yet. Throws not-found for a brand that core.db does not hold. */
export const brandNo = (db: WritableDb, brandId: string): number => {
  assertBrand(db, brandId)
  return findBrandNo(db, brandId) ?? insertNo(db, brandId)
}

const THERE = 'SELECT brand.id FROM json_each(?) AS wanted JOIN brand ON brand.id = wanted.value'

/** The same of many brands; none of those that core.db does not hold. */
export const brandNumbers = (db: WritableDb, brandIds: readonly string[]): ReadonlyMap<string, number> => {
  const there = prepared<{ id: string }>(db.core, THERE).all(JSON.stringify([...new Set(brandIds)]))
  return new Map(there.map(({ id }) => [id, findBrandNo(db, id) ?? insertNo(db, id)]))
}

export const assertBrand = ({ core }: ReadableDb, brandId: string): void => {
  if (prepared(core, 'SELECT 1 FROM brand WHERE id = ?').get(brandId) === undefined) {
    throw new DeskError('not-found', `There is no brand ${brandId} on this desk. It may have been removed.`, {
      brandId,
    })
  }
}

/** SQL: how many rows of a table of cache.db each brand of a JSON list of ids has. */
export const countsByBrand = (table: string): string =>
  `SELECT b.id, (SELECT count(*) FROM ${table} WHERE brand_no = b.no) AS n
    FROM json_each(?) w JOIN brand b ON b.id = w.value`

/**
 * The brands a call is about as a condition on a `brand_no` column; all brands need none, since removed ones leave no row.
 * Throws not-found naming an unknown one.
 */
export const brandScope = (db: ReadableDb, brandIds: 'all' | readonly string[], column = 'brand_no'): Condition => {
  if (brandIds === 'all') return { sql: 'TRUE', params: [] }
  for (const id of brandIds) assertBrand(db, id)
  const numbers = [...new Set(brandIds)].flatMap((id) => findBrandNo(db, id) ?? [])
  const [only] = numbers
  if (numbers.length === 1 && only !== undefined) return { sql: `${column} = ?`, params: [only] }
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(numbers)] }
}

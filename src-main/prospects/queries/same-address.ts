import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

const SAME = `SELECT c.id, other.id AS otherId
  FROM json_each(@ids) AS wanted CROSS JOIN contact AS c CROSS JOIN contact AS other
  WHERE c.brand_no = @no AND c.id = wanted.value AND c.email_key <> ''
    AND other.email_key = c.email_key AND other.brand_no = c.brand_no AND other.id <> c.id
  ORDER BY wanted.key, other.id`

/** Other contacts of the brand with the address of one of these. */
export const contactsOfSameAddress = (
  db: ReadableDb,
  { brandId, ids }: { readonly brandId: string; readonly ids: readonly string[] },
): { readonly id: string; readonly otherId: string }[] =>
  prepared<{ id: string; otherId: string }>(db.cache, SAME).all({
    no: findBrandNo(db, brandId),
    ids: JSON.stringify(ids),
  })

import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

export type ContactOwner = { readonly id: string; readonly ownerId: string }

const OWNERS = `SELECT wanted.value AS id, min(brand.id) AS ownerId
  FROM json_each(@ids) AS wanted CROSS JOIN brand CROSS JOIN contact
  WHERE contact.brand_no = brand.no AND contact.id = wanted.value
    AND NOT EXISTS (SELECT 1 FROM contact AS own WHERE own.brand_no = @no AND own.id = wanted.value)
  GROUP BY wanted.value`

/** Those of these contacts that the brand does not list and another one does, with that brand. */
export const contactOwners = (
  db: ReadableDb,
  { brandId, ids }: { brandId: string; ids: readonly string[] },
): ContactOwner[] =>
  prepared<ContactOwner>(db.cache, OWNERS).all({ no: findBrandNo(db, brandId), ids: JSON.stringify(ids) })

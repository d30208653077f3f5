import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

export type ContactAddress = { readonly id: string; readonly email: string | null; readonly domain: string | null }
export type NamedAddress = ContactAddress & { readonly name: string | null }

const BY_IDS = `SELECT id, raw ->> 'email' AS email, raw ->> 'name' AS name, domain FROM contact
  WHERE brand_no = ? AND id IN (SELECT value FROM json_each(?))`

/** Addresses of these contacts, as far as known; for thousands at once. */
export const contactAddresses = (
  db: ReadableDb,
  { brandId, ids }: { brandId: string; ids: readonly string[] },
): NamedAddress[] => prepared<NamedAddress>(db.cache, BY_IDS).all(findBrandNo(db, brandId), JSON.stringify(ids))

import { brandScope } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { asOf } from '../../store/freshness.ts'
import { ingestListing } from '../../store/listing.ts'
import { type IngestArgs, type IngestResult, parseReply } from '../../store/parse-reply.ts'

/** One page of a brand's tracked keywords; the last page removes keywords that are no longer listed. */
export const ingestTracked = (db: WritableDb, args: IngestArgs): IngestResult => {
  const reply = parseReply(db, 'rankTracking.keywords', args)
  const toRecord = (item: (typeof reply.items)[number]) => ({ keyword: item.keyword, raw: JSON.stringify(item) })
  return ingestListing(db, args, reply, { table: 'tracked_keyword', key: 'keyword', toRecord })
}

/** What the service tracks for a brand, in alphabetical order. */
export const listTracked = (
  db: ReadableDb,
  { brandId }: { brandId: string },
): { keywords: string[]; asOf: string | null } => {
  const scope = brandScope(db, [brandId])
  const sql = `SELECT keyword FROM tracked_keyword WHERE ${scope.sql} ORDER BY keyword`
  const keywords = prepared<{ keyword: string }>(db.cache, sql).all(...scope.params)
  return { keywords: keywords.map(({ keyword }) => keyword), asOf: asOf(db, 'tracked', [brandId]) }
}

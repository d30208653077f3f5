import { brandScope } from '../../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../../store/db.ts'
import { freshAsOf } from '../../../store/freshness.ts'
import { ingestListing } from '../../../store/listing.ts'
import { type IngestArgs, type IngestResult, parseReply } from '../../../store/parse-reply.ts'
import { forgetOnError, numberKeywords } from '../rank-keywords.ts'

/**
 * One page of a brand's tracked keywords; the last page removes keywords that are no longer listed. Each gets a number as
 * ranked ones have, by which it is listed where it does not rank.
 */
export const ingestTracked = (db: WritableDb, args: IngestArgs): IngestResult => {
  const reply = parseReply(db, 'rankTracking.keywords', args)
  const keywords = reply.items.map(({ keyword }) => keyword.toWellFormed())
  const toRecord = (item: (typeof reply.items)[number]) => ({
    keyword: item.keyword.toWellFormed(),
    raw: JSON.stringify(item),
  })
  const onPage = (brand: number) => void numberKeywords(db.cache, brand, keywords)
  const listing = { table: 'tracked_keyword', key: 'keyword', toRecord, onPage }
  return forgetOnError(db, () => ingestListing(db, args, reply, listing))
}

/** What the service tracks for a brand, in alphabetical order. */
export const listTracked = (
  db: ReadableDb,
  { brandId }: { brandId: string },
): { keywords: string[]; freshAsOf: string | null } => {
  const scope = brandScope(db, [brandId])
  const sql = `SELECT keyword FROM tracked_keyword WHERE ${scope.sql} ORDER BY keyword`
  const keywords = prepared<{ keyword: string }>(db.cache, sql).all(...scope.params)
  return { keywords: keywords.map(({ keyword }) => keyword), freshAsOf: freshAsOf(db, 'tracked', [brandId]) }
}

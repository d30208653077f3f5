import { brandNo, brandScope } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { asOf } from '../../store/freshness.ts'
import { cursorOf, type IngestArgs, type IngestResult, parseReply } from '../../store/parse-reply.ts'

const SAVE = `
  INSERT INTO tracked_keyword (brand_no, keyword, batch, raw) VALUES (?, ?, ?, ?)
  ON CONFLICT (brand_no, keyword) DO UPDATE SET batch = excluded.batch, raw = excluded.raw
`

/** One page of a brand's tracked keywords; with the last one, keywords that are no longer listed go. */
export const ingestTracked = (db: WritableDb, args: IngestArgs): IngestResult => {
  const reply = parseReply(db, 'rankTracking.keywords', args)
  const nextCursor = cursorOf(reply)
  db.cache.transaction(() => {
    const brand = brandNo(db, args.brandId)
    const save = prepared(db.cache, SAVE)
    for (const item of reply.items) save.run(brand, item.keyword, args.batch, JSON.stringify(item))
    if (nextCursor !== null) return
    prepared(db.cache, 'DELETE FROM tracked_keyword WHERE brand_no = ? AND batch <> ?').run(brand, args.batch)
  })()
  return { rows: reply.items.length, nextCursor }
}

/** What the service tracks for a brand, in the order of the alphabet. */
export const listTracked = (
  db: ReadableDb,
  { brandId }: { brandId: string },
): { keywords: string[]; asOf: string | null } => {
  const scope = brandScope(db, [brandId])
  const sql = `SELECT keyword FROM tracked_keyword WHERE ${scope.sql} ORDER BY keyword`
  const keywords = prepared<{ keyword: string }>(db.cache, sql).all(...scope.params)
  return { keywords: keywords.map(({ keyword }) => keyword), asOf: asOf(db, 'tracked', [brandId]) }
}

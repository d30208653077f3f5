// A listing of the service as a table of cache.db: one row for each brand and item, with the number of its listing.
import { brandNo } from './cache-brands.ts'
import { prepared, type WritableDb } from './db.ts'
import { cursorOf, type IngestArgs, type IngestResult } from './parse-reply.ts'

export type Listing<Item> = {
  readonly table: string
  /** The column that names an item within its brand. */
  readonly key?: string
  /** Each field is the column of that name, in snake case. */
  readonly toRecord: (item: Item) => Readonly<Record<string, string | number | null>>
  /** Two listings may be stored at the same time: a row keeps the newer one, and only older rows are removed. */
  readonly keepsNewer?: boolean
  /** Called with the brand's number after each page, and after the last one, in its transaction. */
  readonly onPage?: (brand: number) => void
  readonly onEnd?: (brand: number) => void
}

const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const saveSql = (table: string, key: string, fields: readonly string[]): string => {
  const updated = fields.filter((field) => field !== 'brandNo' && field !== key)
  return `INSERT INTO ${table} (${fields.map(columnOf).join(', ')}) VALUES (${fields.map((field) => `@${field}`).join(', ')})
    ON CONFLICT (brand_no, ${key}) DO UPDATE SET ${updated.map((field) => `${columnOf(field)} = @${field}`).join(', ')}`
}

/** Stores one page; the last page removes rows that are no longer listed. */
export const ingestListing = <Item>(
  db: WritableDb,
  { brandId, batch }: IngestArgs,
  reply: { readonly items: readonly Item[]; readonly nextCursor?: string | null | undefined },
  { table, key = 'id', toRecord, keepsNewer = false, onPage, onEnd }: Listing<Item>,
): IngestResult => {
  const nextCursor = cursorOf(reply)
  db.cache.transaction(() => {
    const brand = brandNo(db, brandId)
    const rows = reply.items.map((item) => ({ brandNo: brand, batch, ...toRecord(item) }))
    const sql = saveSql(table, key, Object.keys(rows[0] ?? {}))
    for (const row of rows) prepared(db.cache, keepsNewer ? `${sql} WHERE batch <= @batch` : sql).run(row)
    onPage?.(brand)
    if (nextCursor !== null) return
    const isOld = keepsNewer ? 'batch < ?' : 'batch <> ?'
    prepared(db.cache, `DELETE FROM ${table} WHERE brand_no = ? AND ${isOld}`).run(brand, batch)
    onEnd?.(brand)
  })()
  return { rows: reply.items.length, nextCursor }
}

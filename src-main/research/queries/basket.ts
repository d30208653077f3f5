import type { BasketRow } from '../../../src-shared/desk/research.ts'
import { toInstant } from '../../base/clock.ts'
import { caseFold } from '../../base/text.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { CHANGED, type ChangedColumns, changedIn } from '../../team/public.ts'

export type StoredBasketRow = Omit<BasketRow, 'isTracked' | 'position'>
/** Without a note a keyword that is there already keeps its own. */
export type BasketEntry = Pick<BasketRow, 'keyword' | 'state'> & { readonly note?: string | undefined }

type Row = Omit<StoredBasketRow, 'addedAt' | 'changedBy' | 'changedAt'> & ChangedColumns & { addedAtMs: number }

const COLUMNS = `brand_id AS brandId, keyword, state, note, added_at_ms AS addedAtMs, ${CHANGED}`
const toRow =
  (changed: ReturnType<typeof changedIn>) =>
  ({ addedAtMs, madeBy, changedBy, changedAtMs, ...row }: Row): StoredBasketRow => ({
    ...row,
    addedAt: toInstant(addedAtMs),
    ...changed({ madeBy, changedBy, changedAtMs }),
  })

/** Brand by brand, in alphabetical order. */
export const listBasket = (db: ReadableDb, { brandIds }: { brandIds: readonly string[] }): StoredBasketRow[] => {
  const sql = `SELECT ${COLUMNS} FROM basket_keyword WHERE brand_id = ? ORDER BY folded`
  return brandIds.flatMap((brandId) =>
    prepared<Row>(db.core, sql)
      .all(brandId)
      .map(toRow(changedIn(db))),
  )
}

const find = ({ core }: ReadableDb, brandId: string, keyword: string): Row | undefined =>
  prepared<Row>(core, `SELECT ${COLUMNS} FROM basket_keyword WHERE brand_id = ? AND folded = ?`).get(
    brandId,
    caseFold(keyword),
  )

/** The state of those of these keywords that are in the basket, by the keyword as given. */
export const findInBasket = (
  db: ReadableDb,
  { brandId, keywords }: { brandId: string; keywords: readonly string[] },
): Record<string, BasketRow['state']> =>
  Object.fromEntries(
    keywords.flatMap((keyword) => {
      const row = find(db, brandId, keyword)
      return row === undefined ? [] : [[keyword, row.state]]
    }),
  )

const SAVE = `
  INSERT INTO basket_keyword (brand_id, folded, keyword, state, note, added_at_ms)
  VALUES (@brandId, @folded, @keyword, @state, coalesce(@note, ''), @atMs)
  ON CONFLICT (brand_id, folded) DO UPDATE SET state = @state, note = coalesce(@note, note)`

/** The rows as they are now, each once. Throws not-found for a brand that was removed. */
export const saveBasket = (
  db: WritableDb,
  { brandId, entries, atMs }: { brandId: string; entries: readonly BasketEntry[]; atMs: number },
): StoredBasketRow[] =>
  db.core
    .transaction(() => {
      assertBrand(db, brandId)
      for (const { keyword, state, note } of entries) {
        prepared(db.core, SAVE).run({ brandId, folded: caseFold(keyword), keyword, state, note: note ?? null, atMs })
      }
      const saved = new Map(entries.map(({ keyword }) => [caseFold(keyword), find(db, brandId, keyword)]))
      return [...saved.values()].flatMap((row) => (row === undefined ? [] : [toRow(changedIn(db))(row)]))
    })
    .immediate()

/** Returns the removed rows. */
export const removeFromBasket = (
  db: WritableDb,
  { brandId, keywords }: { brandId: string; keywords: readonly string[] },
): StoredBasketRow[] =>
  db.core
    .transaction(() =>
      keywords.flatMap((keyword) => {
        const row = find(db, brandId, keyword)
        if (row === undefined) return []
        const sql = 'DELETE FROM basket_keyword WHERE brand_id = ? AND folded = ?'
        prepared(db.core, sql).run(brandId, caseFold(keyword))
        return [toRow(changedIn(db))(row)]
      }),
    )
    .immediate()

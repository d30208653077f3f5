import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

export type ExportBrand = { readonly fileName: string; readonly brandId: string; readonly brandName: string }

/** Every export that is known, brand by brand. */
export const listExportBrands = ({ core }: ReadableDb, _args: Record<string, never>): ExportBrand[] =>
  prepared<ExportBrand>(
    core,
    'SELECT file_name AS fileName, brand_id AS brandId, brand_name AS brandName FROM export_brand',
  ).all()

/** The brands that a new file holds. An earlier file of that name no longer exists. */
export const saveExportBrands = (
  { core }: WritableDb,
  { fileName, brands }: { fileName: string; brands: readonly { readonly id: string; readonly name: string }[] },
): void =>
  core.transaction(() => {
    prepared(core, 'DELETE FROM export_brand WHERE file_name = ?').run(fileName)
    const add = prepared(core, 'INSERT INTO export_brand (file_name, brand_id, brand_name) VALUES (?, ?, ?)')
    for (const { id, name } of brands) add.run(fileName, id, name)
  })()

/** Row counts of a brand in core.db, shown before its removal. */
export const countBrandRows = ({ core }: ReadableDb, { brandId }: { brandId: string }) => {
  const count = (table: string) =>
    prepared<{ count: number }>(core, `SELECT count(*) AS count FROM ${table} WHERE brand_id = ?`).get(brandId)
      ?.count ?? 0
  return {
    intents: count('intent'),
    articles: count('article'),
    deliveries: count('delivery'),
    templates: count('template'),
    audits: count('audit'),
    basketKeywords: count('basket_keyword'),
  }
}

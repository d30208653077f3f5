import type { CallOutput } from '../../../src-shared/desk/contract.ts'
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

/** SQL of the owners: how many rows a brand has, bound to its id. */
export type CountedRows = Readonly<Record<keyof CallOutput<'brands.removal'>['rows'], string>>

/** Row counts of a brand in core.db, shown before its removal. */
export const createCountBrandRows =
  (counted: CountedRows) =>
  ({ core }: ReadableDb, { brandId }: { brandId: string }) => {
    const count = (sql: string) => prepared<{ count: number }>(core, sql).get(brandId)?.count ?? 0
    return {
      intents: count(counted.intents),
      articles: count(counted.articles),
      deliveries: count(counted.deliveries),
      templates: count(counted.templates),
      audits: count(counted.audits),
      basketKeywords: count(counted.basketKeywords),
    }
  }

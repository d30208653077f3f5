import { byBrandId, type RoomTables } from '../store/tables.ts'
import { forgetUnsealedOrigins, insertBrand, listBrands, updateBrand } from './queries/brands.ts'
import { type CountedRows, createCountBrandRows, listExportBrands, saveExportBrands } from './queries/export-files.ts'
import { brandRefusals } from './queries/refusals.ts'
import { brandsSchema } from './queries/schema.ts'
import { removeFromTeam } from './queries/team-brands.ts'

export const createBrandsTables = (counted: CountedRows) =>
  ({
    reads: {
      'brands.list': listBrands,
      'brands.rowCounts': createCountBrandRows(counted),
      'exports.list': listExportBrands,
    },
    writes: {
      core: {
        'brands.insert': insertBrand,
        'brands.update': updateBrand,
        'exports.save': saveExportBrands,
      },
      cache: {},
    },
    brandRows: { core: [byBrandId('brand_here'), byBrandId('export_brand')], cache: [] },
    team: {
      tables: {
        brand: { place: 1, key: ['id'], brand: 'id', columns: { id: 64, tags: 'texts' }, datasets: ['brands'] },
      },
      queries: { 'brands.remove': removeFromTeam },
      waits: { 'brands.insert': 'A new brand', 'brands.update': 'A change of the brand' },
      refusals: brandRefusals,
    },
    schema: brandsSchema,
    afterRestore: forgetUnsealedOrigins,
  }) satisfies RoomTables

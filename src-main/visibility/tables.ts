import { byBrandId, byBrandNo, type RoomTables } from '../store/tables.ts'
import { listOf } from '../store/team/row-rules.ts'
import {
  ingestInterval,
  ingestModels,
  listVisibility,
  saveInterval,
  saveModels,
  teamIdOfBrand,
} from './queries/ai-visibility.ts'
import { visibilitySchema } from './queries/schema.ts'
import { newVisibility, saveVersion } from './queries/visibility-versions.ts'

/** Triples of id, name and 1 for on. */
const modelsRule = listOf(
  (one) =>
    Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'string' && (one[2] === 0 || one[2] === 1),
)

export const visibilityTables = {
  reads: {
    'brands.teamId': teamIdOfBrand,
    'visibility.list': listVisibility,
    'visibility.new': newVisibility,
  },
  writes: {
    core: {
      'visibility.saveVersion': saveVersion,
    },
    cache: {
      'visibility.ingestInterval': ingestInterval,
      'visibility.ingestModels': ingestModels,
      'visibility.saveInterval': saveInterval,
      'visibility.saveModels': saveModels,
    },
  },
  brandRows: { core: [byBrandId('visibility_version')], cache: [byBrandNo('ai_visibility')] },
  schema: visibilitySchema,
  team: {
    tables: {
      visibility_version: {
        place: 34,
        key: ['no'],
        brand: 'brand_id',
        columns: { models: modelsRule },
        datasets: ['visibility'],
      },
    },
  },
} satisfies RoomTables

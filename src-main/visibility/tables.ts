import { byBrandId, byBrandNo, type RoomTables } from '../store/tables.ts'
import {
  ingestInterval,
  ingestModels,
  listVisibility,
  saveInterval,
  saveModels,
  teamIdOfBrand,
} from './queries/ai-visibility.ts'
import { newVisibility, saveVersion, visibilityVersions } from './queries/visibility-versions.ts'

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
  migrations: { core: { 42: visibilityVersions } },
  team: {
    tables: { visibility_version: { place: 34, key: ['no'], brand: 'brand_id', datasets: ['visibility'] } },
  },
} satisfies RoomTables

import { byBrandNo, type RoomTables } from '../store/tables.ts'
import {
  ingestInterval,
  ingestModels,
  listVisibility,
  saveInterval,
  saveModels,
  teamIdOfBrand,
} from './queries/ai-visibility.ts'

export const visibilityTables = {
  reads: {
    'brands.teamId': teamIdOfBrand,
    'visibility.list': listVisibility,
  },
  writes: {
    core: {},
    cache: {
      'visibility.ingestInterval': ingestInterval,
      'visibility.ingestModels': ingestModels,
      'visibility.saveInterval': saveInterval,
      'visibility.saveModels': saveModels,
    },
  },
  brandRows: { core: [], cache: [byBrandNo('ai_visibility')] },
} satisfies RoomTables

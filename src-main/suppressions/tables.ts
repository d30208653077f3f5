import type { RoomTables } from '../store/tables.ts'
import { addSuppressions, findSuppressions, removeSuppressions, suppressionsPage } from './queries/suppressions.ts'

export const suppressionsTables = {
  reads: {
    'suppressions.find': findSuppressions,
    'suppressions.page': suppressionsPage,
  },
  writes: {
    core: {
      'suppressions.add': addSuppressions,
      'suppressions.remove': removeSuppressions,
    },
    cache: {},
  },
  brandRows: { core: [], cache: [] },
} satisfies RoomTables

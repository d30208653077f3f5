import type { RoomTables } from '../store/tables.ts'
import {
  addSuppressions,
  isListEmpty,
  removeSuppressions,
  suppressionsOf,
  suppressionsPage,
} from './queries/suppressions.ts'

export const suppressionsTables = {
  reads: {
    'suppressions.isEmpty': isListEmpty,
    'suppressions.ofContacts': suppressionsOf,
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

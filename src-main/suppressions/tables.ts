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
  // A person who is suppressed while nobody can be reached is suppressed for all afterwards; nobody is let in again that way.
  team: {
    tables: { suppression: { place: 3, key: ['no'], brand: null, merge: 'add', datasets: ['suppressions'] } },
    waits: { 'suppressions.remove': 'Removing a suppression' },
  },
} satisfies RoomTables

import { byBrandNo, type RoomTables } from '../store/tables.ts'
import { conflictKeyword } from './queries/conflict-keyword.ts'
import { conflictPage, conflictParts } from './queries/conflict-page.ts'
import {
  conflictSpans,
  conflictsAgain,
  conflictsMigration,
  saveConflicts,
  staleConflicts,
} from './queries/conflicts.ts'

export const cannibalisationTables = {
  reads: {
    'cannibalisation.keyword': conflictKeyword,
    'cannibalisation.page': conflictPage,
    'cannibalisation.parts': conflictParts,
    'cannibalisation.stale': staleConflicts,
  },
  writes: { core: {}, cache: { 'cannibalisation.save': saveConflicts } },
  migrations: { cache: { 17: conflictsMigration, 19: conflictsAgain, 20: conflictSpans } },
  brandRows: { core: [], cache: [byBrandNo('page_conflict'), byBrandNo('page_conflict_state')] },
} satisfies RoomTables

import { byBrandNo, type RoomTables } from '../store/tables.ts'
import { conflictKeyword } from './queries/conflict-keyword.ts'
import { conflictPage, conflictParts } from './queries/conflict-page.ts'
import { saveConflicts, staleConflicts } from './queries/conflicts.ts'
import { cannibalisationSchema } from './queries/schema.ts'

export const cannibalisationTables = {
  reads: {
    'cannibalisation.keyword': conflictKeyword,
    'cannibalisation.page': conflictPage,
    'cannibalisation.parts': conflictParts,
    'cannibalisation.stale': staleConflicts,
  },
  writes: { core: {}, cache: { 'cannibalisation.save': saveConflicts } },
  schema: cannibalisationSchema,
  brandRows: { core: [], cache: [byBrandNo('page_conflict'), byBrandNo('page_conflict_state')] },
} satisfies RoomTables

import { byBrandNo, type RoomTables } from '../store/tables.ts'
import { causeLines } from './queries/cause-lines.ts'
import { causeOfKeyword, causePage } from './queries/cause-list.ts'
import { causesStale, saveCauses } from './queries/save-causes.ts'
import { causeKeywordIndex, causeTables } from './queries/schema.ts'

export const causesTables = {
  reads: {
    'causes.keyword': causeOfKeyword,
    'causes.lines': causeLines,
    'causes.page': causePage,
    'causes.stale': causesStale,
  },
  writes: { core: {}, cache: { 'causes.save': saveCauses } },
  migrations: { cache: { 25: causeTables, 26: causeKeywordIndex } },
  brandRows: { core: [], cache: [byBrandNo('cause'), byBrandNo('cause_state')] },
} satisfies RoomTables

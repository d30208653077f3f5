import type { RoomTables } from '../store/tables.ts'
import { clearQueries, listQueries, OF_BRAND, saveQuery } from './queries/query-history.ts'
import { querySchema } from './queries/schema.ts'

export const queryTables = {
  reads: { 'query.history': listQueries },
  writes: { core: { 'query.save': saveQuery, 'query.clear': clearQueries }, cache: {} },
  schema: querySchema,
  brandRows: { core: [OF_BRAND], cache: [] },
} satisfies RoomTables

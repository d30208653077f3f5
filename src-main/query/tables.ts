import type { RoomTables } from '../store/tables.ts'
import { clearQueries, listQueries, OF_BRAND, queryHistory, saveQuery } from './queries/query-history.ts'

export const queryTables = {
  reads: { 'query.history': listQueries },
  writes: { core: { 'query.save': saveQuery, 'query.clear': clearQueries }, cache: {} },
  migrations: { core: { 39: queryHistory } },
  brandRows: { core: [OF_BRAND], cache: [] },
} satisfies RoomTables

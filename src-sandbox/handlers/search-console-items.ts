import type { TopKeyword } from '../../src-shared/service/rank-tracking.ts'
import type { SearchConsoleRow } from '../seed/search-console.ts'
import type { TopKeywordsQuery } from './periods.ts'

/**
 * The rows of an export as a top-keywords reply. An export has no days: every range answers the same rows, and their
 * changes are 0 when compared. It has no devices, countries, search types or tracked keywords either, so such a slice
 * has no rows.
 */
export const searchConsoleItems = (rows: readonly SearchConsoleRow[], query: TopKeywordsQuery): TopKeyword[] => {
  const isSliced = query.device !== undefined || query.country !== undefined || (query.searchType ?? 'web') !== 'web'
  if (isSliced || query.universe === 'tracked') return []
  const changes =
    query.compare === true ? { clicksChange: 0, impressionsChange: 0, ctrChange: 0, positionChange: 0 } : {}
  return rows
    .map(({ query: keyword, clicks, impressions, ctr, position }) => ({
      keyword,
      clicks,
      impressions,
      ctr,
      position,
      ...changes,
      isStarred: false,
      languageId: null,
      pages: null,
      rankedPages: [],
    }))
    .sort((left, right) => left.position - right.position) // stable: equal positions stay in the file's order
}

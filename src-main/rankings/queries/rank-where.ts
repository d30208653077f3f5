import type { RankFilter } from '../../../src-shared/desk/rankings.ts'
import type { Slice } from '../../../src-shared/desk/slice.ts'
import { caseFold, trigramQuery } from '../../base/text.ts'
import type { Condition } from '../../store/search-text.ts'
import type { Marked } from './rank-marked.ts'
import type { Scope } from './rank-scope.ts'
import type { Source } from './rank-source.ts'
import { listsUnranked } from './rank-tracked.ts'

const only = (sql: string, ...params: unknown[]): Condition[] => [{ sql, params }]

/** With `+` the rows of each slice are read once. Looked up by id, they are as many look-ups as ids times slices. */
const among = ({ id }: Source, ids: unknown): Condition[] => only(`+${id} IN (SELECT value FROM json_each(?))`, ids)

const KEYWORDS_FOUND = `SELECT k.id FROM json_each(?) ks CROSS JOIN rank_slice s ON s.id = ks.value
  CROSS JOIN rank_keyword k ON k.brand_no = s.brand_no WHERE instr(k.folded, ?) > 0`
const KEYWORDS_BY_TRIGRAMS = `SELECT k.id FROM rank_search f CROSS JOIN rank_keyword k ON k.id = f.rowid
  WHERE f.rank_search MATCH ? AND instr(k.folded, ?) > 0`

/** Up to this many slices are read through, since their rows lie side by side; over more the trigram index is used. */
export const SLICES_READ_THROUGH = 4

const searchCondition = (source: Source, scope: Scope, search: string): Condition[] => {
  const folded = caseFold(search)
  if (folded === '') return []
  if (source.folded !== undefined) return only(`instr(${source.folded}, ?) > 0`, folded)
  const match = scope.slices.length > SLICES_READ_THROUGH ? trigramQuery(folded) : undefined
  return match === undefined
    ? only(`${source.keywordId} IN (${KEYWORDS_FOUND})`, scope.json, folded)
    : only(`${source.keywordId} IN (${KEYWORDS_BY_TRIGRAMS})`, match, folded)
}

const TRACKED = `SELECT k.id FROM json_each(?) ts CROSS JOIN rank_slice s ON s.id = ts.value
  CROSS JOIN tracked_keyword t ON t.brand_no = s.brand_no
  CROSS JOIN rank_keyword k ON k.brand_no = t.brand_no AND k.text = t.keyword`

/** Search and filter as conditions on a source; empty where neither is given. */
export const conditionsOf = (
  source: Source,
  scope: Scope,
  query: { readonly search?: string | undefined; readonly filter: RankFilter; readonly slice: Slice },
  { tagged, onPage }: Marked,
): Condition[] => {
  const { columns } = source
  const { search, filter } = query
  const { positionMin, positionMax, notRanking, change, starred, clicksMin, impressionsMin } = filter
  // A source of all tracked keywords holds no others.
  const tracked = listsUnranked(query) ? undefined : filter.tracked
  return [
    ...(search === undefined ? [] : searchCondition(source, scope, search)),
    ...(positionMin === undefined ? [] : only(`${columns.position} >= ?`, positionMin)),
    ...(positionMax === undefined ? [] : only(`${columns.position} <= ?`, positionMax)),
    ...(notRanking === undefined ? [] : only(`${columns.position} IS ${notRanking ? '' : 'NOT '}NULL`)),
    ...(change === undefined ? [] : only(`(${change.map((kind) => source.change[kind]).join(' OR ')})`)),
    ...(starred === undefined ? [] : only(`${columns.isStarred} = ?`, starred ? 1 : 0)),
    ...(tracked === undefined ? [] : only(`${source.keywordId} ${tracked ? '' : 'NOT '}IN (${TRACKED})`, scope.json)),
    ...(tagged === undefined ? [] : among(source, tagged)),
    ...(clicksMin === undefined ? [] : only(`${columns.clicks} >= ?`, clicksMin)),
    ...(impressionsMin === undefined ? [] : only(`${columns.impressions} >= ?`, impressionsMin)),
    ...(onPage === undefined ? [] : among(source, onPage)),
  ]
}

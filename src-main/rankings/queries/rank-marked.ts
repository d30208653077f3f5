// The rows that a person marked, as ids of rankings.
import type { ParsedInput } from '../../../src-shared/desk/contract.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type MarkedBy, markedKeywords } from './keyword-marks.ts'
import { remember } from './rank-memo.ts'
import type { Scope } from './rank-scope.ts'
import type { Source } from './rank-source.ts'

const IDS = `SELECT json_group_array((s.id << 32) + k.id) AS ids FROM json_each(@marked) j
  CROSS JOIN brand b ON b.id = j.value ->> 0
  CROSS JOIN rank_keyword k ON k.brand_no = b.no AND k.text = j.value ->> 1
  CROSS JOIN rank_slice s ON s.brand_no = b.no AND s.id IN (SELECT value FROM json_each(@slices))`

const idsOf = (db: ReadableDb, scope: Scope, by: MarkedBy): string => {
  const args = { marked: markedKeywords(db, by), slices: scope.json }
  return remember(db, `marked ${args.slices} ${args.marked}`, () =>
    args.marked === '[]' ? '[]' : (prepared<{ ids: string }>(db.cache, IDS).get(args)?.ids ?? '[]'),
  )
}

type Asked = Pick<ParsedInput<'rankings.page'>, 'filter' | 'sort'>

/** Ids as JSON lists, each where the query needs it. */
export type Marked = { readonly starred?: string; readonly tagged?: string }

export const readsStars = ({ filter, sort }: Asked): boolean =>
  filter.starred !== undefined || sort.some(({ by }) => by === 'isStarred')

/** Inside `readOnce` only. */
export const markedOf = (db: ReadableDb, scope: Scope, query: Asked): Marked => ({
  ...(readsStars(query) && { starred: idsOf(db, scope, 'star') }),
  ...(query.filter.tags !== undefined && { tagged: idsOf(db, scope, query.filter.tags) }),
})

/** A source whose stars are those of the service and the person's own. */
export const withStars = (source: Source, { starred }: Marked): Source => {
  if (starred === undefined) return source
  const isStarred = `(${source.columns.isStarred} OR ${source.id} IN (SELECT value FROM json_each(@starred)))`
  const { columns, params } = source
  // Named values are bound by one object.
  const named = params.filter((param) => typeof param === 'object')
  const others = params.filter((param) => typeof param !== 'object')
  return {
    ...source,
    columns: { ...columns, isStarred },
    params: [...others, Object.assign({}, ...named, { starred })],
  }
}

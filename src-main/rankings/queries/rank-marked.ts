// The rows that a person marked, or that rank with a page, as ids of rankings.
import type { ParsedInput } from '../../../src-shared/desk/contract.ts'
import { caseFold } from '../../base/text.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type MarkedBy, markedKeywords } from './keywords/keyword-marks.ts'
import { remember } from './rank-memo.ts'
import { pagesOfSlices } from './rank-pages.ts'
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

const MATCHING = `SELECT u.id FROM json_each(@slices) j CROSS JOIN rank_slice s ON s.id = j.value
  CROSS JOIN rank_url u ON u.brand_no = s.brand_no
  WHERE instr(u.folded, @part) > 0 AND (@address IS NULL OR u.text = @address)`

type OnPage = { readonly part: string; readonly address: string | null }

/** Rows with such a page; ranked pages are those of the review window, whatever day is shown. */
const idsOnPage = (db: ReadableDb, scope: Scope, page: OnPage): string =>
  remember(db, `on page ${scope.json} ${JSON.stringify(page)}`, () => {
    const urls = new Set(
      prepared<number>(db.cache, MATCHING)
        .pluck()
        .all({ slices: scope.json, ...page }),
    )
    const slices = scope.slices.map(({ id }) => id)
    const pages = urls.size === 0 ? [] : [...pagesOfSlices(db.cache, slices)]
    return JSON.stringify([...new Set(pages.filter(({ url }) => urls.has(url)).map(({ id }) => id))])
  })

type Asked = Pick<ParsedInput<'rankings.page'>, 'filter' | 'sort'>

/** Ids as JSON lists, each where the query needs it. */
export type Marked = { readonly starred?: string; readonly tagged?: string; readonly onPage?: string }

export const readsStars = ({ filter, sort }: Asked): boolean =>
  filter.starred !== undefined || sort.some(({ by }) => by === 'isStarred')

/** Inside `readOnce` only. */
export const markedOf = (db: ReadableDb, scope: Scope, query: Asked): Marked => {
  const { page = '', pageAddress } = query.filter
  const onPage = { part: caseFold(page), address: pageAddress?.toWellFormed() ?? null }
  return {
    ...(readsStars(query) && { starred: idsOf(db, scope, 'star') }),
    ...(query.filter.tags !== undefined && { tagged: idsOf(db, scope, query.filter.tags) }),
    ...((page !== '' || pageAddress !== undefined) && { onPage: idsOnPage(db, scope, onPage) }),
  }
}

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

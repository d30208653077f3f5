import type { ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { dayNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type PageSpec, readPage } from '../../store/paging.ts'
import { readOnce } from './rank-memo.ts'
import { oldestOf, type ScopeArgs, scopeOf } from './rank-scope.ts'

export type MoversArgs = ScopeArgs &
  Pick<ParsedInput<'rankings.movers'>, 'kind' | 'limit' | 'cursor'> & { readonly from: string; readonly to: string }
export type Movers = {
  readonly rows: Mover[]
  readonly nextCursor: string | null
  readonly asOfMs: number | null
}

/** A new or lost keyword counts as if it had moved from or to this position, in thousandths. */
const OUTSIDE = 101_000

/** Both positions in thousandths, of every keyword that is in either day and ranks in one at least. */
const STAYED_OR_NEW = `
  SELECT c.slice, c.keyword, p.position AS was, c.position AS now, c.clicks, c.impressions,
    abs(coalesce(c.position, ${OUTSIDE}) - coalesce(p.position, ${OUTSIDE})) AS score
  FROM json_each(@slices) s CROSS JOIN rank_hist c ON c.slice = s.value AND c.day = @to
    LEFT JOIN rank_hist p ON p.slice = c.slice AND p.day = @from AND p.keyword = c.keyword`
const GONE = `
  SELECT p.slice, p.keyword, p.position AS was, NULL AS now, p.clicks, p.impressions,
    abs(${OUTSIDE} - p.position) AS score
  FROM json_each(@slices) s CROSS JOIN rank_hist p ON p.slice = s.value AND p.day = @from
  WHERE p.position IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM rank_hist c WHERE c.slice = p.slice AND c.day = @to AND c.keyword = p.keyword)`

const KINDS = {
  any: '((was IS NULL) <> (now IS NULL) OR abs(now - was) >= 500)',
  up: 'now - was <= -500',
  down: 'now - was >= 500',
  new: 'was IS NULL AND now IS NOT NULL',
  lost: 'was IS NOT NULL AND now IS NULL',
} as const

const movesOf = (kind: MoversArgs['kind']): string =>
  kind === 'lost' || kind === 'any' ? `${STAYED_OR_NEW} UNION ALL ${GONE}` : STAYED_OR_NEW

const ID = '((m.slice << 32) + m.keyword)'
/** The largest move first. */
const KEYS: PageSpec['keys'] = [
  { by: 'score', sql: 'm.score', direction: 'desc', nullable: false },
  { by: 'impressions', sql: '(-m.impressions)', direction: 'asc', nullable: false },
]

type Move = {
  slice: number
  keyword: number
  was: number | null
  now: number | null
  clicks: number
  impressions: number
}

const TEXT = 'SELECT text FROM rank_keyword WHERE id = ?'

/** Texts are looked up for the rows of a page, not for all that are sorted. */
export const keywordText = ({ cache }: ReadableDb, keyword: number): string =>
  prepared<{ text: string }>(cache, TEXT).get(keyword)?.text ?? ''

const kindOf = ({ was, now }: Move): Mover['kind'] => {
  if (was === null || now === null) return was === null ? 'new' : 'lost'
  return now < was ? 'up' : 'down'
}
const places = (thousandths: number | null): number | null => (thousandths === null ? null : thousandths / 1000)

/** Brands without a snapshot of both days have no movers: nothing is known of what they gained or lost. */
const BOTH_DAYS = `SELECT s.value AS id, max(a.fetched_at_ms, b.fetched_at_ms) AS fetchedAtMs FROM json_each(?) s
  CROSS JOIN rank_day a ON a.slice = s.value AND a.day = ? CROSS JOIN rank_day b ON b.slice = s.value AND b.day = ?`

/**
 * Keywords by the size of their move between two days, then by impressions. Clicks and impressions are those of `to`,
 * of `from` for a keyword whose row is gone.
 */
export const rankMovers = (db: ReadableDb, args: MoversArgs): Movers =>
  readOnce(db, () => {
    const scope = scopeOf(db, args)
    const [from, to] = [dayNumber(args.from), dayNumber(args.to)]
    const both = prepared<{ id: number; fetchedAtMs: number }>(db.cache, BOTH_DAYS).all(scope.json, from, to)
    const slices = JSON.stringify(both.map(({ id }) => id))
    const { kind, limit, cursor } = args
    const found = readPage<Move>(db.cache, {
      columns: 'm.slice, m.keyword, m.was, m.now, m.clicks, m.impressions',
      from: `(${movesOf(kind)}) m`,
      where: KINDS[kind],
      params: [{ slices, from, to }],
      keys: KEYS,
      tie: ID,
      list: JSON.stringify([scope.print, args.slice, kind, from, to]),
      limit,
      cursor,
    })
    const rows = found.rows.flatMap((move) => {
      const brandId = scope.byId.get(move.slice)?.brandId
      if (brandId === undefined) return []
      return [
        {
          brandId,
          keyword: keywordText(db, move.keyword),
          kind: kindOf(move),
          fromPosition: places(move.was),
          toPosition: places(move.now),
          positionChange: move.was === null || move.now === null ? null : (move.now - move.was) / 1000,
          clicks: move.clicks,
          impressions: move.impressions,
        },
      ]
    })
    return { rows, nextCursor: found.nextCursor, asOfMs: oldestOf(both) }
  })

import type { ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { dayNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { readOnce } from './rank-memo.ts'
import { oldestOf, type ScopeArgs, scopeOf } from './rank-scope.ts'

export type MoversArgs = ScopeArgs &
  Pick<ParsedInput<'rankings.movers'>, 'kind' | 'limit'> & { readonly from: string; readonly to: string }
export type Movers = { readonly rows: Mover[]; readonly asOfMs: number | null }

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

/** The largest moves of both halves, each half cut to the limit before they are merged. */
const moversSql = (kind: MoversArgs['kind']): string => {
  const order = 'ORDER BY score DESC, impressions DESC, slice, keyword LIMIT @limit'
  const half = (sql: string) => `SELECT * FROM (SELECT * FROM (${sql}) WHERE ${KINDS[kind]} ${order})`
  const halves =
    kind === 'lost' || kind === 'any' ? `${half(STAYED_OR_NEW)} UNION ALL ${half(GONE)}` : half(STAYED_OR_NEW)
  return `SELECT m.*, k.text FROM (SELECT * FROM (${halves}) ${order}) m JOIN rank_keyword k ON k.id = m.keyword
    ORDER BY m.score DESC, m.impressions DESC, m.slice, m.keyword`
}

type Move = {
  slice: number
  text: string
  was: number | null
  now: number | null
  clicks: number
  impressions: number
}

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
    const found = prepared<Move>(db.cache, moversSql(args.kind)).all({ slices, from, to, limit: args.limit })
    const rows = found.flatMap((move) => {
      const brandId = scope.byId.get(move.slice)?.brandId
      if (brandId === undefined) return []
      return [
        {
          brandId,
          keyword: move.text,
          kind: kindOf(move),
          fromPosition: places(move.was),
          toPosition: places(move.now),
          positionChange: move.was === null || move.now === null ? null : (move.now - move.was) / 1000,
          clicks: move.clicks,
          impressions: move.impressions,
        },
      ]
    })
    return { rows, asOfMs: oldestOf(both) }
  })

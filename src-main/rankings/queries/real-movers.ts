import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type PageSpec, readPage } from '../../store/paging.ts'
import { searchWords } from '../../store/search-text.ts'
import { KINDS_ASKED } from '../rules/day-moves.ts'
import { LATE_DAYS_MAX } from '../rules/move-order.ts'
import { readOnce } from './rank-memo.ts'
import { keywordText, type MoversArgs } from './rank-movers.ts'
import { oldestOf, type Scope, type ScopeArgs, scopeOf } from './rank-scope.ts'
import { foldedOf } from './rank-texts.ts'

export type RealMoversArgs = ScopeArgs & Pick<MoversArgs, 'kind' | 'search' | 'limit' | 'cursor'>
export type RealMovers = Pick<CallOutput<'rankings.movers'>, 'rows' | 'total' | 'nextCursor' | 'real'> & {
  readonly freshAsOfMs: number | null
}

const STATES = `SELECT slice, last_day AS lastDay FROM rank_move_state
  WHERE slice IN (SELECT value FROM json_each(?))`
const FROM = 'json_each(@slices) s CROSS JOIN rank_move m ON m.slice = s.value'
const HAS_WORDS = `NOT EXISTS (SELECT 1 FROM json_each(@words) w WHERE instr(${foldedOf('m.keyword')}, w.value) = 0)`
const IS_LISTED = `m.kind IN (SELECT value FROM json_each(@kinds)) AND ${HAS_WORDS}`
/** Losses come first, the most clicks lost before the others; then gains, the most clicks gained first. */
const IS_GAIN = "(m.kind IN ('up', 'new'))"
const KEYS: PageSpec['keys'] = [
  { by: 'gain', sql: IS_GAIN, direction: 'asc', nullable: false },
  {
    by: 'clicks',
    sql: `(iif(${IS_GAIN}, -1, 1) * (m.clicks_now - m.clicks_before))`,
    direction: 'asc',
    nullable: false,
  },
  { by: 'impressions', sql: '(-m.impressions)', direction: 'asc', nullable: false },
]
const COUNTS = `SELECT coalesce(sum(m.kind IN ('up', 'new')), 0) AS climbed,
  coalesce(sum(m.kind IN ('down', 'lost')), 0) AS fell, coalesce(sum(${IS_LISTED}), 0) AS total FROM ${FROM}`

type MoveRow = {
  slice: number
  keyword: number
  kind: Mover['kind']
  position_before: number | null
  position_now: number | null
  low: number | null
  high: number | null
  deviation: number | null
  clicks_before: number
  clicks_now: number
  clicks: number
  impressions: number
}

type Found = { readonly row: MoveRow; readonly keyword: string; readonly brandId: string; readonly lastDay: number }

const moverOf = ({ row, keyword, brandId, lastDay }: Found): Mover => {
  const { position_before: before, position_now: now, low, high } = row
  return {
    brandId,
    keyword,
    kind: row.kind,
    fromPosition: before,
    toPosition: now,
    positionChange: before === null || now === null ? null : now - before,
    clicks: row.clicks,
    impressions: row.impressions,
    real: {
      usual: low === null || high === null ? null : { low, high },
      deviation: row.deviation,
      clicksBefore: row.clicks_before,
      clicksNow: row.clicks_now,
      lastDay: dayFromNumber(lastDay),
    },
  }
}

/** The last day of the moves of each slice; without those that are days behind the newest. */
export const recentSlices = (db: ReadableDb, scope: Pick<Scope, 'json'>): ReadonlyMap<number, number> => {
  const states = prepared<{ slice: number; lastDay: number }>(db.cache, STATES).all(scope.json)
  const newest = Math.max(...states.map(({ lastDay }) => lastDay))
  return new Map(
    states.filter(({ lastDay }) => lastDay >= newest - LATE_DAYS_MAX).map(({ slice, lastDay }) => [slice, lastDay]),
  )
}

/** Real moves over brands, the biggest loss first; `saveMoves` worked them out. */
export const realMovers = (db: ReadableDb, args: RealMoversArgs): RealMovers =>
  readOnce(db, () => {
    const scope = scopeOf(db, args)
    const recent = recentSlices(db, scope)
    const newest = Math.max(...recent.values())
    if (recent.size === 0) return { rows: [], total: 0, nextCursor: null, real: null, freshAsOfMs: null }
    const slices = JSON.stringify([...recent.keys()])
    const { kind, search, limit, cursor } = args
    const params = { slices, kinds: JSON.stringify(KINDS_ASKED[kind]), words: JSON.stringify(searchWords(search)) }
    const { rows: found, nextCursor } = readPage<MoveRow>(db.cache, {
      columns: 'm.*',
      from: FROM,
      where: IS_LISTED,
      params: [params],
      keys: KEYS,
      tie: '((m.slice << 32) + m.keyword)',
      list: JSON.stringify([scope.print, args.slice, kind, search]),
      limit,
      cursor,
    })
    const counts = prepared<{ climbed: number; fell: number; total: number }>(db.cache, COUNTS).get(params)
    const rows = found.flatMap((row) => {
      const brandId = scope.byId.get(row.slice)?.brandId
      if (brandId === undefined) return []
      const keyword = keywordText(db, row.keyword)
      return [moverOf({ row, keyword, brandId, lastDay: recent.get(row.slice) ?? newest })]
    })
    return {
      rows,
      total: counts?.total ?? 0,
      nextCursor,
      real: { lastDay: dayFromNumber(newest), climbed: counts?.climbed ?? 0, fell: counts?.fell ?? 0 },
      freshAsOfMs: oldestOf(scope.slices.filter(({ id }) => recent.has(id))),
    }
  })

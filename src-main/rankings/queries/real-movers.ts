import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { readOnce } from './rank-memo.ts'
import type { MoversArgs } from './rank-movers.ts'
import { oldestOf, type Scope, type ScopeArgs, scopeOf } from './rank-scope.ts'

export type RealMoversArgs = ScopeArgs & Pick<MoversArgs, 'kind' | 'limit'>
export type RealMovers = Pick<CallOutput<'rankings.movers'>, 'rows' | 'real'> & { readonly asOfMs: number | null }

/** Brands whose newest day is older than this against the newest of all have no moves of the last days. */
const LATE_DAYS_MAX = 2

const STATES = `SELECT slice, last_day AS lastDay FROM rank_move_state
  WHERE slice IN (SELECT value FROM json_each(?))`
const FROM = 'json_each(@slices) s CROSS JOIN rank_move m ON m.slice = s.value'
const OF_KIND = "(@kind = 'any' OR m.kind = @kind)"
/** Losses come first, the most clicks lost before the others; then gains, the most clicks gained first. */
const ORDER = `m.kind IN ('up', 'new'), iif(m.kind IN ('up', 'new'), -1, 1) * (m.clicks_now - m.clicks_before),
  m.impressions DESC, m.slice, m.keyword`
const ROWS = `SELECT m.*, k.text FROM (SELECT * FROM ${FROM} WHERE ${OF_KIND} ORDER BY ${ORDER} LIMIT @limit) m
  JOIN rank_keyword k ON k.id = m.keyword ORDER BY ${ORDER}`
const COUNTS = `SELECT coalesce(sum(m.kind IN ('up', 'new')), 0) AS climbed,
  coalesce(sum(m.kind IN ('down', 'lost')), 0) AS fell FROM ${FROM}`

type MoveRow = {
  slice: number
  text: string
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

const moverOf = (row: MoveRow, brandId: string, lastDay: number): Mover => {
  const { position_before: before, position_now: now, low, high } = row
  return {
    brandId,
    keyword: row.text,
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
    if (recent.size === 0) return { rows: [], real: null, asOfMs: null }
    const slices = JSON.stringify([...recent.keys()])
    const found = prepared<MoveRow>(db.cache, ROWS).all({ slices, kind: args.kind, limit: args.limit })
    const counts = prepared<{ climbed: number; fell: number }>(db.cache, COUNTS).get({ slices })
    const rows = found.flatMap((row) => {
      const brandId = scope.byId.get(row.slice)?.brandId
      return brandId === undefined ? [] : [moverOf(row, brandId, recent.get(row.slice) ?? newest)]
    })
    return {
      rows,
      real: { lastDay: dayFromNumber(newest), climbed: counts?.climbed ?? 0, fell: counts?.fell ?? 0 },
      asOfMs: oldestOf(scope.slices.filter(({ id }) => recent.has(id))),
    }
  })

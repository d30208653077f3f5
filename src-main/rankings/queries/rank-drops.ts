// Real drops for the list of what needs attention: read as `saveMoves` kept them.
import { RECENT_DAYS } from '../../../src-shared/desk/values/figures.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { readOnce } from './rank-memo.ts'
import { type ScopeArgs, scopeOf } from './rank-scope.ts'
import { recentSlices } from './real-movers.ts'

export type RankDrop = {
  readonly brandId: string
  readonly keyword: string
  readonly before: number
  /** Null: no longer ranking. */
  readonly now: number | null
  /** Clicks a day: of the last 3 days, and of the 28 days before. */
  readonly clicksNow: number
  readonly clicksBefore: number
  readonly since: string
}

type Row = Omit<RankDrop, 'brandId' | 'since'> & { readonly slice: number; readonly since: number | null }

const DROPS = `SELECT m.slice, k.text AS keyword, m.position_before AS before, m.position_now AS now,
    m.clicks_before AS clicksBefore, m.clicks_now AS clicksNow, m.since
  FROM (SELECT m.* FROM json_each(@slices) s CROSS JOIN rank_move m ON m.slice = s.value
    WHERE m.kind IN ('down', 'lost') AND m.clicks_before - m.clicks_now >= @lostMin
    ORDER BY m.clicks_before - m.clicks_now DESC, m.slice, m.keyword LIMIT @limit) m
  JOIN rank_keyword k ON k.id = m.keyword ORDER BY m.clicks_before - m.clicks_now DESC, m.slice, m.keyword`

/** The biggest loss of clicks a day first. */
export const rankDrops = (
  db: ReadableDb,
  args: ScopeArgs & { readonly lostMin: number; readonly limit: number },
): RankDrop[] =>
  readOnce(db, () => {
    const scope = scopeOf(db, args)
    const recent = recentSlices(db, scope)
    const slices = JSON.stringify([...recent.keys()])
    return prepared<Row>(db.cache, DROPS)
      .all({ slices, lostMin: args.lostMin, limit: args.limit })
      .flatMap(({ slice, since, ...row }) => {
        const brandId = scope.byId.get(slice)?.brandId
        const lastDay = recent.get(slice)
        if (brandId === undefined || lastDay === undefined) return []
        return [{ brandId, ...row, since: dayFromNumber(since ?? lastDay - RECENT_DAYS + 1) }]
      })
  })

// Real drops for the list of what needs attention: read as `saveMoves` kept them.
import type { Mover } from '../../../src-shared/desk/rankings.ts'
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
  /** Null: no longer ranking, or not on the newest of the 3 days. */
  readonly now: number | null
  /** That day, where it ranked on another of the 3. */
  readonly absentOn?: string
  /** Clicks a day: of the last 3 days, and of the 28 days before; of a lost keyword, of those before it was lost. */
  readonly clicksNow: number
  readonly clicksBefore: number
  readonly since: string
}

type Row = Omit<RankDrop, 'brandId' | 'since' | 'absentOn'> & {
  readonly slice: number
  readonly kind: Mover['kind']
  readonly since: number | null
}

const DROPS = `SELECT m.slice, m.kind, k.text AS keyword, m.position_before AS before, m.position_now AS now,
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
    const rows = prepared<Row>(db.cache, DROPS).all({ slices, lostMin: args.lostMin, limit: args.limit })
    return rows.flatMap(({ slice, kind, since, ...row }) => {
      const brandId = scope.byId.get(slice)?.brandId
      const lastDay = recent.get(slice)
      if (brandId === undefined || lastDay === undefined) return []
      const isAbsent = row.now === null && kind !== 'lost'
      return [
        {
          brandId,
          ...row,
          ...(isAbsent && { absentOn: dayFromNumber(lastDay) }),
          since: dayFromNumber(since ?? lastDay - RECENT_DAYS + 1),
        },
      ]
    })
  })

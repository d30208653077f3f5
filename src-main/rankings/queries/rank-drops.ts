// Real drops for the list of what needs attention: read as `saveMoves` kept them.
import { RECENT_DAYS } from '../../../src-shared/desk/values/figures.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { createDayReader } from '../rules/day-columns.ts'
import { readOnce, remember } from './rank-memo.ts'
import { readSpans } from './rank-packed.ts'
import { type ScopeArgs, scopeOf } from './rank-scope.ts'
import { recentSlices } from './real-movers.ts'

export type RankDrop = {
  readonly brandId: string
  readonly keyword: string
  readonly before: number
  /** Null: no longer ranking. */
  readonly now: number | null
  /** The newest of the 3 days, where it does not rank on it: `now` is of the two others. */
  readonly absentOn?: string
  /** Clicks a day: of the last 3 days, and of the 28 days before. */
  readonly clicksNow: number
  readonly clicksBefore: number
  readonly since: string
}

type Row = Omit<RankDrop, 'brandId' | 'since' | 'absentOn'> & {
  readonly slice: number
  readonly keywordId: number
  readonly since: number | null
}

const DROPS = `SELECT m.slice, m.keyword AS keywordId, k.text AS keyword, m.position_before AS before, m.position_now AS now,
    m.clicks_before AS clicksBefore, m.clicks_now AS clicksNow, m.since
  FROM (SELECT m.* FROM json_each(@slices) s CROSS JOIN rank_move m ON m.slice = s.value
    WHERE m.kind IN ('down', 'lost') AND m.clicks_before - m.clicks_now >= @lostMin
    ORDER BY m.clicks_before - m.clicks_now DESC, m.slice, m.keyword LIMIT @limit) m
  JOIN rank_keyword k ON k.id = m.keyword ORDER BY m.clicks_before - m.clicks_now DESC, m.slice, m.keyword`

const readDayColumns = createDayReader()

/** Of these keywords those that rank on the newest day of their slice. */
const rankedLast = (
  db: ReadableDb,
  rows: readonly Row[],
  lastDays: ReadonlyMap<number, number>,
): ReadonlySet<number> => {
  const asked = new Set(rows.map(({ keywordId }) => keywordId))
  const spans = [...new Set(rows.map(({ slice }) => slice))].map((slice) => {
    const day = lastDays.get(slice) ?? 0
    return { slice, from: day, to: day }
  })
  const ranked = new Set<number>()
  for (const { data } of readSpans(db.cache, spans)) {
    const { count, keywords, column } = readDayColumns(data)
    const positions = column('positions')
    for (let at = 0; at < count; at += 1) {
      const keyword = keywords[at] ?? 0
      if ((positions[at] ?? 0) > 0 && asked.has(keyword)) ranked.add(keyword)
    }
  }
  return ranked
}

/** The biggest loss of clicks a day first. */
export const rankDrops = (
  db: ReadableDb,
  args: ScopeArgs & { readonly lostMin: number; readonly limit: number },
): RankDrop[] =>
  readOnce(db, () => {
    const scope = scopeOf(db, args)
    const recent = recentSlices(db, scope)
    const slices = JSON.stringify([...recent.keys()])
    const asked = { slices, lostMin: args.lostMin, limit: args.limit }
    const rows = prepared<Row>(db.cache, DROPS).all(asked)
    const ranked = remember(db, `ranked last ${JSON.stringify(asked)}`, () => rankedLast(db, rows, recent))
    return rows.flatMap(({ slice, keywordId, since, ...row }) => {
      const brandId = scope.byId.get(slice)?.brandId
      const lastDay = recent.get(slice)
      if (brandId === undefined || lastDay === undefined) return []
      const isAbsent = row.now !== null && !ranked.has(keywordId)
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

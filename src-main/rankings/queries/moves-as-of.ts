// Real moves of a brand as they were on an earlier day. They are worked out from its packed days each time, and not kept: the
// kept ones (rank-moves.ts) are of now.
import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { dayFromNumber, dayNumber } from '../../base/clock.ts'
import type { ReadableDb } from '../../store/db.ts'
import { positionNow } from '../rules/real-moves.ts'
import { readOnce } from './rank-memo.ts'
import { keywordText } from './rank-movers.ts'
import { daysOf, movesIn } from './rank-moves.ts'
import { type ScopeArgs, scopeOf } from './rank-scope.ts'
import { SLICE_SPAN } from './rank-slices.ts'

export type MovesDay = {
  readonly brandId: string
  /** Tells the days that the moves come from. */
  readonly stamp: string
  readonly lastDay: string
  readonly fetchedAtMs: number | null
}
type AsOf = ScopeArgs & { readonly day: string }

/** The brands with a whole day up to this one, and which days their moves come from. */
export const movesDays = (db: ReadableDb, { day, ...args }: AsOf): MovesDay[] =>
  readOnce(db, () =>
    scopeOf(db, args).slices.flatMap(({ id, brandId, fetchedAtMs }) => {
      const { days, stamp } = daysOf(db.cache, id, dayNumber(day))
      const last = days.at(-1)
      return last === undefined ? [] : [{ brandId, stamp, lastDay: dayFromNumber(last), fetchedAtMs }]
    }),
  )

/** `id` is slice × 2^32 + keyword. */
export type DatedMover = Mover & { readonly id: number; readonly real: NonNullable<Mover['real']> }

/** The real moves of these brands as of a day, in no order. Ask for few brands at a time: it reads 31 days of each. */
export const movesAsOf = (db: ReadableDb, { day, ...args }: AsOf): DatedMover[] =>
  readOnce(db, () =>
    scopeOf(db, args).slices.flatMap(({ id: slice, brandId }) => {
      const days = daysOf(db.cache, slice, dayNumber(day))
      const last = days.days.at(-1)
      if (last === undefined) return []
      return Array.from(movesIn(db.cache, slice, days), (move): DatedMover => {
        const { keyword, kind, before, usual, deviation, clicksBefore, clicksNow, clicks, impressions } = move
        const now = positionNow(move)
        return {
          id: slice * SLICE_SPAN + keyword,
          brandId,
          keyword: keywordText(db, keyword),
          kind,
          fromPosition: before,
          toPosition: now,
          positionChange: before === null || now === null ? null : now - before,
          clicks,
          impressions,
          real: { usual, deviation, clicksBefore, clicksNow, lastDay: dayFromNumber(last) },
        }
      })
    }),
  )

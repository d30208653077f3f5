// Moves of keywords between two days. Positions are in thousandths; null: not ranking.

import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { POSITION_MOVE_MIN } from '../../../src-shared/desk/values/position-move.ts'
import type { DayRow } from './packed-day.ts'

/** A keyword on both days. Clicks and impressions are those of the later one, of the earlier where its row is gone. */
export type Move = {
  readonly keyword: number
  readonly was: number | null
  readonly now: number | null
  readonly clicks: number
  /** On each of the days: 0 where its row is not there. */
  readonly clicksFrom: number
  readonly clicksTo: number
  readonly impressions: number
}

/** A new or lost keyword counts as if it had moved from or to this position. */
const OUTSIDE = 101_000
const MOVE_MIN = POSITION_MOVE_MIN * 1000

export const sizeOf = ({ was, now }: Move): number => Math.abs((now ?? OUTSIDE) - (was ?? OUTSIDE))

/** Who asks for those that fell wants the lost ones, too, and with those that climbed the new ones. */
export const KINDS_ASKED: Readonly<Record<Mover['kind'] | 'any', readonly Mover['kind'][]>> = {
  any: ['up', 'new', 'down', 'lost'],
  up: ['up', 'new'],
  down: ['down', 'lost'],
  new: ['new'],
  lost: ['lost'],
}

/** Null: it did not move, or ranks on neither day. */
export const kindOf = ({ was, now }: Move): Mover['kind'] | null => {
  if (was === null || now === null) return was === now ? null : was === null ? 'new' : 'lost'
  if (Math.abs(now - was) < MOVE_MIN) return null
  return now < was ? 'up' : 'down'
}

const gone = ({ keyword, position: was, clicks, impressions }: DayRow): Move => ({
  keyword,
  was,
  now: null,
  clicks,
  impressions,
  clicksFrom: clicks,
  clicksTo: 0,
})

/** Every keyword of either day; both lists are by keyword upwards. */
export function* movesBetween(before: readonly DayRow[], after: readonly DayRow[]): Generator<Move> {
  let at = 0
  for (const { keyword, position: now, clicks, impressions } of after) {
    for (let row = before[at]; row !== undefined && row.keyword < keyword; row = before[at]) {
      at += 1
      yield gone(row)
    }
    const same = before[at]?.keyword === keyword ? before[at] : undefined
    if (same !== undefined) at += 1
    const was = same?.position ?? null
    yield { keyword, was, now, clicks, impressions, clicksFrom: same?.clicks ?? 0, clicksTo: clicks }
  }
  for (const row of before.slice(at)) yield gone(row)
}

// Moves of keywords between two days. Positions are in thousandths; null: not ranking.

import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { POSITION_MOVE_MIN } from '../../../src-shared/desk/values/position-move.ts'
import type { DayColumns } from './day-columns.ts'

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

type Positions = Pick<Move, 'was' | 'now'>

export const sizeOf = ({ was, now }: Positions): number => Math.abs((now ?? OUTSIDE) - (was ?? OUTSIDE))

/** Who asks for those that fell wants the lost ones, too, and with those that climbed the new ones. */
export const KINDS_ASKED: Readonly<Record<Mover['kind'] | 'any', readonly Mover['kind'][]>> = {
  any: ['up', 'new', 'down', 'lost'],
  up: ['up', 'new'],
  down: ['down', 'lost'],
  new: ['new'],
  lost: ['lost'],
}

/** Null: it did not move, or ranks on neither day. */
export const kindOf = ({ was, now }: Positions): Mover['kind'] | null => {
  if (was === null || now === null) return was === now ? null : was === null ? 'new' : 'lost'
  if (Math.abs(now - was) < MOVE_MIN) return null
  return now < was ? 'up' : 'down'
}

const keywordAt = ({ count, keywords }: DayColumns, at: number): number =>
  at < count ? (keywords[at] ?? 0) : Number.POSITIVE_INFINITY

const positionFrom = (packed: number | undefined): number | null =>
  packed === undefined || packed === 0 ? null : packed - 1

/**
 * The moves that `isWanted` keeps, by keyword, of every keyword of either day. What it refuses costs no object: most keywords
 * of 200 brands do not move.
 */
export const movesBetween = (
  before: DayColumns,
  after: DayColumns,
  isWanted: (move: Pick<Move, 'keyword' | 'was' | 'now'>) => boolean,
): Move[] => {
  const [positionsFrom, positionsTo] = [before.column('positions'), after.column('positions')]
  const found: { readonly from: number; readonly to: number; readonly keyword: number }[] = []
  const seen = { keyword: 0, was: null as number | null, now: null as number | null }
  for (let [from, to] = [0, 0]; from < before.count || to < after.count; ) {
    const [old, next] = [keywordAt(before, from), keywordAt(after, to)]
    const keyword = Math.min(old, next)
    seen.keyword = keyword
    seen.was = old === keyword ? positionFrom(positionsFrom[from]) : null
    seen.now = next === keyword ? positionFrom(positionsTo[to]) : null
    if (isWanted(seen)) found.push({ keyword, from: old === keyword ? from : -1, to: next === keyword ? to : -1 })
    if (old === keyword) from += 1
    if (next === keyword) to += 1
  }
  if (found.length === 0) return []
  const [clicksFrom, clicksTo] = [before.column('clicks'), after.column('clicks')]
  const [seenFrom, seenTo] = [before.column('impressions'), after.column('impressions')]
  return found.map(({ keyword, from, to }) => ({
    keyword,
    was: positionFrom(positionsFrom[from]),
    now: positionFrom(positionsTo[to]),
    clicks: (to < 0 ? clicksFrom[from] : clicksTo[to]) ?? 0,
    clicksFrom: clicksFrom[from] ?? 0,
    clicksTo: clicksTo[to] ?? 0,
    impressions: (to < 0 ? seenFrom[from] : seenTo[to]) ?? 0,
  }))
}

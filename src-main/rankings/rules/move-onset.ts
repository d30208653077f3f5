// When a real move began: the day after the last one on which the keyword was as before.
import { type KnownDays, type RealMove, SPAN_DAYS } from './real-moves.ts'

type Move = Pick<RealMove, 'before' | 'now' | 'usual'>

/**
 * In its usual range, and nearer to its position before than to the one now: a fall in two steps began with the first. 0: not
 * ranking.
 */
const isAsBefore = (position: number, { before, now, usual }: Move): boolean => {
  if (before === null) return position <= 0
  if (now === null) return position > 0
  if (usual !== null && (position < usual.low || position > usual.high)) return false
  return position > 0 && Math.abs(position - before) <= Math.abs(position - now)
}

/** The first of the 31 days (from 0) on which it had moved. */
export const onsetOf = (positions: ArrayLike<number>, known: KnownDays, move: Move): number => {
  let onset = SPAN_DAYS - 1
  let hasMoved = false
  for (let day = SPAN_DAYS - 1; day >= 0; day -= 1) {
    if (known[day] !== true) continue
    const isBefore = isAsBefore(positions[day] ?? 0, move)
    if (isBefore && hasMoved) return onset
    if (isBefore) continue // one odd day within the last three
    hasMoved = true
    onset = day
  }
  return onset
}

// When a real move began: the day after the last one on which the keyword was as before, or its first step shortly before.
import { RECENT_DAYS } from '../../../src-shared/desk/values/figures.ts'
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

/** The first of the 31 days (from 0) on which it was not as before, up to now. */
const firstUnlike = (positions: ArrayLike<number>, known: KnownDays, move: Move): number => {
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

/** Of the move, the part that its first step made at least, and the part that lies between all days before it and all since. */
const STEP = { made: 0.5, between: 0.2 } as const

/**
 * A keyword that swings widely may make its first step within its usual range: half of the move in a day, after which no day was
 * like one before. It lies in the last three days before the onset, as the mean of three days hides no older one.
 */
const firstStep = (positions: ArrayLike<number>, { before, now }: Move, onset: number): number => {
  if (before === null || now === null) return onset
  /** 0: as before, 1: as now. */
  const shares = (from: number, until: number): number[] =>
    Array.from({ length: until - from }, (_, at) => positions[from + at] ?? 0)
      .filter((position) => position > 0)
      .map((position) => (position - before) / (now - before))
  for (let day = Math.max(1, onset - RECENT_DAYS); day < onset; day += 1) {
    if (!((positions[day] ?? 0) > 0)) continue
    const [earlier, since] = [shares(0, day), shares(day, SPAN_DAYS)]
    const step = (since[0] ?? 0) - (earlier.at(-1) ?? 1)
    if (step >= STEP.made && Math.min(...since) - Math.max(...earlier) >= STEP.between) return day
  }
  return onset
}

/** The first of the 31 days (from 0) on which it had moved. */
export const onsetOf = (positions: ArrayLike<number>, known: KnownDays, move: Move): number =>
  firstStep(positions, move, firstUnlike(positions, known, move))

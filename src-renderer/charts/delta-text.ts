// A change in the field's way: an arrow that points up for good news, the size without its sign, and words for those
// who hear it. Changes are current minus previous; for a position a negative change is a climb.
import { POSITION_MOVE_MIN } from '../../src-shared/desk/values/position-move.ts'
import { formatShort, NO_VALUE } from '../format/numbers.ts'

export type DeltaOf = 'position' | 'score' | 'count' | 'share' | 'percent'
export type DeltaEvent = 'new' | 'lost'
export type DeltaText = {
  readonly text: string
  readonly words: string
  readonly tone: 'good' | 'bad' | 'flat' | 'none'
}

/** Decimals and unit of each kind: a change that rounds to nothing keeps its decimal. */
const KINDS: Readonly<Record<DeltaOf, { readonly decimals: number; readonly factor: number; readonly unit: string }>> =
  {
    position: { decimals: 1, factor: 1, unit: '' },
    score: { decimals: 1, factor: 1, unit: '' },
    count: { decimals: 0, factor: 1, unit: '' },
    share: { decimals: 1, factor: 100, unit: ' pp' },
    percent: { decimals: 1, factor: 1, unit: '%' },
  }

/** The size without its sign: the arrow says the direction. */
const sizeOf = (change: number, of: DeltaOf): string => {
  const { decimals, factor } = KINDS[of]
  const size = Math.abs(change) * factor
  return decimals === 0 ? formatShort(Math.round(size)) : size.toFixed(decimals)
}

const EVENTS: Readonly<Record<DeltaEvent, DeltaText>> = {
  new: { text: 'new', words: 'new: it did not rank before', tone: 'good' },
  lost: { text: 'lost', words: 'lost: it ranked before, and no longer does', tone: 'bad' },
}

/** `exact`: the change before it was rounded, by which the desk filters: it says whether a position moved at all. */
export const deltaText = (
  change: number | null,
  of: DeltaOf,
  event?: DeltaEvent,
  exact: number | null = change,
): DeltaText => {
  if (event !== undefined) return EVENTS[event]
  if (change === null) return { text: NO_VALUE, words: 'no comparison', tone: 'none' }
  const size = sizeOf(change, of)
  if (Number(size) === 0) return { text: `${size}${KINDS[of].unit}`, words: 'unchanged', tone: 'flat' }
  const isUp = of === 'position' ? change < 0 : change > 0
  const { unit } = KINDS[of]
  const places = of === 'position' ? (size === '1.0' ? ' place' : ' places') : unit.replace('pp', 'points')
  // Too small to count as a move: without a colour.
  const isMove = of !== 'position' || Math.abs(exact ?? change) >= POSITION_MOVE_MIN
  return {
    text: `${isUp ? '▲' : '▼'} ${size}${unit}`,
    words: `${isUp ? 'up' : 'down'} ${size}${places}`,
    tone: isMove ? (isUp ? 'good' : 'bad') : 'flat',
  }
}

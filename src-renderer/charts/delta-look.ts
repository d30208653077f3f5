// A change in the field's way: an arrow that points up for good news, the size without its sign, and words for those
// who hear it. Changes are current minus previous; for a position a negative change is a climb.
import { POSITION_MOVE_MIN } from '../../src-shared/desk/position-move.ts'
import { formatChangeSize, NO_VALUE } from '../format/numbers.ts'

export type DeltaOf = 'position' | 'count' | 'share' | 'percent'
export type DeltaEvent = 'new' | 'lost'
export type DeltaLook = {
  readonly text: string
  readonly words: string
  readonly tone: 'good' | 'bad' | 'flat' | 'none'
}

/** Smaller changes are shown as none. */
const CHANGE_MIN: Readonly<Record<DeltaOf, number>> = {
  position: POSITION_MOVE_MIN,
  count: 0.5,
  share: 0.0005,
  percent: 0.05,
}
const UNITS: Readonly<Record<DeltaOf, string>> = { position: '', count: '', share: ' pp', percent: '%' }

const sizeOf = (change: number, of: DeltaOf): string =>
  of === 'count' ? formatChangeSize(Math.round(change)) : Math.abs(of === 'share' ? change * 100 : change).toFixed(1)

const EVENTS: Readonly<Record<DeltaEvent, DeltaLook>> = {
  new: { text: 'new', words: 'new', tone: 'good' },
  lost: { text: 'lost', words: 'lost', tone: 'bad' },
}

export const deltaLook = (change: number | null, of: DeltaOf, event?: DeltaEvent): DeltaLook => {
  if (event !== undefined) return EVENTS[event]
  if (change === null) return { text: NO_VALUE, words: 'no comparison', tone: 'none' }
  if (Math.abs(change) < CHANGE_MIN[of]) return { text: '0', words: 'unchanged', tone: 'flat' }
  const isUp = of === 'position' ? change < 0 : change > 0
  const size = sizeOf(change, of)
  const places = of === 'position' ? (size === '1.0' ? ' place' : ' places') : UNITS[of].replace('pp', 'points')
  return {
    text: `${isUp ? '▲' : '▼'} ${size}${UNITS[of]}`,
    words: `${isUp ? 'up' : 'down'} ${size}${places}`,
    tone: isUp ? 'good' : 'bad',
  }
}

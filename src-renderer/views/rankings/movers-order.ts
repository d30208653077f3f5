// What the line under the list of movers says of its rows.
import { keptOf, MOVERS_MAX, type MoverSides } from '../../data/mover-rows.ts'
import { formatWhole } from '../../format/numbers.ts'
import type { Moves } from '../../state/filters/lists.ts'

type Order = {
  readonly moves: Moves
  readonly total: number
  readonly isSorted: boolean
  /** Undefined: not known yet. */
  readonly sides: MoverSides | undefined
}

/** `all 47 that climbed`, or `453 of 532 that fell, biggest losses first`: some of them lost no clicks. */
const sideText = (kept: number, of: number, way: string, order: string): string =>
  kept === of ? `all ${formatWhole(of)} that ${way}` : `${formatWhole(kept)} of ${formatWhole(of)} that ${way}${order}`

const cutText = (sides: MoverSides, isSorted: boolean): string => {
  const { losses, gains } = keptOf(sides)
  const order = (size: string) => (isSorted ? '' : `, biggest ${size} first`)
  return [
    ...(losses === 0 ? [] : [sideText(losses, sides.losses, 'fell', order('losses'))]),
    ...(gains === 0 ? [] : [sideText(gains, sides.gains, 'climbed', order('gains'))]),
  ].join(isSorted ? ' and ' : ', then ')
}

/** Which rows are listed, and in which order while no column is sorted. */
export const orderText = ({ moves, total, isSorted, sides }: Order): string | null => {
  const isCut = total === MOVERS_MAX
  const rest = isCut ? '; Export has all' : ''
  if (total < 2 || (isSorted && !isCut)) return null
  if (moves !== 'real') return isSorted ? 'Export has all' : `largest moves first${rest}`
  if (sides === undefined) return null
  const { losses, gains } = sides
  if (losses + gains > total) return `${cutText(sides, isSorted)}${rest}`
  if (isSorted) return null
  if (losses === 0) return 'biggest gains of clicks first'
  return gains === 0 ? 'biggest losses of clicks first' : 'biggest losses of clicks first, then the biggest gains'
}

/** No reply has more: a bare number would say that nothing else moved. */
export const countTextOf = ({ moves, total }: Pick<Order, 'moves' | 'total'>): string | undefined =>
  moves !== 'real' && total === MOVERS_MAX ? `${MOVERS_MAX} largest moves` : undefined

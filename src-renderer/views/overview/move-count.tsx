import { FIGURES } from '../../../src-shared/desk/values/figures.ts'
import { Delta } from '../../charts/delta.tsx'
import { plural } from '../../format/numbers.ts'

const { period, vs } = FIGURES.realMoves

/** How many keywords moved in one direction: a count, and no change of one. Null: not known. */
export const MoveCount = ({ count, way }: { readonly count: number | null; readonly way: 'climbed' | 'fell' }) => (
  <Delta
    change={count !== null && way === 'fell' ? -count : count}
    of="count"
    vs={vs}
    label={count === null ? undefined : `${plural(count, 'keyword')} ${way}, ${period} ${vs}`}
  />
)

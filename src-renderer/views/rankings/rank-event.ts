import type { RankRow } from '../../../src-shared/desk/rankings.ts'
import type { DeltaEvent } from '../../charts/delta-text.ts'

type Moved = Pick<RankRow, 'position' | 'positionChange' | 'clicksChange' | 'impressionsChange'>

/** By the desk's own rule: new ranks, was compared and had no position; lost does not rank and was seen less. */
export const rankEvent = ({
  position,
  positionChange,
  clicksChange,
  impressionsChange,
}: Moved): DeltaEvent | undefined => {
  if (position === null) return (impressionsChange ?? 0) < 0 || (clicksChange ?? 0) < 0 ? 'lost' : undefined
  return positionChange === null && (impressionsChange ?? clicksChange) !== null ? 'new' : undefined
}

import { Button } from '@mantine/core'
import { IconArrowsSort, IconCalendarOff } from '@tabler/icons-react'
import { FIGURES } from '../../../src-shared/desk/values/figures.ts'
import { POSITION_MOVE_MIN } from '../../../src-shared/desk/values/position-move.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useBrand, useBrands } from '../../state/brands.ts'
import { type Moves, useMoverFilters } from '../../state/filters/lists.ts'
import { brandIdsOf, type Scope } from '../../state/location.ts'
import { runSync } from '../../state/sync.ts'
import { NoBrandYet, NothingFits } from '../../table/view-empty.tsx'

const { realMoves } = FIGURES

type MoversEmptyProps = {
  readonly scope: Scope
  readonly moves: Moves
  /** Days that are cached. */
  readonly days: number
  /** Whether there are enough days to compare. */
  readonly isCompared: boolean
}

const whyNot = (moves: Moves, days: number): string =>
  moves === 'real'
    ? `Real moves compare the ${realMoves.period} ${realMoves.vs}. No whole day is synced yet.`
    : `Movers compare two days, and ${days === 0 ? 'none is' : 'only one is'} synced yet.`

/** Why nothing moved: nothing did, or there are no days to compare. */
export const MoversEmpty = ({ scope, moves, days, isCompared }: MoversEmptyProps) => {
  const { search, kind } = useMoverFilters()
  const hasBrands = useBrands((state) => state.list.length > 0)
  const who = useBrand(scope)?.name ?? 'all brands'
  if (!hasBrands) return <NoBrandYet icon={<IconArrowsSort size={22} />} />
  if (isCompared && (search.trim() !== '' || kind !== 'any'))
    return (
      <NothingFits
        title="No movers match these filters"
        onClear={() => useMoverFilters.setState({ search: '', kind: 'any' })}
      >
        Change or clear the filters to see the movers of {who}.
      </NothingFits>
    )
  if (isCompared && moves === 'real')
    return (
      <EmptyState
        icon={<IconArrowsSort size={22} />}
        title="No real moves"
        action={
          <Button variant="default" onClick={() => useMoverFilters.setState({ moves: 'all' })}>
            Show all moves
          </Button>
        }
      >
        No keyword of {who} is out of its usual range in the last 3 days. A keyword needs 14 ranked days before them.
      </EmptyState>
    )
  if (isCompared)
    return (
      <EmptyState icon={<IconArrowsSort size={22} />} title="No movers">
        No keyword of {who} moved by {POSITION_MOVE_MIN} positions or more between these days.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<IconCalendarOff size={22} />}
      title={moves === 'real' ? 'Whole days are needed' : 'Two days are needed'}
      action={
        <Button onClick={() => void runSync({ brandIds: brandIdsOf(scope), datasets: ['rankings', 'history'] })}>
          Sync the days of {who}
        </Button>
      }
    >
      {whyNot(moves, days)}
    </EmptyState>
  )
}

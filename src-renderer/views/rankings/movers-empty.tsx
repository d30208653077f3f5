import { Button } from '@mantine/core'
import { IconArrowsSort, IconCalendarOff } from '@tabler/icons-react'
import { POSITION_MOVE_MIN } from '../../../src-shared/desk/position-move.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useBrand, useBrands } from '../../state/brands.ts'
import { brandIdsOf, type Scope } from '../../state/location.ts'
import { runSync } from '../../state/sync.ts'
import { NoBrandYet } from '../../table/view-empty.tsx'

type MoversEmptyProps = {
  readonly scope: Scope
  /** Days that are cached. */
  readonly days: number
  /** Whether two of them are compared. */
  readonly isPaired: boolean
}

/** Why nothing moved: nothing did, or there are no two days to compare. */
export const MoversEmpty = ({ scope, days, isPaired }: MoversEmptyProps) => {
  const hasBrands = useBrands((state) => state.list.length > 0)
  const who = useBrand(scope)?.name ?? 'all brands'
  if (!hasBrands) return <NoBrandYet icon={<IconArrowsSort size={22} />} />
  if (isPaired)
    return (
      <EmptyState icon={<IconArrowsSort size={22} />} title="No movers">
        No keyword of {who} moved by {POSITION_MOVE_MIN} positions or more between these days.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<IconCalendarOff size={22} />}
      title="Two days are needed"
      action={
        <Button onClick={() => void runSync({ brandIds: brandIdsOf(scope), datasets: ['rankings', 'history'] })}>
          Sync the days of {who}
        </Button>
      }
    >
      Movers compare two days, and {days === 0 ? 'none is' : 'only one is'} cached yet.
    </EmptyState>
  )
}

import { Button } from '@mantine/core'
import { IconCalendarOff, IconChartLine, IconRefresh } from '@tabler/icons-react'
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { periodText } from '../../format/periods.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useBrand, useBrands } from '../../state/brands.ts'
import { clear } from '../../state/filters/lists.ts'
import { type RankFilters, useRankFilters } from '../../state/filters/rankings.ts'
import { brandIdsOf, type Scope } from '../../state/location.ts'
import { isRunning, runSync, useSync } from '../../state/sync.ts'
import { openDialog } from '../../state/ui.ts'
import { NothingFits } from '../../table/view-empty.tsx'
import { heldText } from './held-days.ts'
import { sliceLabel } from './rank-labels.ts'
import type { Totals } from './rank-strip.tsx'
import { isUsualWhen } from './rank-when.ts'

type RankingsEmptyProps = {
  readonly scope: Scope
  readonly freshAsOf: string | null
  readonly slice: Slice
  readonly filters: RankFilters
  readonly totals: Totals | undefined
}

const isUsual = (slice: Slice): boolean => JSON.stringify(slice) === JSON.stringify(DEFAULT_SLICE)

/** Why there are no rows, and the one step that brings some. */
export const RankingsEmpty = ({ scope, freshAsOf, slice, filters, totals }: RankingsEmptyProps) => {
  const days =
    useDesk('rankings.days', isUsualWhen(filters) ? null : { brandIds: brandIdsOf(scope), slice }).value?.days ?? []
  const hasBrands = useBrands((state) => state.list.length > 0)
  const isSyncing = useSync((state) => isRunning(state.run))
  const who = isolate(useBrand(scope)?.name ?? 'all brands')
  if (!hasBrands)
    return (
      <EmptyState
        icon={<IconChartLine size={22} />}
        title="No brand yet"
        action={<Button onClick={() => openDialog('add-brands')}>Add brands</Button>}
      >
        Add a brand with its service key. The desk keeps its rankings on this machine.
      </EmptyState>
    )
  const periods = [totals?.period, totals?.comparePeriod].filter((period) => period != null)
  const [period] = periods
  if (!isUsualWhen(filters) && totals?.brands.shown === 0 && period !== undefined)
    return (
      <EmptyState
        icon={<IconCalendarOff size={22} />}
        title={`${periodText(period)}: not all days are on this machine`}
        action={
          <Button loading={isSyncing} onClick={() => void runSync({ brandIds: brandIdsOf(scope), slice, periods })}>
            Fetch {periods.length === 1 ? 'this period' : 'both periods'} for {who}
          </Button>
        }
      >
        {heldText(days, { now: period, before: totals.comparePeriod })}. The service can sum up the period at once: one
        request for each brand and period.
      </EmptyState>
    )
  if (freshAsOf !== null)
    return (
      <NothingFits title="No keywords match these filters" onClear={() => clear(useRankFilters)}>
        {isUsualWhen(filters)
          ? `Change or clear the filters to see the keywords of ${who}.`
          : `Change the filters or the period to see the keywords of ${who}.`}
      </NothingFits>
    )
  const isOther = !isUsual(slice)
  return (
    <EmptyState
      icon={<IconRefresh size={22} />}
      title={isOther ? `${sliceLabel(slice)}: not synced yet` : 'Not synced yet'}
      action={
        <Button
          loading={isSyncing && !isOther}
          onClick={() =>
            void runSync({ brandIds: brandIdsOf(scope), datasets: ['rankings'], ...(isOther ? { slice } : {}) })
          }
        >
          {isOther ? `Sync this slice for ${who}` : `Sync ${who} now`}
        </Button>
      }
    >
      {isOther
        ? 'The desk syncs other slices only on request, and then keeps them.'
        : 'The first sync reads the last 28 days. Earlier days follow in the background.'}
    </EmptyState>
  )
}

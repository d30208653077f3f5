import { Button } from '@mantine/core'
import { IconFilterOff, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Dataset } from '../../src-shared/desk/sync.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { useBrands } from '../state/brands.ts'
import { clear, type FilterStore, isNarrowed } from '../state/filters/lists.ts'
import { brandIdsOf, type Scope } from '../state/location.ts'
import { isRunning, runSync, useSync } from '../state/sync.ts'
import { openDialog } from '../state/ui.ts'

/** What a list is made of, and how it is named where it is empty. */
export type ListWords = {
  readonly datasets: readonly Dataset[]
  readonly many: string
  readonly teaches: string
}

type ViewEmptyProps<Filters> = {
  readonly table: { readonly scope: Scope; readonly freshAsOf: string | null; readonly who: string }
  /** The list's filters. */
  readonly store: FilterStore<Filters>
  readonly icon: ReactNode
  readonly of: ListWords
}

export const NoBrandYet = ({ icon }: { readonly icon: ReactNode }) => (
  <EmptyState
    icon={icon}
    title="No brand yet"
    action={<Button onClick={() => openDialog('add-brands')}>Add brands</Button>}
  >
    Add a brand with its service key. The desk keeps synced data on this machine.
  </EmptyState>
)

type NothingFitsProps = {
  readonly onClear: () => void
  readonly title?: string
  readonly clearLabel?: string
  readonly children?: ReactNode
}

/** No row is in what the filters ask for. */
export const NothingFits = (props: NothingFitsProps) => {
  const { onClear, title = 'No matches', clearLabel = 'Clear filters', children } = props
  return (
    <EmptyState
      icon={<IconFilterOff size={22} />}
      title={title}
      action={
        <Button variant="default" onClick={onClear}>
          {clearLabel}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}

/** Why a table has no rows, and the next step: add a brand, sync, take filters away, or know that there is nothing. */
export const ViewEmpty = <Filters extends Readonly<Record<string, unknown>>>(props: ViewEmptyProps<Filters>) => {
  const { store, icon } = props
  const { scope, freshAsOf, who } = props.table
  const { datasets, many, teaches } = props.of
  const isFiltered = isNarrowed(store())
  const hasBrands = useBrands((state) => state.list.length > 0)
  const isSyncing = useSync((state) => isRunning(state.run))
  if (!hasBrands) return <NoBrandYet icon={icon} />
  if (isFiltered && freshAsOf !== null)
    return (
      <NothingFits title={`No ${many} match these filters`} onClear={() => clear(store)}>
        Change or clear the filters to see the {many} of {who}.
      </NothingFits>
    )
  if (freshAsOf === null)
    return (
      <EmptyState
        icon={<IconRefresh size={22} />}
        title="Not synced yet"
        action={
          <Button
            loading={isSyncing}
            onClick={() => void runSync({ brandIds: brandIdsOf(scope), datasets: [...datasets] })}
          >
            Sync {who} now
          </Button>
        }
      >
        {teaches}
      </EmptyState>
    )
  return (
    <EmptyState icon={icon} title={`No ${many}`}>
      {teaches} The service has none for {who}.
    </EmptyState>
  )
}

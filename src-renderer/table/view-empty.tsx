import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Dataset } from '../../src-shared/desk/sync.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { useBrand, useBrands } from '../state/brands.ts'
import { brandIdsOf, type Scope } from '../state/location.ts'
import { isRunning, runSync, useSync } from '../state/sync.ts'
import { openDialog } from '../state/ui.ts'

type ViewEmptyProps = {
  readonly scope: Scope
  readonly asOf: string | null
  readonly datasets: readonly Dataset[]
  readonly isFiltered: boolean
  readonly onClear: () => void
  readonly icons: { readonly none: ReactNode; readonly filtered: ReactNode; readonly never: ReactNode }
  readonly words: { readonly many: string; readonly teaches: string }
}

export const NoBrandYet = ({ icon }: { readonly icon: ReactNode }) => (
  <EmptyState
    icon={icon}
    title="No brand yet"
    action={<Button onClick={() => openDialog('add-brands')}>Add brands</Button>}
  >
    Add a brand with its key of the service; what is synced is then kept on this machine.
  </EmptyState>
)

/** Why a table has no rows, and the next step: add a brand, sync, take filters away, or know that there is nothing. */
export const ViewEmpty = ({ scope, asOf, datasets, isFiltered, onClear, icons, words }: ViewEmptyProps) => {
  const hasBrands = useBrands((state) => state.list.length > 0)
  const isSyncing = useSync((state) => isRunning(state.run))
  const who = useBrand(scope)?.name ?? 'all brands'
  if (!hasBrands) return <NoBrandYet icon={icons.none} />
  if (isFiltered && asOf !== null)
    return (
      <EmptyState
        icon={icons.filtered}
        title="Nothing fits"
        action={
          <Button variant="default" onClick={onClear}>
            Clear the filters
          </Button>
        }
      >
        None of the {words.many} of {who} is in what the filters ask for.
      </EmptyState>
    )
  if (asOf === null)
    return (
      <EmptyState
        icon={icons.never}
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
        {words.teaches}
      </EmptyState>
    )
  return (
    <EmptyState icon={icons.none} title={`No ${words.many}`}>
      {words.teaches} The service has none for {who}.
    </EmptyState>
  )
}

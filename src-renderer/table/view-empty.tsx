import { Button } from '@mantine/core'
import { IconFilterOff, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Dataset } from '../../src-shared/desk/sync.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { useBrands } from '../state/brands.ts'
import { brandIdsOf, type Scope } from '../state/location.ts'
import { isRunning, runSync, useSync } from '../state/sync.ts'
import { openDialog } from '../state/ui.ts'

type ViewEmptyProps = {
  readonly table: { readonly scope: Scope; readonly freshAsOf: string | null; readonly who: string }
  readonly datasets: readonly Dataset[]
  readonly isFiltered: boolean
  readonly onClear: () => void
  readonly icon: ReactNode
  readonly words: { readonly many: string; readonly teaches: string }
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
export const ViewEmpty = ({ table, datasets, isFiltered, onClear, icon, words }: ViewEmptyProps) => {
  const { scope, freshAsOf, who } = table
  const hasBrands = useBrands((state) => state.list.length > 0)
  const isSyncing = useSync((state) => isRunning(state.run))
  if (!hasBrands) return <NoBrandYet icon={icon} />
  if (isFiltered && freshAsOf !== null)
    return (
      <NothingFits title={`No ${words.many} match these filters`} onClear={onClear}>
        Change or clear the filters to see the {words.many} of {who}.
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
        {words.teaches}
      </EmptyState>
    )
  return (
    <EmptyState icon={icon} title={`No ${words.many}`}>
      {words.teaches} The service has none for {who}.
    </EmptyState>
  )
}

import { Button } from '@mantine/core'
import { IconCoin } from '@tabler/icons-react'
import type { LedgerRow } from '../../../src-shared/desk/outreach-care.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { go } from '../../state/location.ts'
import { DataTable } from '../../table/data-table.tsx'
import type { Opened } from '../../table/use-opened.ts'
import type { Table } from '../../table/use-table.ts'
import { NothingFits } from '../../table/view-empty.tsx'

const ROW_NOUNS = ['charge', 'charges'] as const

type Props = {
  readonly table: Table<LedgerRow>
  readonly opened: Opened<LedgerRow>
  readonly search: string
  readonly onClear: () => void
  readonly onClose: () => boolean
}

/** Each charge with its possible refund. */
export const LedgerTable = ({ table, opened, search, onClear, onClose }: Props) => (
  <DataTable
    {...table.grid}
    label={`Credits of ${table.who}`}
    rowNouns={ROW_NOUNS}
    onOpen={opened.open}
    onClose={onClose}
    {...(opened.shown !== null && { onActive: opened.open, isShown: opened.isShown })}
    empty={
      search.trim() === '' ? (
        <EmptyState
          icon={<IconCoin size={22} />}
          title="No credits were charged yet"
          action={
            <Button variant="default" onClick={() => go({ view: 'prospects' })}>
              Open prospects
            </Button>
          }
        >
          Discovering prospects costs 25 credits; finding people costs 5 per site. This page lists each charge and its
          possible refund.
        </EmptyState>
      ) : (
        <NothingFits title="No charges match these filters" clearLabel="Clear filter" onClear={onClear} />
      )
    }
  />
)

import { Button, Group, Text } from '@mantine/core'
import { IconHandStop, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { Suppression } from '../../../src-shared/desk/outreach-care.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { pageQuery } from '../../data/page-query.ts'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { formatDate } from '../../format/time.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { MainAction } from '../../parts/main-action.tsx'
import { unsuppress } from '../../state/suppressed.ts'
import { useTeam } from '../../state/team.ts'
import { InstantCell } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { readPicked } from '../../table/picked-rows.ts'
import { SearchInput } from '../../table/search-input.tsx'
import pageCss from '../../table/table-page.module.css'
import { TableView } from '../../table/table-view.tsx'
import { useTable } from '../../table/use-table.ts'
import { NothingFits } from '../../table/view-empty.tsx'
import { AddEntries } from './add-entries.tsx'

type Bounce = CallOutput<'outreach.bounced'>['addresses'][number]

const KIND_LABELS: Record<Suppression['kind'], string> = { address: 'one address', domain: 'everyone at the domain' }

const SUPPRESSION_COLUMNS: readonly DataColumn<Suppression>[] = [
  { id: 'value', header: 'Address or domain', widthPx: 270, text: (row) => row.value },
  { id: 'kind', header: 'Type', widthPx: 178, text: (row) => KIND_LABELS[row.kind] },
  { id: 'reason', header: 'Reason', widthPx: 180, grows: true, text: (row) => row.reason },
  {
    id: 'createdAt',
    header: 'Since',
    widthPx: 186,
    text: (row) => row.createdAt,
    cell: (row) => <InstantCell instant={row.createdAt} />,
  },
]

/** In a team also who added it. */
const TEAM_SUPPRESSION_COLUMNS: readonly DataColumn<Suppression>[] = [
  ...SUPPRESSION_COLUMNS,
  {
    id: 'person',
    header: 'Person',
    about: 'Who added it',
    widthPx: 96,
    isLesser: true,
    text: (row) => row.changedBy?.name ?? '',
  },
]

const ROW_NOUNS = ['entry', 'entries'] as const

type EmptyProps = { readonly isFiltered: boolean; readonly onClear: () => void; readonly onAdd: () => void }

const Empty = ({ isFiltered, onClear, onAdd }: EmptyProps) =>
  isFiltered ? (
    <NothingFits title="No suppressions match this filter" clearLabel="Clear filter" onClear={onClear} />
  ) : (
    <EmptyState
      icon={<IconHandStop size={22} />}
      title="Nobody is suppressed"
      action={
        <Button variant="default" onClick={onAdd}>
          Add suppressions
        </Button>
      }
    >
      People no brand may contact: an address, or a domain for everyone there. The desk stops a pitch to them before it
      is sent.
    </EmptyState>
  )

const entryOf = ({ email, at }: Bounce): string => `${email}, bounced${at === null ? '' : ` ${formatDate(at)}`}`

/** A person decides: an address may have bounced for a day only. */
const Bounced = ({ onReview }: { readonly onReview: (text: string) => void }) => {
  const { value } = useDesk('outreach.bounced', {})
  const bounces = value?.addresses ?? []
  if (bounces.length === 0) return null
  return (
    <Group gap="xs" fz="xs">
      <span>{plural(bounces.length, 'bounced address is', 'bounced addresses are')} not suppressed.</span>
      <Button variant="default" size="compact-xs" onClick={() => onReview(bounces.map(entryOf).join('\n'))}>
        Review
      </Button>
    </Group>
  )
}

/** People no brand of this desk may contact. */
export const SuppressionsView = () => {
  const [search, setSearch] = useState('')
  const [adding, setAdding] = useState<string | null>(null)
  const isInTeam = useTeam() !== null
  const table = useTable<Suppression>({
    view: 'suppressions',
    columns: isInTeam ? TEAM_SUPPRESSION_COLUMNS : SUPPRESSION_COLUMNS,
    query: () => pageQuery('outreach.suppressions', { input: {}, search }),
  })
  const { picks } = table
  const remove = async () => {
    const rows = await readPicked(picks, 'Nothing was removed from the list')
    if (rows.length > 0 && (await unsuppress(rows.map(({ value }) => value)))) picks.current?.clear()
  }
  const add = () => setAdding('')
  useCommands('Suppressions', [
    { id: 'suppressions.add', title: 'Add suppressions', icon: IconPlus, keys: ['a'], run: add },
    {
      id: 'suppressions.remove',
      title: 'Remove from suppressions',
      icon: IconTrash,
      keys: ['delete', 'backspace'],
      isEnabled: () => table.grid.blocks.snapshot.total > 0,
      run: remove,
    },
  ])
  return (
    <>
      <TableView
        table={table}
        title="Suppressions"
        label="Suppressions"
        rowNouns={ROW_NOUNS}
        note={
          <Text c="dimmed" size="xs">
            People no brand may contact: the list applies to all brands.
          </Text>
        }
        top={
          <div className={pageCss.filters}>
            <SearchInput
              label="Filter by address, domain or reason"
              placeholder="Filter suppressions"
              value={search}
              onChange={setSearch}
              onDone={table.focus}
            />
            <Bounced onReview={setAdding} />
          </div>
        }
        actions={
          <MainAction>
            <Button leftSection={<IconPlus size={14} />} onClick={add}>
              Add suppressions
            </Button>
          </MainAction>
        }
        barStart={
          table.picked === 0 ? null : (
            <Button
              variant="default"
              size="compact-xs"
              leftSection={<IconTrash size={13} aria-hidden />}
              onClick={() => void remove()}
            >
              Remove from list
            </Button>
          )
        }
        empty={<Empty isFiltered={search.trim() !== ''} onClear={() => setSearch('')} onAdd={add} />}
      />
      <AddEntries text={adding} onClose={() => setAdding(null)} />
    </>
  )
}

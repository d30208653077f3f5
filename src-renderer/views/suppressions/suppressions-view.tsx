import { Button } from '@mantine/core'
import { IconFilterOff, IconHandStop, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { CallInput } from '../../../src-shared/desk/contract.ts'
import type { Suppression } from '../../../src-shared/desk/outreach-care.ts'
import { useCommands } from '../../commands/use-commands.ts'
import type { BlockAsk } from '../../data/block-cache.ts'
import { ask } from '../../data/desk.ts'
import { windowOf } from '../../data/desk-query.ts'
import { useBlocks } from '../../data/use-blocks.ts'
import { useRefreshOnEvent } from '../../data/use-refresh-on-event.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { notify } from '../../state/notices.ts'
import { unsuppress } from '../../state/suppressed.ts'
import { DataTable, type DataTableHandle } from '../../table/data-table.tsx'
import type { TablePicks } from '../../table/picked-rows.ts'
import { SearchInput } from '../../table/search-input.tsx'
import pageCss from '../../table/table-page.module.css'
import { TablePage } from '../../table/table-page.tsx'
import { useLayout } from '../../table/use-layout.ts'
import { AddEntries } from './add-entries.tsx'
import { SUPPRESSION_COLUMNS } from './suppression-columns.tsx'
import css from './suppressions.module.css'

const ROW_WORDS = ['entry', 'entries'] as const
const EVENTS = ['outreach.changed'] as const

const useRows = (search: string) => {
  const query = useMemo(() => {
    const input: CallInput<'outreach.suppressions'> = search.trim() === '' ? {} : { search: search.trim() }
    return {
      key: JSON.stringify(input),
      scope: 'all',
      hasDetails: false,
      fetch: (wanted: BlockAsk) => ask('outreach.suppressions', { ...input, ...windowOf(wanted) }),
    }
  }, [search])
  return { query, blocks: useBlocks<Suppression>(query) }
}

type EmptyProps = { readonly isFiltered: boolean; readonly onClear: () => void; readonly onAdd: () => void }

const Empty = ({ isFiltered, onClear, onAdd }: EmptyProps) =>
  isFiltered ? (
    <EmptyState
      icon={<IconFilterOff size={22} />}
      title="Nobody fits"
      action={
        <Button variant="default" onClick={onClear}>
          Clear the filter
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<IconHandStop size={22} />}
      title="Nobody is suppressed"
      action={<Button onClick={onAdd}>Add some</Button>}
    >
      Whom no brand writes to: an address, or a domain for everybody at it. A pitch to one of them is stopped before it
      goes out.
    </EmptyState>
  )

/** Whom no brand of this desk writes to. */
export const SuppressionsView = () => {
  const [search, setSearch] = useState('')
  const [isAdding, setAdding] = useState(false)
  const [count, setCount] = useState(0)
  const { query, blocks } = useRows(search)
  const arrangement = useLayout({ view: 'suppressions', columns: SUPPRESSION_COLUMNS, sorting: [] })
  const input = useRef<HTMLInputElement>(null)
  const table = useRef<DataTableHandle>(null)
  const picks = useRef<TablePicks<Suppression>>(null)
  useRefreshOnEvent(blocks.cache, { events: EVENTS, isHeld: count > 0 })
  const focusRows = useCallback(() => table.current?.focus(), [])
  const remove = async () => {
    const rows = (await picks.current?.rows()) ?? null
    if (rows === null)
      return notify({ title: 'Nothing was taken off the list', message: 'Some rows could not be read.' })
    if (rows.length > 0 && (await unsuppress(rows.map(({ value }) => value)))) picks.current?.clear()
  }
  const add = () => setAdding(true)
  const group = 'Suppressions'
  useCommands([
    { id: 'suppressions.add', title: 'Add to the suppressions', group, icon: IconPlus, keys: ['a'], run: add },
    {
      id: 'suppressions.remove',
      title: 'Take off the suppressions',
      group,
      icon: IconTrash,
      keys: ['delete', 'backspace'],
      isEnabled: () => blocks.snapshot.total > 0,
      run: () => void remove(),
    },
  ])
  return (
    <>
      <TablePage
        title="Suppressions"
        note={<span className={css.note}>No brand of this desk writes to them</span>}
        actions={
          <Button leftSection={<IconPlus size={14} />} onClick={add}>
            Add
          </Button>
        }
        top={
          <div className={pageCss.filters}>
            <SearchInput
              inputRef={input}
              label="Filter by address, domain or reason"
              placeholder="Filter suppressions"
              icon={<IconSearch size={14} aria-hidden />}
              value={search}
              onChange={setSearch}
              onDone={focusRows}
            />
          </div>
        }
        table={
          <DataTable
            ref={table}
            picks={picks}
            label="Suppressions"
            rowWords={ROW_WORDS}
            columns={SUPPRESSION_COLUMNS}
            layout={arrangement.layout}
            startLayout={arrangement.start}
            onLayout={arrangement.setLayout}
            blocks={blocks}
            query={query}
            onOpen={() => {}}
            onClose={() => false}
            onPicked={setCount}
            barStart={
              count === 0 ? null : (
                <Button
                  variant="default"
                  size="compact-xs"
                  leftSection={<IconTrash size={13} aria-hidden />}
                  onClick={() => void remove()}
                >
                  Take off the list
                </Button>
              )
            }
            empty={<Empty isFiltered={search.trim() !== ''} onClear={() => setSearch('')} onAdd={add} />}
          />
        }
      />
      <AddEntries isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}

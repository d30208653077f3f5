import { Button, SegmentedControl } from '@mantine/core'
import { IconListCheck, IconSend } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Intent, IntentState } from '../../../src-shared/desk/intents.ts'
import { pageQuery } from '../../data/page-query.ts'
import { useDesk } from '../../data/use-desk.ts'
import { INTENT_LABELS, intentLabel, KIND_LABELS } from '../../format/intent-labels.ts'
import { isolate } from '../../format/isolate.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { MenuFilter } from '../../parts/fields/menu-filter.tsx'
import { clear, isNarrowed, useIntentFilters } from '../../state/filters/lists.ts'
import { brandIdsOf, go, setParams, useScope } from '../../state/location.ts'
import { usePeople, useTeam } from '../../state/team.ts'
import { FilterMenu, FilterRow } from '../../table/filter-row.tsx'
import { SidePanel } from '../../table/side-panel.tsx'
import { TableView } from '../../table/table-view.tsx'
import { useOpenedId } from '../../table/use-opened.ts'
import { useTable } from '../../table/use-table.ts'
import { NothingFits } from '../../table/view-empty.tsx'
import { IntentBody } from './intent-body.tsx'
import { INTENT_COLUMNS, TEAM_INTENT_COLUMNS } from './intent-columns.tsx'

const STATE_LABELS = Object.fromEntries(
  Object.entries(INTENT_LABELS).map(([state, { word }]) => [state, word]),
) as Record<IntentState, string> // the same keys
const WHOSE = [
  { value: 'mine', label: 'Mine' },
  { value: 'all', label: 'All' },
]
const ROW_NOUNS = ['action', 'actions'] as const

const FiltersBar = ({ onDone }: { readonly onDone: () => void }) => {
  const { isMine, people } = useIntentFilters()
  const names = Object.fromEntries(usePeople().map(({ login, name }) => [login, isolate(name)]))
  return (
    <FilterRow by="article, person or site" of="actions" store={useIntentFilters} onDone={onDone}>
      <FilterMenu label="Status" labels={STATE_LABELS} store={useIntentFilters} field="state" />
      <FilterMenu label="Action" labels={KIND_LABELS} store={useIntentFilters} field="kind" />
      {Object.keys(names).length === 0 ? null : (
        <>
          <SegmentedControl
            aria-label="Whose actions"
            data={WHOSE}
            value={isMine ? 'mine' : 'all'}
            onChange={(next) => useIntentFilters.setState({ isMine: next === 'mine', people: [] })}
          />
          <MenuFilter
            label="Person"
            labels={names}
            chosen={people}
            onChange={(next) => useIntentFilters.setState({ isMine: false, people: next })}
          />
        </>
      )}
      <span className="soft">Open actions first, then the newest</span>
    </FilterRow>
  )
}

const Empty = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <NothingFits title="No actions match these filters" onClear={() => clear(useIntentFilters)} />
  ) : (
    <EmptyState
      icon={<IconListCheck size={22} />}
      title="No actions yet"
      action={
        <Button leftSection={<IconSend size={14} />} onClick={() => go({ view: 'articles' })}>
          Publish something
        </Button>
      }
    >
      Every publish, pitch and paid search is recorded here before it is sent, with its hold and the result of each
      item.
    </EmptyState>
  )

type PanelProps = { readonly id: string; readonly note?: ReactNode; readonly onClose: () => void }

/** One action beside a table; the action that follows it is opened in its place. */
export const IntentPanel = ({ id, note, onClose }: PanelProps) => {
  const intent = useDesk('intents.get', { id }).value
  return (
    <SidePanel
      title={intent === undefined ? 'Action' : intentLabel(intent)}
      note={
        intent === undefined ? null : (
          <>
            <BrandBadge brandId={intent.brandId} /> {note}
          </>
        )
      }
      onClose={onClose}
    >
      <IntentBody key={id} id={id} onNew={(next) => setParams({ open: next })} />
    </SidePanel>
  )
}

/** Every irreversible action, from its hold to its result. */
export const IntentsView = () => {
  const brandIds = brandIdsOf(useScope())
  const filters = useIntentFilters()
  const { search, state, kind, isMine, people } = filters
  const isInTeam = useTeam() !== null
  const filter = {
    ...(state.length === 0 ? {} : { state: [...state] }),
    ...(kind.length === 0 ? {} : { kind: [...kind] }),
    ...(isMine ? { madeBy: 'me' as const } : people.length === 0 ? {} : { madeBy: [...people] }),
  }
  const table = useTable<Intent>({
    view: 'intents',
    columns: isInTeam ? TEAM_INTENT_COLUMNS : INTENT_COLUMNS,
    query: () => pageQuery('intents.list', { input: { brandIds, filter, order: 'open' }, search }),
  })
  return (
    <TableView
      table={table}
      title="Activity"
      rowNouns={ROW_NOUNS}
      isTall
      note={null}
      top={<FiltersBar onDone={table.focus} />}
      opened={useOpenedId()}
      side={(id, close) => <IntentPanel id={id} onClose={close} />}
      empty={<Empty isFiltered={isNarrowed(filters)} />}
    />
  )
}

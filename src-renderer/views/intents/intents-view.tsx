import { Button } from '@mantine/core'
import { IconFilterOff, IconListCheck, IconSearch, IconSend } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { create } from 'zustand'
import type { CallInput } from '../../../src-shared/desk/contract.ts'
import type { Intent, IntentKind, IntentState } from '../../../src-shared/desk/intents.ts'
import type { BlockAsk } from '../../data/block-cache.ts'
import { ask } from '../../data/desk.ts'
import { windowOf } from '../../data/desk-query.ts'
import { useBlocks } from '../../data/use-blocks.ts'
import { useDesk } from '../../data/use-desk.ts'
import { useRefreshOnEvent } from '../../data/use-refresh-on-event.ts'
import { actWords, INTENT_WORDS, KIND_WORDS } from '../../format/intent-words.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { MenuFilter } from '../../parts/menu-filter.tsx'
import { useBrand } from '../../state/brands.ts'
import { brandIdsOf, go, setParams, useParams, useScope } from '../../state/location.ts'
import { DataTable, type DataTableHandle } from '../../table/data-table.tsx'
import { SearchInput } from '../../table/search-input.tsx'
import { SidePanel } from '../../table/side-panel.tsx'
import css from '../../table/table-page.module.css'
import { TablePage } from '../../table/table-page.tsx'
import { useLayout } from '../../table/use-layout.ts'
import { IntentBody } from './intent-body.tsx'
import { INTENT_COLUMNS } from './intent-columns.tsx'

type Filters = { readonly search: string; readonly state: readonly IntentState[]; readonly kind: readonly IntentKind[] }
const NO_FILTERS: Filters = { search: '', state: [], kind: [] }
const useFilters = create<Filters>()(() => NO_FILTERS)
const STATE_WORDS = Object.fromEntries(
  Object.entries(INTENT_WORDS).map(([state, { word }]) => [state, word]),
) as Record<IntentState, string> // the same keys
const ROW_WORDS = ['act', 'acts'] as const
const EVENTS = ['intents.changed', 'brands.changed'] as const

const useIntents = () => {
  const scope = useScope()
  const { search, state, kind } = useFilters()
  const query = useMemo(() => {
    const input: CallInput<'intents.list'> = {
      brandIds: brandIdsOf(scope),
      filter: {
        ...(state.length === 0 ? {} : { state: [...state] }),
        ...(kind.length === 0 ? {} : { kind: [...kind] }),
      },
      ...(search.trim() === '' ? {} : { search: search.trim() }),
    }
    return {
      key: JSON.stringify(input),
      scope,
      hasDetails: false,
      fetch: (wanted: BlockAsk) => ask('intents.list', { ...input, ...windowOf(wanted) }),
    }
  }, [scope, search, state, kind])
  return { scope, query, blocks: useBlocks<Intent>(query) }
}

const FiltersBar = ({ onDone }: { readonly onDone: () => void }) => {
  const { search, state, kind } = useFilters()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={css.filters}>
      <SearchInput
        inputRef={input}
        label="Filter by article, person or site"
        placeholder="Filter acts"
        icon={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(value) => useFilters.setState({ search: value })}
        onDone={onDone}
      />
      <MenuFilter
        label="State"
        words={STATE_WORDS}
        chosen={state}
        onChange={(next) => useFilters.setState({ state: next })}
      />
      <MenuFilter
        label="Act"
        words={KIND_WORDS}
        chosen={kind}
        onChange={(next) => useFilters.setState({ kind: next })}
      />
    </div>
  )
}

const Empty = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState
      icon={<IconFilterOff size={22} />}
      title="Nothing fits"
      action={
        <Button variant="default" onClick={() => useFilters.setState(NO_FILTERS)}>
          Clear the filters
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<IconListCheck size={22} />}
      title="Nothing was sent yet"
      action={
        <Button leftSection={<IconSend size={14} />} onClick={() => go({ view: 'publish' })}>
          Publish something
        </Button>
      }
    >
      Whatever cannot be taken back is written here before it is sent: what was asked, how long it is held, and what
      became of each article, pitch and search.
    </EmptyState>
  )

const ActPanel = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const intent = useDesk('intents.get', { id }).value
  return (
    <SidePanel
      title={intent === undefined ? 'Act' : actWords(intent)}
      note={intent === undefined ? null : <BrandBadge brandId={intent.brandId} />}
      onClose={onClose}
    >
      <IntentBody key={id} id={id} onNew={(next) => setParams({ open: next })} />
    </SidePanel>
  )
}

/** Every act that cannot be taken back, from its hold to what became of it. */
export const IntentsView = () => {
  const { scope, query, blocks } = useIntents()
  const brand = useBrand(scope)
  const { search, state, kind } = useFilters()
  const arrangement = useLayout({ view: 'intents', columns: INTENT_COLUMNS, sorting: [] })
  const { open } = useParams()
  const [isSelecting, setSelecting] = useState(false)
  const table = useRef<DataTableHandle>(null)
  useRefreshOnEvent(blocks.cache, { events: EVENTS, isHeld: isSelecting })
  const focusRows = useCallback(() => table.current?.focus(), [])
  const show = (intent: Intent) => setParams({ open: intent.id })
  const close = () => {
    if (open === undefined) return false
    setParams({ open: '' })
    focusRows()
    return true
  }
  return (
    <TablePage
      title="Activity"
      top={<FiltersBar onDone={focusRows} />}
      table={
        <DataTable
          ref={table}
          label={`Activity of ${brand?.name ?? 'all brands'}`}
          rowWords={ROW_WORDS}
          columns={INTENT_COLUMNS}
          layout={arrangement.layout}
          startLayout={arrangement.start}
          onLayout={arrangement.setLayout}
          blocks={blocks}
          query={query}
          onOpen={show}
          onClose={close}
          {...(open === undefined ? {} : { onActive: show })}
          onSelecting={setSelecting}
          empty={<Empty isFiltered={search.trim() !== '' || state.length > 0 || kind.length > 0} />}
        />
      }
      side={open === undefined ? null : <ActPanel id={open} onClose={close} />}
    />
  )
}

import { Button, Chip } from '@mantine/core'
import { IconFilterOff, IconListCheck, IconSearch, IconSend } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { create } from 'zustand'
import type { CallInput } from '../../../src-shared/desk/contract.ts'
import type { Intent, IntentKind, IntentState } from '../../../src-shared/desk/intents.ts'
import { BrandBadge } from '../../components/brand-badge.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { actWords, INTENT_WORDS, KIND_WORDS } from '../../format/intent-words.ts'
import { useBrand } from '../../store/brands.ts'
import { ask } from '../../store/desk.ts'
import { brandIdsOf, go, setParams, useParams, useScope } from '../../store/location.ts'
import type { BlockAsk } from '../../table/block-cache.ts'
import { DataTable, type DataTableHandle } from '../../table/data-table.tsx'
import { windowOf } from '../../table/desk-query.ts'
import { SearchInput } from '../../table/search-input.tsx'
import { SidePanel } from '../../table/side-panel.tsx'
import css from '../../table/table-page.module.css'
import { TablePage } from '../../table/table-page.tsx'
import { useBlocks } from '../../table/use-blocks.ts'
import { useLayout } from '../../table/use-layout.ts'
import { useRefreshOnEvent } from '../../table/use-refresh-on-event.ts'
import { IntentBody } from './intent-body.tsx'
import { INTENT_COLUMNS } from './intent-columns.tsx'

type Filters = { readonly search: string; readonly state: readonly IntentState[]; readonly kind: readonly IntentKind[] }
const NO_FILTERS: Filters = { search: '', state: [], kind: [] }
const useFilters = create<Filters>()(() => NO_FILTERS)
const STATES = Object.keys(INTENT_WORDS) as readonly IntentState[] // keys of a const object
const KINDS = Object.keys(KIND_WORDS) as readonly IntentKind[] // keys of a const object
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
        label="Filter by article"
        placeholder="Filter acts"
        icon={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(value) => useFilters.setState({ search: value })}
        onDone={onDone}
      />
      <Chip.Group
        multiple
        value={[...state]}
        onChange={(next) => useFilters.setState({ state: STATES.filter((each) => next.includes(each)) })}
      >
        {STATES.map((each) => (
          <Chip key={each} size="xs" value={each}>
            {INTENT_WORDS[each].word}
          </Chip>
        ))}
      </Chip.Group>
      <Chip.Group
        multiple
        value={[...kind]}
        onChange={(next) => useFilters.setState({ kind: KINDS.filter((each) => next.includes(each)) })}
      >
        {KINDS.map((each) => (
          <Chip key={each} size="xs" variant="light" value={each}>
            {KIND_WORDS[each]}
          </Chip>
        ))}
      </Chip.Group>
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
      became of each article.
    </EmptyState>
  )

/** Every act that cannot be taken back, from its hold to what became of it. */
export const IntentsView = () => {
  const { scope, query, blocks } = useIntents()
  const brand = useBrand(scope)
  const { search, state, kind } = useFilters()
  const arrangement = useLayout({ view: 'intents', columns: INTENT_COLUMNS, sorting: [] })
  const { open } = useParams()
  const [row, setRow] = useState<Intent | null>(null)
  const [isSelecting, setSelecting] = useState(false)
  const table = useRef<DataTableHandle>(null)
  useRefreshOnEvent(blocks.cache, { events: EVENTS, isHeld: isSelecting })
  const focusRows = useCallback(() => table.current?.focus(), [])
  const show = (intent: Intent) => {
    setRow(intent)
    setParams({ open: intent.id })
  }
  const close = () => {
    if (open === undefined) return false
    setParams({ open: '' })
    focusRows()
    return true
  }
  const isKnown = row !== null && row.id === open
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
      side={
        open === undefined ? null : (
          <SidePanel
            title={isKnown ? actWords(row) : 'Act'}
            note={isKnown ? <BrandBadge brandId={row.brandId} /> : null}
            onClose={close}
          >
            <IntentBody id={open} onNew={(id) => setParams({ open: id })} />
          </SidePanel>
        )
      }
    />
  )
}

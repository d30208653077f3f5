import { Button, Chip, Menu } from '@mantine/core'
import { IconChevronDown, IconFilterOff, IconSearch, IconWebhook } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { create } from 'zustand'
import type { CallInput } from '../../../src-shared/desk/contract.ts'
import type { Delivery } from '../../../src-shared/desk/webhooks.ts'
import type { BlockAsk } from '../../data/block-cache.ts'
import { ask } from '../../data/desk.ts'
import { windowOf } from '../../data/desk-query.ts'
import { useBlocks } from '../../data/use-blocks.ts'
import { useRefreshOnEvent } from '../../data/use-refresh-on-event.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useBrand } from '../../state/brands.ts'
import { brandIdsOf, setParams, useParams, useScope } from '../../state/location.ts'
import { DataTable, type DataTableHandle } from '../../table/data-table.tsx'
import { SearchInput } from '../../table/search-input.tsx'
import { toSortKeys } from '../../table/sorting.ts'
import css from '../../table/table-page.module.css'
import { useLayout } from '../../table/use-layout.ts'
import { DELIVERY_COLUMNS, DELIVERY_SORTING } from './delivery-columns.tsx'
import { DELIVERY_WORDS } from './delivery-text.ts'

type Status = Delivery['status']
type Filters = { readonly search: string; readonly status: readonly Status[]; readonly event: string | null }
const NO_FILTERS: Filters = { search: '', status: [], event: null }
export const useInboxFilters = create<Filters>()(() => NO_FILTERS)
const STATUSES = Object.keys(DELIVERY_WORDS) as readonly Status[] // keys of a const object
const ROW_WORDS = ['delivery', 'deliveries'] as const
const EVENTS = ['webhooks.received', 'brands.changed'] as const

/** Events that can be filtered by: the service's own, and whatever else was seen since the page was opened. */
const useEventNames = create<{ readonly names: readonly string[] }>()(() => ({ names: ['article.published'] }))
const noteEvents = (rows: readonly Delivery[]): void => {
  const { names } = useEventNames.getState()
  const fresh = rows.flatMap(({ event }) => (event === null || names.includes(event) ? [] : [event]))
  if (fresh.length > 0) useEventNames.setState({ names: [...names, ...new Set(fresh)].slice(0, 40) })
}

const useDeliveries = () => {
  const scope = useScope()
  const arrangement = useLayout({ view: 'webhooks', columns: DELIVERY_COLUMNS, sorting: DELIVERY_SORTING })
  const { search, status, event } = useInboxFilters()
  const { sorting } = arrangement.layout
  const query = useMemo(() => {
    const sort = toSortKeys(DELIVERY_COLUMNS, [...sorting])
    const input: CallInput<'webhooks.deliveries'> = {
      brandIds: brandIdsOf(scope),
      filter: {
        ...(status.length === 0 ? {} : { status: [...status] }),
        ...(event === null ? {} : { event: [event] }),
      },
      ...(search.trim() === '' ? {} : { search: search.trim() }),
      ...(sort.length === 0 ? {} : { sort: sort as NonNullable<CallInput<'webhooks.deliveries'>['sort']> }), // fields of the columns' own list
    }
    return {
      key: JSON.stringify(input),
      scope,
      hasDetails: false,
      fetch: async (wanted: BlockAsk) => {
        const reply = await ask('webhooks.deliveries', { ...input, ...windowOf(wanted) })
        if (reply.ok) noteEvents(reply.value.rows)
        return reply
      },
    }
  }, [scope, sorting, search, status, event])
  return { scope, arrangement, query, blocks: useBlocks<Delivery>(query) }
}

const FiltersBar = ({ onDone }: { readonly onDone: () => void }) => {
  const { search, status, event } = useInboxFilters()
  const names = useEventNames((state) => state.names)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={css.filters}>
      <SearchInput
        inputRef={input}
        label="Filter by slug, title or body"
        placeholder="Filter deliveries"
        icon={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(value) => useInboxFilters.setState({ search: value })}
        onDone={onDone}
      />
      <Menu position="bottom-start" width={220}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {event ?? 'Any event'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => useInboxFilters.setState({ event: null })}>Any event</Menu.Item>
          {names.map((name) => (
            <Menu.Item key={name} onClick={() => useInboxFilters.setState({ event: name })}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Chip.Group
        multiple
        value={[...status]}
        onChange={(next) => useInboxFilters.setState({ status: STATUSES.filter((each) => next.includes(each)) })}
      >
        {STATUSES.map((each) => (
          <Chip key={each} size="xs" value={each}>
            {DELIVERY_WORDS[each].word}
          </Chip>
        ))}
      </Chip.Group>
    </div>
  )
}

type EmptyProps = { readonly isFiltered: boolean; readonly who: string }

const Empty = ({ isFiltered, who }: EmptyProps) =>
  isFiltered ? (
    <EmptyState
      icon={<IconFilterOff size={22} />}
      title="Nothing fits"
      action={
        <Button variant="default" onClick={() => useInboxFilters.setState(NO_FILTERS)}>
          Clear the filters
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<IconWebhook size={22} />}
      title={`No delivery for ${who} yet`}
      action={<Button onClick={() => setParams({ section: 'addresses', open: '' })}>Addresses and secrets</Button>}
    >
      Each brand has an address and a secret of its own. Give both to whoever publishes for the brand: when an article
      goes out, it arrives here, confirms the publish, and marks the day on the rank curve. A sample shows how.
    </EmptyState>
  )

type InboxProps = {
  readonly children: (parts: {
    readonly filters: React.ReactNode
    readonly table: React.ReactNode
    readonly close: () => boolean
  }) => React.ReactNode
}

/** Every delivery over all brands, as they come. */
export const Inbox = ({ children }: InboxProps) => {
  const { scope, arrangement, query, blocks } = useDeliveries()
  const brand = useBrand(scope)
  const { search, status, event } = useInboxFilters()
  const { open } = useParams()
  const [isSelecting, setSelecting] = useState(false)
  const table = useRef<DataTableHandle>(null)
  useRefreshOnEvent(blocks.cache, { events: EVENTS, isHeld: isSelecting })
  const focusRows = useCallback(() => table.current?.focus(), [])
  const show = (row: Delivery) => setParams({ open: row.id })
  const close = () => {
    if (open === undefined) return false
    setParams({ open: '' })
    focusRows()
    return true
  }
  const who = brand?.name ?? 'all brands'
  return children({
    close,
    filters: <FiltersBar onDone={focusRows} />,
    table: (
      <DataTable
        ref={table}
        label={`Deliveries of ${who}`}
        rowWords={ROW_WORDS}
        columns={DELIVERY_COLUMNS}
        layout={arrangement.layout}
        startLayout={arrangement.start}
        onLayout={arrangement.setLayout}
        blocks={blocks}
        query={query}
        onOpen={show}
        onClose={close}
        {...(open === undefined ? {} : { onActive: show })}
        onSelecting={setSelecting}
        empty={
          <Empty
            who={brand?.name ?? 'any brand'}
            isFiltered={search.trim() !== '' || status.length > 0 || event !== null}
          />
        }
      />
    ),
  })
}

import { Chip } from '@mantine/core'
import { IconFilterOff, IconRefresh, IconSearch, IconWorldSearch } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { create } from 'zustand'
import type { CallInput, CallOutput } from '../../../src-shared/desk/contract.ts'
import type { ProspectRow } from '../../../src-shared/desk/prospects.ts'
import { FreshnessLabel } from '../../components/freshness-label.tsx'
import { formatWhole } from '../../format/numbers.ts'
import { useBrand } from '../../store/brands.ts'
import { ask } from '../../store/desk.ts'
import { brandIdsOf, useScope } from '../../store/location.ts'
import { useDesk } from '../../store/use-desk.ts'
import type { BlockAsk } from '../../table/block-cache.ts'
import { DataTable, type DataTableHandle } from '../../table/data-table.tsx'
import { windowOf } from '../../table/desk-query.ts'
import { SearchInput } from '../../table/search-input.tsx'
import { toSortKeys } from '../../table/sorting.ts'
import css from '../../table/table-page.module.css'
import { TablePage } from '../../table/table-page.tsx'
import { useBlocks, useRefreshOnChange } from '../../table/use-blocks.ts'
import { useLayout } from '../../table/use-layout.ts'
import { ViewEmpty } from '../../table/view-empty.tsx'
import { BrandWork } from './brand-work.tsx'
import { ALL_BRANDS_PROSPECTS, ONE_BRAND_PROSPECTS, PROSPECT_SORTING } from './prospect-columns.tsx'
import { ProspectDetail } from './prospect-detail.tsx'

type Filters = { readonly search: string; readonly status: readonly string[] }
const NO_FILTERS: Filters = { search: '', status: [] }
const useFilters = create<Filters>()(() => NO_FILTERS)
const clearFilters = (): void => useFilters.setState(NO_FILTERS)

const ROW_WORDS = ['prospect', 'prospects'] as const
const NO_COUNTS: CallOutput<'prospects.page'>['statusCounts'] = []
const NO_STATUSES: CallOutput<'prospects.page'>['statuses'] = []
type ProspectInput = CallInput<'prospects.page'>

const useProspects = () => {
  const scope = useScope()
  const isAll = scope === 'all'
  const columns = isAll ? ALL_BRANDS_PROSPECTS : ONE_BRAND_PROSPECTS
  const arrangement = useLayout({ view: isAll ? 'prospects.all' : 'prospects', columns, sorting: PROSPECT_SORTING })
  const { search, status } = useFilters()
  const { sorting } = arrangement.layout
  const query = useMemo(() => {
    const sort = toSortKeys(columns, [...sorting])
    const input: ProspectInput = {
      brandIds: brandIdsOf(scope),
      filter: status.length === 0 ? {} : { status: [...status] },
      ...(search.trim() === '' ? {} : { search: search.trim() }),
      ...(sort.length === 0 ? {} : { sort: sort as NonNullable<ProspectInput['sort']> }), // fields of the columns' own list
    }
    return {
      key: JSON.stringify(input),
      scope,
      hasDetails: false,
      fetch: (wanted: BlockAsk) => ask('prospects.page', { ...input, ...windowOf(wanted) }),
    }
  }, [scope, columns, sorting, search, status])
  const blocks = useBlocks<ProspectRow>(query)
  return { scope, columns, arrangement, search, status, query, blocks }
}

type FiltersBarProps = { readonly counts: typeof NO_COUNTS; readonly onDone: () => void }

const FiltersBar = ({ counts, onDone }: FiltersBarProps) => {
  const { search, status } = useFilters()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={css.filters}>
      <SearchInput
        inputRef={input}
        label="Filter by site or title"
        placeholder="Filter prospects"
        icon={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(value) => useFilters.setState({ search: value })}
        onDone={onDone}
      />
      <Chip.Group multiple value={[...status]} onChange={(next) => useFilters.setState({ status: next })}>
        {counts.map((each) => (
          <Chip key={each.status} size="xs" value={each.status}>
            {each.status.replaceAll('_', ' ')} {formatWhole(each.count)}
          </Chip>
        ))}
      </Chip.Group>
    </div>
  )
}

export const ProspectsView = () => {
  const { scope, columns, arrangement, search, status, query, blocks } = useProspects()
  const brand = useBrand(scope)
  const summary = useDesk('prospects.page', { brandIds: brandIdsOf(scope), limit: 1 }).value
  const table = useRef<DataTableHandle>(null)
  const [isSelecting, setIsSelecting] = useState(false)
  const [opened, setOpened] = useState<ProspectRow | null>(null)
  const shown = opened !== null && (scope === 'all' || opened.brandId === scope) ? opened : null
  useRefreshOnChange(blocks.cache, brandIdsOf(scope), isSelecting)
  const focusRows = useCallback(() => table.current?.focus(), [])
  const close = () => {
    if (shown === null) return false
    setOpened(null)
    focusRows()
    return true
  }
  const { asOf, shownKey } = blocks.snapshot
  return (
    <TablePage
      title="Prospects"
      note={shownKey === null ? null : <FreshnessLabel asOf={asOf} dataset="prospects" />}
      top={
        <>
          <FiltersBar counts={summary?.statusCounts ?? NO_COUNTS} onDone={focusRows} />
          <BrandWork scope={scope} statuses={summary?.statuses ?? NO_STATUSES} />
        </>
      }
      table={
        <DataTable
          ref={table}
          label={`Prospects of ${brand?.name ?? 'all brands'}`}
          rowWords={ROW_WORDS}
          columns={columns}
          layout={arrangement.layout}
          startLayout={arrangement.start}
          onLayout={arrangement.setLayout}
          blocks={blocks}
          query={query}
          onOpen={setOpened}
          onClose={close}
          {...(shown === null ? {} : { onActive: setOpened })}
          onSelecting={setIsSelecting}
          empty={
            <ViewEmpty
              scope={scope}
              asOf={asOf}
              datasets={['prospects', 'contacts']}
              isFiltered={search.trim() !== '' || status.length > 0}
              onClear={clearFilters}
              icons={{
                none: <IconWorldSearch size={22} />,
                filtered: <IconFilterOff size={22} />,
                never: <IconRefresh size={22} />,
              }}
              words={{ many: 'prospects', teaches: 'Prospects are sites where a link to the brand would fit.' }}
            />
          }
        />
      }
      side={shown === null ? null : <ProspectDetail row={shown} onClose={close} />}
    />
  )
}

import { Chip } from '@mantine/core'
import { IconFilterOff, IconHierarchy2, IconRefresh, IconSearch } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { create } from 'zustand'
import type { ClusterRow } from '../../../src-shared/desk/clusters.ts'
import type { CallInput } from '../../../src-shared/desk/contract.ts'
import { ask } from '../../data/desk.ts'
import { windowOf } from '../../data/desk-query.ts'
import { useBlocks, useRefreshOnChange } from '../../data/use-blocks.ts'
import { useDesk } from '../../data/use-desk.ts'
import { FreshnessLabel } from '../../parts/freshness-label.tsx'
import { useBrand } from '../../state/brands.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { DataTable, type DataTableHandle } from '../../table/data-table.tsx'
import { readLayout, writeLayout } from '../../table/layout.ts'
import { SavedViews } from '../../table/saved-views.tsx'
import { SearchInput } from '../../table/search-input.tsx'
import { toSortKeys } from '../../table/sorting.ts'
import css from '../../table/table-page.module.css'
import { TablePage } from '../../table/table-page.tsx'
import { useLayout } from '../../table/use-layout.ts'
import { ViewEmpty } from '../../table/view-empty.tsx'
import { ALL_BRANDS_CLUSTERS, CLUSTER_SORTING, ONE_BRAND_CLUSTERS } from './cluster-columns.tsx'
import { ClusterDetail } from './cluster-detail.tsx'
import { ClusterSummary } from './cluster-summary.tsx'

type Filters = { readonly search: string; readonly trends: readonly string[] }
const NO_FILTERS: Filters = { search: '', trends: [] }
const useFilters = create<Filters>()(() => NO_FILTERS)
const clearFilters = (): void => useFilters.setState(NO_FILTERS)

const ROW_WORDS = ['cluster', 'clusters'] as const
type ClusterInput = CallInput<'clusters.page'>

const useClusters = () => {
  const scope = useScope()
  const columns = scope === 'all' ? ALL_BRANDS_CLUSTERS : ONE_BRAND_CLUSTERS
  const arrangement = useLayout({
    view: scope === 'all' ? 'clusters.all' : 'clusters',
    columns,
    sorting: CLUSTER_SORTING,
  })
  const { search, trends } = useFilters()
  const { sorting } = arrangement.layout
  const query = useMemo(() => {
    const sort = toSortKeys(columns, [...sorting])
    const input: ClusterInput = {
      brandIds: brandIdsOf(scope),
      filter: trends.length === 0 ? {} : { trend: [...trends] },
      ...(search.trim() === '' ? {} : { search: search.trim() }),
      ...(sort.length === 0 ? {} : { sort: sort as NonNullable<ClusterInput['sort']> }), // fields of the columns' own list
    }
    return {
      key: JSON.stringify(input),
      scope,
      hasDetails: false,
      fetch: (wanted: Parameters<typeof windowOf>[0]) => ask('clusters.page', { ...input, ...windowOf(wanted) }),
    }
  }, [scope, columns, sorting, search, trends])
  const blocks = useBlocks<ClusterRow>(query)
  return { scope, columns, arrangement, search, trends, query, blocks }
}

type FiltersBarProps = { readonly words: readonly string[]; readonly onDone: () => void }

const FiltersBar = ({ words, onDone }: FiltersBarProps) => {
  const { search, trends } = useFilters()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={css.filters}>
      <SearchInput
        inputRef={input}
        label="Filter by cluster"
        placeholder="Filter clusters"
        icon={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(value) => useFilters.setState({ search: value })}
        onDone={onDone}
      />
      <Chip.Group multiple value={[...trends]} onChange={(next) => useFilters.setState({ trends: next })}>
        {words.map((word) => (
          <Chip key={word} size="xs" value={word}>
            {word}
          </Chip>
        ))}
      </Chip.Group>
    </div>
  )
}

export const ClustersView = () => {
  const { scope, columns, arrangement, search, trends, query, blocks } = useClusters()
  const { layout, setLayout, start } = arrangement
  const brand = useBrand(scope)
  const summary = useDesk('clusters.summary', { brandIds: brandIdsOf(scope) }).value
  const table = useRef<DataTableHandle>(null)
  const [isSelecting, setIsSelecting] = useState(false)
  const [opened, setOpened] = useState<ClusterRow | null>(null)
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
      title="Topic clusters"
      note={shownKey === null ? null : <FreshnessLabel asOf={asOf} dataset="clusters" />}
      top={
        <>
          <ClusterSummary summary={scope === 'all' ? summary?.all : summary?.rows[0]} />
          <FiltersBar words={summary?.trends ?? []} onDone={focusRows} />
        </>
      }
      table={
        <DataTable
          ref={table}
          label={`Topic clusters of ${brand?.name ?? 'all brands'}`}
          rowWords={ROW_WORDS}
          columns={columns}
          layout={layout}
          startLayout={start}
          onLayout={setLayout}
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
              datasets={['clusters']}
              isFiltered={search.trim() !== '' || trends.length > 0}
              onClear={clearFilters}
              icons={{
                none: <IconHierarchy2 size={22} />,
                filtered: <IconFilterOff size={22} />,
                never: <IconRefresh size={22} />,
              }}
              words={{
                many: 'topic clusters',
                teaches: 'The service groups keywords and prompts into topic clusters.',
              }}
            />
          }
          barEnd={
            <SavedViews
              view="clusters"
              current={() => ({ layout: writeLayout(layout), search, trends: [...trends] })}
              onOpen={(state) => {
                setLayout(readLayout(columns, state.layout, start))
                useFilters.setState({
                  search: typeof state.search === 'string' ? state.search : '',
                  trends: Array.isArray(state.trends) ? state.trends.filter((word) => typeof word === 'string') : [],
                })
              }}
            />
          }
        />
      }
      side={shown === null ? null : <ClusterDetail row={shown} onClose={close} />}
    />
  )
}

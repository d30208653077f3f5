import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RankRow } from '../../../src-shared/desk/rankings.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { useBlocks, useRefreshOnChange } from '../../data/use-blocks.ts'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { FreshnessLabel } from '../../parts/freshness-label.tsx'
import { useBrand, useBrands } from '../../state/brands.ts'
import { brandIdsOf, setParams, useLocation, useParams, useScope } from '../../state/location.ts'
import { clearFilters, setFilters, useFilters, useSlice } from '../../state/rankings-store.ts'
import { brandsOneKeyAway } from '../../state/switching.ts'
import { useUi } from '../../state/ui.ts'
import { DataTable, type DataTableHandle } from '../../table/data-table.tsx'
import { FilterChips } from '../../table/filter-chips.tsx'
import { readLayout, writeLayout } from '../../table/layout.ts'
import { SavedViews } from '../../table/saved-views.tsx'
import { toSortKeys } from '../../table/sorting.ts'
import { TablePage } from '../../table/table-page.tsx'
import { useLayout } from '../../table/use-layout.ts'
import { ExportNote } from './export-note.tsx'
import { FilterBar } from './filter-bar.tsx'
import { KeywordDetail } from './keyword-detail.tsx'
import { ALL_BRANDS_COLUMNS, ONE_BRAND_COLUMNS, RANK_SORTING } from './rank-columns.tsx'
import { rankInput, rankQuery } from './rank-query.ts'
import { rankChips } from './rank-words.ts'
import { RankingsEmpty } from './rankings-empty.tsx'
import { readFilters, writeFilters } from './saved-filters.ts'
import { exportRankings } from './use-export.ts'

const ROW_WORDS = ['keyword', 'keywords'] as const

const openRow = (row: RankRow): void => setParams({ brand: row.brandId, keyword: row.keyword })

/** The layout of "all brands" has one column more; the two are remembered apart. */
const useRankTable = () => {
  const scope = useScope()
  const isAll = scope === 'all'
  const columns = isAll ? ALL_BRANDS_COLUMNS : ONE_BRAND_COLUMNS
  const arrangement = useLayout({ view: isAll ? 'rankings.all' : 'rankings', columns, sorting: RANK_SORTING })
  const filters = useFilters()
  const slice = useSlice()
  const { sorting } = arrangement.layout
  const input = useMemo(
    () => rankInput(filters, { brandIds: brandIdsOf(scope), slice, sort: toSortKeys(columns, [...sorting]) }),
    [filters, scope, slice, columns, sorting],
  )
  const query = useMemo(() => rankQuery(input), [input])
  const blocks = useBlocks(query)
  const { cache } = blocks
  // The next brand's rows are asked for before the page is painted for it; the same question comes again with the
  // paint and is then under way already.
  useEffect(
    () =>
      useLocation.subscribe((now, before) => {
        if (now.scope === before.scope || isAll || now.scope === 'all' || now.view !== 'rankings') return
        cache.ask(rankQuery({ ...input, brandIds: brandIdsOf(now.scope) }))
      }),
    [cache, input, isAll],
  )
  useEffect(() => {
    if (isAll) return
    const readAhead = () => {
      const near = brandsOneKeyAway(useBrands.getState().list, scope)
      const { pointed } = useUi.getState()
      const brandIds = new Set(pointed === null ? near : [pointed, ...near])
      cache.readAhead(Array.from(brandIds, (brandId) => rankQuery({ ...input, brandIds: [brandId] })))
    }
    readAhead()
    const stops = [useBrands.subscribe(readAhead), useUi.subscribe(readAhead)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [cache, input, scope, isAll])
  return { scope, columns, arrangement, filters, slice, input, query, blocks }
}

export const RankingsView = () => {
  const { scope, columns, arrangement, filters, slice, input, query, blocks } = useRankTable()
  const { layout, setLayout, start } = arrangement
  const brand = useBrand(scope)
  const params = useParams()
  const searchInput = useRef<HTMLInputElement>(null)
  const table = useRef<DataTableHandle>(null)
  const [isSelecting, setIsSelecting] = useState(false)
  const [opened, setOpened] = useState<RankRow | null>(null)
  useRefreshOnChange(blocks.cache, input.brandIds ?? 'all', isSelecting)

  const focusRows = useCallback(() => table.current?.focus(), [])
  const open = useCallback((row: RankRow) => {
    setOpened(row)
    openRow(row)
  }, [])
  // An address may name a keyword of another brand: it is not shown under this one's name.
  const isOpen =
    params.keyword !== undefined && params.brand !== undefined && (scope === 'all' || params.brand === scope)
  const close = () => {
    if (!isOpen) return false
    setParams({ brand: '', keyword: '' })
    focusRows()
    return true
  }
  const { total, asOf, shownKey } = blocks.snapshot
  const exportWhat = `${plural(total, 'keyword')} of ${brand === undefined ? 'all brands' : isolate(brand.name)}`
  const canExport = total > 0
  useCommands([
    {
      id: 'desk.export',
      title: `Export ${exportWhat} as CSV`,
      group: 'Rankings',
      keys: ['mod+e'],
      isEnabled: () => canExport,
      run: () => void exportRankings(input, 'csv'),
    },
    {
      id: 'rankings.export-json',
      title: `Export ${exportWhat} as JSON`,
      group: 'Rankings',
      isEnabled: () => canExport,
      run: () => void exportRankings(input, 'json'),
    },
    { id: 'rankings.clear', title: 'Clear the filters', group: 'Rankings', run: clearFilters },
  ])

  return (
    <TablePage
      title="Rankings"
      note={shownKey === null ? null : <FreshnessLabel asOf={asOf} />}
      actions={
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" disabled={!canExport} leftSection={<IconDownload size={14} aria-hidden />}>
              Export
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{exportWhat}</Menu.Label>
            <Menu.Item onClick={() => void exportRankings(input, 'csv')}>CSV</Menu.Item>
            <Menu.Item onClick={() => void exportRankings(input, 'json')}>JSON</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      }
      top={
        <>
          <FilterBar searchInput={searchInput} onDone={focusRows} />
          <FilterChips chips={rankChips(filters, setFilters)} onClear={clearFilters} />
        </>
      }
      table={
        <DataTable
          ref={table}
          label={brand === undefined ? 'Rankings of all brands' : `Rankings of ${isolate(brand.name)}`}
          rowWords={ROW_WORDS}
          columns={columns}
          layout={layout}
          startLayout={start}
          onLayout={setLayout}
          blocks={blocks}
          query={query}
          onOpen={open}
          onClose={close}
          {...(isOpen ? { onActive: open } : {})}
          onSelecting={setIsSelecting}
          empty={<RankingsEmpty scope={scope} asOf={asOf} slice={slice} filters={filters} />}
          barEnd={
            <SavedViews
              view="rankings"
              current={() => ({ layout: writeLayout(layout), filters: writeFilters(filters) })}
              onOpen={(state) => {
                setFilters(readFilters(state.filters))
                setLayout(readLayout(columns, state.layout, start))
              }}
            />
          }
        />
      }
      side={
        isOpen && params.brand !== undefined && params.keyword !== undefined ? (
          <KeywordDetail
            brandId={params.brand}
            keyword={params.keyword}
            row={opened?.brandId === params.brand && opened.keyword === params.keyword ? opened : null}
            slice={slice}
            onClose={close}
          />
        ) : null
      }
      foot={<ExportNote />}
    />
  )
}

import { useCallback, useEffect, useMemo, useState } from 'react'
import type { BrandIds } from '../../../src-shared/desk/common.ts'
import type { RankFilter, RankRow } from '../../../src-shared/desk/rankings.ts'
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { type RankInput, rankQuery } from '../../data/rank-rows.ts'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { comparisonText } from '../../format/periods.ts'
import { usePainted } from '../../parts/use-painted.ts'
import { brandsOneKeyAway, useBrand, useBrands } from '../../state/brands.ts'
import { clear } from '../../state/filters/lists.ts'
import {
  bandFilter,
  type RankFilters,
  readRankFilters,
  useRankFilters,
  useSlice,
} from '../../state/filters/rankings.ts'
import { brandIdsOf, useAsOfDay, useLocation, useScope } from '../../state/location.ts'
import { useUi } from '../../state/ui.ts'
import type { SortKey } from '../../table/column.ts'
import { TableView } from '../../table/table-view.tsx'
import { useTable } from '../../table/use-table.ts'
import { FilterBar } from './filter-bar.tsx'
import { KeywordActions } from './keyword-actions.tsx'
import { KeywordDetail } from './keyword-detail.tsx'
import { RANK_COLUMNS, RANK_SORTING } from './rank-columns.tsx'
import { rankChips } from './rank-labels.ts'
import { RankStrip, type Totals } from './rank-strip.tsx'
import { isUsualWhen, whenAsOfDay } from './rank-when.ts'
import { RankingsEmpty } from './rankings-empty.tsx'
import { useOpenedKeyword } from './use-opened-keyword.ts'

const rankFilter = (filters: RankFilters): RankFilter => {
  const { changes, tags, page, pageAddress, clicksMin, impressionsMin } = filters
  return {
    ...bandFilter(filters.band, { min: filters.bandMin, max: filters.bandMax }),
    ...(changes.length === 0 ? {} : { change: [...changes] }),
    ...(filters.isStarred ? { starred: true } : {}),
    ...(filters.isTracked ? { tracked: true } : {}),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(page === '' ? {} : { page }),
    ...(pageAddress === '' ? {} : { pageAddress }),
    ...(clicksMin === null ? {} : { clicksMin }),
    ...(impressionsMin === null ? {} : { impressionsMin }),
  }
}

type RankScope = {
  readonly brandIds: BrandIds
  readonly slice: Slice
  readonly sort: readonly SortKey[]
  /** The earlier day that is shown. */
  readonly asOfDay?: string | undefined
}

/** The filters as input of the desk's calls: for the page and the export. */
export const rankInput = (filters: RankFilters, { brandIds, slice, sort, asOfDay }: RankScope): RankInput => ({
  brandIds,
  slice,
  filter: rankFilter(filters),
  ...(filters.search.trim() === '' ? {} : { search: filters.search.trim() }),
  ...whenAsOfDay(filters, asOfDay),
  ...(sort.length === 0 ? {} : { sort: [...sort] as NonNullable<RankInput['sort']> }), // fields of the columns' own list
})

const clearFilters = () => clear(useRankFilters)

const ROW_NOUNS = ['keyword', 'keywords'] as const

/** The rows, and those that will probably be shown next. */
const useRankTable = () => {
  const scope = useScope()
  const isAll = scope === 'all'
  const filters = useRankFilters()
  const slice = useSlice()
  const asOfDay = useAsOfDay()
  const table = useTable<RankRow>({
    view: 'rankings',
    columns: RANK_COLUMNS,
    sorting: RANK_SORTING,
    query: (sort) => rankQuery(rankInput(filters, { brandIds: brandIdsOf(scope), slice, sort, asOfDay })),
  })
  const { sort } = table
  const { cache } = table.grid.blocks
  const input = useMemo(
    () => rankInput(filters, { brandIds: brandIdsOf(scope), slice, sort, asOfDay }),
    [filters, scope, slice, sort, asOfDay],
  )
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
  /** What the figures of a row depend on. */
  const figures = JSON.stringify([whenAsOfDay(filters, asOfDay), slice])
  return { table, filters, slice, input, figures, isUsual: isUsualWhen(filters) && asOfDay === undefined }
}

/** What the rows add up to, asked for once the first of them are shown. */
const useTotals = (isShown: boolean, { sort: _sort, ...input }: RankInput) =>
  useDesk('rankings.totals', isShown ? input : null).value

/** What the figures of a row compare; the list and its totals name the same periods. */
const comparedIn = (totals: Totals | undefined, isUsual: boolean) => {
  const { period, comparePeriod } = totals ?? {}
  if (period == null || comparePeriod == null) return {}
  const label = comparisonText(period, comparePeriod)
  // The chart shows the last 28 days anyway.
  if (isUsual) return { label }
  return {
    label,
    periods: [
      { ...comparePeriod, label: 'Before' },
      { ...period, label: 'Now' },
    ] as const,
  }
}

export const RankingsView = () => {
  const { table, filters, slice, input, figures, isUsual } = useRankTable()
  const { scope, freshAsOf } = table
  const isPainted = usePainted(scope)
  const totals = useTotals(isPainted && table.grid.blocks.snapshot.shownKey !== null, input)
  const brand = useBrand(scope)
  const opened = useOpenedKeyword()
  const { cache } = table.grid.blocks
  const [read, setRead] = useState<{ readonly row: RankRow; readonly figures: string } | null>(null)
  const open = useCallback(
    (next: RankRow) => {
      // Rows of the question before stay on screen until those of this one are here.
      const isOfNow = cache.snapshot().shownKey === rankQuery(input).key
      setRead(isOfNow ? { row: next, figures } : null)
      opened.open(next)
    },
    [opened.open, cache, input, figures],
  )
  /** Another period has other figures. */
  const row = read?.figures === figures ? read.row : null
  useCommands('Rankings', [{ id: 'rankings.clear', title: 'Clear filters', run: clearFilters }])

  return (
    <TableView
      table={table}
      title="Rankings"
      label={brand === undefined ? 'Rankings of all brands' : `Rankings of ${isolate(brand.name)}`}
      rowNouns={ROW_NOUNS}
      barStart={table.picked === 0 ? null : <KeywordActions picks={table.picks} />}
      top={
        <>
          <RankStrip totals={totals} isUsual={isUsual} scope={scope} slice={slice} />
          <FilterBar onDone={table.focus} />
        </>
      }
      filters={{ chips: rankChips(filters, useRankFilters.setState), onClear: clearFilters }}
      opened={{ ...opened, open }}
      side={({ brandId, keyword }, close) => (
        <KeywordDetail
          brandId={brandId}
          keyword={keyword}
          row={row?.brandId === brandId && row.keyword === keyword ? row : null}
          slice={slice}
          {...comparedIn(totals, isUsual)}
          onClose={close}
        />
      )}
      saved={{
        write: () => ({ filters }),
        read: (state) => useRankFilters.setState(readRankFilters(state.filters)),
      }}
      empty={<RankingsEmpty scope={scope} freshAsOf={freshAsOf} slice={slice} filters={filters} totals={totals} />}
    />
  )
}

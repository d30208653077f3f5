import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowsSort, IconColumns3, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useCallback, useMemo, useRef } from 'react'
import type { BrandOverview } from '../../../src-shared/desk/brands.ts'
import type { OverviewSort } from '../../../src-shared/desk/values/overview-order.ts'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { periodText } from '../../format/periods.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Page, Panel } from '../../parts/panel.tsx'
import type { VirtualBodyHandle } from '../../parts/virtual-body.tsx'
import { useHasNoBrands } from '../../state/brands.ts'
import { useNarrowedExport } from '../../state/exporting.tsx'
import { go, setParams, useAsOfDay, useParams } from '../../state/location.ts'
import { OVERVIEW_ROWS, overviewAsked, queryFromParams } from '../../state/overview-asked.ts'
import { setPreference, usePreference } from '../../state/settings.ts'
import { runSync } from '../../state/sync.ts'
import { useUrgent } from '../../state/today.ts'
import { openDialog } from '../../state/ui.ts'
import { useRowKeys } from '../../table/use-row-keys.ts'
import { NothingFits } from '../../table/view-empty.tsx'
import { Welcome } from '../brands/welcome.tsx'
import { BRAND_COLUMNS, type BrandColumn } from './brand-columns.tsx'
import { BrandFilters } from './brand-filters.tsx'
import { BrandTable } from './brand-table.tsx'
import { Totals } from './totals.tsx'

// Which columns all brands show: what the person chose, else what the window has room for.
const KEY = 'overview.columns'

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const useBrandColumns = () => {
  const chosen = usePreference(KEY)
  const isMedium = useMediaQuery('(min-width: 1400px)', undefined, { getInitialValueInEffect: false })
  const isWide = useMediaQuery('(min-width: 1600px)', undefined, { getInitialValueInEffect: false })
  const roomPx = isWide ? 1600 : isMedium ? 1400 : 0
  const columns = useMemo(() => {
    const isShown = ({ title, fromPx = 0 }: BrandColumn) =>
      isTexts(chosen) ? chosen.includes(title) : fromPx <= roomPx
    return BRAND_COLUMNS.filter((column, index) => index === 0 || isShown(column))
  }, [chosen, roomPx])
  const choose = (titles: readonly string[] | null) => setPreference(KEY, titles === null ? null : [...titles])
  return { columns, choose }
}

type Props = {
  readonly columns: readonly BrandColumn[]
  /** Null: what the window has room for. */
  readonly onChoose: (titles: readonly string[] | null) => void
}

const BrandColumnChooser = ({ columns, onChoose }: Props) => {
  const shown = columns.map(({ title }) => title)
  const toggle = (title: string) =>
    onChoose(shown.includes(title) ? shown.filter((each) => each !== title) : [...shown, title])
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="subtle" color="gray" size="compact-xs" leftSection={<IconColumns3 size={14} aria-hidden />}>
          Columns {columns.length} of {BRAND_COLUMNS.length}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={8}>
          {BRAND_COLUMNS.slice(1).map(({ title }) => (
            <Checkbox
              key={title}
              size="xs"
              label={title}
              checked={shown.includes(title)}
              onChange={() => toggle(title)}
            />
          ))}
          <Button variant="default" size="compact-xs" onClick={() => onChoose(null)}>
            Reset columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

const openBrand = (brandId: string) => go({ view: 'overview', scope: brandId })
const sortBy = (sort: OverviewSort, isDescending: boolean) => setParams({ sort, order: isDescending ? 'desc' : 'asc' })
const sameIds = (brandIds: readonly string[]) => brandIds
const noFilter = () => setParams({ q: '', tag: '', health: '' })

const NO_ROWS: readonly BrandOverview[] = []
const NO_IDS: readonly string[] = []

/** The first rows, and all brands that fit in their order. */
const useRows = () => {
  const asOfDay = useAsOfDay()
  const then = asOfDay === undefined ? {} : { asOfDay }
  const params = useParams()
  const query = useMemo(() => queryFromParams(params), [params])
  const urgent = useUrgent(({ byBrand }) => byBrand)
  const attention = useMemo(() => [...urgent.keys()].sort(), [urgent])
  const needy = attention.length === 0 ? {} : { attention }
  const { value, error, reload } = useDesk('brands.overview', { ...overviewAsked(query), ...needy, ...then })
  const whole = value?.whole
  const brandIds = whole?.brandIds ?? NO_IDS
  const asked = brandIds.length === whole?.brands ? ('all' as const) : [...brandIds]
  const { value: ranks } = useDesk('rankings.totals', brandIds.length === 0 ? null : { brandIds: asked, ...then })
  const blocks = useMemo(() => ({ brandIds, blockRows: OVERVIEW_ROWS, asOfDay }), [brandIds, asOfDay])
  return {
    whole,
    first: value?.rows ?? NO_ROWS,
    blocks,
    bands: ranks?.bands,
    period: ranks?.period,
    query,
    error,
    reload,
  }
}

type RowsProps = Pick<ReturnType<typeof useRows>, 'first' | 'blocks' | 'query'> & { readonly brands: number }

const Rows = ({ first, blocks, query, brands }: RowsProps) => {
  const body = useRef<VirtualBodyHandle>(null)
  const ids = blocks.brandIds
  const reveal = useCallback((index: number) => body.current?.reveal(index), [])
  const { active, selected, pick, clear } = useRowKeys({ ids, onOpen: openBrand, onMove: reveal, hasRanges: true })
  const isFiltered = ids.length < brands
  const picked = useMemo(() => ids.filter((id) => selected.has(id)), [ids, selected])
  // With keys, the file has the order of the table.
  useNarrowedExport({ matching: isFiltered ? ids : null, picked, keysOf: sameIds })
  const latestPick = useRef(pick)
  latestPick.current = pick
  const onPick = useCallback((index: number, isRange: boolean) => latestPick.current(index, isRange), [])
  const { columns, choose } = useBrandColumns()
  const count = isFiltered ? `${ids.length} of ${plural(brands, 'brand')}` : plural(brands, 'brand')
  return (
    <Panel
      title={count}
      isFlush
      aside={
        selected.size === 0 ? (
          <BrandColumnChooser columns={columns} onChoose={choose} />
        ) : (
          <>
            <Button variant="subtle" color="gray" onClick={clear}>
              Clear
            </Button>
            <Button leftSection={<IconRefresh size={14} />} onClick={() => void runSync({ brandIds: [...selected] })}>
              Sync {plural(selected.size, 'selected brand')}
            </Button>
          </>
        )
      }
    >
      {ids.length === 0 ? (
        <NothingFits title="No brands match this filter" clearLabel="Show all brands" onClear={noFilter} />
      ) : (
        <BrandTable
          {...{ first, blocks, columns, active, selected, onPick }}
          sort={query.sort}
          isDescending={query.isDescending}
          onSort={sortBy}
          onOpen={openBrand}
          ref={body}
        />
      )}
    </Panel>
  )
}

/** All brands at a glance, from the cache alone. */
export const AllBrands = () => {
  const { whole, bands, period, query, error, reload, ...rows } = useRows()
  const isEmpty = useHasNoBrands()
  if (isEmpty) return <Welcome />
  return (
    <Page
      note={period == null ? null : `Last 28 days (${periodText(period)})`}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconArrowsSort size={14} />}
            onClick={() => go({ view: 'movers', scope: 'all' })}
          >
            Movers of all brands
          </Button>
          <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => openDialog('add-brands')}>
            Add brands
          </Button>
        </>
      }
    >
      <ErrorNotice title="The overview could not be loaded" error={error} onRetry={reload} />
      {whole?.brandIds.length === 0 ? null : <Totals whole={whole} bands={bands} />}
      <BrandFilters query={query} counts={whole?.healths} />
      {whole === undefined ? null : <Rows {...rows} query={query} brands={whole.brands} />}
    </Page>
  )
}

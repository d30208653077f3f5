import { SegmentedControl, Select } from '@mantine/core'
import { useCallback, useMemo, useRef, useState } from 'react'
import { create } from 'zustand'
import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/slice.ts'
import type { BlockQuery } from '../../data/block-cache.ts'
import { ask } from '../../data/desk.ts'
import { localQuery, sortRows } from '../../data/desk-query.ts'
import { useBlocks, useRefreshOnChange } from '../../data/use-blocks.ts'
import { useDesk } from '../../data/use-desk.ts'
import { FreshnessLabel } from '../../parts/freshness-label.tsx'
import { useBrand } from '../../state/brands.ts'
import { brandIdsOf, setParams, useParams, useScope } from '../../state/location.ts'
import { DataTable, type DataTableHandle } from '../../table/data-table.tsx'
import { toSortKeys } from '../../table/sorting.ts'
import css from '../../table/table-page.module.css'
import { TablePage } from '../../table/table-page.tsx'
import { useLayout } from '../../table/use-layout.ts'
import { KeywordDetail } from './keyword-detail.tsx'
import { chosenDays, type DayPair } from './mover-days.ts'
import { ALL_BRANDS_MOVERS, moverField, ONE_BRAND_MOVERS } from './movers-columns.tsx'
import { MoversEmpty } from './movers-empty.tsx'

type Kind = 'any' | Mover['kind']
type Chosen = { readonly from?: string; readonly to?: string; readonly kind: Kind }

/** Outlives the change of a brand. */
const useChosen = create<Chosen>()(() => ({ kind: 'any' }))

const KINDS = [
  { value: 'any', label: 'All' },
  { value: 'up', label: 'Climbed' },
  { value: 'down', label: 'Fell' },
  { value: 'new', label: 'New' },
  { value: 'lost', label: 'Lost' },
] as const satisfies readonly { value: Kind; label: string }[]

const LIMIT = 500
const NO_SORTING = [] as const
const ROW_WORDS = ['mover', 'movers'] as const

const NO_DAYS: BlockQuery<Mover> = {
  key: '',
  scope: '',
  hasDetails: false,
  fetch: async () => ({ ok: true, value: { rows: [], total: 0, nextCursor: null, asOf: null } }),
}

const useMovers = () => {
  const scope = useScope()
  const { kind, ...chosen } = useChosen()
  const brandIds = brandIdsOf(scope)
  const { value } = useDesk('rankings.days', { brandIds })
  const days = value?.days ?? []
  const pair = value === undefined ? null : chosenDays(days, chosen)
  const columns = scope === 'all' ? ALL_BRANDS_MOVERS : ONE_BRAND_MOVERS
  const arrangement = useLayout({ view: scope === 'all' ? 'movers.all' : 'movers', columns, sorting: NO_SORTING })
  const { sorting } = arrangement.layout
  const key = JSON.stringify([scope, pair, kind, sorting])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is all of it written out
  const query = useMemo(() => {
    if (pair === null) return NO_DAYS
    const sort = toSortKeys(columns, [...sorting])
    return localQuery<Mover>({
      key,
      scope,
      load: async () => {
        const reply = await ask('rankings.movers', { brandIds, ...pair, kind, limit: LIMIT })
        if (!reply.ok) return reply
        const { rows, asOf } = reply.value
        return { ok: true, value: { rows: sort.length === 0 ? rows : sortRows(rows, sort, moverField), asOf } }
      },
    })
  }, [key])
  const blocks = useBlocks(query)
  return { scope, kind, days, pair, isAsking: value === undefined, columns, arrangement, query, blocks }
}

type DaysBarProps = {
  readonly days: readonly { day: string; brands: number }[]
  readonly pair: DayPair | null
  readonly kind: Kind
}

const DaysBar = ({ days, pair, kind }: DaysBarProps) => {
  const all = days.map(({ day }) => day)
  return (
    <div className={css.filters}>
      <SegmentedControl
        aria-label="Kind of move"
        data={[...KINDS]}
        value={kind}
        onChange={(next) => useChosen.setState({ kind: next as Kind })} // one of KINDS
      />
      <Select
        aria-label="From day"
        leftSection="From"
        leftSectionWidth={46}
        w={160}
        searchable
        allowDeselect={false}
        disabled={pair === null}
        data={all.filter((day) => pair !== null && day < pair.to)}
        value={pair?.from ?? null}
        onChange={(from) => from !== null && useChosen.setState({ from })}
      />
      <Select
        aria-label="To day"
        leftSection="to"
        leftSectionWidth={30}
        w={144}
        searchable
        allowDeselect={false}
        disabled={pair === null}
        data={all}
        value={pair?.to ?? null}
        onChange={(to) => to !== null && useChosen.setState({ to })}
      />
    </div>
  )
}

const openMover = ({ brandId, keyword }: Mover): void => setParams({ brand: brandId, keyword })

export const MoversView = () => {
  const { scope, kind, days, pair, isAsking, columns, arrangement, query, blocks } = useMovers()
  const brand = useBrand(scope)
  const params = useParams()
  const table = useRef<DataTableHandle>(null)
  const [isSelecting, setIsSelecting] = useState(false)
  useRefreshOnChange(blocks.cache, brandIdsOf(scope), isSelecting)
  const isOpen =
    params.keyword !== undefined && params.brand !== undefined && (scope === 'all' || params.brand === scope)
  const close = useCallback(() => {
    if (!isOpen) return false
    setParams({ brand: '', keyword: '' })
    table.current?.focus()
    return true
  }, [isOpen])
  const { total, asOf } = blocks.snapshot
  return (
    <TablePage
      title="Movers"
      note={pair === null ? null : <FreshnessLabel asOf={asOf} />}
      top={<DaysBar days={days} pair={pair} kind={kind} />}
      table={
        <DataTable
          ref={table}
          label={`Movers of ${brand?.name ?? 'all brands'}`}
          rowWords={ROW_WORDS}
          columns={columns}
          layout={arrangement.layout}
          startLayout={arrangement.start}
          onLayout={arrangement.setLayout}
          blocks={blocks}
          query={query}
          onOpen={openMover}
          onClose={close}
          {...(isOpen ? { onActive: openMover } : {})}
          onSelecting={setIsSelecting}
          empty={isAsking ? null : <MoversEmpty scope={scope} days={days.length} isPaired={pair !== null} />}
          barStart={total === LIMIT ? <span>the {LIMIT} largest moves</span> : null}
        />
      }
      side={
        isOpen && params.brand !== undefined && params.keyword !== undefined ? (
          <KeywordDetail
            brandId={params.brand}
            keyword={params.keyword}
            row={null}
            slice={DEFAULT_SLICE}
            onClose={close}
          />
        ) : null
      }
    />
  )
}

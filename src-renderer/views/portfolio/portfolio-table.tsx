import { memo, type Ref } from 'react'
import type { Dataset } from '../../../src-shared/desk/sync.ts'
import { Delta } from '../../charts/delta.tsx'
import { formatDecimal, formatShort, formatWhole } from '../../format/numbers.ts'
import { BrandMark } from '../../parts/brand-badge.tsx'
import { FreshnessLabel } from '../../parts/freshness-label.tsx'
import grid from '../../parts/grid-table.module.css'
import { type GridColumn, VirtualGridTable } from '../../parts/grid-table.tsx'
import { Name } from '../../parts/name.tsx'
import { TrendLine } from '../../parts/trend-line.tsx'
import type { VirtualBodyHandle } from '../../parts/virtual-body.tsx'
import classes from './portfolio.module.css'
import { CAUSE_LABELS, fetchedAtOf, HEALTH_LABELS, type PortfolioRow, type Sort } from './portfolio-rows.ts'

const COLUMNS: readonly GridColumn<Sort>[] = [
  { title: 'Brand', sort: 'name', width: '19%' },
  { title: 'Visibility', sort: 'visibility', width: '10.5%', isNumber: true },
  { title: 'Trend, 30 days', width: '10.5%' },
  { title: 'Avg. position', sort: 'avgPosition', width: '11%', isNumber: true },
  { title: 'Moves, 3 days', sort: 'realDown', width: '11.5%', isNumber: true },
  { title: 'Clicks', sort: 'clicks', width: '6.5%', isNumber: true },
  { title: 'Keywords', sort: 'keywords', width: '8%', isNumber: true },
  { title: 'Health', sort: 'health', width: '12.5%' },
  { title: 'Synced', sort: 'fetchedAt', width: '10.5%' },
]

/** Position and names are best read upwards, everything else from its largest down. */
const startsDescending = (sort: Sort): boolean => !['name', 'avgPosition', 'health'].includes(sort)

const RANKINGS: Dataset = 'rankings'

const Health = ({ overview }: Pick<PortfolioRow, 'overview'>) => (
  <span className={classes.health} data-health={overview.health} title={overview.healthReason ?? undefined}>
    {overview.healthCause === null ? HEALTH_LABELS[overview.health] : CAUSE_LABELS[overview.healthCause]}
  </span>
)

type RowProps = {
  readonly row: PortfolioRow
  readonly index: number
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly onOpen: (brandId: string) => void
}

const Row = memo(({ row: { brand, overview }, index, isActive, isSelected, onOpen }: RowProps) => (
  <tr
    className={grid.row}
    style={{ cursor: 'pointer' }}
    aria-rowindex={index + 2}
    data-active={isActive || undefined}
    data-selected={isSelected || undefined}
    aria-selected={isSelected || undefined}
    data-brand={brand.id}
    onClick={() => onOpen(brand.id)}
  >
    <td>
      <button type="button" className={grid.open} title={brand.name}>
        <BrandMark name={brand.name} colour={brand.colour} size="sm" />
        <span className={grid.openName}>
          <Name>{brand.name}</Name>
        </span>
      </button>
    </td>
    <td data-numbers>
      <span className={classes.pair}>
        {formatDecimal(overview.visibility)}
        <Delta change={overview.visibilityChange} of="score" />
      </span>
    </td>
    <td>
      <TrendLine values={overview.trend} />
    </td>
    <td data-numbers>
      <span className={classes.pair}>
        {formatDecimal(overview.avgPosition)}
        <Delta change={overview.avgPositionChange} of="position" />
      </span>
    </td>
    <td data-numbers>
      <span className={classes.pair}>
        <Delta change={overview.realUp === 0 ? null : overview.realUp} of="count" />
        <Delta change={overview.realDown ? -overview.realDown : null} of="count" />
      </span>
    </td>
    <td data-numbers>{formatShort(overview.clicks)}</td>
    <td
      data-numbers
      title={`${overview.ranking} ranking, ${overview.top10} in the top 10, ${overview.top3} in the top 3`}
    >
      {formatWhole(overview.keywords)}
    </td>
    <td>
      <Health overview={overview} />
    </td>
    <td>
      <FreshnessLabel
        asOf={fetchedAtOf(overview)}
        dataset={RANKINGS}
        isShort
        isBare
        hasFailed={overview.freshness.some(({ state }) => state === 'failed')}
      />
    </td>
  </tr>
))

type Props = {
  readonly rows: readonly PortfolioRow[]
  readonly sort: Sort
  readonly isDescending: boolean
  readonly onSort: (sort: Sort, isDescending: boolean) => void
  readonly active: number
  readonly selected: ReadonlySet<string>
  readonly onOpen: (brandId: string) => void
  readonly ref: Ref<VirtualBodyHandle>
}

export const PortfolioTable = ({ rows, active, selected, onOpen, ref, ...sorting }: Props) => (
  <VirtualGridTable
    label="All brands"
    columns={COLUMNS}
    sorting={{ ...sorting, startsDescending }}
    items={rows}
    keyOf={(row) => row.brand.id}
    ref={ref}
  >
    {(row, index) => (
      <Row
        row={row}
        index={index}
        isActive={index === active}
        isSelected={selected.has(row.brand.id)}
        onOpen={onOpen}
      />
    )}
  </VirtualGridTable>
)

import type { ReactNode } from 'react'
import type { Brand } from '../../../src-shared/desk/brands.ts'
import type { Dataset } from '../../../src-shared/desk/sync.ts'
import { FIGURES, type Figure } from '../../../src-shared/desk/values/figures.ts'
import type { OverviewSort } from '../../../src-shared/desk/values/overview-order.ts'
import { Delta } from '../../charts/delta.tsx'
import { TrendLine } from '../../charts/trend-line.tsx'
import { formatDecimal, formatShort, formatWhole, NO_VALUE } from '../../format/numbers.ts'
import { BrandMark } from '../../parts/brand-badge.tsx'
import { FreshnessLabel } from '../../parts/freshness-label.tsx'
import grid from '../../parts/grid-table.module.css'
import type { GridColumn } from '../../parts/grid-table.tsx'
import { Name } from '../../parts/name.tsx'
import { type BrandRow, fetchedAtOf, stateOf, stateText, stateTitle } from './brand-rows.ts'
import { MoveCount } from './move-count.tsx'
import classes from './overview.module.css'

export type BrandColumn = GridColumn<OverviewSort> & {
  /** Its part of the table's width. */
  readonly share: number
  /** Windows narrower than this leave it to the column chooser. */
  readonly fromPx?: number
  readonly titleOf?: (row: BrandRow) => string
  readonly cell: (row: BrandRow) => ReactNode
}

const { visibility, avgPosition, realMoves, lostClicks, clicks } = FIGURES
/** `Clicks of all keywords. Period: last 28 days`. */
const periodOf = ({ about, period }: Figure): string => `${about} Period: ${period}`
/** The same with what the change is against. */
const comparedOf = (figure: Figure): string => `${periodOf(figure)} ${figure.vs}`

const RANKINGS: Dataset = 'rankings'

type PairProps = { readonly value: ReactNode; readonly change: ReactNode; readonly areEqual?: true }

const Pair = ({ value, change, areEqual }: PairProps) => (
  <span className={classes.pair} data-equal={areEqual}>
    {value}
    {change}
  </span>
)

/** A figure with its change. */
const compared = (sort: 'visibility' | 'avgPosition', of: 'score' | 'position') => ({
  sort,
  isNumber: true,
  cell: ({ overview }: BrandRow) => (
    <Pair
      value={formatDecimal(overview[sort])}
      change={<Delta change={overview[`${sort}Change`]} of={of} vs={FIGURES[sort].vs} />}
    />
  ),
})

/** Clicks a day that were lost; what was gained all the same is no loss. */
const lostText = (clicks: number | null): string =>
  clicks === null ? NO_VALUE : clicks < 0.05 ? '0' : clicks < 10 ? formatDecimal(clicks) : formatShort(clicks)

/** Also of a row whose figures are still asked for. */
export const BrandCell = ({ brand }: { readonly brand: Brand }) => (
  <button type="button" className={grid.open} title={brand.name}>
    <BrandMark name={brand.name} colour={brand.colour} size="sm" />
    <span className={grid.openName}>
      <Name>{brand.name}</Name>
    </span>
  </button>
)

export const BRAND_COLUMNS: readonly BrandColumn[] = [
  { title: 'Brand', sort: 'name', share: 24, cell: ({ brand }) => <BrandCell brand={brand} /> },
  {
    title: 'Visibility',
    note: visibility.vs,
    share: 12,
    titleOf: () => comparedOf(visibility),
    ...compared('visibility', 'score'),
  },
  {
    title: '28-day trend',
    titleOf: () => 'Visibility by day',
    share: 11,
    fromPx: 1400,
    cell: ({ overview }) => <TrendLine values={overview.trend} />,
  },
  {
    title: 'Avg. position',
    note: avgPosition.vs,
    share: 16,
    titleOf: () => comparedOf(avgPosition),
    ...compared('avgPosition', 'position'),
  },
  {
    title: 'Real moves',
    note: realMoves.period,
    sort: 'realDown',
    share: 12,
    isNumber: true,
    titleOf: () => comparedOf(realMoves),
    cell: ({ overview: { realUp, realDown } }) => (
      <Pair
        areEqual
        value={<MoveCount count={realUp} way="climbed" />}
        change={<MoveCount count={realDown} way="fell" />}
      />
    ),
  },
  {
    title: 'Lost clicks a day',
    note: lostClicks.period,
    sort: 'lostClicks',
    share: 15,
    isNumber: true,
    titleOf: () => comparedOf(lostClicks),
    cell: ({ overview }) => lostText(overview.lostClicks),
  },
  {
    title: 'Clicks, 28 days',
    titleOf: () => periodOf(clicks),
    sort: 'clicks',
    share: 15,
    fromPx: 1400,
    isNumber: true,
    cell: ({ overview }) => formatShort(overview.clicks),
  },
  {
    title: 'Keywords',
    sort: 'keywords',
    share: 9,
    fromPx: 1600,
    isNumber: true,
    titleOf: ({ overview: { ranking, top10, top3 } }) =>
      `${ranking} ranking, ${top10} in the top 10, ${top3} in the top 3`,
    cell: ({ overview }) => formatWhole(overview.keywords),
  },
  {
    title: 'Status',
    sort: 'health',
    share: 14,
    titleOf: stateTitle,
    cell: (row) => (
      <span className={classes.health} data-health={stateOf(row)}>
        {stateText(row)}
      </span>
    ),
  },
  {
    title: 'Synced',
    sort: 'fetchedAt',
    share: 10,
    fromPx: 1600,
    cell: ({ overview }) => (
      <FreshnessLabel
        freshAsOf={fetchedAtOf(overview)}
        dataset={RANKINGS}
        isShort
        isBare
        hasFailed={overview.freshness.some(({ state }) => state === 'failed')}
      />
    ),
  },
]

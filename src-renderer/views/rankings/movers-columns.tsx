import type { Mover } from '../../../src-shared/desk/rankings.ts'
import css from '../../charts/charts.module.css'
import { Delta } from '../../charts/delta.tsx'
import { formatDecimal, formatWhole } from '../../format/numbers.ts'
import { brandName } from '../../state/brands.ts'
import { brandColumn, numberColumn, OpenText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { clicksChangeOf, moveEvent, usualText } from './mover-labels.ts'
import { NotRanking, positionText } from './rank-columns.tsx'
import { CHANGE_LABELS } from './rank-labels.ts'

type RangeLineProps = {
  /** Null: it did not rank before. */
  readonly usual: { readonly low: number; readonly high: number } | null
  /** Null: it does not rank now. */
  readonly now: number | null
}

const LN_END = Math.log(100)
/** Left is position 1, right is 100: equal steps are equal ratios, as a place means more at the top. */
const percentOf = (position: number): number => Math.min(100, (Math.log(Math.max(1, position)) / LN_END) * 100)

const labelOf = ({ usual, now }: RangeLineProps): string =>
  `${usual === null ? 'did not rank' : `usually ${formatDecimal(usual.low)} to ${formatDecimal(usual.high)}`}, ${
    now === null ? 'not ranking now' : `now ${formatDecimal(now)}`
  }`

/** The usual range of a keyword as a bar, and where it is now: a red diamond is worse, a green dot better. */
const RangeLine = ({ usual, now }: RangeLineProps) => {
  const isWorse = usual !== null && now !== null && now > usual.high
  const [left, right] = usual === null ? [0, 0] : [percentOf(usual.low), percentOf(usual.high)]
  const label = labelOf({ usual, now })
  return (
    <span className={css.range} role="img" aria-label={label} title={label}>
      {usual === null ? null : <span style={{ left: `${left}%`, width: `${Math.max(2, right - left)}%` }} />}
      {now === null ? null : <i data-worse={isWorse || undefined} style={{ left: `${percentOf(now)}%` }} />}
    </span>
  )
}

const position = (value: number | null) => (value === null ? <NotRanking /> : positionText(value))

const keyword: DataColumn<Mover> = {
  id: 'keyword',
  header: 'Keyword',
  widthPx: 160,
  grows: true,
  sortField: 'keyword',
  text: (row) => row.keyword,
  cell: (row) => <OpenText>{row.keyword}</OpenText>,
}

const positionColumn = (id: 'fromPosition' | 'toPosition', header: string, about: string): DataColumn<Mover> => ({
  id,
  header,
  about,
  widthPx: 72,
  align: 'end',
  sortField: id,
  text: (row) => positionText(row[id]),
  cell: (row) => position(row[id]),
})

const change = (about: string): DataColumn<Mover> =>
  numberColumn('size', {
    header: 'Change',
    about,
    widthPx: 84,
    text: (row) => (row.positionChange === null ? row.kind : String(row.positionChange)),
    cell: (row) => <Delta change={row.positionChange} of="position" event={moveEvent(row)} />,
  })

const impressions = (about: string): DataColumn<Mover> =>
  numberColumn('impressions', {
    header: 'Impressions',
    about,
    widthPx: 104,
    text: (row) => formatWhole(row.impressions),
  })

/** Before, now and change stand first: a detail that opens beside the table leaves them in sight. */
const allColumns: readonly DataColumn<Mover>[] = [
  keyword,
  positionColumn('fromPosition', 'Before', 'Position on the first day'),
  positionColumn('toPosition', 'Now', 'Position on the second day'),
  change('Places up (▲) or down (▼); new and lost count from position 101'),
  {
    id: 'kind',
    header: 'Move',
    widthPx: 84,
    sortField: 'kind',
    text: (row) => CHANGE_LABELS[row.kind],
  },
  numberColumn('clicks', { header: 'Clicks', widthPx: 84, text: (row) => formatWhole(row.clicks) }),
  impressions('Impressions on the second day'),
]

const realColumns: readonly DataColumn<Mover>[] = [
  keyword,
  positionColumn('fromPosition', 'Before', 'Usual position: the median of the 28 days before'),
  positionColumn('toPosition', 'Now', 'Mean position of the last 3 days'),
  change('Places up (▲) or down (▼) from the usual position to the last 3 days'),
  numberColumn('clicksChange', {
    header: 'Δ clicks a day',
    name: 'Change of clicks a day',
    about: 'Mean of the last 3 days vs the mean of the 28 days before',
    widthPx: 112,
    text: (row) => formatDecimal(clicksChangeOf(row)),
    cell: (row) => <Delta change={clicksChangeOf(row)} of="score" />,
  }),
  {
    id: 'usual',
    header: 'Usual range, now',
    about: 'From position 1 to 100. Bar: what is usual for the keyword. Red diamond: now worse. Green dot: now better',
    widthPx: 132,
    text: (row) => (row.real === undefined ? '' : usualText(row.real)),
    cell: (row) => <RangeLine usual={row.real?.usual ?? null} now={row.toPosition} />,
  },
  numberColumn('deviation', {
    header: 'Swings',
    isHiddenAtFirst: true,
    about: 'How many of the keyword’s usual swings the move is',
    widthPx: 84,
    text: (row) => formatDecimal(row.real?.deviation == null ? null : Math.abs(row.real.deviation)),
  }),
  impressions('Impressions of the 31 days'),
]

const brand = { ...brandColumn<Mover>(150), sortField: 'brand' }
export const MOVER_COLUMNS = {
  all: { one: allColumns, all: [brand, ...allColumns] },
  real: { one: realColumns, all: [brand, ...realColumns] },
}

/** What the table sorts by; without one, in the desk's order. */
export const moverField = (row: Mover, field: string): number | string | null => {
  switch (field) {
    case 'brand':
      return brandName(row.brandId)
    case 'keyword':
      return row.keyword
    case 'kind':
      return row.kind
    case 'size':
      return row.positionChange === null ? null : -row.positionChange
    case 'fromPosition':
      return row.fromPosition
    case 'toPosition':
      return row.toPosition
    case 'clicks':
      return row.clicks
    case 'clicksChange':
      return clicksChangeOf(row)
    case 'deviation':
      return row.real?.deviation == null ? null : Math.abs(row.real.deviation)
    default:
      return row.impressions
  }
}

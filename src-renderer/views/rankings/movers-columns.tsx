import { MOVER_FIELDS } from '../../../src-shared/desk/fields/search.ts'
import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { FIGURES } from '../../../src-shared/desk/values/figures.ts'
import css from '../../charts/charts.module.css'
import { Delta } from '../../charts/delta.tsx'
import type { MoverRow } from '../../data/mover-rows.ts'
import { formatDecimal, shownChange } from '../../format/numbers.ts'
import { brandName } from '../../state/brands.ts'
import { brandColumn, numberColumn, TwoLines } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { columnOf } from '../../table/field-columns.tsx'
import {
  absentLabel,
  CLICKS_CHANGE,
  clicksChangeOf,
  clicksText,
  clicksVersus,
  impressionsText,
  moveEvent,
  usualText,
} from './mover-labels.ts'
import { NOT_RANKING, NotRanking, positionText } from './rank-columns.tsx'
import { CHANGE_LABELS } from './rank-labels.ts'

type RangeLineProps = {
  /** Null: it did not rank before. */
  readonly usual: { readonly low: number; readonly high: number } | null
  /** Null: it does not rank now. */
  readonly now: number | null
  /** Why there is no position. */
  readonly absent: string | undefined
}

const LN_END = Math.log(100)
/** Left is position 1, right is 100: equal steps are equal ratios, as a place means more at the top. */
const percentOf = (position: number): number => Math.min(100, (Math.log(Math.max(1, position)) / LN_END) * 100)

const labelOf = ({ usual, now, absent = 'not ranking now' }: RangeLineProps): string =>
  `${usual === null ? 'did not rank' : `usually ${formatDecimal(usual.low)} to ${formatDecimal(usual.high)}`}, ${
    now === null ? absent : `now ${formatDecimal(now)}`
  }`

/** The usual range of a keyword as a bar, and where it is now: a red diamond is worse, a green dot better. */
const RangeLine = ({ usual, now, absent }: RangeLineProps) => {
  const isWorse = usual !== null && now !== null && now > usual.high
  const [left, right] = usual === null ? [0, 0] : [percentOf(usual.low), percentOf(usual.high)]
  const label = labelOf({ usual, now, absent })
  return (
    <span className={css.range} role="img" aria-label={label} title={label}>
      {usual === null ? null : <span style={{ left: `${left}%`, width: `${Math.max(2, right - left)}%` }} />}
      {now === null ? null : <i data-worse={isWorse || undefined} style={{ left: `${percentOf(now)}%` }} />}
    </span>
  )
}

const position = (value: number | null, why?: string) =>
  value === null ? <NotRanking why={why} /> : positionText(value)

const mover = columnOf(MOVER_FIELDS)

const keyword = mover('keyword', {
  widthPx: 160,
  fitPx: 290,
  grows: true,
  cell: (row) => <TwoLines isName>{row.keyword}</TwoLines>,
})

const positionColumn = (name: 'fromPosition' | 'toPosition', about: string) =>
  mover(name, {
    about,
    widthPx: 72,
    isDescendingFirst: false,
    text: (row) => (row[name] === null ? absentLabel(row) : undefined) ?? positionText(row[name]),
    cell: (row) => position(row[name], absentLabel(row)),
  })

const versusOf = ({ real }: Mover): string => (real === undefined ? 'vs the first day' : FIGURES.realMoves.vs)

const change = (about: string, { isOrder }: { readonly isOrder: boolean }) =>
  mover('positionChange', {
    sortField: 'size',
    about,
    widthPx: 92,
    isKept: isOrder,
    text: (row) => (row.positionChange === null ? row.kind : String(row.positionChange)),
    cell: (row) => {
      const absent = absentLabel(row)
      if (absent !== undefined)
        return (
          <span className="soft" title={absent}>
            {NOT_RANKING}
          </span>
        )
      const change = shownChange(row.positionChange, row.fromPosition, row.toPosition)
      return <Delta change={change} of="position" event={moveEvent(row)} vs={versusOf(row)} />
    },
  })

const causeText = ({ cause = '' }: MoverRow): string => cause.replace(/^Likely cause: /, '')

/** Before, now and change stand first: a detail that opens beside the table leaves them in sight. */
const allColumns: readonly DataColumn<MoverRow>[] = [
  keyword,
  positionColumn('fromPosition', 'Position on the first day'),
  positionColumn('toPosition', 'Position on the second day'),
  change('Places up (▲) or down (▼); new and lost count from position 101', { isOrder: true }),
  mover('kind', { widthPx: 84, isHiddenAtFirst: true, text: (row) => CHANGE_LABELS[row.kind] }),
  mover('clicks', {
    header: 'Clicks',
    about: 'Clicks on the first day → on the second day',
    widthPx: 96,
    text: clicksText,
  }),
  mover('impressions', {
    about: 'Impressions on the second day; — for a lost keyword',
    widthPx: 104,
    text: impressionsText,
  }),
]

const realColumns: readonly DataColumn<MoverRow>[] = [
  keyword,
  positionColumn('fromPosition', 'Usual position: the median of the 3-day means of the 28 days before'),
  positionColumn('toPosition', 'Mean position of the last 3 days; — if it did not rank on the newest of them'),
  change('Places up (▲) or down (▼) from the usual position to the last 3 days', { isOrder: false }),
  numberColumn<MoverRow>('clicksChange', {
    header: CLICKS_CHANGE,
    name: 'Change of clicks a day',
    about: 'Mean of the last 3 days vs the mean of the 28 days before; of a lost keyword, the days before it was lost',
    widthPx: 112,
    isKept: true,
    text: (row) => formatDecimal(clicksChangeOf(row)),
    cell: (row) => <Delta change={clicksChangeOf(row)} of="score" vs={clicksVersus(row)} />,
  }),
  {
    id: 'usual',
    header: 'Usual range, now',
    about: 'From position 1 to 100. Bar: what is usual for the keyword. Red diamond: now worse. Green dot: now better',
    widthPx: 132,
    isLesser: true,
    text: (row) => (row.real === undefined ? '' : usualText(row.real)),
    cell: (row) => (
      <RangeLine
        usual={row.real?.usual ?? null}
        now={row.toPosition}
        absent={absentLabel({ ...row, fromPosition: null })}
      />
    ),
  },
  {
    id: 'cause',
    header: 'Likely cause',
    about: 'What the data shows beside the drop, or that no cause was found and why',
    widthPx: 190,
    text: causeText,
    cell: (row) => <TwoLines>{causeText(row)}</TwoLines>,
  },
  numberColumn<MoverRow>('deviation', {
    header: 'Swings',
    isHiddenAtFirst: true,
    about: 'How many of the keyword’s usual swings the move is',
    widthPx: 84,
    text: (row) => formatDecimal(row.real?.deviation == null ? null : Math.abs(row.real.deviation)),
  }),
  mover('impressions', { about: 'Impressions of the 31 days', widthPx: 104, isLesser: true }),
]

const brand = { ...brandColumn<MoverRow>(150), sortField: 'brand' }
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
      return row.dayClicks?.to ?? row.clicks
    case 'clicksChange':
      return clicksChangeOf(row)
    case 'deviation':
      return row.real?.deviation == null ? null : Math.abs(row.real.deviation)
    default:
      return row.impressions
  }
}

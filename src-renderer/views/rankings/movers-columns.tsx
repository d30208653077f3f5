import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { Delta } from '../../charts/delta.tsx'
import { formatWhole } from '../../format/numbers.ts'
import { brandName } from '../../state/brands.ts'
import { brandColumn, numberColumn, OpenText, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { NOT_RANKING, positionText } from './rank-columns.tsx'
import { CHANGE_LABELS } from './rank-labels.ts'

const position = (value: number | null) => (value === null ? <SoftText>{NOT_RANKING}</SoftText> : positionText(value))

const columns: readonly DataColumn<Mover>[] = [
  {
    id: 'keyword',
    header: 'Keyword',
    widthPx: 240,
    grows: true,
    sortField: 'keyword',
    text: (row) => row.keyword,
    cell: (row) => <OpenText>{row.keyword}</OpenText>,
  },
  {
    id: 'kind',
    header: 'Move',
    widthPx: 90,
    sortField: 'kind',
    text: (row) => CHANGE_LABELS[row.kind],
  },
  numberColumn('size', {
    header: 'Change',
    about: 'Places up (▲) or down (▼); new and lost count from position 101',
    widthPx: 90,
    text: (row) => (row.positionChange === null ? row.kind : String(row.positionChange)),
    cell: (row) => (
      <Delta
        change={row.positionChange}
        of="position"
        event={row.kind === 'new' || row.kind === 'lost' ? row.kind : undefined}
      />
    ),
  }),
  {
    id: 'fromPosition',
    header: 'From',
    widthPx: 104,
    align: 'end',
    sortField: 'fromPosition',
    text: (row) => positionText(row.fromPosition),
    cell: (row) => position(row.fromPosition),
  },
  {
    id: 'toPosition',
    header: 'To',
    widthPx: 104,
    align: 'end',
    sortField: 'toPosition',
    text: (row) => positionText(row.toPosition),
    cell: (row) => position(row.toPosition),
  },
  numberColumn('clicks', { header: 'Clicks', widthPx: 90, text: (row) => formatWhole(row.clicks) }),
  numberColumn('impressions', { header: 'Impressions', widthPx: 110, text: (row) => formatWhole(row.impressions) }),
]

export const MOVER_COLUMNS = { one: columns, all: [{ ...brandColumn<Mover>(180), sortField: 'brand' }, ...columns] }

/** What the table sorts by; without one, in the desk's order: the largest moves first. */
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
    default:
      return row.impressions
  }
}

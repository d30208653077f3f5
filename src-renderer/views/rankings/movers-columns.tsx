import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { Delta } from '../../charts/delta.tsx'
import { formatWhole } from '../../format/numbers.ts'
import { brandName } from '../../state/brands.ts'
import { BrandCell, OpenText, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { NOT_RANKING, positionText } from './rank-columns.tsx'
import { CHANGE_LABELS } from './rank-labels.ts'

const position = (value: number | null) => (value === null ? <SoftText>{NOT_RANKING}</SoftText> : positionText(value))

const brand: DataColumn<Mover> = {
  id: 'brand',
  header: 'Brand',
  widthPx: 180,
  sortField: 'brand',
  text: (row) => brandName(row.brandId),
  cell: (row) => <BrandCell brandId={row.brandId} />,
}

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
  {
    id: 'size',
    header: 'Change',
    about: 'Places up (▲) or down (▼); new and lost count from position 101',
    widthPx: 90,
    align: 'end',
    sortField: 'size',
    isDescendingFirst: true,
    text: (row) => (row.positionChange === null ? row.kind : String(row.positionChange)),
    cell: (row) => (
      <Delta
        change={row.positionChange}
        of="position"
        event={row.kind === 'new' || row.kind === 'lost' ? row.kind : undefined}
      />
    ),
  },
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
  {
    id: 'clicks',
    header: 'Clicks',
    widthPx: 90,
    align: 'end',
    sortField: 'clicks',
    isDescendingFirst: true,
    text: (row) => formatWhole(row.clicks),
  },
  {
    id: 'impressions',
    header: 'Impressions',
    widthPx: 110,
    align: 'end',
    sortField: 'impressions',
    isDescendingFirst: true,
    text: (row) => formatWhole(row.impressions),
  },
]

export const MOVER_COLUMNS = { one: columns, all: [brand, ...columns] }

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

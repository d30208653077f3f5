import type { RankRow } from '../../../src-shared/desk/rankings.ts'
import { Delta } from '../../charts/delta.tsx'
import { sparkLabel } from '../../charts/spark-path.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import { formatDecimal, formatShare, formatWhole } from '../../format/numbers.ts'
import { brandColumn, OpenText, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { pathOf } from '../../table/links.ts'
import { rankEvent } from './rank-event.ts'

export const NOT_RANKING = 'not ranking'
export const positionText = (position: number | null): string =>
  position === null ? NOT_RANKING : formatDecimal(position)

/** A change for the clipboard: a plain number, empty where there is none. */
const plain = (value: number | null, digits = 1): string =>
  value === null ? '' : String(Number(value.toFixed(digits)))

const measure = (column: Omit<DataColumn<RankRow>, 'align'>): DataColumn<RankRow> => ({ ...column, align: 'end' })

const columns: readonly DataColumn<RankRow>[] = [
  {
    id: 'starred',
    header: '★',
    name: 'Starred',
    about: 'Starred in the service',
    widthPx: 36,
    sortField: 'isStarred',
    isDescendingFirst: true,
    text: (row) => (row.isStarred ? 'starred' : ''),
    cell: (row) => (row.isStarred ? <span title="Starred">★</span> : null),
  },
  {
    id: 'keyword',
    header: 'Keyword',
    widthPx: 190,
    grows: true,
    sortField: 'keyword',
    text: (row) => row.keyword,
    cell: (row) => <OpenText>{row.keyword}</OpenText>,
  },
  measure({
    id: 'position',
    header: 'Position',
    about: 'Average position; 1 is the best',
    widthPx: 104,
    sortField: 'position',
    text: (row) => positionText(row.position),
    cell: (row) => (row.position === null ? <SoftText>{NOT_RANKING}</SoftText> : formatDecimal(row.position)),
  }),
  measure({
    id: 'positionChange',
    header: 'Change',
    name: 'Change of position',
    about: 'Positions up (▲) or down (▼) vs the previous period',
    widthPx: 86,
    sortField: 'positionChange',
    text: (row) => rankEvent(row) ?? plain(row.positionChange),
    cell: (row) => <Delta change={row.positionChange} of="position" event={rankEvent(row)} />,
  }),
  {
    id: 'spark',
    header: '28 days',
    name: '28-day trend',
    about: 'Position by day. Higher is better; a gap is a day without a position',
    widthPx: 118,
    text: (row) => (row.spark === undefined ? '' : sparkLabel(row.spark)),
    cell: (row) => <Sparkline positions={row.spark} />,
  },
  measure({
    id: 'clicks',
    header: 'Clicks',
    widthPx: 84,
    sortField: 'clicks',
    isDescendingFirst: true,
    text: (row) => formatWhole(row.clicks),
  }),
  measure({
    id: 'clicksChange',
    header: 'Δ clicks',
    name: 'Change of clicks',
    widthPx: 78,
    sortField: 'clicksChange',
    isDescendingFirst: true,
    text: (row) => plain(row.clicksChange),
    cell: (row) => <Delta change={row.clicksChange} of="count" />,
  }),
  measure({
    id: 'impressions',
    header: 'Impressions',
    widthPx: 98,
    sortField: 'impressions',
    isDescendingFirst: true,
    text: (row) => formatWhole(row.impressions),
  }),
  measure({
    id: 'impressionsChange',
    header: 'Δ impr.',
    name: 'Change of impressions',
    about: 'Change of impressions',
    widthPx: 82,
    sortField: 'impressionsChange',
    isDescendingFirst: true,
    isHiddenAtFirst: true,
    text: (row) => plain(row.impressionsChange),
    cell: (row) => <Delta change={row.impressionsChange} of="count" />,
  }),
  measure({
    id: 'ctr',
    header: 'CTR',
    about: 'Clicks per impression',
    widthPx: 70,
    sortField: 'ctr',
    isDescendingFirst: true,
    text: (row) => formatShare(row.ctr),
  }),
  measure({
    id: 'ctrChange',
    header: 'Δ CTR',
    name: 'Change of CTR',
    about: 'Change of the CTR in percentage points',
    widthPx: 88,
    sortField: 'ctrChange',
    isDescendingFirst: true,
    isHiddenAtFirst: true,
    text: (row) => plain(row.ctrChange, 4),
    cell: (row) => <Delta change={row.ctrChange} of="share" />,
  }),
  measure({
    id: 'pages',
    header: 'Pages',
    about: 'Pages of the brand that rank for this keyword',
    widthPx: 66,
    sortField: 'pages',
    isDescendingFirst: true,
    isHiddenAtFirst: true,
    text: (row) => formatWhole(row.pages),
  }),
  {
    id: 'page',
    header: 'Top page',
    widthPx: 140,
    text: (row) => row.rankedPages[0]?.page ?? '',
    cell: (row) => <SoftText>{pathOf(row.rankedPages[0]?.page ?? '')}</SoftText>,
  },
]

export const RANK_COLUMNS = {
  one: columns,
  /** With the brand named, the page gives way at first: both do not fit a small window. */
  all: [
    brandColumn<RankRow>(144),
    ...columns.map((column) => (column.id === 'page' ? { ...column, isHiddenAtFirst: true } : column)),
  ],
}
export const RANK_SORTING = [{ id: 'position', desc: false }] as const

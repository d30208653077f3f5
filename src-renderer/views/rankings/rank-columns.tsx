import { IconTarget } from '@tabler/icons-react'
import { memo } from 'react'
import type { RankRow } from '../../../src-shared/desk/rankings.ts'
import classes from '../../charts/charts.module.css'
import { Delta } from '../../charts/delta.tsx'
import { sparkLabel, sparkPath } from '../../charts/spark-path.ts'
import { formatDecimal, formatShare, formatWhole, NO_VALUE } from '../../format/numbers.ts'
import { brandColumn, OpenText, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { pathOf } from '../../table/links.ts'
import { rankEvent } from './rank-event.ts'
import { languageName } from './rank-labels.ts'
import css from './rankings.module.css'

const BOX = { width: 96, height: 22 } as const

type SparklineProps = { readonly positions: readonly (number | null)[] | undefined }

const Sparkline = memo(({ positions }: SparklineProps) => {
  // The element stays while its positions are on their way: rows come and go many times a second.
  const isKnown = positions !== undefined
  return (
    <svg
      className={classes.spark}
      width={BOX.width}
      height={BOX.height}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      role={isKnown ? 'img' : 'presentation'}
      aria-label={isKnown ? sparkLabel(positions) : undefined}
    >
      <path d={isKnown ? sparkPath(positions, BOX) : ''} />
    </svg>
  )
})

export const NOT_RANKING = 'not ranking'
export const positionText = (position: number | null): string =>
  position === null ? NOT_RANKING : formatDecimal(position)

/** A change for the clipboard: a plain number, empty where there is none. */
const plain = (value: number | null, digits = 1): string =>
  value === null ? '' : String(Number(value.toFixed(digits)))

const measure = (column: Omit<DataColumn<RankRow>, 'align'>): DataColumn<RankRow> => ({ ...column, align: 'end' })

const Star = ({ isService }: { readonly isService: boolean }) => (
  <span title={isService ? 'Starred in the service' : 'Starred here'}>{isService ? '☆' : '★'}</span>
)

/** A tracked keyword has a mark; tags of the desk follow the text. */
const KeywordCell = ({ row }: { readonly row: RankRow }) => (
  <span className={css.keyword}>
    <OpenText>{row.keyword}</OpenText>
    {row.isTracked ? <IconTarget size={13} role="img" aria-label="tracked" className={css.tracked ?? ''} /> : null}
    {row.tags.map((tag) => (
      <span key={tag} className={css.tag}>
        {tag}
      </span>
    ))}
  </span>
)

/** A dash where a keyword does not rank: the words are wider than any number of the column. */
export const NotRanking = () => (
  <span className="soft" title={NOT_RANKING}>
    {NO_VALUE}
  </span>
)

/** A dash, and on hover why there is no value. */
const Unknown = ({ why }: { readonly why: string }) => (
  <span className="soft" title={why}>
    {NO_VALUE}
  </span>
)
const NO_COUNT = 'The service counts pages in the last 28 days only'
const NO_PAGE = 'Not known: the desk knows pages by day, and has none for the end of this period'

const Before = ({ row }: { readonly row: RankRow }) => {
  if (row.positionBefore !== null) return formatDecimal(row.positionBefore)
  return rankEvent(row) === 'new' ? <NotRanking /> : <span className="soft">{NO_VALUE}</span>
}

const columns: readonly DataColumn<RankRow>[] = [
  {
    id: 'keyword',
    header: 'Keyword',
    widthPx: 184,
    grows: true,
    sortField: 'keyword',
    text: (row) => row.keyword,
    cell: (row) => <KeywordCell row={row} />,
  },
  measure({
    id: 'positionBefore',
    header: 'Before',
    name: 'Position before',
    about: 'Average position in the period that is compared with',
    widthPx: 72,
    text: (row) => (row.positionBefore === null ? '' : positionText(row.positionBefore)),
    cell: (row) => <Before row={row} />,
  }),
  measure({
    id: 'position',
    header: 'Now',
    name: 'Position now',
    about: 'Average position; 1 is the best; — if the keyword does not rank',
    widthPx: 72,
    sortField: 'position',
    text: (row) => positionText(row.position),
    cell: (row) => (row.position === null ? <NotRanking /> : formatDecimal(row.position)),
  }),
  measure({
    id: 'positionChange',
    header: 'Change',
    name: 'Change of position',
    about: 'Positions up (▲) or down (▼) vs the previous period',
    widthPx: 78,
    sortField: 'positionChange',
    text: (row) => rankEvent(row) ?? plain(row.positionChange),
    cell: (row) => <Delta change={row.positionChange} of="position" event={rankEvent(row)} />,
  }),
  {
    id: 'starred',
    isLesser: true,
    header: '★',
    name: 'Starred',
    about: 'Starred here (★) or in the service (☆)',
    widthPx: 36,
    sortField: 'isStarred',
    isDescendingFirst: true,
    text: (row) => (row.isStarred ? 'starred' : ''),
    cell: (row) => (row.isStarred ? <Star isService={row.isStarredByService} /> : null),
  },
  {
    id: 'spark',
    isLesser: true,
    header: '28 days',
    name: '28-day trend',
    about: 'Position by day. Higher is better; a gap is a day without a position',
    widthPx: 118,
    text: (row) => (row.spark === undefined ? '' : sparkLabel(row.spark)),
    cell: (row) => <Sparkline positions={row.spark} />,
  },
  measure({
    id: 'clicks',
    isLesser: true,
    header: 'Clicks',
    widthPx: 84,
    sortField: 'clicks',
    isDescendingFirst: true,
    text: (row) => formatWhole(row.clicks),
  }),
  measure({
    id: 'clicksChange',
    isLesser: true,
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
    isLesser: true,
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
    isLesser: true,
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
    about: 'Pages of the brand that rank for this keyword; counted in the last 28 days only',
    widthPx: 66,
    sortField: 'pages',
    isDescendingFirst: true,
    isHiddenAtFirst: true,
    text: (row) => formatWhole(row.pages),
    cell: (row) => (row.pages === null ? <Unknown why={NO_COUNT} /> : formatWhole(row.pages)),
  }),
  {
    id: 'language',
    header: 'Language',
    widthPx: 100,
    isHiddenAtFirst: true,
    text: (row) => languageName(row.languageId) ?? '',
  },
  {
    id: 'tags',
    header: 'Tags',
    about: 'Tags of this desk',
    widthPx: 130,
    isHiddenAtFirst: true,
    text: (row) => row.tags.join(', '),
  },
  {
    id: 'page',
    isLesser: true,
    header: 'Top page',
    widthPx: 140,
    about: 'The page that ranks best; in another period, the page of its last stored day',
    text: (row) => row.topPage ?? '',
    cell: (row) => (row.topPage === null ? <Unknown why={NO_PAGE} /> : <SoftText>{pathOf(row.topPage)}</SoftText>),
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

import { IconEyeOff, IconTarget } from '@tabler/icons-react'
import { memo } from 'react'
import { RANK_FIELDS } from '../../../src-shared/desk/fields/search.ts'
import type { RankRow } from '../../../src-shared/desk/rankings.ts'
import classes from '../../charts/charts.module.css'
import { Delta } from '../../charts/delta.tsx'
import { sparkLabel, sparkPath } from '../../charts/spark-path.ts'
import { ctrOf, formatDecimal, formatShare, formatWhole, NO_VALUE, shownChange } from '../../format/numbers.ts'
import { BRAND_COLUMN_ID, OpenText, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { columnOf, withBrand } from '../../table/field-columns.tsx'
import { pathOf } from '../../table/links.ts'
import { rankEvent, shownGone } from './rank-event.ts'
import { languageName } from './rank-labels.ts'
import { shownVersus } from './rank-when.ts'
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

const Star = ({ isService }: { readonly isService: boolean }) => (
  <span title={isService ? 'Starred in the service' : 'Starred here'}>★</span>
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
export const NotRanking = ({ why = NOT_RANKING }: { readonly why?: string | undefined }) => (
  <span className="soft" title={why}>
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
const NO_BEFORE = 'Not known: the service gives a position before only with one now'
const NO_PAGE = 'Not known: the desk knows pages by day, and has none for the end of this period'

export const Before = ({ row }: { readonly row: RankRow }) => {
  if (row.positionBefore !== null) return formatDecimal(row.positionBefore)
  const event = rankEvent(row)
  if (event === 'lost') return <Unknown why={NO_BEFORE} />
  return event === 'new' || row.position === null ? <NotRanking /> : <span className="soft">{NO_VALUE}</span>
}

const Position = ({ row }: { readonly row: RankRow }) => {
  if (row.position === null) return <NotRanking />
  const gone = shownGone(row)
  const text = formatDecimal(row.position)
  return gone === undefined ? (
    text
  ) : (
    <span className={css.gone} title={gone}>
      <IconEyeOff size={13} role="img" aria-label={gone} />
      {text}
    </span>
  )
}

const rank = columnOf(RANK_FIELDS)

const change = (name: 'clicksChange' | 'impressionsChange', place: Parameters<typeof rank>[1]) =>
  rank(name, {
    ...place,
    text: (row) => plain(row[name]),
    cell: (row) => <Delta change={row[name]} of="count" vs={shownVersus()} />,
  })

const columns: readonly DataColumn<RankRow>[] = [
  rank('keyword', { widthPx: 184, fitPx: 290, grows: true, cell: (row) => <KeywordCell row={row} /> }),
  rank('positionBefore', {
    name: 'Position before',
    widthPx: 60,
    isUnsorted: true,
    text: (row) => (row.positionBefore === null ? '' : positionText(row.positionBefore)),
    cell: (row) => <Before row={row} />,
  }),
  rank('position', {
    name: 'Position now',
    widthPx: 74,
    isDescendingFirst: false,
    text: (row) => positionText(row.position),
    cell: (row) => <Position row={row} />,
  }),
  rank('positionChange', {
    name: 'Change of position',
    about: 'Positions up (▲) or down (▼) vs the period before. Grey: less than 0.5 before it is rounded',
    widthPx: 78,
    isDescendingFirst: false,
    text: (row) => rankEvent(row) ?? plain(row.positionChange),
    cell: (row) => {
      const change = shownChange(row.positionChange, row.positionBefore, row.position)
      return (
        <Delta change={change} exact={row.positionChange} of="position" event={rankEvent(row)} vs={shownVersus()} />
      )
    },
  }),
  rank('isStarred', {
    name: 'Starred',
    widthPx: 36,
    isLesser: true,
    isDescendingFirst: true,
    text: (row) => (row.isStarred ? 'starred' : ''),
    cell: (row) => (row.isStarred ? <Star isService={row.isStarredByService} /> : null),
  }),
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
  rank('clicks', { widthPx: 84 }),
  change('clicksChange', { name: 'Change of clicks', widthPx: 78 }),
  rank('impressions', { widthPx: 98, isLesser: true }),
  change('impressionsChange', { name: 'Change of impressions', widthPx: 82, isHiddenAtFirst: true }),
  rank('ctr', { widthPx: 70, isLesser: true, text: (row) => formatShare(ctrOf(row)) }),
  rank('ctrChange', {
    name: 'Change of CTR',
    widthPx: 88,
    isHiddenAtFirst: true,
    text: (row) => plain(row.ctrChange, 4),
    cell: (row) => <Delta change={row.ctrChange} of="share" vs={shownVersus()} />,
  }),
  rank('pages', {
    widthPx: 66,
    isHiddenAtFirst: true,
    cell: (row) => (row.pages === null ? <Unknown why={NO_COUNT} /> : formatWhole(row.pages)),
  }),
  rank('languageId', { widthPx: 100, isHiddenAtFirst: true, text: (row) => languageName(row.languageId) ?? '' }),
  rank('tags', { widthPx: 130, isHiddenAtFirst: true }),
  rank('topRankedPage', {
    widthPx: 140,
    isLesser: true,
    cell: (row) => (row.topPage === null ? <Unknown why={NO_PAGE} /> : <SoftText>{pathOf(row.topPage)}</SoftText>),
  }),
]

/** With the brand named, the page gives way at first: both do not fit a small window. */
const { one, all } = withBrand(columns, { widthPx: 144, isHiddenAtFirst: ['topRankedPage'] })
/** Before a keyword is cut, its brand is its mark alone. */
export const RANK_COLUMNS = {
  one,
  all: all.map((column) => (column.id === BRAND_COLUMN_ID ? { ...column, isLesser: true } : column)),
}
export const RANK_SORTING = [{ id: 'clicks', desc: true }] as const

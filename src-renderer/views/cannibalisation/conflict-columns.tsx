import type { ReactNode } from 'react'
import type { ConflictRow } from '../../../src-shared/desk/cannibalisation.ts'
import { CONFLICT_FIELDS } from '../../../src-shared/desk/fields/search.ts'
import { formatShare, formatWhole, NO_VALUE } from '../../format/numbers.ts'
import { formatShortDay } from '../../format/time.ts'
import { centred, SoftText, TwoLines } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { columnOf, withBrand } from '../../table/field-columns.tsx'
import css from './cannibalisation.module.css'
import {
  costText,
  daysText,
  KIND_LABELS,
  pageName,
  pagesText,
  positionOf,
  positionsText,
  sharesText,
  stripText,
  syncedPart,
} from './conflict-labels.ts'
import { PageLetter, PageStrip } from './page-strip.tsx'

const conflict = columnOf(CONFLICT_FIELDS)

type PageOfRow = ConflictRow['pages'][number]

/** A line for each page, as high as its bar in the strip. */
const bothLines =
  (line: (page: PageOfRow, letter: 'A' | 'B') => ReactNode) =>
  ({ pages }: ConflictRow) =>
    centred(
      <span className={css.both}>
        <span>{line(pages[0], 'A')}</span>
        <span>{line(pages[1], 'B')}</span>
      </span>,
    )

const namedPage = ({ page }: PageOfRow, letter: 'A' | 'B') => (
  <span className={css.named} title={page}>
    <PageLetter of={letter} />
    {pageName(page)}
  </span>
)

const columns: readonly DataColumn<ConflictRow>[] = [
  conflict('keyword', { widthPx: 170, grows: true, cell: ({ keyword }) => <TwoLines isName>{keyword}</TwoLines> }),
  {
    id: 'pages',
    header: 'Competing pages',
    about: 'Page A ranked best on most days. Page B competes with it',
    widthPx: 212,
    fitPx: 320,
    text: pagesText,
    cell: bothLines(namedPage),
  },
  {
    id: 'strip',
    header: 'Ranked best',
    about: 'Which page ranked best on each synced day, the oldest first. Upper bar: page A. Lower bar: page B',
    widthPx: 106,
    text: stripText,
    cell: (row) => centred(<PageStrip days={syncedPart(row.strip).days} label={stripText(row)} />),
  },
  {
    id: 'positions',
    header: 'Position',
    about: 'Average position of each page on the days on which it ranked best. A dash: it never ranked best',
    widthPx: 76,
    align: 'end',
    text: positionsText,
    cell: bothLines(positionOf),
  },
  {
    id: 'shares',
    header: 'Click share',
    about: 'Each page’s share of the clicks of both in the last 28 days',
    widthPx: 90,
    align: 'end',
    text: sharesText,
    cell: bothLines(({ clickShare }) => formatShare(clickShare)),
  },
  conflict('kind', {
    header: 'How',
    widthPx: 108,
    isLesser: true,
    text: (row) => KIND_LABELS[row.kind],
    cell: (row) => <TwoLines>{KIND_LABELS[row.kind]}</TwoLines>,
  }),
  {
    id: 'days',
    header: 'Days',
    about: 'Days on which each page ranked best',
    widthPx: 76,
    align: 'end',
    isHiddenAtFirst: true,
    text: daysText,
    cell: bothLines(({ days }) => formatWhole(days)),
  },
  conflict('flips', { widthPx: 84, isLesser: true }),
  conflict('clicks', { widthPx: 72 }),
  conflict('cost', {
    name: 'Clicks lost',
    header: 'Clicks lost',
    about:
      'Estimate of the clicks that the days of the worse page cost. 0: both pages do equally well. A dash: they share clicks on the same days',
    widthPx: 86,
    text: ({ cost }) => costText(cost),
    cell: ({ cost }) => (cost !== null && cost >= 0.5 ? costText(cost) : <SoftText>{costText(cost)}</SoftText>),
  }),
  conflict('impressions', { widthPx: 104, isHiddenAtFirst: true }),
  conflict('since', {
    widthPx: 84,
    align: 'end',
    isDescendingFirst: true,
    isHiddenAtFirst: true,
    text: (row) => (row.since === null ? NO_VALUE : formatShortDay(row.since)),
  }),
]

export const CONFLICT_COLUMNS = withBrand(columns, { widthPx: 150, isHiddenAtFirst: ['flips'] })
export const CONFLICT_SORTING = [{ id: 'clicks', desc: true }] as const

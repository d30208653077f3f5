import type { ConflictRow } from '../../../src-shared/desk/cannibalisation.ts'
import { formatWhole, NO_VALUE } from '../../format/numbers.ts'
import { formatShortDay } from '../../format/time.ts'
import { brandColumn, centred, numberColumn, OpenText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { costText, daysText, KIND_LABELS, pageName, positionsText, stripText } from './conflict-labels.ts'
import { PageStrip } from './page-strip.tsx'

const number = numberColumn<ConflictRow>

const pageColumn = (at: 0 | 1, header: string, about: string): DataColumn<ConflictRow> => ({
  id: at === 0 ? 'pageA' : 'pageB',
  header,
  about,
  widthPx: 150,
  isLesser: true,
  text: ({ pages }) => pages[at].page,
  cell: ({ pages }) => <span title={pages[at].page}>{pageName(pages[at].page)}</span>,
})

const columns: readonly DataColumn<ConflictRow>[] = [
  {
    id: 'keyword',
    header: 'Keyword',
    widthPx: 170,
    grows: true,
    sortField: 'keyword',
    text: (row) => row.keyword,
    cell: (row) => <OpenText>{row.keyword}</OpenText>,
  },
  {
    id: 'kind',
    header: 'Pages',
    about: 'Take turns: the page that ranks best goes back and forth. Share clicks: both get them in the last 28 days',
    widthPx: 104,
    text: (row) => KIND_LABELS[row.kind],
  },
  {
    id: 'strip',
    header: 'Which page ranked',
    about: 'Oldest day first. Upper bar: page A. Lower bar: page B. Thin grey: another page',
    widthPx: 190,
    text: stripText,
    cell: (row) => centred(<PageStrip days={row.strip.days} label={stripText(row)} />),
  },
  pageColumn(0, 'Page A', 'The page that ranked best on most days'),
  pageColumn(1, 'Page B', 'The page that competes with it'),
  {
    id: 'positions',
    header: 'Positions',
    about: 'Average position on the days of page A, and on those of page B',
    widthPx: 96,
    align: 'end',
    text: positionsText,
  },
  {
    id: 'days',
    header: 'Days',
    about: 'Days on which page A ranked best, and page B',
    widthPx: 76,
    align: 'end',
    isHiddenAtFirst: true,
    text: daysText,
  },
  number('flips', {
    header: 'Changes',
    about: 'How often the page that ranks best changed; single days are not counted',
    widthPx: 84,
    text: (row) => formatWhole(row.flips),
  }),
  number('clicks', {
    header: 'Clicks',
    about: 'Clicks of the keyword in these days: what is at stake',
    widthPx: 76,
    text: (row) => formatWhole(row.clicks),
  }),
  number('cost', {
    header: 'Lost',
    name: 'Clicks lost',
    about:
      'Estimate of the clicks that the days of the worse page cost; 0 where both do equally well, none where pages share clicks',
    widthPx: 72,
    text: (row) => costText(row.cost),
  }),
  number('impressions', {
    header: 'Impressions',
    widthPx: 104,
    isHiddenAtFirst: true,
    text: (row) => formatWhole(row.impressions),
  }),
  number('since', {
    header: 'Since',
    about: 'The first day of the first turn',
    widthPx: 84,
    isHiddenAtFirst: true,
    text: (row) => (row.since === null ? NO_VALUE : formatShortDay(row.since)),
  }),
]

export const CONFLICT_COLUMNS = { one: columns, all: [brandColumn<ConflictRow>(150), ...columns] }
export const CONFLICT_SORTING = [{ id: 'clicks', desc: true }] as const

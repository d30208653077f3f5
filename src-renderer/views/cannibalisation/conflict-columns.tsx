import type { ConflictRow } from '../../../src-shared/desk/cannibalisation.ts'
import { CONFLICT_FIELDS } from '../../../src-shared/desk/fields/search.ts'
import { NO_VALUE } from '../../format/numbers.ts'
import { formatShortDay } from '../../format/time.ts'
import { centred } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { columnOf, withBrand } from '../../table/field-columns.tsx'
import { costText, daysText, KIND_LABELS, pageName, positionsText, stripText } from './conflict-labels.ts'
import { PageStrip } from './page-strip.tsx'

const conflict = columnOf(CONFLICT_FIELDS)

const pageColumn = (name: 'firstPage' | 'secondPage', at: 0 | 1) =>
  conflict(name, {
    widthPx: 150,
    isLesser: true,
    cell: ({ pages }) => <span title={pages[at].page}>{pageName(pages[at].page)}</span>,
  })

const columns: readonly DataColumn<ConflictRow>[] = [
  conflict('keyword', { widthPx: 170, grows: true, look: 'open' }),
  conflict('kind', { widthPx: 104, text: (row) => KIND_LABELS[row.kind] }),
  {
    id: 'strip',
    header: 'Which page ranked',
    about: 'Oldest day first. Upper bar: page A. Lower bar: page B. Thin grey: another page',
    widthPx: 190,
    text: stripText,
    cell: (row) => centred(<PageStrip days={row.strip.days} label={stripText(row)} />),
  },
  pageColumn('firstPage', 0),
  pageColumn('secondPage', 1),
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
  conflict('flips', { widthPx: 84 }),
  conflict('clicks', { widthPx: 76 }),
  conflict('cost', { name: 'Clicks lost', widthPx: 72, text: (row) => costText(row.cost) }),
  conflict('impressions', { widthPx: 104, isHiddenAtFirst: true }),
  conflict('since', {
    widthPx: 84,
    align: 'end',
    isDescendingFirst: true,
    isHiddenAtFirst: true,
    text: (row) => (row.since === null ? NO_VALUE : formatShortDay(row.since)),
  }),
]

export const CONFLICT_COLUMNS = withBrand(columns, { widthPx: 150 })
export const CONFLICT_SORTING = [{ id: 'clicks', desc: true }] as const

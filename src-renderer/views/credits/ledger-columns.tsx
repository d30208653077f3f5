import type { LedgerRow } from '../../../src-shared/desk/outreach-care.ts'
import { formatWhole } from '../../format/numbers.ts'
import { brandColumn, InstantCell, OpenText, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'

const ACTION_LABELS: Record<LedgerRow['act'], string> = {
  discover: 'Discovery',
  findPeople: 'People search',
  audit: 'Audit',
}

/** Zero is a soft dash, so that amounts are easy to see. */
const amount = (value: number) => (value === 0 ? <SoftText>—</SoftText> : formatWhole(value))

const columns: readonly DataColumn<LedgerRow>[] = [
  { id: 'at', header: 'When', widthPx: 176, text: (row) => row.at, cell: (row) => <InstantCell instant={row.at} /> },
  brandColumn(170),
  {
    id: 'act',
    header: 'What',
    widthPx: 130,
    text: (row) => ACTION_LABELS[row.act],
    cell: (row) => <OpenText>{ACTION_LABELS[row.act]}</OpenText>,
  },
  { id: 'about', header: 'Item', widthPx: 200, grows: true, text: (row) => row.about },
  {
    id: 'charged',
    header: 'Charged',
    about: 'AI credits, as reported by the service',
    widthPx: 92,
    align: 'end',
    text: (row) => (row.charged === null ? '' : String(row.charged)),
    cell: (row) => (row.charged === null ? <SoftText>not known</SoftText> : formatWhole(row.charged)),
  },
  {
    id: 'mayComeBack',
    header: 'Possible refund',
    about: 'While the search runs: 5 for each site with nobody new',
    widthPx: 116,
    align: 'end',
    text: (row) => String(row.mayComeBack),
    cell: (row) => amount(row.mayComeBack),
  },
  {
    id: 'expectedBack',
    header: 'Expected refund',
    about: 'Sites with nobody new × 5. The service does not report refunds.',
    widthPx: 116,
    align: 'end',
    text: (row) => String(row.expectedBack),
    cell: (row) => amount(row.expectedBack),
  },
]
export const LEDGER_COLUMNS = { one: columns.filter(({ id }) => id !== 'brand'), all: columns }

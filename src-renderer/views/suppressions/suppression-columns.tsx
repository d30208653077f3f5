import type { Suppression } from '../../../src-shared/desk/outreach-care.ts'
import { InstantCell } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'

const KIND_LABELS: Record<Suppression['kind'], string> = { address: 'one address', domain: 'everyone at the domain' }

export const SUPPRESSION_COLUMNS: readonly DataColumn<Suppression>[] = [
  { id: 'value', header: 'Address or domain', widthPx: 320, text: (row) => row.value },
  { id: 'kind', header: 'Type', widthPx: 140, text: (row) => KIND_LABELS[row.kind] },
  { id: 'reason', header: 'Reason', widthPx: 260, grows: true, text: (row) => row.reason },
  {
    id: 'createdAt',
    header: 'Since',
    widthPx: 180,
    text: (row) => row.createdAt,
    cell: (row) => <InstantCell instant={row.createdAt} />,
  },
]

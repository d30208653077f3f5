import { DELIVERY_FIELDS } from '../../../src-shared/desk/fields/publishing.ts'
import type { Delivery } from '../../../src-shared/desk/webhooks.ts'
import { formatBytes } from '../../format/numbers.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { brandColumn, centred, InstantCell, OpenText, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { columnOf } from '../../table/field-columns.tsx'
import { DELIVERY_LABELS } from './delivery-text.ts'

const remark = ({ reason, intentId, secretUsed }: Delivery): string =>
  [
    reason,
    intentId === null ? null : 'confirms a publish from this desk',
    secretUsed === 'previous' ? 'sent with the previous secret' : null,
  ]
    .filter((part) => part !== null)
    .join(' · ')

const delivery = columnOf(DELIVERY_FIELDS)

export const DELIVERY_COLUMNS: readonly DataColumn<Delivery>[] = [
  delivery('receivedAt', { widthPx: 190, cell: (row) => <InstantCell instant={row.receivedAt} /> }),
  brandColumn(160),
  delivery('event', { widthPx: 140, isLesser: true, text: (row) => row.event ?? 'none' }),
  delivery('slug', {
    widthPx: 160,
    grows: true,
    cell: (row) => <OpenText>{row.slug ?? row.title ?? 'no slug'}</OpenText>,
  }),
  delivery('title', { widthPx: 180, isLesser: true, isHiddenAtFirst: true, look: 'soft' }),
  delivery('status', {
    widthPx: 126,
    text: (row) => DELIVERY_LABELS[row.status].word,
    cell: (row) => centred(<StateWord {...DELIVERY_LABELS[row.status]} />),
  }),
  {
    id: 'remark',
    header: 'Note',
    widthPx: 180,
    text: remark,
    cell: (row) => <SoftText>{remark(row)}</SoftText>,
  },
  delivery('bytes', { widthPx: 80, isLesser: true, isUnsorted: true, text: (row) => formatBytes(row.bytes) }),
]
export const DELIVERY_SORTING = [{ id: 'receivedAt', desc: true }] as const

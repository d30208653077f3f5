import type { Delivery } from '../../../src-shared/desk/webhooks.ts'
import { formatBytes } from '../../format/numbers.ts'
import { formatAgo, formatClock, formatInstant } from '../../format/time.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { brandColumn, centred, OpenText, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { DELIVERY_LABELS } from './delivery-text.ts'

const Received = ({ at }: { readonly at: string }) => {
  const nowMs = useNow()
  return (
    <span title={formatInstant(at)}>
      {formatClock(at, nowMs)} · {formatAgo(at, nowMs)}
    </span>
  )
}

const remark = ({ reason, intentId, secretUsed }: Delivery): string =>
  [
    reason,
    intentId === null ? null : 'confirms a publish from this desk',
    secretUsed === 'previous' ? 'sent with the previous secret' : null,
  ]
    .filter((part) => part !== null)
    .join(' · ')

export const DELIVERY_COLUMNS: readonly DataColumn<Delivery>[] = [
  {
    id: 'receivedAt',
    header: 'Received',
    widthPx: 190,
    sortField: 'receivedAt',
    isDescendingFirst: true,
    text: (row) => row.receivedAt,
    cell: (row) => <Received at={row.receivedAt} />,
  },
  brandColumn(160),
  { id: 'event', header: 'Event', widthPx: 140, isLesser: true, text: (row) => row.event ?? 'none' },
  {
    id: 'slug',
    header: 'Article',
    widthPx: 160,
    grows: true,
    text: (row) => row.slug ?? '',
    cell: (row) => <OpenText>{row.slug ?? row.title ?? 'no slug'}</OpenText>,
  },
  {
    id: 'title',
    header: 'Title',
    widthPx: 180,
    isLesser: true,
    isHiddenAtFirst: true,
    text: (row) => row.title ?? '',
    cell: (row) => <SoftText>{row.title ?? ''}</SoftText>,
  },
  {
    id: 'status',
    header: 'Status',
    widthPx: 126,
    text: (row) => DELIVERY_LABELS[row.status].word,
    cell: (row) => centred(<StateWord {...DELIVERY_LABELS[row.status]} />),
  },
  {
    id: 'remark',
    header: 'Note',
    widthPx: 180,
    text: remark,
    cell: (row) => <SoftText>{remark(row)}</SoftText>,
  },
  { id: 'bytes', header: 'Size', widthPx: 80, isLesser: true, align: 'end', text: (row) => formatBytes(row.bytes) },
]
export const DELIVERY_SORTING = [{ id: 'receivedAt', desc: true }] as const

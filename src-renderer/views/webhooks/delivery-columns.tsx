import { DELIVERY_FIELDS } from '../../../src-shared/desk/fields/publishing.ts'
import type { ListedDelivery } from '../../../src-shared/desk/webhooks.ts'
import { formatBytes } from '../../format/numbers.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { brandColumn, centred, InstantCell, OpenText, SoftText } from '../../table/cells.tsx'
import { columnOf, namingBrand } from '../../table/field-columns.tsx'
import { DELIVERY_LABELS, deliveryTitle } from './delivery-text.ts'

const remark = ({ reason, intentId, secretUsed }: ListedDelivery): string =>
  [reason, intentId === null ? null : 'confirms a publish', secretUsed === 'previous' ? 'previous secret used' : null]
    .filter((part) => part !== null)
    .join(' · ')

const delivery = columnOf<ListedDelivery, keyof typeof DELIVERY_FIELDS>(DELIVERY_FIELDS)

export const DELIVERY_COLUMNS = namingBrand<ListedDelivery>([
  delivery('receivedAt', { widthPx: 176, cell: (row) => <InstantCell instant={row.receivedAt} /> }),
  brandColumn<ListedDelivery>(176),
  delivery('event', { widthPx: 132, isLesser: true, text: (row) => row.event ?? 'none' }),
  {
    id: 'article',
    header: 'Article',
    widthPx: 130,
    fitPx: 200,
    text: deliveryTitle,
    cell: (row) => <OpenText>{deliveryTitle(row)}</OpenText>,
  },
  delivery('slug', { header: 'Slug', widthPx: 160, isLesser: true, isHiddenAtFirst: true, look: 'soft' }),
  delivery('status', {
    widthPx: 122,
    text: (row) => DELIVERY_LABELS[row.status].word,
    cell: (row) => centred(<StateWord {...DELIVERY_LABELS[row.status]} />),
  }),
  {
    id: 'remark',
    header: 'Note',
    widthPx: 180,
    grows: true,
    text: remark,
    cell: (row) => <SoftText>{remark(row)}</SoftText>,
  },
  delivery('bytes', { widthPx: 80, isLesser: true, isUnsorted: true, text: (row) => formatBytes(row.bytes) }),
])
export const DELIVERY_SORTING = [{ id: 'receivedAt', desc: true }] as const

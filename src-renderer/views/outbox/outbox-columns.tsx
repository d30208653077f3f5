import { OUTBOX_FIELDS } from '../../../src-shared/desk/fields/outreach.ts'
import type { OutboxRow } from '../../../src-shared/desk/outreach.ts'
import { isReplied } from '../../../src-shared/desk/values/reply-status.ts'
import type { Tone } from '../../format/intent-labels.ts'
import { NO_VALUE } from '../../format/numbers.ts'
import { formatMoment } from '../../format/time.ts'
import { formatDistance, myZone, zoneLabel } from '../../format/zones.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { centred, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { columnOf, withBrand } from '../../table/field-columns.tsx'
import { nearDay, roughDistance, statusLabel, whenOf } from './outbox-labels.ts'

const NOT_ARRIVED = /bounc|fail|reject|error/i

/** Green is a reply, red did not arrive, blue waits; what is merely on its way is grey, whatever the service calls it. */
export const statusTone = ({ isWaiting, status }: Pick<OutboxRow, 'isWaiting' | 'status'>): Tone =>
  isWaiting ? 'busy' : isReplied(status) ? 'good' : NOT_ARRIVED.test(status) ? 'bad' : 'plain'

export const personOf = ({ name, email, prospectEmailId }: OutboxRow): string => name ?? email ?? prospectEmailId

/** The time with zone and distance, for the tooltip and the clipboard. */
export const whenText = (row: OutboxRow, nowMs: number, zone: string): string => {
  const { kind, at } = whenOf(row)
  if (at === null) return kind === 'none' && row.isWaiting ? 'queued, no time given' : NO_VALUE
  const ms = Date.parse(at)
  const words = `${formatMoment(ms, zone)} ${zoneLabel(zone, ms)} · ${formatDistance(ms, nowMs)}`
  return kind === 'estimated' ? `about ${words} (estimated)` : words
}

const When = ({ row }: { readonly row: OutboxRow }) => {
  const nowMs = useNow()
  const zone = myZone()
  const { kind, at } = whenOf(row)
  if (at === null) return <SoftText>{row.isWaiting ? 'no time given' : NO_VALUE}</SoftText>
  return (
    <span title={whenText(row, nowMs, zone)}>
      {kind === 'estimated'
        ? `about ${nearDay(at, nowMs, zone)}`
        : `${nearDay(at, nowMs, zone)} · ${roughDistance(at, nowMs, zone)}`}
    </span>
  )
}

const outbox = columnOf(OUTBOX_FIELDS)

const columns: readonly DataColumn<OutboxRow>[] = [
  outbox('name', { header: 'To', sortField: 'contact', widthPx: 132, text: personOf, look: 'open' }),
  outbox('email', { widthPx: 200, isHiddenAtFirst: true }),
  outbox('domain', { widthPx: 190, isLesser: true }),
  outbox('subject', { widthPx: 160, grows: true }),
  outbox('status', {
    widthPx: 96,
    text: (row) => statusLabel(row.status),
    cell: (row) => centred(<StateWord word={statusLabel(row.status)} tone={statusTone(row)} />),
  }),
  outbox('scheduledAt', {
    header: `Time, ${myZone().replaceAll('_', ' ')}`,
    name: 'Send time',
    about:
      'When the pitch is or was sent, in your time zone. “About” marks times that the desk estimates from the spacing of the queue',
    widthPx: 180,
    isKept: true,
    text: (row) => whenText(row, Date.now(), myZone()),
    cell: (row) => <When row={row} />,
  }),
  outbox('mailbox', {
    widthPx: 180,
    isHiddenAtFirst: true,
    cell: (row) => <SoftText>{row.mailboxEmail ?? 'unknown'}</SoftText>,
  }),
  outbox('sentAt', {
    widthPx: 200,
    isHiddenAtFirst: true,
    text: (row) => (row.sentAt === null ? '' : formatMoment(Date.parse(row.sentAt), myZone())),
  }),
]

/** Most subjects name the site. */
export const OUTBOX_COLUMNS = withBrand(columns, { isHiddenAtFirst: ['domain'] })

// Labels of the outbox; an estimated time is always marked as such.

import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { OutboxRow } from '../../../src-shared/desk/outreach.ts'
import { DAY_MS } from '../../../src-shared/service/durations.ts'
import { addDays, dayMs } from '../../charts/days.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { formatMoment } from '../../format/time.ts'
import { formatDistance, wallOf, zoneLabel } from '../../format/zones.ts'

type When = {
  readonly kind: 'sent' | 'planned' | 'estimated' | 'none'
  readonly at: string | null
}

/** When a pitch was or will be sent: the service's time, else the desk's estimate. */
export const whenOf = ({ sentAt, scheduledAt, estimatedAt, isWaiting }: OutboxRow): When => {
  if (sentAt !== null) return { kind: 'sent', at: sentAt }
  if (scheduledAt !== null) return { kind: 'planned', at: scheduledAt }
  if (isWaiting && estimatedAt !== null) return { kind: 'estimated', at: estimatedAt }
  return { kind: 'none', at: null }
}

/** One that the service failed to send, or cancelled, is not queued either. */
export const goneLabel = ({ sentAt }: Pick<OutboxRow, 'sentAt'>): string =>
  `${sentAt === null ? 'No longer queued' : 'Sent'}; it cannot be recalled. Read replies in the service’s dashboard.`

/** Of what the desk accepted: it may have refused the pitches of some brands. */
export const unsendingLabel = (taken: readonly { readonly count: number }[]): string =>
  `Unsending ${plural(
    taken.reduce((sum, { count }) => sum + count, 0),
    'pitch',
    'pitches',
  )}`

export const statusLabel = (status: string): string => status.replaceAll('_', ' ')

export type Queued = Pick<CallOutput<'outreach.outbox'>, 'waiting' | 'lastQueued'>

/** `today 10:20`, `tomorrow 10:20`, else `9 Nov, 11:00`, in a zone. */
export const nearDay = (at: string, nowMs: number, zone: string): string => {
  const { day, time } = wallOf(Date.parse(at), zone)
  const today = wallOf(nowMs, zone).day
  if (day === today) return `today ${time}`
  return day === addDays(today, 1) ? `tomorrow ${time}` : formatMoment(at, zone, nowMs)
}

/** The distance in its largest unit only: `in 3 d`. From a day on it counts the days of the calendar, as the date beside it. */
export const roughDistance = (at: string, nowMs: number, zone: string): string => {
  const ms = Date.parse(at)
  const days = (dayMs(wallOf(ms, zone).day) - dayMs(wallOf(nowMs, zone).day)) / DAY_MS
  if (days === 0 || Math.abs(ms - nowMs) < DAY_MS) return formatDistance(ms, nowMs).replace(/(\d+ h) \d+ min/, '$1')
  return days > 0 ? `in ${days} d` : `${-days} d ago`
}

type Around = { readonly nowMs: number; readonly zone: string }

/**
 * `12 queued; last about tomorrow 10:20 Europe/Berlin (UTC+1) (estimated)`. Gaps are not said: they vary with hours and
 * mailboxes.
 */
export const pacingLabel = ({ waiting, lastQueued: last }: Queued, { nowMs, zone }: Around): string => {
  if (waiting === 0) return 'No queued pitches.'
  const count = `${formatWhole(waiting)} queued`
  if (last === null) return count
  const moment = `${nearDay(last.at, nowMs, zone)} ${zoneLabel(zone, Date.parse(last.at))}`
  return last.isEstimated ? `${count}; last about ${moment} (estimated)` : `${count}; last ${moment}`
}

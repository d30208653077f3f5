// Labels of the outbox; an estimated time is always marked as such.

import type { OutboxRow } from '../../../src-shared/desk/outreach.ts'
import { MINUTE_MS } from '../../../src-shared/service/durations.ts'
import { addDays } from '../../charts/days.ts'
import { joinParts } from '../../format/join-parts.ts'
import { formatWhole } from '../../format/numbers.ts'
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

export const statusLabel = (status: string): string => status.replaceAll('_', ' ')

const median = (sorted: readonly number[]): number | null => sorted[Math.floor(sorted.length / 2)] ?? null

export type Pacing = {
  /** The gap between two pitches; null: too few have a time. */
  readonly everyMs: number | null
  readonly lastAt: string | null
  /** The last time is the desk's estimate. */
  readonly isEstimated: boolean
}

/** The pacing of the queued pitches, from their times. */
export const pacingOf = (rows: readonly OutboxRow[]): Pacing => {
  const times = rows
    .map(whenOf)
    .filter(({ kind }) => kind === 'planned' || kind === 'estimated')
    .flatMap(({ at, kind }) => (at === null ? [] : [{ at, ms: Date.parse(at), kind }]))
    .sort((a, b) => a.ms - b.ms)
  const gaps = times.slice(1).flatMap(({ ms }, index) => {
    const gap = ms - (times[index]?.ms ?? ms)
    return gap > 0 ? [gap] : []
  })
  const last = times.at(-1)
  return {
    everyMs: median(gaps.sort((a, b) => a - b)),
    lastAt: last?.at ?? null,
    isEstimated: last?.kind === 'estimated',
  }
}

export const spacingLabel = (everyMs: number): string => {
  if (everyMs < MINUTE_MS) return `${Math.max(1, Math.round(everyMs / 1000))} s`
  const minutes = Math.round(everyMs / MINUTE_MS)
  if (minutes < 120) return `${minutes} min`
  return `${Math.round(minutes / 6) / 10} h`
}

/** `today 10:20`, `tomorrow 10:20`, else `9 Nov, 11:00`, in a zone. */
export const nearDay = (at: string, nowMs: number, zone: string): string => {
  const { day, time } = wallOf(Date.parse(at), zone)
  const today = wallOf(nowMs, zone).day
  if (day === today) return `today ${time}`
  return day === addDays(today, 1) ? `tomorrow ${time}` : formatMoment(at, zone, nowMs)
}

/** The distance in its largest unit only: `in 3 d`. */
export const roughDistance = (at: string, nowMs: number): string =>
  formatDistance(Date.parse(at), nowMs).replace(/(\d+ [dh]) \d+ (?:h|min)/, '$1')

type Around = { readonly nowMs: number; readonly zone: string; readonly brands: number }

/** `12 waiting; one every 4 min; the last about tomorrow 10:20 Europe/Berlin (UTC+1) (estimated)`. */
export const pacingLabel = (waiting: number, pacing: Pacing, { nowMs, zone, brands }: Around): string => {
  if (waiting === 0) return 'No queued pitches.'
  const { everyMs, lastAt, isEstimated } = pacing
  // Over several brands the gaps mix queues that run side by side.
  const every = everyMs === null || brands > 1 ? '' : `one every ${spacingLabel(everyMs)}`
  const last =
    lastAt === null
      ? ''
      : `last ${isEstimated ? 'about ' : ''}${nearDay(lastAt, nowMs, zone)} ${zoneLabel(zone, Date.parse(lastAt))}${isEstimated ? ' (estimated)' : ''}`
  return joinParts([`${formatWhole(waiting)} queued`, every, last], '; ')
}

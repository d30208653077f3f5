// Clock times in a named time zone, and the instants they mean. A day has hours that do not exist or come twice where
// the clocks change; the window says so.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src-shared/service/durations.ts'
import { formatDate } from './time.ts'

const MINUTE_NS = MINUTE_MS * 1e6

export const UTC = 'UTC'
export const myZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || UTC

export const allZones = (): readonly string[] => [...new Set([UTC, ...Intl.supportedValuesOf('timeZone')])]

export const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null
  } catch {
    return false
  }
}

const inZone = (ms: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)

/** The clock on the wall: `YYYY-MM-DD` and `HH:MM`. */
export type Wall = { readonly day: string; readonly time: string }

export const wallOf = (ms: number, zone: string): Wall => {
  const at = inZone(ms, zone)
  return { day: at.toPlainDate().toString(), time: at.toPlainTime().toString({ smallestUnit: 'minute' }) }
}

/**
 * The instant of a clock time. `skipped`: the clocks jump over it, and `ms` is as far past the jump; `twice`: it comes
 * twice, and `ms` is the first. Null: no such day or time.
 */
export type WallInstant =
  | { readonly kind: 'once' | 'skipped'; readonly ms: number }
  | { readonly kind: 'twice'; readonly ms: number; readonly laterMs: number }

const plainOf = ({ day, time }: Wall): Temporal.PlainDateTime | null => {
  try {
    return Temporal.PlainDateTime.from(`${day}T${time}`)
  } catch {
    return null
  }
}

export const instantOf = (wall: Wall, zone: string): WallInstant | null => {
  const plain = plainOf(wall)
  if (plain === null) return null
  const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const later = plain.toZonedDateTime(zone, { disambiguation: 'later' })
  if (earlier.equals(later)) return { kind: 'once', ms: earlier.epochMilliseconds }
  return later.toPlainDateTime().equals(plain)
    ? { kind: 'twice', ms: earlier.epochMilliseconds, laterMs: later.epochMilliseconds }
    : { kind: 'skipped', ms: later.epochMilliseconds }
}

export type ClockChange = { readonly atMs: number; readonly byMinutes: number }

/** The first change of a zone's clocks within a stretch of time. */
export const clockChange = (zone: string, fromMs: number, toMs: number): ClockChange | null => {
  const from = inZone(fromMs, zone)
  const change = from.getTimeZoneTransition('next')
  if (change === null || change.epochMilliseconds > toMs) return null
  return {
    atMs: change.epochMilliseconds,
    byMinutes: (change.offsetNanoseconds - from.offsetNanoseconds) / MINUTE_NS,
  }
}

/** `+1`, `−5`, `+5:45` of `+01:00`, `-05:00`, `+05:45`. */
const shortOffset = (offset: string): string =>
  offset
    .replace('-', '−')
    .replace(/(?<=^.)0/, '')
    .replace(/:00$/, '')

/** `Europe/Berlin (UTC+1)`, as it is at that instant. */
export const zoneLabel = (zone: string, ms: number): string =>
  zone === UTC ? UTC : `${zone.replaceAll('_', ' ')} (UTC${shortOffset(inZone(ms, zone).offset)})`

/** `in 3 d 4 h`, `in 20 min`, `2 h ago`, `now`. */
export const formatDistance = (ms: number, nowMs: number): string => {
  const size = Math.abs(ms - nowMs)
  if (size < MINUTE_MS) return 'now'
  const days = Math.floor(size / DAY_MS)
  const hours = Math.floor((size % DAY_MS) / HOUR_MS)
  const minutes = Math.floor((size % HOUR_MS) / MINUTE_MS)
  const words =
    days > 0
      ? `${days} d${hours > 0 ? ` ${hours} h` : ''}`
      : hours > 0
        ? `${hours} h${minutes > 0 ? ` ${minutes} min` : ''}`
        : `${minutes} min`
  return ms > nowMs ? `in ${words}` : `${words} ago`
}

/** A warning about a clock time: skipped, twice, or clocks that change before it. Null: none. */
export const clockNote = (instant: WallInstant, zone: string, nowMs: number): string | null => {
  const place = zone.replaceAll('_', ' ')
  if (instant.kind === 'skipped')
    return `The clocks of ${place} skip this time on that day: it would be published at ${wallOf(instant.ms, zone).time}.`
  if (instant.kind === 'twice') return `This time occurs twice on that day in ${place}: the desk uses the first.`
  const change = clockChange(zone, Math.min(nowMs, instant.ms), Math.max(nowMs, instant.ms))
  if (change === null) return null
  const way = change.byMinutes > 0 ? 'forward' : 'back'
  const size =
    Math.abs(change.byMinutes) % 60 === 0 ? `${Math.abs(change.byMinutes) / 60} h` : `${Math.abs(change.byMinutes)} min`
  return `The clocks of ${place} go ${way} by ${size} on ${formatDate(change.atMs, zone, nowMs)}, before then.`
}

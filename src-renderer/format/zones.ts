// Clock times in a named time zone, and the instants they mean. A day has hours that do not exist or come twice where
// the clocks change; neither is passed over in silence.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

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

const formats = new Map<string, Intl.DateTimeFormat>()
const partsFormat = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** The clock on the wall: `YYYY-MM-DD` and `HH:MM`. */
export type Wall = { readonly day: string; readonly time: string }

const wallMs = (ms: number, zone: string): number => {
  const parts = Object.fromEntries(
    partsFormat(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

export const wallOf = (ms: number, zone: string): Wall => {
  const written = new Date(wallMs(ms, zone)).toISOString()
  return { day: written.slice(0, 10), time: written.slice(11, 16) }
}

/** Minutes that a zone's clocks are before UTC at an instant. */
export const offsetMinutes = (ms: number, zone: string): number =>
  Math.round((wallMs(ms, zone) - Math.floor(ms / 1000) * 1000) / MINUTE_MS)

/**
 * The instant of a clock time. `skipped`: the clocks jump over it, and `ms` is as far past the jump; `twice`: it comes
 * twice, and `ms` is the first. Null: no such day or time.
 */
export type WallInstant =
  | { readonly kind: 'once' | 'skipped'; readonly ms: number }
  | { readonly kind: 'twice'; readonly ms: number; readonly laterMs: number }

export const instantOf = ({ day, time }: Wall, zone: string): WallInstant | null => {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(asUtc)) return null
  const before = offsetMinutes(asUtc - DAY_MS, zone)
  const after = offsetMinutes(asUtc + DAY_MS, zone)
  const found = [...new Set([before, after])]
    .map((minutes) => asUtc - minutes * MINUTE_MS)
    .filter((ms) => wallMs(ms, zone) === asUtc)
    .sort((a, b) => a - b)
  const [first, later] = found
  if (first === undefined) return { kind: 'skipped', ms: asUtc - before * MINUTE_MS }
  return later === undefined ? { kind: 'once', ms: first } : { kind: 'twice', ms: first, laterMs: later }
}

export type ClockChange = { readonly atMs: number; readonly byMinutes: number }

/** The first change of a zone's clocks within a stretch of time. */
export const clockChange = (zone: string, fromMs: number, toMs: number): ClockChange | null => {
  const start = offsetMinutes(fromMs, zone)
  for (let low = fromMs; low < toMs; low += DAY_MS) {
    let high = Math.min(low + DAY_MS, toMs)
    if (offsetMinutes(high, zone) === start) continue
    let early = low
    while (high - early > MINUTE_MS) {
      const middle = Math.floor((early + high) / 2)
      if (offsetMinutes(middle, zone) === start) early = middle
      else high = middle
    }
    return { atMs: Math.floor(high / MINUTE_MS) * MINUTE_MS, byMinutes: offsetMinutes(high, zone) - start }
  }
  return null
}

const signed = (minutes: number): string => {
  const size = Math.abs(minutes)
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`
  return `${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`
}

/** `Europe/Berlin (UTC+1)`, as it is at that instant. */
export const zoneLabel = (zone: string, ms: number): string =>
  zone === UTC ? UTC : `${zone.replaceAll('_', ' ')} (UTC${signed(offsetMinutes(ms, zone))})`

const written = new Map<string, Intl.DateTimeFormat>()
/** `Fri 20 Nov 2026, 19:26` in a zone. */
export const formatWall = (ms: number, zone: string): string => {
  const known = written.get(zone)
  const format =
    known ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    })
  written.set(zone, format)
  return format.format(ms)
}

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

/** What a person should know about a clock time: skipped, twice, or clocks that change before it. Null: nothing. */
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
  return `The clocks of ${place} go ${way} by ${size} on ${formatWall(change.atMs, zone).replace(/,? \d\d:\d\d$/, '')}, before then.`
}

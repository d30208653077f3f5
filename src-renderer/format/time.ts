import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src-shared/service/durations.ts'

const YEAR_MS = 365.25 * DAY_MS
const UTC = 'UTC'

/** `now`, `5 min`, `2 h`, `3 d`: where nothing but an age is shown. */
export const formatAge = (instant: string, nowMs: number): string => {
  const ms = nowMs - Date.parse(instant)
  if (ms < MINUTE_MS) return 'now'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`
  return ms < 2 * YEAR_MS ? `${Math.floor(ms / DAY_MS)} d` : `${Math.floor(ms / YEAR_MS)} y`
}

/** `just now`, `5 min ago`; what the clock time beside it does not say. */
export const formatAgo = (instant: string, nowMs: number): string => {
  const age = formatAge(instant, nowMs)
  return age === 'now' ? 'just now' : `${age} ago`
}

/** `in 40 s`, `in 5 min`, `now`. */
export const formatUntil = (instant: string | number, nowMs: number): string => {
  const ms = (typeof instant === 'number' ? instant : Date.parse(instant)) - nowMs
  if (ms <= 0) return 'now'
  if (ms < 2 * MINUTE_MS) return `in ${Math.ceil(ms / 1000)} s`
  if (ms < 2 * HOUR_MS) return `in ${Math.ceil(ms / MINUTE_MS)} min`
  return `in ${Math.ceil(ms / HOUR_MS)} h`
}

/** Of a sync: the desk looks every 30 seconds for what is due. */
export const formatNextTry = (at: string, nowMs: number): string =>
  Date.parse(at) <= nowMs ? 'within 30 s' : formatUntil(at, nowMs)

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number): string => String(value).padStart(2, '0')

type Fields = readonly [weekday: number, day: number, month: number, year: number, hour: number, minute: number]
const partsFrom = ([weekday, day, month, year, hour, minute]: Fields): Parts => ({
  weekday: WEEKDAYS[weekday] ?? '',
  day: String(day),
  month: MONTHS[month] ?? '',
  year: String(year),
  hour: two(hour),
  minute: two(minute),
})
// Without a format of the browser: the first one would take 16 ms of the page's start.
const ownFields = (at: Date): Fields => [
  at.getDay(),
  at.getDate(),
  at.getMonth(),
  at.getFullYear(),
  at.getHours(),
  at.getMinutes(),
]
const utcFields = (at: Date): Fields => [
  at.getUTCDay(),
  at.getUTCDate(),
  at.getUTCMonth(),
  at.getUTCFullYear(),
  at.getUTCHours(),
  at.getUTCMinutes(),
]

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  formats.set(timeZone, format)
  return format
}

/** The parts of an instant's date and time; without a zone, in the person's own. */
const partsOf = (instant: string | number, zone?: string): Parts => {
  const date = new Date(instant)
  if (zone === undefined || zone === UTC) return partsFrom(zone === UTC ? utcFields(date) : ownFields(date))
  return Object.fromEntries(
    formatOf(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  )
}

const isThisYear = (instant: string | number, nowMs: number, zone?: string): boolean =>
  partsOf(instant, zone).year === partsOf(nowMs, zone).year

/** `Sat 21 Nov`, in another year `21 Nov 2025`; without a zone, in the person's own. */
export const formatDate = (instant: string | number, zone?: string, nowMs = Date.now()): string => {
  const { weekday, day, month, year } = partsOf(instant, zone)
  return isThisYear(instant, nowMs, zone) ? `${weekday} ${day} ${month}` : `${day} ${month} ${year}`
}

/** `21 Nov, 14:05`, in another year `21 Nov 2025, 14:05`; without a zone, in the person's own. */
export const formatMoment = (instant: string | number, zone?: string, nowMs = Date.now()): string => {
  const { day, month, year, hour, minute } = partsOf(instant, zone)
  return `${day} ${month}${isThisYear(instant, nowMs, zone) ? '' : ` ${year}`}, ${hour}:${minute}`
}

/** `14:05` today, else with the day, in the person's own zone. */
export const formatClock = (instant: string, nowMs: number): string => {
  if (new Date(nowMs).toDateString() !== new Date(instant).toDateString())
    return formatMoment(instant, undefined, nowMs)
  const { hour, minute } = partsOf(instant)
  return `${hour}:${minute}`
}

let full: Intl.DateTimeFormat | undefined

/** With the zone, as the tooltip of a short time. */
export const formatInstant = (instant: string): string => {
  full ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })
  return full.format(new Date(instant))
}

/** A calendar day (`YYYY-MM-DD`): `Sat 21 Nov`, in another year `21 Nov 2025`. */
export const formatDay = (day: string, nowMs?: number): string => formatDate(`${day}T00:00:00Z`, UTC, nowMs)

/** A calendar day without its weekday, for axes and ranges: `21 Nov`, in another year `21 Nov 2025`. */
export const formatShortDay = (day: string, nowMs?: number): string => formatDay(day, nowMs).replace(/^[A-Z]\w+ /, '')

/** A calendar day as `Nov 2026`, for spans of years. */
export const formatMonth = (day: string): string => {
  const { month, year } = partsOf(`${day}T00:00:00Z`, UTC)
  return `${month} ${year}`
}

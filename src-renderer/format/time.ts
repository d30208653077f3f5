const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 365.25 * DAY_MS
/** Further away a day and month alone could be those of another year. */
const NEAR_MS = 300 * DAY_MS

/** `now`, `5 min`, `2 h`, `3 d`: where all that stands there is an age. */
export const formatAge = (instant: string, nowMs: number): string => {
  const ms = nowMs - Date.parse(instant)
  if (ms < MINUTE_MS) return 'now'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`
  return ms < 2 * YEAR_MS ? `${Math.floor(ms / DAY_MS)} d` : `${Math.floor(ms / YEAR_MS)} y`
}

/** `just now`, `5 min ago`; the distance that the clock time beside it does not say. */
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

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const dayOfYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })
const dayOnly = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The clock time of today, else day and clock time, with the year where it is far away, in the person's own zone. */
export const formatClock = (instant: string, nowMs: number): string => {
  const date = new Date(instant)
  const isToday = new Date(nowMs).toDateString() === date.toDateString()
  const isNear = Math.abs(nowMs - date.getTime()) < NEAR_MS
  return (isToday ? clock : isNear ? dayAndClock : dayOfYear).format(date)
}

/** Day, year and clock time, in the person's own zone. */
export const formatMoment = (instant: string): string => dayOfYear.format(new Date(instant))

const dateOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** `26 Dec 2027`, in the person's own zone. */
export const formatDate = (instant: string): string => dateOfYear.format(new Date(instant))

/** With the zone, for the pointer that rests on a short time. */
export const formatInstant = (instant: string): string => full.format(new Date(instant))

const monthOfYear = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A calendar day (`YYYY-MM-DD`) as `Nov 2026`, for spans of years. */
export const formatMonth = (day: string): string => monthOfYear.format(new Date(`${day}T00:00:00Z`))

/** A calendar day (`YYYY-MM-DD`) as `20 Nov`. */
export const formatDay = (day: string): string => dayOnly.format(new Date(`${day}T00:00:00Z`))

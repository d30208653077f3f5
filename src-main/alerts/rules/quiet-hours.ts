// When a notification may come, on the person's own clock. Everything is worked out from the wall clock of a zone, so that
// a changed clock or the end of summer time neither repeats a digest nor leaves one out.
import type { AlertSettings } from '../../../src-shared/desk/alerts.ts'

export const DEFAULT_ALERT_SETTINGS: AlertSettings = {
  isNotifying: true,
  quiet: { isOn: true, from: '19:00', to: '08:00' },
  days: [1, 2, 3, 4, 5],
  digest: { isOn: true, at: '08:00' },
  zone: null,
}

export type LocalTime = {
  readonly day: string
  /** Since midnight. */
  readonly minutes: number
  /** Monday is 1. */
  readonly weekday: number
}

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (zone: string | null): Intl.DateTimeFormat => {
  const key = zone ?? ''
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    ...(zone === null ? {} : { timeZone: zone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(key, made)
  return made
}

export const isZone = (zone: string): boolean => {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

export const localTime = (atMs: number, zone: string | null): LocalTime => {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  )
  const day = `${parts.year}-${parts.month}-${parts.day}`
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return { day, minutes: Number(parts.hour) * 60 + Number(parts.minute), weekday: weekday === 0 ? 7 : weekday }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const isWithin = (minutes: number, from: number, to: number): boolean =>
  from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to

export const isQuietAt = (atMs: number, { quiet, days, zone }: AlertSettings): boolean => {
  const { minutes, weekday } = localTime(atMs, zone)
  return !days.includes(weekday) || (quiet.isOn && isWithin(minutes, minutesOf(quiet.from), minutesOf(quiet.to)))
}

const DIGEST_DAYS_KEPT = 60

export type DigestTurn = {
  /** Whether the digest of this day is to be sent now. */
  readonly isDue: boolean
  /** The days to remember as done; null: nothing is new. */
  readonly done: readonly string[] | null
}

/**
 * One digest a day at most: the days that are done are known by name, so that a clock that is set back and forth repeats
 * none. A desk that starts after the hour catches up once; the very first start does not.
 */
export const digestTurn = (nowMs: number, settings: AlertSettings, done: readonly string[]): DigestTurn => {
  const { day, minutes, weekday } = localTime(nowMs, settings.zone)
  if (done.includes(day) || minutes < minutesOf(settings.digest.at)) return { isDue: false, done: null }
  const isWanted = settings.digest.isOn && settings.days.includes(weekday)
  return { isDue: isWanted && done.length > 0, done: [...done, day].slice(-DIGEST_DAYS_KEPT) }
}

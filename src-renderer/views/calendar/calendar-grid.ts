// Days of a calendar and their entries. Days are `YYYY-MM-DD` in the zone of the view; weeks begin on Monday.
import type { CalendarEntry } from '../../../src-shared/desk/publishing.ts'
import { addDays } from '../../charts/days.ts'
import { ENTRY_TONES } from '../../format/entry-labels.ts'
import { instantOf, wallOf } from '../../format/zones.ts'

export type Span = 'month' | 'week' | 'list'

const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`
const startOfWeek = (day: string): string => addDays(day, -weekdayOf(day))

const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index))

/** The days a span shows: seven for a week, those of the month for a list, and for a month whole weeks. */
export const spanDays = (span: Span, day: string): string[] => {
  if (span === 'week') return daysFrom(startOfWeek(day), 7)
  const next = stepSpan('month', day, 1)
  if (span === 'list') return daysFrom(firstOfMonth(day), 31).filter((each) => each < next)
  const first = startOfWeek(firstOfMonth(day))
  const days = daysFrom(first, 42)
  const weeks = Math.ceil(days.indexOf(firstOfMonth(next)) / 7)
  return days.slice(0, (weeks === 0 ? 6 : weeks) * 7)
}

/** The same span, one further or one back. */
export const stepSpan = (span: Span, day: string, step: 1 | -1): string => {
  if (span === 'week') return addDays(day, 7 * step)
  const [year = 1970, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + step, 1)).toISOString().slice(0, 10)
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const dayName = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const atMidnight = (day: string) => new Date(`${day}T00:00:00Z`)

export const spanTitle = (span: Span, day: string): string => {
  if (span !== 'week') return monthName.format(atMidnight(day))
  const days = spanDays(span, day)
  return dayName.formatRange(atMidnight(days[0] ?? day), atMidnight(days.at(-1) ?? day))
}

export const isInMonth = (day: string, month: string): boolean => day.slice(0, 7) === month.slice(0, 7)

/** Entries by their day in a zone, each day's in order of time. */
export const byDay = (entries: readonly CalendarEntry[], zone: string): ReadonlyMap<string, readonly CalendarEntry[]> =>
  Map.groupBy(
    entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.articleSlug.localeCompare(b.articleSlug)),
    (entry) => wallOf(Date.parse(entry.at), zone).day,
  )

/** The same clock time on another day, in a zone. */
export const onDay = (at: string, day: string, zone: string): number => {
  const { time } = wallOf(Date.parse(at), zone)
  return instantOf({ day, time }, zone)?.ms ?? Date.parse(at)
}

type Movable = Pick<CalendarEntry, 'state'> & Partial<Pick<CalendarEntry, 'move'>>

/** Whether its time can still be changed: it was not sent, and no move of it is under way. */
export const isMovable = ({ state, move = null }: Movable): boolean =>
  (state === 'held' || state === 'scheduled') && move === null

const needsAttention = ({ state }: CalendarEntry): boolean =>
  ENTRY_TONES[state] === 'bad' || ENTRY_TONES[state] === 'warn'

/** What needs attention is never behind "more". */
export const shownOnDay = (
  entries: readonly CalendarEntry[],
  max: number,
  movingId: string | undefined,
): CalendarEntry[] => {
  // What the keys move keeps the focus, so it is shown as well.
  const rankOf = (entry: CalendarEntry) => (entry.id === movingId ? 0 : needsAttention(entry) ? 1 : 2)
  const first = new Set(entries.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, max))
  return entries.filter((entry) => first.has(entry))
}

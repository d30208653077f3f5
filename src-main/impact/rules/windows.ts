// The days before and after an article that are compared: whole weeks, so that the days of the week weigh the same in both.
import type { ImpactReason } from '../../../src-shared/desk/impact.ts'
import { SETTLING_DAYS, VERDICT_DAYS_MIN } from '../../../src-shared/desk/values/impact-days.ts'
import { type DaySpan, type KnownDays, sumOver } from '../../rankings/public.ts'
import type { OutingBook, PlacedOuting } from './outing.ts'

const WEEK = 7
export const WEEKS_MAX = 4
/** Of the days of a window, this share has to be cached. */
const KNOWN_SHARE_MIN = 0.75

export type Windows = { readonly before: DaySpan; readonly after: DaySpan }
type Found = { readonly windows: Windows } | { readonly reason: ImpactReason; readonly daysAfter: number }

const wholeWeeks = (days: number): number => WEEK * Math.min(WEEKS_MAX, Math.floor(Math.max(0, days) / WEEK))
const isLong = (days: number): boolean => days >= VERDICT_DAYS_MIN

export const isKnown = ({ knownSums }: KnownDays, span: DaySpan): boolean =>
  span.from >= 0 && sumOver(knownSums, span) >= KNOWN_SHARE_MIN * (span.until - span.from)

/** What was published or unpublished on the article's page, as days of the series. */
const changesOf = (firstDay: number, outing: PlacedOuting, { onSamePage }: OutingBook): number[] =>
  onSamePage(outing)
    .flatMap(({ day, endDay }) => (endDay === null ? [day] : [day, endDay]))
    .map((day) => day - firstDay)

/** Changes within the settling days of one another are one: its first and its last day. */
const settlingOf = (day: number, changes: readonly number[]): { readonly first: number; readonly last: number } => {
  const sorted = changes.toSorted((one, other) => one - other)
  const first = sorted.reduceRight(
    (from, change) => (change < from && from - change < SETTLING_DAYS ? change : from),
    day,
  )
  const last = sorted.reduce((to, change) => (change > to && change - to < SETTLING_DAYS ? change : to), day)
  return { first, last }
}

/** The windows of an article, or why there are none. */
export const windowsOf = (days: KnownDays, outing: PlacedOuting, book: OutingBook): Found => {
  const { firstDay, length } = days
  const endDay = outing.endDay === null ? null : outing.endDay - firstDay
  const changes = changesOf(firstDay, outing, book)
  const { first, last } = settlingOf(outing.day - firstDay, changes)
  const start = last + SETTLING_DAYS
  const daysAfter = Math.max(0, Math.min(WEEK * WEEKS_MAX, length - start))
  const nextChange = Math.min(...changes.filter((change) => change > last))
  const daysUntilChange = nextChange - start
  if (!isLong(daysUntilChange)) return { reason: nextChange === endDay ? 'unpublished' : 'other-article', daysAfter }
  const lastChange = Math.max(...changes.filter((change) => change < first))
  const daysSinceChange = first - (lastChange + SETTLING_DAYS)
  if (!isLong(daysSinceChange)) return { reason: 'other-article', daysAfter }
  if (!isLong(daysAfter)) return { reason: 'days-to-come', daysAfter }
  const lengthBefore = wholeWeeks(Math.min(daysSinceChange, first))
  if (!isLong(lengthBefore)) return { reason: 'no-history', daysAfter }
  const before = { from: first - lengthBefore, until: first }
  const after = { from: start, until: start + wholeWeeks(Math.min(daysAfter, daysUntilChange)) }
  const isCached = isKnown(days, before) && isKnown(days, after)
  return isCached ? { windows: { before, after } } : { reason: 'days-missing', daysAfter }
}

/** The same windows, days earlier. */
export const shifted = ({ before, after }: Windows, days: number): Windows => ({
  before: { from: before.from - days, until: before.until - days },
  after: { from: after.from - days, until: after.until - days },
})

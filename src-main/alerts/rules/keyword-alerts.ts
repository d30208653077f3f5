// Rules about keywords, over their days. One function tells whether a keyword fires on a day: for the day that a sync
// brought, and for each day of a back-test.

import type { AlertCondition, AlertFilter } from '../../../src-shared/desk/alerts.ts'
import type { KeywordAlertKind } from '../../../src-shared/desk/values/alert-kinds.ts'
import { BAND_ENDS, LOSS_MARGIN } from '../../../src-shared/desk/values/position-bands.ts'
import { positionNow, type RealMove, realMoveOf, SPAN_DAYS } from '../../rankings/rules/real-moves.ts'
import { LOOK_BACK_DAYS, lossOn } from './crossing.ts'

export type KeywordCondition = Extract<AlertCondition, { readonly kind: KeywordAlertKind }>

/** Days of one keyword, oldest first; 0: not ranking, no page. */
export type KeywordDays = {
  readonly positions: Float32Array
  readonly clicks: Float32Array
  readonly impressions: Float32Array
  readonly pages: Uint32Array
}

export type KeywordLoss = {
  /** Positions, or numbers of pages; null: not ranking. */
  readonly before: number | null
  readonly after: number | null
  /** A week, before. */
  readonly clicks: number
}

/** Days before the one that is looked at that a rule may need. */
export const PAST_DAYS = LOOK_BACK_DAYS + SPAN_DAYS
const FILTER_DAYS = 28
const WEEK = 7

const IN = 1
const OUT = 2
const BETWEEN = 0
const HOME = { homeDays: 5, ofDays: 7 } as const
const TOP_ENDS = { 'lost-top-3': BAND_ENDS.top3, 'lost-top-10': BAND_ENDS['4-10'] } as const

type Days = { readonly days: KeywordDays; readonly known: readonly boolean[] }

/** Sum a week over the known days before `at`. Of a loss some are known: those that make its home. */
const weekly = (values: Float32Array, known: readonly boolean[], at: number): number => {
  let sum = 0
  let count = 0
  for (let day = Math.max(0, at - FILTER_DAYS); day < at; day += 1) {
    if (known[day] !== true) continue
    sum += values[day] ?? 0
    count += 1
  }
  return (sum / count) * WEEK
}

/**
 * The middle position of the 7 days before `at`, which one odd day does not move; null: no day of them is known. Beyond
 * every end where it did not rank on most of them.
 */
const middleOfWeek = ({ days, known }: Days, at: number): number | null => {
  const week: number[] = []
  for (let day = Math.max(0, at - WEEK); day < at; day += 1)
    if (known[day] === true) week.push(days.positions[day] || Number.POSITIVE_INFINITY)
  week.sort((one, other) => one - other)
  const [low, high] = [week[(week.length - 1) >> 1], week[week.length >> 1]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

const positionOrNull = (position: number): number | null => (position > 0 ? position : null)

/** The first of the newest `count` known days up to `at`. */
const firstOfLast = (known: readonly boolean[], at: number, count: number): number => {
  let day = at
  for (let left = count - 1; left > 0 && day > 0; ) {
    day -= 1
    if (known[day] === true) left -= 1
  }
  return day
}

/** What was lost longer ago, by less than the half place, is not lost now: most days of the week before are in the top. */
const lostTop = ({ days, known }: Days, at: number, end: number, lossDays: number): KeywordLoss | null => {
  const { positions, clicks } = days
  const isOut = (position: number) => position <= 0 || position >= end + LOSS_MARGIN
  if (!isOut(positions[at] ?? 0)) return null
  const stateOf = (day: number) => {
    if (known[day] !== true) return undefined
    const position = positions[day] ?? 0
    return isOut(position) ? OUT : position < end ? IN : BETWEEN
  }
  const options = { stateOf, isHome: (state: number) => state === IN, isLoss: (state: number) => state === OUT }
  if (lossOn(at, { ...options, ...HOME, lossDays }) === null) return null
  const since = firstOfLast(known, at, lossDays)
  const before = middleOfWeek({ days, known }, since)
  // As an alert says it: 3.46 is 3.5 there, which is not in the top 3.
  if (before === null || Math.round(before * 10) / 10 >= end) return null
  return {
    before,
    after: positionOrNull(positions[at] ?? 0),
    clicks: weekly(clicks, known, since),
  }
}

const pageChanged = ({ days, known }: Days, at: number, lossDays: number): KeywordLoss | null => {
  const { pages, clicks } = days
  const page = pages[at] ?? 0
  if (page === 0) return null
  const stateOf = (day: number) => (known[day] === true && (pages[day] ?? 0) > 0 ? pages[day] : undefined)
  const options = { stateOf, isHome: () => true, isLoss: (state: number, home: number) => state !== home }
  const before = lossOn(at, { ...options, ...HOME, lossDays })
  return before === null ? null : { before, after: page, clicks: weekly(clicks, known, at - lossDays + 1) }
}

const sumOf = (values: Float32Array, known: readonly boolean[], from: number, to: number): [number, number] => {
  let sum = 0
  let count = 0
  for (let day = Math.max(0, from); day <= to; day += 1) {
    if (known[day] !== true) continue
    sum += values[day] ?? 0
    count += 1
  }
  return [sum, count]
}

const RECENT = 3

/** The real drop that Movers would show on that day. Clicks are compared first: that is quick, and leaves few keywords. */
const dropOn = ({ days, known }: Days, at: number, lostClicks: number): RealMove | null => {
  const from = at - SPAN_DAYS + 1
  if (known[at] !== true || from < 0) return null
  const [recent, recentDays] = sumOf(days.clicks, known, at - RECENT + 1, at)
  const [before, beforeDays] = sumOf(days.clicks, known, from, at - RECENT)
  if (beforeDays === 0 || recentDays === 0) return null
  if (before / beforeDays - recent / recentDays < lostClicks) return null
  const part = {
    positions: days.positions.subarray(from, at + 1),
    clicks: days.clicks.subarray(from, at + 1),
    impressions: days.impressions.subarray(from, at + 1),
  }
  const move = realMoveOf(part, known.slice(from, at + 1))
  return move !== null && (move.kind === 'down' || move.kind === 'lost') ? move : null
}

/** A drop stays visible for weeks: it is over after this many days without it. */
const CALM = { homeDays: 7, ofDays: 10 } as const

const dropped = (one: Days, at: number, lostClicks: number): KeywordLoss | null => {
  const move = dropOn(one, at, lostClicks)
  if (move === null) return null
  const stateOf = (day: number) => {
    if (one.known[day] !== true) return undefined
    return dropOn(one, day, lostClicks) === null ? IN : OUT
  }
  const options = { stateOf, isHome: (state: number) => state === IN, isLoss: (state: number) => state === OUT }
  if (lossOn(at, { ...options, ...CALM, lossDays: 1 }) === null) return null
  return { before: move.before, after: positionNow(move), clicks: move.clicksBefore * WEEK }
}

const lossOf = (condition: KeywordCondition, one: Days, at: number): KeywordLoss | null => {
  switch (condition.kind) {
    case 'lost-top-3':
    case 'lost-top-10':
      return lostTop(one, at, TOP_ENDS[condition.kind], condition.days)
    case 'page-changed':
      return pageChanged(one, at, condition.days)
    case 'drop':
      return dropped(one, at, condition.lostClicks)
  }
}

type Least = Pick<AlertFilter, 'minClicksAWeek' | 'minImpressionsAWeek'>

/** What a keyword lost on day `at` of these days; null: nothing. */
export const keywordLoss = (
  { condition, filter }: { readonly condition: KeywordCondition; readonly filter: Least },
  one: Days,
  at: number,
): KeywordLoss | null => {
  if (one.known[at] !== true) return null
  const loss = lossOf(condition, one, at)
  if (loss === null || loss.clicks < filter.minClicksAWeek) return null
  const seen = filter.minImpressionsAWeek
  return seen > 0 && weekly(one.days.impressions, one.known, at) < seen ? null : loss
}

/**
 * Whether a loss was over on one of the days after it; an unusual drop, which is a mean of days, on the last of them.
 * The days are known ones.
 */
export const hasRecovered = (
  condition: KeywordCondition,
  one: Days,
  after: readonly number[],
  isPageBefore: (page: number) => boolean,
): boolean => {
  const { positions, pages } = one.days
  const isInTop = (position: number, end: number) => position > 0 && position < end
  switch (condition.kind) {
    case 'lost-top-3':
    case 'lost-top-10':
      return after.some((at) => isInTop(positions[at] ?? 0, TOP_ENDS[condition.kind]))
    case 'page-changed':
      return after.some((at) => isPageBefore(pages[at] ?? 0))
    case 'drop':
      return dropOn(one, after.at(-1) ?? 0, condition.lostClicks) === null
  }
}

// A move is real when it is unusual for its keyword and when it matters.
//
// Unusual: the mean position of the last 3 days is compared with the 3-day means of the 28 days before. Their median is
// the usual position. The swing is how far such a mean commonly is from it, half by the keyword's own history, half by
// what is common at that position (0.2 + 5% of it): 28 days alone measure a swing so roughly that one keyword in a
// hundred would look too calm, and positions jitter more the deeper they are. A move of 3.75 swings is unusual. Medians
// ignore single odd days; means over 3 days keep weekdays and most one-day jumps from counting.
// A keyword that ranked on nine days of ten and then on none, the last 3 at least, is lost: it stays so for about two weeks, as
// other moves do. One that never ranked and now does is new.
//
// Matters: at least 20 impressions in the 31 days. What is listed is ordered by the clicks that it costs.
//
// Measured on 200,000 keywords with 0.5% planted drops (real-moves.test.ts prints it): precision 62%, recall 81%. Fewer
// swings find more of the drops and let more noise through: 3.25 swings 44% and 85%, 4.5 swings 81% and 75%.

import { WINDOW_DAYS as BEFORE_DAYS, RECENT_DAYS } from '../../../src-shared/desk/values/figures.ts'

export const SPAN_DAYS = BEFORE_DAYS + RECENT_DAYS

const SWINGS = 3.75
/** The swing that is common at a position: these, plus this share of the position. */
const COMMON_SWING = 0.2
const COMMON_SWING_SHARE = 0.05
const IMPRESSIONS_MIN = 20
const RANKED_DAYS_MIN = 14
const MEANS_MIN = 10
const STEADY_SHARE = 0.9
const MAD_TO_DEVIATION = 1.4826

/** 31 days of one keyword, oldest first. A position of 0: not ranking. */
export type KeywordDays = {
  readonly positions: ArrayLike<number>
  readonly clicks: ArrayLike<number>
  readonly impressions: ArrayLike<number>
}

export type RealMove = {
  readonly kind: 'up' | 'down' | 'new' | 'lost'
  /** The usual position; null: not ranking. */
  readonly before: number | null
  /** Mean of those of the last 3 days on which it ranks. */
  readonly now: number | null
  /** It does not rank on the newest day. */
  readonly isAbsent: boolean
  /** Positions from best to worst that are not unusual; null where it did not rank before. */
  readonly usual: { readonly low: number; readonly high: number } | null
  /** How many swings the move is; null for new and lost. */
  readonly deviation: number | null
  /** A day, on average. */
  readonly clicksBefore: number
  readonly clicksNow: number
  /** Of all 31 days. */
  readonly clicks: number
  readonly impressions: number
}

/** Which of the 31 days have a snapshot: no row on a day without one does not mean "not ranking". */
export type KnownDays = readonly boolean[]

/** Values that are read and used at once, so that no keyword takes memory of its own. */
const DAYS = new Float64Array(BEFORE_DAYS)
const MEANS = new Float64Array(BEFORE_DAYS)
const DISTANCES = new Float64Array(BEFORE_DAYS)

/** Sorts the first values in place: so few are sorted faster by insertion. */
const sortFirst = (values: Float64Array, count: number): void => {
  for (let index = 1; index < count; index += 1) {
    const value = values[index] ?? 0
    let at = index - 1
    for (; at >= 0 && (values[at] ?? 0) > value; at -= 1) values[at + 1] = values[at] ?? 0
    values[at + 1] = value
  }
}

/** Of the first values, which are sorted. */
const medianOf = (sorted: Float64Array, count: number): number => {
  const middle = count >> 1
  const upper = sorted[middle] ?? 0
  return count % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** Mean of the ranked days from `from` on; 0 where fewer than two of the three rank. */
const meanFrom = (positions: ArrayLike<number>, from: number): number => {
  let sum = 0
  let ranked = 0
  for (let day = from; day < from + RECENT_DAYS; day += 1) {
    const position = positions[day] ?? 0
    if (position <= 0) continue
    sum += position
    ranked += 1
  }
  return ranked < 2 ? 0 : sum / ranked
}

/** Median distance of the first values from the middle, as a standard deviation. */
const deviationOf = (values: Float64Array, count: number, middle: number): number => {
  for (let index = 0; index < count; index += 1) DISTANCES[index] = Math.abs((values[index] ?? 0) - middle)
  sortFirst(DISTANCES, count)
  return medianOf(DISTANCES, count) * MAD_TO_DEVIATION
}

/** Puts the ranked days into DAYS, and returns how many there are. */
const collectDays = (positions: ArrayLike<number>): number => {
  let found = 0
  for (let day = 0; day < BEFORE_DAYS; day += 1) {
    const position = positions[day] ?? 0
    if (position <= 0) continue
    DAYS[found] = position
    found += 1
  }
  return found
}

/** The same of the 3-day means. */
const collectMeans = (positions: ArrayLike<number>): number => {
  let found = 0
  for (let day = 0; day <= BEFORE_DAYS - RECENT_DAYS; day += 1) {
    const mean = meanFrom(positions, day)
    if (mean <= 0) continue
    MEANS[found] = mean
    found += 1
  }
  return found
}

/**
 * Usual position and swing; null without enough history, and where `now` is too near to be unusual. The own swing is the mean
 * of two measures: the 3-day means feel slow waves, the single days (whose mean over 3 days swings √3 times less) are more
 * values.
 */
const usualOf = (positions: ArrayLike<number>, now: number): { middle: number; swing: number } | null => {
  const means = collectMeans(positions)
  if (means < MEANS_MIN) return null
  sortFirst(MEANS, means)
  const middle = medianOf(MEANS, means)
  const common = COMMON_SWING + COMMON_SWING_SHARE * middle
  const isUsual = (swing: number) => now > 0 && Math.abs(now - middle) < SWINGS * swing
  if (isUsual(common / 2)) return null // no swing of its own makes this unusual
  const ofMeans = deviationOf(MEANS, means, middle)
  if (isUsual((ofMeans / 2 + common) / 2)) return null // nor that of its single days
  const days = collectDays(positions)
  if (days < RANKED_DAYS_MIN) return null
  sortFirst(DAYS, days)
  const ofDays = deviationOf(DAYS, days, medianOf(DAYS, days)) / Math.sqrt(RECENT_DAYS)
  const own = (ofMeans + ofDays) / 2
  return { middle, swing: (own + common) / 2 }
}

/** A rounding of the last digit makes no move. */
const ROUNDED = 1e-9

/**
 * Certain without a list of its usual positions: of the 31 positions from `from` on, the mean of the last 3 is too near to
 * the middle of the others to be unusual, as fewer than half of them are far enough. Most keywords are spared the sorting.
 */
export const isNearUsual = (positions: ArrayLike<number>, from: number): boolean => {
  const now = meanFrom(positions, from + BEFORE_DAYS)
  if (now <= 0) return false
  const [least, share] = [(SWINGS * COMMON_SWING) / 2, (SWINGS * COMMON_SWING_SHARE) / 2]
  const [better, worse] = [(now - least) / (1 + share) + ROUNDED, (now + least) / (1 - share) - ROUNDED]
  let [means, isBetter, isWorse] = [0, 0, 0]
  for (let day = from; day <= from + BEFORE_DAYS - RECENT_DAYS; day += 1) {
    const mean = meanFrom(positions, day)
    if (mean <= 0) continue
    means += 1
    if (mean <= better) isBetter += 1
    if (mean >= worse) isWorse += 1
  }
  return means > 0 && 2 * isBetter < means && 2 * isWorse < means
}

type Counts = { readonly known: number; readonly ranked: number; readonly clicks: number; readonly impressions: number }

const countsOf = (days: KeywordDays, known: KnownDays, from: number, to: number): Counts => {
  const counts = { known: 0, ranked: 0, clicks: 0, impressions: 0 }
  for (let day = from; day < to; day += 1) {
    if (known[day] !== true) continue
    counts.known += 1
    if ((days.positions[day] ?? 0) > 0) counts.ranked += 1
    counts.clicks += days.clicks[day] ?? 0
    counts.impressions += days.impressions[day] ?? 0
  }
  return counts
}

/** The last of the days before on which it ranks; -1: none. */
const lastRanked = (positions: ArrayLike<number>): number => {
  let day = BEFORE_DAYS - 1
  while (day >= 0 && !((positions[day] ?? 0) > 0)) day -= 1
  return day
}

/** Where it is now, as people read it: nowhere, if it does not rank on the newest day. */
export const positionNow = ({ now, isAbsent }: Pick<RealMove, 'now' | 'isAbsent'>): number | null =>
  isAbsent ? null : now

/** The real move of one keyword; null where there is none. */
export const realMoveOf = (days: KeywordDays, known: KnownDays): RealMove | null => {
  const before = countsOf(days, known, 0, BEFORE_DAYS)
  const recent = countsOf(days, known, BEFORE_DAYS, SPAN_DAYS)
  const impressions = before.impressions + recent.impressions
  if (impressions < IMPRESSIONS_MIN || before.known < RANKED_DAYS_MIN || recent.known < 2) return null
  const measures = {
    isAbsent: !((days.positions[SPAN_DAYS - 1] ?? 0) > 0),
    clicksBefore: before.clicks / before.known,
    clicksNow: recent.clicks / recent.known,
    clicks: before.clicks + recent.clicks,
    impressions,
  }
  const now = meanFrom(days.positions, BEFORE_DAYS)
  const none = { usual: null, deviation: null }
  if (before.ranked === 0)
    return recent.ranked === recent.known && now > 0 ? { kind: 'new', before: null, now, ...none, ...measures } : null
  const usual = usualOf(days.positions, now)
  if (usual === null) return null
  const { middle, swing } = usual
  const range = { low: Math.max(1, middle - SWINGS * swing), high: middle + SWINGS * swing }
  if (recent.ranked === 0) {
    const ranking = countsOf(days, known, 0, lastRanked(days.positions) + 1)
    const clicksBefore = ranking.clicks / ranking.known
    return ranking.ranked >= STEADY_SHARE * ranking.known
      ? { kind: 'lost', before: middle, now: null, usual: range, deviation: null, ...measures, clicksBefore }
      : null
  }
  const deviation = (now - middle) / swing
  if (now === 0 || Math.abs(deviation) < SWINGS) return null
  return { kind: deviation < 0 ? 'up' : 'down', before: middle, now, usual: range, deviation, ...measures }
}

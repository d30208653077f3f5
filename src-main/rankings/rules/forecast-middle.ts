// The middle of a forecast: a smoothed level, a trend that fades, and an effect of each weekday. The values are
// logarithms, so that a weekday is a share of the level.

const TREND_WEIGHT = 0.03
/** What is left of the trend after each day. */
const TREND_KEPT = 0.93
/** Weekdays come from these days before the origin. */
const SEASON_DAYS = 70
/** A weekday that was seen this often counts half. */
const SEASON_SHRINK = 2
const WEEK = 7
/** Days of a week that must be known for its mean. */
const WEEK_KNOWN_MIN = 5

/** A value for each day, without gaps in the days; null: not known. */
export type Values = readonly (number | null)[]

/** Mean of the week around a day; null where too few of its days are known before `end`. */
const weekAround = (values: Values, at: number, end: number): number | null => {
  if (at < 3 || at > end - 4) return null
  let sum = 0
  let known = 0
  for (let day = at - 3; day <= at + 3; day += 1) {
    const value = values[day] ?? null
    if (value === null) continue
    sum += value
    known += 1
  }
  return known < WEEK_KNOWN_MIN ? null : sum / known
}

/** How far each weekday is from its week, by day modulo 7; from the days before `end` alone. */
const weekdaysOf = (values: Values, end: number): readonly number[] => {
  const sums = new Array<number>(WEEK).fill(0)
  const counts = new Array<number>(WEEK).fill(0)
  for (let day = Math.max(0, end - SEASON_DAYS); day < end; day += 1) {
    const value = values[day] ?? null
    const around = weekAround(values, day, end)
    if (value === null || around === null) continue
    sums[day % WEEK] = (sums[day % WEEK] ?? 0) + value - around
    counts[day % WEEK] = (counts[day % WEEK] ?? 0) + 1
  }
  const effects = sums.map((sum, weekday) => sum / ((counts[weekday] ?? 0) + SEASON_SHRINK))
  const mean = effects.reduce((sum, effect) => sum + effect, 0) / WEEK
  return effects.map((effect) => effect - mean)
}

export type MiddleOptions = {
  /** The days before this one are known. */
  readonly end: number
  readonly days: number
  /** What a new day weighs in the level. */
  readonly weight: number
}

/** The values of the `days` from `end` on; none where no day before it is known. */
export const middleOf = (values: Values, { end, days, weight }: MiddleOptions): readonly number[] => {
  const weekdays = weekdaysOf(values, end)
  let level = 0
  let trend = 0
  let seen = 0
  for (let day = 0; day < end; day += 1) {
    const value = values[day] ?? null
    if (value === null) continue
    seen += 1
    const before = level + (seen === 1 ? 0 : trend * TREND_KEPT)
    // The first days are averaged, so that no single one of them is the level.
    const now = before + Math.max(weight, 1 / seen) * (value - (weekdays[day % WEEK] ?? 0) - before)
    if (seen > 2 * WEEK) trend = trend * TREND_KEPT + TREND_WEIGHT * (now - level - trend * TREND_KEPT)
    level = now
  }
  if (seen === 0) return []
  let slope = 0
  return Array.from({ length: days }, (_, index) => {
    slope += trend * TREND_KEPT ** (index + 1)
    return level + slope + (weekdays[(end + index) % WEEK] ?? 0)
  })
}

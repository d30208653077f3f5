// How wide a forecast's band is: from the errors that the same method made in this series' own past. At each earlier
// day the forecast is made again from what was known then, and compared with what came. The shape of the errors is not
// assumed, so a band may be wider on one side.
import { middleOf, type Values } from './forecast-middle.ts'

export const BAND_SHARE = 0.8
/** Days before the first forecast of the back-test: three weeks show the weekdays. */
const FIRST_ORIGIN = 21
/** Calm noise wants a slow level, a series that wanders a quick one: the past errors choose. */
const LEVEL_WEIGHTS = [0.1, 0.3, 0.6] as const
/**
 * Few past errors look smaller than those to come, and errors that last for weeks are fewer than they look. The band
 * grows by these parts of one, for each week of errors and for each error that is not a repetition of the one before.
 */
const PART_OF_A_WEEK = 0.3
const PART_OF_AN_ERROR = 2.2
const WIDEN_MAX = 3
/** Days ahead at which it is measured how long errors last. */
const LASTING_AHEAD = 3

/** By origin, then by days ahead: what came minus what was forecast; null where the day is not known. */
type ErrorsByOrigin = readonly (readonly (number | null)[])[]
/** The errors of each weight of the level. */
export type PastErrors = readonly { readonly weight: number; readonly errors: ErrorsByOrigin }[]

export const pastErrorsOf = (values: Values, days: number): PastErrors =>
  LEVEL_WEIGHTS.map((weight) => ({
    weight,
    errors: values.map((_, origin) => {
      if (origin < FIRST_ORIGIN) return []
      const middle = middleOf(values, { end: origin, days: Math.min(days, values.length - origin), weight })
      return middle.map((value, ahead) => {
        const actual = values[origin + ahead] ?? null
        return actual === null ? null : actual - value
      })
    }),
  }))

/** Every error that was known before the day `end`. */
const eachError = (errors: ErrorsByOrigin, end: number, visit: (error: number, ahead: number) => void): void => {
  for (let origin = FIRST_ORIGIN; origin < end; origin += 1) {
    const row = errors[origin] ?? []
    const known = Math.min(row.length, end - origin)
    for (let ahead = 0; ahead < known; ahead += 1) {
      const error = row[ahead] ?? null
      if (error !== null) visit(error, ahead)
    }
  }
}

/** The squared error by days ahead, as a line: calm noise has no slope, a series that wanders a steep one. */
type Growth = { readonly base: number; readonly step: number }
const spreadAt = ({ base, step }: Growth, ahead: number): number => Math.sqrt(base + step * (ahead + 1))

const growthOf = (errors: ErrorsByOrigin, end: number): Growth => {
  let [n, x, y, xx, xy] = [0, 0, 0, 0, 0]
  eachError(errors, end, (error, ahead) => {
    const square = error * error
    n += 1
    x += ahead + 1
    y += square
    xx += (ahead + 1) ** 2
    xy += (ahead + 1) * square
  })
  if (n === 0) return { base: 0, step: 0 }
  const spread = n * xx - x * x
  const step = spread === 0 ? 0 : Math.max(0, (n * xy - x * y) / spread)
  const mean = y / n
  return { base: Math.max(mean - (step * x) / n, mean / 4), step }
}

/** Between two neighbours of a sorted list. */
const quantileOf = (sorted: Float64Array, share: number): number => {
  const at = Math.max(0, Math.min(sorted.length - 1, share * (sorted.length + 1) - 1))
  const below = sorted[Math.floor(at)] ?? 0
  return below + ((sorted[Math.ceil(at)] ?? below) - below) * (at - Math.floor(at))
}

const widenOf = (errors: ErrorsByOrigin, end: number): number => {
  let [count, own, next] = [0, 0, 0]
  for (let origin = FIRST_ORIGIN; origin + LASTING_AHEAD + 1 < end; origin += 1) {
    const error = errors[origin]?.[LASTING_AHEAD] ?? null
    if (error === null) continue
    count += 1
    own += error * error
    next += error * (errors[origin + 1]?.[LASTING_AHEAD] ?? 0)
  }
  const lasting = own === 0 ? 0 : Math.max(0, Math.min(0.95, next / own))
  const apart = Math.max(0.5, (count * (1 - lasting)) / (1 + lasting))
  return Math.min(WIDEN_MAX, 1 + (PART_OF_A_WEEK * 7) / Math.max(1, count) + PART_OF_AN_ERROR / apart)
}

const meanSquare = (errors: ErrorsByOrigin, end: number): number => {
  let [sum, count] = [0, 0]
  eachError(errors, end, (error) => {
    sum += error * error
    count += 1
  })
  return count === 0 ? Number.POSITIVE_INFINITY : sum / count
}

export type Band = { readonly weight: number; readonly limits: (ahead: number) => readonly [low: number, high: number] }

/** The band around the middle, from the errors that were known before the day `end`; null where there are none. */
export const bandOf = (past: PastErrors, end: number): Band | null => {
  const tried = past.map((one) => ({ ...one, square: meanSquare(one.errors, end) }))
  const best = tried.reduce((least, one) => (one.square < least.square ? one : least))
  if (!Number.isFinite(best.square)) return null
  const growth = growthOf(best.errors, end)
  const scaled: number[] = []
  eachError(best.errors, end, (error, ahead) => scaled.push(error / Math.max(1e-9, spreadAt(growth, ahead))))
  const sorted = Float64Array.from(scaled).sort()
  const outside = (1 - BAND_SHARE) / 2
  const widen = widenOf(best.errors, end)
  const [low, high] = [quantileOf(sorted, outside) * widen, quantileOf(sorted, 1 - outside) * widen]
  return {
    weight: best.weight,
    limits: (ahead) => {
      const spread = spreadAt(growth, ahead)
      return [Math.min(0, low * spread), Math.max(0, high * spread)]
    },
  }
}

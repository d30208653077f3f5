// Forecast bands for clicks, impressions and positions: what the next days are expected to be, and between which values
// 80% of them should lie. How it was measured: docs/decisions and forecast.test.ts.
import { type Band, bandOf, type PastErrors, pastErrorsOf } from './forecast-band.ts'
import { middleOf, type Values } from './forecast-middle.ts'

/** Known days without which nothing is forecast. */
export const KNOWN_DAYS_MIN = 42
/** Older days say little about the next weeks. */
export const HISTORY_DAYS_MAX = 182
/** Of the days of the span that must be known. */
const KNOWN_SHARE_MIN = 0.6
/** A forecast reaches at most this far, as a part of the known days. */
const REACH = 2 / 3
const CHECK_WEEKS_MAX = 8
const WEEK = 7

/** Counts are 0 or more; a position is 1 or more. */
export type SeriesKind = 'count' | 'position'
export type BandPoint = { readonly value: number; readonly low: number; readonly high: number }
/** How the band did on earlier days, each predicted from the days before it alone. */
export type Held = { readonly share: number; readonly weeks: number }
type TooFew = { readonly known: number; readonly of: number }

export type Forecast =
  | { readonly points: readonly BandPoint[]; readonly held: Held | null; readonly tooFew?: undefined }
  | { readonly points: null; readonly tooFew: TooFew }

const toLog = (kind: SeriesKind, value: number | null): number | null =>
  value === null ? null : kind === 'count' ? Math.log1p(Math.max(0, value)) : Math.log(Math.max(1, value))
const fromLog = (kind: SeriesKind, value: number): number =>
  kind === 'count' ? Math.max(0, Math.expm1(value)) : Math.max(1, Math.exp(value))

/**
 * Positions wander for longer than a history shows, so their errors to come are larger than those that are known. Chosen by
 * back-tests of other seeds than those of the tests.
 */
const WIDER: Readonly<Record<SeriesKind, number>> = { count: 1, position: 1.12 }

type Place = {
  readonly kind: SeriesKind
  readonly values: Values
  readonly past: PastErrors
  readonly end: number
  readonly days: number
}

/** Middle and limits as logarithms, from the days before `end` alone. */
const logBand = ({
  kind,
  values,
  past,
  end,
  days,
}: Place): (readonly [middle: number, low: number, high: number])[] => {
  const band: Band | null = bandOf(past, end)
  if (band === null) return []
  return middleOf(values, { end, days, weight: band.weight }).map((middle, ahead) => {
    const [low, high] = band.limits(ahead)
    return [middle, middle + WIDER[kind] * low, middle + WIDER[kind] * high]
  })
}

/** A forecast made again at the start of each of the last weeks, against the days that came. */
const heldOf = ({ end, days, ...series }: Place): Held | null => {
  const weeks = Math.min(CHECK_WEEKS_MAX, Math.floor((end - KNOWN_DAYS_MIN) / WEEK))
  let [inside, count] = [0, 0]
  for (let week = 1; week <= weeks; week += 1) {
    const start = end - week * WEEK
    const points = logBand({ ...series, end: start, days: Math.min(days, week * WEEK) })
    for (const [ahead, [, low, high]] of points.entries()) {
      const actual = series.values[start + ahead] ?? null
      if (actual === null) continue
      count += 1
      if (actual >= low && actual <= high) inside += 1
    }
  }
  return weeks < 2 || count === 0 ? null : { share: inside / count, weeks }
}

/**
 * The `days` after a series that has one value a day, null where a day is not known; its first and its last are known.
 * Fewer points than asked where the history is short.
 */
export const forecastOf = (series: Values, kind: SeriesKind, days: number): Forecast => {
  const values = series.slice(-HISTORY_DAYS_MAX).map((value) => toLog(kind, value))
  const known = values.filter((value) => value !== null).length
  const end = values.length
  if (known < Math.max(KNOWN_DAYS_MIN, KNOWN_SHARE_MIN * end)) return { points: null, tooFew: { known, of: end } }
  const reach = Math.min(days, Math.floor(known * REACH))
  const place = { kind, values, past: pastErrorsOf(values, reach), end, days: reach }
  const points = logBand(place).map(([middle, low, high]) => ({
    value: fromLog(kind, middle),
    low: fromLog(kind, low),
    high: fromLog(kind, high),
  }))
  return { points, held: heldOf(place) }
}

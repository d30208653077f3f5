import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import { RECENT_DAYS } from '../../../src-shared/desk/values/figures.ts'
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { DAY_MS, dayFromNumber, dayNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type Forecast, forecastOf, HISTORY_DAYS_MAX, KNOWN_DAYS_MIN } from '../rules/forecast.ts'
import { BAND_SHARE } from '../rules/forecast-band.ts'
import { rankHistory } from './rank-history.ts'
import { readOnce } from './rank-memo.ts'
import { findSlice } from './rank-slices.ts'

type Input = ParsedInput<'rankings.forecast'>
export type ForecastArgs = Omit<Input, 'slice'> & { readonly slice: Slice }
type Output = CallOutput<'rankings.forecast'>
export type RankForecast = Omit<Output, 'freshAsOf' | 'record'> & { readonly freshAsOfMs: number | null }

const METHOD = 'damped trend with weekdays; the band comes from its own past errors'

type Row = { readonly day: number; readonly clicks: number; readonly impressions: number; readonly fetchedAtMs: number }
type DayRow = Row & { readonly position: number | null }
/** A day that was read before it was over holds a part of its clicks. */
const DAYS = `SELECT day, clicks, impressions, avg_position AS position, fetched_at_ms AS fetchedAtMs FROM rank_day
  WHERE slice = @slice AND day <= @last AND fetched_at_ms >= (day + 1) * ${DAY_MS}
    AND day > (SELECT max(day) FROM rank_day WHERE slice = @slice AND day <= @last) - ${HISTORY_DAYS_MAX} ORDER BY day`

const wholeDays = (db: ReadableDb, { brandId, slice, asOfDay }: ForecastArgs): DayRow[] => {
  const found = findSlice(db, brandId, slice)
  const last = asOfDay === undefined ? Number.MAX_SAFE_INTEGER : dayNumber(asOfDay)
  return found === undefined ? [] : prepared<DayRow>(db.cache, DAYS).all({ slice: found, last })
}

type Value = { readonly day: number; readonly value: number | null }

const valuesOf = (db: ReadableDb, args: ForecastArgs, days: readonly DayRow[]): Value[] => {
  const { brandId, slice, measure, keyword } = args
  if (keyword === undefined) return days.map((row) => ({ day: row.day, value: row[measure] }))
  const first = days[0]
  if (first === undefined) return []
  const whole = new Set(days.map(({ day }) => day))
  return rankHistory(db, { brandId, keyword, slice, from: dayFromNumber(first.day) })
    .points.map((point) => ({ day: dayNumber(point.day), value: point[measure] }))
    .filter(({ day }) => whole.has(day))
}

/** Every day from the first known value to the last; a day without a row is null. */
const seriesOf = (values: readonly Value[]): Value[] => {
  const known = values.filter(({ value }) => value !== null)
  const [first, last] = [known[0]?.day ?? 0, known.at(-1)?.day ?? -1]
  const byDay = new Map(known.map(({ day, value }) => [day, value]))
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    day: first + at,
    value: byDay.get(first + at) ?? null,
  }))
}

type Asked = Pick<ForecastArgs, 'measure' | 'keyword'>
type Known = { readonly tooFew: Forecast['tooFew']; readonly isAllZero: boolean; readonly isGone: boolean }

const reasonOf = ({ measure, keyword }: Asked, { tooFew, isAllZero, isGone }: Known): string | null => {
  if (isGone) return `The keyword did not rank on the last ${RECENT_DAYS} days, so there is no position to forecast.`
  if (isAllZero) return `There were no ${measure} in these days, so there is nothing to forecast.`
  if (tooFew === undefined) return null
  const days = tooFew.known === 1 ? 'day' : 'days'
  if (keyword !== undefined && measure === 'position' && tooFew.of >= KNOWN_DAYS_MIN)
    return `The keyword ranked on ${tooFew.known} of ${tooFew.of} days: too few for a forecast.`
  return `A forecast needs at least ${KNOWN_DAYS_MIN} whole days of rankings without long gaps; ${tooFew.known} ${days} are cached. Set more days of history in Settings, and syncs fill them in.`
}

/** Without a position on any of the last days: the 3-day rule of real moves. */
const hasNoPosition = ({ measure, keyword }: Asked, values: readonly Value[]): boolean =>
  measure === 'position' &&
  keyword !== undefined &&
  values.length >= RECENT_DAYS &&
  values.slice(-RECENT_DAYS).every(({ value }) => value === null)

/** The next days of a brand or a keyword, from its own past alone. */
export const rankForecast = (db: ReadableDb, args: ForecastArgs): RankForecast =>
  readOnce(db, () => {
    const { measure, days: asked } = args
    const days = wholeDays(db, args)
    const all = valuesOf(db, args, days)
    const series = seriesOf(all)
    const values = series.map(({ value }) => value)
    const isAllZero = values.length > 0 && values.every((value) => value === null || value === 0)
    const isGone = hasNoPosition(args, all)
    const last = series.at(-1)?.day ?? 0
    // Days without a value at the end are over: they are no forecast.
    const over = Math.max(0, (days.at(-1)?.day ?? 0) - last)
    const found = forecastOf(values, measure === 'position' ? 'position' : 'count', asked + over)
    const forecast =
      found.points === null || isAllZero || isGone
        ? null
        : found.points.slice(over).map((point, ahead) => ({ day: dayFromNumber(last + over + 1 + ahead), ...point }))
    return {
      past: series.map(({ day, value }) => ({ day: dayFromNumber(day), value })),
      forecast,
      reason: reasonOf(args, { tooFew: found.tooFew, isAllZero, isGone }),
      share: BAND_SHARE,
      method: METHOD,
      held: found.points === null || forecast === null ? null : found.held,
      freshAsOfMs: days.at(-1)?.fetchedAtMs ?? null,
    }
  })

// The forecast of a measure beside its chart: the days to come, the band on them, and how such a band did.
import { useMemo } from 'react'
import type { CallInput, CallOutput } from '../../src-shared/desk/contract.ts'
import { forecastText } from '../../src-shared/desk/forecast.ts'
import { FORECAST_AHEAD_DAYS } from '../../src-shared/desk/values/track-record.ts'
import { useDesk } from '../data/use-desk.ts'
import { setPreference, usePreference } from '../state/settings.ts'
import type { ChartForecast } from './chart-lines.ts'
import { everyDay } from './days.ts'

const PREFERENCE = 'overview.forecast'

export const setForecastShown = (isShown: boolean): void => setPreference(PREFERENCE, isShown)
/** Undefined: nobody chose. Then a forecast is shown where its history is long enough to say how such a one did. */
const useChoice = (): boolean | undefined => {
  const kept = usePreference(PREFERENCE)
  return typeof kept === 'boolean' ? kept : undefined
}

type Asked = Pick<CallInput<'rankings.forecast'>, 'brandId' | 'keyword' | 'slice' | 'measure'>
type Reply = CallOutput<'rankings.forecast'>

/** Undefined while it is asked for, or hidden. `isOfNow`: what is expected is of now, not of an earlier day. */
export const useForecast = (asked: Asked, isOfNow: boolean): Reply | undefined => {
  const choice = useChoice()
  const isAsked = isOfNow && choice !== false
  const { value } = useDesk('rankings.forecast', isAsked ? { ...asked, days: FORECAST_AHEAD_DAYS } : null)
  return choice === undefined && value?.held === null ? undefined : value
}

/** Whether the switch is on. */
export const useForecastShown = (...replies: readonly (Reply | undefined)[]): boolean => {
  const choice = useChoice()
  return choice ?? replies.some((reply) => reply !== undefined)
}

/** These days and those to come. */
export const useDaysAhead = (
  days: readonly string[],
  ...replies: readonly (Reply | undefined)[]
): readonly string[] => {
  const ends = replies.flatMap((reply) => reply?.forecast?.at(-1)?.day ?? [])
  const end = ends.toSorted().at(-1)
  return useMemo(() => {
    const [first, last] = [days[0], days.at(-1)]
    return first === undefined || last === undefined || end === undefined || end <= last ? days : everyDay(first, end)
  }, [days, end])
}

/** The band on those of the days that are forecast. */
export const useBand = (days: readonly string[], reply: Reply | undefined): ChartForecast | undefined =>
  useMemo(() => {
    if (reply?.forecast == null) return undefined
    const byDay = new Map(reply.forecast.map((point) => [point.day, point]))
    const pick = (field: 'low' | 'value' | 'high') => days.map((day) => byDay.get(day)?.[field] ?? null)
    return { low: pick('low'), middle: pick('value'), high: pick('high') }
  }, [days, reply])

/** How such a band did, or why there is none. */
export const forecastNote = (reply: Reply | undefined, measure: string): string | null => {
  if (reply === undefined) return null
  return reply.forecast === null ? reply.reason : `Forecast of ${measure}, dashed: ${forecastText(reply)}`
}

type Format = (value: number | null) => string

/** What is expected of a day, as a table says it; null: it is not forecast. */
export const expectedText = (band: ChartForecast | undefined, index: number, format: Format): string | null => {
  const [low, middle, high] = [band?.low[index], band?.middle[index], band?.high[index]]
  if (low == null || middle == null || high == null) return null
  return `${format(middle)} expected (${format(low)} to ${format(high)})`
}

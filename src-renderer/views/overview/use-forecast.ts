import { useMemo } from 'react'
import { forecastText } from '../../../src-shared/desk/forecast.ts'
import type { ChartForecast } from '../../charts/chart-lines.ts'
import { addDays } from '../../charts/days.ts'
import { useDesk } from '../../data/use-desk.ts'
import { setPreference, usePreference } from '../../state/preferences.ts'

const AHEAD_DAYS = 14
const PREFERENCE = 'overview.forecast'

export const setForecastShown = (isShown: boolean): void => setPreference(PREFERENCE, isShown)
export const useForecastShown = (): boolean => usePreference(PREFERENCE) !== false

type Forecast = {
  readonly days: readonly string[]
  readonly band: ChartForecast | undefined
  /** How it did, or why there is none; null while it is asked for or hidden. */
  readonly note: string | null
}

/** These days, those to come, and the band of the clicks on them. */
export const useForecast = (brandId: string, days: readonly string[], isShown: boolean): Forecast => {
  const { value } = useDesk('rankings.forecast', isShown ? { brandId, measure: 'clicks', days: AHEAD_DAYS } : null)
  return useMemo(() => {
    const last = days.at(-1)
    if (!isShown || value === undefined || last === undefined) return { days, band: undefined, note: null }
    const { forecast } = value
    if (forecast === null) return { days, band: undefined, note: value.reason }
    const end = forecast.at(-1)?.day ?? last
    const all = [...days]
    for (let day = addDays(last, 1); day <= end; day = addDays(day, 1)) all.push(day)
    const byDay = new Map(forecast.map((point) => [point.day, point]))
    const pick = (field: 'low' | 'value' | 'high') => all.map((day) => byDay.get(day)?.[field] ?? null)
    const band = { low: pick('low'), middle: pick('value'), high: pick('high') }
    return { days: all, band, note: forecastText(value) }
  }, [days, value, isShown])
}

// What a chart says of the day under the pointer: its value, the change, and what happened on it.
import { formatDay, formatShortDay } from '../format/time.ts'
import type { ChartMark, ChartSeries } from './chart-options.ts'
import { deltaText } from './delta-text.ts'

type Readout = {
  readonly days: readonly string[]
  readonly series: ChartSeries
  readonly marks: readonly ChartMark[]
}

/** Against the last day before that has a value. Empty for a day without one, and for the first. */
const changeOf = ({ days, series }: Readout, index: number): string => {
  const now = series.values[index]
  const before = series.values.findLastIndex((value, at) => at < index && value !== null)
  const was = series.values[before]
  if (now == null || was == null) return ''
  return `${deltaText(now - was, series.kind).text} vs ${formatShortDay(days[before] ?? '')}`
}

/** `Sat 21 Nov: 5.3 · ▲ 0.4 vs 20 Nov · published winter-guide`. */
export const readoutOf = (chart: Readout, index: number | null | undefined): string => {
  const day = index == null ? undefined : chart.days[index]
  if (index == null || day === undefined) return ''
  const published = chart.marks.filter((mark) => mark.day === day).map(({ label }) => `published ${label}`)
  const value = `${formatDay(day)}: ${chart.series.format(chart.series.values[index] ?? null)}`
  return [value, changeOf(chart, index), ...published].filter((part) => part !== '').join(' · ')
}

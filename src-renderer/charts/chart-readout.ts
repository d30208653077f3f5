// What a chart says of the day under the pointer: its value, the change, and what happened on it.
import { formatDay, formatShortDay } from '../format/time.ts'
import type { ChartMark } from './chart-flags.ts'
import type { Extras } from './chart-lines.ts'
import type { ChartSeries } from './chart-options.ts'
import { deltaText } from './delta-text.ts'

type Readout = Extras & {
  readonly days: readonly string[]
  readonly series: ChartSeries
  readonly marks: readonly ChartMark[]
}

/** Against the last day before that has a value. Empty for a day without one, for the first, and for what is a change itself. */
const changeOf = ({ days, series }: Readout, index: number): string => {
  if (series.kind === 'change') return ''
  const now = series.values[index]
  const before = series.values.findLastIndex((value, at) => at < index && value !== null)
  const was = series.values[before]
  if (now == null || was == null) return ''
  return `${deltaText(now - was, series.kind).text} vs ${formatShortDay(days[before] ?? '')}`
}

/** The value of the day, of the second line where the chart's own has none, and what is expected. */
const valueText = ({ series, line, forecast }: Readout, index: number): string => {
  const [own, second] = [series.values[index] ?? null, line?.values[index] ?? null]
  if (own === null && line !== undefined && second !== null) return `${series.format(second)} (${line.label})`
  if (series.kind === 'change' && line !== undefined)
    return `${series.format(own)}; ${series.format(second)} (${line.label})`
  const [low, middle, high] = [forecast?.low, forecast?.middle, forecast?.high].map((values) => values?.[index] ?? null)
  if (low == null || middle == null || high == null) return series.format(own)
  const expected = `${series.format(middle)} expected, ${series.format(low)} to ${series.format(high)}`
  return own === null ? expected : `${series.format(own)}; ${expected}`
}

/** What happened on the day, or since the one before it where the chart leaves days out. */
const happenedBy = ({ days, marks }: Readout, index: number): readonly string[] => {
  const [before = '', day = ''] = [days[index - 1], days[index]]
  return marks
    .filter((mark) => mark.day > before && mark.day <= day)
    .flatMap((mark) =>
      mark.day === day ? mark.texts : mark.texts.map((text) => `${formatShortDay(mark.day)}: ${text}`),
    )
}

/** `Sat 21 Nov: 5.3 · ▲ 0.4 vs 20 Nov · Published winter-guide`. */
export const readoutOf = (chart: Readout, index: number | null | undefined): string => {
  const day = index == null ? undefined : chart.days[index]
  if (index == null || day === undefined) return ''
  const value = `${formatDay(day)}: ${valueText(chart, index)}`
  return [value, changeOf(chart, index), ...happenedBy(chart, index)].filter((part) => part !== '').join(' · ')
}

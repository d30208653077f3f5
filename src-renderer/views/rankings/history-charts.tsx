import { useMemo } from 'react'
import type { ChartMark } from '../../charts/chart-flags.ts'
import type { ChartForecast } from '../../charts/chart-lines.ts'
import type { ChartBand, ChartSeries } from '../../charts/chart-options.ts'
import { ChartTable } from '../../charts/chart-table.tsx'
import { LineChart } from '../../charts/line-chart.tsx'
import { expectedText } from '../../charts/use-forecast.ts'
import { ctrOf, formatDecimal, formatShare, formatWhole, NO_VALUE } from '../../format/numbers.ts'
import { formatDay } from '../../format/time.ts'
import { type HistoryPoint, historySeries } from './history-series.ts'
import { NOT_RANKING, positionText } from './rank-columns.tsx'

/** Of the days of the chart, which end with those to come. */
export type HistoryForecast = {
  readonly days: readonly string[]
  readonly position: ChartForecast | undefined
  readonly clicks: ChartForecast | undefined
}

type HistoryChartsProps = {
  readonly keyword: string
  readonly points: readonly HistoryPoint[]
  readonly isTable: boolean
  /** What happened, and what people noted. */
  readonly marks?: readonly ChartMark[]
  readonly onDay?: (day: string) => void
  /** The periods that are compared. */
  readonly bands?: readonly ChartBand[]
  readonly forecast?: HistoryForecast
}

const HEAD = ['Day', 'Position', 'Clicks', 'Impressions', 'CTR'] as const

const NO_MARKS: readonly ChartMark[] = []
const NO_BANDS: readonly ChartBand[] = []

/** What a day is part of: what happened on it, and the periods that are compared. */
const notesOf = (day: string, marks: readonly ChartMark[], bands: readonly ChartBand[]): readonly string[] => [
  ...bands.filter(({ from, to }) => from <= day && day <= to).map((band) => band.label),
  ...marks.filter((mark) => mark.day === day).flatMap(({ texts }) => texts),
]

const expectedRows = ({ days, position, clicks }: HistoryForecast, last: string) =>
  days.flatMap((day, index) => {
    const texts = [expectedText(position, index, formatDecimal), expectedText(clicks, index, formatWhole)]
    const cells = texts.map((text) => text ?? NO_VALUE)
    return day <= last || texts.every((text) => text === null) ? [] : [[formatDay(day), ...cells, NO_VALUE, NO_VALUE]]
  })

type HistoryTableProps = Omit<HistoryChartsProps, 'isTable' | 'onDay'>

const HistoryTable = ({ keyword, points, marks = NO_MARKS, bands = NO_BANDS, forecast }: HistoryTableProps) => {
  const toCome = forecast === undefined ? [] : expectedRows(forecast, points.at(-1)?.day ?? '')
  const rows = points
    .toReversed()
    .map((point) => [
      [formatDay(point.day), ...notesOf(point.day, marks, bands)].join(' · '),
      positionText(point.position),
      formatWhole(point.clicks),
      formatWhole(point.impressions),
      formatShare(ctrOf(point)),
    ])
  return <ChartTable caption={`Rankings of ${keyword} by day`} head={HEAD} rows={[...toCome.toReversed(), ...rows]} />
}

/** Position, clicks and impressions one under the other, each with its own axis and one pointer for all. */
export const HistoryCharts = (props: HistoryChartsProps) => {
  const { points, isTable, marks = NO_MARKS, bands = NO_BANDS, onDay, forecast } = props
  const last = forecast?.days.at(-1)
  const { days, position, clicks, impressions } = useMemo(() => historySeries(points, last), [points, last])
  const series = useMemo(() => {
    const count = (value: number | null) => (value === null ? NO_VALUE : formatWhole(value))
    return {
      position: {
        label: 'Position',
        kind: 'position',
        unit: 'position',
        values: position,
        format: (value) => (value === null ? NOT_RANKING : formatDecimal(value)),
      },
      clicks: { label: 'Clicks', kind: 'count', unit: 'a day', values: clicks, format: count },
      impressions: { label: 'Impressions', kind: 'count', unit: 'a day', values: impressions, format: count },
    } satisfies Record<string, ChartSeries>
  }, [position, clicks, impressions])
  if (isTable) return <HistoryTable {...props} />
  if (days.length === 0) return null
  const shared = { days, marks, onDay, syncKey: 'history' }
  return (
    <>
      <LineChart {...shared} series={series.position} heightPx={190} bands={bands} forecast={forecast?.position} />
      <LineChart {...shared} series={series.clicks} heightPx={110} forecast={forecast?.clicks} />
      <LineChart {...shared} series={series.impressions} heightPx={110} />
    </>
  )
}

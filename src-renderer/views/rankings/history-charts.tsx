import { useMemo } from 'react'
import type { ChartMark, ChartSeries } from '../../charts/chart-options.ts'
import { ChartTable } from '../../charts/chart-table.tsx'
import { LineChart } from '../../charts/line-chart.tsx'
import { formatDecimal, formatShare, formatWhole, NO_VALUE } from '../../format/numbers.ts'
import { formatDay } from '../../format/time.ts'
import { type HistoryPoint, historySeries } from './history-series.ts'
import { NOT_RANKING, positionText } from './rank-columns.tsx'

type HistoryChartsProps = {
  readonly keyword: string
  readonly points: readonly HistoryPoint[]
  readonly isTable: boolean
  /** Days on which a page of this keyword went out. */
  readonly marks?: readonly ChartMark[]
}

const HEAD = ['Day', 'Position', 'Clicks', 'Impressions', 'CTR'] as const

const NO_MARKS: readonly ChartMark[] = []

const HistoryTable = ({ keyword, points, marks = NO_MARKS }: Omit<HistoryChartsProps, 'isTable'>) => {
  const rows = points
    .toReversed()
    .map((point) => [
      [formatDay(point.day), ...marks.filter((mark) => mark.day === point.day).map((mark) => mark.label)].join(' · '),
      positionText(point.position),
      formatWhole(point.clicks),
      formatWhole(point.impressions),
      formatShare(point.ctr),
    ])
  return <ChartTable caption={`Rankings of ${keyword} by day`} head={HEAD} rows={rows} />
}

/** Position, clicks and impressions one under the other, each with its own axis and one pointer for all. */
export const HistoryCharts = ({ keyword, points, isTable, marks = NO_MARKS }: HistoryChartsProps) => {
  const { days, position, clicks, impressions } = useMemo(() => historySeries(points), [points])
  const series = useMemo(() => {
    const count = (value: number | null) => (value === null ? NO_VALUE : formatWhole(value))
    return {
      position: {
        label: 'Position',
        kind: 'position',
        values: position,
        format: (value) => (value === null ? NOT_RANKING : formatDecimal(value)),
      },
      clicks: { label: 'Clicks', kind: 'count', values: clicks, format: count },
      impressions: { label: 'Impressions', kind: 'count', values: impressions, format: count },
    } satisfies Record<string, ChartSeries>
  }, [position, clicks, impressions])
  if (isTable) return <HistoryTable keyword={keyword} points={points} marks={marks} />
  if (days.length === 0) return null
  return (
    <>
      <LineChart days={days} series={series.position} heightPx={190} syncKey="history" marks={marks} />
      <LineChart days={days} series={series.clicks} heightPx={110} syncKey="history" />
      <LineChart days={days} series={series.impressions} heightPx={110} syncKey="history" />
    </>
  )
}

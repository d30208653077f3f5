import { useMemo } from 'react'
import type { ChartSeries } from '../../charts/chart-options.ts'
import { ChartTable } from '../../charts/chart-table.tsx'
import { addDays } from '../../charts/days.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { formatDecimal, NO_VALUE } from '../../format/numbers.ts'
import { formatDay, formatShortDay } from '../../format/time.ts'
import { ChartNotes, useChartNotes } from '../../parts/chart-notes.tsx'
import css from './impact.module.css'
import { type ImpactDay, weekAverages } from './impact-days.ts'

type Props = {
  readonly brandId: string
  readonly days: readonly ImpactDay[]
  readonly publishedDay: string
  /** The first day that counts as after. */
  readonly afterFrom: string
  readonly isTable: boolean
}

const DaysTable = ({ days, publishedDay }: Pick<Props, 'days' | 'publishedDay'>) => (
  <ChartTable
    caption="Clicks by day, and expected clicks"
    head={['Day', 'Clicks', 'Expected', 'Without an effect']}
    rows={days
      .toReversed()
      .map(({ day, clicks, expected, low, high }) => [
        day === publishedDay ? `${formatDay(day)} · published` : formatDay(day),
        clicks === null ? NO_VALUE : formatDecimal(clicks),
        expected === null ? NO_VALUE : formatDecimal(expected),
        low === null || high === null ? NO_VALUE : `${formatDecimal(low)} to ${formatDecimal(high)}`,
      ])}
  />
)

/** Actual clicks vs expected ones, as averages of 7 days, with the days from publishing until the effect counts. */
export const ImpactChart = ({ brandId, days: byDay, publishedDay, afterFrom, isTable }: Props) => {
  const { days, series, expected } = useMemo(() => {
    const averages = weekAverages(byDay, publishedDay)
    const pick = (of: 'clicks' | 'expected' | 'low' | 'high') => averages.map((day) => day[of])
    const clicks: ChartSeries = {
      label: 'Clicks, 7-day average',
      kind: 'count',
      unit: 'a day',
      values: pick('clicks'),
      format: (value) => (value === null ? NO_VALUE : formatDecimal(value)),
    }
    const band = { low: pick('low'), middle: pick('expected'), high: pick('high') }
    return { days: averages.map(({ day }) => day), series: clicks, expected: band }
  }, [byDay, publishedDay])
  const bands = useMemo(
    () => [{ from: publishedDay, to: addDays(afterFrom, -1), label: `published ${formatShortDay(publishedDay)}` }],
    [publishedDay, afterFrom],
  )
  const notes = useChartNotes({ brandId, days })
  if (isTable) return <DaysTable days={byDay} publishedDay={publishedDay} />
  const { marks, onDay } = notes
  return (
    <>
      <LineChart
        days={days}
        series={series}
        forecast={expected}
        bands={bands}
        marks={marks}
        onDay={onDay}
        heightPx={210}
      />
      <div className={css.legend} aria-hidden>
        <span data-key="actual">Clicks</span>
        <span data-key="expected">Expected from the untouched pages</span>
        <span data-key="band">Where the average stays without an effect</span>
      </div>
      <ChartNotes {...notes} />
    </>
  )
}

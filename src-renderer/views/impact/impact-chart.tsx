import { useMemo } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { ChartNotes, useChartNotes } from '../../charts/chart-notes.tsx'
import type { ChartSeries } from '../../charts/chart-options.ts'
import { ChartTable } from '../../charts/chart-table.tsx'
import { addDays } from '../../charts/days.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { formatDecimal, NO_VALUE } from '../../format/numbers.ts'
import { formatDay, formatShortDay } from '../../format/time.ts'

// The days of an article for its chart: averages of 7 days, so that weekends do not hide what changed.
type ImpactDay = CallOutput<'impact.article'>['series'][number]

const HALF_WEEK = 3

const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.flatMap((value) => value ?? [])
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** Each day with the three before and after it, but never across the day of publishing. */
const weekAverages = (days: readonly ImpactDay[], publishedDay: string): ImpactDay[] => {
  const parts = [days.filter(({ day }) => day < publishedDay), days.filter(({ day }) => day >= publishedDay)]
  return parts.flatMap((part) =>
    part.map(({ day }, at) => {
      const near = part.slice(Math.max(0, at - HALF_WEEK), at + HALF_WEEK + 1)
      return {
        day,
        clicks: mean(near.map(({ clicks }) => clicks)),
        expected: mean(near.map(({ expected }) => expected)),
        low: mean(near.map(({ low }) => low)),
        high: mean(near.map(({ high }) => high)),
      }
    }),
  )
}

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
    head={['Day', 'Clicks', 'Expected', 'Expected range']}
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

const LEGEND = (
  <>
    <span>Clicks</span>
    <span data-key="expected">Expected from the untouched pages</span>
    <span data-key="band">Expected range without the article</span>
  </>
)

/** Actual clicks vs expected ones, as averages of 7 days, with the days from publishing until the effect counts. */
export const ImpactChart = ({ brandId, days: byDay, publishedDay, afterFrom, isTable }: Props) => {
  const lines = useMemo(() => {
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
    return { days: averages.map(({ day }) => day), series: clicks, forecast: band }
  }, [byDay, publishedDay])
  const bands = useMemo(
    () => [{ from: publishedDay, to: addDays(afterFrom, -1), label: `published ${formatShortDay(publishedDay)}` }],
    [publishedDay, afterFrom],
  )
  const notes = useChartNotes({ brandId, days: lines.days })
  if (isTable) return <DaysTable days={byDay} publishedDay={publishedDay} />
  const { marks, onDay } = notes
  return (
    <>
      <LineChart {...lines} bands={bands} marks={marks} onDay={onDay} heightPx={210} legend={LEGEND} />
      <ChartNotes {...notes} />
    </>
  )
}

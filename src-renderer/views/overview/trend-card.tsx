import { Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { ChartNotes, useChartNotes } from '../../charts/chart-notes.tsx'
import type { ChartSeries } from '../../charts/chart-options.ts'
import { ChartTable } from '../../charts/chart-table.tsx'
import { everyDay } from '../../charts/days.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import {
  expectedText,
  forecastNote,
  setForecastShown,
  useBand,
  useDaysAhead,
  useForecast,
  useForecastShown,
} from '../../charts/use-forecast.ts'
import { formatDecimal, formatWhole } from '../../format/numbers.ts'
import { formatDay } from '../../format/time.ts'
import { useAsOfDay } from '../../state/location.ts'
import { Card, Nothing } from './card.tsx'
import classes from './overview.module.css'

export type BrandDay = CallOutput<'brands.days'>['points'][number]

/** One value a day; a day that is not cached is a gap, and so is one that is not over. */
const seriesOf = (points: readonly BrandDay[]) => {
  const days = everyDay(points[0]?.day ?? '', points.at(-1)?.day ?? '')
  const byDay = new Map(points.filter(({ isWhole }) => isWhole).map((point) => [point.day, point]))
  const visibility: ChartSeries = {
    label: 'Visibility',
    kind: 'score',
    unit: 'of 100',
    values: days.map((day) => byDay.get(day)?.visibility ?? null),
    format: formatDecimal,
  }
  const clicks: ChartSeries = {
    label: 'Clicks',
    kind: 'count',
    unit: 'a day',
    values: days.map((day) => byDay.get(day)?.clicks ?? null),
    format: formatWhole,
  }
  return { days, visibility, clicks }
}

type Props = { readonly brandId: string; readonly points: readonly BrandDay[] | undefined }

const NO_VISIBILITY = 'Visibility has no forecast: a single keyword can move it a lot.'

/** No value on the days to come. */
const upTo = (series: ChartSeries, length: number): ChartSeries => ({
  ...series,
  values: Array.from({ length }, (_, index) => series.values[index] ?? null),
})

export const TrendCard = ({ brandId, points }: Props) => {
  const [isTable, setTable] = useState(false)
  const asOfDay = useAsOfDay()
  const known = useMemo(() => seriesOf(points ?? []), [points])
  const forecast = useForecast({ brandId, measure: 'clicks' }, asOfDay === undefined)
  const isForecastShown = useForecastShown(forecast)
  const days = useDaysAhead(known.days, forecast)
  const band = useBand(days, forecast)
  const note = forecastNote(forecast, 'clicks')
  const { visibility, clicks } = useMemo(
    () => ({ visibility: upTo(known.visibility, days.length), clicks: upTo(known.clicks, days.length) }),
    [known, days],
  )
  const notes = useChartNotes({ brandId, days, lastDay: known.days.at(-1) })
  const { marks, onDay } = notes
  const shared = { days, marks, onDay, syncKey: 'overview' }
  const textsOn = (day: string) => marks.filter((mark) => mark.day === day).flatMap(({ texts }) => texts)
  return (
    <Card
      title="Visibility and clicks"
      note="by day"
      aside={
        <>
          <Switch
            size="xs"
            label="Forecast of clicks"
            checked={isForecastShown}
            onChange={(event) => setForecastShown(event.currentTarget.checked)}
          />
          <Switch
            size="xs"
            label="Show as table"
            checked={isTable}
            onChange={(event) => setTable(event.currentTarget.checked)}
          />
        </>
      }
    >
      {points === undefined ? (
        <div className={classes.waiting} aria-busy />
      ) : points.length === 0 ? (
        <Nothing>No single days are synced yet. Syncs fill in earlier days.</Nothing>
      ) : isTable ? (
        <ChartTable
          caption="Visibility and clicks by day"
          head={['Day', 'Visibility', 'Clicks', 'Notes']}
          rows={days
            .map((day, index) => [
              formatDay(day),
              visibility.format(visibility.values[index] ?? null),
              expectedText(band, index, formatWhole) ?? clicks.format(clicks.values[index] ?? null),
              textsOn(day).join(' · '),
            ])
            .toReversed()}
        />
      ) : (
        <>
          <LineChart {...shared} series={visibility} heightPx={150} />
          <LineChart {...shared} series={clicks} forecast={band} heightPx={110} />
          <ChartNotes {...notes} />
        </>
      )}
      {note === null || points === undefined || points.length === 0 ? null : (
        <p className={classes.hint}>
          {note} {forecast?.forecast == null ? null : NO_VISIBILITY}
        </p>
      )}
    </Card>
  )
}

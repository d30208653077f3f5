import { Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { ChartSeries } from '../../charts/chart-options.ts'
import { ChartTable } from '../../charts/chart-table.tsx'
import { everyDay } from '../../charts/days.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { useDesk } from '../../data/use-desk.ts'
import { formatDecimal, formatWhole } from '../../format/numbers.ts'
import { formatDay } from '../../format/time.ts'
import { Card, Nothing } from './card.tsx'
import classes from './overview.module.css'

export type BrandDay = CallOutput<'brands.days'>['points'][number]

/** One value a day; a day that is not cached is a gap, and so are the clicks of a day that is not over. */
const seriesOf = (points: readonly BrandDay[]) => {
  const days = everyDay(points[0]?.day ?? '', points.at(-1)?.day ?? '')
  const byDay = new Map(points.map((point) => [point.day, point]))
  const clicksOf = (point: BrandDay | undefined) => (point?.isWhole === true ? point.clicks : null)
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
    values: days.map((day) => clicksOf(byDay.get(day))),
    format: formatWhole,
  }
  return { days, visibility, clicks }
}

/** What this brand published on these days. */
const useMarks = (brandId: string) => {
  const { value } = useDesk('publishing.marks', { brandId })
  return useMemo(() => (value?.marks ?? []).map(({ day, articleSlug }) => ({ day, label: articleSlug })), [value])
}

type Props = { readonly brandId: string; readonly points: readonly BrandDay[] | undefined }

export const TrendCard = ({ brandId, points }: Props) => {
  const [isTable, setTable] = useState(false)
  const marks = useMarks(brandId)
  const { days, visibility, clicks } = useMemo(() => seriesOf(points ?? []), [points])
  const publishedOn = (day: string) => marks.filter((mark) => mark.day === day).map(({ label }) => label)
  return (
    <Card
      title="Visibility and clicks"
      note="by day"
      aside={
        <Switch
          size="xs"
          label="Show as table"
          checked={isTable}
          onChange={(event) => setTable(event.currentTarget.checked)}
        />
      }
    >
      {points === undefined ? (
        <div className={classes.waiting} aria-busy />
      ) : points.length === 0 ? (
        <Nothing>No single days are synced yet. Syncs fill in earlier days.</Nothing>
      ) : isTable ? (
        <ChartTable
          caption="Visibility and clicks by day"
          head={['Day', 'Visibility', 'Clicks', 'Published']}
          rows={days
            .map((day, index) => [
              formatDay(day),
              visibility.format(visibility.values[index] ?? null),
              clicks.format(clicks.values[index] ?? null),
              publishedOn(day).join(', '),
            ])
            .toReversed()}
        />
      ) : (
        <>
          <LineChart days={days} series={visibility} marks={marks} heightPx={150} syncKey="overview" />
          <LineChart days={days} series={clicks} heightPx={110} syncKey="overview" />
        </>
      )}
    </Card>
  )
}

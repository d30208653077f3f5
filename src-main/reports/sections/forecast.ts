import { type BuildSection, tableBlock, withoutData } from '../context.ts'

const PAST_DAYS = 42
const DAYS = 28
const WEEK = 7

export const buildForecast: BuildSection = async ({ ask, brand, period, marks, texts, format }) => {
  const { titles, notes, figures, charts, columns } = texts
  const { past, forecast, share, held } = await ask('rankings.forecast', {
    brandId: brand.id,
    measure: 'clicks',
    days: DAYS,
    asOfDay: period.to,
  })
  if (forecast === null) return withoutData(notes.noForecast)
  const shown = past.slice(-PAST_DAYS)
  const labels = [...shown.map(({ day }) => day), ...forecast.map(({ day }) => day)]
  const before = shown.map(() => null)
  const weeks = Array.from({ length: Math.ceil(forecast.length / WEEK) }, (_, at) =>
    forecast.slice(at * WEEK, at * WEEK + WEEK),
  )
  const days = { from: forecast[0]?.day ?? '', to: forecast.at(-1)?.day ?? '' }
  const [low, high] = [Math.min(...forecast.map((day) => day.low)), Math.max(...forecast.map((day) => day.high))].map(
    (value) => format.value(value, 'number'),
  )
  return {
    hasData: true,
    blocks: [
      {
        type: 'chart',
        chart: {
          kind: 'band',
          title: titles.forecastClicks,
          description: charts.line(figures.clicks, format.period(days), low ?? '', high ?? ''),
          labels,
          series: [
            {
              label: figures.clicks,
              unit: 'number',
              values: [...shown.map(({ value }) => value), ...forecast.map(() => null)],
            },
            {
              ...{
                label: columns.expected,
                unit: 'number',
                values: [...before, ...forecast.map(({ value }) => value)],
              },
              low: [...before, ...forecast.map((day) => day.low)],
              high: [...before, ...forecast.map((day) => day.high)],
            },
          ],
          marks: [...marks],
          isInverted: false,
        },
      },
      tableBlock(texts, {
        id: 'forecast',
        title: titles.forecastWeeks,
        columns: [
          ['week', 'day', (week) => week[0]?.day ?? ''],
          ['expected', 'number', (week) => week.reduce((sum, { value }) => sum + value, 0)],
        ],
        rows: weeks,
      }),
      {
        type: 'note',
        text: [
          notes.forecast(format.share(share)),
          ...(held === null ? [] : [notes.held(String(held.weeks), format.share(held.share))]),
        ].join(' '),
      },
    ],
  }
}

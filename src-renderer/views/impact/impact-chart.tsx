import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import { ChartTable } from '../../charts/chart-table.tsx'
import { formatDecimal, formatShort, NO_VALUE } from '../../format/numbers.ts'
import { formatDay, formatShortDay } from '../../format/time.ts'
import css from './impact.module.css'
import { type ImpactDay, roundTop, weekAverages } from './impact-days.ts'

type Props = {
  readonly days: readonly ImpactDay[]
  readonly publishedDay: string
  /** The first day that counts as after. */
  readonly afterFrom: string
  readonly isTable: boolean
}

/** Until the room is measured. */
const WIDTH = 400
const HEIGHT = 210
const LEFT = 38
const RIGHT = 8
const TOP = 18
const BOTTOM = 24

type Point = readonly [x: number, y: number]

/** A line through the points that are there; a missing one breaks it. */
const lineOf = (points: readonly (Point | null)[]): string =>
  points
    .map((point, at) =>
      point === null ? '' : `${points[at - 1] == null ? 'M' : 'L'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`,
    )
    .join('')

const bandOf = (lows: readonly (Point | null)[], highs: readonly (Point | null)[]): string => {
  const [low, high] = [lows, highs].map((points) => points.filter((point) => point !== null))
  if (low === undefined || high === undefined || low.length === 0) return ''
  return `${lineOf([...high, ...low.toReversed()])}Z`
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

/** Actual clicks against expected ones, as averages of 7 days, with the day of publishing. */
export const ImpactChart = ({ days, publishedDay, afterFrom, isTable }: Props) => {
  const shown = useMemo(() => weekAverages(days, publishedDay), [days, publishedDay])
  const { ref, width: room } = useElementSize()
  const width = room === 0 ? WIDTH : room
  if (isTable) return <DaysTable days={days} publishedDay={publishedDay} />
  const top = roundTop(
    Math.max(...shown.flatMap(({ clicks, expected, high }) => [clicks ?? 0, expected ?? 0, high ?? 0])),
  )
  const x = (at: number): number => LEFT + (at / Math.max(1, shown.length - 1)) * (width - LEFT - RIGHT)
  const y = (value: number): number => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM)
  const points = (of: 'clicks' | 'expected' | 'low' | 'high') =>
    shown.map((day, at): Point | null => (day[of] === null ? null : [x(at), y(day[of])]))
  const indexOf = (day: string): number => shown.findIndex((one) => one.day >= day)
  const [published, settled] = [x(Math.max(0, indexOf(publishedDay))), x(Math.max(0, indexOf(afterFrom)))]
  const ticks = shown.flatMap(({ day }, at) => (at % 14 === 0 ? [{ day, at }] : []))
  return (
    <figure ref={ref} className={css.chart} aria-label="Clicks by day vs expected clicks">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line className={css.grid} x1={LEFT} x2={width - RIGHT} y1={y(top * share)} y2={y(top * share)} />
            <text x={LEFT - 6} y={y(top * share) + 4} textAnchor="end">
              {formatShort(top * share)}
            </text>
          </g>
        ))}
        {ticks.map(({ day, at }) => (
          <text key={day} x={x(at)} y={HEIGHT - 6} textAnchor={at === 0 ? 'start' : 'middle'}>
            {formatShortDay(day)}
          </text>
        ))}
        <rect
          className={css.settling}
          x={published}
          y={TOP}
          width={Math.max(0, settled - published)}
          height={HEIGHT - TOP - BOTTOM}
        />
        <path className={css.band} d={bandOf(points('low'), points('high'))} />
        <path className={css.expected} d={lineOf(points('expected'))} />
        <path className={css.actual} d={lineOf(points('clicks'))} />
        <line className={css.published} x1={published} x2={published} y1={TOP} y2={HEIGHT - BOTTOM} />
        <text x={published} y={TOP - 6} textAnchor="middle">
          published {formatShortDay(publishedDay)}
        </text>
      </svg>
      <figcaption>
        <span data-key="actual">Clicks a day, 7-day average</span>
        <span data-key="expected">Expected from the untouched pages</span>
        <span data-key="band">Where the average stays without an effect</span>
      </figcaption>
    </figure>
  )
}

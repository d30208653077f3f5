import uPlot from 'uplot'
import { formatShort } from '../format/numbers.ts'
import { formatMonth, formatShortDay } from '../format/time.ts'
import { FONT_FAMILY } from '../theme/theme.ts'
import { type ChartMark, drawFlags, LANE_PX } from './chart-flags.ts'
import { axisOf, type Extras, extraSeries } from './chart-lines.ts'
import { loneIndexes } from './chart-range.ts'
import { dayMs, dayOf } from './days.ts'

export type ChartSeries = {
  readonly label: string
  readonly values: readonly (number | null)[]
  /** Position: better is higher, whole places. Count: from 0 upwards. Score: of 100, around its values. Change: percent. */
  readonly kind: 'position' | 'count' | 'score' | 'change'
  /** Written along the axis. */
  readonly unit: string
  /** The value under the pointer; null: not ranking, or no data. */
  readonly format: (value: number | null) => string
}

/** Days from the first to the last, both included, that a comparison is made of. */
export type ChartBand = { readonly from: string; readonly to: string; readonly label: string }

type ChartOptions = Extras & {
  readonly series: ChartSeries
  readonly bands: readonly ChartBand[]
  readonly marks: readonly ChartMark[]
  readonly widthPx: number
  readonly heightPx: number
  readonly syncKey: string | undefined
  readonly onPoint: (index: number | null | undefined) => void
}

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
const FONT = `11px ${FONT_FAMILY}`

const HALF_DAY_SECONDS = 43_200

/** Under the curve; the first is what was, the last is now. Their names are in the legend, so that no word lies over a curve. */
const drawBands = (bands: readonly ChartBand[]) => (chart: uPlot) => {
  const { ctx, bbox } = chart
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  ctx.fillStyle = colour('--accent')
  for (const [index, { from, to }] of bands.entries()) {
    const left = chart.valToPos(dayMs(from) / 1000 - HALF_DAY_SECONDS, 'x', true)
    const right = chart.valToPos(dayMs(to) / 1000 + HALF_DAY_SECONDS, 'x', true)
    ctx.globalAlpha = index === 0 ? 0.12 : 0.24
    ctx.fillRect(left, bbox.top, right - left, bbox.height)
  }
  ctx.restore()
}

const axis = (size: number): uPlot.Axis => ({
  size,
  font: FONT,
  stroke: () => colour('--ink-soft'),
  grid: { stroke: () => colour('--line'), width: 1 },
  ticks: { show: false },
})

/** Of so few values each is marked: the line between two audits is no measurement. */
const FEW_VALUES = 14

/** With the minus sign of all figures. */
const plainTick = (value: number): string => String(value).replace('-', '−')

/** A day and month alone would come twice on the axis. */
const LONG_SECONDS = 330 * 86_400

export const chartOptions = ({
  series,
  bands,
  marks,
  widthPx,
  heightPx,
  syncKey,
  onPoint,
  ...extras
}: ChartOptions): uPlot.Options => {
  const extra = extraSeries(extras, colour)
  const range = axisOf(series, extras)
  const isPosition = series.kind === 'position'
  return {
    width: widthPx,
    height: heightPx,
    padding: [8 + (marks.length === 0 ? 0 : LANE_PX), 24, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { size: 7 },
      drag: { x: false, y: false },
      ...(syncKey === undefined ? {} : { sync: { key: syncKey, setSeries: false } }),
    },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: {
      x: { time: true },
      y: {
        dir: isPosition ? -1 : 1,
        range,
      },
    },
    axes: [
      {
        ...axis(30),
        gap: 8,
        grid: { show: false },
        space: 70,
        values: (_, ticks) => {
          const format = (ticks.at(-1) ?? 0) - (ticks[0] ?? 0) < LONG_SECONDS ? formatShortDay : formatMonth
          return ticks.map((seconds) => format(dayOf(seconds * 1000)))
        },
        incrs: [1, 2, 7, 14, 28, 56, 91, 182, 364].map((days) => days * 86_400),
      },
      {
        ...axis(44),
        label: series.unit,
        labelSize: 16,
        labelFont: FONT,
        labelGap: 0,
        // Two lines at least, also in a low chart.
        space: heightPx < 150 ? 18 : 28,
        values: (_, ticks) => ticks.map(series.kind === 'count' ? formatShort : plainTick),
        incrs: [
          ...(series.kind === 'score' ? [0.1, 0.2, 0.5] : []),
          1,
          2,
          5,
          10,
          20,
          25,
          50,
          100,
          200,
          500,
          1e3,
          2e3,
          5e3,
          1e4,
          2e4,
          5e4,
          1e5,
          2e5,
          5e5,
          1e6,
          1e7,
        ],
      },
    ],
    series: [
      {},
      {
        label: series.label,
        stroke: () => colour('--accent'),
        width: 1.75,
        spanGaps: false,
        points: {
          show: true,
          size: 4,
          fill: () => colour('--accent'),
          filter: () => (series.values.length <= FEW_VALUES ? null : loneIndexes(series.values)),
        },
        ...(series.kind !== 'count'
          ? {}
          : { fill: () => `color-mix(in srgb, ${colour('--accent')} 10%, transparent)` }),
      },
      ...extra.series,
    ],
    ...(extra.bands && { bands: extra.bands }),
    hooks: {
      drawClear: [drawBands(bands)],
      draw: [drawFlags(marks, colour)],
      setCursor: [(chart) => onPoint(chart.cursor.idx)],
    },
  }
}

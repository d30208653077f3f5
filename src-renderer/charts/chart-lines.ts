// What a chart draws beside its own line: a second line of the same measure, and the band of a forecast.
import type uPlot from 'uplot'
import { type AxisKind, axisRange, loneIndexes } from './chart-range.ts'

type Values = readonly (number | null)[]

/** A second line of the same measure. */
export type ChartLine = { readonly label: string; readonly values: Values }

/** What days to come are expected to be, and between which values; null on the days before. */
export type ChartForecast = { readonly low: Values; readonly middle: Values; readonly high: Values }

export type Extras = { readonly line?: ChartLine | undefined; readonly forecast?: ChartForecast | undefined }

type Drawn = { readonly kind: AxisKind; readonly values: Values }

const bandOf = ({ forecast }: Extras) => [forecast?.low ?? [], forecast?.high ?? []].flat()
export const axisOf = ({ kind, values }: Drawn, extras: Extras): [number, number] =>
  axisRange(kind, [values, extras.line?.values ?? [], extras.forecast?.middle ?? []].flat(), bandOf(extras))

/** The ends of a forecast's band that the axis cuts off. */
export const bandBeyond = (drawn: Drawn, extras: Extras): number[] => {
  const known = bandOf(extras).filter((value) => value !== null)
  if (known.length === 0) return []
  const [least, most] = axisOf(drawn, extras)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  return [...(low < least ? [low] : []), ...(high > most ? [high] : [])]
}

type Colour = (name: string) => string

/** In the order of `extraSeries`. */
export const extraValues = ({ line, forecast }: Extras): (number | null)[][] => [
  ...(line === undefined ? [] : [[...line.values]]),
  ...(forecast === undefined ? [] : [[...forecast.high], [...forecast.low], [...forecast.middle]]),
]

const secondLine = (line: ChartLine, colour: Colour): uPlot.Series => ({
  label: line.label,
  stroke: () => colour('--warn'),
  width: 1.75,
  dash: [5, 3],
  points: { show: true, size: 5, fill: () => colour('--warn'), filter: () => loneIndexes(line.values) },
})
const edge: uPlot.Series = { width: 0, points: { show: false } }
const middle = (colour: Colour): uPlot.Series => ({
  stroke: () => colour('--ink-soft'),
  width: 1.5,
  dash: [4, 4],
  points: { show: false },
})

/** After the x values and the chart's own line, which is number 1. */
export const extraSeries = ({ line, forecast }: Extras, colour: Colour): Pick<uPlot.Options, 'series' | 'bands'> => {
  const series = [
    ...(line === undefined ? [] : [secondLine(line, colour)]),
    ...(forecast === undefined ? [] : [edge, edge, middle(colour)]),
  ]
  if (forecast === undefined) return { series }
  const high = series.length - 1
  return {
    series,
    bands: [{ series: [high, high + 1], fill: () => `color-mix(in srgb, ${colour('--accent')} 22%, transparent)` }],
  }
}

// Charts as SVG: lines, areas and texts, never a picture.
import type { ReportChart } from '../../../src-shared/desk/reports.ts'
import { escapeHtml } from './escape.ts'
import type { ReportFormatter } from './format.ts'
import { scaleOf } from './scale.ts'

export type ChartColours = { readonly accent: string; readonly soft: string; readonly before: string }
type Options = {
  readonly colours: ChartColours
  readonly format: ReportFormatter
  /** Half as wide as the page. */
  readonly isHalf?: boolean
}
type Series = ReportChart['series'][number]
type Point = readonly [x: number, y: number]

const WIDTH = 660
const HALF = 315
const HEIGHT = 158
const PLOT = { left: 46, top: 14, bottom: 134 } as const
/** From one day's name to the next. */
const DAY_WIDTH = 95

const round = (value: number): string => String(Math.round(value * 10) / 10)
const text = (x: number, y: number, anchor: 'start' | 'middle' | 'end', words: string): string =>
  `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escapeHtml(words)}</text>`

/** One path; a missing value breaks the line. */
const pathOf = (points: readonly (Point | null)[]): string => {
  let isDown = false
  return points
    .map((point) => {
      const command = point === null ? '' : `${isDown ? 'L' : 'M'}${round(point[0])} ${round(point[1])}`
      isDown = point !== null
      return command
    })
    .join('')
}

const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null)

/** How a series is drawn: what it is compared with and what is expected are dashed. */
const strokeOf = ({ isBefore = false, low }: Series, { accent, before }: ChartColours): string =>
  isBefore
    ? `stroke="${before}" stroke-width="1.2" stroke-dasharray="4 3"`
    : `stroke="${accent}" stroke-width="2"${low === undefined ? '' : ' stroke-dasharray="5 3"'}`

const lines = (chart: ReportChart, { colours, format, isHalf = false }: Options): string => {
  const { labels, series, marks, isInverted } = chart
  const { left, top, bottom } = PLOT
  const right = (isHalf ? HALF : WIDTH) - 10
  const scale = scaleOf(
    series.flatMap(({ values, low = [], high = [] }) => known([...values, ...low, ...high])),
    isInverted,
  )
  const y = (value: number) => top + (bottom - top) * (1 - scale.share(value))
  const x = (at: number) =>
    labels.length < 2 ? (left + right) / 2 : left + (at / (labels.length - 1)) * (right - left)
  const unit = series[0]?.unit ?? 'number'
  const grid = scale.ticks.map(
    (tick) =>
      `<line x1="${left}" x2="${right}" y1="${round(y(tick))}" y2="${round(y(tick))}" stroke="#e3e6ea"/>${text(left - 7, y(tick) + 3.3, 'end', format.value(tick, unit))}`,
  )
  const every = Math.max(1, Math.ceil((labels.length - 1) / Math.floor((right - left) / DAY_WIDTH)))
  const days = labels.map((label, at) => {
    const anchor = at === 0 ? 'start' : at > labels.length - 2 ? 'end' : 'middle'
    return at % every === 0 ? text(x(at), HEIGHT - 8, anchor, format.shortDay(label)) : ''
  })
  const flags = marks.map(({ day, label }) => {
    const at = labels.indexOf(day)
    if (at < 0) return ''
    const line = `<line x1="${round(x(at))}" x2="${round(x(at))}" y1="${top}" y2="${bottom}" stroke="#7c8694" stroke-dasharray="2 3"/>`
    return `${line}${text(x(at), top - 4, 'middle', label)}`
  })
  const points = (values: readonly (number | null)[]) =>
    values.map((value, at): Point | null => (value === null ? null : [x(at), y(value)]))
  const drawn = series.toReversed().map((one) => {
    const upper = points(one.high ?? []).filter((point) => point !== null)
    const lower = points(one.low ?? []).filter((point) => point !== null)
    const band =
      upper.length === 0 ? '' : `<path d="${pathOf([...upper, ...lower.toReversed()])}Z" fill="${colours.soft}"/>`
    return `${band}<path d="${pathOf(points(one.values))}" fill="none" ${strokeOf(one, colours)} stroke-linejoin="round"/>`
  })
  return [...grid, ...days, ...flags, ...drawn].join('')
}

const BAR = 17
const GAP = 9
const NAME = 172
const NAME_CHARACTERS = 32

const shortened = (name: string): string =>
  Array.from(name).length > NAME_CHARACTERS
    ? `${Array.from(name)
        .slice(0, NAME_CHARACTERS - 1)
        .join('')}…`
    : name

const bars = ({ labels, series }: ReportChart, { colours, format }: Options): string => {
  const [first] = series
  const values = first?.values ?? []
  const most = Math.max(1, ...known(values))
  return labels
    .map((label, at) => {
      const value = values[at] ?? null
      const length = ((WIDTH - NAME - 70) * (value ?? 0)) / most
      const top = at * (BAR + GAP) + 2
      const name = text(NAME - 10, top + BAR / 2 + 3.5, 'end', shortened(label))
      const bar = `<rect x="${NAME}" y="${top}" width="${round(Math.max(length, 1))}" height="${BAR}" rx="1.5" fill="${colours.accent}"/>`
      return `${name}${bar}${text(NAME + length + 7, top + BAR / 2 + 3.5, 'start', format.value(value, first?.unit ?? 'number'))}`
    })
    .join('')
}

const legend = ({ series }: ReportChart, { colours }: Options): string =>
  series.length < 2
    ? ''
    : `<div class="legend">${series
        .map(
          (one) =>
            `<span><svg aria-hidden="true" viewBox="0 0 22 8"><path d="M0 4L22 4" fill="none" ${strokeOf(one, colours)}/></svg>${escapeHtml(one.label)}</span>`,
        )
        .join('')}</div>`

/** The chart with its description for readers who do not see it. */
export const renderChart = (chart: ReportChart, options: Options): string => {
  const isBars = chart.kind === 'bars'
  const height = isBars ? chart.labels.length * (BAR + GAP) : HEIGHT
  const body = isBars ? bars(chart, options) : lines(chart, options)
  return `${isBars || options.isHalf === true ? '' : legend(chart, options)}<svg class="chart" role="img" aria-label="${escapeHtml(chart.description)}" viewBox="0 0 ${options.isHalf === true ? HALF : WIDTH} ${height}">${body}</svg>`
}

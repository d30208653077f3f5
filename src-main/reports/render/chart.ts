// Charts as SVG: lines, areas and texts, never a picture.
import type { ReportChart, ReportUnit } from '../../../src-shared/desk/reports.ts'
import { escapeHtml } from './escape.ts'
import type { ReportFormatter } from './format.ts'

/** The axis of a chart. */
type Scale = {
  /** Round values from the bottom to the top. */
  readonly ticks: readonly number[]
  /** Where a value is: 0 at the bottom, 1 at the top. */
  readonly share: (value: number) => number
}

const TICKS = 4

/** 1, 2 or 5 times a power of ten: a step that people count in. */
const niceStep = (raw: number): number => {
  const power = 10 ** Math.floor(Math.log10(raw))
  const unit = raw / power
  return power * (unit <= 1 ? 1 : unit <= 2 ? 2 : unit <= 5 ? 5 : 10)
}

/**
 * From 0 where the values are not all far above it; `isInverted`: the lowest value is at the top. A line that does not move
 * lies in the middle. No step is smaller than `leastStep`, so that no two ticks are written alike.
 */
export const scaleOf = (values: readonly number[], isInverted: boolean, leastStep = 0): Scale => {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const from0 = !isInverted && least >= 0 && least < most * 0.7
  const isFlat = most === least
  const [low, high] = isFlat ? [Math.min(least, Math.max(least - 1, 0)), most + 1] : [from0 ? 0 : least, most]
  const step = Math.max(niceStep((high - low) / TICKS), leastStep)
  const [first, last] = [Math.floor(low / step) * step, Math.ceil(high / step) * step]
  const ticks = Array.from({ length: Math.round((last - first) / step) + 1 }, (_, at) => first + at * step)
  const share = (value: number) => (value - first) / (last - first)
  return { ticks, share: (value) => (isInverted ? 1 - share(value) : share(value)) }
}

export type ChartColours = { readonly line: string; readonly soft: string; readonly before: string }
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

/** One path; a missing value breaks the line, and a value between two of them is a dot. */
const pathOf = (points: readonly (Point | null)[]): string =>
  points
    .map((point, at) => {
      if (point === null) return ''
      const isFirst = (points[at - 1] ?? null) === null
      const isAlone = isFirst && (points[at + 1] ?? null) === null
      return `${isFirst ? 'M' : 'L'}${round(point[0])} ${round(point[1])}${isAlone ? 'h0' : ''}`
    })
    .join('')

const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null)

/** How a series is drawn: what it is compared with and what is expected are dashed. */
const strokeOf = ({ isBefore = false, low }: Series, { line, before }: ChartColours): string =>
  isBefore
    ? `stroke="${before}" stroke-width="1.2" stroke-dasharray="4 3"`
    : `stroke="${line}" stroke-width="2"${low === undefined ? '' : ' stroke-dasharray="5 3"'}`

/** What the smallest written difference is. */
const LEAST_STEPS: Partial<Record<ReportUnit, number>> = { number: 1, percent: 0.001 }

/** From one number of a mark to the next. */
const MARK_WIDTH = 12

/** A line for each mark; its number where the one before leaves room for it. */
const flagsOf = (marks: readonly { readonly label: string; readonly x: number }[]): string => {
  let free = 0
  return marks
    .map(({ label, x }) => {
      const line = `<line x1="${round(x)}" x2="${round(x)}" y1="${PLOT.top}" y2="${PLOT.bottom}" stroke="#7c8694" stroke-dasharray="2 3"/>`
      if (x < free) return line
      free = x + MARK_WIDTH
      return `${line}${text(x, PLOT.top - 4, 'middle', label)}`
    })
    .join('')
}

const lines = (chart: ReportChart, { colours, format, isHalf = false }: Options): string => {
  const { labels, series, marks, isInverted } = chart
  const { left, top, bottom } = PLOT
  const right = (isHalf ? HALF : WIDTH) - 10
  const scale = scaleOf(
    series.flatMap(({ values, low = [], high = [] }) => known([...values, ...low, ...high])),
    isInverted,
    LEAST_STEPS[series[0]?.unit ?? 'number'] ?? 0.1,
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
  const flags = flagsOf(
    marks.flatMap(({ day, label }) => (labels.includes(day) ? [{ label, x: x(labels.indexOf(day)) }] : [])),
  )
  const points = (values: readonly (number | null)[]) =>
    values.map((value, at): Point | null => (value === null ? null : [x(at), y(value)]))
  const drawn = series.toReversed().map((one) => {
    const upper = points(one.high ?? []).filter((point) => point !== null)
    const lower = points(one.low ?? []).filter((point) => point !== null)
    const band =
      upper.length === 0 ? '' : `<path d="${pathOf([...upper, ...lower.toReversed()])}Z" fill="${colours.soft}"/>`
    return `${band}<path d="${pathOf(points(one.values))}" fill="none" ${strokeOf(one, colours)} stroke-linejoin="round" stroke-linecap="round"/>`
  })
  return [...grid, ...days, flags, ...drawn].join('')
}

const BAR = 17
const GAP = 9
const NAME = 172
/** Of Latin letters; those of East Asia are twice as wide. */
const NAME_CHARACTERS = 32
const IS_WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}]/u

const widthOf = (name: string): number =>
  Array.from(name).reduce((sum, character) => sum + (IS_WIDE.test(character) ? 2 : 1), 0)

const shortened = (name: string): string => {
  if (widthOf(name) <= NAME_CHARACTERS) return name
  let kept = ''
  for (const character of name) {
    if (widthOf(kept + character) > NAME_CHARACTERS - 1) break
    kept += character
  }
  return `${kept}…`
}

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
      const bar =
        length === 0
          ? ''
          : `<rect x="${NAME}" y="${top}" width="${round(Math.max(length, 1))}" height="${BAR}" rx="1.5" fill="${colours.line}"/>`
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

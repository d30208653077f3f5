// What happened, as flags in a lane above the plot: how many events a day has. Their texts are in the readout, so that no
// word lies over a curve.
import uPlot from 'uplot'
import { FONT_FAMILY } from '../theme/theme.ts'
import { dayMs } from './days.ts'

/** What happened on a day. */
export type ChartMark = { readonly day: string; readonly texts: readonly string[] }

/** Above the plot. */
export const LANE_PX = 18
const FLAG_PX = { height: 14, leastWidth: 16, padding: 5, gap: 2 }

export type Flag = {
  readonly x: number
  readonly count: number
  readonly width: number
  /** One for each of its days. */
  readonly lines: readonly number[]
}

/** One flag for neighbours that have no room side by side, over the first of them. In the order of their days. */
export const mergeFlags = (
  marks: readonly { readonly x: number; readonly count: number }[],
  widthOf: (count: number) => number,
  gap: number,
): Flag[] => {
  const flags: Flag[] = []
  for (const { x, count } of marks) {
    const last = flags.at(-1)
    const isApart = last === undefined || x - last.x >= (last.width + widthOf(count)) / 2 + gap
    if (isApart) flags.push({ x, count, width: widthOf(count), lines: [x] })
    else {
      const sum = last.count + count
      flags.splice(-1, 1, { x: last.x, count: sum, width: widthOf(sum), lines: [...last.lines, x] })
    }
  }
  return flags
}

export const drawFlags = (marks: readonly ChartMark[], colour: (name: string) => string) => (chart: uPlot) => {
  const { ctx, bbox } = chart
  const ratio = uPlot.pxRatio
  ctx.save()
  ctx.font = `600 ${10 * ratio}px ${FONT_FAMILY}`
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'center'
  const widthOf = (count: number) =>
    Math.max(FLAG_PX.leastWidth * ratio, ctx.measureText(String(count)).width + 2 * FLAG_PX.padding * ratio)
  const inView = marks
    .map(({ day, texts }) => ({ x: Math.round(chart.valToPos(dayMs(day) / 1000, 'x', true)), count: texts.length }))
    .filter(({ x }) => x >= bbox.left && x <= bbox.left + bbox.width)
  const height = FLAG_PX.height * ratio
  const top = bbox.top - (LANE_PX - 1) * ratio
  for (const { x, count, width, lines } of mergeFlags(inView, widthOf, FLAG_PX.gap * ratio)) {
    ctx.strokeStyle = colour('--ink-soft')
    ctx.setLineDash([2 * ratio, 3 * ratio])
    ctx.globalAlpha = 0.6
    for (const line of lines) {
      ctx.beginPath()
      ctx.moveTo(line, top + height)
      ctx.lineTo(line, bbox.top + bbox.height)
      ctx.stroke()
    }
    ctx.globalAlpha = 1
    ctx.fillStyle = colour('--ink-soft')
    ctx.beginPath()
    ctx.roundRect(x - width / 2, top, width, height, 3 * ratio)
    ctx.fill()
    ctx.fillStyle = colour('--surface')
    ctx.fillText(String(count), x, top + height / 2 + 0.5 * ratio)
  }
  ctx.restore()
}

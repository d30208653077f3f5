import 'uplot/dist/uPlot.min.css'
import { Group, useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { type ChartBand, type ChartMark, type ChartSeries, chartOptions } from './chart-options.ts'
import { readoutOf } from './chart-readout.ts'
import { dayMs } from './days.ts'

type LineChartProps = {
  readonly days: readonly string[]
  readonly series: ChartSeries
  readonly heightPx: number
  /** Charts with the same key move their cursors together. */
  readonly syncKey?: string
  readonly marks?: readonly ChartMark[]
  readonly bands?: readonly ChartBand[]
}

/** Fits upright paper within its margins. */
const PAPER_PX = 620

const NO_MARKS: readonly ChartMark[] = []
const NO_BANDS: readonly ChartBand[] = []

/** One measure over days. A value of null is a gap. What the line says can always be read as a table beside it. */
export const LineChart = (props: LineChartProps) => {
  const { days, series, heightPx, syncKey, marks = NO_MARKS, bands = NO_BANDS } = props
  const box = useRef<HTMLDivElement>(null)
  const readout = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const scheme = useComputedColorScheme()

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const tell = (index: number | null | undefined) => {
      if (readout.current !== null) readout.current.textContent = readoutOf({ days, series, marks }, index)
    }
    const options = chartOptions({ series, bands, marks, widthPx: element.clientWidth, heightPx, syncKey, tell })
    const chart = new uPlot(options, [days.map((day) => dayMs(day) / 1000), [...series.values]], element)
    plot.current = chart
    const fit = () => chart.setSize({ width: element.clientWidth, height: heightPx })
    const drawAt = (width: number) => {
      chart.setSize({ width, height: heightPx })
      chart.redraw(false, true)
    }
    const fitPaper = () => drawAt(Math.min(element.clientWidth, PAPER_PX))
    const fitWindow = () => drawAt(element.clientWidth)
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    window.addEventListener('beforeprint', fitPaper)
    window.addEventListener('afterprint', fitWindow)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', fitPaper)
      window.removeEventListener('afterprint', fitWindow)
      chart.destroy()
      plot.current = null
    }
  }, [days, series, bands, marks, heightPx, syncKey])

  // biome-ignore lint/correctness/useExhaustiveDependencies: read the colours again when the scheme changes
  useEffect(() => plot.current?.redraw(false, true), [scheme])

  return (
    <figure style={{ position: 'relative' }} aria-label={`${series.label} by day`}>
      <Group component="figcaption" mih={28} mb={4} fz="xs">
        <strong>{series.label}</strong>
        <span ref={readout} className="soft figures" />
      </Group>
      <div ref={box} style={{ height: heightPx }} aria-hidden />
    </figure>
  )
}

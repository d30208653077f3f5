import 'uplot/dist/uPlot.min.css'
import { Group, Text, useComputedColorScheme } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import uPlot from 'uplot'
import type { ChartMark } from './chart-flags.ts'
import { bandBeyond, type ChartForecast, type ChartLine, extraValues } from './chart-lines.ts'
import { type ChartBand, type ChartSeries, chartOptions } from './chart-options.ts'
import { readoutOf } from './chart-readout.ts'
import { dayMs } from './days.ts'
import css from './line-legend.module.css'

type LineChartProps = {
  readonly days: readonly string[]
  readonly series: ChartSeries
  readonly heightPx: number
  /** Charts with the same key move their cursors together. */
  readonly syncKey?: string
  readonly marks?: readonly ChartMark[]
  readonly bands?: readonly ChartBand[]
  readonly line?: ChartLine | undefined
  readonly forecast?: ChartForecast | undefined
  /** Names of its lines; those of its bands follow. */
  readonly legend?: ReactNode
  /** A click or Enter on a day; the chart is then reached by keyboard, and the arrows move along it. */
  readonly onDay?: ((day: string) => void) | undefined
}

/** Fits upright paper within its margins. */
const PAPER_PX = 620

/** Keys that move along the days. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 }

const NO_MARKS: readonly ChartMark[] = []
const NO_BANDS: readonly ChartBand[] = []

/** A place in the thousands says no more than that nobody can tell. */
const beyondText = ({ kind, format }: ChartSeries, value: number): string =>
  kind === 'position' && value > 100 ? 'positions beyond 100' : format(value)

/** One measure over days. A value of null is a gap. What the line says can always be read as a table beside it. */
export const LineChart = (props: LineChartProps) => {
  const { days, series, heightPx, syncKey, marks = NO_MARKS, bands = NO_BANDS, line, forecast, legend, onDay } = props
  const box = useRef<HTMLDivElement>(null)
  const readout = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const scheme = useComputedColorScheme()
  const last = series.values.findLastIndex((value) => value !== null)
  const beyond = bandBeyond(series, { line, forecast })
  const at = useRef(last)
  const latestOnDay = useRef(onDay)
  latestOnDay.current = onDay

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const onPoint = (index: number | null | undefined) => {
      if (index != null) at.current = index
      if (readout.current !== null)
        readout.current.textContent = readoutOf({ days, series, marks, line, forecast }, index)
    }
    const extras = { line, forecast }
    const widthPx = element.clientWidth
    const options = chartOptions({ series, bands, marks, widthPx, heightPx, syncKey, onPoint, ...extras })
    const values = [days.map((day) => dayMs(day) / 1000), [...series.values], ...extraValues(extras)]
    const chart = new uPlot(options, values as uPlot.AlignedData, element) // x has no null
    plot.current = chart
    at.current = series.values.findLastIndex((value) => value !== null)
    const pick = () => {
      const day = days[chart.cursor.idx ?? -1]
      if (day !== undefined) latestOnDay.current?.(day)
    }
    chart.over.addEventListener('click', pick)
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
  }, [days, series, bands, marks, line, forecast, heightPx, syncKey])

  // biome-ignore lint/correctness/useExhaustiveDependencies: read the colours again when the scheme changes
  useEffect(() => plot.current?.redraw(false, true), [scheme])

  /** The pointer stands on this day, also for who reads it aloud. */
  const moveTo = (index: number) => {
    const chart = plot.current
    const element = box.current
    if (chart === null || element === null) return
    at.current = index
    chart.setCursor({ left: chart.valToPos(dayMs(days[index] ?? '') / 1000, 'x'), top: 1 })
    element.setAttribute('aria-valuenow', String(index + 1))
    element.setAttribute('aria-valuetext', readoutOf({ days, series, marks, line, forecast }, index))
  }

  return (
    <figure style={{ position: 'relative' }} aria-label={`${series.label} by day`}>
      <Group component="figcaption" mih={28} mb={4} fz="xs">
        <strong>{series.label}</strong>
        <span ref={readout} className="soft figures" />
      </Group>
      {onDay === undefined ? (
        <div ref={box} style={{ height: heightPx }} aria-hidden />
      ) : (
        <div
          ref={box}
          style={{ height: heightPx, cursor: 'pointer' }}
          role="slider"
          tabIndex={0}
          aria-label={`Day of ${series.label}. Enter adds a note`}
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={last + 1}
          aria-valuetext={readoutOf({ days, series, marks, line, forecast }, last)}
          onKeyDown={(event) => {
            const step = STEPS[event.key]
            const day = days[at.current]
            if (event.key === 'Enter' && day !== undefined) onDay(day)
            else if (step !== undefined) moveTo(Math.min(days.length - 1, Math.max(0, at.current + step)))
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
        />
      )}
      {beyond.length === 0 ? null : (
        <Text size="xs" c="dimmed">
          The range of the forecast reaches {beyond.map((value) => beyondText(series, value)).join(' and ')}.
        </Text>
      )}
      {legend === undefined && bands.length === 0 ? null : (
        <div className={css.legend}>
          {legend}
          {bands.length === 0 ? null : (
            <div className={css.bands}>
              {bands.map(({ label, from }, index) => (
                <span key={from} data-key={index === 0 ? 'before' : 'after'}>
                  {label}
                </span>
              ))}
            </div>
          )}
        </div>
      )}
    </figure>
  )
}

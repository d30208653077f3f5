import { useMemo } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { ChartNotes, useChartNotes } from '../../charts/chart-notes.tsx'
import type { ChartSeries } from '../../charts/chart-options.ts'
import { ChartTable } from '../../charts/chart-table.tsx'
import { everyDay } from '../../charts/days.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { formatDecimal, formatWhole } from '../../format/numbers.ts'
import { formatDay } from '../../format/time.ts'
import { NOT_RANKING, positionText } from '../rankings/rank-columns.tsx'
import { LETTERS, pageName } from './conflict-labels.ts'

type Points = CallOutput<'cannibalisation.keyword'>['points']

type ConflictChartProps = {
  readonly brandId: string
  readonly keyword: string
  readonly points: Points
  /** Page A, then page B. */
  readonly pages: readonly string[]
  readonly isTable: boolean
}

/** The position of the keyword by day, as one line for each of the two pages that ranked best. */
export const ConflictChart = ({ brandId, keyword, points, pages, isTable }: ConflictChartProps) => {
  const { days, series, line } = useMemo(() => {
    const all = everyDay(points[0]?.day ?? '', points.at(-1)?.day ?? '')
    const byDay = new Map(points.map((point) => [point.day, point]))
    const valuesOf = (page: string | undefined) =>
      all.map((day) => {
        const point = byDay.get(day)
        return point !== undefined && point.page === page ? point.position : null
      })
    const own: ChartSeries = {
      label: 'Position: page A solid, page B dashed',
      kind: 'position',
      unit: 'position',
      values: valuesOf(pages[0]),
      format: (value) => (value === null ? NOT_RANKING : formatDecimal(value)),
    }
    return { days: all, series: own, line: { label: 'page B', values: valuesOf(pages[1]) } }
  }, [points, pages])
  const notes = useChartNotes({ brandId, keyword, days })
  if (isTable)
    return (
      <ChartTable
        caption={`Pages of ${keyword} by day`}
        head={['Day', 'Page', 'Position', 'Clicks']}
        rows={points.toReversed().map(({ day, page, position, clicks }) => {
          const letter = LETTERS[pages.indexOf(page ?? '')]
          const name = page === null ? '—' : `${letter === undefined ? '' : `${letter} · `}${pageName(page)}`
          return [formatDay(day), name, positionText(position), formatWhole(clicks)]
        })}
      />
    )
  return (
    <>
      <LineChart days={days} series={series} line={line} heightPx={180} marks={notes.marks} onDay={notes.onDay} />
      <ChartNotes {...notes} />
    </>
  )
}

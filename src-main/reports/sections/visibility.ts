import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { ReportChart, ReportTable, ReportUnit } from '../../../src-shared/desk/reports.ts'
import type { Period } from '../../../src-shared/desk/values/period.ts'
import { dayFromNumber, dayNumber } from '../../base/clock.ts'
import { type BuildSection, type SectionContext, withoutData } from '../context.ts'

type Day = CallOutput<'brands.days'>['points'][number]

/** How far back the days of a brand can be asked for. */
const DAYS_MAX = 400
const WEEK = 7

const daysOf = ({ from, to }: Period): string[] =>
  Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_, at) => dayFromNumber(dayNumber(from) + at))

/** What is known of a day that was not over is a part of it: it is left out. */
const measured = (value: (day: Day) => number | null) => (day: Day | undefined) =>
  day?.isWhole === true ? value(day) : null

type Measure = {
  readonly title: string
  readonly label: string
  readonly unit: ReportUnit
  readonly value: (day: Day | undefined) => number | null
  readonly isInverted?: boolean
}

const chartOf = (
  { title, label, unit, value, isInverted = false }: Measure,
  { texts, format, period, comparePeriod, marks, totals }: SectionContext,
  known: ReadonlyMap<string, Day>,
): ReportChart | null => {
  const labels = daysOf(period)
  const values = labels.map((day) => value(known.get(day)))
  const before = daysOf(comparePeriod)
    .slice(0, labels.length)
    .map((day) => value(known.get(day)))
  const numbers = values.filter((one) => one !== null)
  if (numbers.length === 0) return null
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)].map((one) => format.value(one, unit))
  const hasBefore = totals.brands.compared > 0 && before.some((one) => one !== null)
  return {
    kind: 'lines',
    title,
    description: texts.charts.line(label, format.period(period), low ?? '', high ?? ''),
    labels,
    series: [
      { label: format.period(period), unit, values },
      ...(hasBefore ? [{ label: format.period(comparePeriod), unit, values: before, isBefore: true }] : []),
    ],
    marks: [...marks],
    isInverted,
  }
}

const sum = (values: readonly (number | null)[]): number => values.reduce<number>((all, value) => all + (value ?? 0), 0)

/** The mean of the days that have one; null where none has. */
const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : sum(known) / known.length
}

/** Of a week as of any period: the mean over the keywords that rank in it. */
const positionOf = async ({ ask, brand }: SectionContext, period: Period): Promise<number | null> =>
  (await ask('rankings.totals', { brandIds: [brand.id], period })).avgPosition

/** The whole days of a week; two lists or more where days are missing between them. */
const runsOf = (week: readonly string[], known: ReadonlyMap<string, Day>): Day[][] =>
  week
    .reduce<Day[][]>(
      (runs, name) => {
        const day = known.get(name)
        if (day?.isWhole === true) runs.at(-1)?.push(day)
        else runs.push([])
        return runs
      },
      [[]],
    )
    .filter((run) => run.length > 0)

const weeks = async (context: SectionContext, known: ReadonlyMap<string, Day>): Promise<ReportTable> => {
  const { texts, period } = context
  const { columns, titles } = texts
  const days = daysOf(period)
  const parts = Array.from({ length: Math.ceil(days.length / WEEK) }, (_, at) =>
    days.slice(at * WEEK, at * WEEK + WEEK),
  )
  const rows: ReportTable['rows'][number][] = []
  for (const week of parts.flatMap((part) => runsOf(part, known))) {
    const [from, to] = [week[0]?.day, week.at(-1)?.day]
    if (from === undefined || to === undefined) continue
    rows.push([
      // As a week, the sums of some of its days would look like a loss.
      week.length === WEEK ? from : `${from}/${to}`,
      sum(week.map(({ clicks }) => clicks)),
      sum(week.map(({ impressions }) => impressions)),
      mean(week.map(({ visibility }) => visibility)),
      await positionOf(context, { from, to }),
    ])
  }
  return {
    id: 'weeks',
    title: titles.byWeek,
    columns: [
      { key: 'week', label: columns.week, unit: 'day' },
      { key: 'clicks', label: columns.clicks, unit: 'number' },
      { key: 'impressions', label: columns.impressions, unit: 'number' },
      { key: 'visibility', label: columns.visibility, unit: 'position' },
      { key: 'position', label: columns.position, unit: 'position' },
    ],
    rows,
    more: 0,
  }
}

export const buildVisibility: BuildSection = async (context) => {
  const { ask, brand, texts, period, comparePeriod } = context
  const { titles, figures, notes } = texts
  const days = Math.min(DAYS_MAX, dayNumber(period.to) - dayNumber(comparePeriod.from) + 1)
  const { points } = await ask('brands.days', { brandId: brand.id, days, asOfDay: period.to })
  const known = new Map(points.map((point) => [point.day, point]))
  const measures: readonly Measure[] = [
    { title: titles.clicksByDay, label: figures.clicks, unit: 'number', value: measured(({ clicks }) => clicks) },
    {
      title: titles.visibilityByDay,
      label: figures.visibility,
      unit: 'position',
      value: measured(({ visibility }) => visibility),
    },
    {
      title: titles.impressionsByDay,
      label: figures.impressions,
      unit: 'number',
      value: measured(({ impressions }) => impressions),
    },
    {
      title: titles.positionByDay,
      label: figures.avgPosition,
      unit: 'position',
      value: measured(({ avgPosition }) => avgPosition),
      isInverted: true,
    },
  ]
  const charts = measures.flatMap((measure) => chartOf(measure, context, known) ?? [])
  if (charts.length === 0) return withoutData(notes.noDays)
  return {
    hasData: true,
    blocks: [
      ...charts.map((chart) => ({ type: 'chart' as const, chart })),
      { type: 'table', table: await weeks(context, known) },
      { type: 'note', text: `${notes.visibility} ${notes.averagePosition}` },
    ],
  }
}

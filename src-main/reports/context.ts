import type { Brand } from '../../src-shared/desk/brands.ts'
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import type { ReportBlock, ReportCell, ReportChart, ReportUnit } from '../../src-shared/desk/reports.ts'
import type { Period } from '../../src-shared/desk/values/period.ts'
import type { PeriodCauses } from '../causes/public.ts'
import type { Ask } from '../exports/list.ts'
import type { ReportFormatter } from './render/format.ts'
import type { ReportTexts } from './texts/en.ts'

/** What each section is made of. */
export type SectionContext = {
  readonly ask: Ask
  /** The drops of this period with their causes. */
  readonly causesIn: (brandId: string, period: Period) => Promise<PeriodCauses>
  readonly brand: Brand
  readonly period: Period
  /** Those of its days that rankings are held of: all, or the last ones without a gap. */
  readonly measured: Period
  readonly comparePeriod: Period
  readonly texts: ReportTexts
  readonly format: ReportFormatter
  /** Rows of a table at most; null: as many as the section usually has. */
  readonly rows: number | null
  /** The agency's words, already filled in. */
  readonly summary: readonly string[]
  readonly nextSteps: readonly string[]
  readonly totals: CallOutput<'rankings.totals'>
  /** In UTC. */
  readonly today: string
  /** Of the period, oldest first. */
  readonly annotations: CallOutput<'annotations.list'>['rows']
  /** Days with a note, for charts. */
  readonly marks: ReportChart['marks']
}

export type BuiltSection = { readonly hasData: boolean; readonly blocks: ReportBlock[] }
export type BuildSection = (context: SectionContext) => Promise<BuiltSection>

type Page<Row> = { readonly rows: readonly Row[]; readonly nextCursor: string | null }

/** The rows of every page: what is said of all of a list does not end with its first page. */
export const allRows = async <Row>(read: (cursor: string | null) => Promise<Page<Row>>): Promise<Row[]> => {
  const rows: Row[] = []
  for (let page: Page<Row> | null = await read(null); page !== null; ) {
    rows.push(...page.rows)
    page = page.nextCursor === null ? null : await read(page.nextCursor)
  }
  return rows
}

/** A section that has nothing says so in one sentence. */
export const withoutData = (text: string): BuiltSection => ({ hasData: false, blocks: [{ type: 'note', text }] })

/** Its label is that of its key, unless it has one of its own. */
export type Column<Row> =
  | readonly [key: keyof ReportTexts['columns'], unit: ReportUnit, of: (row: Row) => ReportCell]
  | readonly [key: string, unit: ReportUnit, of: (row: Row) => ReportCell, label: string]

type List<Row> = {
  readonly id: string
  readonly title: string
  readonly columns: readonly Column<NoInfer<Row>>[]
  readonly rows: readonly Row[]
  /** Of how many rows these are the first; all by default. */
  readonly total?: number
}

/** The first rows of a list as a table. */
export const tableBlock = <Row>(
  { columns: labels }: Pick<ReportTexts, 'columns'>,
  { id, title, columns, rows, total = rows.length }: List<Row>,
): ReportBlock => ({
  type: 'table',
  table: {
    id,
    title,
    columns: columns.map(([key, unit, , label = labels[key as keyof typeof labels]]) => ({ key, label, unit })),
    rows: rows.map((row) => columns.map(([, , of]) => of(row))),
    more: Math.max(0, total - rows.length),
  },
})

type Bars = {
  readonly title: string
  /** What the bars measure. */
  readonly label: string
  readonly unit: ReportUnit
  readonly labels: string[]
  readonly values: (number | null)[]
}

/** A bar for each label, and the same in a sentence. */
export const barsBlock = (
  { texts, format }: SectionContext,
  { title, label, unit, labels, values }: Bars,
): ReportBlock => {
  const parts = labels.map((name, at) => `${name} ${format.value(values[at] ?? null, unit)}`)
  const description = texts.charts.bars(title, parts.join(', '))
  const series = [{ label, unit, values }]
  return { type: 'chart', chart: { kind: 'bars', title, description, labels, series, marks: [], isInverted: false } }
}

// Why keywords fell in the period: their causes in the language of the client, those of one cause in one row. Other brands
// are a count, and what an own action was stays with the agency.
import type { CauseRow } from '../../../src-shared/desk/causes.ts'
import type { ReportBlock } from '../../../src-shared/desk/reports.ts'
import type { SectionContext } from '../context.ts'

const USUAL_ROWS = 8
const READ = 500

type Cause = CauseRow['causes'][number]
type Named = { readonly label: string; readonly evidence: string; readonly isNamed: boolean }

const pathOf = (about: string): string => (URL.canParse(about) ? new URL(about).pathname : about)

const evidenceOf = ({ figures }: Cause, { texts: { causes }, format }: SectionContext): string => {
  const { together, controls, brands, impressions, ctr } = figures
  const number = (value: number) => format.value(value, 'number')
  const counted = (count: Cause['figures']['together'], say: (fell: string, of: string) => string): string[] =>
    count === null || count.of === 0 ? [] : [say(number(count.fell), number(count.of))]
  const parts = [
    ...counted(brands, causes.websites),
    ...counted(together, causes.together),
    ...counted(controls, causes.elsewhere),
    ...(impressions === null || ctr === null
      ? []
      : [causes.clicks(format.value(impressions, 'percentChange'), format.value(ctr, 'percentChange'))]),
  ]
  return parts.join('; ')
}

/** What a person said of it stands before what the data shows; their own words only where they name no other brand. */
const namedOf = (
  { causes: [first], answer }: CauseRow,
  context: SectionContext,
  namesAnother: (text: string) => boolean,
): Named => {
  const { labels, confidences } = context.texts.causes
  if (answer?.isNamed === true && answer.kind !== first?.kind) {
    const label = answer.kind === null ? answer.text : labels[answer.kind]
    if (!namesAnother(label)) return { label, evidence: '', isNamed: true }
  }
  if (first === undefined || answer?.isNamed === false) return { label: labels.none, evidence: '', isNamed: false }
  const { about } = first.figures
  const label = about === null ? labels[first.kind] : `${labels[first.kind]}: ${pathOf(about)}`
  return {
    label: answer === null ? `${label} (${confidences[first.confidence]})` : label,
    evidence: evidenceOf(first, context),
    isNamed: true,
  }
}

type Group = Named & { since: string; keywords: number; lost: number }

const groupsOf = (named: readonly (Named & { readonly row: CauseRow })[]): Group[] => {
  const groups = Map.groupBy(named, ({ label }) => label).values()
  return Array.from(groups, ([first, ...rest]) => {
    const rows = [first, ...rest].flatMap((one) => (one === undefined ? [] : [one.row]))
    return {
      ...{ label: first?.label ?? '', evidence: first?.evidence ?? '', isNamed: first?.isNamed ?? false },
      since: rows.map(({ since }) => since).toSorted()[0] ?? '',
      keywords: rows.length,
      lost: rows.reduce((sum, { clicksBefore, clicksNow }) => sum + clicksBefore - clicksNow, 0),
    }
  }).toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.lost - a.lost)
}

/** None where no keyword fell in the period. */
export const causeBlocks = async (
  context: SectionContext,
  namesAnother: (text: string) => boolean,
): Promise<ReportBlock[]> => {
  const { ask, brand, period, texts, format, today } = context
  const { rows, freshAsOf } = await ask('causes.list', { brandIds: [brand.id], limit: READ })
  const fell = rows.filter(({ of, since }) => of === 'keyword' && since >= period.from && since <= period.to)
  if (fell.length === 0) return []
  const groups = groupsOf(fell.map((row) => ({ ...namedOf(row, context, namesAnother), row })))
  const shown = groups.slice(0, context.rows ?? USUAL_ROWS)
  return [
    {
      type: 'table',
      table: {
        id: 'causes',
        title: texts.titles.causes,
        columns: [
          { key: 'since', label: texts.columns.since, unit: 'day' },
          { key: 'cause', label: texts.columns.cause, unit: 'text' },
          { key: 'evidence', label: texts.columns.evidence, unit: 'text' },
          { key: 'keywords', label: texts.columns.keywords, unit: 'number' },
          { key: 'lostADay', label: texts.columns.lostADay, unit: 'decimal' },
        ],
        rows: shown.map(({ since, label, evidence, keywords, lost }) => [since, label, evidence, keywords, lost]),
        more: groups.length - shown.length,
      },
    },
    { type: 'note', text: texts.notes.causesNow(format.day(freshAsOf ?? today)) },
  ]
}

// A report as data: each section asks the desk's own calls.
import type { Brand } from '../../src-shared/desk/brands.ts'
import type {
  Report,
  ReportBlock,
  ReportBranding,
  ReportTemplateToSave,
  ReportUnit,
} from '../../src-shared/desk/reports.ts'
import type { Period } from '../../src-shared/desk/values/period.ts'
import type { ReportSectionKind } from '../../src-shared/desk/values/report-names.ts'
import { comparedWith } from '../../src-shared/desk/values/report-period.ts'
import { fillWords, type PlaceholderValues } from '../../src-shared/desk/values/report-words.ts'
import type { Ask } from '../exports/list.ts'
import type { BuildSection, SectionContext } from './context.ts'
import { measure } from './measured.ts'
import { isolated } from './render/escape.ts'
import { formatIn } from './render/format.ts'
import { buildAnnotations, marksOf, readAnnotations } from './sections/annotations.ts'
import { buildAudits } from './sections/audits.ts'
import { buildCauses } from './sections/causes.ts'
import { buildClusters } from './sections/clusters.ts'
import { buildContent } from './sections/content.ts'
import { buildForecast } from './sections/forecast.ts'
import { buildKeywords } from './sections/keywords.ts'
import { buildMovers } from './sections/movers.ts'
import { buildNextSteps } from './sections/next-steps.ts'
import { buildOpportunities } from './sections/opportunities.ts'
import { buildOutreach } from './sections/outreach.ts'
import { buildPositions } from './sections/positions.ts'
import { buildSummary, hasRankings, mainFigures } from './sections/summary.ts'
import { buildVisibility } from './sections/visibility.ts'
import { REPORT_TEXTS } from './texts/texts.ts'

const SECTIONS: Readonly<Record<ReportSectionKind, BuildSection>> = {
  summary: buildSummary,
  visibility: buildVisibility,
  positions: buildPositions,
  keywords: buildKeywords,
  movers: buildMovers,
  causes: buildCauses,
  clusters: buildClusters,
  content: buildContent,
  outreach: buildOutreach,
  audits: buildAudits,
  forecast: buildForecast,
  opportunities: buildOpportunities,
  annotations: buildAnnotations,
  nextSteps: buildNextSteps,
}

export type ReportOptions = {
  readonly ask: Ask
  readonly causesIn: SectionContext['causesIn']
  readonly brand: Brand
  readonly template: ReportTemplateToSave
  readonly period: Period
  readonly branding: ReportBranding
  /** This pack's own words instead of the template's. */
  readonly summary?: string | null | undefined
  readonly nextSteps?: string | null | undefined
  readonly createdAt: string
}

type Known = Pick<SectionContext, 'brand' | 'measured' | 'comparePeriod' | 'texts' | 'format' | 'totals'>

const placeholdersOf = (
  { brand, measured, comparePeriod, texts, format, totals }: Known,
  agency: string,
): PlaceholderValues => {
  const figures = new Map(mainFigures(totals, texts).map((figure) => [figure.key, figure]))
  const written = (cell: number | null | undefined, unit: ReportUnit = 'number') =>
    cell == null || !hasRankings({ totals }) ? null : format.value(cell, unit)
  const value = (key: string) => written(figures.get(key)?.value, figures.get(key)?.unit)
  const change = (key: string) => written(figures.get(key)?.change, figures.get(key)?.changeUnit)
  return {
    brand: isolated(brand.name),
    agency: isolated(agency),
    period: format.period(measured),
    comparePeriod: totals.brands.compared > 0 ? format.period(comparePeriod) : null,
    clicks: value('clicks'),
    clicksChange: change('clicks'),
    impressions: value('impressions'),
    impressionsChange: change('impressions'),
    avgPosition: value('avgPosition'),
    keywords: value('keywords'),
    top3: value('top3'),
    top10: value('top10'),
  }
}

export const buildReport = async (options: ReportOptions): Promise<Report> => {
  const { ask, brand, template, period, branding } = options
  const comparePeriod = comparedWith(period, template.compare)
  const texts = REPORT_TEXTS[template.language]
  const format = formatIn(template.language)
  const measured = await measure(ask, { brand, period, comparePeriod })
  const { freshAsOf } = await ask('rankings.page', { brandIds: [brand.id], period, limit: 1 })
  const known = { brand, period, comparePeriod, texts, format, ...measured }
  const annotations = await readAnnotations(ask, known)
  const values = placeholdersOf(known, branding.name)
  const notes = template.sections.find(({ kind, isOn }) => isOn && kind === 'annotations')
  const base = {
    ...known,
    ask,
    causesIn: options.causesIn,
    today: options.createdAt.slice(0, 10),
    annotations,
    marks: notes === undefined ? [] : marksOf(annotations, { rows: notes.rows, from: period.from }),
    summary: fillWords(options.summary ?? template.summary, values),
    nextSteps: fillWords(options.nextSteps ?? template.nextSteps, values),
  }
  const sections: Report['sections'] = []
  const said = new Set<string>()
  /** What a section above said of the whole report is not said again. */
  const newNotes = (blocks: readonly ReportBlock[]) =>
    blocks.filter((block) => {
      if (block.type !== 'note') return true
      const isNew = !said.has(block.text)
      said.add(block.text)
      return isNew
    })
  for (const { kind, isOn, title, rows } of template.sections) {
    if (!isOn) continue
    const { hasData, blocks } = await SECTIONS[kind]({ ...base, rows })
    sections.push({ kind, title: title ?? texts.sections[kind], hasData, blocks: hasData ? newNotes(blocks) : blocks })
  }
  return {
    brand: { id: brand.id, name: brand.name, colour: brand.colour },
    title: template.title,
    language: template.language,
    branding,
    period,
    measured: measured.measured,
    comparePeriod: measured.totals.brands.compared > 0 ? comparePeriod : null,
    createdAt: options.createdAt,
    freshAsOf,
    placeholders: values,
    sections,
  }
}

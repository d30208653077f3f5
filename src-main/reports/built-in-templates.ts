import { REPORT_SECTION_KINDS, type ReportSectionKind } from '../../src-shared/desk/report-names.ts'
import type { ReportTemplate } from '../../src-shared/desk/reports.ts'

const sections = (kinds: readonly ReportSectionKind[]): ReportTemplate['sections'] =>
  REPORT_SECTION_KINDS.map((kind) => ({ kind, isOn: kinds.includes(kind), title: null, rows: null }))

const builtIn = (
  template: Pick<ReportTemplate, 'id' | 'name' | 'title' | 'language' | 'summary' | 'sections'>,
): ReportTemplate => ({ ...template, compare: 'previous', nextSteps: '', isBuiltIn: true, updatedAt: null })

/** Templates that come with the program: copied, never changed. */
export const BUILT_IN_REPORTS: readonly ReportTemplate[] = [
  builtIn({
    id: 'monthly',
    name: 'Monthly report',
    title: 'Search report',
    language: 'en',
    summary:
      'In {{ period }}, {{ brand }} had {{ clicks }} clicks from search ({{ clicksChange }} vs {{ comparePeriod }}) and {{ impressions }} impressions ({{ impressionsChange }}).\n\n{{ top10 }} of {{ keywords }} keywords rank in the top 10; {{ top3 }} of them are in the top 3.',
    sections: sections(REPORT_SECTION_KINDS),
  }),
  builtIn({
    id: 'monthly-de',
    name: 'Monatsbericht (Deutsch)',
    title: 'Suchmaschinenbericht',
    language: 'de',
    summary:
      'Im Zeitraum {{ period }} erhielt {{ brand }} {{ clicks }} Klicks aus der Suche ({{ clicksChange }} ggü. {{ comparePeriod }}) bei {{ impressions }} Impressionen ({{ impressionsChange }}).\n\n{{ top10 }} von {{ keywords }} Keywords stehen in den Top 10, {{ top3 }} davon in den Top 3.',
    sections: sections(REPORT_SECTION_KINDS),
  }),
  builtIn({
    id: 'short',
    name: 'Short report',
    title: 'Search summary',
    language: 'en',
    summary:
      'In {{ period }}, {{ brand }} had {{ clicks }} clicks from search ({{ clicksChange }} vs {{ comparePeriod }}).',
    sections: sections(['summary', 'visibility', 'positions', 'nextSteps']),
  }),
]

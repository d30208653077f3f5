// Changes of report templates that are not saved yet, by the template's id; a new one has the id ''.
import { create } from 'zustand'
import { REPORT_SECTION_KINDS, type ReportSectionKind } from '../../src-shared/desk/report-names.ts'
import type { ReportTemplate, ReportTemplateToSave } from '../../src-shared/desk/reports.ts'
import { setParams } from './location.ts'

export const NEW_TEMPLATE = ''

/** In the address, where a parameter has no empty value. */
const NEW_PARAM = 'new'
export const templateOfParam = (param: string | undefined): string | undefined =>
  param === NEW_PARAM ? NEW_TEMPLATE : param
/** Null: the first one. */
export const showTemplate = (id: string | null): void =>
  setParams({ template: id === NEW_TEMPLATE ? NEW_PARAM : (id ?? '') })

const useStaged = create<ReadonlyMap<string, ReportTemplateToSave>>()(() => new Map())

export const useStagedTemplate = (id: string): ReportTemplateToSave | undefined => useStaged((staged) => staged.get(id))

export const stageTemplate = (id: string, template: ReportTemplateToSave): void =>
  useStaged.setState(new Map(useStaged.getState()).set(id, template), true)

export const dropStaged = (id: string): void =>
  useStaged.setState(new Map([...useStaged.getState()].filter(([known]) => known !== id)), true)

type Sections = ReportTemplateToSave['sections']

/** What of a template can be saved. Kinds of sections that it does not name yet come last, off. */
export const editableOf = (template: ReportTemplateToSave | ReportTemplate): ReportTemplateToSave => {
  const { name, title, language, compare, sections, summary, nextSteps } = template
  const missing = REPORT_SECTION_KINDS.filter((kind) => sections.every((section) => section.kind !== kind))
  const added = missing.map((kind) => ({ kind, isOn: false, title: null, rows: null }))
  return { name, title, language, compare, sections: [...sections, ...added], summary, nextSteps }
}

/** Moves one section up (-1) or down (1); at the end of the list nothing moves. */
export const movedSection = (sections: Sections, kind: ReportSectionKind, step: 1 | -1): Sections => {
  const at = sections.findIndex((section) => section.kind === kind)
  const section = sections[at]
  if (section === undefined || sections[at + step] === undefined) return sections
  return sections.toSpliced(at, 1).toSpliced(at + step, 0, section)
}

export const changedSection = (
  sections: Sections,
  kind: ReportSectionKind,
  change: Partial<Sections[number]>,
): Sections => sections.map((section) => (section.kind === kind ? { ...section, ...change } : section))
